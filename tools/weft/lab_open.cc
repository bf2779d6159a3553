// See lab_open.h.

#include "lab_open.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/process.h"
#include "base/text.h"
#include "lab/build.h"
#include "lab/space.h"

namespace weft {

void declare_lab_choice(CLI::App& app, LabChoice& choice) {
  app.add_option("--name", choice.name, "Which lab, where there are several")
      ->capture_default_str();
  app.add_option("--state", choice.root,
                 "Folder in which labs are kept (default: your runtime folder, /run/weft/lab for "
                 "root)");
}

Result<OpenLab> find_lab(const LabChoice& choice) {
  WEFT_TRY(const LabFolder folder, LabFolder::named(choice.root, choice.name));
  WEFT_TRY(LabState state, folder.read());
  WEFT_TRY(const Plan plan, folder.read_plan());
  WEFT_TRY(LabLayout layout, lay_out(plan, state.options));
  const bool alive = is_alive(state.keeper);
  return OpenLab{folder, std::move(state), std::move(layout), alive};
}

Result<OpenLab> open_lab(const LabChoice& choice) {
  WEFT_TRY(OpenLab lab, find_lab(choice));
  if (lab.alive) return lab;
  return fail(fmt::format("lab '{}' has died", choice.name),
              "`weft lab down` clears up, `weft lab up` makes it anew");
}

int run_inside(const OpenLab& lab, const std::function<int()>& work) {
  const auto code = inside(lab.state.keeper, work);
  return code ? *code : complain(code.error());
}

std::string size_of(const LabLayout& layout) {
  const auto of = [&](Role role) {
    return static_cast<std::size_t>(std::ranges::count(layout.nodes, role, &LabNode::role));
  };
  const std::size_t superspines = of(Role::superspine), spines = of(Role::spine),
                    leaves = of(Role::leaf), hosts = of(Role::host);
  const std::size_t others = layout.nodes.size() - superspines - spines - leaves - hosts;
  std::vector<std::string> parts;
  if (superspines > 0) parts.push_back(count_of(superspines, "superspine"));
  if (spines > 0) parts.push_back(count_of(spines, "spine"));
  if (leaves > 0) parts.push_back(count_of(leaves, "leaf", "leaves"));
  if (others > 0) parts.push_back(count_of(others, "other switch", "other switches"));
  if (hosts > 0) parts.push_back(count_of(hosts, "host"));
  return fmt::format("{} ({}), {}", count_of(layout.nodes.size(), "node"), join(parts, ", "),
                     count_of(layout.cables.size(), "link"));
}

std::string_view about(LabRouting routing) {
  return routing == LabRouting::hash    ? "each flow by its hash"
         : routing == LabRouting::spray ? "each packet the next way"
                                        : "each packet by what the ports carry";
}

Result<std::vector<Collected>> collect_lab(const OpenLab& lab, const fs::path& site,
                                           const std::function<void(const Collected&)>& done) {
  std::vector<CollectTarget> targets;
  for (const LabNode& node : lab.layout.nodes)
    targets.push_back({node.name, [name = node.name]() -> Result<std::unique_ptr<Host>> {
                         return node_host(name);
                       }});
  return collect_site(targets, site, 4, done);
}

int become(std::vector<std::string> words) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  ::execvp(argv[0], argv.data());
  return complain(
      Error{fmt::format("cannot run '{}': {}", printable(words[0]), errno_text(errno)), {}, "", {}},
      127);
}

int become_weft(std::vector<std::string> words) {
  words.insert(words.begin(), own_path());
  return become(std::move(words));
}

}  // namespace weft
