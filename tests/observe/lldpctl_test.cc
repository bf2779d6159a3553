// lldpctl in all its shapes: the cases ll-h01 to ll-h09, a real daemon's output, and siblings.

#include "base/text.h"
#include "model/snapshot.h"
#include "observe/parsed.h"

namespace weft {
namespace {

using test::parse_case;
using test::parse_text;

const std::vector<Neighbour>& neighbours(const test::Parsed& p) {
  INFO((p.result ? "" : p.result.error().text()));
  REQUIRE(p.result.has_value());
  REQUIRE(p.node.neighbours.has_value());
  return *p.node.neighbours;
}

}  // namespace

TEST_CASE("lldpctl: ll-h01 one neighbour is an object") {
  const auto p = parse_case("lldpctl", "ll-h01.json");
  const auto& all = neighbours(p);
  REQUIRE(all.size() == 1);
  REQUIRE(all[0].port == "swp7");
  REQUIRE(all[0].system_name == "q-spine1");
  REQUIRE(all[0].port_id == "swp3");
  REQUIRE(all[0].port_id_type == "ifname");
  REQUIRE(all[0].management == std::vector<std::string>{"192.0.2.41"});
  REQUIRE(all[0].age_s == 4 * 3600 + 10 * 60 + 22);
  REQUIRE(all[0].ttl_s == 120);
  REQUIRE(p.notes.warnings.empty());
}

TEST_CASE("lldpctl: ll-h02 json0 says the same, and a neighbour without a name") {
  const auto p = parse_case("lldpctl", "ll-h02.json");
  const auto& all = neighbours(p);
  REQUIRE(all.size() == 2);
  REQUIRE(all[0].system_name == "q-spine1");
  REQUIRE(all[0].port_id == "swp3");
  REQUIRE(all[0].management == std::vector<std::string>{"192.0.2.41", "2001:db8:40::41"});
  REQUIRE(all[1].port == "swp8");
  REQUIRE(all[1].system_name.empty());
  REQUIRE(all[1].chassis_id == "02:00:5e:40:02:00");
  REQUIRE(all[1].port_id == "02:00:5e:40:02:08");
  REQUIRE(all[1].port_id_type == "mac");
}

TEST_CASE("lldpctl: ll-h03 the same port twice in the list") {
  const auto p = parse_case("lldpctl", "ll-h03.q-leaf1.json");
  const auto& all = neighbours(p);
  REQUIRE(all.size() == 3);
  REQUIRE(all[0].system_name == "hgx-07");
  REQUIRE(all[0].port_description == "enp26s0np0");
  REQUIRE(all[0].management.size() == 2);
  REQUIRE(all[1].port == "swp1");
  REQUIRE(all[1].system_name == "hgx-07-bf0");
  REQUIRE(all[1].management.size() == 1);
}

TEST_CASE("lldpctl: ll-h04 no system name is no name, not 'id'") {
  const auto p = parse_case("lldpctl", "ll-h04.q-leaf2.json");
  REQUIRE(neighbours(p)[0].system_name.empty());
  REQUIRE(neighbours(p)[0].chassis_id == "02:00:5e:42:31:00");
  // A device that is really called "id" keeps its name.
  const auto named = parse_text("lldpctl", R"({"lldp":{"interface":{"swp1":{"via":"LLDP",
      "chassis":{"id":{"id":{"type":"mac","value":"02:00:5e:00:00:01"}}},
      "port":{"id":{"type":"ifname","value":"e1"}}}}}})");
  REQUIRE(neighbours(named)[0].system_name == "id");
  REQUIRE(neighbours(named)[0].chassis_id == "02:00:5e:00:00:01");
}

TEST_CASE("lldpctl: ll-h06 a byte that is not UTF-8 costs a warning, not the switch") {
  const auto p = parse_case("lldpctl", "ll-h06.json");
  const auto& all = neighbours(p);
  REQUIRE(all.size() == 2);
  REQUIRE(all[0].system_name == "caf\uFFFD-leaf1");
  REQUIRE(all[1].system_name == "q-spine4");
  REQUIRE(p.notes.warnings.size() == 1);
  REQUIRE(p.notes.warnings[0].find("ll-h06.json") != std::string::npos);
  REQUIRE(p.notes.warnings[0].find("byte 145") != std::string::npos);
}

TEST_CASE("lldpctl: ll-h07 nobody, nothing, and an error text are three things") {
  for (const char* file : {"ll-h07.a.json", "ll-h07.b.json", "lab/lldpctl-host03-no-neighbour.json",
                           "lab/lldpctl-host03-no-neighbour.json0"})
    REQUIRE(neighbours(parse_case("lldpctl", file)).empty());
  const auto empty = parse_case("lldpctl", "ll-h07.c.json");
  const auto error = parse_case("lldpctl", "ll-h07.d.json");
  for (const auto* p : {&empty, &error}) {
    REQUIRE_FALSE(p->result.has_value());
    REQUIRE_FALSE(p->node.neighbours.has_value());
  }
  REQUIRE(empty.result.error().text().find("is empty") != std::string::npos);
  REQUIRE(error.result.error().text().find("unable to connect to socket") != std::string::npos);
}

TEST_CASE("lldpctl: ll-h08 other protocols keep their name") {
  const auto p = parse_case("lldpctl", "ll-h08.json");
  const auto& all = neighbours(p);
  REQUIRE(all.size() == 3);
  REQUIRE_FALSE(all[0].is_lldp());
  REQUIRE(all[1].is_lldp());
  REQUIRE(all[1].system_name == "q-spine2");
  REQUIRE(all[2].protocol == "CDPv2");
  REQUIRE(all[2].port_id == "Gi0/1");
}

TEST_CASE("lldpctl: ll-h09 ages") {
  const auto t0 = parse_case("lldpctl", "ll-h09.t0.json");
  const auto t1 = parse_case("lldpctl", "ll-h09.t1.json");
  REQUIRE(neighbours(t0)[0].age_s == 3553201);
  REQUIRE(neighbours(t0)[1].age_s == 40);
  REQUIRE(neighbours(t1)[0].age_s == 3553501);
  REQUIRE(neighbours(t1).size() == 1);
}

TEST_CASE("lldpctl: json and json0 of a real daemon agree") {
  const auto a = parse_case("lldpctl", "lab/lldpctl-leaf01.json");
  const auto b = parse_case("lldpctl", "lab/lldpctl-leaf01.json0");
  REQUIRE(neighbours(a).size() == 6);
  REQUIRE(neighbours(a).size() == neighbours(b).size());
  for (std::size_t i = 0; i < neighbours(a).size(); ++i) {
    const Neighbour &x = neighbours(a)[i], &y = neighbours(b)[i];
    REQUIRE(x.port == y.port);
    REQUIRE(x.system_name == y.system_name);
    REQUIRE(x.port_id == y.port_id);
    REQUIRE(x.port_id_type == y.port_id_type);
    REQUIRE(x.management == y.management);
    REQUIRE(x.age_s == y.age_s);
  }
}

TEST_CASE("lldpctl: keyed by name, also with a list under one name") {
  const auto p = parse_text("lldpctl", R"({"lldp":{"interface":{
      "swp1":{"via":"LLDP","chassis":{"a":{"id":{"type":"mac","value":"02:00:5e:00:00:01"}}},
              "port":{"id":{"type":"ifname","value":"e1"}}},
      "swp2":[{"via":"LLDP","chassis":{"b":{}},"port":{"descr":"e2"}},
              {"via":"LLDP","chassis":{"c":{}},"port":{"descr":"e3"}}]}}})");
  const auto& all = neighbours(p);
  REQUIRE(all.size() == 3);
  REQUIRE(all[1].port == "swp2");
  REQUIRE(all[2].system_name == "c");
}

TEST_CASE("lldpctl: what stands above the JSON, a comma too many and a control byte are repaired") {
  const auto p = parse_text("lldpctl",
                            "2026-03-02 [WARN/lldpctl] slow\n{\"lldp\":{\"interface\":{\"swp1\":"
                            "{\"via\":\"LLDP\",\"chassis\":{\"a\tb\":{}},"
                            "\"port\":{\"descr\":\"e1\"},},}}}\n");
  REQUIRE(neighbours(p).size() == 1);
  REQUIRE(p.notes.warnings.size() == 4);
  REQUIRE(p.notes.warnings[0].find("file.json:1:1") == 0);
}

TEST_CASE("lldpctl: escapes that are none, half a pair, and UTF-16 cost a warning each") {
  const auto text = [](const std::string& name) {
    return R"({"lldp":{"interface":{"swp1":{"via":"LLDP","chassis":{")" + name +
           R"(":{}},"port":{"descr":"e1"}}}}})";
  };
  struct Row {
    const char *raw, *name;
  };
  for (const Row& row : {Row{R"(q\x41)", "q?x41"}, Row{R"(q\ud800z)", "q\uFFFDz"},
                         Row{R"(q\udc00)", "q\uFFFD"}, Row{R"(q\u12)", "q?u12"}}) {
    INFO(row.raw);
    const auto p = parse_text("lldpctl", text(row.raw));
    REQUIRE(neighbours(p).size() == 1);
    CHECK(neighbours(p)[0].system_name == row.name);
    CHECK(p.notes.warnings.size() == 1);
  }
  // What JSON does have stays as it is beside a repair.
  const auto kept = parse_text("lldpctl", text(R"(\x\"\\\u0041\ud83d\ude00)"));
  CHECK(neighbours(kept)[0].system_name == "?x\"\\A\U0001F600");
  std::string wide = "\xff\xfe";
  for (const char c : text("h1")) wide += c, wide += '\0';
  const auto p = parse_text("lldpctl", wide);
  REQUIRE(neighbours(p).size() == 1);
  CHECK(neighbours(p)[0].system_name == "h1");
  CHECK(p.notes.warnings.size() == 1);
}

TEST_CASE("lldpctl: LLDP by small letters is LLDP") {
  const auto p = parse_text("lldpctl", R"({"lldp":{"interface":{"swp1":{"via":"lldp",
      "chassis":{"a":{}},"port":{"descr":"e1"}}}}})");
  REQUIRE(neighbours(p).at(0).is_lldp());
}

TEST_CASE("lldpctl: what is no neighbour is said and the rest is read") {
  const auto p = parse_text("lldpctl", R"({"lldp":{"interface":[5,{"swp1":"x"},
      {"swp2":{"via":"LLDP","age":"soon","chassis":{"a":{}},"port":{"descr":"e1"}}}]}})");
  REQUIRE(neighbours(p).size() == 1);
  REQUIRE(p.notes.warnings.size() == 3);
}

TEST_CASE("lldpctl: JSON of something else is no neighbours' data") {
  for (const char* text : {"{}", "[]", "null", "3", R"({"lldp":null})", R"({"peers":{}})"}) {
    const auto p = parse_text("lldpctl", text);
    INFO(text);
    REQUIRE_FALSE(p.result.has_value());
    REQUIRE_FALSE(p.node.neighbours.has_value());
  }
}

TEST_CASE("lldpctl: one neighbour in every wrapping says the same") {
  const std::string id = R"({"type":"mac","value":"02:00:5e:00:00:01"})";
  const std::string port = R"({"id":{"type":"ifname","value":"eth0"},"ttl":"120"})";
  const std::string port0 =
      R"([{"id":[{"type":"ifname","value":"eth0"}],"ttl":[{"value":"120"}]}])";
  const std::string facts = R"("via":"LLDP","age":"1 day, 00:00:05","chassis":)";
  const std::string keyed = "{" + facts + R"({"h1":{"id":)" + id + R"(}},"port":)" + port + "}";
  const std::string named = R"({"name":"swp1",)" + facts + R"([{"id":[)" + id +
                            R"(],"name":[{"value":"h1"}]}],"port":)" + port0 + "}";
  for (const std::string& text : {
           R"({"lldp":{"interface":{"swp1":)" + keyed + "}}}",
           R"({"lldp":{"interface":[{"swp1":)" + keyed + "}]}}",
           R"({"lldp":[{"interface":[{"swp1":)" + keyed + "}]}]}",
           R"({"lldp":{"interface":{"swp1":[)" + keyed + "]}}}",
           R"({"lldp":[{"interface":[)" + named + "]}]}",
           R"({"lldp":{"interface":)" + named + "}}",
           "\xef\xbb\xbf" + (R"({"lldp":{"interface":[)" + named + "]}}\r\n"),
       }) {
    INFO(text);
    const auto p = parse_text("lldpctl", text);
    REQUIRE(p.result.has_value());
    REQUIRE(neighbours(p).size() == 1);
    const Neighbour& one = neighbours(p)[0];
    CHECK(one.port == "swp1");
    CHECK(one.system_name == "h1");
    CHECK(one.chassis_id == "02:00:5e:00:00:01");
    CHECK(one.port_id == "eth0");
    CHECK(one.age_s == 86405);
    CHECK(one.ttl_s == 120);
  }
}

TEST_CASE("lldpctl: every element beneath lldp is read, also in a list around it") {
  const auto record = [](const std::string& port) {
    return R"({"interface":[{"name":")" + port +
           R"(","via":"LLDP","chassis":[{"name":[{"value":"h"}]}],
        "port":[{"id":[{"type":"ifname","value":"eth0"}]}]}]})";
  };
  for (const std::string& text :
       {R"({"lldp":[)" + record("swp7") + "," + record("swp8") + "]}",
        R"([{"lldp":)" + record("swp7") + R"(},{"lldp":[)" + record("swp8") + "]}]"}) {
    INFO(text);
    const auto p = parse_text("lldpctl", text);
    REQUIRE(neighbours(p).size() == 2);
    CHECK(neighbours(p)[1].port == "swp8");
  }
}

TEST_CASE("lldpctl: no port is made up where a record does not say it") {
  const std::string named = R"({"via":"LLDP","chassis":[{"name":[{"value":"h"}]}],
      "port":[{"id":[{"type":"ifname","value":"eth0"}]}]})";
  const auto alone = parse_text("lldpctl", R"({"lldp":[{"interface":[)" + named + "]}]}");
  REQUIRE_FALSE(alone.result.has_value());
  const auto beside = parse_text(
      "lldpctl", R"({"lldp":[{"interface":[)" + named + R"(,{"swp1":)" + named + "}]}]}");
  REQUIRE(neighbours(beside).size() == 1);
  REQUIRE(beside.notes.warnings.size() == 1);
  REQUIRE(beside.notes.warnings[0].find("without its local port") != std::string::npos);
  // What NVUE prints, with one level around it.
  REQUIRE_FALSE(
      parse_text("lldpctl", R"({"interface":{"swp1":{"link":{},"lldp":{}}}})").result.has_value());
}

TEST_CASE("lldpctl: no name is no name, whatever else the chassis says") {
  for (const char* chassis :
       {R"({"id":{"type":"mac","value":"02:00:5e:00:00:01"}})", R"({"descr":"a switch"})",
        R"({"capability":[{"type":"Bridge","enabled":true}]})", R"({"mgmt-ip":"192.0.2.1"})",
        R"([{"id":[{"type":"mac","value":"02:00:5e:00:00:01"}]}])", "{}", "[]", "null", "7"}) {
    INFO(chassis);
    const std::string begin = R"({"lldp":{"interface":{"swp1":{"chassis":)";
    const std::string end = R"(,"port":{"id":{"type":"mac","value":"02:00:5e:00:00:02"}}}}}})";
    const auto p = parse_text("lldpctl", begin + chassis + end);
    REQUIRE(neighbours(p).size() == 1);
    CHECK(neighbours(p)[0].system_name.empty());
    CHECK(neighbours(p)[0].port_id == "02:00:5e:00:00:02");
  }
}

TEST_CASE("lldpctl: the same key twice is two neighbours, absurd numbers are said") {
  const auto p = parse_text("lldpctl", R"({"lldp":{"interface":{
      "swp1":{"age":"99999999999999 days, 00:00:01","chassis":{"a":{}},"port":{"descr":"e1"}},
      "swp1":{"age":"0 day, 00:00:-1","chassis":{"b":{}},"port":{"descr":"e2"}}}}})");
  REQUIRE(neighbours(p).size() == 2);
  REQUIRE_FALSE(neighbours(p)[0].age_s.has_value());
  REQUIRE_FALSE(neighbours(p)[1].age_s.has_value());
  REQUIRE(p.notes.warnings.size() == 2);
}

TEST_CASE("lldpctl: nothing of it could be read is not nobody is there") {
  for (const char* text : {R"({"lldp":{"interface":"none"}})", R"({"lldp":{"interface":[1,2]}})",
                           R"({"lldp":{"interface":{"swp1":"x"}}})"}) {
    INFO(text);
    const auto p = parse_text("lldpctl", text);
    REQUIRE_FALSE(p.result.has_value());
    REQUIRE_FALSE(p.node.neighbours.has_value());
  }
  for (const char* text :
       {R"({"lldp":{"interface":[]}})", R"({"lldp":{"interface":null}})",
        R"({"lldp":[{"interface":[]}]})", R"({"lldp":[{}]})", R"({"lldp":{}})"}) {
    INFO(text);
    REQUIRE(neighbours(parse_text("lldpctl", text)).empty());
  }
}

}  // namespace weft
