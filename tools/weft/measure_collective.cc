// weft measure collective NAME: the table that people know from nccl-tests, over MPI.

#include <fmt/format.h>

#include "base/interrupt.h"
#include "base/text.h"
#include "command.h"
#include "judge/collective_report.h"
#include "measure.h"

namespace weft {
namespace {

struct Options {
  MeasureOptions measure;
  std::string name, data_type = "float32", reduction = "sum", memory = "host";
  std::int64_t root = 0;
  bool in_place = false;
};

std::string rate_text(const std::optional<BitRate>& rate) { return rate ? text(*rate) : "-"; }
std::string time_text(const std::optional<Nanos>& time) { return time ? text(*time) : "-"; }

std::string head_of(const CollectiveReport& report) {
  std::string out =
      fmt::format("{} of {}", command_name(word(report.collective)), word(report.data_type));
  if (reduces(report.collective)) out += fmt::format(", {}", word(report.reduction));
  out += fmt::format(", {} members, {} memory{}, bus factor {:.4g}\n", report.members,
                     word(report.memory), report.in_place ? ", in place" : "", report.bus_factor);
  return report.headline + "\n" + out;
}

std::string row_of(const CollectiveSize& size) {
  std::string out = fmt::format(
      "{:>10} {:>12} {:>7} {:>10} {:>10} .. {:<10} {:>11} {:>11} {:>7}\n", text(size.size),
      size.elements, size.calls, time_text(size.time), time_text(size.low), time_text(size.high),
      rate_text(size.algorithm), rate_text(size.bus), size.wrong_elements);
  if (!size.stragglers.empty())
    out += fmt::format("{:>10} slower than the others: {}\n", "", join(size.stragglers, ", "));
  if (!size.time) out += fmt::format("{:>10} not measured: {}\n", "", size.why);
  return out;
}

std::string table_of(const CollectiveReport& report) {
  if (!report.skipped.empty())
    return fmt::format("{}\nskip: {}\n", report.headline, report.skipped);
  std::string out = head_of(report);
  out += fmt::format("\n{:>10} {:>12} {:>7} {:>10} {:>10} .. {:<10} {:>11} {:>11} {:>7}\n", "size",
                     "elements", "calls", "time", "95 %", "interval", "algorithm", "bus", "wrong");
  for (const CollectiveSize& size : report.sizes) out += row_of(size);
  return out +
         "\nA call takes what it takes its slowest member. algorithm = size / time, bus = "
         "algorithm "
         "x bus factor.\nwrong: elements of the results that were not as they must be, of all that "
         "were checked.\n";
}

// Measuring judges nothing but the results: what was measured and right is fine.
int code_of(const CollectiveReport& report) {
  int code = report.sizes.empty() ? exit_code::unknown : exit_code::fine;
  for (const CollectiveSize& size : report.sizes) {
    if (size.wrong_elements > 0) return exit_code::failed;
    if (!size.time || size.checked_elements == 0) code = exit_code::unknown;
  }
  return code;
}

int execute(Options& o) {
  std::optional<Collective> what;
  for (const auto& [each, name] : words_of(Collective{}))
    if (command_name(name) == command_name(o.name)) what = each;
  if (!what) {
    std::vector<std::string> names;
    for (const auto& [each, name] : words_of(Collective{})) names.push_back(command_name(name));
    return complain(Error{
        "no collective '" + printable(o.name) + "'", {}, "there are " + join(names, ", "), {}});
  }
  const auto measured = measure_step(o.measure, [&](JsonWriter& json) {
    const auto member = [&](std::string_view key, const auto& value) {
      json.key(key);
      json.value(value);
    };
    member("pattern", word(*what));
    member("data_type", std::string_view(o.data_type));
    member("reduction", std::string_view(o.reduction));
    member("memory", std::string_view(o.memory));
    member("root", o.root);
    member("in_place", o.in_place);
  });
  if (interrupt::raised()) return exit_code::interrupted;
  if (!measured) return complain(measured.error());
  const CollectiveReport report = collective_report(measured->run, *what, measured->samples);
  if (!o.measure.json) return print_result(table_of(report), code_of(report));
  std::string out;
  JsonWriter json(out, 3);
  write_json(json, report);
  return print_result(out + "\n", code_of(report));
}

}  // namespace

std::function<int()> declare_measure_collective(CLI::App& app) {
  auto o = std::make_shared<Options>();
  o->measure.sizes = "8:16MiB:8";
  app.add_option("name", o->name,
                 "all-reduce, all-gather, reduce-scatter, all-to-all, broadcast, reduce, "
                 "send-receive, gather, scatter, hypercube")
      ->required();
  app.add_option("--type", o->data_type, "int8, uint8, int32, ..., float32, float64")
      ->capture_default_str();
  app.add_option("--reduction", o->reduction, "sum, product, minimum, maximum")
      ->capture_default_str();
  app.add_option("--root", o->root, "Member, of broadcast, reduce, gather and scatter")
      ->capture_default_str();
  app.add_flag("--in-place", o->in_place, "The result takes the place of the input");
  app.add_option("--memory", o->memory, "host or cuda")->capture_default_str();
  declare_measure(app, o->measure);
  return [o] { return execute(*o); };
}

}  // namespace weft
