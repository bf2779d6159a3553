// A plan and what was seen of it, from case files or a few lines, for the tests of checks.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "check/cabling.h"
#include "check/cabling_report.h"

namespace weft::test {

class Hall {
 public:
  explicit Hall(const std::string& plan_text = "", const std::string& file = "plan.csv");
  static Hall of_case(const std::string& plan_file);  // in tests/cases

  Hall& file(const std::string& node, const std::string& case_file);  // in tests/cases
  // "swp1 host1 eth0 [host1-mac]": who is heard where by `node`, a line each; "" hears nobody.
  Hall& hears(const std::string& node, const std::string& lines);
  // "swp1 up [02:...]", "swp2 down", "swp3 disabled": the interfaces of `node`.
  Hall& interfaces(const std::string& node, const std::string& lines);
  Hall& alias(const std::string& csv_lines);

  Cabling cabling(const PlanPart& only = {}) const;
  CheckInput input() const { return {plan, seen, aliases, {}}; }
  NodeState& state(const std::string& node);

  Plan plan;
  Snapshot seen;
  std::vector<Alias> aliases;
};

// "ok swp1: reason" of the link with that port at either end; fails the test when there is none.
const LinkResult& link_at(const Cabling& cabling, const std::string& port);
std::string states(const Cabling& cabling);  // "ok ok wrong"
bool contains(const std::string& text, const std::string& part);

}  // namespace weft::test
