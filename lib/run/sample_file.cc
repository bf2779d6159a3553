// Blocks of samples; see sample_file.h.

#include "run/sample_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <tuple>

#include "base/text.h"

namespace weft {
namespace {

constexpr std::string_view magic = "WEFTBLK3";

struct Head {
  char magic[8];
  std::uint64_t unit;
  std::uint32_t count, crc;
  std::int64_t wall_ns, measuring_ns;
};
static_assert(sizeof(Head) == 40);

constexpr auto sample_columns() {
  return std::tuple{
      &Sample::source,   &Sample::target,        &Sample::round,       &Sample::size_index,
      &Sample::windows,  &Sample::flags,         &Sample::bytes,       &Sample::elapsed_ns,
      &Sample::median,   &Sample::low,           &Sample::high,        &Sample::worst_window,
      &Sample::messages, &Sample::p50_ns,        &Sample::p99_ns,      &Sample::p999_ns,
      &Sample::max_ns,   &Sample::checked_bytes, &Sample::wrong_bytes, &Sample::packets,
      &Sample::lost,     &Sample::overflowed,    &Sample::reordered,   &Sample::marked,
      &Sample::remarked};
}

template <class Each>
void for_each_column(Each each) {
  std::apply([&](auto... member) { (each(member), ...); }, sample_columns());
}

std::size_t bytes_per_sample() {
  std::size_t bytes = 0;
  for_each_column([&](auto member) { bytes += sizeof(std::declval<Sample>().*member); });
  return bytes;
}

std::uint32_t crc_of(Head head, std::string_view columns) {
  head.crc = 0;
  std::string all(reinterpret_cast<const char*>(&head), sizeof head);
  all += columns;
  return crc32(std::as_bytes(std::span(all)));
}

void read_columns(std::string_view columns, std::uint32_t count, std::vector<Sample>& samples) {
  const std::size_t first = samples.size();
  samples.resize(first + count);
  const char* at = columns.data();
  for_each_column([&](auto member) {
    for (std::size_t i = first; i < samples.size(); ++i) {
      std::memcpy(&(samples[i].*member), at, sizeof(samples[i].*member));
      at += sizeof(samples[i].*member);
    }
  });
}

// The head at the front of `bytes` and its columns, when the block is whole and undamaged.
std::optional<std::pair<Head, std::string_view>> whole_block(std::string_view bytes) {
  Head head;
  if (bytes.size() < sizeof head) return std::nullopt;
  std::memcpy(&head, bytes.data(), sizeof head);
  if (std::string_view(head.magic, 8) != magic) return std::nullopt;
  const std::uint64_t size = std::uint64_t{head.count} * bytes_per_sample();
  if (size > bytes.size() - sizeof head) return std::nullopt;
  const std::string_view columns = bytes.substr(sizeof head, size);
  if (crc_of(head, columns) != head.crc) return std::nullopt;
  return std::pair{head, columns};
}

}  // namespace

std::string encode_block(const RoundOutcome& round) {
  std::string columns;
  columns.reserve(round.samples.size() * bytes_per_sample());
  for_each_column([&](auto member) {
    for (const Sample& sample : round.samples)
      columns.append(reinterpret_cast<const char*>(&(sample.*member)), sizeof(sample.*member));
  });
  Head head{{}, round.unit,         static_cast<std::uint32_t>(round.samples.size()),
            0,  round.wall.count(), round.measuring.count()};
  std::memcpy(head.magic, magic.data(), magic.size());
  head.crc = crc_of(head, columns);
  return std::string(reinterpret_cast<const char*>(&head), sizeof head) + columns;
}

SampleFile decode_samples(std::string_view bytes) {
  SampleFile file;
  file.samples.reserve(bytes.size() / bytes_per_sample());
  while (file.whole_bytes < bytes.size()) {
    const auto block = whole_block(bytes.substr(file.whole_bytes));
    if (!block) {
      file.torn = fmt::format("{} bytes at offset {} are no whole round",
                              bytes.size() - file.whole_bytes, file.whole_bytes);
      break;
    }
    const auto& [head, columns] = *block;
    read_columns(columns, head.count, file.samples);
    file.next_unit = std::max(file.next_unit, head.unit + 1);
    ++file.overhead.rounds;
    file.overhead.wall += Nanos(head.wall_ns);
    file.overhead.measuring += Nanos(head.measuring_ns);
    file.whole_bytes += sizeof(Head) + columns.size();
  }
  return file;
}

}  // namespace weft
