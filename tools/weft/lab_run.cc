// weft lab run SUITE ...: `weft run` from the lab's management network, where hosts are namespaces
// and the agent enters them. Nothing downstream knows that it is a lab.

#include <fmt/format.h>

#include <algorithm>

#include "base/process.h"
#include "base/text.h"
#include "lab_open.h"

namespace weft {
namespace {

// What `weft run` needs to know of this cluster; with --resume the folder knows it.
std::vector<std::string> cluster_words(const LabLayout& layout) {
  std::vector<std::string> hosts;
  for (const LabNode* host : layout.hosts())
    hosts.push_back(fmt::format("{}:{}", host->name, host->ports.size()));
  std::vector<std::string> out = {"--hosts",       join(hosts, ","),
                                  "--agent",       own_path() + " lab agent",
                                  "--control-net", "192.0.2.0/24"};
  for (std::int64_t rail = 0; rail < layout.rails; ++rail)
    out.insert(out.end(), {"--rail-net", fmt::format("10.{}.0.0/16", 1 + rail)});
  out.insert(out.end(), {"--link-rate", text(layout.options.rate)});
  return out;
}

int run(const LabChoice& choice, std::vector<std::string> words) {
  const auto lab = open_lab(choice);
  if (!lab) return complain(lab.error());
  const bool resumes = std::ranges::any_of(
      words, [](const std::string& word) { return word.starts_with("--resume"); });
  if (!resumes)
    for (std::string& word : cluster_words(lab->layout)) words.push_back(std::move(word));
  words.insert(words.begin(), "run");
  return run_inside(*lab, [&] { return become_weft(words); });
}

}  // namespace

std::function<int()> declare_lab_run(CLI::App& app) {
  auto choice = std::make_shared<LabChoice>();
  declare_lab_choice(app, *choice);
  app.prefix_command();
  app.footer("Then the words of `weft run`: a suite and options, such as\n  weft lab run quick");
  return [choice, &app] { return run(*choice, app.remaining()); };
}

}  // namespace weft
