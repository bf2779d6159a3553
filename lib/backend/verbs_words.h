// What a completion's status and an asynchronous event mean, by name and with the next step.
// Names and numbers: enum ibv_wc_status in infiniband/verbs.h; meanings: ibv_poll_cq(3) and the
// InfiniBand specification, chapter 10.10.3.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace weft::verbs {

struct Status {
  std::string_view name;     // "IBV_WC_RETRY_EXC_ERR"
  std::string_view meaning;  // a clause
  std::string_view next;     // what to look at, "" where nothing helps more than the name
};

Status status_of(int number);

// "RDMA write from 10.1.0.1 (mlx5_0) to 10.2.0.1 failed: IBV_WC_RETRY_EXC_ERR, no answer ..."
Error completion_error(int status, unsigned vendor, std::string_view what, std::string_view from,
                       std::string_view to);

}  // namespace weft::verbs
