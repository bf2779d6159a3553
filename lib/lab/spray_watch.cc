// One process for all switches, with a netlink socket in each; see spray_watch.h.

#include "lab/spray_watch.h"

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "base/json.h"
#include "base/process.h"
#include "base/text.h"
#include "lab/build.h"
#include "lab/space.h"
#include "lab/spray.h"

namespace weft {
namespace {

constexpr int pause_ms = 50;  // one change is seldom alone

struct Switch {
  const LabNode* node = nullptr;
  int events = -1;
  bool is_due = true;
  SprayWays ways = {};
};

std::map<std::string, double> rates_of(const LabNode& node) {
  std::map<std::string, double> out;
  for (const LabPort& port : node.ports) {
    if (port.to_host()) continue;
    const auto classes = run_command({{"tc", "class", "show", "dev", port.name}});
    const double rate = classes ? shaped_rate(classes->out) : 0;
    if (rate > 0) out[port.name] = rate;
  }
  return out;
}

Result<void> lay_tables(const LabOptions& options, Switch& at) {
  return on_node(at.node->name, [&]() -> Result<void> {
    WEFT_TRY(const std::string routes, node_output("", {"ip", "-j", "-4", "route"}));
    WEFT_TRY(const Json json, parse_json(routes, "ip route"));
    const bool weighs = options.routing == LabRouting::weighted_spray;
    SprayWays ways =
        spray_ways(json, weighs ? rates_of(*at.node) : std::map<std::string, double>());
    // A way that went meanwhile is refused; its going is the next event.
    WEFT_CHECK(run_command({{"ip", "-force", "-batch", "-"}, {}, spray_batch(at.ways, ways)}));
    at.ways = std::move(ways);
    return {};
  });
}

Result<void> listen(Switch& at) {
  return on_node(at.node->name, [&]() -> Result<void> {
    at.events = ::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
    sockaddr_nl address{};
    address.nl_family = AF_NETLINK;
    address.nl_groups = RTMGRP_LINK | RTMGRP_IPV4_ROUTE | RTMGRP_TC;
    if (at.events < 0 || ::bind(at.events, reinterpret_cast<sockaddr*>(&address), sizeof address))
      return fail(at.node->name + ": cannot listen to routes: " + errno_text(errno));
    return {};
  });
}

// Our own tables' changes are no news.
bool is_news(const nlmsghdr& head) {
  if (head.nlmsg_type != RTM_NEWROUTE && head.nlmsg_type != RTM_DELROUTE) return true;
  return static_cast<const rtmsg*>(NLMSG_DATA(&head))->rtm_table == RT_TABLE_MAIN;
}

void hear(Switch& at) {
  alignas(nlmsghdr) std::array<char, 32768> buffer;
  for (;;) {
    const ssize_t n = ::recv(at.events, buffer.data(), buffer.size(), 0);
    if (n < 0) {
      at.is_due |= errno == ENOBUFS;  // some were lost
      if (errno == ENOBUFS) continue;
      return;
    }
    auto left = static_cast<std::size_t>(n);
    const auto* head = reinterpret_cast<const nlmsghdr*>(buffer.data());
    for (; NLMSG_OK(head, left); head = NLMSG_NEXT(head, left)) at.is_due |= is_news(*head);
  }
}

[[noreturn]] void watch(const LabOptions& options, std::vector<Switch>& switches) {
  std::vector<pollfd> polled;
  for (const Switch& one : switches) polled.push_back({one.events, POLLIN, 0});
  for (;;) {
    for (Switch& one : switches) {
      hear(one);
      if (std::exchange(one.is_due, false)) (void)lay_tables(options, one);
    }
    ::poll(polled.data(), polled.size(), -1);
    ::usleep(pause_ms * 1000);
  }
}

}  // namespace

Result<void> set_spray(const std::string& node, bool on) {
  WEFT_CHECK(node_output(node, {"nft", "-f", "-"}, on ? spray_marks() : no_spray_marks()));
  return {};
}

Result<void> lay_spray_tables(const LabLayout& layout) {
  for (const LabNode* node : layout.switches()) {
    Switch one{node};
    WEFT_CHECK(lay_tables(layout.options, one));
  }
  return {};
}

Result<ProcessId> start_spray(const LabLayout& layout) {
  std::vector<Switch> switches;
  for (const LabNode* node : layout.switches()) {
    WEFT_CHECK(run_batch("ip", node->name, spray_rules()));
    WEFT_CHECK(set_spray(node->name, true));
    switches.push_back({node});
    WEFT_CHECK(listen(switches.back()));
  }
  const pid_t pid = ::fork();
  if (pid == 0) {
    std::vector<int> sockets;
    for (const Switch& one : switches) sockets.push_back(one.events);
    stand_alone("weft-spray", sockets);
    watch(layout.options, switches);
  }
  for (const Switch& one : switches) ::close(one.events);
  if (pid < 0) return fail("start a process: " + errno_text(errno));
  return process_now(pid).value_or(ProcessId{pid, 0});
}

}  // namespace weft
