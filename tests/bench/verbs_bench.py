"""weft beside perftest over the same RDMA device, in turn, in the virtual machine of tests/rdma:

  WEFT=$PWD/build/release/weft python3 -B tests/bench/verbs_bench.py [REPEATS]

Prints for each measurement the medians of both, and the median and spread of the ratio of each
repeat's two. Bandwidth: more is better; latency: less is.
"""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(SOURCE, "tests/rdma"), os.path.join(SOURCE, "tests/support")]

# Name, operation, metric, size, perftest's program.
ROWS = [("write 64 KiB", "write", "bandwidth", 65536, "ib_write_bw"),
        ("write 1 MiB", "write", "bandwidth", 1048576, "ib_write_bw"),
        ("read 64 KiB", "read", "bandwidth", 65536, "ib_read_bw"),
        ("read 1 MiB", "read", "bandwidth", 1048576, "ib_read_bw"),
        ("write 8 B", "write", "latency", 8, "ib_write_lat"),
        ("send 8 B", "send", "latency", 8, "ib_send_lat")]
SECONDS = 4


def gid_index(n):
    import fabric
    octets = [int(x) for x in fabric.rail_address(n).split(".")]
    tail = f"ffff:{octets[0]:02x}{octets[1]:02x}:{octets[2]:02x}{octets[3]:02x}"
    for index in range(16):
        with open(f"/sys/class/infiniband/rxe{n}/ports/1/gids/{index}") as file:
            if file.read().strip().endswith(tail):
                return str(index)
    raise RuntimeError("no GID of " + fabric.rail_address(n))


def perftest(program, metric, size):
    """MB/s (10^6), or microseconds of half a round trip (typical)."""
    import fabric
    words = ["-F", "-s", str(size)]
    words += ["-D", str(SECONDS), "--report_gbits"] if metric == "bandwidth" else ["-n", "1000"]
    server = subprocess.Popen(fabric.on("host3", program, "-d", "rxe3", "-x", gid_index(3), *words),
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(2)
    # The control connection takes the management network.
    done = subprocess.run(fabric.on("host1", program, "-d", "rxe1", "-x", gid_index(1), *words,
                                    "192.0.2.3"), capture_output=True, text=True, timeout=120)
    server.wait(timeout=30)
    rows = [line.split() for line in done.stdout.split("\n") if re.match(r"^\s*\d+\s+\d+\s+", line)]
    if not rows:
        raise RuntimeError(done.stdout + done.stderr)
    return float(rows[-1][3]) * 1e3 / 8 if metric == "bandwidth" else float(rows[-1][4])


def weft(operation, metric, size, agent):
    import fabric
    out = os.path.join(tempfile.mkdtemp(), "out")
    pattern = "latency" if metric == "latency" else "pairs"
    done = subprocess.run(
        fabric.on("host1", os.environ["WEFT"], "measure", pattern, "--transport", "verbs", "--op",
                  operation, "--size", str(size), "--time", f"{SECONDS}s", "--hosts", "host1,host3",
                  "--quiet", "--force", "--agent", agent, "--control-net", "192.0.2.0/24",
                  "--fabric-net", "10.0.0.0/8", "--out", out),
        capture_output=True, text=True, timeout=180)
    with open(os.path.join(out, "run.json")) as file:
        document = json.load(file)
    summary = document["judgements"][0].get("summary", {})
    if not summary.get("n"):
        raise RuntimeError(done.stdout + done.stderr)
    return summary["median"] / (8e6 if metric == "bandwidth" else 1e3)


def inside(repeats):
    import fabric
    agent = fabric.up(tempfile.mkdtemp())
    for name, operation, metric, size, program in ROWS:
        ours, theirs = [], []
        for _ in range(repeats):
            theirs.append(perftest(program, metric, size))
            ours.append(weft(operation, metric, size, agent))
        ratios = sorted(a / b for a, b in zip(ours, theirs))
        print(f"{name:14} {'MB/s' if metric == 'bandwidth' else 'us':5} "
              f"weft {statistics.median(ours):10.2f}  {program} {statistics.median(theirs):10.2f}  "
              f"ratio {statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f}, "
              f"{repeats} in turn)", flush=True)


def main():
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    if os.path.exists("/share/job.sh"):
        return inside(repeats)
    import vm
    with tempfile.TemporaryDirectory(prefix="weft-bench-") as share:
        command = f"exec /usr/bin/python3 -B {os.path.abspath(__file__)} {repeats}"
        return vm.boot(command, share, 3600, environment={"WEFT": os.environ["WEFT"],
                                                          "WEFT_SOURCE": SOURCE})


if __name__ == "__main__":
    sys.exit(main())
