// Document and text of a cabling check; see cabling_report.h.

#include "check/cabling_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace weft {
namespace {

constexpr std::size_t columns = 100;

std::string summary_of(const CablingReport& report) {
  std::map<LinkState, std::size_t> counts;
  std::size_t skipped = 0, planned = 0;
  for (const LinkResult& link : report.links) {
    planned += link.state != LinkState::extra;
    if (link.verdict == Verdict::skip)
      ++skipped;
    else
      ++counts[link.state];
  }
  std::vector<std::string> parts;
  for (const auto& [state, name] : words_of(LinkState{})) {
    std::string shown(name);
    std::ranges::replace(shown, '_', ' ');
    if (counts[state] > 0) parts.push_back(fmt::format("{} {}", counts[state], shown));
  }
  if (skipped > 0) parts.push_back(fmt::format("{} skipped", skipped));
  if (parts.empty()) return "nothing was compared: no planned link";
  return fmt::format("{}: {}", count_of(planned, "planned link"), join(parts, ", "));
}

std::string step_text(const CableStep& step) {
  const std::string from = step.from.value_or("");
  const std::string to = step.to.value_or("");
  if (step.action == "park")
    return fmt::format("park    {}  (unplug this end and let it hang)", from);
  if (step.action == "plug")
    return fmt::format("plug    the parked end of {} into {}", step.cable, to);
  if (step.action == "remove")
    return fmt::format("remove  {}  (cable {} is not needed)", from, step.cable);
  return fmt::format("move    {} -> {}", from, to);
}

std::string moves_text(const CablingReport& report) {
  std::string out;
  const auto spare = std::ranges::count(report.moves, true, &CableMove::spare);
  if (report.moves.empty()) {
    out += "\nMoves: none\n";
  } else {
    out += fmt::format("\nMoves: {} to re-plug, in this order\n",
                       count_of(report.moves.size(), "cable end"));
    for (std::size_t i = 0; i < report.steps.size(); ++i)
      out += fmt::format("{:>5}. {}\n", i + 1, hanging(step_text(report.steps[i]), 15));
  }
  if (spare > 0)
    out += "  " +
           hanging(fmt::format("{} of them give spare cables to links that have none; a new "
                               "cable does as well",
                               count_of(std::size_t(spare), "move")),
                   2) +
           "\n";
  if (report.new_cables.empty()) return out;
  out += fmt::format(
      "\nNew cables: {}\n",
      count_of(report.new_cables.size(), "planned link has none", "planned links have none"));
  for (const std::string& cable : report.new_cables) out += "  " + hanging(cable, 4) + "\n";
  return out;
}

std::string listed(std::string_view title, const std::vector<std::string>& lines,
                   std::size_t most) {
  if (lines.empty()) return "";
  std::string out = fmt::format("\n{}\n", title);
  for (std::size_t i = 0; i < std::min(most, lines.size()); ++i)
    out += "  " + hanging(printable(lines[i], 2000), 4) + "\n";
  if (lines.size() > most)
    out += fmt::format("  and {} more (--json has all)\n", lines.size() - most);
  return out;
}

std::string unusual_links(const CablingReport& report) {
  std::vector<std::string> lines;
  for (const LinkResult& r : report.links)
    if (r.state == LinkState::ok && !r.reason.empty())
      lines.push_back(fmt::format("{} - {}: ok, {}", r.a, r.b, r.reason));
    else if (r.verdict == Verdict::skip)
      lines.push_back(fmt::format("{} - {}: skipped, {}", r.a, r.b.empty() ? "?" : r.b, r.reason));
  return listed("Remarks", lines, 20);
}

bool by_other_field(const LinkResult& link) {
  return link.decided_by.value_or("port id") != "port id";
}

// "2 links by port description, 1 by alias": "" when all were decided by the port id.
std::string decided_note(const std::vector<LinkResult>& links) {
  std::map<std::string, std::size_t> counts;
  for (const LinkResult& link : links)
    if (by_other_field(link)) ++counts[*link.decided_by];
  std::vector<std::string> parts;
  for (const auto& [field, n] : counts)
    parts.push_back(
        fmt::format("{} by {}", parts.empty() ? count_of(n, "link") : std::to_string(n), field));
  return parts.empty() ? "" : "decided by another field than the port id: " + join(parts, ", ");
}

std::string decided_text(const CablingReport& report) {
  std::vector<std::string> lines;
  for (const LinkResult& link : report.links)
    if (by_other_field(link))
      lines.push_back(fmt::format("{} - {}: {}", link.a, link.b, *link.decided_by));
  return listed("Decided by", lines, 1000);
}

}  // namespace

std::string hanging(std::string_view text, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  for (const std::string_view word : split(text, ' ')) {
    if (column > indent && column + 1 + word.size() > columns) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  return out;
}

std::string finding_text(const Finding& f, bool details) {
  constexpr std::size_t most = 10;
  std::string out =
      fmt::format("{:<8}{}\n", word(f.verdict), hanging(printable(f.subject, 400), 8));
  const auto line = [&](std::string_view name, const std::string& value) {
    if (!value.empty())
      out += fmt::format("  {:<10}{}\n", name, hanging(printable(value, 4000), 12));
  };
  line("expected", f.expected);
  line("observed", f.observed);
  line("next", f.next_step);
  const std::size_t shown = details ? f.evidence.size() : std::min(most, f.evidence.size());
  for (std::size_t i = 0; i < shown; ++i)
    out += "    - " + hanging(printable(f.evidence[i], 600), 6) + "\n";
  if (shown < f.evidence.size())
    out += fmt::format("    - and {} more (--details)\n", f.evidence.size() - shown);
  return out;
}

CablingReport cabling_report(Cabling cabling, const Plan& plan, const Snapshot& seen,
                             const std::vector<Waiver>& waivers, Instant now) {
  CablingReport out;
  out.plan = plan.source;
  for (const auto& [state, name] : words_of(LinkState{})) {
    (void)state;
    out.counts[std::string(name)] = 0;
  }
  for (const LinkResult& link : cabling.links) ++out.counts[std::string(word(link.state))];
  out.links = std::move(cabling.links);
  out.findings = std::move(cabling.findings);
  out.notes = std::move(cabling.notes);
  if (std::string note = decided_note(out.links); !note.empty())
    out.notes.push_back(std::move(note));
  out.waived = apply_waivers(waivers, now, out.findings, out.notes);
  out.moves = std::move(cabling.moves);
  out.steps = std::move(cabling.steps);
  out.new_cables = std::move(cabling.new_cables);
  out.warnings = seen.warnings;
  out.gaps = seen.gaps;
  const bool judged = out.counts["ok"] > 0 || !out.findings.empty() || !out.waived.empty();
  out.verdict = judged ? Verdict::pass : Verdict::unknown;
  for (const Finding& f : out.findings) out.verdict = worst(out.verdict, f.verdict);
  out.summary = summary_of(out);
  return out;
}

std::string to_json(const CablingReport& report) { return to_json_text(report, 2) + "\n"; }

std::string upper_word(Verdict verdict) {
  std::string out(word(verdict));
  std::ranges::transform(out, out.begin(), [](char c) { return char(c - 'a' + 'A'); });
  return out;
}

std::string closing_text(const std::vector<Waived>& waived, const std::vector<std::string>& notes,
                         const std::vector<Gap>& gaps, const std::vector<std::string>& warnings) {
  std::vector<std::string> accepted, unseen;
  for (const Waived& w : waived)
    accepted.push_back(fmt::format("{} ({}, until {}): {}: {}", w.id, w.reason, w.expiry,
                                   w.finding.subject, w.finding.observed));
  for (const Gap& gap : gaps)
    unseen.push_back(fmt::format("{}: {}: {}", gap.subject, gap.what, gap.why));
  return listed("Waived", accepted, 1000) + listed("Notes", notes, 20) +
         listed("Not seen", unseen, 20) + listed("Warnings while reading", warnings, 20);
}

std::string to_text(const CablingReport& report, const TextOptions& options) {
  const std::string verdict = upper_word(report.verdict);
  std::string out = fmt::format("{}  {}\n", verdict, hanging(report.summary, verdict.size() + 2));
  for (const Finding& f : report.findings) out += "\n" + finding_text(f, options.details);
  if (options.moves) out += moves_text(report);
  out += unusual_links(report);
  if (options.details) out += decided_text(report);
  return out + closing_text(report.waived, report.notes, report.gaps, report.warnings);
}

}  // namespace weft
