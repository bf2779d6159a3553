#!/usr/bin/python3
"""weft observe: loose files and folders as a person looks at them."""

import json
import os
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


def observe(*words, code=0):
    done = subprocess.run([WEFT, "observe", *map(str, words)], capture_output=True,
                          encoding="utf-8", timeout=60)
    if done.returncode not in (code if isinstance(code, tuple) else (code,)):
        raise AssertionError(f"exit {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


class Observe(unittest.TestCase):
    def test_each_kind_of_file(self):
        for name, parts in {
                "ll-h01.json": ["1 neighbour", "swp7", "q-spine1 swp3", "192.0.2.41"],
                "ll-h02.json": ["2 neighbours", "(no name) 02:00:5e:40:02:00", "2001:db8:40::41"],
                "ll-h08.json": ["CDPv2, no LLDP", "old-sw Gi0/1"],
                "ll-h09.t0.json": ["age 3553201 s"],
                "nv-h01.json": ["oob-sw1.lab.example Ethernet2", "down", "'Cable is unplugged.'"],
                "nv-h02.json": ["up 400 Gb/s mtu 9216", "hgx-081 enp26s0np0", "disabled"],
                "fr-h01.json": ["5 BGP sessions", "Idle (Admin)"],
                "fr-h04.json": ["198.51.100.0/24", "2 of 4 next hops carry it"],
                "nv-bgp.json": ["6 BGP sessions", "swp51", "l2VpnEvpn, 63 prefixes", "(no state)"],
                "nv-rib.json": ["1 of 2 next hops carry it", "drops what it matches"],
                "fr-recursive.json": ["4 of 4 next hops carry it"],
                "hs-h06.json": ["2 interfaces", "also enp26s0f0np0", "192.0.2.70/31"],
                "dx-h22.csv": ["8 neighbours", "16 interfaces"]}.items():
            with self.subTest(name):
                text = observe(CASES / name)
                for part in parts:
                    self.assertIn(part, text)
                json.loads(observe(CASES / name, "--json"))

    def test_site_and_files_together(self):
        with tempfile.TemporaryDirectory() as folder:
            commands = Path(folder) / "leaf1" / "commands"
            commands.mkdir(parents=True)
            (commands / "lldpctl_-f_json.out").write_text((CASES / "ll-h01.json").read_text())
            (commands / "show_bgp_summary.json").write_text("bgpd is not running\n")
            text = observe(folder, f"leaf2={CASES / 'fr-h01.json'}", code=3)
            self.assertIn("leaf1: 1 neighbour\n", text)
            self.assertIn("leaf2: 5 BGP sessions\n", text)
            self.assertIn("not seen  leaf1: BGP sessions: ", text)
            self.assertIn("bgpd is not running", text)
            document = json.loads(observe(folder, "--json", code=3))
            self.assertEqual(document["nodes"][0]["neighbours"][0]["port"], "swp7")
            self.assertEqual(document["gaps"][0]["subject"], "leaf1")

    def test_a_shell_around_it_is_told_once(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "leaf1.json"
            file.write_text("leaf1$ nv show interface -o json\n" +
                            (CASES / "nv-h01.json").read_text() + "\nleaf1$\n")
            text = observe(file)
            self.assertEqual(text.count("text above the JSON left out"), 1)
            self.assertEqual(text.count("text below the JSON left out"), 1)
            file.write_text("% BGP instance not found\n")
            self.assertIn("leaf1: 0 BGP sessions", observe(file))

    def test_routes_of_the_kernel_alone_are_data(self):
        site = CASES.parent / "sites" / "lab_healthy" / "site" / "leaf-su00-r0" / "commands"
        with tempfile.TemporaryDirectory() as folder:
            commands = Path(folder) / "leaf" / "commands"
            commands.mkdir(parents=True)
            name = "ip_-j_-4_route.out"
            (commands / name).write_bytes((site / name).read_bytes())
            self.assertIn("leaf: 7 kernel routes", observe(folder, code=(0, 3)))

    def test_requests_that_are_wrong(self):
        observe(code=2)
        observe("/nowhere/at/all", code=2)
        with tempfile.TemporaryDirectory() as folder:
            observe(folder, code=2)

    def test_nothing_that_can_be_read(self):
        for name in ("ll-h07.c.json", "ll-h07.d.json"):
            self.assertIn("not seen", observe(CASES / name, code=2))
        self.assertIn("0 neighbours", observe(CASES / "ll-h07.a.json"))


if __name__ == "__main__":
    unittest.main(verbosity=0)
