// Greedy cover: blame who explains most bad pairs, take these away, go on; then say what is left.

#include "judge/suspects.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"

namespace weft {
namespace {

// One direction of all flows of an endpoint is half of them; some may be missing.
constexpr double least_share = 0.4;
// More unexplained pairs than this are no list of suspects but a fabric that is slow as a whole.
constexpr std::size_t most_pairs = 8;
constexpr std::size_t most_evidence = 8;

struct Blame {
  double share = 0;  // of the endpoint's flows that are bad
  std::vector<std::string> evidence;
};

// Bad pairs of one PairEvidence, worked off end by end.
class Pairs {
 public:
  Pairs(const Layout& layout, const PairEvidence& evidence)
      : layout_(layout), evidence_(evidence), tally_(layout.endpoints.size()) {
    for (const EndpointTally& tally : evidence.tallies)
      if (tally.endpoint < tally_.size()) tally_[tally.endpoint] = tally;
    for (std::size_t i = 0; i < evidence.bad.size(); ++i) {
      const auto [low, high] = std::minmax(evidence.bad[i].source, evidence.bad[i].target);
      if (high >= tally_.size() || low == high) continue;
      partners_[low].insert(high);
      partners_[high].insert(low);
      texts_.emplace(std::pair{low, high},
                     i < evidence.bad_text.size() ? evidence.bad_text[i] : "");
    }
  }

  // The endpoint that explains most, taken away with its pairs; nothing when none explains two.
  bool blame_next(std::map<std::uint32_t, Blame>& blamed) {
    std::uint32_t best = 0;
    std::pair<std::size_t, double> most{0, 0};
    for (const auto& [end, partners] : partners_) {
      const double share = bad_share(end);
      if (share < least_share || independent_partners(end) < 2) continue;
      if (const std::pair now{partners.size(), share}; now > most) most = now, best = end;
    }
    if (most.first == 0) return false;
    Blame& blame = blamed[best];
    blame.share = std::max(blame.share, most.second);
    blame.evidence.push_back(describe(best));
    for (const std::uint32_t partner : partners_[best]) forget(partner, best);
    partners_.erase(best);
    return true;
  }

  std::vector<Flow> left() const {
    std::vector<Flow> out;
    for (const auto& [end, partners] : partners_)
      for (const std::uint32_t partner : partners)
        if (end < partner) out.push_back({end, partner});
    return out;
  }

  bool fine_elsewhere(std::uint32_t end) const { return tally_[end].bad < tally_[end].flows; }
  const std::string& pair_text(Flow pair) const { return texts_.at({pair.source, pair.target}); }

  // Endpoints that took part and are above suspicion, at most `limit`.
  std::vector<std::string> known_good(const std::map<std::uint32_t, Blame>& blamed,
                                      std::size_t limit) const {
    std::vector<std::string> out;
    for (const std::uint32_t end : evidence_.members) {
      if (out.size() >= limit) break;
      if (end >= tally_.size() || blamed.contains(end) || partners_.contains(end)) continue;
      out.push_back(name_of(layout_, end));
    }
    return out;
  }

  // Hosts with one endpoint are called by the host's name, as people do.
  static std::string name_of(const Layout& layout, std::uint32_t end) {
    const Endpoint& at = layout.endpoints[end];
    const auto same = [&](const Endpoint& other) { return other.host == at.host; };
    const bool alone = std::count_if(layout.endpoints.begin(), layout.endpoints.end(), same) == 1;
    return alone ? at.host : at.text();
  }

 private:
  double bad_share(std::uint32_t end) const {
    const EndpointTally& tally = tally_[end];
    return tally.flows == 0 ? 0 : double(tally.bad) / double(tally.flows);
  }

  // Partners that are fine with others. On other hosts, two endpoints of one host count once: one
  // bad host is one partner.
  std::size_t independent_partners(std::uint32_t end) const {
    std::set<std::string_view> hosts;
    std::size_t beside = 0;
    for (const std::uint32_t partner : partners_.at(end)) {
      if (!fine_elsewhere(partner)) continue;
      const std::string& host = layout_.endpoints[partner].host;
      if (host == layout_.endpoints[end].host)
        ++beside;
      else
        hosts.insert(host);
    }
    return beside + hosts.size();
  }

  std::string describe(std::uint32_t end) const {
    const EndpointTally& tally = tally_[end];
    std::vector<std::string> with;
    for (const std::uint32_t partner : partners_.at(end)) {
      if (with.size() == 3) break;
      const auto [low, high] = std::minmax(end, partner);
      const std::string& text = texts_.at({low, high});
      with.push_back(name_of(layout_, partner) + (text.empty() ? "" : " (" + text + ")"));
    }
    const std::size_t more = partners_.at(end).size() - with.size();
    return fmt::format("{}: {} of its {} flows bad, with {}{}; these partners are fine with others",
                       evidence_.about, tally.bad, tally.flows, join(with, ", "),
                       more > 0 ? fmt::format(" and {} more", more) : "");
  }

  void forget(std::uint32_t end, std::uint32_t partner) {
    const auto at = partners_.find(end);
    at->second.erase(partner);
    if (at->second.empty()) partners_.erase(at);
  }

  const Layout& layout_;
  const PairEvidence& evidence_;
  std::vector<EndpointTally> tally_;
  std::map<std::uint32_t, std::set<std::uint32_t>> partners_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> texts_;
};

void add_evidence(Suspect& out, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    if (out.evidence.size() == most_evidence) return;
    out.evidence.push_back(line);
  }
}

// Blamed endpoints; where half or more of a host's endpoints (and two) are blamed, the host
// instead.
std::vector<Suspect> ends(const Layout& layout, const std::map<std::uint32_t, Blame>& blamed) {
  std::map<std::string, std::vector<std::uint32_t>> by_host;
  std::map<std::string, std::size_t> endpoints;
  for (const Endpoint& endpoint : layout.endpoints) ++endpoints[endpoint.host];
  for (const auto& [end, blame] : blamed) by_host[layout.endpoints[end].host].push_back(end);
  std::vector<Suspect> out;
  for (const auto& [host, list] : by_host) {
    const bool whole = list.size() >= 2 && list.size() * 2 >= endpoints[host];
    for (const std::uint32_t end : list) {
      const Blame& blame = blamed.at(end);
      if (!whole || out.empty() || out.back().subject != host) {
        out.push_back({whole ? host : Pairs::name_of(layout, end), {}, {}, ""});
        out.back().next_step =
            whole
                ? fmt::format("look at what the endpoints of {} share: CPU, PCIe, settings, leaf",
                              host)
                : fmt::format("look at the NIC, its PCIe slot, its cable and its switch port at {}",
                              out.back().subject);
      }
      Suspect& suspect = out.back();
      suspect.score.value = std::max(suspect.score.value, std::min(1.0, blame.share));
      add_evidence(suspect, blame.evidence);
    }
  }
  return out;
}

Suspect pair_suspect(const Layout& layout, const Pairs& pairs, const std::string& about, Flow pair,
                     const std::vector<std::string>& good) {
  const std::string a = Pairs::name_of(layout, pair.source);
  const std::string b = Pairs::name_of(layout, pair.target);
  const bool a_fine = pairs.fine_elsewhere(pair.source), b_fine = pairs.fine_elsewhere(pair.target);
  const std::string with = good.empty() ? "another partner" : join(good, " or ");
  const std::string& how = pairs.pair_text(pair);
  Suspect out{a + " - " + b, {}, {}, ""};
  const std::string head =
      fmt::format("{}: this pair is bad{}", about, how.empty() ? "" : " (" + how + ")");
  if (a_fine && b_fine) {
    out.score.value = 0.5;
    out.evidence = {head + ", both ends are fine with others: the way between them"};
    out.next_step = fmt::format("look at the links between {} and {}", a, b);
  } else if (a_fine || b_fine) {
    out.score.value = 0.4;
    out.evidence = {fmt::format("{}; {} is fine with others, {} has no good partner yet", head,
                                a_fine ? a : b, a_fine ? b : a)};
    out.next_step = fmt::format("measure {} with {}", a_fine ? b : a, with);
  } else {
    out.score.value = 0.3;
    out.evidence = {head +
                    ", and neither end has a good partner: one or both may be at fault, the "
                    "data cannot tell"};
    out.next_step = fmt::format("measure {} or {} with {}{}", a, b,
                                good.empty() ? "" : "a partner that is known to be good: ", with);
  }
  return out;
}

}  // namespace

std::vector<Suspect> suspects_of(const Layout& layout, std::span<const PairEvidence> evidence) {
  std::map<std::uint32_t, Blame> blamed;
  std::vector<Pairs> all;
  all.reserve(evidence.size());
  for (const PairEvidence& one : evidence) {
    all.emplace_back(layout, one);
    while (all.back().blame_next(blamed)) {
    }
  }
  std::vector<Suspect> out = ends(layout, blamed);
  std::set<Flow> told;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<Flow> left = all[i].left();
    // Who is blamed by another size explains this one too.
    std::erase_if(left, [&](const Flow& pair) {
      return blamed.contains(pair.source) || blamed.contains(pair.target);
    });
    if (left.size() > most_pairs) continue;
    const auto good = all[i].known_good(blamed, 3);
    for (const Flow& pair : left)
      if (told.insert(pair).second)
        out.push_back(pair_suspect(layout, all[i], evidence[i].about, pair, good));
  }
  std::stable_sort(out.begin(), out.end(), [](const Suspect& a, const Suspect& b) {
    return a.score.value > b.score.value;
  });
  return out;
}

}  // namespace weft
