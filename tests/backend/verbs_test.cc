// The verbs transport's numbers and words; its messages are tested on a device (tests/rdma).

#include <set>

#include "backend/verbs_choice.h"
#include "backend/verbs_words.h"
#include "support/catch.h"

namespace weft::verbs {
namespace {

TEST_CASE("verbs: a DSCP becomes a traffic class that congestion can be marked on") {
  CHECK(traffic_class(26) == 106);  // the usual 104 with ECT(0)
  CHECK(traffic_class(0) == 2);
}

TEST_CASE("verbs: all tries together stay within the patience, and none is shorter than 67 ms") {
  const auto all_tries = [](int code) { return (1 + retries) * 4096e-9 * (1 << code); };
  for (const int seconds : {2, 4, 8, 16}) {
    const int code = ack_timeout(std::chrono::seconds(seconds));
    CHECK(all_tries(code) <= seconds);
    CHECK(all_tries(code + 1) > seconds);
  }
  CHECK(ack_timeout(std::chrono::milliseconds(1)) == 14);
  CHECK(ack_timeout(std::chrono::hours(1)) == 21);
}

TEST_CASE("verbs: flow labels spread the UDP source ports, and repeat with the seed") {
  std::set<std::uint16_t> ports;
  for (std::uint32_t turn = 0; turn < 64; ++turn) {
    const std::uint32_t label = flow_label(7, 1, 2, turn);
    CHECK(label == flow_label(7, 1, 2, turn));
    CHECK((label > 0 && label <= 0xFFFFF));
    ports.insert(udp_source_port(label));
  }
  CHECK(ports.size() >= 62);
  CHECK(*ports.begin() >= 0xC000);
  CHECK(flow_label(7, 1, 2, 0) != flow_label(8, 1, 2, 0));
  CHECK(flow_label(7, 1, 2, 0) != flow_label(7, 2, 1, 0));
  CHECK(udp_source_port(0xFC001) == 0xC03E);  // ibv_flow_label_to_udp_sport of rdma-core
}

TEST_CASE("verbs: a message's number is whole again from its lowest 24 bits") {
  CHECK(whole_number(5, 5) == 5);
  CHECK(whole_number(5, 9) == 9);
  CHECK(whole_number(0xFFFFFE, 0x000001) == 0x1000001);
  CHECK(whole_number(0x5000000, 0x000010) == 0x5000010);
}

TEST_CASE("verbs: a quarter of what is in flight is confirmed") {
  CHECK(confirm_every(64, 1) == 16);
  CHECK(confirm_every(64, 4) == 4);
  CHECK(confirm_every(2, 4) == 1);
  CHECK(confirm_every(1024, 1) == 16);
}

TEST_CASE("verbs: an error is named, with both ends and what to look at") {
  const Error error = completion_error(12, 0x81, "write", "10.1.0.1 (mlx5_0)", "10.2.0.1");
  CHECK(error.what ==
        "RDMA write from 10.1.0.1 (mlx5_0) to 10.2.0.1 failed: IBV_WC_RETRY_EXC_ERR, no answer "
        "after all retries (the vendor's code 0x81)");
  CHECK(error.hint.find("link") != std::string::npos);
  CHECK(status_of(5).name == "IBV_WC_WR_FLUSH_ERR");
  CHECK(status_of(13).name == "IBV_WC_RNR_RETRY_EXC_ERR");
  CHECK(status_of(23).name == "IBV_WC_TM_RNDV_INCOMPLETE");
  CHECK(status_of(24).name == "an unknown status");
  CHECK(status_of(-1).name == "an unknown status");
}

}  // namespace
}  // namespace weft::verbs
