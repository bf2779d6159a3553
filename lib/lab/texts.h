// What the lab's programs are given: batches for ip and tc, kernel settings, and the configuration
// of zebra, bgpd and lldpd. Pure; each text's traps are told beside it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lab/layout.h"

namespace weft {

// For `ip -batch -` in the operator's namespace, where namespaces are named as their nodes.
std::string cable_batch(const LabLayout& layout, const LabCable& cable);
std::string management_batch(const LabLayout& layout);

// For `ip -batch -` in the node: addresses, links up, routes. The second for one port made anew.
std::string address_batch(const LabLayout& layout, const LabNode& node);
std::string port_batch(const LabNode& node, const LabPort& port);

// What a host has lost after all its ports were down: they come up, its routes come back.
std::string revive_batch(const LabLayout& layout, const LabNode& host);

// For `tc -batch -` in the node: the shaping of one port that has none, and another rate for one
// that has. A switch's port has a class for each priority: `1:1n` is priority n's.
std::string queue_batch(const LabOptions& options, const LabNode& node, const std::string& port);
std::string rate_batch(const LabOptions& options, const LabNode& node, const std::string& port);

// Below /proc/sys/net of the node. Those marked optional are not in every kernel.
struct KernelSetting {
  std::string path, value;
  bool optional = false;
};
std::vector<KernelSetting> kernel_settings(const LabNode& node);

std::string zebra_config(const LabNode& node);
std::string bgpd_config(const LabLayout& layout, const LabNode& node);
std::string lldpd_config(const LabLayout& layout, const LabNode& node);

}  // namespace weft
