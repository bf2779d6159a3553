// See measure.h.

#include "base/interrupt.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "measure.h"

namespace weft {
namespace {

// "8,64KiB,1MiB" is a list, "8:16MiB:4" a range with its factor.
void write_sizes(JsonWriter& json, std::string_view sizes) {
  json.key("sizes");
  if (const auto parts = split(sizes, ':'); parts.size() == 3) {
    json.begin_object();
    json.key("from");
    json.value(trim(parts[0]));
    json.key("to");
    json.value(trim(parts[1]));
    json.key("factor");
    if (const auto factor = parse_uint(trim(parts[2])))
      json.value(*factor);
    else
      json.value(trim(parts[2]));
    return json.end_object();
  }
  json.begin_array();
  for (const std::string_view size : split(sizes, ',')) json.value(trim(size));
  json.end_array();
}

std::string suite_text(const MeasureOptions& o, const std::function<void(JsonWriter&)>& keys) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  json.key("schema");
  json.value("1.0");
  json.key("steps");
  json.begin_array();
  json.begin_object();
  keys(json);
  write_sizes(json, o.sizes);
  json.key("round_time");
  json.value(o.time);
  json.end_object();
  json.end_array();
  json.end_object();
  return out;
}

}  // namespace

void declare_measure(CLI::App& app, MeasureOptions& o) {
  app.add_option("--size", o.sizes, "Sizes: a list 8,64KiB,1MiB or a range 8:16MiB:4 (factor 4)")
      ->capture_default_str();
  app.add_option("--time", o.time, "How long each size is measured")->capture_default_str();
  declare_launch(app, o.launch);
  app.add_option("-o,--out", o.out, "Keep the run folder here");
  app.add_flag("--quiet", o.quiet, "No progress, only the result");
  app.add_flag("--json", o.json, "Print JSON instead of the table");
}

Result<Measured> measure_step(const MeasureOptions& o,
                              const std::function<void(JsonWriter&)>& keys) {
  WEFT_TRY(Layout layout, cluster_layout(o.launch, o.quiet, true));
  WEFT_TRY(RunRequest request, cluster_request(o.launch, std::move(layout)));
  request.suite_file = "measure.json";
  request.suite_text = suite_text(o, keys);
  WEFT_CHECK(suite_of(request));  // before a folder is made
  WEFT_TRY(const TemporaryFolder temporary, TemporaryFolder::make("measure"));
  const fs::path path = o.out ? fs::path(*o.out) : temporary.path() / "run";
  WEFT_TRY(const RunFolder folder, RunFolder::create(path, request));
  interrupt::install();
  Measured out;
  WEFT_TRY(out.run, run_folder(folder, o.quiet));
  if (interrupt::raised()) return fail("interrupted");
  WEFT_TRY(SampleFile samples, folder.read_samples(out.run.steps.front().step));
  out.samples = std::move(samples.samples);
  return out;
}

}  // namespace weft
