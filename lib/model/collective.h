// Collective operations: which there are, over which elements, combined how. Names as in MPI and
// NCCL. Sizes of a collective follow nccl-tests: the bytes of the largest buffer that a member
// holds for it (all-gather: everybody's blocks together; all-reduce: the vector).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace weft {

enum class Collective : std::uint8_t {
  all_reduce,
  all_gather,
  reduce_scatter,
  all_to_all,
  broadcast,
  reduce,
  send_receive,  // each to the next member, all at once
  gather,
  scatter,
  hypercube  // an all-gather by exchanges with the members at distance 1, 2, 4, ...
};
constexpr auto words_of(Collective) {
  return std::array<std::pair<Collective, std::string_view>, 10>{
      {{Collective::all_reduce, "all_reduce"},
       {Collective::all_gather, "all_gather"},
       {Collective::reduce_scatter, "reduce_scatter"},
       {Collective::all_to_all, "all_to_all"},
       {Collective::broadcast, "broadcast"},
       {Collective::reduce, "reduce"},
       {Collective::send_receive, "send_receive"},
       {Collective::gather, "gather"},
       {Collective::scatter, "scatter"},
       {Collective::hypercube, "hypercube"}}};
}

constexpr std::optional<Collective> collective_named(std::string_view id) {
  for (const auto& [what, word] : words_of(Collective{}))
    if (word == id) return what;
  return std::nullopt;
}

enum class DataType : std::uint8_t { int8, uint8, int32, uint32, int64, uint64, float32, float64 };
constexpr auto words_of(DataType) {
  return std::array<std::pair<DataType, std::string_view>, 8>{{{DataType::int8, "int8"},
                                                               {DataType::uint8, "uint8"},
                                                               {DataType::int32, "int32"},
                                                               {DataType::uint32, "uint32"},
                                                               {DataType::int64, "int64"},
                                                               {DataType::uint64, "uint64"},
                                                               {DataType::float32, "float32"},
                                                               {DataType::float64, "float64"}}};
}

constexpr std::size_t element_size(DataType type) {  // bytes
  switch (type) {
    case DataType::int8:
    case DataType::uint8:
      return 1;
    case DataType::int32:
    case DataType::uint32:
    case DataType::float32:
      return 4;
    case DataType::int64:
    case DataType::uint64:
    case DataType::float64:
      return 8;
  }
  return 1;
}

enum class Reduction : std::uint8_t { sum, product, minimum, maximum };
constexpr auto words_of(Reduction) {
  return std::array<std::pair<Reduction, std::string_view>, 4>{{{Reduction::sum, "sum"},
                                                                {Reduction::product, "product"},
                                                                {Reduction::minimum, "minimum"},
                                                                {Reduction::maximum, "maximum"}}};
}

// Whether the operation combines elements.
constexpr bool reduces(Collective c) {
  return c == Collective::all_reduce || c == Collective::reduce_scatter || c == Collective::reduce;
}

// Bus bandwidth over algorithm bandwidth (size / time) among `n` members: the share of the size
// that the busiest member's link must carry at least, so that the number can be held against the
// link whatever n is. Derived as in nccl-tests' PERFORMANCE.md:
//   all_reduce      every element must leave n-1 members and come back to n-1: 2(n-1)/n of it each
//   all_gather, reduce_scatter, all_to_all, gather, scatter, hypercube
//                   a member keeps its own block, the other n-1 of n cross the busiest link
//   broadcast, reduce, send_receive   the whole size crosses a link once
constexpr double bus_factor(Collective c, std::uint32_t n) {
  const double others = n == 0 ? 0 : (n - 1.0) / n;
  switch (c) {
    case Collective::all_reduce:
      return 2 * others;
    case Collective::all_gather:
    case Collective::reduce_scatter:
    case Collective::all_to_all:
    case Collective::gather:
    case Collective::scatter:
    case Collective::hypercube:
      return others;
    case Collective::broadcast:
    case Collective::reduce:
    case Collective::send_receive:
      return 1;
  }
  return 1;
}

}  // namespace weft
