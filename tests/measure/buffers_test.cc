#include "measure/buffers.h"

#include "support/catch.h"

using namespace weft;

TEST_CASE("a block is used again after release, the smallest that fits first") {
  Buffers buffers(make_host_memory);
  Memory* const large = *buffers.take(8192);
  Memory* const small = *buffers.take(4096);
  CHECK(large != small);
  buffers.release();
  CHECK(*buffers.take(100) == small);
  CHECK(*buffers.take(100) == large);
  CHECK(buffers.size() == 8192 + 4096);
}

TEST_CASE("a free block that is too small gives way") {
  Buffers buffers(make_host_memory);
  REQUIRE(buffers.take(100));
  buffers.release();
  Memory* const block = *buffers.take(5000);
  CHECK(block->size() == 5000);
  CHECK(buffers.size() == 5000);
}

TEST_CASE("blocks in use do not overlap and stay where they are") {
  Buffers buffers(make_host_memory);
  Memory* const a = *buffers.take(64);
  Memory* const b = *buffers.take(64);
  a->fill(0, 64, 1);
  b->fill(0, 64, 2);
  REQUIRE(buffers.take(1 << 20));
  CHECK(a->wrong(0, 64, 1) == 0);
  CHECK(b->wrong(0, 64, 2) == 0);
}

TEST_CASE("no memory is an error, and what was there still serves") {
  Buffers buffers(make_host_memory);
  REQUIRE(buffers.take(64));
  CHECK_FALSE(buffers.take(std::size_t{1} << 62));
  buffers.release();
  CHECK_FALSE(buffers.take(std::size_t{1} << 62));
  CHECK(buffers.take(64));
}
