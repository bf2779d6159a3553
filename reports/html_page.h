// The HTML page as it is written: a buffer before the sink, and the few elements that recur.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "reports/report.h"
#include "reports/words.h"

namespace weft {

// Device text for HTML: made visible, escaped, safe between tags and in a quoted attribute.
std::string html_text(std::string_view text);
// The same as an element that keeps its writing direction to itself.
std::string html_name(std::string_view text);
// A number with its unit, as print has it: "3.41 µs".
std::string html_value(const NumberScale& scale, double value);
std::string html_time(Nanos time);
// "fail" with its shape; never by colour alone.
std::string html_verdict(Verdict verdict);

class HtmlPage {
 public:
  explicit HtmlPage(const TextSink& sink) : sink_(sink) {}
  ~HtmlPage() { flush(); }
  HtmlPage(const HtmlPage&) = delete;
  HtmlPage& operator=(const HtmlPage&) = delete;

  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<Args>(args)...);
    if (buffer_.size() >= flush_at) flush();
  }
  void raw(std::string_view html) {
    buffer_ += html;
    if (buffer_.size() >= flush_at) flush();
  }
  void flush() {
    sink_(buffer_);
    buffer_.clear();
  }

  void begin_section(std::string_view id, std::string_view title, std::string_view aside = {});
  void end_section() { raw("</section>\n"); }
  // A term and what it is, inside <dl>; nothing when `html` is empty.
  void term(std::string_view title, std::string_view html);
  // After a list that was cut: how many more there are, and where.
  void and_more(std::size_t all, std::size_t shown);

 private:
  static constexpr std::size_t flush_at = 1 << 16;
  const TextSink& sink_;
  std::string buffer_;
};

// The parts of the page in their order; each in html_<part>.cc.
void write_html_summary(HtmlPage& page, const Run& run);       // fabric, verdict, counts
void write_html_findings(HtmlPage& page, const Run& run);      // findings, suspects
void write_html_measurements(HtmlPage& page, const Run& run);  // at a glance, then each step
void write_html_log(HtmlPage& page, const Run& run);    // skipped, events, not seen, overhead
void write_html_about(HtmlPage& page, const Run& run);  // the run, how to read, signatures

}  // namespace weft
