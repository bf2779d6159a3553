// See verbs_pair.h. The states and what each needs: ibv_modify_qp(3).

#include "backend/verbs_pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace weft::verbs {
namespace {

// Both ends know it without telling.
std::uint32_t first_packet(std::uint32_t pair) { return pair & 0xFFFFFF; }

Result<void> enter(ibv_qp* pair, ibv_qp_attr& attributes, int mask, const char* state) {
  const int code = ibv_modify_qp(pair, &attributes, mask);
  if (code == 0) return {};
  return call_failed(fmt::format("the queue pair does not get to {}", state), code);
}

}  // namespace

Pair::Pair(Pair&& other) noexcept
    : expected(std::move(other.expected)),
      pair_(std::exchange(other.pair_, nullptr)),
      sends_(other.sends_),
      inlined_(other.inlined_) {}

Pair::~Pair() {
  if (pair_ != nullptr) ibv_destroy_qp(pair_);
}

Result<void> Pair::make(const Device& device, const Shape& shape) {
  ibv_qp_init_attr wanted{};
  wanted.send_cq = wanted.recv_cq = shape.queue;
  wanted.qp_type = IBV_QPT_RC;
  wanted.cap.max_send_wr = shape.sends;
  wanted.cap.max_recv_wr = shape.receives;
  wanted.cap.max_send_sge = wanted.cap.max_recv_sge = 1;
  wanted.cap.max_inline_data = shape.inlined;
  pair_ = ibv_create_qp(device.domain(), &wanted);
  if (pair_ == nullptr) return call_failed("no queue pair on " + device.port().device, errno);
  sends_ = shape.sends;
  inlined_ = wanted.cap.max_inline_data;
  ibv_qp_attr attributes{};
  attributes.qp_state = IBV_QPS_INIT;
  attributes.port_num = device.port().port;
  attributes.qp_access_flags = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ;
  return enter(pair_, attributes,
               IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS, "INIT");
}

Result<void> Pair::connect(const Device& device, const Way& way) {
  const auto reads = static_cast<std::uint8_t>(std::clamp(device.limits().max_qp_rd_atom, 1, 16));
  ibv_qp_attr attributes{};
  attributes.qp_state = IBV_QPS_RTR;
  attributes.path_mtu = way.mtu;
  attributes.dest_qp_num = way.number;
  attributes.rq_psn = first_packet(way.number);
  attributes.max_dest_rd_atomic = reads;
  attributes.min_rnr_timer = shortest_retry;
  attributes.ah_attr.is_global = 1;
  attributes.ah_attr.dlid = way.lid;
  attributes.ah_attr.sl = way.service_level;
  attributes.ah_attr.port_num = device.port().port;
  attributes.ah_attr.grh.dgid = way.gid;
  attributes.ah_attr.grh.sgid_index = device.port().gid_index;
  attributes.ah_attr.grh.hop_limit = 64;
  attributes.ah_attr.grh.traffic_class = way.traffic_class;
  attributes.ah_attr.grh.flow_label = way.flow_label;
  WEFT_CHECK(enter(pair_, attributes,
                   IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
                       IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER,
                   "RTR"));
  attributes.qp_state = IBV_QPS_RTS;
  attributes.sq_psn = first_packet(number());
  attributes.timeout = way.timeout;
  attributes.retry_cnt = retries;
  attributes.rnr_retry = until_ready;
  attributes.max_rd_atomic = reads;
  return enter(pair_, attributes,
               IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
                   IBV_QP_MAX_QP_RD_ATOMIC,
               "RTS");
}

int Pair::post(ibv_send_wr& request, bool confirmed, LaneState* lane, std::uint64_t over) {
  if (confirmed) request.send_flags |= IBV_SEND_SIGNALED;
  ibv_send_wr* bad = nullptr;
  if (const int code = ibv_post_send(pair_, &request, &bad); code != 0) return code;
  ++in_flight_;
  ++unconfirmed_;
  if (confirmed) confirmed_.push_back({lane, over, std::exchange(unconfirmed_, 0)});
  return 0;
}

int Pair::post_notice(std::uint64_t id) {
  ibv_recv_wr request{}, *bad = nullptr;
  request.wr_id = id;
  return ibv_post_recv(pair_, &request, &bad);
}

Pair::Confirmed Pair::confirm() {
  const Confirmed out = confirmed_.front();
  confirmed_.pop_front();
  in_flight_ -= out.requests;
  return out;
}

}  // namespace weft::verbs
