// Our own JSON: a Plan as it is (lib/model/plan.h), the plan.json of a run folder. It holds all.

#include <fmt/format.h>

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

// A plan written by hand names no source: then its own lines are where to look.
void place_links(const Json& json, Plan& plan) {
  const Json* links = json.find("links");
  if (links == nullptr || links->array() == nullptr) return;
  for (std::size_t i = 0; i < plan.links.size() && i < links->array()->size(); ++i)
    plan.links[i].line = (*links->array())[i].line;
}

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
  PlanRead read;
  WEFT_TRY(read.plan, from_json<Plan>(json, file));
  // What other parts rely on: a node for each end of a link.
  PlanBuilder nodes(file);
  const Json* list = json.find("nodes");
  for (std::size_t i = 0; i < read.plan.nodes.size(); ++i) {
    Node& node = read.plan.nodes[i];
    const std::size_t before = nodes.plan().nodes.size();
    Node& made = nodes.node(node.name);
    if (nodes.plan().nodes.size() == before)
      read.faults.push_back({fmt::format("the device {} is there twice", printable(node.name, 80)),
                             (*list->array())[i].place(file),
                             "",
                             {}});
    else
      made = std::move(node);
  }
  for (const Link& link : read.plan.links) {
    nodes.node(link.a.node);
    if (link.far_end_known()) nodes.node(link.b.node);
  }
  for (const Port& port : read.plan.open_ports) nodes.node(port.node);
  read.plan.nodes = std::move(nodes.plan().nodes);
  if (read.plan.source.empty()) {
    read.plan.source = file;
    place_links(json, read.plan);
  }
  for (const auto& member : read.plan.extra)
    read.warnings.push_back(
        {fmt::format("'{}' is not known to this weft: kept as it is", printable(member.key, 60)),
         member.value.place(file),
         "",
         {}});
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
