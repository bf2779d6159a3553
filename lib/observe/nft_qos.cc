// How Linux sorts packets into classes, marks them and spreads them over ways: `nft -j list
// ruleset`. Only rules of the shapes that do this are read; all else there is somebody's firewall
// and stays unread. Asked only where ports have classes (tc_queues), as it needs root.

#include <algorithm>
#include <map>

#include "base/text.h"
#include "observe/lenient_json.h"
#include "observe/observe.h"

namespace weft::collectors {
namespace {

const Json* at(const Json* json, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) json = json != nullptr ? json->find(key) : nullptr;
  return json;
}

// nft prints a DSCP by its name where it has one.
std::optional<std::int64_t> dscp_of(const std::string& text) {
  if (const auto number = parse_uint(text)) return static_cast<std::int64_t>(*number);
  const auto digit = [&](std::size_t i) { return text[i] - '0'; };
  if (text == "ef") return 46;
  if (text == "va") return 44;
  if (text == "le" || text == "lephb") return 1;
  if (text == "be" || text == "df") return 0;
  if (text.size() == 3 && text.starts_with("cs") && digit(2) >= 0 && digit(2) <= 7)
    return 8 * digit(2);
  if (text.size() == 4 && text.starts_with("af") && digit(2) >= 1 && digit(2) <= 4 &&
      digit(3) >= 1 && digit(3) <= 3)
    return 8 * digit(2) + 2 * digit(3);
  return {};
}

class Ruleset {
 public:
  Ruleset(const Answer& answer, NodeState& node, Notes& notes)
      : answer_(answer), node_(node), notes_(notes) {}

  void read(const Json::Array& all) {
    node_.qos = QosSettings{.adaptive_routing = false};
    for (const Json& one : all)
      if (const Json* counter = one.find("counter"))
        counted_[text_of(counter->find("name"))] = integer_of(counter->find("packets"));
    for (const Json& one : all)
      if (const Json* expr = at(&one, {"rule", "expr"});
          expr != nullptr && expr->array() != nullptr)
        rule(*expr->array());
    std::ranges::sort(node_.qos->dscp_map);
  }

 private:
  void rule(const Json::Array& expressions) {
    std::string port, counter;
    bool marks = false;
    for (const Json& one : expressions) {
      if (text_of(at(&one, {"match", "left", "meta", "key"})) == "oifname")
        port = text_of(at(&one, {"match", "right"}));
      if (const Json* name = one.find("counter"); name != nullptr && name->text() != nullptr)
        counter = *name->text();
      const Json* mangle = one.find("mangle");
      if (mangle == nullptr) continue;
      const std::string field = text_of(at(mangle, {"key", "payload", "field"}));
      marks |= field == "ecn" && text_of(mangle->find("value")) == "ce";
      const std::string meta = text_of(at(mangle, {"key", "meta", "key"}));
      if (meta == "priority") priorities(at(mangle, {"value", "map"}));
      if (meta == "mark" && at(mangle, {"value", "numgen"}) != nullptr)
        node_.qos->adaptive_routing = true;
    }
    if (!marks || port.empty()) return;
    node_.qos->ecn_ports.push_back(port);
    const auto packets = counted_.find(counter);
    if (packets == counted_.end() || !packets->second) return;
    if (!node_.queues) node_.queues.emplace();
    node_.queues->push_back({port, {}, {}, {}, {}, packets->second});
  }

  void priorities(const Json* map) {
    if (text_of(at(map, {"key", "payload", "field"})) != "dscp") return;
    const Json* set = at(map, {"data", "set"});
    if (set == nullptr || set->array() == nullptr) return;
    for (const Json& pair : *set->array()) {
      if (pair.array() == nullptr || pair.array()->size() != 2) continue;
      const auto dscp = dscp_of(text_of(&pair.array()->at(0)));
      const std::string traffic_class = text_of(&pair.array()->at(1));
      if (dscp && traffic_class.starts_with("1:1") && traffic_class.size() == 4 &&
          traffic_class[3] >= '0' && traffic_class[3] <= '7')
        node_.qos->dscp_map.push_back({*dscp, traffic_class[3] - '0'});
      else
        notes_.warn(pair.place(answer_.from), "a DSCP and its class, not understood");
    }
  }

  const Answer& answer_;
  NodeState& node_;
  Notes& notes_;
  std::map<std::string, std::optional<std::int64_t>> counted_;
};

Result<void> parse(const Answer& answer, NodeState& node, Notes& notes) {
  WEFT_TRY(const Json json, lenient_json(answer, notes));
  const Json* all = json.find("nftables");
  if (all == nullptr || all->array() == nullptr)
    return fail_at({answer.from, 1, 1}, "is JSON, but no ruleset",
                   "expected the output of `nft -j list ruleset`");
  Ruleset(answer, node, notes).read(*all->array());
  return {};
}

void collect(Host& host, NodeState& node, Notes& notes) {
  if (!node.queues) return;
  static const Request requests[] = {{{"nft", "-j", "list", "ruleset"}, {"nft ruleset"}, true}};
  collect_first(host, requests, "classes and marks", parse, node, notes);
}

}  // namespace

extern const Collector nft_qos = {"DSCP map, ECN marks and spraying of a Linux switch", parse,
                                  collect, 1};

}  // namespace weft::collectors
