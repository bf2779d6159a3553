// What a link can carry as payload: the line rate less what every packet costs on the wire.
//
// Ethernet, per packet: preamble 8, header 14, FCS 4, inter-packet gap 12 = 38 bytes (IEEE 802.3).
// verbs (RoCE v2 over IPv4, RC, middle packets): IP 20, UDP 8, BTH 12, ICRC 4 more = 82 bytes
// around
//   one path MTU of payload. The path MTU is the largest of 256 ... 4096 that fits after the 96
//   bytes which Linux keeps for headers (iboe_get_mtu in include/rdma/ib_addr.h): Ethernet 1500
//   gives 1024, 4200 and 9000 give 4096.
// mpi (TCP over IPv4): IP 20, TCP 20, timestamps 12 of the Ethernet MTU are no payload.
// udp (IPv4): IP 20, UDP 8, our own header 64 (backend/udp_packet.h).
// A VLAN tag (4), IPv6 (+20) or VXLAN (+50) would lower these by up to 1.5 %: left to the
// tolerance.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/units.h"

namespace weft {

struct Ceiling {
  BitRate rate;              // of payload
  std::int64_t payload = 0;  // bytes of it in one packet
  std::int64_t wire = 0;     // bytes on the wire for one packet
};

// Nothing where the transport is not known, or the MTU cannot hold a packet.
std::optional<Ceiling> payload_ceiling(std::string_view transport, BitRate link, std::int64_t mtu);

// "RoCE v2 on a link of 400 Gb/s, path MTU 4096: 4096 of 4178 bytes on the wire are payload".
std::string ceiling_text(std::string_view transport, BitRate link, std::int64_t mtu);

// What a small message over RDMA should take, said beside what it took; "" for other transports.
// From 1.6 us between two NICs without a switch, and 0.5 us for each switch (a leaf: 1, across a
// spine: 3); limits of NVIDIA's ngc_multinode_perf: 2.5 us for a write or send, 4.5 us for a read.
std::string latency_text(std::string_view transport, bool reads);

}  // namespace weft
