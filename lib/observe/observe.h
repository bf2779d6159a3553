// Looking at machines: one collector per file, each a pure `parse` of what a machine printed and a
// tiny `collect` that asks for it. What a parser does not understand becomes a warning with its
// place, what could not be had becomes a Gap; neither ever loses the rest.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/table.h"
#include "host/host.h"
#include "model/snapshot.h"

namespace weft {

// What could not be seen or not be understood while one node was read.
struct Notes {
  std::string node;
  std::vector<Gap> gaps;
  std::vector<std::string> warnings;  // "file:line:column: what"

  void gap(std::string what, std::string why) {
    gaps.push_back({node, std::move(what), std::move(why)});
  }
  void warn(const Place& place, std::string what) {
    warnings.push_back(Error{std::move(what), place, "", {}}.text());
  }
};

void add_notes(Notes notes, Snapshot& into);

struct Collector {
  std::string_view about;
  // Pure: what a machine printed into its state. Error: nothing of it could be used.
  Result<void> (*parse)(const Answer& answer, NodeState& node, Notes& notes);
  void (*collect)(Host& host, NodeState& node, Notes& notes);
  int phase = 0;  // 1 needs what those of phase 0 found (names of interfaces)
};

namespace collectors {
std::span<const Row<Collector>> all();
}

// Asks in turn until the machine knows one of the requests, then parses that. A failure is a gap
// called `what`; a machine that knows none of them leaves nothing.
void collect_first(Host& host, std::span<const Request> requests, std::string_view what,
                   Result<void> (*parse)(const Answer&, NodeState&, Notes&), NodeState& node,
                   Notes& notes);

// All collectors, or those named, on one machine.
NodeState observe_node(Host& host, Notes& notes, std::span<const std::string_view> only = {});

// Asked once, so that a machine that does not answer is one gap and not one for each read.
bool answers(Host& host, Notes& notes);

// All collectors; LLDP that is not there at all is a gap too.
NodeState observe_machine(Host& host, Notes& notes);

// The interface of that name, made when it is new.
Interface& interface_of(NodeState& node, std::string_view name);

// Only what can be an address of a machine from elsewhere: not link-local, not empty.
bool is_management_address(std::string_view address);

}  // namespace weft
