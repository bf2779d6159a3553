// weft list KIND: what there is, with one line each.

#include <fmt/format.h>

#include "base/text.h"
#include "catalog.h"
#include "command.h"
#include "page.h"

namespace weft {
namespace {

struct Listed {
  std::string schema = "1.0";
  std::string kind;
  std::string about;
  std::vector<Thing> things;

  static constexpr auto fields() {
    return std::tuple{field("schema", &Listed::schema), field("kind", &Listed::kind),
                      field("about", &Listed::about), field("things", &Listed::things)};
  }
};

struct Options {
  std::string kind;
  bool json = false;
};

Listed listed(const Kind& kind) {
  return {
      .kind = std::string(kind.name), .about = std::string(kind.about), .things = kind.things()};
}

std::string all_as_json() {
  std::vector<Listed> all;
  for (const Kind& kind : kinds()) all.push_back(listed(kind));
  return to_json_text(all, 2) + "\n";
}

std::string overview() {
  std::vector<std::vector<std::string>> rows;
  for (const Kind& kind : kinds())
    rows.push_back(
        {std::string(kind.name), fmt::to_string(kind.things().size()), std::string(kind.about)});
  return grid({{"kind"}, {"how many"}, {"what"}}, rows) +
         "\n`weft list KIND` lists one kind, `weft explain ID` explains one of them.\n";
}

std::string table_of(const Kind& kind) {
  std::vector<std::vector<std::string>> rows;
  for (const Thing& thing : kind.things())
    rows.push_back({printable(thing.id), printable(thing.title)});
  if (rows.empty()) return fmt::format("There are no {} here.\n", kind.name);
  return grid({{kind.one, 40}, {"what"}}, rows);
}

int run(const Options& options) {
  if (options.kind.empty()) return print_result(options.json ? all_as_json() : overview());
  const Kind* kind = find_kind(options.kind);
  if (kind == nullptr) {
    std::vector<std::string_view> names;
    for (const Kind& one : kinds()) names.push_back(one.name);
    return complain({fmt::format("no kind '{}'{}", printable(options.kind, 60),
                                 did_you_mean(options.kind, names)),
                     {},
                     "`weft list` shows the kinds",
                     {}});
  }
  if (options.json) return print_result(to_json_text(listed(*kind), 2) + "\n");
  return print_result(table_of(*kind));
}

std::function<int()> declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("KIND", options->kind, "What to list; without it, the kinds there are");
  app.add_flag("--json", options->json, "Print JSON");
  return [options] { return run(*options); };
}

}  // namespace

namespace commands {
extern const CommandSpec list = {
    .summary = "Lists what there is: subcommands, suites, patterns, formats",
    .declare = declare,
    .example = "weft list\nweft list suites"};
}

}  // namespace weft
