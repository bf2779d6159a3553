// The other member of a pair: its queue pairs, the lanes to and from it, and what it has told.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "backend/verbs_notes.h"

namespace weft::verbs {

// One end of a lane. Message n goes over queue pair n % pairs.
struct LaneState {
  std::uint32_t peer = 0, tag = 0, generation = 0;
  bool source = false, ping = false;
  std::byte* data = nullptr;
  std::size_t size = 0;
  std::uint32_t slots = 1;
  ibv_mr* region = nullptr;
  std::uint32_t confirm_every = 1;

  std::optional<Offer> other;  // once the other end has told
  std::uint32_t id = 0;        // at the target: chosen by it; at the source: told
  std::uint64_t posted = 0;    // messages, by the member
  std::uint64_t started = 0;   // of them handed to the device, where this end does that
  std::uint64_t granted = 0;   // send: how many the target can take; told: how many it said
  std::uint64_t told = 0;
  std::vector<std::uint64_t> over;  // messages of each queue pair
  std::deque<std::int64_t> more;    // of each message that waits: how many follow it

  bool is_over(std::uint64_t message) const {
    return over[message % over.size()] > message / over.size();
  }
};

struct PeerState {
  Notes notes;
  std::vector<Pair> pairs;
  std::map<std::uint32_t, LaneState> sources, targets;              // by tag
  std::map<std::uint32_t, std::pair<std::uint32_t, Offer>> offers;  // by tag: generation, offer
  std::map<std::uint32_t, std::pair<std::uint32_t, std::uint64_t>> credits;  // likewise
  std::array<LaneState*, 256> by_id{};                                       // targets
  std::uint32_t next_id = 0;

  struct Waiting {
    std::uint32_t ticket;
    std::byte* data;
    std::size_t size;
  };
  std::map<std::uint32_t, std::deque<Waiting>> receives;  // of short messages, by tag
  std::map<std::uint32_t, std::deque<Note>> came;         // before their receive was posted

  std::string name;            // "10.2.0.1"
  std::optional<Error> error;  // nothing more can be expected of it
};

}  // namespace weft::verbs
