// See counter_names.h.

#include "observe/counter_names.h"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

namespace weft {
namespace {

struct Row {
  std::string_view raw, name;
  std::int64_t unit = 1;
};

// sysfs ports/N/counters: the same for every driver.
constexpr std::array port_rows{
    Row{"port_xmit_data", "tx_bytes", 4},          Row{"port_rcv_data", "rx_bytes", 4},
    Row{"port_xmit_packets", "tx_packets"},        Row{"port_rcv_packets", "rx_packets"},
    Row{"port_xmit_discards", "tx_drops"},         Row{"port_rcv_errors", "rx_errors"},
    Row{"symbol_error", "symbol_errors"},          Row{"link_downed", "link_downs"},
    Row{"link_error_recovery", "link_recoveries"},
};

// sysfs ports/N/hw_counters, by driver: mlx5, rxe, bnxt_re, irdma.
constexpr std::array hardware_rows{
    Row{"np_cnp_sent", "cnp_sent"},
    Row{"rp_cnp_handled", "cnp_handled"},
    Row{"rp_cnp_ignored", "cnp_ignored"},
    Row{"np_ecn_marked_roce_packets", "ecn_marked"},
    Row{"out_of_sequence", "out_of_sequence"},
    Row{"packet_seq_err", "sequence_naks"},
    Row{"implied_nak_seq_err", "implied_sequence_naks"},
    Row{"local_ack_timeout_err", "ack_timeouts"},
    Row{"rnr_nak_retry_err", "not_ready_retries"},
    Row{"out_of_buffer", "rx_no_buffer"},
    Row{"duplicate_request", "duplicate_requests"},
    Row{"roce_adp_retrans", "adaptive_retransmits"},
    Row{"roce_adp_retrans_to", "adaptive_retransmit_timeouts"},
    Row{"rx_icrc_encapsulated", "icrc_errors"},
    Row{"req_cqe_error", "request_errors"},
    Row{"resp_cqe_error", "response_errors"},

    Row{"sent_pkts", "tx_packets"},
    Row{"rcvd_pkts", "rx_packets"},
    Row{"sent_bytes", "tx_bytes"},
    Row{"rcvd_bytes", "rx_bytes"},
    Row{"out_of_seq_request", "out_of_sequence"},
    Row{"rcvd_seq_err", "sequence_naks"},
    Row{"rcvd_rnr_err", "not_ready_retries"},
    Row{"completer_retry_err", "ack_timeouts"},
    Row{"retry_exceeded_err", "retries_exceeded"},
    Row{"link_downed", "link_downs"},

    Row{"tx_pkts", "tx_packets"},
    Row{"rx_pkts", "rx_packets"},
    Row{"tx_bytes", "tx_bytes"},
    Row{"rx_bytes", "rx_bytes"},
    Row{"tx_cnp_pkts", "cnp_sent"},
    Row{"rx_cnp_pkts", "cnp_handled"},
    Row{"rx_ecn_marked_pkts", "ecn_marked"},
    Row{"to_retransmits", "ack_timeouts"},
    Row{"seq_err_naks_rcvd", "sequence_naks"},
    Row{"rnr_naks_rcvd", "not_ready_retries"},
    Row{"max_retry_exceeded", "retries_exceeded"},
    Row{"oos_drop_count", "out_of_sequence"},
    Row{"dup_req", "duplicate_requests"},
    Row{"res_oos_drop_count", "out_of_sequence"},

    Row{"cnpSent", "cnp_sent"},
    Row{"cnpHandled", "cnp_handled"},
    Row{"cnpIgnored", "cnp_ignored"},
    Row{"RxECNMrkd", "ecn_marked"},
    Row{"ip4InOctets", "rx_bytes"},
    Row{"ip4OutOctets", "tx_bytes"},
    Row{"ip4InPkts", "rx_packets"},
    Row{"ip4OutPkts", "tx_packets"},
};

constexpr std::array ethtool_rows{
    Row{"rx_bytes_phy", "rx_bytes"},
    Row{"tx_bytes_phy", "tx_bytes"},
    Row{"rx_packets_phy", "rx_packets"},
    Row{"tx_packets_phy", "tx_packets"},
    Row{"rx_discards_phy", "rx_drops"},
    Row{"tx_discards_phy", "tx_drops"},
    Row{"rx_crc_errors_phy", "rx_errors"},
    Row{"rx_out_of_buffer", "rx_no_buffer"},
    Row{"link_down_events_phy", "link_downs"},
    Row{"rx_symbol_err_phy", "symbol_errors"},
    Row{"rx_pcs_symbol_err_phy", "uncorrected_symbols"},
    Row{"rx_corrected_bits_phy", "corrected_bits"},  // what FEC has repaired is no error
    Row{"outbound_pci_stalled_rd", "pci_read_stalls"},
    Row{"outbound_pci_stalled_wr", "pci_write_stalls"},

    Row{"rx_discard_pkts", "rx_drops"},

    Row{"HwIfInOctets", "rx_bytes"},
    Row{"HwIfOutOctets", "tx_bytes"},
    Row{"HwIfInDiscards", "rx_drops"},
    Row{"HwIfOutDiscards", "tx_drops"},
    Row{"HwIfInErrors", "rx_errors"},
    Row{"HwIfOutErrors", "tx_errors"},
    Row{"HwIfOutQDrops", "tx_queue_drops"},
};

// Of a priority: '#' stands for its number, in both.
constexpr std::array priority_rows{
    Row{"rx_prio#_pause", "rx_pause_prio#"},
    Row{"tx_prio#_pause", "tx_pause_prio#"},
    Row{"rx_prio#_pause_duration", "rx_pause_prio#_us"},
    Row{"tx_prio#_pause_duration", "tx_pause_prio#_us"},
    Row{"rx_prio#_pause_transition", "rx_pause_transitions_prio#"},
    Row{"tx_prio#_pause_transition", "tx_pause_transitions_prio#"},
    Row{"rx_prio#_bytes", "rx_bytes_prio#"},
    Row{"tx_prio#_bytes", "tx_bytes_prio#"},
    Row{"rx_prio#_packets", "rx_packets_prio#"},
    Row{"tx_prio#_packets", "tx_packets_prio#"},
    Row{"rx_prio#_discards", "rx_drops_prio#"},
    Row{"rx_pfc_ena_frames_pri#", "rx_pause_prio#"},
    Row{"tx_pfc_ena_frames_pri#", "tx_pause_prio#"},
    Row{"pfc_pri#_rx_transitions", "rx_pause_transitions_prio#"},
    Row{"pfc_pri#_tx_transitions", "tx_pause_transitions_prio#"},
    Row{"HwIfInPfc#Pkt", "rx_pause_prio#"},
    Row{"HwIfOutPfc#Pkt", "tx_pause_prio#"},
};

CounterName found(std::span<const Row> rows, std::string_view raw) {
  const auto row = std::ranges::find(rows, raw, &Row::raw);
  return row == rows.end() ? CounterName{} : CounterName{std::string(row->name), row->unit};
}

CounterName of_priority(std::string_view raw) {
  for (const Row& row : priority_rows) {
    const auto at = row.raw.find('#');
    if (raw.size() != row.raw.size() || raw[at] < '0' || raw[at] > '7') continue;
    if (raw.substr(0, at) != row.raw.substr(0, at) || raw.substr(at + 1) != row.raw.substr(at + 1))
      continue;
    std::string name(row.name);
    name[name.find('#')] = raw[at];
    return {name, row.unit};
  }
  return {};
}

}  // namespace

CounterName counter_name(std::string_view source, std::string_view raw) {
  if (source == "counters") return found(port_rows, raw);
  if (source == "hw_counters") return found(hardware_rows, raw);
  const CounterName name = of_priority(raw);
  return name.name.empty() ? found(ethtool_rows, raw) : name;
}

bool is_no_counter(std::string_view raw) { return raw == "lifespan"; }

}  // namespace weft
