// Reports: a Run as text, one format per file; the file's name is the format's id.
//
// Pure: a format sees nothing but the Run. It writes in chunks as it goes, so that the report of a
// run with a million pairs is never held twice. What a device said is made visible (words.h) and
// escaped by every format.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/table.h"
#include "model/run.h"

namespace weft {

// How wide and how colourful a person's terminal is. Only the format `text` looks at it.
struct TextStyle {
  bool colour = false;
  int columns = 100;
};

// Takes the next piece of a report, any length.
using TextSink = std::function<void(std::string_view)>;

struct ReportFormat {
  std::string_view title;   // one line for `weft list` and the help
  std::string_view suffix;  // of a file of this format: ".html"
  void (*write)(const Run& run, const TextStyle& style, const TextSink& sink);
};

namespace report_formats {
std::span<const Row<ReportFormat>> all();
}

// The whole report as one text.
std::string render(const ReportFormat& format, const Run& run, const TextStyle& style = {});

}  // namespace weft
