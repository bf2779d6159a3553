// weft hosts LIST: what a host list means, and what would stop a launch on it, before any launch.

#include <fmt/format.h>

#include "base/fields.h"
#include "base/talk.h"
#include "base/text.h"
#include "command.h"
#include "hostlist/hostlist.h"
#include "page.h"

namespace weft {
namespace {

struct Options {
  std::string list;
  std::string group;
  std::string format;
  std::int64_t ranks = 0;
  std::optional<std::int64_t> ranks_per_host;
  int open_mpi = 4;
  bool json = false;
};

// One host as JSON shows it.
struct HostRow {
  std::string host;
  std::optional<std::int64_t> slots, max_slots;
  std::string login;
  std::optional<std::int64_t> port;
  std::vector<std::string> groups;
  std::int64_t line = 0;

  static constexpr auto fields() {
    return std::tuple{field("host", &HostRow::host),
                      field("slots", &HostRow::slots),
                      field("max_slots", &HostRow::max_slots),
                      field("login", &HostRow::login, "what ssh is given"),
                      field("port", &HostRow::port),
                      field("groups", &HostRow::groups),
                      field("line", &HostRow::line)};
  }
};

struct Document {
  std::string schema = "1.0";
  std::string source, format;
  std::vector<HostRow> hosts;
  std::map<std::string, std::vector<std::string>> groups;
  std::optional<std::int64_t> endpoints;  // absent when they cannot be told
  std::vector<std::string> warnings, problems;

  static constexpr auto fields() {
    return std::tuple{field("schema", &Document::schema),
                      field("source", &Document::source),
                      field("format", &Document::format),
                      field("hosts", &Document::hosts),
                      field("groups", &Document::groups),
                      field("endpoints", &Document::endpoints),
                      field("warnings", &Document::warnings),
                      field("problems", &Document::problems, "what would stop a launch")};
  }
};

Result<HostList> read(const Options& options) {
  WEFT_TRY(HostList list, host_list_argument(options.list, options.format));
  if (options.group.empty()) return list;
  return hosts_of_group(std::move(list), options.group);
}

Document document_of(const HostList& list, const Options& options) {
  Document out{.source = list.source, .format = list.format, .groups = list.groups};
  for (const HostEntry& host : list.hosts)
    out.hosts.push_back(
        {host.name, host.slots, host.max_slots, host.login(), host.port, host.groups, host.line});
  for (const Error& warning : list.warnings) out.warnings.push_back(warning.text());
  const auto layout = layout_of(list, options.ranks_per_host);
  if (layout)
    out.endpoints = static_cast<std::int64_t>(layout->endpoints.size());
  else
    out.problems.push_back(layout.error().text());
  for (const Error& problem :
       launch_problems(list, options.ranks, {.open_mpi_major = options.open_mpi}))
    out.problems.push_back(problem.text());
  return out;
}

Document rejected(const Options& options, const Error& why) {
  Document out{.source = options.list, .format = options.format};
  const std::string text = why.text();
  for (const std::string_view line : lines(text)) out.problems.emplace_back(line);
  return out;
}

std::string table_of(const Document& document) {
  std::vector<std::vector<std::string>> rows;
  for (const HostRow& host : document.hosts)
    rows.push_back({host.host, host.slots ? fmt::to_string(*host.slots) : "-",
                    host.login + (host.port ? fmt::format(" port {}", *host.port) : ""),
                    join(host.groups, " ")});
  return grid({{"host", 60}, {"slots"}, {"login", 60}, {"groups"}}, rows) +
         fmt::format("\n{} ({}): {}, {}\n", document.source, document.format,
                     count_of(document.hosts.size(), "host"),
                     document.endpoints
                         ? count_of(static_cast<std::size_t>(*document.endpoints), "endpoint")
                         : "endpoints cannot be told");
}

int run(const Options& options) {
  const auto list = read(options);
  if (!list) {
    if (options.json)
      (void)print_result(to_json_text(rejected(options, list.error()), 2) + "\n", 0);
    return complain(list.error());
  }
  const Document document = document_of(*list, options);
  if (!options.json) {
    for (const std::string& warning : document.warnings) talk("weft: {}\n", warning);
    for (const std::string& problem : document.problems) talk("weft: {}\n", problem);
  }
  return print_result(options.json ? to_json_text(document, 2) + "\n" : table_of(document),
                      document.problems.empty() ? exit_code::fine : exit_code::failed);
}

std::function<int()> declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("LIST", options->list,
                 "A file (Open MPI hostfile, Slurm list, Ansible INI inventory), FILE@GROUP, or a "
                 "list such as gpu[001-004,7] or a:2,b:2")
      ->required();
  app.add_option("--group", options->group, "Only the hosts of this group of an inventory");
  app.add_option("--host-format", options->format,
                 "Read it as this, whatever it looks like: openmpi, slurm, ansible");
  app.add_option("--ranks", options->ranks, "Say whether that many ranks fit into the slots")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--ranks-per-host", options->ranks_per_host, "The same, for each host");
  app.add_option("--open-mpi", options->open_mpi,
                 "Major version of the Open MPI it is for; 4 and older cut names at the first dot")
      ->capture_default_str();
  app.add_flag("--json", options->json, "Print JSON");
  return [options] { return run(*options); };
}

}  // namespace

namespace commands {
extern const CommandSpec hosts = {
    .summary = "Shows what a host list means and what would stop a launch on it",
    .declare = declare,
    .example = "weft hosts 'gpu[001-004,7]:8' --ranks 40\nweft hosts inventory.ini@gpu"};
}

}  // namespace weft
