// The module of the verbs transport: what it exports, and the device that it keeps over the steps.

#include "backend/verbs_join.h"

namespace weft {
namespace {

class OpenDevice final : public VerbsDevice {
 public:
  explicit OpenDevice(std::shared_ptr<verbs::Device> device) : device_(std::move(device)) {}
  Result<std::unique_ptr<Transport>> transport(Group& group, const VerbsOptions& options,
                                               Deadline deadline) override {
    return verbs::make_transport(device_, options, group, deadline);
  }

 private:
  std::shared_ptr<verbs::Device> device_;
};

}  // namespace
}  // namespace weft

extern "C" weft::Result<std::unique_ptr<weft::VerbsDevice>> weft_verbs(
    const weft::VerbsPort& port) {
  WEFT_TRY(auto device, weft::verbs::Device::open(port));
  return std::make_unique<weft::OpenDevice>(std::move(device));
}
