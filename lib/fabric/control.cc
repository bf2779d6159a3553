// Frames of the control connection; see control.h.

#include "fabric/control.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>
#include <cstring>

namespace weft {
namespace {

constexpr std::size_t head_size = 5;

}  // namespace

std::string encode_frame(FrameType type, std::string_view payload) {
  const auto length = static_cast<std::uint32_t>(payload.size());
  std::string out;
  out.reserve(head_size + payload.size());
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(length >> shift & 255);
  out += static_cast<char>(type);
  out += payload;
  return out;
}

Result<std::optional<Frame>> take_frame(std::string& buffer, std::size_t largest) {
  if (buffer.size() < head_size) return std::nullopt;
  std::size_t length = 0;
  for (int i = 0; i < 4; ++i)
    length = length << 8 | static_cast<unsigned char>(buffer[static_cast<std::size_t>(i)]);
  if (length > largest)
    return fail(fmt::format("a frame of {} bytes, {} allowed", length, largest));
  if (buffer.size() < head_size + length) return std::nullopt;
  Frame frame{static_cast<FrameType>(buffer[4]), buffer.substr(head_size, length)};
  buffer.erase(0, head_size + length);
  return frame;
}

std::string encode_round(const RoundReport& report, const std::vector<Sample>& samples) {
  std::string payload = to_json_text(report) + "\n";
  payload.append(reinterpret_cast<const char*>(samples.data()), samples.size() * sizeof(Sample));
  return encode_frame(FrameType::round, payload);
}

Result<std::pair<RoundReport, std::vector<Sample>>> decode_round(const Frame& frame) {
  const std::size_t end = frame.payload.find('\n');
  if (end == std::string::npos) return fail("a round frame without its head");
  const std::string_view head(frame.payload.data(), end);
  WEFT_TRY(RoundReport report, from_json_text<RoundReport>(head, "control frame"));
  const std::size_t bytes = frame.payload.size() - end - 1;
  if (bytes % sizeof(Sample) != 0) return fail("a round frame with a torn sample");
  std::vector<Sample> samples(bytes / sizeof(Sample));
  if (bytes > 0) std::memcpy(samples.data(), frame.payload.data() + end + 1, bytes);
  return std::pair{std::move(report), std::move(samples)};
}

std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  WEFT_ASSERT(::getrandom(bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
  std::string out;
  for (const unsigned char byte : bytes) out += fmt::format("{:02x}", byte);
  return out;
}

bool same_token(std::string_view a, std::string_view b) {
  unsigned char differ = a.size() != b.size();
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
    differ |= static_cast<unsigned char>(a[i] ^ b[i]);
  return differ == 0;
}

}  // namespace weft
