// The words between controller and workers, over one TCP connection per worker.
//
// A frame is a 32-bit big-endian length, one byte of type, and that many bytes. Payloads are JSON
// by the field lists below; a finished round carries its samples behind the JSON as they lie in
// memory (both ends are the same program on the same kind of machine: hello compares the versions).
// Before a worker has shown the run's token nothing but a hello of a few KiB is accepted from it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"
#include "model/counters.h"
#include "model/flow.h"
#include "model/sample.h"
#include "model/step.h"

namespace weft {

constexpr std::int64_t control_protocol = 1;
constexpr std::size_t largest_hello = 8 << 10;   // bytes
constexpr std::size_t largest_frame = 64 << 20;  // bytes

enum class FrameType : std::uint8_t {
  hello = 1,      // worker: who I am
  ready = 2,      // worker: the backend has started
  progress = 3,   // worker: what I am doing
  round = 4,      // member 0: a round is over, with its samples
  step_done = 5,  // worker: my part of the step is over
  problem = 6,    // worker: I cannot go on
  note = 7,       // worker: something happened to my device
  counters = 8,   // one worker a host: what its devices have counted during the step
  assign = 16,    // controller: do this
  ping = 17,      // controller: I am here
  stop = 18,      // controller: the run is over
};

struct Hello {
  std::int64_t protocol = control_protocol;
  std::string version, token;
  std::int64_t rank = -1, local_rank = -1;
  std::string host;     // what the machine calls itself
  std::string boot_id;  // tells machines of one name apart
  std::int64_t pid = 0;
  std::int64_t cores = 0;
  std::optional<std::string> device;  // interface in the fabric network, where one was asked for
  std::optional<BitRate> link_rate;
  std::optional<std::int64_t> mtu;
  std::optional<std::string> rdma;  // device of that interface
  std::string no_rdma;              // why there is none

  static constexpr auto fields() {
    return std::tuple{field("protocol", &Hello::protocol),
                      field("version", &Hello::version),
                      field("token", &Hello::token),
                      field("rank", &Hello::rank),
                      field("local_rank", &Hello::local_rank),
                      field("host", &Hello::host),
                      field("boot_id", &Hello::boot_id),
                      field("pid", &Hello::pid),
                      field("cores", &Hello::cores),
                      field("device", &Hello::device),
                      field("link_rate_bps", &Hello::link_rate),
                      field("mtu", &Hello::mtu),
                      field("rdma_device", &Hello::rdma),
                      field("no_rdma", &Hello::no_rdma)};
  }
};

struct Ready {
  std::string library;  // of the backend, with its version
  static constexpr auto fields() { return std::tuple{field("library", &Ready::library)}; }
};

struct ProgressReport {
  std::int64_t sequence = 0;  // of the assignment
  std::uint64_t unit = 0;     // round counted over all sizes
  std::string phase;
  std::uint64_t bytes = 0;
  std::int64_t waiting_for = -1;  // member of the step

  static constexpr auto fields() {
    return std::tuple{field("sequence", &ProgressReport::sequence),
                      field("unit", &ProgressReport::unit), field("phase", &ProgressReport::phase),
                      field("bytes", &ProgressReport::bytes),
                      field("waiting_for", &ProgressReport::waiting_for)};
  }
};

struct RoundReport {
  std::int64_t sequence = 0;
  std::uint64_t unit = 0;
  Nanos wall{0}, measuring{0};
  static constexpr auto fields() {
    return std::tuple{field("sequence", &RoundReport::sequence), field("unit", &RoundReport::unit),
                      field("wall_ns", &RoundReport::wall),
                      field("measuring_ns", &RoundReport::measuring)};
  }
};

struct Problem {
  std::int64_t sequence = 0;
  std::uint64_t unit = 0;
  std::int64_t waiting_for = -1;  // member that did not answer, -1 not known
  std::string what;
  static constexpr auto fields() {
    return std::tuple{field("sequence", &Problem::sequence), field("unit", &Problem::unit),
                      field("waiting_for", &Problem::waiting_for), field("what", &Problem::what)};
  }
};

struct DeviceNote {
  std::string what;
  static constexpr auto fields() { return std::tuple{field("what", &DeviceNote::what)}; }
};

struct CounterReport {
  std::int64_t sequence = 0;
  std::vector<CounterChange> changes;
  static constexpr auto fields() {
    return std::tuple{field("sequence", &CounterReport::sequence),
                      field("changes", &CounterReport::changes)};
  }
};

// What the members of a step do. Members keep their numbers when others are lost: `ranks` has one
// entry a member, -1 for those that are set aside, and their flows are left out.
struct Assignment {
  std::int64_t sequence = 0;
  Step step;
  std::vector<std::uint32_t> endpoints;  // one a member
  std::vector<std::int64_t> ranks;       // one a member: rank in this job
  std::uint64_t first_unit = 0;
  std::vector<std::int64_t> left_out;  // flows not to run: source * members + target
  std::vector<std::int64_t> alone;     // not empty: only these flows, one after the other
  std::uint32_t alone_size_index = 0;
  std::vector<std::uint32_t> counting;  // ranks that read their host's counters

  static constexpr auto fields() {
    return std::tuple{field("sequence", &Assignment::sequence),
                      field("step", &Assignment::step),
                      field("endpoints", &Assignment::endpoints),
                      field("ranks", &Assignment::ranks),
                      field("first_unit", &Assignment::first_unit),
                      field("left_out", &Assignment::left_out),
                      field("alone", &Assignment::alone),
                      field("alone_size_index", &Assignment::alone_size_index),
                      field("counting", &Assignment::counting)};
  }
};

struct Frame {
  FrameType type{};
  std::string payload;
};

std::string encode_frame(FrameType type, std::string_view payload);

// Takes one whole frame from the front of `buffer`. Nothing when more bytes are needed; an error
// when the length is over `largest`.
Result<std::optional<Frame>> take_frame(std::string& buffer, std::size_t largest);

template <class T>
std::string encode(FrameType type, const T& message) {
  return encode_frame(type, to_json_text(message));
}
template <class T>
Result<T> decode(const Frame& frame) {
  return from_json_text<T>(frame.payload, "control frame");
}

std::string encode_round(const RoundReport& report, const std::vector<Sample>& samples);
Result<std::pair<RoundReport, std::vector<Sample>>> decode_round(const Frame& frame);

// 128 random bits from the kernel, hexadecimal.
std::string random_token();
bool same_token(std::string_view a, std::string_view b);  // in constant time

}  // namespace weft
