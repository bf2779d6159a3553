// The streaming JSON writer; see json_writer.h.

#include "base/json_writer.h"

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"

namespace weft {

void JsonWriter::new_line() {
  if (static_cast<int>(has_members_.size()) > pretty_) return;
  out_ += '\n';
  out_.append(2 * has_members_.size(), ' ');
}

void JsonWriter::before_value() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (has_members_.empty()) return;
  if (has_members_.back()) out_ += ',';
  has_members_.back() = true;
  new_line();
}

void JsonWriter::open(char bracket) {
  before_value();
  out_ += bracket;
  has_members_.push_back(false);
}

void JsonWriter::close(char bracket) {
  const bool had = has_members_.back();
  const bool broken = had && static_cast<int>(has_members_.size()) <= pretty_;
  has_members_.pop_back();
  if (broken) {
    out_ += '\n';
    out_.append(2 * has_members_.size(), ' ');
  }
  out_ += bracket;
}

void JsonWriter::key(std::string_view name) {
  before_value();
  quoted(name);
  out_ += pretty_ > 0 ? ": " : ":";
  after_key_ = true;
}

void JsonWriter::null() {
  before_value();
  out_ += "null";
}

void JsonWriter::value(bool v) {
  before_value();
  out_ += v ? "true" : "false";
}

void JsonWriter::value(std::int64_t v) {
  before_value();
  fmt::format_to(std::back_inserter(out_), "{}", v);
}

void JsonWriter::value(std::uint64_t v) {
  before_value();
  fmt::format_to(std::back_inserter(out_), "{}", v);
}

void JsonWriter::value(double v) {
  before_value();
  if (!std::isfinite(v)) {
    out_ += "null";
  } else if (v == std::floor(v) && std::abs(v) < 1e15) {
    fmt::format_to(std::back_inserter(out_), "{:.0f}", v);
  } else {
    fmt::format_to(std::back_inserter(out_), "{}", v);
  }
}

void JsonWriter::value(std::string_view v) {
  before_value();
  quoted(v);
}

void JsonWriter::raw(std::string_view json) {
  before_value();
  out_ += json;
}

// Runs of bytes that need no escape are copied whole: matrices are megabytes of base64.
void JsonWriter::quoted(std::string_view text) {
  const std::string clean = valid_utf8(text);
  std::size_t copied = 0;
  out_ += '"';
  for (std::size_t i = 0; i < clean.size(); ++i) {
    const char c = clean[i];
    if (static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\' && c != 0x7F) continue;
    out_.append(clean, copied, i - copied);
    copied = i + 1;
    switch (c) {
      case '"':
        out_ += "\\\"";
        break;
      case '\\':
        out_ += "\\\\";
        break;
      case '\n':
        out_ += "\\n";
        break;
      case '\t':
        out_ += "\\t";
        break;
      case '\r':
        out_ += "\\r";
        break;
      default:
        fmt::format_to(std::back_inserter(out_), "\\u{:04x}", static_cast<unsigned char>(c));
    }
  }
  out_.append(clean, copied);
  out_ += '"';
}

}  // namespace weft
