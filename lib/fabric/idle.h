// Is a host idle? Two readings half a second apart are compared: the cores' time and every NIC's
// bytes. A load average would still tell of the run that ended a minute ago.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace weft {

// Shell text for the host. Prints the lines that `parse_activity` reads; what cannot be read there
// is not printed.
extern const std::string_view activity_question;

// What a host did meanwhile. Parts that were not seen are 0 and say nothing.
struct Activity {
  std::string kernel;  // its boot id: hosts that are namespaces of one machine have one
  std::uint64_t cores = 0, workers = 0, gpu_processes = 0;
  double busy_cores = 0;
  std::string loudest;       // the NIC with the largest share of its line rate
  double loudest_ratio = 0;  // both ways together, of one way's rate
};

// `said`: what the question printed. Lines that are none of its own are passed over.
Activity parse_activity(std::string_view said);

// What keeps the host from being measured, "" if nothing: processes on its GPUs, workers of another
// weft, half of its cores at work, or more than a twentieth of a NIC's rate.
std::string why_busy(const Activity& activity);

}  // namespace weft
