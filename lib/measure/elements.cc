// See elements.h.

#include "measure/elements.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace weft {
namespace {

// Calls `use` with a value of the C++ type.
template <class Use>
auto with_type(DataType type, Use use) {
  switch (type) {
    case DataType::int8:
      return use(std::int8_t{});
    case DataType::uint8:
      return use(std::uint8_t{});
    case DataType::int32:
      return use(std::int32_t{});
    case DataType::uint32:
      return use(std::uint32_t{});
    case DataType::int64:
      return use(std::int64_t{});
    case DataType::uint64:
      return use(std::uint64_t{});
    case DataType::float32:
      return use(float{});
    case DataType::float64:
      return use(double{});
  }
  return use(float{});
}

// Signed integers wrap as the hardware's do, without undefined behaviour.
template <class T, class Op>
T wrapping(T a, T b, Op op) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(op(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b)));
  else
    return op(a, b);
}

template <class T>
T combined(T a, T b, Reduction reduction) {
  switch (reduction) {
    case Reduction::sum:
      return wrapping(a, b, [](auto x, auto y) { return x + y; });
    case Reduction::product:
      return wrapping(a, b, [](auto x, auto y) { return x * y; });
    case Reduction::minimum:
      return std::min(a, b);
    case Reduction::maximum:
      return std::max(a, b);
  }
  return a;
}

std::uint64_t mixed(std::uint64_t x) {  // splitmix64's finaliser
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

// 0 to 15; of a product mostly 1, so that it stays in range.
std::uint64_t small_number(std::uint32_t member, std::size_t index, Reduction reduction) {
  const std::uint64_t hash = mixed((std::uint64_t{member} + 1) * 0x9E3779B97F4A7C15u + index);
  return reduction == Reduction::product ? 1 + (hash % 1024 == 0) : hash % 16;
}

void combine_period(std::string& into, const std::string& from, DataType type,
                    Reduction reduction) {
  combine_elements(reinterpret_cast<std::byte*>(into.data()),
                   reinterpret_cast<const std::byte*>(from.data()), element_period, type,
                   reduction);
}

// Calls `use(byte offset in the run, byte offset in the period, bytes)` for each piece of a run of
// elements that lies in one period.
template <class Use>
void each_piece(std::size_t count, std::size_t from, std::size_t size, Use use) {
  std::size_t phase = from % element_period;
  for (std::size_t done = 0; done < count; phase = 0) {
    const std::size_t piece = std::min(count - done, element_period - phase);
    use(done * size, phase * size, piece * size);
    done += piece;
  }
}

}  // namespace

std::string elements_of(DataType type, Reduction reduction, std::uint32_t member) {
  return with_type(type, [&](auto value) {
    std::string out(element_period * sizeof value, '\0');
    for (std::size_t i = 0; i < element_period; ++i) {
      value = static_cast<decltype(value)>(small_number(member, i, reduction));
      std::memcpy(out.data() + i * sizeof value, &value, sizeof value);
    }
    return out;
  });
}

std::string elements_combined(DataType type, Reduction reduction, std::uint32_t members) {
  std::string out = elements_of(type, reduction, 0);
  for (std::uint32_t member = 1; member < members; ++member)
    combine_period(out, elements_of(type, reduction, member), type, reduction);
  return out;
}

void write_elements(std::byte* at, std::size_t count, std::size_t from, const std::string& period,
                    DataType type) {
  each_piece(count, from, element_size(type),
             [&](std::size_t to, std::size_t phase, std::size_t bytes) {
               std::memcpy(at + to, period.data() + phase, bytes);
             });
}

std::int64_t wrong_elements(const std::byte* at, std::size_t count, std::size_t from,
                            const std::string& period, DataType type) {
  const std::size_t size = element_size(type);
  std::int64_t wrong = 0;
  each_piece(count, from, size, [&](std::size_t to, std::size_t phase, std::size_t bytes) {
    if (std::memcmp(at + to, period.data() + phase, bytes) == 0) return;
    for (std::size_t i = 0; i < bytes; i += size)
      wrong += std::memcmp(at + to + i, period.data() + phase + i, size) != 0;
  });
  return wrong;
}

void combine_elements(std::byte* into, const std::byte* from, std::size_t count, DataType type,
                      Reduction reduction) {
  with_type(type, [&](auto a) {
    for (std::size_t i = 0; i < count; ++i) {
      auto b = a;
      std::memcpy(&a, into + i * sizeof a, sizeof a);
      std::memcpy(&b, from + i * sizeof b, sizeof b);
      a = combined(a, b, reduction);
      std::memcpy(into + i * sizeof a, &a, sizeof a);
    }
  });
}

}  // namespace weft
