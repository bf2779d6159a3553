// weft twin: a simulated fabric. One file per part: twin_site.cc, twin_faults.cc, ...

#include "parts.h"
#include "twin_open.h"

namespace weft::commands {
namespace {

std::function<int()> declare(CLI::App& app) {
  static const CommandPart parts[] = {
      {"site", "Writes down what all its nodes say, as a site folder", declare_twin_site},
      {"faults", "Kinds of faults, and which check must name each", declare_twin_faults},
      {"score", "Puts in every kind of fault, in many places, and counts what is found",
       declare_twin_score},
      {"expect", "What a suite should measure on this fabric when nothing is broken",
       declare_twin_expect},
  };
  return declare_parts(app, parts);
}

}  // namespace

extern const CommandSpec twin = {
    "A simulated fabric, with faults, that answers as real machines do", declare, false,
    "weft twin site --plan plan.dot --fault swapped-cables --out site\n"
    "weft check cabling --plan plan.dot --site site --moves\n"
    "weft twin faults\n"
    "weft twin score --plans small --html score.html"};

}  // namespace weft::commands
