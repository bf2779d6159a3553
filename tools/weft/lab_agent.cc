// weft lab agent NODE COMMAND...: what ssh is to a cluster. For use inside the lab only: mpirun and
// the controller of `weft lab run` reach the hosts through it.

#include <fmt/format.h>
#include <unistd.h>

#include "base/text.h"
#include "lab/space.h"
#include "lab_open.h"

namespace weft {
namespace {

int reach(const std::string& node, const std::vector<std::string>& words) {
  if (!is_inside_lab())
    return complain(Error{"not inside a lab", {}, "go on with `weft lab run --resume DIR`", {}},
                    255);
  if (!is_node(node))
    return complain(Error{fmt::format("the lab has no host '{}'", printable(node)), {}, "", {}},
                    255);
  const Silence silence = silence_of(node);
  if (silence == Silence::dead)
    return complain(Error{fmt::format("{}: no route to host", node), {}, "", {}}, 255);
  if (silence == Silence::frozen) ::pause();
  if (const auto entered = enter_node(node); !entered) return complain(entered.error(), 255);
  return become({"/bin/sh", "-c", join(words, " ")});  // as ssh hands its words to a shell
}

}  // namespace

std::function<int()> declare_lab_agent(CLI::App& app) {
  app.prefix_command();
  return [&app] {
    const std::vector<std::string> words = app.remaining();
    if (words.size() < 2) return complain(Error{"wants NODE COMMAND...", {}, "", {}}, 255);
    return reach(words[0], {words.begin() + 1, words.end()});
  };
}

}  // namespace weft
