// The findings of a run by their ids: what `weft explain` says of them.
#pragma once

#include <array>
#include <string_view>

namespace weft {

struct FindingKind {
  std::string_view id, title, about, fix;
};

inline constexpr std::array finding_kinds{
    FindingKind{
        "slow_flow", "A flow is slower than its peers or its link allow",
        "Its interval stays below the floor in company and, where it could be tried, twice "
        "alone. Both values are kept.",
        "See the suspects: many slow flows of one host point at the host. Run the pair alone "
        "with a longer round_time."},
    FindingKind{
        "wrong_payload", "Data was damaged on the way",
        "What arrived was not what was sent. Every message carries a pattern that names it.",
        "Stop using this pair; look at memory and NIC of both ends."},
    FindingKind{"lossy_flow", "A flow loses more packets than its peers",
                "Packets of it are lost on the way, in company and alone; what the receiving host "
                "itself had no room for is not counted.",
                "Look at error and drop counters of the ports on the way: a bad cable or optic "
                "loses some packets of all flows over it."},
    FindingKind{"remarked_flow", "Packets came with another DSCP than they were sent with",
                "A switch or a NIC on the way rewrites the class: RoCE traffic then leaves its "
                "lossless queue.",
                "Compare DSCP maps and trust modes of the switches on the way."},
    FindingKind{"failed_flow", "A flow did not work at all",
                "Its two ends did not answer each other by the step's deadline.",
                "Look at the log of both workers, then at the path between them."},
    FindingKind{"set_aside", "A worker was taken out of the run",
                "It was killed, silent, or waited for by the others; the rest of the suite ran "
                "without it.",
                "Is the host up, is it busy, what does its log say?"},
    FindingKind{"hang", "Rounds did not end, and nobody could be named for it",
                "A round missed its deadline twice and was given up, so that the run got further.",
                "Look at the load of all hosts, or give the step a longer deadline."},
    FindingKind{"not_idle", "A host was busy before it was loaded",
                "Foreign load, workers of another run, or processes on its GPUs: what is measured "
                "there says nothing of the network.",
                "Wait until it is idle, or load it with --force."},
};

}  // namespace weft
