// What verdicts, exit codes and the words of reports mean.

#include <array>

#include "catalog.h"
#include "model/verdict.h"

namespace weft {
namespace {

struct Entry {
  std::string_view id, title, what, why;
};

std::vector<Thing> things_of(std::span<const Entry> entries) {
  std::vector<Thing> out;
  for (const Entry& entry : entries) {
    Thing thing{std::string(entry.id), std::string(entry.title), {}};
    if (!entry.what.empty()) thing.parts.push_back({"What", std::string(entry.what)});
    if (!entry.why.empty()) thing.parts.push_back({"Why", std::string(entry.why)});
    out.push_back(std::move(thing));
  }
  return out;
}

constexpr Entry verdicts[] = {
    {"pass", "It was seen, and it is as expected",
     "For a measurement: the low end of the interval clears the floor. For a check: what was "
     "observed is what was expected.",
     "An interval is judged, not an average: an average hides the slow minority."},
    {"skip", "It cannot apply here, and the reason is given",
     "A GPU test on hosts without GPUs, a test of two hosts on one host. It does not count for or "
     "against.",
     "What cannot apply must not look like a failure, nor like a pass."},
    {"warn", "It works, and a person should look at it",
     "For a measurement: the interval crosses the floor, so neither pass nor fail is certain. "
     "Allowed by the exit code, unless --strict.",
     ""},
    {"unknown", "It should have been seen, and was not",
     "A counter that is missing, a switch that does not answer, too few samples, a host that was "
     "not idle. The report names what is missing and why.",
     "Not seen is not fine. Counted as zero or as a pass, the dead part looks like the best one; "
     "so "
     "the program ends with 3 when something is unknown and nothing failed."},
    {"fail", "It was seen, and it is not as expected",
     "For a measurement: the high end of the interval does not reach the floor. The report gives "
     "the expected and the observed value and what to do next.",
     "A slow pair is measured again alone before it fails, and both values are kept."},
};

constexpr Entry exit_codes[] = {
    {"0", "No failure, and nothing unknown", "Warnings are allowed, unless --strict.", ""},
    {"1", "Something failed", "Faults in a plan count too. 1 beats 3.", ""},
    {"2", "The request was wrong",
     "A wrong option, a file that is not there, or input so bad that nothing at all could be "
     "judged. The messages on standard error say what and where.",
     ""},
    {"3", "Nothing failed, but something is unknown",
     "A part could not be read, or a run measured nothing.",
     "A script that takes 0 for fine must not take a blind run for a good one."},
    {"130", "Ended by Ctrl-C",
     "What was measured so far is in the run folder; --resume continues it.", ""},
};

constexpr Entry words[] = {
    {"plan", "What the fabric is meant to be",
     "Nodes, ports, links and what they shall do (MTU, "
     "RoCE classes, routing, tenants), read from many formats.",
     ""},
    {"snapshot", "What was seen, per node, every part optional",
     "Together with gaps: what could not be seen, and why.", ""},
    {"gap", "Something that should have been seen and was not",
     "Subject, what, and why: `hgx-07: counters of mlx5_0: needs root`. It leads to `unknown`.",
     "Never zero, never a pass."},
    {"finding", "What a check says about one part",
     "Check, verdict, subject, expected, observed, next step.", ""},
    {"flow", "One sender, one receiver, at one time", "", ""},
    {"round", "Flows that run at once",
     "They share no endpoint unless sharing is the point (incast).", ""},
    {"endpoint", "One slot of one host, that can send and receive",
     "Written host/slot, such as "
     "gpu-01/3. It keeps its number for the whole run.",
     ""},
    {"layout", "All endpoints in a fixed order", "", ""},
    {"selection", "Which hosts, rails and ranks of the layout take part in a step", "", ""},
    {"step", "One pattern with its sizes, transport, memory and limits of time", "", ""},
    {"sample", "One flow, one repeat: bytes, time, and how even it was",
     "With the lowest window of time, so that a dip is seen, and whether the payload was checked.",
     ""},
    {"summary", "n, median, interval and spread of samples",
     "The median and the median absolute deviation, never mean and sigma.",
     "One slow flow must not move what is said about the others."},
    {"baseline", "What a number is judged against, and where that comes from",
     "Derived (line rate, MTU, algorithm), cited (with its conditions), learned from earlier runs, "
     "or from peers in the same run.",
     ""},
    {"judgement", "What was tested, its summary, its baseline, the verdict and why", "", ""},
    {"suspect", "A part that is probably at fault",
     "With a score from 0 to 1, evidence, and the "
     "next step.",
     ""},
    {"suite", "Which steps to run and what to expect, as a file", "`weft list suites`", ""},
    {"twin", "The whole fabric simulated, with faults, behind the same interfaces",
     "So that what a suite finds can be measured without a cluster.", ""},
    {"lab", "A small real fabric of network namespaces on one Linux box", "", ""},
    {"rail", "The NICs of one position on all hosts, and their leaf",
     "A host with eight NICs has eight rails.", ""},
};

}  // namespace

std::vector<Thing> verdict_things() {
  static_assert(std::size(verdicts) == words_of(Verdict{}).size());
  return things_of(verdicts);
}
std::vector<Thing> exit_code_things() { return things_of(exit_codes); }
std::vector<Thing> word_things() { return things_of(words); }

}  // namespace weft
