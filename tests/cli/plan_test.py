#!/usr/bin/python3
"""weft plan check | convert | make as a person runs it: streams, exit codes, files."""

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

WEFT = os.environ.get("WEFT")
TESTS = Path(os.environ.get("WEFT_SOURCE", Path(__file__).parents[2])) / "tests"
CASES = TESTS / "cases"
FILES = TESTS / "plan" / "files"

if not WEFT:
    print("SKIP: WEFT does not name the program")
    sys.exit(77)


def weft(*words, text=None, cwd=None):
    return subprocess.run([WEFT, "plan", *map(str, words)], capture_output=True, cwd=cwd,
                          input=text, encoding="utf-8", timeout=60)


class Check(unittest.TestCase):
    def test_exit_codes(self):
        for name, code in {"pl-h01.dot": 0, "pl-h02.dot": 0, "pl-h04.dot": 1, "pl-h05.csv": 0,
                           "pl-h06.json": 0, "pl-h07.csv": 0, "pl-h09.dot": 1}.items():
            with self.subTest(name):
                self.assertEqual(weft("check", CASES / name).returncode, code)

    def test_strict_makes_warnings_fail(self):
        self.assertEqual(weft("check", "--strict", CASES / "pl-h02.dot").returncode, 1)
        self.assertEqual(weft("check", "--strict", CASES / "pl-h01.dot").returncode, 0)

    def test_what_cannot_be_read_exits_with_2_and_says_where(self):
        for name in ("empty.dot", "zero.dot", "no_devices.csv", "air_comma.json", "own_newer.json"):
            with self.subTest(name):
                done = weft("check", FILES / name)
                self.assertEqual(done.returncode, 2)
                self.assertIn(name + ":1", done.stderr)
                self.assertEqual(done.stdout, "")
        done = weft("check", "/nowhere/at/all.dot")
        self.assertEqual(done.returncode, 2)
        self.assertIn("/nowhere/at/all.dot", done.stderr)

    def test_lines_have_file_line_and_verdict(self):
        done = weft("check", "pl-h04.dot", cwd=CASES)
        self.assertIn("pl-h04.dot:2: fail: ln01.lab.example:swp49: 2 cables: line 2: "
                      "ln02.lab.example:swp1, line 4: ln03.lab.example:swp1", done.stdout)
        self.assertIn("1 link, 3 devices", done.stdout)

    def test_json(self):
        done = weft("check", "--json", "pl-h09.dot", cwd=CASES)
        report = json.loads(done.stdout)
        self.assertEqual(report["verdict"], "fail")
        self.assertEqual((report["links"], report["disputed"]), (2, 2))
        found = [f for f in report["findings"] if f["check"] == "plan_port_twice"]
        self.assertEqual(len(found), 1)
        self.assertEqual(found[0]["subject"], "b-leaf2:swp49")
        self.assertEqual(found[0]["evidence"], ["pl-h09.dot:4", "pl-h09.dot:4"])
        for finding in report["findings"]:
            for key in ("check", "verdict", "subject", "expected", "observed", "next_step"):
                self.assertIn(key, finding)

    def test_hostile_names_reach_no_terminal(self):
        text = 'graph { "a\x1b[31m":"p" -- "b":"q\x07" }'
        done = weft("check", "-", text=text)
        self.assertNotIn("\x1b", done.stdout + done.stderr)
        done = weft("check", "-", "--json", text=text)
        self.assertNotIn("\x1b", done.stdout)
        json.loads(done.stdout)

    def test_only_a_part(self):
        made = weft("make", "--nodes", 64, "--to", "json").stdout
        report = json.loads(weft("check", "-", "--only", "rail3", "--json", text=made).stdout)
        self.assertEqual(report["links"], 64 + 2 * 32)
        done = weft("check", "-", "--only", "rail9", text=made)
        self.assertEqual(done.returncode, 2)
        self.assertIn("'rail9' is no pod, rail, rack or device", done.stderr)


class Convert(unittest.TestCase):
    def test_to_standard_output_and_what_is_lost_to_the_other(self):
        done = weft("convert", CASES / "pl-h01.dot", "-", "--to", "air")
        self.assertEqual(done.returncode, 0)
        air = json.loads(done.stdout)
        self.assertEqual(len(air["content"]["links"]), 5)
        self.assertIn("lost in air: the wish for full names of 1 cable", done.stderr)

    def test_format_by_suffix_and_back(self):
        with tempfile.TemporaryDirectory() as folder:
            there = Path(folder) / "plan.json"
            self.assertEqual(weft("convert", CASES / "pl-h07.csv", there).returncode, 0)
            back = Path(folder) / "plan.csv"
            self.assertEqual(weft("convert", there, back).returncode, 0)
            self.assertIn('"P3, tray 2, #17"', back.read_text())
            again = Path(folder) / "again.json"
            weft("convert", back, again)
            self.assertEqual(json.loads(again.read_text())["links"],
                             json.loads(there.read_text())["links"])

    def test_mistakes(self):
        done = weft("convert", CASES / "pl-h01.dot", "-")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--to", done.stderr)
        self.assertEqual(weft("convert", CASES / "pl-h01.dot", "x.xlsx").returncode, 2)
        done = weft("convert", CASES / "pl-h01.dot", "/nowhere/x.csv")
        self.assertEqual(done.returncode, 2)

    def test_a_plan_with_faults_is_written_and_exits_with_1(self):
        done = weft("convert", FILES / "half_links.dot", "-", "--to", "csv")
        self.assertEqual(done.returncode, 1)
        self.assertIn("leaf1,swp3,spine1,swp3", done.stdout)
        self.assertIn("half_links.dot:2:3: fault: no port of leaf1", done.stderr)
        done = weft("convert", CASES / "pl-h04.dot", "-", "--to", "csv")
        self.assertEqual(done.returncode, 1)
        self.assertIn("pl-h04.dot:2: fault: ln01.lab.example:swp49: 2 cables", done.stderr)

    def test_trunks_between_patch_panels_are_no_links(self):
        plan = ("from,from_port,to,to_port\nleaf1,swp1,patch-1,F1\npatch-1,R1,patch-2,R1\n"
                "leaf1,swp2,hgx-1,eth0\n")
        report = json.loads(weft("check", "--from", "csv", "--json", "-", text=plan).stdout)
        self.assertEqual((report["links"], report["far_ends_unknown"]), (1, 2))
        self.assertIn("1 cable between patch panels: nobody speaks there",
                      " ".join(report["notes"]))

    def test_a_plan_without_a_link_is_a_fault(self):
        done = weft("check", "--from", "csv", "-", text="from,from_port,to,to_port\n")
        self.assertEqual(done.returncode, 1)
        self.assertIn("the plan has no link", done.stdout)


class Make(unittest.TestCase):
    def test_summary_and_file(self):
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "plan.csv"
            done = weft("make", "--nodes", 256, "--rails", 8, "-o", out)
            self.assertEqual(done.returncode, 0)
            self.assertIn("leaf               64", done.stdout)
            self.assertIn("1:1", done.stdout)
            self.assertEqual(len(out.read_text().splitlines()), 1 + 4096)
            self.assertEqual(weft("check", "--adaptive-routing", out).returncode, 0)

    def test_the_same_request_gives_the_same_plan(self):
        words = ("make", "--nodes", 96, "--tiers", 3, "--to", "dot")
        self.assertEqual(weft(*words).stdout, weft(*words).stdout)

    def test_refusal_has_the_numbers(self):
        done = weft("make", "--nodes", 129, "--tiers", 1)
        self.assertEqual(done.returncode, 2)
        self.assertIn("129 nodes on each leaf, which has 128 ports", done.stderr)

    def test_json(self):
        report = json.loads(weft("make", "--nodes", 256, "--json").stdout)
        self.assertEqual(report["leaf_spine_cables"], 2048)
        self.assertEqual(report["switches"][1]["switches"], 16)


class Speed(unittest.TestCase):
    def test_a_plan_of_25000_links_is_checked_in_seconds(self):
        with tempfile.TemporaryDirectory() as folder:
            for suffix in ("csv", "dot", "json"):
                out = Path(folder) / f"plan.{suffix}"
                weft("make", "--nodes", 1024, "--tiers", 3, "-o", out)
                before = time.monotonic()
                self.assertEqual(weft("check", out).returncode, 0)
                self.assertLess(time.monotonic() - before, 10)  # a busy machine; bench measures


if __name__ == "__main__":
    unittest.main()
