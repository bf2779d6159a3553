// See spray.h.

#include "lab/spray.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace weft {
namespace {

constexpr std::size_t first_table = 201, first_preference = 1001;

struct Way {
  std::string text, port;
  double weight = 1, credit = 0;
};

std::string text_of(const Json* json) {
  return json != nullptr && json->text() != nullptr ? *json->text() : "";
}

bool is_dead(const Json& hop) {
  const Json* flags = hop.find("flags");
  return flags != nullptr && flags->array() != nullptr &&
         std::ranges::any_of(*flags->array(), [](const Json& flag) {
           return text_of(&flag) == "dead" || text_of(&flag) == "linkdown";
         });
}

std::vector<Way> ways_of(const Json& route, const std::map<std::string, double>& weights) {
  std::vector<Way> out;
  const Json* hops = route.find("nexthops");
  if (hops == nullptr || hops->array() == nullptr) return out;
  for (const Json& hop : *hops->array()) {
    if (is_dead(hop)) continue;
    const std::string port = text_of(hop.find("dev")), gateway = text_of(hop.find("gateway"));
    const Json* via = hop.find("via");
    const std::string other = via != nullptr ? text_of(via->find("host")) : "";
    if (port.empty() || (gateway.empty() && other.empty())) continue;
    const std::string address = gateway.empty() ? "inet6 " + other : gateway;
    const auto weight = weights.find(port);
    out.push_back({fmt::format("via {} dev {} onlink", address, port), port,
                   weight == weights.end() ? 1 : weight->second});
  }
  return out;
}

// Weights become whole shares, those that lose most by rounding down first: what carries next to
// nothing gets nothing.
void share_out(std::vector<Way>& ways) {
  double all = 0;
  for (const Way& way : ways) all += way.weight;
  std::size_t left = spray_shares;
  for (Way& way : ways) {
    const double exact = spray_shares * way.weight / all;
    way.weight = std::floor(exact);
    way.credit = exact - way.weight;
    left -= static_cast<std::size_t>(way.weight);
  }
  for (; left > 0; --left) {
    Way& most = *std::ranges::max_element(ways, {}, &Way::credit);
    most.weight += 1;
    most.credit = -1;
  }
  for (Way& way : ways) way.credit = 0;
}

// Smooth weighted round robin: no way twice in a row if it can be helped.
const Way& next_way(std::vector<Way>& ways) {
  double all = 0;
  for (Way& way : ways) {
    way.credit += way.weight;
    all += way.weight;
  }
  Way& best = *std::ranges::max_element(ways, {}, &Way::credit);
  best.credit -= all;
  return best;
}

}  // namespace

std::string spray_marks() {
  return fmt::format(
      "table ip weft_spray {{\n chain packets {{\n"
      "  type filter hook prerouting priority mangle;\n"
      "  ip protocol {{ tcp, udp }} meta mark set numgen inc mod {} offset 1\n }}\n}}\n",
      spray_shares);
}

std::string no_spray_marks() { return "delete table ip weft_spray\n"; }

std::string spray_rules() {
  std::string out;
  for (std::size_t n = 0; n < spray_shares; ++n)
    out += fmt::format("rule add pref {} fwmark {} lookup {}\n", first_preference + n, n + 1,
                       first_table + n);
  return out;
}

SprayWays spray_ways(const Json& routes, const std::map<std::string, double>& weights) {
  SprayWays out;
  if (routes.array() == nullptr) return out;
  for (const Json& route : *routes.array()) {
    std::vector<Way> ways = ways_of(route, weights);
    if (ways.size() < 2) continue;  // the ordinary route says it all
    share_out(ways);
    for (std::size_t n = 0; n < spray_shares; ++n)
      out[fmt::format("{} table {}", text_of(route.find("dst")), first_table + n)] =
          next_way(ways).text;
  }
  return out;
}

std::string spray_batch(const SprayWays& before, const SprayWays& now) {
  std::string out;
  for (const auto& [where, way] : now) out += fmt::format("route replace {} {}\n", where, way);
  for (const auto& [where, way] : before)
    if (!now.contains(where)) out += fmt::format("route del {}\n", where);
  return out;
}

double shaped_rate(std::string_view classes) {
  for (const std::string_view line : lines(classes)) {
    if (!line.starts_with("class htb 1:1 ")) continue;
    const auto at = line.find(" rate ");
    if (at == line.npos) return 0;
    std::string_view word = line.substr(at + 6);
    word = word.substr(0, word.find(' '));
    const auto digits = word.find_first_not_of("0123456789.");
    const std::string_view unit = digits == word.npos ? "" : word.substr(digits);
    const double scale = unit == "Gbit" ? 1e9 : unit == "Mbit" ? 1e6 : unit == "Kbit" ? 1e3 : 1;
    return parse_double(word.substr(0, digits)).value_or(0) * scale;
  }
  return 0;
}

}  // namespace weft
