// A matrix of pairs as a picture: row = sender, column = receiver.
#pragma once

#include "model/run.h"
#include "reports/html_page.h"

namespace weft {

// What all pictures of one page may take together, so that a page of any run stays below 10 MB and
// quick to open.
struct HeatmapBudget {
  // Points of an image; a larger matrix is drawn in blocks, each its worst pair. No more than the
  // page has pixels for it: a browser that makes an image smaller may drop the one slow row.
  std::size_t max_side = 512;
  bool tooltips = true;  // one element a pair, for small matrices
};
HeatmapBudget heatmap_budget(const Run& run);

// Up to 64 rows as SVG with a tooltip a cell, larger ones as an embedded PNG with the slowest pairs
// listed. A matrix that cannot be drawn says why.
void write_heatmap(HtmlPage& page, const Run& run, const Matrix& matrix,
                   const HeatmapBudget& budget);

}  // namespace weft
