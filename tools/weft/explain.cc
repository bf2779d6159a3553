// weft explain ID: what something is, why it exists, and where its facts come from.

#include <fmt/format.h>

#include "base/text.h"
#include "catalog.h"
#include "command.h"
#include "page.h"

namespace weft {
namespace {

struct Explained {
  std::string kind;
  Thing thing;

  static constexpr auto fields() {
    return std::tuple{field("kind", &Explained::kind), field("thing", &Explained::thing)};
  }
};

struct Options {
  std::string id;
  bool json = false;
};

// Every thing of that name: a plan format and a report may both be called "json".
std::vector<Explained> find_things(const std::string& id) {
  std::vector<Explained> found;
  for (const Kind& kind : kinds())
    for (Thing& thing : kind.things())
      if (table_id(thing.id) == table_id(id))
        found.push_back({std::string(kind.one), std::move(thing)});
  return found;
}

Error not_found(const std::string& id) {
  std::vector<std::string> ids;
  for (const Kind& kind : kinds())
    for (const Thing& thing : kind.things()) ids.push_back(thing.id);
  return {fmt::format("nothing is called '{}'{}", printable(id, 60),
                      did_you_mean(id, std::vector<std::string_view>(ids.begin(), ids.end()))),
          {},
          "`weft list` shows what there is",
          {}};
}

std::string text_of(const Explained& explained) {
  const Thing& thing = explained.thing;
  std::string out = fmt::format("{} ({})\n", printable(thing.id), explained.kind);
  out += paragraph(printable(thing.title), 2);
  for (const Part& part : thing.parts) {
    std::string text;
    for (const std::string_view line : lines(part.text)) text += printable(line, 2000) + "\n";
    out += fmt::format("\n  {}\n{}", part.heading, paragraph(text, 4));
  }
  if (explained.kind == "command")
    out += fmt::format("\n  weft {} --help has its options.\n", thing.id);
  return out;
}

int run(const Options& options) {
  const auto found = find_things(options.id);
  if (found.empty()) return complain(not_found(options.id));
  if (options.json) return print_result(to_json_text(found, 2) + "\n");
  std::string out;
  for (const Explained& explained : found) out += (out.empty() ? "" : "\n") + text_of(explained);
  return print_result(out);
}

std::function<int()> declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("ID", options->id, "A name from `weft list`, a verdict, an exit code or a word")
      ->required();
  app.add_flag("--json", options->json, "Print JSON");
  return [options] { return run(*options); };
}

}  // namespace

namespace commands {
extern const CommandSpec explain = {
    .summary = "Explains one thing: a check, a suite, a verdict, an exit code, a word",
    .declare = declare,
    .example = "weft explain unknown\nweft explain 3"};
}

}  // namespace weft
