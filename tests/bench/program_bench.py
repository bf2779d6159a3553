#!/usr/bin/env python3
"""Whole-program costs, by hand:
    tests/bench/program_bench.py build/release/weft [help|dry|rounds ...]

help    wall time of `weft --help`
dry     time and memory of a dry run for 4,096 hosts x 8
rounds  all pairs of 16 and 32 local ranks: wall time per round and the share that is not measuring
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time


def timed(argv, runs):
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        subprocess.run(argv, stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - began)
    return times


def bench_help(weft):
    for argv in ([weft, "--help"], ["/bin/true"]):
        times = timed(argv, 100)
        print(f"{os.path.basename(argv[0])}: median {statistics.median(times) * 1e3:.1f} ms, "
              f"minimum {min(times) * 1e3:.1f} ms of 100")


def bench_dry(weft):
    argv = [weft, "run", "quick", "--hosts", "node[0001-4096]", "--ranks-per-host", "8",
            "--dry-run"]
    times = timed(argv, 5)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"dry run, 4,096 hosts x 8: median {statistics.median(times):.3f} s, peak {peak:.0f} MiB")


def bench_rounds(weft):
    for ranks in (16, 32):
        with tempfile.TemporaryDirectory() as folder:
            suite = os.path.join(folder, "rounds.json")
            with open(suite, "w") as out:
                json.dump({"schema": "1.0", "title": "Rounds", "about": "Overhead of rounds.",
                           "steps": [{"id": name, "pattern": "pairs", "metric": "bandwidth",
                                      "duplex": True, "sizes": ["64KiB"], "round_time": "50ms",
                                      "precision": 0.001, "deadline": "60s"}
                                     for name in ("first", "rounds")]}, out)
            began = time.perf_counter()
            subprocess.run([weft, "run", suite, "--hosts", f"localhost:{ranks}", "--quiet",
                            "--out", os.path.join(folder, "out")], stdout=subprocess.DEVNULL)
            whole = time.perf_counter() - began
            with open(os.path.join(folder, "out", "run.json")) as file:
                costs = [step["overhead"] for step in json.load(file)["steps"]]
        for name, cost in zip(("first", "once started"), costs):
            print(f"{ranks} ranks, {name}: {cost['rounds']} rounds, "
                  f"{cost['wall_ns'] / cost['rounds'] / 1e6:.1f} ms a round, "
                  f"{100 * (1 - cost['measuring_ns'] / cost['wall_ns']):.1f} % of it not measuring")
        took = whole - sum(cost["wall_ns"] for cost in costs) / 1e9
        print(f"{ranks} ranks: {took:.1f} s outside the rounds (start, judge, report)")


BENCHES = {"help": bench_help, "dry": bench_dry, "rounds": bench_rounds}

if len(sys.argv) < 2:
    sys.exit(__doc__)
for name in sys.argv[2:] or BENCHES:
    BENCHES[name](os.path.abspath(sys.argv[1]))
