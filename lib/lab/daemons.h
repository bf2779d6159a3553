// FRR and lldpd on the nodes of a lab, from inside.
#pragma once

#include "lab/build.h"

namespace weft {

class Daemons {
 public:
  // Each that is started is added to `state`.
  Daemons(const LabLayout& layout, const LabFolder& folder, const LabPrograms& programs,
          LabState& state)
      : layout_(layout), folder_(folder), programs_(programs), state_(state) {}

  Result<void> start_zebras();
  // Waits for the zebras, then bgpd, bfdd, lldpd.
  Result<void> start_others();
  Result<void> start_lldpd(const LabNode& node);

 private:
  Result<void> start(const LabNode& node, const std::string& name,
                     const std::vector<std::string>& argv, bool forgive = false);
  Result<void> wait_for_zebras() const;

  const LabLayout& layout_;
  const LabFolder& folder_;
  const LabPrograms& programs_;
  LabState& state_;
};

}  // namespace weft
