// See verbs_words.h.

#include "backend/verbs_words.h"

#include <fmt/format.h>

#include <array>

namespace weft::verbs {
namespace {

constexpr std::string_view both_ends =
    "the two ends disagree about the memory or the message; this is a mistake of weft's, report it";
constexpr std::string_view the_way =
    "see the link and the routes between both, and that PFC or the loss on the way does not "
    "swallow everything; `ping` from that interface shows whether anything gets through";

constexpr std::array<Status, 24> statuses{{
    {"IBV_WC_SUCCESS", "it worked", ""},
    {"IBV_WC_LOC_LEN_ERR", "the message is longer than its buffer", both_ends},
    {"IBV_WC_LOC_QP_OP_ERR", "the queue pair is not in order", both_ends},
    {"IBV_WC_LOC_EEC_OP_ERR", "the end-to-end context is not in order", ""},
    {"IBV_WC_LOC_PROT_ERR", "the local memory is not registered for this", both_ends},
    {"IBV_WC_WR_FLUSH_ERR", "it was given up after an earlier error of the queue pair", ""},
    {"IBV_WC_MW_BIND_ERR", "a memory window could not be bound", ""},
    {"IBV_WC_BAD_RESP_ERR", "the other end answered what no answer is", ""},
    {"IBV_WC_LOC_ACCESS_ERR", "the local memory may not be written", both_ends},
    {"IBV_WC_REM_INV_REQ_ERR", "the other end did not understand the request", both_ends},
    {"IBV_WC_REM_ACCESS_ERR", "the other end does not allow this memory to be reached", both_ends},
    {"IBV_WC_REM_OP_ERR", "the other end could not carry it out", "see the other host's dmesg"},
    {"IBV_WC_RETRY_EXC_ERR", "no answer after all retries", the_way},
    {"IBV_WC_RNR_RETRY_EXC_ERR", "the other end had no receive ready in time",
     "its host is too busy to post receives, or hangs"},
    {"IBV_WC_LOC_RDD_VIOL_ERR", "the reliable datagram domains differ", ""},
    {"IBV_WC_REM_INV_RD_REQ_ERR", "the other end refused a datagram request", ""},
    {"IBV_WC_REM_ABORT_ERR", "the other end gave the operation up", ""},
    {"IBV_WC_INV_EECN_ERR", "there is no such end-to-end context", ""},
    {"IBV_WC_INV_EEC_STATE_ERR", "the end-to-end context is in a wrong state", ""},
    {"IBV_WC_FATAL_ERR", "the device has failed", "see dmesg on this host"},
    {"IBV_WC_RESP_TIMEOUT_ERR", "no answer in time", the_way},
    {"IBV_WC_GENERAL_ERR", "the device says no more than that", "see dmesg on this host"},
    {"IBV_WC_TM_ERR", "tag matching failed", ""},
    {"IBV_WC_TM_RNDV_INCOMPLETE", "tag matching could not end a rendezvous", ""},
}};

}  // namespace

Status status_of(int number) {
  if (number < 0 || static_cast<std::size_t>(number) >= statuses.size())
    return {"an unknown status", "this library does not know it", ""};
  return statuses[static_cast<std::size_t>(number)];
}

Error completion_error(int status, unsigned vendor, std::string_view what, std::string_view from,
                       std::string_view to) {
  const Status said = status_of(status);
  std::string text =
      fmt::format("RDMA {} from {} to {} failed: {}, {}", what, from, to, said.name, said.meaning);
  if (vendor != 0) text += fmt::format(" (the vendor's code {:#x})", vendor);
  return {std::move(text), {}, std::string(said.next), {}};
}

}  // namespace weft::verbs
