#!/usr/bin/python3
"""weft twin expect: the values of a suite with adaptive routing and with hashing; and a site after
load, whose counters say what was sent."""

import glob
import json
import os
import tempfile

from program import check, check_equal, finish, weft

HALL = tempfile.TemporaryDirectory(prefix="weft-twin-expect-")
PLAN = os.path.join(HALL.name, "plan.json")
weft("plan", "make", "--nodes", "16", "--rails", "1", "--unit-size", "4", "--spines", "4", "--out",
     PLAN)

said = weft("twin", "expect", "--plan", PLAN, "--seeds", "3", "--json")
check("expect --json", said.code == 0, said)
document = json.loads(said.out)
check_equal("its source", document["source"], "twin", said)
check_equal("its seeds", document["seeds"], [1, 2, 3], said)
rows = {(one["step"], one["routing"]): one for one in document["values"]}
check_equal("a row for each step and routing", len(rows), len(document["values"]), said)
spray, hashed = rows["pairs_bandwidth", "adaptive"], rows["pairs_bandwidth", "hash"]
check("spray gives everybody the line", spray["worst"]["low"] > 390e9, spray)
check("hashing gives somebody half or less", hashed["worst"]["expected"] < 200e9, hashed)
check("by how much depends on the seed or not, but the range holds the middle",
      hashed["worst"]["low"] <= hashed["worst"]["expected"] <= hashed["worst"]["high"], hashed)
check("latency is in ns", 2000 < rows["pairs_latency", "adaptive"]["median"]["expected"] < 5000,
      said)

said = weft("twin", "expect", "--plan", PLAN, "--seeds", "1")
check("as a table", said.code == 0 and "adaptive" in said.out and "hash" in said.out, said)
same = weft("twin", "expect", "--plan", PLAN, "--seeds", "1")
check_equal("twice the same", same.out, said.out, same)
said = weft("twin", "expect", "--plan", PLAN, "--suite", "acceptence")
check("a suite that is not there", said.code == 2 and "acceptance" in said.err, said)


def sent(site):
    """Bytes that all ports of switches say they sent."""
    total = 0
    for file in glob.glob(f"{site}/*/commands/nv_show_interface_-o_json*"):
        with open(file) as text:
            for port in json.load(text).values():
                total += port.get("link", {}).get("stats", {}).get("out-bytes", 0)
    return total


before, after = (os.path.join(HALL.name, name) for name in ("before", "after"))
weft("twin", "site", "--plan", PLAN, "--out", before)
said = weft("twin", "site", "--plan", PLAN, "--after", "quick", "--out", after)
check("a site after a suite", said.code == 0, said)
check("no port has sent anything before", sent(before) == 0, before)
check("and much after it", sent(after) > 16e9, str(sent(after)))
said = weft("check", "all", "--plan", PLAN, "--site", after)
check("load is no fault", said.code == 0, said)

said = weft("run", "quick", "--fabric", "twin", "--plan", PLAN, "--dry-run")
check("a dry run on a twin knows that it has RDMA", "RDMA" not in said.out and said.code == 0, said)

finish()
