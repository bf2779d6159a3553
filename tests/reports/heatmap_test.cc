// The picture of the pairs: what becomes SVG, what becomes an image, and what the image holds.

#include "reports/heatmap.h"

#include <png.h>

#include "reports/example_run.h"
#include "reports/png.h"
#include "support/catch.h"

using namespace weft;

namespace {

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

std::string heatmap_of(const Run& run) {
  std::string out;
  {
    const TextSink sink = [&](std::string_view chunk) { out += chunk; };
    HtmlPage page(sink);
    for (const Matrix& matrix : run.matrices) write_heatmap(page, run, matrix, heatmap_budget(run));
  }
  return out;
}

Run run_with(Matrix matrix) {
  Run run;
  run.matrices = {std::move(matrix)};
  return run;
}

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; at += part.size()) ++n;
  return n;
}

}  // namespace

TEST_CASE("a small matrix is SVG with a tooltip a pair, its missing cell hatched and said") {
  const std::string out = heatmap_of(run_with(test::pairs("s", 8_B, "ns", 4, 3400, 2)));
  CHECK(count(out, "→") == 12 + 3 + 1);  // cells, slowest pairs, axis
  CHECK(has(out, "row 0 → row 1: not measured"));
  CHECK(has(out, "url(#hatch)"));
  CHECK(has(out, "11 of 12 measured"));
  CHECK_FALSE(has(out, "data:image/png"));
}

TEST_CASE("a larger matrix is one image, with its slowest pairs by name") {
  const Run run = [] {
    Run r = run_with(test::pairs("s", 64_KiB, "bps", 96, 391e9, 17));
    r.layout = test::example_layout();
    return r;
  }();
  const std::string out = heatmap_of(run);
  CHECK(count(out, "data:image/png;base64,") == 1);
  CHECK(has(out, "The 12 slowest pairs"));
  CHECK(has(out, "→ hgx-118/0</th>"));
  CHECK_FALSE(has(out, "<img src"));
}

TEST_CASE("pictures stay within the page's budget, and a coarser one says so") {
  Run run;
  run.matrices.assign(12, Matrix{"s", 8_B, "bps", 1024, ""});
  CHECK(heatmap_budget(run).max_side == 512);
  run.matrices.resize(40, run.matrices[0]);
  CHECK(heatmap_budget(run).max_side == 256);
  run.matrices.assign(5, Matrix{"s", 8_B, "bps", 64, ""});
  CHECK_FALSE(heatmap_budget(run).tooltips);
  const std::string out = heatmap_of(run_with(test::pairs("s", 8_B, "bps", 1030, 1e9, 7)));
  CHECK(has(out, "Each point is 3 × 3 pairs: the worst of them"));
}

TEST_CASE("a matrix that cannot be drawn says why and nothing else") {
  const std::string broken = heatmap_of(run_with({"<s>", 8_B, "bps", 3, "AAAA"}));
  CHECK(has(broken, "cannot be drawn: 3 rows need 36 bytes, its data has 3."));
  CHECK_FALSE(has(broken, "<figure"));
  const std::string empty =
      heatmap_of(run_with({"s", 8_B, "bps", 2, test::matrix_data({-1, -1, -1, -1})}));
  CHECK(has(empty, "None of the pairs was measured"));
}

TEST_CASE("libpng reads back the picture that was written") {
  const std::vector<std::uint8_t> pixels{0, 1, 2, 2, 1, 0};
  const std::vector<Rgb> palette{{0, 0, 0}, {10, 20, 30}, {255, 128, 0}};
  const std::string file = png(3, 2, pixels, palette, 0);
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  REQUIRE(png_image_begin_read_from_memory(&image, file.data(), file.size()) != 0);
  image.format = PNG_FORMAT_RGBA;
  std::vector<std::uint8_t> rgba(PNG_IMAGE_SIZE(image));
  REQUIRE(png_image_finish_read(&image, nullptr, rgba.data(), 0, nullptr) != 0);
  CHECK(image.width == 3);
  CHECK(image.height == 2);
  CHECK(rgba[3] == 0);  // clear
  CHECK(std::vector<std::uint8_t>(rgba.begin() + 4, rgba.begin() + 12) ==
        std::vector<std::uint8_t>{10, 20, 30, 255, 255, 128, 0, 255});
}
