// One word for what drivers call by different names. The unit is part of the word (_bytes, _us,
// else events); a number that is not in it is multiplied.
//
// Sources: Documentation/ABI/stable/sysfs-class-infiniband (counters/: data in words of 4 bytes);
// NVIDIA's "Understanding mlx5 Linux Counters" and networking/device_drivers .../mellanox/
// counters.rst; drivers/infiniband: hw/bnxt_re/hw_counters.c, hw/irdma/verbs.c,
// sw/rxe/rxe_hw_counters.c; ethtool -S of mlx5, bnxt_en and of switch ports under Cumulus Linux
// (HwIf...).
#pragma once

#include <string>
#include <string_view>

namespace weft {

struct CounterName {
  std::string name;  // "": Weft has no word for it
  std::int64_t unit = 1;
};

// `source`: as in Counter.
CounterName counter_name(std::string_view source, std::string_view raw);

// No count of events at all: an age, a setting.
bool is_no_counter(std::string_view raw);

}  // namespace weft
