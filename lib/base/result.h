// Result<T>: a value or the sentence that says what went wrong, where, and what to do.
//
// The first function that knows what happened words the Error; callers only add where (`in`).
// Mistakes in one input are collected: an Error may carry `also`, the other ones found beside it.
// An alias of tl::expected because GCC 12 has no std::expected in C++20.
#pragma once

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

namespace weft {

// A place in an input. Line and column count from 1; 0 means not known.
struct Place {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  std::string text() const;  // "suite.json:3:7", "suite.json", or ""
};

struct Error {
  std::string what;       // one sentence, the exact cause
  Place place = {};       // where in which input
  std::string hint = {};  // what to do, "" when there is nothing to add
  std::vector<Error> also = {};

  Error in(std::string file) &&;  // names the file where the place has none yet
  std::string text() const;       // one line an error: "place: what (hint)"
};

template <class T>
using Result = tl::expected<T, Error>;

using Failure = tl::unexpected<Error>;

inline Failure fail(Error error) { return Failure(std::move(error)); }
inline Failure fail(std::string what, std::string hint = {}) {
  return Failure(Error{std::move(what), {}, std::move(hint), {}});
}
inline Failure fail_at(Place place, std::string what, std::string hint = {}) {
  return Failure(Error{std::move(what), std::move(place), std::move(hint), {}});
}

// One Error out of many: the first, with the others in `also`. `errors` must not be empty.
Error collected(std::vector<Error> errors);

// The message of an errno value, the same under any locale.
std::string errno_text(int number);

// The programmer was wrong: always on, prints the place and aborts.
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);

}  // namespace weft

#define WEFT_ASSERT(condition) \
  ((condition) ? void(0) : ::weft::assertion_failed(#condition, __FILE__, __LINE__))

// WEFT_TRY(auto x, f()) declares x or returns f's error; WEFT_CHECK(f()) is for Result<void>.
#define WEFT_JOIN_(a, b) a##b
#define WEFT_JOIN(a, b) WEFT_JOIN_(a, b)
#define WEFT_TRY_(name, declaration, expression)              \
  auto name = (expression);                                   \
  if (!name) return ::weft::Failure(std::move(name).error()); \
  declaration = std::move(*name)
#define WEFT_TRY(declaration, expression) \
  WEFT_TRY_(WEFT_JOIN(weft_try_, __LINE__), declaration, expression)
#define WEFT_CHECK(expression)                       \
  if (auto weft_result = (expression); !weft_result) \
  return ::weft::Failure(std::move(weft_result).error())
