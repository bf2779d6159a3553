// Ansible inventories in INI form, as ansible-inventory 2.14 lists them.

#include "dump.h"
#include "support/catch.h"
#include "support/golden.h"

using namespace weft;
using namespace weft::test;

static std::string group(std::string_view text, std::string_view name) {
  auto list = read_host_list(text, "f", "ansible");
  if (!list) return list.error().text();
  return dump(hosts_of_group(std::move(*list), name));
}

TEST_CASE("ansible: the case hl-h06") {
  const std::string text = read_test_file("cases/hl-h06.ini");
  const auto list = read_host_list(text, "f");
  REQUIRE(list);
  CHECK(list->format == "ansible");
  CHECK(list->hosts.size() == 12);
  const auto names = [&](const char* name) { return list->groups.at(name); };
  CHECK(names("gpu") ==
        std::vector<std::string>{"hgx01.lab.example", "hgx02.lab.example", "hgx03.lab.example",
                                 "hgx04.lab.example", "hgx10.lab.example", "hgx12.lab.example",
                                 "hgx14.lab.example", "racka-spare", "rackb-spare", "rackc-spare"});
  CHECK(names("storage") == std::vector<std::string>{"stor1", "hgx01.lab.example"});
  CHECK(names("fabric").size() == 11);
  CHECK(names("ungrouped") == std::vector<std::string>{"login1"});
  CHECK(list->hosts[0].name == "login1");
  CHECK(list->hosts[0].login() == "192.0.2.5");
  CHECK(list->hosts[1].groups == std::vector<std::string>{"fabric", "gpu", "storage"});
  CHECK(list->warnings.empty());
  CHECK(group(text, "storage") == "hgx01.lab.example stor1");
  CHECK(group(text, "all").find("login1") == 0);
  CHECK(has(group(text, "stroage"), "no group 'stroage', did you mean 'storage'?"));
}

TEST_CASE("ansible: who is in a group is not ungrouped") {
  const auto list = read_host_list("[ungrouped]\na1\nb1\n[g]\nb1\n", "f", "ansible");
  REQUIRE(list);
  CHECK(list->groups.at("ungrouped") == std::vector<std::string>{"a1"});
  for (const HostEntry& host : list->hosts)
    CHECK(host.groups == std::vector<std::string>{host.name == "a1" ? "ungrouped" : "g"});
}

TEST_CASE("ansible: reads") {
  const auto [text, wanted] = GENERATE(table<std::string, std::string>({
      {"[g]\nn[1:3]", "n1 n2 n3"},
      {"[g]\nn[01:03]", "n01 n02 n03"},
      {"[g]\nn[08:10]", "n08 n09 n10"},
      {"[g]\nn[1:010]", "n1 n2 n3 n4 n5 n6 n7 n8 n9 n10"},
      {"[g]\nn[1:10:4]", "n1 n5 n9"},
      {"[g]\nn[:2]", "n0 n1 n2"},
      {"[g]\nn[a:c]", "na nb nc"},
      {"[g]\nn[a:e:2]", "na nc ne"},
      {"[g]\nr[1:2]n[a:b].lab", "r1na.lab r1nb.lab r2na.lab r2nb.lab"},
      {"[g]\nr[1:2]s[1:2]n[1:2]", "r1s1n1 r1s1n2 r1s2n1 r1s2n2 r2s1n1 r2s1n2 r2s2n1 r2s2n2"},
      {"[g]\nn[1:2]:2222", "n1 port 2222 n2 port 2222"},
      {"[g]\nn1:2222 ansible_port=25", "n1 port 25"},
      {"[g]\nn1:22\n[h]\nn1:24", "n1 port 22"},  // only where a host is new
      {"[g]\n192.0.2.7 ansible_user=ops", "ops@192.0.2.7"},
      {"[g]\n2001:db8::1", "2001:db8::1"},
      {"[g]\n[2001:db8::1]:22 ansible_user=ops", "ops@2001:db8::1 port 22"},
      {"[g]\nn1 ansible_host=192.0.2.1 ansible_port=22 ansible_user=ops  # x",
       "ops@n1=192.0.2.1 port 22"},
      {"[g]\nn1 ansible_ssh_host=192.0.2.1 ansible_ssh_user=ops ansible_ssh_port=24",
       "ops@n1=192.0.2.1 port 24"},
      {"[g]\nn1 ansible_host='192.0.2.1' motd=\"two words = fine\"", "n1=192.0.2.1"},
      {"[g]\r\nn1\r\n\r\n; note\r\nn2\r\n", "n1 n2"},
      {"\xEF\xBB\xBF[g]\nn1", "n1"},
      {"[g] # note\n\tn1\t# note", "n1"},
      {"[empty]\n[g]\nn1", "n1"},
      {"[g:children]\na\n[a]\nn1\n[a:vars]\nansible_user=ops", "ops@n1"},
      {"[all:vars]\nansible_user=all\n[g]\nn1\nn2 ansible_user=own\n[g:vars]\nansible_user=grp",
       "grp@n1 own@n2"},
      {"[p:children]\nc\n[c]\nn1\n[p:vars]\nansible_user=parent\n[c:vars]\nansible_user=child",
       "child@n1"},
      {"[c]\nn1\n[b]\nn1\n[b:vars]\nansible_user=b\n[c:vars]\nansible_user=c", "c@n1"},
      {"[g]\nn1\n[g:vars]\nansible_user = \"ops\"", "ops@n1"},
      {"[g]\nn1\n[g]\nn2", "n1 n2"},
      {"n1 ansible_host=192.0.2.1", "n1=192.0.2.1"},
      {"[g]\nlocalhost ansible_connection=local", "localhost"},
  }));
  INFO(text);
  CHECK(dump(text, "ansible") == wanted);
}

TEST_CASE("ansible: refusals") {
  const auto [text, wanted] = GENERATE(table<std::string, std::string>({
      {"[g]\nn[3:1]", "f:2:3: the range '3:1' runs backwards"},
      {"[g]\nn[01:100]", "f:2:3: the range '01:100' has ends of different length"},
      {"[g]\nn[1-3]", "f:2:3: the range '1-3' is not begin:end or begin:end:step (Ansible writes"},
      {"[g]\nn[1:2:0]", "has a step that is not a number above 0"},
      {"[g]\nn[1:2:3:4]", "is not begin:end"},
      {"[g]\nn[1:]", "has no end"},
      {"[g]\nn[a:C]", "mixes small and capital letters"},
      {"[g]\nn[a:3]", "neither a number nor a letter"},
      {"[g]\nn[1:999999]", "f:2:1: these are more than 100000 hosts"},
      {"[g]\nn[1:2", "f:2:"},
      {"[g]\nn1]", "f:2:3: this ']' closes nothing"},
      {"[g]\nn[[1:2]]", "f:2:2: a '[' inside of brackets"},
      {"[g]\nn1 n2", "f:2:4: 'n2' is not key=value"},
      {"[g]\nn1 =x", "f:2:4: '=x' is not key=value"},
      {"[g]\nn1 a=\"open", "f:2:6: this quote is never closed"},
      {"[g]\nn1:ssh", "f:2:4: 'ssh' is not a port"},
      {"[g]\nn1 ansible_port=ssh", "f:2:4: ansible_port is 'ssh'"},
      {"[g]\nn1 ansible_host=-oX", "f:2:4: the address '-oX' starts with '-'"},
      {"[g]\nn1 ansible_user='a b'", "f:2:5: the user name 'a b' has ' ' in it"},
      {"[g:childern]\nx", "f:1:4: a section of kind 'childern' is not known, did you mean 'chil"},
      {"[p:children]\nnope\n[nape]\nn1", "f:2:1: no group 'nope' is declared, did you mean 'na"},
      {"[g:vars]\na=1\n[h]\nn1", "f:1:1: no group 'g' is declared"},
      {"[g]\nn1\n[g:vars]\njust words", "f:4:1: 'just words' is not key=value"},
      {"[a:children]\nb\n[b:children]\na\n[c]\nn1", "contains itself"},
      {"[a:children]\na\n[c]\nn1", "f:1:1: the group 'a' contains itself"},
      {"[a:children]\nb c\n[b]\n[c]\nn1", "f:2:1: 'b c' is not the name of a group"},
      {"[bad section]\nn1", "f:1:1: '[bad section]' is no section"},
      {"[empty]\n", "f: there is no host in it"},
  }));
  INFO(text);
  const std::string said = dump(text, "ansible");
  INFO(said);
  CHECK(has(said, wanted));
}

TEST_CASE("ansible: warns") {
  CHECK(has(warnings("[g]\nn1\nn1", "ansible"), "f:3:1: n1 is in [g] already; counted once"));
  CHECK(has(warnings("[g]\nn1 ansible_host={{x}}.lab", "ansible"), "is a template"));
  CHECK(has(warnings("[g]\ng", "ansible"), "f:2:1: 'g' is both a host and a group"));
  CHECK(warnings("[a]\nn1\n[b]\nn1", "ansible").empty());  // in two groups is nothing strange
}

TEST_CASE("ansible: an empty group cannot be chosen") {
  CHECK(has(group("[e]\n[g]\nn1", "e"), "the group 'e' is empty"));
}

TEST_CASE("ansible: a long chain of groups") {
  std::string text;
  for (int i = 0; i < 20'000; ++i)
    text += "[g" + std::to_string(i) + ":children]\ng" + std::to_string(i + 1) + "\n";
  text += "[g20000]\nn1\n";
  CHECK(group(text, "g0") == "n1");
}
