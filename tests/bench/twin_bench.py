#!/usr/bin/python3
"""The twin's runs to completion beside SimGrid's: same links, same routes, same flows.

tests/bench/twin_bench.py build/release [LIMIT_S]

Builds twin_simgrid where libsimgrid-dev is, lets it write its flows, runs twin_bench and SimGrid on
them in turn, and compares when the flows end: the last one, and the mean over all, which tells
rates apart that the last one does not show. Exits 1 when they differ by more than 1e-6.
SimGrid runs twice: solving all again (`Full`, which the ends are compared with), and its default
`Lazy`, whose ends differ by up to 2 % from its own Full.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

CASES = [(1024, 1024), (1024, 2048), (1024, 4096), (1024, 8192), (8192, 65536)]
EXACT = ["--cfg=network/model:CM02", "--cfg=network/crosstraffic:0", "--cfg=surf/precision:1e-12",
         "--cfg=maxmin/precision:1e-9"]


def facts(command, limit):
    """What a program prints as name=value, or None when it took longer than the limit."""
    try:
        out = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=True)
    except subprocess.TimeoutExpired:
        return None
    return {name: float(value) for name, value in re.findall(r"(\w+)=([\d.]+)", out.stdout)}


def apart(a, b):
    return abs(a - b) / b


def main():
    build, limit = Path(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 120
    source = Path(__file__).with_name("twin_simgrid.cc")
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        simgrid = Path(folder) / "twin_simgrid"
        built = subprocess.run(["g++", "-std=c++17", "-O2", source, "-lsimgrid", "-o", simgrid],
                               capture_output=True, text=True)
        if built.returncode != 0:
            print("no SimGrid here (apt install libsimgrid-dev):", built.stderr.split("\n")[0])
            return 77
        print("| hosts | flows | weft | SimGrid Full | SimGrid Lazy | ratio to the quicker "
              "| makespan apart | mean end apart |")
        print("| --- | --- | --- | --- | --- | --- | --- | --- |")
        for hosts, flows in CASES:
            file = Path(folder) / "flows.txt"
            command = [simgrid, str(hosts), str(flows), file]
            subprocess.run([*command, "--dry", *EXACT], check=True, capture_output=True)
            ours = facts([build / "twin_bench", "flows", file], limit)
            full = facts([*command, *EXACT, "--cfg=network/optim:Full"], limit)
            lazy = facts([*command, *EXACT], limit)
            times = [one["run_s"] if one else limit for one in (full, lazy)]
            row = [f"{ours['run_s']:.3f} s"]
            row += [f"{one['run_s']:.2f} s" if one else f"over {limit:.0f} s"
                    for one in (full, lazy)]
            row += [f"{'' if full or lazy else 'over '}{min(times) / ours['run_s']:.0f}"]
            for name in "makespan_ps", "mean_end_ps":
                row.append(f"{apart(ours[name], full[name]):.0e}" if full else "not known")
                worst = max(worst, apart(ours[name], full[name]) if full else 0)
            print(f"| {hosts} | {flows} | " + " | ".join(row) + " |", flush=True)
    return 1 if worst > 1e-6 else 0


sys.exit(main())
