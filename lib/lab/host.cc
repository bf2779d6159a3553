// A node as the collectors see it: this machine, from inside the node; see build.h.

#include "host/host.h"
#include "lab/build.h"
#include "lab/space.h"

namespace weft {
namespace {

class NodeHost final : public Host {
 public:
  explicit NodeHost(const std::string& name) : local_(local_host(name)) {}

  std::string name() const override { return local_->name(); }
  Result<std::optional<Answer>> run(const Request& request) override {
    return there<std::optional<Answer>>([&] { return local_->run(request); });
  }
  Result<std::optional<Answer>> read(const std::string& path) override {
    return there<std::optional<Answer>>([&] { return local_->read(path); });
  }
  Result<std::optional<std::vector<std::string>>> list(const std::string& path) override {
    return there<std::optional<std::vector<std::string>>>([&] { return local_->list(path); });
  }

 private:
  template <class T, class Work>
  Result<T> there(Work work) {
    Result<T> out;
    const Silence silence = silence_of(name());
    if (silence == Silence::dead) return fail("no route to " + name());
    if (silence == Silence::frozen) return fail("no answer from " + name());
    WEFT_CHECK(on_node(name(), [&]() -> Result<void> {
      out = work();
      return {};
    }));
    return out;
  }

  std::unique_ptr<Host> local_;
};

}  // namespace

std::unique_ptr<Host> node_host(const std::string& node) {
  return std::make_unique<NodeHost>(node);
}

}  // namespace weft
