// Short messages between two members over a queue pair of their own: what the ends of a flow tell
// each other, where a lane's memory is, and how many messages may come.
#pragma once

#include <cstring>
#include <deque>
#include <memory>
#include <vector>

#include "backend/verbs_pair.h"

namespace weft::verbs {

struct Note {
  enum class Kind : std::uint32_t { message, offer, credit } kind = Kind::message;
  std::uint32_t tag = 0;
  std::uint32_t size = 0;        // of a message's payload
  std::uint32_t generation = 0;  // of the lane that it is about
  std::byte payload[48] = {};

  template <class T>
  static Note of(Kind kind, std::uint32_t tag, std::uint32_t generation, const T& content) {
    static_assert(sizeof content <= sizeof payload);
    Note note{kind, tag, sizeof content, generation, {}};
    std::memcpy(note.payload, &content, sizeof content);
    return note;
  }
  template <class T>
  T as() const {
    T content;
    std::memcpy(&content, payload, sizeof content);
    return content;
  }
};

// Where one end of a lane lies, for the other one to write to or read from.
struct Offer {
  std::uint64_t address = 0;
  std::uint32_t key = 0, id = 0, slots = 0;
};

class Notes {
 public:
  Notes() = default;
  Notes(Notes&&) noexcept = default;
  ~Notes();
  Result<void> make(Device& device, ibv_cq* queue, std::uint64_t id);
  Pair& pair() { return pair_; }

  int send(const Note& note);  // errno of the device
  int confirm();               // one of ours is over: sends what had to wait
  Note take();                 // the one that came; its place is free again

  static constexpr std::uint32_t depth = 64;  // each way

 private:
  int post_receive(std::uint32_t place);

  struct Free {
    void operator()(ibv_mr* region) const { ibv_dereg_mr(region); }
  };
  std::uint64_t id_ = 0;  // of its requests
  std::unique_ptr<std::vector<Note>> places_;
  std::unique_ptr<ibv_mr, Free> region_;
  Pair pair_;
  std::uint32_t next_ = 0;
  std::deque<Note> waiting_;
};

}  // namespace weft::verbs
