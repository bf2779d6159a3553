// See ceiling.h.

#include "judge/ceiling.h"

#include <fmt/format.h>

namespace weft {
namespace {

constexpr std::int64_t ethernet = 8 + 14 + 4 + 12;
constexpr std::int64_t roce = 20 + 8 + 12 + 4;
constexpr std::int64_t tcp = 20 + 20 + 12;
constexpr std::int64_t udp = 20 + 8 + 64;
constexpr std::int64_t kept_for_roce = 40 + 8 + 12 + 4 + 28 + 4;

std::int64_t path_mtu(std::int64_t mtu) {
  for (std::int64_t fits = 4096; fits >= 256; fits /= 2)
    if (mtu - kept_for_roce >= fits) return fits;
  return 0;
}

}  // namespace

std::optional<Ceiling> payload_ceiling(std::string_view transport, BitRate link, std::int64_t mtu) {
  Ceiling out;
  if (transport == "verbs") {
    out.payload = path_mtu(mtu);
    out.wire = out.payload + roce + ethernet;
  } else if (transport == "mpi" || transport == "udp") {
    out.payload = mtu - (transport == "mpi" ? tcp : udp);
    out.wire = mtu + ethernet;
  }
  if (out.payload <= 0 || link.bps <= 0) return std::nullopt;
  out.rate = link * Ratio{static_cast<double>(out.payload) / static_cast<double>(out.wire)};
  return out;
}

std::string ceiling_text(std::string_view transport, BitRate link, std::int64_t mtu) {
  const auto ceiling = payload_ceiling(transport, link, mtu);
  if (!ceiling) return "";
  const std::string share =
      fmt::format("{} of {} bytes on the wire are payload", ceiling->payload, ceiling->wire);
  if (transport == "verbs")
    return fmt::format("RoCE v2 on a link of {}, path MTU {}: {}", text(link), ceiling->payload,
                       share);
  return fmt::format("{} on a link of {}, MTU {}: {}",
                     transport == "udp" ? "UDP" : "TCP with timestamps", text(link), mtu, share);
}

std::string latency_text(std::string_view transport, bool reads) {
  if (transport != "verbs") return "";
  if (reads)
    return "a small read between idle hosts should take at most 4.5 us, there and back (NVIDIA's "
           "ngc_multinode_perf)";
  return "half the round trip of a small message between idle hosts should take about 2.1 us on "
         "one leaf and 3.1 us across a spine (1.6 us of NICs, 0.5 us a switch); NVIDIA's "
         "ngc_multinode_perf asks for 2.5 us";
}

}  // namespace weft
