// What people write in a suite for sizes, times, counts and words, read with the place of each
// mistake; nothing stops at the first one.
//
// `path` is where in the document, for the reader's eye: "steps[2].sizes[0]". A value that is not
// there (null) is no mistake.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.h"

namespace weft {

template <HasFields T>
std::vector<std::string_view> names_of() {
  std::vector<std::string_view> out;
  std::apply([&](const auto&... f) { (out.push_back(f.name), ...); }, T::fields());
  return out;
}

class ValueReader {
 public:
  explicit ValueReader(std::string file) : file_(std::move(file)), fields_(file_) {}

  void mistake(const Json& at, const std::string& path, std::string what) {
    fields_.report(at, path, std::move(what));
  }
  void expected(const Json& at, const std::string& path, std::string_view wanted);
  std::vector<Error> take() { return fields_.take(); }

  // One of `words`, with '-' read as '_'; any text where there are no words. "" after a mistake.
  std::string word_in(const Json& json, const std::string& path, std::string_view kind,
                      std::span<const std::string_view> words);
  std::string sentence(const Json& json, const std::string& path);
  std::optional<Nanos> time(const Json& json, const std::string& path, Nanos least, Nanos most);
  std::int64_t count(const Json& json, const std::string& path, std::int64_t least,
                     std::int64_t most, std::int64_t otherwise);
  std::optional<BitRate> rate(const Json& json, const std::string& path);
  std::optional<Bytes> size(const Json& json, const std::string& path);
  // A list of sizes, or {"from", "to", "factor"}. No size twice.
  std::vector<Bytes> sizes(const Json& json, const std::string& path);

 protected:
  std::string file_;
  FieldReader fields_;

 private:
  std::vector<Bytes> range(const Json& json, const std::string& path);
};

}  // namespace weft
