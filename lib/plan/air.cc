// NVIDIA Air topology JSON: {"nodes": {name: {...}}, "links": [[end, end], ...]}, bare or within
// "content" (the export of API v2 and v3).
//
// Facts: the DSX Air API reference (import and export of simulations) and readers of it in public
// code: an end is an object with `node` and `interface` and any other keys, or a word:
// "unconnected" for a port left open, "exit" for one that leaves the simulation. Older files write
// a link as an object and nodes as a list with `name`.

#include <fmt/format.h>

#include <set>

#include "base/text.h"
#include "plan/builder.h"
#include "plan/plan.h"
#include "plan/text_fields.h"

namespace weft {

namespace plan_formats {
extern const PlanFormat dot;
}

namespace {

bool looks_like_air(std::string_view text) {
  const std::string_view head = trim(text.substr(0, 65536));
  return head.starts_with('{') && head.find("\"schema\"") == std::string_view::npos &&
         (head.find("\"nodes\"") != std::string_view::npos ||
          head.find("\"links\"") != std::string_view::npos ||
          head.find("\"content\"") != std::string_view::npos);
}

struct End {
  std::optional<Port> port;
  std::string word = {};  // "unconnected", "exit"
  Attributes attributes = {};
};

class Reader {
 public:
  explicit Reader(const std::string& file) : out_(file) {}

  Result<PlanRead> run(const Json& json) {
    const Json* content = json.find("content");
    const Json& topology = content != nullptr && content->object() != nullptr ? *content : json;
    const Json* nodes = topology.find("nodes");
    const Json* links = topology.find("links");
    if (nodes == nullptr && links == nullptr)
      return fail_at(topology.place(out_.file()),
                     "neither \"nodes\" nor \"links\": this is no topology of NVIDIA Air");
    keep(json, content != nullptr && &topology != &json);
    if (nodes != nullptr) read_nodes(*nodes);
    for (const Node& node : out_.plan().nodes) listed_.insert(node.name);
    if (links == nullptr)
      out_.warn(topology.line, topology.column, "no \"links\" in this topology");
    else if (links->array() == nullptr)
      expected(*links, "links", "a list");
    else
      for (const Json& link : *links->array()) read_link(link);
    return out_.take();
  }

 private:
  void expected(const Json& json, std::string_view what, std::string_view wanted) {
    out_.fault(json.line, json.column,
               fmt::format("{}: expected {}, got {}", what, wanted, json.kind()));
  }

  // What stands beside nodes and links: title, format, oob, netq, ztp, ...
  void keep(const Json& json, bool wrapped) {
    if (json.object() == nullptr) return;
    for (const auto& [key, value] : *json.object()) {
      if (wrapped && key == "content" && value.object() != nullptr) {
        for (const auto& [inner, kept] : *value.object())
          if (inner != "nodes" && inner != "links") out_.plan().attributes[inner] = kept;
      } else if (key != "nodes" && key != "links" && key != "format") {
        out_.plan().attributes[key] = value;
      }
    }
  }

  void read_nodes(const Json& nodes) {
    if (const auto* map = nodes.object()) {
      for (const auto& [name, value] : *map) read_node(name, value);
    } else if (const auto* list = nodes.array()) {
      for (const Json& value : *list) {
        const Json* name = value.find("name");
        if (name == nullptr || name->text() == nullptr)
          out_.fault(value.line, value.column, "a node without a name");
        else
          read_node(*name->text(), value);
      }
    } else {
      expected(nodes, "nodes", "an object, a name for each node");
    }
  }

  void read_node(const std::string& name, const Json& value) {
    if (trim_cell(name).empty())
      return out_.fault(value.line, value.column, "a node without a name");
    const std::size_t before = out_.plan().nodes.size();
    Node& node = out_.node(name);
    if (out_.plan().nodes.size() == before)
      return out_.fault(value.line, value.column,
                        fmt::format("the node {} is there twice", printable(name, 80)));
    if (value.object() == nullptr)
      return expected(value, fmt::format("node {}", printable(name, 60)), "an object");
    for (const auto& [key, field] : *value.object()) {
      const bool ours = key == "role" || key == "pod" || key == "tenant" || key == "rack" ||
                        key == "unit" || key == "rail" || key == "function" || key == "aliases";
      if (key == "name") continue;
      if (key == "model" && field.text() != nullptr)
        node.model = *field.text();
      else if (key == "mgmt_ip" && field.text() != nullptr)
        node.management = *field.text();
      else if (!ours || field.object() != nullptr || field.array() != nullptr || field.is_null())
        node.attributes[key] = field;
      else if (const auto problem = set_node_field(node, key, attribute_text(field)))
        out_.warn(field.line, field.column,
                  fmt::format("{} of {}: {}", key, printable(name, 60), *problem));
    }
  }

  void read_link(const Json& link) {
    if (const auto* pair = link.array()) {
      if (pair->size() != 2)
        return out_.fault(link.line, link.column,
                          fmt::format("a link has two ends, this one {}", pair->size()));
      return join_ends((*pair)[0], (*pair)[1], link);
    }
    for (const auto& [a, b] : {std::pair{"a", "b"},
                               {"source", "target"},
                               {"from", "to"},
                               {"endpoint_a", "endpoint_b"},
                               {"interface_a", "interface_b"}})
      if (link.find(a) != nullptr && link.find(b) != nullptr)
        return join_ends(*link.find(a), *link.find(b), link);
    if (const Json* ends = link.find("endpoints"); ends != nullptr && ends->array() != nullptr)
      return read_link(*ends);
    expected(link, "a link", "a list of two ends");
  }

  void join_ends(const Json& first, const Json& second, const Json& link) {
    const auto a = read_end(first), b = read_end(second);
    if (!a || !b) return;
    if (!a->port && !b->port) return out_.fault(link.line, link.column, "a link without any port");
    const End& near = a->port ? *a : *b;
    const End& far = a->port ? *b : *a;
    if (!far.port && far.word == "unconnected") return out_.open_port(*near.port);
    Link& made = out_.link(*near.port, far.port.value_or(Port{}), link.line);
    keep_end(made, near, "a.");
    keep_end(made, far, "b.");
  }

  void keep_end(Link& link, const End& end, std::string_view side) {
    for (const auto& [key, value] : end.attributes)
      link.attributes[std::string(side) + key] = value;
  }

  std::optional<End> read_end(const Json& json) {
    if (json.is_null()) return End{{}, "unconnected", {}};
    if (const std::string* text = json.text()) {
      const std::string word = lower(trim(*text));
      if (word == "unconnected" || word == "exit") return End{{}, word, {}};
      if (auto port = parse_port(*text)) return End{std::move(port), {}, {}};
      out_.fault(json.line, json.column,
                 fmt::format("'{}' is no end of a link", printable(*text, 60)),
                 "an end is {\"node\": ..., \"interface\": ...}, \"unconnected\" or \"exit\"");
      return {};
    }
    const Json* node = json.find("node");
    const Json* interface = json.find("interface");
    if (node == nullptr || interface == nullptr || node->text() == nullptr ||
        interface->text() == nullptr || trim_cell(*node->text()).empty() ||
        trim_cell(*interface->text()).empty()) {
      out_.fault(json.line, json.column, "an end of a link without \"node\" and \"interface\"");
      return {};
    }
    End end{Port{*node->text(), *interface->text()}, {}, {}};
    if (!listed_.empty() && listed_.insert(end.port->node).second)
      out_.warn(json.line, json.column,
                fmt::format("a link names the node {}, which \"nodes\" does not have",
                            printable(end.port->node, 80)),
                "add it to \"nodes\", or correct the name");
    for (const auto& [key, value] : *json.object())
      if (key != "node" && key != "interface") end.attributes[key] = value;
    return end;
  }

  PlanBuilder out_;
  std::set<std::string> listed_;  // names in "nodes", and those that were told
};

Result<PlanRead> read_air(std::string_view text, const std::string& file) {
  std::vector<std::size_t> bad;
  WEFT_TRY(Json whole, parse_json(text, file, &bad));
  // An import request may carry its content as text, DOT or JSON:
  // {"format": "DOT", "content": "graph ..."}.
  if (const Json* content = whole.find("content");
      content != nullptr && content->text() != nullptr) {
    if (!trim(*content->text()).starts_with('{'))
      return plan_formats::dot.read(*content->text(), file);
    WEFT_TRY(Json inner, parse_json(*content->text(), file, &bad));
    for (auto& [key, value] : std::get<Json::Object>(whole.value))
      if (key == "content") value = inner;
  }
  WEFT_TRY(PlanRead read, Reader(file).run(whole));
  for (Error& warning : repeated_keys(whole, file)) read.warnings.push_back(std::move(warning));
  return read;
}

}  // namespace

std::string write_air(const Plan& plan, std::vector<std::string>& lost);

namespace plan_formats {
extern const PlanFormat air = {"NVIDIA Air topology JSON", ".json", looks_like_air, read_air,
                               write_air};
}

}  // namespace weft
