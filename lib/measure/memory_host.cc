// Host memory, page-aligned, and the payload pattern: word i of a block is key + i * an odd
// constant, so that every word differs from its neighbours and from the same word under another
// key, and the compiler can fill and compare it at memory speed.

#include <sys/mman.h>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "measure/seams.h"

namespace weft {
namespace {

constexpr std::uint64_t stride = 0x9E3779B97F4A7C15u;

class HostMemory final : public Memory {
 public:
  HostMemory(std::byte* data, std::size_t size) : data_(data), size_(size) {}
  ~HostMemory() override {
    registration.reset();  // while the pages are there
    ::munmap(data_, size_);
  }
  std::byte* data() override { return data_; }
  std::size_t size() const override { return size_; }

  void fill(std::size_t offset, std::size_t count, std::uint64_t key) override {
    std::byte* at = data_ + offset;
    const std::size_t words = count / 8;
    for (std::size_t i = 0; i < words; ++i) {
      const std::uint64_t word = key + i * stride;
      std::memcpy(at + 8 * i, &word, 8);
    }
    const std::uint64_t last = key + words * stride;
    std::memcpy(at + 8 * words, &last, count % 8);
  }

  std::int64_t wrong(std::size_t offset, std::size_t count, std::uint64_t key) const override {
    const std::byte* at = data_ + offset;
    const std::size_t words = count / 8;
    std::uint64_t differ = 0;
    for (std::size_t i = 0; i < words; ++i) {
      std::uint64_t word;
      std::memcpy(&word, at + 8 * i, 8);
      differ |= word ^ (key + i * stride);
    }
    const std::uint64_t last = key + words * stride;
    if (differ == 0 && std::memcmp(at + 8 * words, &last, count % 8) == 0) return 0;
    return count_wrong(at, count, key);
  }

 private:
  static std::int64_t count_wrong(const std::byte* at, std::size_t count, std::uint64_t key) {
    std::int64_t wrong = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t word = key + i / 8 * stride;
      wrong += at[i] != static_cast<std::byte>(word >> (8 * (i % 8)));
    }
    return wrong;
  }

  std::byte* data_;
  std::size_t size_;
};

}  // namespace

Result<std::unique_ptr<Memory>> make_host_memory(std::size_t bytes) {
  if (bytes == 0) bytes = 1;
  void* at = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED)
    return fail(
        fmt::format("cannot allocate {} bytes of host memory: {}", bytes, errno_text(errno)));
  return std::make_unique<HostMemory>(static_cast<std::byte*>(at), bytes);
}

}  // namespace weft
