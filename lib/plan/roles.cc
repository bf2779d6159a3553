// Guesses with their reasons; see roles.h.

#include "plan/roles.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "base/text.h"
#include "plan/builder.h"

namespace weft {
namespace {

// "su1-leaf03.dc7.example" into su, 1, leaf, 03: of the host part only.
std::vector<std::string> name_words(std::string_view name) {
  std::vector<std::string> out;
  int before = 0;  // 1 letters, 2 digits
  for (const char c : lower(name.substr(0, name.find('.')))) {
    const int kind = c >= 'a' && c <= 'z' ? 1 : c >= '0' && c <= '9' ? 2 : 0;
    if (kind != 0 && kind != before) out.emplace_back();
    if (kind != 0) out.back() += c;
    before = kind;
  }
  return out;
}

struct RoleWord {
  std::string_view word;
  Role role;
};
constexpr RoleWord role_words[] = {{"oob", Role::other},         {"mgmt", Role::other},
                                   {"bmc", Role::other},         {"superspine", Role::superspine},
                                   {"ssp", Role::superspine},    {"core", Role::superspine},
                                   {"spine", Role::spine},       {"spn", Role::spine},
                                   {"leaf", Role::leaf},         {"tor", Role::leaf},
                                   {"hgx", Role::host},          {"dgx", Role::host},
                                   {"gpu", Role::host},          {"host", Role::host},
                                   {"node", Role::host},         {"server", Role::host},
                                   {"srv", Role::host},          {"compute", Role::host},
                                   {"worker", Role::host},       {"stor", Role::host},
                                   {"storage", Role::host},      {"patch", Role::patch_panel},
                                   {"panel", Role::patch_panel}, {"odf", Role::patch_panel}};

bool host_port(std::string_view name) {
  for (const std::string_view prefix :
       {"enp", "ens", "eno", "eth", "ib", "mlx", "rail", "roce", "net_"})
    if (name.starts_with(prefix)) return name != "eth0";  // eth0 of a switch is its management
  return false;
}

class Guesser {
 public:
  explicit Guesser(PlanRead& read) : read_(read), nodes_(read.plan.nodes) {
    for (std::size_t i = 0; i < nodes_.size(); ++i) index_[nodes_[i].name] = i;
    ports_.resize(nodes_.size());
    for (const Link& link : read.plan.links) {
      if (!link.far_end_known()) continue;
      edges_.push_back({index_[link.a.node], index_[link.b.node]});
      count(index_[link.a.node], link.a.name);
      count(index_[link.b.node], link.b.name);
    }
  }

  void run() {
    for (Node& node : nodes_) {
      if (node.role == Role::unknown) give(node, role_of_name(node.name), from_names_);
      words_of_name(node);
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (nodes_[i].role == Role::unknown && ports_[i].host > 0 && ports_[i].swp == 0)
        give(nodes_[i], Role::host, from_links_);
    // A switch beside hosts is a leaf, one beside several leaves and nothing else a spine. Beside
    // spines only it may be a superspine or a leaf without hosts: not told.
    beside_hosts();
    between_leaves();
    say();
  }

 private:
  struct Ports {
    std::size_t host = 0, swp = 0;
  };

  void count(std::size_t node, std::string_view port) {
    if (switch_port(port))
      ++ports_[node].swp;
    else if (host_port(port))
      ++ports_[node].host;
  }

  void give(Node& node, Role role, std::size_t& counter) {
    if (role == Role::unknown) return;
    node.role = role;
    node.role_guessed = true;
    ++counter;
  }

  void beside_hosts() {
    for (const auto& [a, b] : edges_)
      for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}})
        if (nodes_[x].role == Role::host && nodes_[y].role == Role::unknown && ports_[y].swp > 0)
          give(nodes_[y], Role::leaf, from_links_);
  }

  void between_leaves() {
    std::vector<std::set<std::size_t>> leaves(nodes_.size());
    std::vector<bool> others(nodes_.size());
    for (const auto& [a, b] : edges_)
      for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}})
        if (nodes_[x].role == Role::leaf)
          leaves[y].insert(x);
        else
          others[y] = true;
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (nodes_[i].role == Role::unknown && leaves[i].size() > 1 && !others[i] &&
          ports_[i].swp > 0)
        give(nodes_[i], Role::spine, from_links_);
  }

  // Only what is said in words: r3 may be a rail, a rack or a row.
  void words_of_name(Node& node) {
    const std::vector<std::string> words = name_words(node.name);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      const auto number = parse_uint(words[i + 1]);
      if (!number || *number > 100'000) continue;
      if (words[i] == "rail" && !node.rail && node.role == Role::leaf)
        node.rail = static_cast<std::int64_t>(*number);
      if (words[i] == "pod" && !node.pod) node.pod = std::to_string(*number);
    }
  }

  void say() {
    if (from_names_ + from_links_ == 0) return;
    std::string what = "roles guessed:";
    if (from_names_ > 0) what += fmt::format(" {} from names", from_names_);
    if (from_names_ > 0 && from_links_ > 0) what += ",";
    if (from_links_ > 0) what += fmt::format(" {} from ports and links", from_links_);
    read_.notes.push_back({what, {read_.plan.source, 0, 0}, "", {}});
  }

  PlanRead& read_;
  std::vector<Node>& nodes_;
  std::unordered_map<std::string, std::size_t> index_;
  std::vector<std::pair<std::size_t, std::size_t>> edges_;
  std::vector<Ports> ports_;
  std::size_t from_names_ = 0, from_links_ = 0;
};

}  // namespace

Role role_of_name(std::string_view name) {
  const std::vector<std::string> words = name_words(name);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "super" && i + 1 < words.size() && words[i + 1] == "spine")
      return Role::superspine;
    for (const auto& [word, role] : role_words)
      if (words[i] == word) return role;
  }
  return Role::unknown;
}

void guess_roles(PlanRead& read) { Guesser(read).run(); }

}  // namespace weft
