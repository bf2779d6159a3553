#!/usr/bin/python3
"""weft twin as a person runs it: a site that `weft check` reads, faults, the score."""

import json
import os
import sys
import tempfile

from program import check, check_equal, finish, weft

HALL = tempfile.TemporaryDirectory(prefix="weft-twin-")


def made(name, *words):
    path = os.path.join(HALL.name, name)
    said = weft("plan", "make", *words, "--out", path)
    check(f"{name} is made", said.code == 0, said)
    return path


def checked(plan, *faults, part="all"):
    """What `weft check` says of the twin of a plan with faults."""
    site = tempfile.mkdtemp(dir=HALL.name)
    words = [word for fault in faults for word in ("--fault", fault)]
    site_said = weft("twin", "site", "--plan", plan, *words, "--out", site)
    said = weft("check", part, "--plan", plan, "--site", site, "--json")
    return site_said, said, json.loads(said.out)


TIERS = {
    "one.json": ["--nodes", "4", "--rails", "2", "--tiers", "1"],
    "two.json": ["--nodes", "8", "--rails", "2", "--unit-size", "4", "--spines", "2"],
    "three.json": ["--nodes", "8", "--rails", "1", "--tiers", "3", "--unit-size", "4",
                   "--spines", "2"],
    "two.dot": ["--nodes", "4", "--rails", "1", "--unit-size", "2", "--spines", "2"],
}

for name, words in TIERS.items():
    site_said, said, report = checked(made(name, *words))
    check(f"{name}: the site is written whole", site_said.code == 0, site_said)
    check_equal(f"{name}: a healthy twin passes", (said.code, report["verdict"]), (0, "pass"), said)
    check_equal(f"{name}: nothing is found", report["findings"], [], said)

TWO = os.path.join(HALL.name, "two.json")

site_said, said, report = checked(TWO, "missing-cable:leaf-su00-r0:swp1s0",
                                  "wrong_mtu:hgx-su01-h00:eth2")
check("faults are told as they are put in",
      "missing_cable:leaf-su00-r0:swp1s0:" in site_said.err, site_said)
check_equal("two faults fail", said.code, 1, said)
subjects = " ".join(one["subject"] for one in report["findings"] if one["verdict"] == "fail")
check("both are named",
      "leaf-su00-r0:swp1s0" in subjects and "hgx-su01-h00:eth2" in subjects, said)

site_said, said, report = checked(TWO, "unreachable_switch:spine-s01")
check_equal("who did not answer is a gap", site_said.code, 3, site_said)
check_equal("and unknown, never a pass", said.code, 3, said)

site_said, said, report = checked(TWO, "dead_spine:spine-s01")
first = report["findings"][0]
check_equal("a spine that is off is named first", (first["subject"], first["check"]),
            ("spine-s01", "silent_node"), said)
ports = [one for one in report["findings"] if ":" in one["subject"]]
check_equal("and no port of its cables beside it", ports, [], said)
check("which are its evidence",
      any("bgp_sessions" in line for line in first["evidence"]), str(first["evidence"]))

swap = "swapped-cables:hgx-su00-h00:eth1,hgx-su00-h01:eth2"
site_said, said, report = checked(TWO, swap, part="cabling")
check_equal("two moves put a swap right", len(report["moves"]), 2, said)

a = os.path.join(HALL.name, "a")
b = os.path.join(HALL.name, "b")
for folder in a, b:
    weft("twin", "site", "--plan", TWO, "--fault", "lossy-link", "--seed", "7", "--out", folder)
same = all(open(os.path.join(at, file)).read() == open(os.path.join(at.replace(a, b), file)).read()
           for at, _, files in os.walk(a) for file in files)
check("the same seed gives the same site", same)

for words, part in [(["--fault", "swaped-cables"], "did you mean"),
                    (["--fault", "dead-spine:leaf-su00-r0"], "is not a spine"),
                    (["--seed", "x"], "--seed wants")]:
    said = weft("twin", "site", "--plan", TWO, *words, "--out", a)
    check(f"{words} is refused with a reason", said.code == 2 and part in said.err, said)
said = weft("twin", "site", "--plan", os.path.join(HALL.name, "none.dot"), "--out", a)
check("no plan, no twin", said.code == 2, said)

listed = json.loads(weft("twin", "faults", "--json").out)["faults"]
check("kinds are listed with who must name them",
      any(one["kind"] == "wrong-mtu" and "link_settings" in one["expects"] for one in listed))
said = weft("explain", "pcie-half-width")
check("explain knows a kind and the part that will find it", "Part 5" in said.out, said)

page = os.path.join(HALL.name, "score.html")
said = weft("twin", "score", "--plans", os.path.join(HALL.name, "two.dot"), "--kind", "wrong-mtu",
            "--kind", "pcie_half_width", "--seeds", "1", "--json", "--html", page)
score = json.loads(said.out)
check_equal("a case for each sort of end", score["totals"]["cases"], 3, said)
check_equal("all found and named", (score["totals"]["found"], score["totals"]["named"]), (3, 3),
            said)
check_equal("what a later part finds is counted apart", score["totals"]["not_yet"], 1, said)
check_equal("a row for each kind", [row["kind"] for row in score["rows"]],
            ["pcie_half_width", "wrong_mtu"], said)
with open(page) as file:
    html = file.read()
check("the page stands alone", "<script" not in html and "http" not in html.split("</head>")[1])
check("the page says what was found", "3 of 3 found" in html, html[:3000])

said = weft("twin", "score", "--plans", TWO, "--suite", "acceptance", "--kind", "slow-nic",
            "--kind", "missing-cable", "--kind", "lossy-link", "--seeds", "1", "--json")
totals = json.loads(said.out)["totals"]
check_equal("a suite is scored as the checks are: what is at hosts, named",
            (totals["cases"], totals["named"], totals["missed"]), (2, 2, 0), said)
check_equal("what pairs cannot tell is counted apart", totals["not_yet"], 5, said)

said = weft("twin", "score", "--plans", TWO, "--kind", "dead-spine", "--seeds", "1")
check("the table has the kind", "dead-spine" in said.out and said.code == 0, said)

sys.exit(finish())
