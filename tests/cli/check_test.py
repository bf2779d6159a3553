#!/usr/bin/python3
"""weft check as a person runs it: case files, site folders, JSON, moves, waivers, exit codes."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

WEFT = os.environ.get("WEFT")
CASES = Path(os.environ.get("WEFT_SOURCE", Path(__file__).parents[2])) / "tests" / "cases"

if not WEFT:
    print("SKIP: WEFT does not name the program")
    sys.exit(77)


def check(*words, code=None):
    done = subprocess.run([WEFT, "check", *map(str, words)], capture_output=True, timeout=60)
    out, err = done.stdout.decode("utf-8"), done.stderr.decode("utf-8")  # always valid UTF-8
    if code is not None and done.returncode != code:
        raise AssertionError(f"exit {done.returncode}, not {code}\n{out}\n{err}")
    return out, err


def check_json(*words, code=None):
    return json.loads(check(*words, "--json", code=code)[0])


def states(document):
    return [link["state"] for link in document["links"]]


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="weft-check-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def write(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def site(self, **nodes):
        for node, case in nodes.items():
            commands = self.folder / "site" / node.replace("_", "-") / "commands"
            file = commands / "lldpctl_-f_json.out"
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(CASES / case, file)
        return self.folder / "site"


class Inputs(Folder):
    PLAN = "from,from_port,to,to_port\nleaf1,swp1,h1,eth0\nleaf1,swp2,h2,eth0\n"

    def heard(self, name, *neighbours):
        records = [{port: {"via": "LLDP", "chassis": {device: {}},
                           "port": {"id": {"type": "ifname", "value": "eth0"}}}}
                   for port, device in neighbours]
        return self.write(name, json.dumps({"lldp": {"interface": records}}))

    def test_one_node_in_two_files(self):
        plan = self.write("plan.csv", self.PLAN)
        a = self.heard("a.json", ("swp1", "h1"), ("swp2", "h2"))
        same = self.heard("same.json", ("swp1", "h1"), ("swp2", "h2"))
        other = self.heard("other.json", ("swp1", "h1"), ("swp2", "h3"))
        words = ["cabling", "--plan", plan, "--lldp", f"leaf1={a}", "--lldp"]
        agree = check_json(*words, f"LEAF1={same}", code=0)
        self.assertIn("which agree", agree["warnings"][0])
        differ = check_json(*words, f"leaf1={other}", code=3)
        self.assertEqual(states(differ), ["ok", "ambiguous"])
        [finding] = differ["findings"]
        self.assertIn(f"{a} and {other} tell different things", finding["observed"])
        self.assertIn(f"leaf1:swp2: h2:eth0 in {a}, h3:eth0 in {other}", finding["evidence"])

    def test_a_file_that_was_given_is_missed(self):
        plan = self.write("plan.csv", self.PLAN)
        a = self.heard("a.json", ("swp1", "h1"), ("swp2", "h2"))
        for broken in (self.write("b.json", "oops"), self.folder / "not_there.json"):
            document = check_json("cabling", "--plan", plan, "--lldp", f"leaf1={a}", "--lldp",
                                  f"leaf1={broken}", code=3)
            self.assertEqual(states(document), ["ok", "ok"])
            [finding] = document["findings"]
            self.assertIn(broken.name, finding["observed"])

    def test_an_earlier_snapshot_that_cannot_be_read_is_said(self):
        plan = self.write("plan.csv", self.PLAN)
        a = self.heard("a.json", ("swp1", "h1"), ("swp2", "h2"))
        words = ["cabling", "--plan", plan, "--lldp", f"leaf1={a}", "--before"]
        check(*words, f"leaf1={a}", code=0)
        for broken in (self.write("b.json", "oops"), self.write("c.json", ""),
                       self.folder / "not_there.json"):
            with self.subTest(broken.name):
                [finding] = check_json(*words, f"leaf1={broken}", code=3)["findings"]
                self.assertIn(broken.name, finding["observed"])
        empty = self.write("old/leaf1/commands/lldpctl_-f_json.out", "")
        [finding] = check_json(*words, self.folder / "old", code=3)["findings"]
        self.assertEqual(finding["subject"], "leaf1")
        empty.unlink()
        check(*words, self.folder / "old", code=3)

    def test_plan_without_links_is_refused(self):
        a = self.heard("a.json", ("swp1", "h1"))
        empty = {"no.csv": "from,from_port,to,to_port\n", "no.dot": "graph g { }\n"}
        for name, text in empty.items():
            plan = self.write(name, text)
            for part in ("cabling", "links", "routing", "all"):
                with self.subTest(name, part=part):
                    _, err = check(part, "--plan", plan, "--lldp", f"leaf1={a}", code=2)
                    self.assertIn(name, err)

    def test_faults_of_the_plan_fail(self):
        plan = self.write("plan.dot", 'graph {\n "leaf1":"swp1" -- "h1":"eth0"\n'
                                      ' "leaf1":"swp2" -- "h2"\n}\n')
        a = self.heard("a.json", ("swp1", "h1"))
        document = check_json("cabling", "--plan", plan, "--lldp", f"leaf1={a}", code=1)
        self.assertEqual(states(document), ["ok"])
        self.assertEqual(document["findings"][0]["check"], "plan_file")
        self.assertIn("plan.dot:3", document["findings"][0]["subject"])


class Cases(Folder):
    def test_each_case_from_a_site_folder(self):
        rows = [
            ("ll-h03.plan.csv", "q-leaf1", "ll-h03.q-leaf1.json", ["ok", "ok"], 0),
            ("ll-h04.plan.csv", "q-leaf2", "ll-h04.q-leaf2.json", ["ambiguous"], 3),
            ("ll-h05.plan.csv", "q-leaf3", "ll-h05.q-leaf3.json", ["ok", "wrong", "ambiguous"], 1),
            ("pl-h03.plan.dot", "su1-leaf1", "pl-h03.su1-leaf1.lldp.json",
             ["ok", "ok", "wrong"], 1),
            ("pl-h08.plan.csv", "s1-leaf3", "pl-h08.s1-leaf3.lldp.json",
             ["wrong", "missing", "ok"], 1),
            ("dx-h10.plan.csv", "hgx-55", "dx-h10.hgx-55.lldp.json",
             ["ok", "ok", "swapped", "ok", "swapped", "ok", "ok", "ok"], 1),
            ("dx-h24.plan.csv", "r2-leaf", "dx-h24.r2-leaf.lldp.json",
             ["ok"] * 3 + ["wrong"] * 5, 1),
        ]
        for plan, node, file, expected, code in rows:
            with self.subTest(plan):
                shutil.rmtree(self.folder / "site", ignore_errors=True)
                site = self.site(**{node.replace("-", "_"): file})
                document = check_json("cabling", "--plan", CASES / plan, "--site", site, code=code)
                self.assertEqual(states(document), expected)
                loose = check_json("cabling", "--plan", CASES / plan, "--lldp",
                                   f"{node}={CASES / file}")
                self.assertEqual(states(loose), expected)
                guessed = check_json("cabling", "--plan", CASES / plan, "--lldp", CASES / file)
                self.assertEqual(states(guessed), expected)

    def test_document(self):
        document = check_json("cabling", "--plan", CASES / "dx-h10.plan.csv", "--lldp",
                              CASES / "dx-h10.hgx-55.lldp.json")
        self.assertEqual(document["counts"]["swapped"], 2)
        self.assertEqual(document["verdict"], "fail")
        [finding] = document["findings"]
        for key in ("check", "verdict", "subject", "expected", "observed", "next_step"):
            self.assertTrue(finding[key], key)
        link = document["links"][2]
        self.assertEqual((link["a"], link["b"]), ("hgx-55:eth3", "r3-leaf:swp14"))
        self.assertEqual(link["heard_at_a"], "r5-leaf:swp14")
        self.assertEqual([step["action"] for step in document["steps"]], ["park", "move", "plug"])
        self.assertEqual(len(document["moves"]), 2)

    def test_text(self):
        text, _ = check("cabling", "--plan", CASES / "dx-h24.plan.csv", "--lldp",
                        CASES / "dx-h24.r2-leaf.lldp.json", "--moves", code=1)
        lines = text.splitlines()
        self.assertEqual(lines[0], "FAIL  8 planned links: 3 ok, 5 wrong")
        self.assertIn("from swp4 on, every cable sits 1 port too high", text)
        self.assertIn("1. move    r2-leaf:swp5 -> r2-leaf:swp4", text)
        self.assertLessEqual(max(map(len, lines)), 100)

    def test_dpu_alias(self):
        words = ["cabling", "--plan", CASES / "dx-h12.plan.csv", "--lldp",
                 CASES / "dx-h12.r1-leaf.lldp.json"]
        self.assertEqual(states(check_json(*words, code=3)), ["ambiguous", "ambiguous"])
        document = check_json(*words, "--alias", CASES / "dx-h12.alias.csv", code=3)
        self.assertEqual(states(document), ["ok", "ambiguous"])

    def test_no_plan(self):
        document = check_json("cabling", "--lldp", f"leaf={CASES / 'dx-h22.csv'}", code=3)
        self.assertEqual([f["check"] for f in document["findings"]], ["collection"])
        self.assertIn("stops after swp8", document["findings"][0]["observed"])
        document = check_json("wiring", "--lldp", CASES / "dx-h11.leaf9.lldp.json", "--lldp",
                              CASES / "dx-h11.leaf8.lldp.json", code=1)
        self.assertEqual([f["subject"] for f in document["findings"]], ["leaf9"])

    def test_rates_and_routing(self):
        document = check_json("links", "--rates", CASES / "dx-h21.csv", code=1)
        self.assertEqual(len(document["findings"]), 2)
        site = self.folder / "site" / "leaf1" / "commands"
        site.mkdir(parents=True)
        shutil.copy(CASES / "fr-h01.json", site / "vtysh_-c_show_bgp_summary_json.out")
        shutil.copy(CASES / "fr-h04.json", site / "show_ip_route.json")
        document = check_json("routing", "--site", self.folder / "site", code=1)
        self.assertEqual(sorted(f["verdict"] for f in document["findings"]),
                         ["fail", "fail", "fail", "skip"])


    def test_rates_that_cannot_be_read(self):
        header = "host,device,planned_Gbps,rate_file,ethtool_speed,switch_port,switch_speed\n"
        file = self.write("r.csv", header + "a,m,400,,400000,s,400G\nb,m,x,,400000,s,400G\n")
        document = check_json("links", "--rates", file, code=3)
        self.assertIn("r.csv:3", document["gaps"][0]["subject"])
        self.assertEqual(document["judged"], 1)
        file = self.write("r.csv", header + "b,m,x,,400000,s,400G\n")
        self.assertIn("r.csv:2", check("links", "--rates", file, code=2)[1])
        file = self.write("r.csv", header + "a,m,400,,,s,\n")
        [finding] = check_json("links", "--rates", file, code=3)["findings"]
        self.assertTrue(finding["evidence"])

    def test_down_ports_without_a_plan(self):
        document = check_json("links", "--lldp", f"leaf1={CASES / 'nv-h02.json'}", code=0)
        self.assertEqual([f["verdict"] for f in document["findings"]], ["warn", "skip"])
        check("links", "--strict", "--lldp", f"leaf1={CASES / 'nv-h02.json'}", code=1)

    def test_routing_from_nvue(self):
        commands = self.folder / "site" / "leaf1" / "commands"
        commands.mkdir(parents=True)
        shutil.copy(CASES / "nv-bgp.json",
                    commands / "nv_show_vrf_default_router_bgp_neighbor_-o_json.out")
        shutil.copy(CASES / "nv-rib.json",
                    commands / "nv_show_vrf_default_router_rib_ipv4_route_-o_json.out")
        document = check_json("routing", "--site", self.folder / "site", code=1)
        self.assertEqual(sorted(f["check"] for f in document["findings"]),
                         ["bgp_sessions"] * 4 + ["ecmp_width"])

    def test_a_node_of_the_plan_that_was_not_collected(self):
        plan = self.write("plan.csv", "from,from_port,to,to_port\nleaf1,swp51,spine1,swp1\n"
                                      "leaf2,swp51,spine1,swp2\n")
        site = self.folder / "site"
        self.write("site/leaf1/commands/show_bgp_summary.json", json.dumps(
            {"peers": {"swp51": {"state": "Established", "hostname": "spine1"}}}))
        self.write("site/leaf1/commands/ip_-j_addr.out", json.dumps(
            [{"ifname": "swp51", "flags": ["UP", "LOWER_UP"]}]))
        document = check_json("routing", "--plan", plan, "--site", site, code=3)
        self.assertEqual(sorted(f["subject"] for f in document["findings"]),
                         ["2 planned links between switches", "leaf2", "spine1"])
        self.assertIn("no routes were collected", document["findings"][-1]["observed"])
        document = check_json("links", "--plan", plan, "--site", site, code=3)
        self.assertEqual(sorted(f["subject"] for f in document["findings"]), ["leaf2", "spine1"])
        self.write("site/spine1/commands/ip_-j_addr.out", json.dumps(
            [{"ifname": "swp1", "flags": ["UP", "LOWER_UP"]}]))
        check("links", "--plan", plan, "--site", site, "--only", "leaf1", code=0)


class Trouble(Folder):
    PLAN = "from,from_port,to,to_port\nl1,swp1,h1,eth0\nl2,swp1,h2,eth0\n"

    def test_bad_files_do_not_stop_the_rest(self):
        plan = self.write("plan.csv", self.PLAN)
        self.site(l1="ll-h07.c.json")
        self.write("site/l2/commands/lldpctl.json", json.dumps({"lldp": {"interface": {"swp1": {
            "via": "LLDP", "chassis": {"h2": {}},
            "port": {"id": {"type": "ifname", "value": "eth0"}}}}}}))
        document = check_json("cabling", "--plan", plan, "--site", self.folder / "site", code=3)
        self.assertEqual(states(document), ["not_checked", "ok"])
        self.assertEqual(document["gaps"][0]["subject"], "l1")

    def test_hostile_names_stay_text(self):
        plan = self.write("plan.csv", self.PLAN)
        evil = "\x1b[31mred</td>\u202e\n"
        file = self.write("l1.json", json.dumps({"lldp": {"interface": {"swp1": {
            "via": "LLDP", "chassis": {evil: {}},
            "port": {"id": {"type": "ifname", "value": "eth0"}}}}}}))
        text, _ = check("cabling", "--plan", plan, "--lldp", f"l1={file}", code=1)
        self.assertNotIn("\x1b", text)
        check_json("cabling", "--plan", plan, "--lldp", f"l1={file}", code=1)
        raw = check_json("cabling", "--plan", plan, "--lldp", f"l1={CASES / 'll-h06.json'}")
        self.assertIn("U+FFFD", raw["warnings"][0])

    def test_requests_that_are_wrong(self):
        plan = self.write("plan.csv", self.PLAN)
        for words in (["cabling", "--plan", plan],
                      ["cabling", "--plan", "nowhere.csv", "--site", "."],
                      ["cabling", "--plan", plan, "--site", self.folder / "nowhere"],
                      ["cabling", "--plan", plan, "--lldp", "l1=nowhere", "--only", "pod77"],
                      ["nothing"]):
            with self.subTest(words):
                _, err = check(*words, code=2)
                self.assertTrue(err)

    def test_which_field_decided(self):
        words = ["cabling", "--plan", CASES / "ll-h05.plan.csv", "--lldp",
                 CASES / "ll-h05.q-leaf3.json"]
        text, _ = check(*words, code=1)
        self.assertIn("another field than the port id: 2 links by port description", text)
        self.assertNotIn("Decided by", text)
        text, _ = check(*words, "--details", code=1)
        self.assertIn("q-leaf3:swp1 - gpu-a1:enp26s0np0: port description", text)

    def test_waivers(self):
        waivers = self.write("w.csv", "id,subject,reason,expiry\nW7,hgx-55,on order,2099-01-01\n")
        words = ["cabling", "--plan", CASES / "dx-h10.plan.csv", "--lldp",
                 CASES / "dx-h10.hgx-55.lldp.json", "--waivers"]
        document = check_json(*words, waivers, code=0)
        self.assertEqual(document["waived"][0]["id"], "W7")
        self.assertIn("W7", check(*words, waivers)[0])
        old = self.write("old.csv", "id,subject,reason,expiry\nW7,hgx-55,on order,2020-01-01\n")
        document = check_json(*words, old, code=1)
        self.assertIn("expired", " ".join(document["notes"]))

    def test_only(self):
        plan = self.write("plan.csv", self.PLAN)
        self.write("site/l1/commands/lldpctl.json", (CASES / "ll-h07.a.json").read_text())
        self.assertEqual(len(check_json("cabling", "--plan", plan, "--site", self.folder / "site",
                                        "--only", "l1,h1", code=1)["links"]), 1)


if __name__ == "__main__":
    unittest.main(verbosity=0)
