// See ethtool_statistics.h. The calls: number of strings (ETHTOOL_GSSET_INFO), their texts
// (ETHTOOL_GSTRINGS), their values (ETHTOOL_GSTATS); each in a buffer with room behind its struct.

#include "host/ethtool_statistics.h"

#include <fmt/format.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <vector>

namespace weft {
namespace {

class Asker {
 public:
  explicit Asker(const std::string& interface) : fd_(::socket(AF_INET, SOCK_DGRAM, 0)) {
    interface.copy(request_.ifr_name, IFNAMSIZ - 1);
  }
  ~Asker() {
    if (fd_ >= 0) ::close(fd_);
  }
  Asker(const Asker&) = delete;

  // `Head` with `room` bytes behind it, filled by the kernel; empty where it does not answer.
  template <class Head>
  std::vector<std::byte> ask(const Head& head, std::size_t room) {
    std::vector<std::byte> bytes(sizeof head + room);
    std::memcpy(bytes.data(), &head, sizeof head);
    request_.ifr_data = reinterpret_cast<char*>(bytes.data());
    if (fd_ < 0 || ::ioctl(fd_, SIOCETHTOOL, &request_) != 0) bytes.clear();
    return bytes;
  }

 private:
  int fd_;
  ifreq request_{};
};

}  // namespace

std::optional<std::string> ethtool_statistics(const std::string& interface) {
  if (interface.size() >= IFNAMSIZ) return std::nullopt;
  Asker asker(interface);
  ethtool_sset_info info{};
  info.cmd = ETHTOOL_GSSET_INFO;
  info.sset_mask = 1u << ETH_SS_STATS;
  const auto sizes = asker.ask(info, sizeof(std::uint32_t));
  if (sizes.empty()) return std::nullopt;
  ethtool_sset_info answered;
  std::uint32_t count = 0;
  std::memcpy(&answered, sizes.data(), sizeof answered);
  std::memcpy(&count, sizes.data() + sizeof answered, sizeof count);
  if (answered.sset_mask == 0 || count == 0 || count > 100'000) return std::nullopt;
  ethtool_gstrings names{};
  names.cmd = ETHTOOL_GSTRINGS;
  names.string_set = ETH_SS_STATS;
  names.len = count;
  const auto texts = asker.ask(names, std::size_t{count} * ETH_GSTRING_LEN);
  ethtool_stats statistics{};
  statistics.cmd = ETHTOOL_GSTATS;
  statistics.n_stats = count;
  const auto values = asker.ask(statistics, std::size_t{count} * sizeof(std::uint64_t));
  if (texts.empty() || values.empty()) return std::nullopt;
  std::string out = "NIC statistics:\n";
  for (std::size_t i = 0; i < count; ++i) {
    char name[ETH_GSTRING_LEN + 1] = "";
    std::uint64_t value = 0;
    std::memcpy(name, texts.data() + sizeof names + i * ETH_GSTRING_LEN, ETH_GSTRING_LEN);
    std::memcpy(&value, values.data() + sizeof statistics + i * sizeof value, sizeof value);
    out += fmt::format("     {}: {}\n", name, value);
  }
  return out;
}

}  // namespace weft
