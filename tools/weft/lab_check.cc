// weft lab check PART ...: collects the lab and checks it with `weft check`, plan and site given.

#include "lab_open.h"

namespace weft {
namespace {

int check(const LabChoice& choice, std::vector<std::string> words) {
  const auto lab = open_lab(choice);
  if (!lab) return complain(lab.error());
  const fs::path site = lab->folder.path() / "site";
  std::error_code error;
  fs::remove_all(site, error);  // what a node said before is not what it says now
  const int code = run_inside(*lab, [&] {
    const auto all = collect_lab(*lab, site, [](const Collected&) {});
    return all ? exit_code::fine : complain(all.error());
  });
  if (code != exit_code::fine) return code;
  words.insert(words.begin(), "check");
  words.insert(words.end(), {"--plan", lab->folder.path() / "plan.json", "--site", site});
  return become_weft(std::move(words));
}

}  // namespace

std::function<int()> declare_lab_check(CLI::App& app) {
  auto choice = std::make_shared<LabChoice>();
  declare_lab_choice(app, *choice);
  app.prefix_command();
  app.footer(
      "Then the words of `weft check`: cabling, wiring, links, routing, qos or all, and their "
      "options, "
      "such as\n  weft lab check cabling --moves");
  return [choice, &app] {
    std::vector<std::string> words = app.remaining();
    if (words.empty()) words = {"all"};
    return check(*choice, std::move(words));
  };
}

}  // namespace weft
