// Lines for a terminal of a given width, with or without colour.
#pragma once

#include <string>
#include <string_view>

#include "model/verdict.h"
#include "reports/report.h"

namespace weft {

class TextLines {
 public:
  TextLines(const TextStyle& style, const TextSink& sink) : style_(style), sink_(sink) {}

  int columns() const { return style_.columns; }
  void line(std::string_view text = {});
  void heading(std::string_view title);  // an empty line before it
  // `text` broken between words; the first line begins with `first`, the next ones are indented.
  void wrapped(std::string_view first, std::size_t indent, std::string_view text);
  void labelled(std::string_view label, std::string_view device_text);  // nothing when it is empty
  void and_more(std::size_t all, std::size_t shown);  // "and 3 more; run.json has all"

  // The word, "FAIL" in capitals, padded to `width` before colour is added.
  std::string verdict(Verdict verdict, std::size_t width) const;
  std::string faint(std::string_view text) const;
  std::string strong(std::string_view text) const;

 private:
  std::string coloured(std::string_view code, std::string_view text) const;
  const TextStyle style_;
  const TextSink& sink_;
};

std::size_t width_of(std::string_view text);  // columns on a terminal; colour codes not allowed
// Valid UTF-8 of at most about `most` columns: the middle is cut, because names differ at their
// ends.
std::string shortened(const std::string& text, std::size_t most, std::string_view mark);
std::string padded(std::string_view text, std::size_t width);       // to the left
std::string padded_left(std::string_view text, std::size_t width);  // to the right

}  // namespace weft
