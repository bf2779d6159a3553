// weft doctor: looks at this machine and says what each lack will cost.

#include <fmt/format.h>

#include "base/text.h"
#include "command.h"
#include "doctor_rows.h"
#include "page.h"

namespace weft {
namespace {

struct Options {
  std::string root = "/";
  bool strict = false;
  bool json = false;
};

struct Line {
  std::string id;
  Verdict verdict = Verdict::unknown;
  std::string found;
  std::string cost;

  static constexpr auto fields() {
    return std::tuple{field("id", &Line::id), field("verdict", &Line::verdict),
                      field("found", &Line::found),
                      field("cost", &Line::cost, "what a lack of it will cost, and the way out")};
  }
};

struct Examination {
  std::string schema = "1.0";
  Verdict verdict = Verdict::pass;
  std::vector<Line> rows;

  static constexpr auto fields() {
    return std::tuple{field("schema", &Examination::schema),
                      field("verdict", &Examination::verdict, "the worst of the rows"),
                      field("rows", &Examination::rows)};
  }
};

Examination examine(const Machine& machine) {
  Examination out;
  for (const DoctorRow& row : doctor_rows()) {
    const Found seen = row.look(machine);
    out.rows.push_back({std::string(row.id), seen.verdict, seen.found, seen.cost});
    out.verdict = worst(out.verdict, seen.verdict);
  }
  return out;
}

std::string table_of(const Examination& examination) {
  std::vector<std::vector<std::string>> rows;
  std::size_t counts[5] = {};
  for (const Line& line : examination.rows) {
    rows.push_back({line.id, std::string(word(line.verdict)), line.found, line.cost});
    ++counts[static_cast<std::size_t>(line.verdict)];
  }
  std::vector<std::string> sums;
  for (const auto& [verdict, name] : words_of(Verdict{}))
    if (const std::size_t n = counts[static_cast<std::size_t>(verdict)]; n > 0)
      sums.push_back(fmt::format("{} {}", n, name));
  return grid({{"what"}, {"verdict"}, {"found", 34}, {"what it costs, and the way out"}}, rows) +
         fmt::format("\n{}. `weft explain skip` and the like say what a verdict means.\n",
                     join(sums, ", "));
}

int run(const Options& options) {
  const Machine machine(options.root);
  if (!machine.is_here() && !machine.exists(""))
    return complain({fmt::format("no folder '{}'", printable(options.root)), {}, "", {}});
  const Examination examination = examine(machine);
  return print_result(options.json ? to_json_text(examination, 2) + "\n" : table_of(examination),
                      exit_code_of(examination.verdict, options.strict));
}

std::function<int()> declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("--root", options->root,
                 "Look at a copy of another machine's /proc, /sys and /usr/bin under this folder");
  app.add_flag("--strict", options->strict, "A warning counts as a failure");
  app.add_flag("--json", options->json, "Print JSON");
  app.footer("A lack of something optional is no failure: it is `skip` or `warn`, with its cost.");
  return [options] { return run(*options); };
}

}  // namespace

namespace commands {
extern const CommandSpec doctor = {
    .summary = "Looks at this machine and says what each lack will cost",
    .declare = declare,
    .example = "weft doctor\nweft doctor --json"};
}

}  // namespace weft
