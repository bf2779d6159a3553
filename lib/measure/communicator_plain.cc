// Every collective from one exchange: each member sees all inputs and takes what is its own.

#include <cstring>

#include "measure/elements.h"
#include "measure/seams.h"

namespace weft {
namespace {

constexpr auto patience = std::chrono::seconds(60);

class PlainCommunicator final : public Communicator {
 public:
  explicit PlainCommunicator(Group& group) : group_(group) {}

  Result<void> barrier() override { return group_.barrier(Clock::now() + patience); }

  Result<void> run(const CollectiveCall& call) override {
    const std::size_t size = element_size(call.type);
    const std::size_t all = call.count * size, block = all / group_.size();
    const std::uint32_t me = group_.rank();
    WEFT_TRY(const auto inputs, group_.share(own_input(call, all, block), Clock::now() + patience));
    if (call.out == nullptr) return {};
    const auto bytes = [&](std::uint32_t member) {
      return reinterpret_cast<const std::byte*>(inputs[member].data());
    };
    switch (call.what) {
      case Collective::all_reduce:
      case Collective::reduce:
        combine(call, inputs, 0, call.count);
        break;
      case Collective::reduce_scatter:
        combine(call, inputs, me * block, block / size);
        break;
      case Collective::broadcast:
        std::memcpy(call.out, bytes(call.root), all);
        break;
      case Collective::scatter:
        std::memcpy(call.out + (call.in == call.out ? me * block : 0),
                    bytes(call.root) + me * block, block);
        break;
      case Collective::send_receive:
        std::memcpy(call.out, bytes((me + group_.size() - 1) % group_.size()), all);
        break;
      case Collective::all_gather:
      case Collective::hypercube:
      case Collective::gather:
        for (std::uint32_t i = 0; i < group_.size(); ++i)
          std::memcpy(call.out + i * block, bytes(i), block);
        break;
      case Collective::all_to_all:
        for (std::uint32_t i = 0; i < group_.size(); ++i)
          std::memcpy(call.out + i * block, bytes(i) + me * block, block);
        break;
    }
    return {};
  }

 private:
  // As many bytes as everybody else brings; of a gathering call the own block comes first.
  std::string own_input(const CollectiveCall& call, std::size_t all, std::size_t block) const {
    std::string out(all, '\0');
    if (call.in == nullptr) return out;
    const bool gathers = call.what == Collective::all_gather || call.what == Collective::gather ||
                         call.what == Collective::hypercube;
    const std::size_t from = gathers && call.in == call.out ? group_.rank() * block : 0;
    const bool scatters = call.what == Collective::scatter;
    if (!scatters || group_.rank() == call.root)
      std::memcpy(out.data(), call.in + from, gathers ? block : all);
    return out;
  }

  static void combine(const CollectiveCall& call, const std::vector<std::string>& inputs,
                      std::size_t from, std::size_t count) {
    const std::size_t bytes = count * element_size(call.type);
    std::memcpy(call.out, inputs[0].data() + from, bytes);
    for (std::size_t i = 1; i < inputs.size(); ++i)
      combine_elements(call.out, reinterpret_cast<const std::byte*>(inputs[i].data()) + from, count,
                       call.type, call.reduction);
  }

  Group& group_;
};

}  // namespace

std::unique_ptr<Communicator> make_plain_communicator(Group& group) {
  return std::make_unique<PlainCommunicator>(group);
}

}  // namespace weft
