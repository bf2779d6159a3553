// Pair matrices: every value of a size, columnar, so that a million of them stay small.

#include <bit>
#include <cstring>

#include "base/text.h"
#include "judge/flows.h"

namespace weft {

std::vector<Matrix> matrices(const Layout& layout, const StepEvidence& evidence) {
  static_assert(std::endian::native == std::endian::little, "the document is little-endian");
  const Step& step = evidence.record.step;
  if (step.pattern != "pairs") return {};
  const Places places = places_of(layout);
  const std::size_t rows = layout.endpoints.size();
  SampleIndex index = index_samples(layout, evidence);
  std::vector<Matrix> out;
  for (std::size_t size = 0; size < index.sizes.size(); ++size) {
    if (index.sizes[size].empty()) continue;
    std::vector<float> cells(rows * rows, -1.0F);
    for (const FlowResult& flow :
         results_of(places, step.metric, std::move(index.sizes[size]), {}, false))
      if (flow.measured() && !flow.failed)
        cells[flow.flow.source * rows + flow.flow.target] = static_cast<float>(flow.value);
    out.push_back({step.id, step.sizes[size], step.metric == Metric::bandwidth ? "bps" : "ns",
                   static_cast<std::int64_t>(rows), base64(std::as_bytes(std::span(cells)))});
  }
  return out;
}

}  // namespace weft
