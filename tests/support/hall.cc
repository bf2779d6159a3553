// See hall.h.

#include "support/hall.h"

#include "base/text.h"
#include "observe/site.h"
#include "plan/plan.h"
#include "support/catch.h"
#include "support/golden.h"

namespace weft::test {

Hall::Hall(const std::string& plan_text, const std::string& file) {
  if (plan_text.empty()) return;
  auto read = read_plan(plan_text, file);
  INFO((read ? "" : read.error().text()));
  REQUIRE(read.has_value());
  plan = std::move(read->plan);
}

Hall Hall::of_case(const std::string& plan_file) {
  return Hall(read_test_file("cases/" + plan_file), plan_file);
}

NodeState& Hall::state(const std::string& node) {
  for (NodeState& one : seen.nodes)
    if (one.name == node) return one;
  seen.nodes.emplace_back().name = node;
  return seen.nodes.back();
}

Hall& Hall::file(const std::string& node, const std::string& case_file) {
  observe_file({node, tests_folder() + "/cases/" + case_file}, seen);
  return *this;
}

Hall& Hall::hears(const std::string& node, const std::string& text) {
  NodeState& one = state(node);
  if (!one.neighbours) one.neighbours.emplace();
  for (const auto line : lines(text)) {
    const auto parts = words(line);
    if (parts.size() < 3) continue;
    Neighbour n;
    n.port = std::string(parts[0]);
    n.system_name = std::string(parts[1]) == "-" ? "" : std::string(parts[1]);
    n.port_id = std::string(parts[2]);
    n.port_id_type = is_mac(parts[2]) ? "mac" : "ifname";
    if (parts.size() > 3 && parts[3] != "-") n.port_description = std::string(parts[3]);
    if (parts.size() > 4) n.age_s = std::int64_t(*parse_uint(parts[4]));
    one.neighbours->push_back(n);
  }
  return *this;
}

Hall& Hall::interfaces(const std::string& node, const std::string& text) {
  for (const auto line : lines(text)) {
    const auto parts = words(line);
    if (parts.size() < 2) continue;
    Interface& i = interface_of(state(node), parts[0]);
    i.up = parts[1] == "up";
    i.enabled = parts[1] != "disabled";
    if (parts.size() > 2) i.mac = std::string(parts[2]);
  }
  return *this;
}

Hall& Hall::alias(const std::string& csv_lines) {
  auto read =
      parse_aliases("seen_device,seen_port,planned_device,planned_port\n" + csv_lines, "a.csv");
  REQUIRE(read.has_value());
  aliases = std::move(*read);
  return *this;
}

Cabling Hall::cabling(const PlanPart& only) const {
  return check_cabling({plan, seen, aliases, only});
}

const LinkResult& link_at(const Cabling& cabling, const std::string& port) {
  for (const LinkResult& r : cabling.links)
    if (r.a == port || r.b == port) return r;
  FAIL("no link at " << port);
  std::abort();
}

std::string states(const Cabling& cabling) {
  std::vector<std::string> out;
  for (const LinkResult& r : cabling.links) out.emplace_back(word(r.state));
  return join(out, " ");
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace weft::test
