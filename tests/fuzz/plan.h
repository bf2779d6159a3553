// What any byte sequence must do as a plan: be a plan, or an error with a place; and a plan that
// was read can be judged, cut down, written in every format and read again.
#pragma once

#include <cstddef>
#include <string_view>

#include "plan/lint.h"
#include "plan/only.h"
#include "plan/plan.h"

namespace weft {

inline void fuzz_plan(std::string_view bytes, std::string_view format) {
  const Result<PlanRead> read = read_plan(bytes, "fuzz", format);
  if (!read) {
    WEFT_ASSERT(read.error().place.file == "fuzz" && !read.error().what.empty());
    return;
  }
  for (const auto* list : {&read->faults, &read->warnings, &read->notes})
    for (const Error& error : *list) WEFT_ASSERT(error.place.file == "fuzz");
  for (const Link& link : read->plan.links) WEFT_ASSERT(!link.a.node.empty());
  lint(read->plan, {true});
  (void)only(read->plan, "rail0,pod1,leaf1");
  for (const auto& [id, writer] : plan_formats::all()) {
    std::vector<std::string> lost;
    const std::string text = writer.write(read->plan, lost);
    const Result<PlanRead> again = read_plan(text, "again", id);
    // What we write, we read; only devices without any link may leave nothing to write.
    WEFT_ASSERT(again || read->plan.links.empty());
  }
}

}  // namespace weft
