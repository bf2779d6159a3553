#!/usr/bin/python3
"""Weft's collectives beside the plain loop (collective_plain.c), in turn, on this machine.

    cmake --build --preset release --target weft collective_plain
    /usr/bin/python3 tests/bench/collective_bench.py build/release [TURNS]

Both give, per size, the median over calls of the mean over ranks. Printed: the median over turns of
each, and of their ratio in the same turn with its spread.
"""

import json
import os
import statistics
import subprocess
import sys
import time

SIZES = [8, 1024, 65536, 1 << 20, 16 << 20]


def mpirun(ranks):
    shares = ["--bind-to", "none", "--mca", "mpi_yield_when_idle", "1"] \
        if ranks > os.cpu_count() else []
    root = ["--allow-run-as-root"] if os.geteuid() == 0 else []
    return ["mpirun", "-n", str(ranks), "--oversubscribe", *root, *shares, "--mca", "pml", "ob1",
            "--mca", "btl", "self,vader,tcp"]


def plain(build, ranks, name, calls):
    done = subprocess.run([*mpirun(ranks), f"{build}/collective_plain", name, str(calls),
                           *map(str, SIZES)], capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise SystemExit(done.stderr)
    return {int(size): float(ns) for size, ns in map(str.split, done.stdout.splitlines())}


def weft(build, ranks, name):
    done = subprocess.run([f"{build}/weft", "measure", "collective", name, "--hosts",
                           f"localhost:{ranks}", "--size", ",".join(map(str, SIZES)), "--time",
                           "100ms", "--force", "--quiet", "--json"], capture_output=True, text=True,
                          timeout=120)
    if done.returncode:
        raise SystemExit(done.stderr)
    out = {}
    for size in json.loads(done.stdout)["sizes"]:
        calls = zip(*(member["calls_ns"] for member in size["members"]))
        out[size["size_bytes"]] = statistics.median(statistics.mean(call) for call in calls)
    return out


def main(build, turns=5):
    print(f"load {os.getloadavg()[0]:.1f} at the start, {os.cpu_count()} cores")
    print(f"{'collective':<12} {'ranks':>5} {'size':>9} {'plain':>12} {'weft':>12} "
          f"{'ratio':>6}  spread")
    for ranks in (2, 4):
        for name in ("all_reduce", "all_gather", "all_to_all"):
            rows = {size: ([], []) for size in SIZES}
            for turn in range(turns):
                first = turn % 2
                for which in (first, 1 - first):
                    got = plain(build, ranks, name, 64) if which == 0 else weft(build, ranks, name)
                    for size in SIZES:
                        rows[size][which].append(got[size])
                time.sleep(0.2)
            for size in SIZES:
                a, b = rows[size]
                ratios = [y / x for x, y in zip(a, b)]
                print(f"{name:<12} {ranks:>5} {size:>9} {statistics.median(a) / 1e3:>9.1f} us "
                      f"{statistics.median(b) / 1e3:>9.1f} us {statistics.median(ratios):>6.2f}  "
                      f"{min(ratios):.2f} .. {max(ratios):.2f}")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:3]))
