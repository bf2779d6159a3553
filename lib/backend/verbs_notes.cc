// See verbs_notes.h.

#include "backend/verbs_notes.h"

#include <utility>

namespace weft::verbs {

Notes::~Notes() = default;

Result<void> Notes::make(Device& device, ibv_cq* queue, std::uint64_t id) {
  id_ = id;
  places_ = std::make_unique<std::vector<Note>>(depth);
  region_.reset(
      ibv_reg_mr(device.domain(), places_->data(), depth * sizeof(Note), IBV_ACCESS_LOCAL_WRITE));
  if (!region_) return call_failed("cannot register memory with " + device.port().device, errno);
  WEFT_CHECK(pair_.make(device, {queue, depth, depth, sizeof(Note)}));
  for (std::uint32_t place = 0; place < depth; ++place)
    if (const int code = post_receive(place); code != 0)
      return call_failed("cannot post a receive", code);
  return {};
}

int Notes::post_receive(std::uint32_t place) {
  ibv_sge part{reinterpret_cast<std::uintptr_t>(&(*places_)[place]), sizeof(Note), region_->lkey};
  ibv_recv_wr request{};
  request.wr_id = id_ << 1 | 1;
  request.sg_list = &part;
  request.num_sge = 1;
  ibv_recv_wr* bad = nullptr;
  return ibv_post_recv(pair_.raw(), &request, &bad);
}

int Notes::send(const Note& note) {
  if (pair_.full()) return waiting_.push_back(note), 0;
  Note copy = note;
  ibv_sge part{reinterpret_cast<std::uintptr_t>(&copy), sizeof copy, 0};
  ibv_send_wr request{};
  request.wr_id = id_ << 1;
  request.sg_list = &part;
  request.num_sge = 1;
  request.opcode = IBV_WR_SEND;
  request.send_flags = IBV_SEND_INLINE;
  return pair_.post(request, true, nullptr, 0);
}

int Notes::confirm() {
  pair_.confirm();
  if (waiting_.empty()) return 0;
  const Note note = waiting_.front();
  waiting_.pop_front();
  return send(note);
}

Note Notes::take() {
  const std::uint32_t place = std::exchange(next_, (next_ + 1) % depth);
  const Note note = (*places_)[place];
  (void)post_receive(place);
  return note;
}

}  // namespace weft::verbs
