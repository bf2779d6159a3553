#!/usr/bin/env python3
"""The UDP transport beside iperf3's UDP, in turn, over loopback, by hand:
    cmake --build --preset release --target udp_bench && tests/bench/udp_bench.py build/release

Packets a second of a core: packets over the processor time of the whole sending and receiving
process. iperf3 neither acknowledges nor checks what came, so its number is a bound, not an aim.
"""

import json
import os
import subprocess
import sys
import time

TURNS, SECONDS = 3, 3


def ours(build, mtu):
    argv = ["mpirun", "-np", "2", "--bind-to", "none", "--mca", "pml", "ob1", "--mca", "btl",
            "self,tcp", "--mca", "mpi_yield_when_idle", "1", os.path.join(build, "udp_bench"),
            str(mtu), str(SECONDS)]
    if os.geteuid() == 0:
        argv.insert(1, "--allow-run-as-root")
    return subprocess.run(argv, capture_output=True, text=True, timeout=60).stdout.strip()


def iperf3(mtu):
    server = subprocess.Popen(["iperf3", "-s", "-1", "-p", "5271", "-J"], stdout=subprocess.DEVNULL)
    time.sleep(0.3)
    done = subprocess.run(["iperf3", "-c", "127.0.0.1", "-p", "5271", "-u", "-b", "0", "-l",
                           str(mtu - 28), "-t", str(SECONDS), "-J"], capture_output=True, text=True,
                          timeout=60)
    server.wait(timeout=20)
    end = json.loads(done.stdout)["end"]
    packets, cpu = end["sum"]["packets"], end["cpu_utilization_percent"]
    came = packets - end["sum"]["lost_packets"]
    return (f"{packets / SECONDS:.0f} packets/s, lost {end['sum']['lost_packets']}; a core sends "
            f"{packets / SECONDS / cpu['host_total'] * 100:.0f} and receives "
            f"{came / SECONDS / max(cpu['remote_total'], 0.01) * 100:.0f} a second")


if len(sys.argv) != 2:
    sys.exit(__doc__)
for mtu in (1500, 9000):
    for _ in range(TURNS):
        print(f"MTU {mtu} weft   {ours(sys.argv[1], mtu)}")
        print(f"MTU {mtu} iperf3 {iperf3(mtu)}")
