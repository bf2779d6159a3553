// See complete_words.h. The command line itself says what there is (CLI11's App); values come from
// the kinds of catalog.h: an option --pattern, or a word PATTERN, takes the id of one pattern.

#include "complete_words.h"

#include <algorithm>

#include "base/text.h"
#include "catalog.h"

namespace weft {
namespace {

bool takes_value(const CLI::Option* option) { return option->get_items_expected_max() > 0; }

bool takes_file(const CLI::Option* option) {
  const std::string type = option->get_type_name();
  for (const char* word : {"FILE", "DIR", "PATH"})
    if (type.find(word) != std::string::npos) return true;
  return false;
}

// The words of "TEXT:{json,html}", as IsMember writes what it takes.
std::vector<std::string> members(const CLI::Option* option) {
  const std::string type = option->get_type_name();
  const std::size_t open = type.find('{'), close = type.find('}', open);
  std::vector<std::string> out;
  if (open == type.npos || close == type.npos) return out;
  for (const std::string_view word :
       split(std::string_view(type).substr(open + 1, close - open - 1), ','))
    out.emplace_back(trim(word));
  return out;
}

// What may stand for this option's value.
Completion values_of(const CLI::Option* option, const CLI::App& app) {
  Completion out{members(option), takes_file(option)};
  const std::string name = lower(option->get_single_name()), type = lower(option->get_type_name());
  const std::string of_command = app.get_name() + "-" + type;  // `report --to FORMAT`
  if (name == "kind")
    for (const Kind& kind : kinds()) out.words.emplace_back(kind.name);
  for (const Kind& kind : kinds())
    if (name == kind.one || name == kind.name || type == kind.one || of_command == kind.one ||
        name == "id")
      for (const Thing& thing : kind.things()) out.words.push_back(thing.id);
  if (out.words.empty()) out.files = true;  // better a file too many than none
  return out;
}

void add_options(const CLI::App& app, Completion& into) {
  for (const CLI::Option* option : app.get_options())
    if (!option->get_group().empty())
      for (const std::string& name : option->get_lnames()) into.words.push_back("--" + name);
}

const CLI::Option* option_of(const CLI::App& app, const std::string& word) {
  return word.starts_with("-") ? app.get_option_no_throw(word) : nullptr;
}

const CLI::App* subcommand_of(const CLI::App& app, const std::string& word) {
  for (const CLI::App* sub : app.get_subcommands({}))
    if (sub->get_name() == word) return sub;
  return nullptr;
}

// The n-th word without dashes; the last one where it takes many.
const CLI::Option* positional(const CLI::App& app, std::size_t n) {
  const auto all = app.get_options([](const CLI::Option* o) { return o->get_positional(); });
  if (n < all.size()) return all[n];
  return !all.empty() && all.back()->get_items_expected_max() > 1 ? all.back() : nullptr;
}

// The subcommand and what its last words ask for.
struct Position {
  const CLI::App* app;
  const CLI::Option* waiting = nullptr;  // an option whose value comes next
  std::size_t positionals = 0;
};

Position walk(const CLI::App& root, const std::vector<std::string>& words) {
  Position at{&root};
  for (const std::string& word : words) {
    if (word == "=") continue;  // bash makes a word of its own of it
    if (at.waiting != nullptr) {
      at.waiting = nullptr;
    } else if (const CLI::Option* option = option_of(*at.app, word)) {
      at.waiting = takes_value(option) ? option : nullptr;
    } else if (const CLI::App* sub = subcommand_of(*at.app, word)) {
      at.app = sub;
      at.positionals = 0;
    } else if (!word.starts_with("-")) {
      ++at.positionals;
    }
  }
  return at;
}

Completion offers(const Position& at, const std::string& current) {
  if (at.waiting != nullptr) return values_of(at.waiting, *at.app);
  Completion out;
  const std::size_t equals = current.find('=');
  if (current.starts_with("--") && equals != current.npos) {  // zsh keeps --option=value whole
    if (const CLI::Option* option = option_of(*at.app, current.substr(0, equals)))
      for (const std::string& value : values_of(option, *at.app).words)
        out.words.push_back(current.substr(0, equals + 1) + value);
    return out;
  }
  if (current.starts_with('-')) {
    add_options(*at.app, out);
    return out;
  }
  for (const CLI::App* sub : at.app->get_subcommands({}))
    if (!sub->get_group().empty()) out.words.push_back(sub->get_name());
  if (!out.words.empty()) return out;
  const CLI::Option* option = positional(*at.app, at.positionals);
  if (option != nullptr) return values_of(option, *at.app);
  add_options(*at.app, out);
  return out;
}

}  // namespace

Completion complete_words(const std::vector<std::string>& line) {
  if (line.empty()) return {};
  Actions actions;
  const auto app = make_app(line.size() > 1 ? line.front() : "", actions);
  std::string current = line.back();
  std::vector<std::string> before(line.begin(), line.end() - 1);
  if (!before.empty() && before.front() == "help") before.clear();
  if (current == "=") current.clear();
  Completion out = offers(walk(*app, before), current);
  std::erase_if(out.words, [&](const std::string& word) {
    return !word.starts_with(current) || printable(word) != word ||
           word.find_first_of(" \t\n'\"\\$`") != word.npos;
  });
  std::ranges::sort(out.words);
  out.words.erase(std::unique(out.words.begin(), out.words.end()), out.words.end());
  return out;
}

}  // namespace weft
