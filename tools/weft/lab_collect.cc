// weft lab collect: all nodes of a lab into a site folder, as `weft collect` does with a cluster.

#include "collect_output.h"
#include "lab_open.h"

namespace weft {
namespace {

struct Options {
  LabChoice choice;
  std::string out;
  bool json = false;
};

int collect(const Options& o) {
  const auto lab = open_lab(o.choice);
  if (!lab) return complain(lab.error());
  return run_inside(*lab, [&] {
    std::size_t done = 0;
    const auto all = collect_lab(*lab, o.out, [&](const Collected& one) {
      talk_collected(one, ++done, lab->layout.nodes.size());
    });
    return all ? print_collected(*all, o.out, o.json) : complain(all.error());
  });
}

}  // namespace

std::function<int()> declare_lab_collect(CLI::App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("--out", o->out, "The site folder to write")->required();
  app.add_flag("--json", o->json, "One JSON document instead of text");
  declare_lab_choice(app, o->choice);
  return [o] { return collect(*o); };
}

}  // namespace weft
