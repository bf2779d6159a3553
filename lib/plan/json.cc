// Our own JSON: a Plan as it is (lib/model/plan.h), the plan.json of a run folder. It holds all.

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/text.h"
#include "model/run_json.h"
#include "plan/builder.h"
#include "plan/plan.h"

namespace weft {
namespace {

bool looks_like_own_json(std::string_view text) {
  const std::string_view head = text.substr(0, 4096);
  return trim(head).starts_with('{') && head.find("\"schema\"") != std::string_view::npos;
}

class Reader {
 public:
  Reader(const Json& json, const std::string& file) : json_(json), file_(file) {}

  Result<PlanRead> run() {
    WEFT_TRY(read_.plan, from_json<Plan>(json_, file_));
    if (read_.plan.source.empty()) {  // written by hand: its own lines are where to look
      read_.plan.source = file_;
      for (std::size_t i = 0; i < read_.plan.links.size(); ++i)
        read_.plan.links[i].line = place("links", i).line;
    }
    nodes();
    links();
    for (const auto& member : read_.plan.extra)
      read_.warnings.push_back(
          {fmt::format("'{}' is not known to this weft: kept as it is", printable(member.key, 60)),
           member.value.place(file_),
           "",
           {}});
    return std::move(read_);
  }

 private:
  Place place(std::string_view list, std::size_t i) const {
    return (*json_.find(list)->array())[i].place(file_);
  }
  void fault(std::string_view list, std::size_t i, std::string what) {
    read_.faults.push_back({std::move(what), place(list, i), "", {}});
  }

  void nodes() {
    std::vector<Node> kept;
    for (std::size_t i = 0; i < read_.plan.nodes.size(); ++i) {
      Node& node = read_.plan.nodes[i];
      if (node.name.empty())
        fault("nodes", i, "a device with an empty name");
      else if (!names_.insert(node.name).second)
        fault("nodes", i, fmt::format("the device {} is there twice", printable(node.name, 80)));
      else
        kept.push_back(std::move(node));
    }
    read_.plan.nodes = std::move(kept);
  }

  static bool whole(const Port& port) { return !port.node.empty() && !port.name.empty(); }

  // What other parts rely on: ends have names, and each is a node. A far end may be unknown.
  void links() {
    std::size_t i = 0;
    std::erase_if(read_.plan.links, [&](const Link& link) {
      const bool good = whole(link.a) && (whole(link.b) || link.b == Port{}) &&
                        std::all_of(link.through.begin(), link.through.end(), whole);
      if (!good) fault("links", i, "a link with an empty device or port");
      return ++i, !good;
    });
    i = 0;
    std::erase_if(read_.plan.open_ports, [&](const Port& port) {
      if (!whole(port)) fault("open_ports", i, "an open port with an empty device or port");
      return ++i, !whole(port);
    });
    for (const Link& link : read_.plan.links)
      for (const Port* port : {&link.a, &link.b}) add(port->node);
    for (const Port& port : read_.plan.open_ports) add(port.node);
  }

  void add(const std::string& name) {
    if (!name.empty() && names_.insert(name).second) read_.plan.nodes.emplace_back().name = name;
  }

  const Json& json_;
  const std::string& file_;
  PlanRead read_;
  std::unordered_set<std::string> names_;
};

Result<PlanRead> read_own_json(std::string_view text, const std::string& file) {
  std::vector<std::size_t> bad;
  WEFT_TRY(const Json json, parse_json(text, file, &bad));
  const Json* schema = json.find("schema");
  if (schema == nullptr || schema->text() == nullptr)
    return fail_at(json.place(file), "no \"schema\" member: this is no plan of weft",
                   "begin it with \"schema\": \"1.0\", or name the format with --from air");
  if (auto good = check_schema(*schema->text(), file); !good) {
    good.error().place = schema->place(file);
    return Failure(std::move(good).error());
  }
  WEFT_TRY(PlanRead read, Reader(json, file).run());
  for (Error& warning : repeated_keys(json, file)) read.warnings.push_back(std::move(warning));
  return read;
}

std::string write_own_json(const Plan& plan, std::vector<std::string>&) {
  Plan copy = plan;  // a plan of its own: where it came from is not part of it
  copy.source.clear();
  for (Link& link : copy.links) link.line.reset();
  return write_plan_json(copy);
}

}  // namespace

namespace plan_formats {
extern const PlanFormat json = {"weft's own JSON, which holds everything", ".json",
                                looks_like_own_json, read_own_json, write_own_json};
}

}  // namespace weft
