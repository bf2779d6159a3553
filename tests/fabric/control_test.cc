#include "fabric/control.h"

#include <unistd.h>

#include "fabric/channel.h"
#include "support/catch.h"

using namespace weft;

TEST_CASE("frames come whole, one after the other, however they are cut") {
  const std::string bytes = encode_frame(FrameType::ping, "") + encode_frame(FrameType::stop, "x");
  std::string buffer;
  std::vector<Frame> frames;
  for (const char byte : bytes) {
    buffer += byte;
    auto frame = take_frame(buffer, 100);
    REQUIRE(frame);
    if (*frame) frames.push_back(**frame);
  }
  REQUIRE(frames.size() == 2);
  CHECK((frames[0].type == FrameType::ping && frames[0].payload.empty()));
  CHECK((frames[1].type == FrameType::stop && frames[1].payload == "x"));
}

TEST_CASE("an oversized frame is refused before it is read") {
  std::string buffer = encode_frame(FrameType::hello, std::string(200, 'x')).substr(0, 5);
  CHECK(take_frame(buffer, 100).error().what == "a frame of 200 bytes, 100 allowed");
}

TEST_CASE("a round carries its samples, a torn one is refused") {
  Sample sample;
  sample.source = 3;
  sample.median = 1.5e9;
  std::string bytes = encode_round({7, 12, Nanos(5), Nanos(4)}, {sample, sample});
  auto frame = take_frame(bytes, largest_frame);
  REQUIRE((frame && *frame));
  const auto round = decode_round(**frame);
  REQUIRE(round);
  CHECK(round->first.unit == 12);
  CHECK(round->second == std::vector<Sample>{sample, sample});
  Frame torn = **frame;
  torn.payload.pop_back();
  CHECK_FALSE(decode_round(torn));
  CHECK_FALSE(decode_round({FrameType::round, "no line end"}));
}

TEST_CASE("a malformed message is an error, not a default") {
  CHECK_FALSE(decode<Hello>({FrameType::hello, "{}"}));
  CHECK_FALSE(decode<Assignment>({FrameType::assign, "garbage"}));
}

TEST_CASE("tokens are random and compared whole") {
  CHECK(random_token().size() == 32);
  CHECK(random_token() != random_token());
  CHECK(same_token("abc", "abc"));
  CHECK_FALSE(same_token("abc", "abd"));
  CHECK_FALSE(same_token("abc", "ab"));
  CHECK_FALSE(same_token("", "a"));
}

TEST_CASE("addresses of sockets") {
  CHECK(parse_socket_address("192.0.2.1:7000")->host == "192.0.2.1");
  CHECK(parse_socket_address("[2001:db8::1]:7000")->host == "2001:db8::1");
  CHECK(SocketAddress{"2001:db8::1", 7}.text() == "[2001:db8::1]:7");
  CHECK_FALSE(parse_socket_address("192.0.2.1"));
  CHECK_FALSE(parse_socket_address("192.0.2.1:0"));
  CHECK_FALSE(parse_socket_address("192.0.2.1:70000"));
}

TEST_CASE("a channel delivers both ways and closes on garbage") {
  auto listener = Listener::open("127.0.0.1");
  REQUIRE(listener);
  auto near = Channel::connect({"127.0.0.1", listener->port()}, std::chrono::seconds(5));
  REQUIRE(near);
  Channel far(listener->accept());
  REQUIRE(far.open());
  near->send(encode_frame(FrameType::ping, "a"));
  std::vector<Frame> frames;
  for (int i = 0; i < 200 && frames.empty(); ++i) {
    ::usleep(5000);
    frames = far.receive(100);
  }
  REQUIRE(frames.size() == 1);
  near->send("\xff\xff\xff\xff garbage");
  for (int i = 0; i < 200 && far.open(); ++i) {
    ::usleep(5000);
    far.receive(100);
  }
  CHECK_FALSE(far.open());
}
