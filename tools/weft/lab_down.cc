// weft lab down: ends a lab; also clears up after one that died.

#include <fmt/format.h>

#include <chrono>

#include "base/text.h"
#include "lab_open.h"

namespace weft {
namespace {

// Only the keeper is ended, by the id and start time that were recorded: the kernel ends everything
// in its space, and takes the namespaces back.
int down(const LabChoice& choice) {
  const auto start = std::chrono::steady_clock::now();
  const auto folder = LabFolder::named(choice.root, choice.name);
  if (!folder) return complain(folder.error());
  const auto state = folder->read();
  if (!state && !folder->exists()) return complain(state.error());
  // A file that cannot be read names no process: then only the folder goes.
  const bool alive = state && is_alive(state->keeper);
  if (alive && !end_process(state->keeper, std::chrono::seconds(3)))
    return complain(Error{fmt::format("process {} does not end", state->keeper.pid), {}, "", {}},
                    exit_code::failed);
  if (const auto gone = folder->remove(); !gone) return complain(gone.error(), exit_code::failed);
  const double took =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return print_result(
      alive ? fmt::format("lab '{}' is down, in {:.1f} s\n", choice.name, took)
            : fmt::format("lab '{}' had died; what was left of it is gone\n", choice.name));
}

}  // namespace

std::function<int()> declare_lab_down(CLI::App& app) {
  auto choice = std::make_shared<LabChoice>();
  declare_lab_choice(app, *choice);
  return [choice] { return down(*choice); };
}

}  // namespace weft
