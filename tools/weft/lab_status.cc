// weft lab status: what is up, and what of it does not run any more.

#include <fmt/format.h>

#include <algorithm>

#include "base/fields.h"
#include "base/text.h"
#include "lab/space.h"
#include "lab_open.h"
#include "page.h"

namespace weft {
namespace {

struct Options {
  LabChoice choice;
  bool json = false;
};

struct NodeRow {
  std::string node, role, addresses;
  std::vector<std::string> running, dead;

  static constexpr auto fields() {
    return std::tuple{field("node", &NodeRow::node), field("role", &NodeRow::role),
                      field("addresses", &NodeRow::addresses), field("running", &NodeRow::running),
                      field("dead", &NodeRow::dead)};
  }
};

struct Document {
  std::string schema = "1.0";
  std::string name, folder, size;
  Instant made;
  bool alive = false;
  LabOptions options;
  std::vector<NodeRow> nodes;
  std::vector<std::string> running, dead;  // what serves the whole lab
  std::vector<std::string> faults, notes, other_labs;

  static constexpr auto fields() {
    return std::tuple{field("schema", &Document::schema),        field("name", &Document::name),
                      field("folder", &Document::folder),        field("size", &Document::size),
                      field("made_at", &Document::made),         field("alive", &Document::alive),
                      field("options", &Document::options),      field("nodes", &Document::nodes),
                      field("running", &Document::running),      field("dead", &Document::dead),
                      field("faults", &Document::faults),        field("notes", &Document::notes),
                      field("other_labs", &Document::other_labs)};
  }
};

std::string addresses_of(const LabNode& node) {
  std::vector<std::string> out;
  if (!node.loopback.empty()) out.push_back(fmt::format("{} AS {}", node.loopback, node.as_number));
  if (!node.is_host()) return join(out, " ");
  for (const LabPort& port : node.ports) out.push_back(port.address);
  out.push_back(node.management);
  return join(out, " ");
}

Document document_of(const OpenLab& lab) {
  Document out{.name = lab.state.name,
               .folder = lab.folder.path().string(),
               .size = size_of(lab.layout),
               .made = lab.state.made,
               .alive = lab.alive,
               .options = lab.state.options,
               .faults = lab.state.faults,
               .notes = lab.state.notes};
  for (const LabNode& node : lab.layout.nodes) {
    NodeRow row{node.name, std::string(word(node.role)), addresses_of(node), {}, {}};
    for (const LabDaemon& daemon : lab.state.daemons)
      if (daemon.node == node.name)
        (is_alive(daemon.process) ? row.running : row.dead).push_back(daemon.program);
    out.nodes.push_back(std::move(row));
  }
  for (const LabDaemon& daemon : lab.state.daemons)
    if (daemon.node.empty())
      (is_alive(daemon.process) ? out.running : out.dead).push_back(daemon.program);
  return out;
}

std::string table_of(const Document& document) {
  std::vector<std::vector<std::string>> rows;
  for (const NodeRow& row : document.nodes) {
    std::string daemons = join(row.running, " ");
    if (!row.dead.empty()) daemons += fmt::format(" (dead: {})", join(row.dead, " "));
    rows.push_back({row.node, row.role, row.addresses, std::string(trim(daemons))});
  }
  std::string out = fmt::format("lab '{}', since {}, in {}\n{}, {} each way, MTU {}\n",
                                document.name, text(document.made), document.folder, document.size,
                                text(document.options.rate), document.options.mtu);
  out += fmt::format("routing {}: {}{}\n\n", command_name(word(document.options.routing)),
                     about(document.options.routing),
                     document.dead.empty() ? "" : "; what keeps it so is dead");
  out += grid({{"node"}, {"role"}, {"addresses", 50}, {"daemons"}}, rows) + "\n";
  for (const std::string& fault : document.faults) out += fmt::format("fault: {}\n", fault);
  for (const std::string& note : document.notes) out += note + "\n";
  if (document.faults.empty()) out += "no fault is in it\n";
  if (!document.other_labs.empty())
    out += fmt::format("other labs: {}\n", join(document.other_labs, ", "));
  return out;
}

int status(const Options& o) {
  const auto lab = find_lab(o.choice);
  if (!lab) return complain(lab.error());
  if (!lab->alive) {
    return complain(Error{fmt::format("lab '{}' has died; it was made {}", lab->state.name,
                                      text(lab->state.made)),
                          {},
                          "`weft lab down` clears up",
                          {}},
                    exit_code::failed);
  }
  std::vector<std::string> others = lab_names(o.choice.root);
  std::erase(others, lab->state.name);
  // Inside, where the daemons' ids mean something.
  return run_inside(*lab, [&] {
    Document document = document_of(*lab);
    document.other_labs = others;
    const bool dead =
        !document.dead.empty() ||
        std::ranges::any_of(document.nodes, [](const NodeRow& row) { return !row.dead.empty(); });
    return print_result(o.json ? to_json_text(document, 3) + "\n" : table_of(document),
                        dead ? exit_code::failed : exit_code::fine);
  });
}

}  // namespace

std::function<int()> declare_lab_status(CLI::App& app) {
  auto o = std::make_shared<Options>();
  declare_lab_choice(app, o->choice);
  app.add_flag("--json", o->json, "Print JSON");
  return [o] { return status(*o); };
}

}  // namespace weft
