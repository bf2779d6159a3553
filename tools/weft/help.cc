// See help.h. CLI11's own formatter neither wraps nor says what a value may be in plain words.

#include "help.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "page.h"
#include "version.h"

namespace weft {
namespace {

constexpr std::string_view about =
    "Proves that the network of an AI cluster does what it was bought for: reads the plan, looks "
    "at "
    "hosts and switches, puts load on the fabric, judges what it saw and names the part at fault.";

constexpr std::string_view exit_codes =
    "Exit codes: 0 no failure and nothing unknown, 1 something failed, 2 the request was wrong,\n"
    "            3 nothing failed but something is unknown, 130 after Ctrl-C.\n";

constexpr std::string_view first_steps =
    "Begin with `weft doctor`, then `weft run quick`. `weft list` shows what there is, `weft "
    "explain\n"
    "WORD` what it means, `weft SUBCOMMAND --help` how to use it.";

constexpr std::size_t left_column = 30;

class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool positional) const override {
    return entry(make_option_name(option, positional) + make_option_opts(option),
                 option->get_description());
  }
  std::string make_subcommand(const CLI::App* sub) const override {
    return entry(sub->get_name(), sub->get_description());
  }
  std::string make_description(const CLI::App* app) const override {
    return paragraph(app->get_description(), 0) + "\n";
  }
  std::string make_footer(const CLI::App* app) const override {
    return app->get_footer().empty() ? "" : paragraph(app->get_footer(), 0);
  }
  // "TEXT:{json,html}" is CLI11's way to say {json,html}.
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text = CLI::Formatter::make_option_opts(option);
    for (const std::string_view noise : {"TEXT:", "INT:", "UINT:", "FLOAT:"})
      if (const std::size_t at = text.find(noise); at != std::string::npos)
        text.erase(at, noise.size());
    return text;
  }

 private:
  static std::string entry(const std::string& name, const std::string& text) {
    std::string out = "  " + name;
    const std::string right = paragraph(text, left_column);
    if (right.empty()) return out + "\n";
    if (columns_of(out) + 2 > left_column) return out + "\n" + right;
    return out + right.substr(columns_of(out));
  }
};

void add_command(CLI::App& app, const Row<CommandSpec>& row, bool in_full, Actions& actions) {
  CLI::App* sub = app.add_subcommand(command_name(row.id), std::string(row.item.summary));
  if (row.item.hidden) sub->group("");
  if (!in_full) return;
  actions[sub] = row.item.declare(*sub);
  if (row.item.example.empty()) return;
  std::string examples = sub->get_footer();
  if (!examples.empty()) examples += "\n\n";
  examples += lines(row.item.example).size() > 1 ? "Examples:" : "Example:";
  for (const std::string_view line : lines(row.item.example))
    examples += fmt::format("\n  {}", line);
  sub->footer(examples);
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    if (!option->get_group().empty())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::string guess(std::string_view word, const std::vector<std::string>& names) {
  return did_you_mean(word, std::vector<std::string_view>(names.begin(), names.end()));
}

// The innermost subcommand that was reached.
const CLI::App* innermost(const CLI::App* app) {
  for (auto parsed = app->get_subcommands(); !parsed.empty(); parsed = app->get_subcommands())
    app = parsed.back();
  return app;
}

std::string path_of(const CLI::App* app) {
  if (app->get_parent() == nullptr) return app->get_name();
  return path_of(app->get_parent()) + " " + app->get_name();
}

std::vector<std::string> parts_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands({}))
    if (!sub->get_group().empty()) names.push_back(sub->get_name());
  return names;
}

std::string unexpected(const CLI::App& app, const std::string& word) {
  if (word.starts_with('-')) {
    const std::string name = word.substr(0, word.find('='));
    return fmt::format("no option '{}'{}", printable(name, 60), guess(name, option_names(app)));
  }
  const std::vector<std::string> names = parts_of(app);
  if (names.empty()) return fmt::format("'{}' is one word too many", printable(word, 60));
  return fmt::format("no subcommand '{}'{}", printable(word, 60), guess(word, names));
}

}  // namespace

std::unique_ptr<CLI::App> make_app(std::string_view named, Actions& actions) {
  auto app = std::make_unique<CLI::App>(std::string(about), "weft");
  app->formatter(std::make_shared<HelpFormatter>());
  app->set_help_flag("-h,--help", "Prints this help and ends");
  app->set_version_flag("--version", fmt::format("weft {}", version()),
                        "Prints the version and ends");
  app->require_subcommand(1);
  for (const Row<CommandSpec>& row : commands::all())
    add_command(*app, row, named == "*" || table_id(named) == row.id, actions);
  app->footer(fmt::format("{}{}", exit_codes, first_steps));  // now: subcommands would inherit it
  return app;
}

Result<std::vector<std::string>> known_words(std::vector<std::string> words) {
  if (!words.empty() && words.front() == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  if (words.empty()) return std::vector<std::string>{"--help"};
  if (words.front().starts_with('-')) return words;
  std::vector<std::string> names;
  for (const auto& [id, spec] : commands::all()) {
    if (id == table_id(words.front())) {
      words.front() = command_name(id);
      return words;
    }
    if (!spec.hidden) names.push_back(command_name(id));
  }
  return fail(fmt::format("no subcommand '{}'{}", printable(words.front(), 60),
                          guess(words.front(), names)),
              "`weft --help` lists them");
}

Error parse_problem(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* where = innermost(&app);
  std::string what = error.what();
  // A typo in an option says more than what is missing because of it.
  const auto rest = app.remaining(true);
  const auto option = std::ranges::find_if(rest, [](const auto& w) { return w.starts_with('-'); });
  if (option != rest.end())
    what = unexpected(*where, *option);
  else if (!rest.empty() &&
           (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr || !parts_of(*where).empty()))
    what = unexpected(*where, rest.front());
  while (what.ends_with('\n')) what.pop_back();
  const std::string path = path_of(where);
  const std::string named = path == "weft" ? what : fmt::format("{}: {}", path.substr(5), what);
  std::string hint = fmt::format("see `{} --help`", path);
  if (const auto parts = parts_of(*where); !parts.empty() && path != "weft")
    hint = fmt::format("one of {}; {}", join(parts, ", "), hint);
  return {named, {}, hint, {}};
}

}  // namespace weft
