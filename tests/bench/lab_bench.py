#!/usr/bin/env python3
"""The lab's own numbers, by hand, as root; the parts are rates, outage and up (default: all):
    tests/bench/lab_bench.py build/release/weft rates outage up

rates: a permutation from one half of the hosts to the other, over the spines, with UDP at 95 % of
every link (iperf3), under hash and under spray, per seed: sum, spread over flows, and how busy the
processors are, with all that runs there. Then at 70 % with one uplink cut to a tenth.
outage: 24 flows of 100 packets a second; what is lost when a link goes, with BFD and without.
up: how long a lab takes, default and 52 nodes. All traffic stays in the lab's namespaces.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

SEEDS, SECONDS, LEAF = 6, 5, "leaf-su00-r0"

RECEIVE = """
import json, select, socket, time
flows = {}
sockets = []
for port in range(40000, 40024):
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    s.bind(("0.0.0.0", port))
    sockets.append(s)
print("ready", flush=True)
end = time.time() + 60
while time.time() < end:
    ready = select.select(sockets, [], [], 2 if flows else 10)[0]
    if not ready:
        break
    for s in ready:
        number = int(s.recv(100))
        flows.setdefault(s.getsockname()[1], []).append((number, time.time()))
print(json.dumps(flows))
"""

SEND = """
import socket, sys, time
s = {}
for port in range(40000, 40024):
    s[port] = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    s[port].bind((sys.argv[1], port))
start, n = time.time(), 0
while time.time() - start < float(sys.argv[3]):
    for port, one in s.items():
        try:
            one.sendto(str(n).encode(), (sys.argv[2], port))
        except OSError:
            pass
    n += 1
    time.sleep(max(0, start + n / 100 - time.time()))
print(n)
"""


class Lab:
    def __init__(self, program, folder, *options):
        self.words = [program, "lab"]
        self.where = ["--state", os.path.join(folder, "labs")]
        self.said = self.run("up", "--quiet", *options)

    def argv(self, command, *words):
        return [*self.words, command, *self.where, *words]

    def run(self, command, *words):
        done = subprocess.run(self.argv(command, *words), capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{' '.join(done.args)}: {done.stderr}")
        return done.stdout

    def start(self, node, *words):
        return subprocess.Popen(self.argv("exec", node, "--", *words), stdout=subprocess.PIPE,
                                text=True)

    def down(self):
        return self.run("down")


def processor():
    with open("/proc/stat") as file:
        times = [int(word) for word in file.readline().split()[1:]]
    return times[3] + times[4], sum(times)  # idle, all


def permutation(lab, seed, rate):
    """(received Mb/s of each flow, share of all processors that is busy, that iperf3 takes). None
    when one's control connection, which goes over the loaded links too, broke."""
    far = [0, 1, 2, 3]
    random.Random(seed).shuffle(far)
    flows = [(h, f, rail) for h, f in enumerate(far) for rail in (0, 1)]
    clients = []
    for n, (_, to, _) in enumerate(flows):
        lab.start(f"hgx-su01-h{to:02}", "iperf3", "-s", "-p", str(5300 + n))  # ends with the lab
    time.sleep(1)
    idle, everything = processor()
    for n, (of, to, rail) in enumerate(flows):
        address = f"10.{1 + rail}.{2 + rail}.{2 * to + 1}"
        clients.append(lab.start(f"hgx-su00-h{of:02}", "iperf3", "-u", "-b", rate, "-l", "8900",
                                 "-t", str(SECONDS), "-c", address, "-p", str(5300 + n), "-J"))
    rates, own = [], 0
    for client in clients:
        out = json.loads(client.communicate(timeout=60)[0])
        if "sum" not in out["end"]:
            return None
        total = out["end"]["sum"]
        rates.append(total["bits_per_second"] / 1e6 * (1 - total["lost_percent"] / 100))
        cpu = out["end"]["cpu_utilization_percent"]
        own += (cpu["host_total"] + cpu["remote_total"]) / 100 / os.cpu_count()
    idle_after, everything_after = processor()
    return rates, 1 - (idle_after - idle) / (everything_after - everything), own


def row(program, folder, routing, seed, fault="", rate="95M"):
    lab = Lab(program, folder, "--static", "--routing", routing, "--seed", str(seed))
    if fault:
        lab.run("fault", fault)
    found = None
    for turn in range(3):
        found = found or permutation(lab, 10 * turn + seed, rate)
    lab.down()
    if found is None:
        return print(f"{routing:<15} {seed:>4}  three times a flow gave no result  {fault}")
    flows, busy, own = found
    spread = statistics.pstdev(flows) / statistics.mean(flows)
    print(f"{routing:<15} {seed:>4}  {sum(flows):>8.0f}  {min(flows):>7.1f}  {spread:.2f}"
          f"  {busy:>4.0%} {own:>7.0%}  {fault}", flush=True)


def rates(program, folder):
    print("routing         seed  sum Mb/s  slowest  CoV   busy  iperf3")
    for routing in ("hash", "spray"):
        for seed in range(1, SEEDS + 1):
            row(program, folder, routing, seed)
    for routing in ("hash", "spray", "weighted-spray"):
        row(program, folder, routing, 1, f"link-rate-cut:{LEAF}:swp33s0", "70M")


def far_link(folder):
    """The spine's port towards the leaf of the receivers."""
    plan = json.load(open(os.path.join(folder, "labs/lab/plan.json")))
    for link in plan["links"]:
        ends = {link["a"]["node"]: link["a"]["port"], link["b"]["node"]: link["b"]["port"]}
        if set(ends) == {"spine-s00", "leaf-su01-r0"}:
            return "spine-s00", ends["spine-s00"]
    raise AssertionError("no such link")


DROP = """table netdev silent {
 chain in { type filter hook ingress device "swp33s0" priority 0; policy drop; }
 chain out { type filter hook egress device "swp33s0" priority 0; policy drop; }
}"""


def probe(lab, fault):
    receiver = lab.start("hgx-su01-h00", "python3", "-c", RECEIVE)
    receiver.stdout.readline()
    sender = lab.start("hgx-su00-h00", "python3", "-c", SEND, "10.1.0.1", "10.1.2.1", "7")
    time.sleep(1.5)
    lab.run("exec", *fault)
    count = int(sender.communicate(timeout=60)[0])
    flows = json.loads(receiver.communicate(timeout=60)[0])
    lost = [count - len(seen) for seen in flows.values()]
    gaps = [max(b[1] - a[1] for a, b in zip(seen, seen[1:])) for seen in flows.values()]
    hit = [gap for gap, n in zip(gaps, lost) if n > 0]
    return sum(lost), len(hit), 1000 * (max(hit) if hit else 0)


def outage(program, folder):
    print("fault                  BFD  lost  flows hit  outage ms")
    for bfd in ("", "--bfd"):
        for what in ("local link down", "far link down", "silent drop"):
            lab = Lab(program, folder, *([bfd] if bfd else []))
            spine, port = far_link(folder)
            node, fault = {
                "local link down": (LEAF, ["ip", "link", "set", "swp33s0", "down"]),
                "far link down": (spine, ["ip", "link", "set", port, "down"]),
                "silent drop": (LEAF, ["nft", DROP])}[what]
            lost, hit, gap = probe(lab, [node, "--", *fault])
            lab.down()
            print(f"{what:<22} {'yes' if bfd else 'no':<4} {lost:>4}  {hit:>9}  {gap:>9.0f}",
                  flush=True)


def up(program, folder):
    plan = os.path.join(folder, "large.json")
    subprocess.run([program, "plan", "make", "--nodes", "16", "--rails", "8", "--unit-size", "4",
                    "--spines", "4", "-o", plan], check=True, capture_output=True)
    for name, options in (("default", []), ("default, spray", ["--routing", "spray"]),
                          ("default, static", ["--static"]), ("52 nodes", ["--plan", plan])):
        began, load = time.time(), os.getloadavg()[0]
        lab = Lab(program, folder, *options)
        took = time.time() - began
        print(f"{name:<16} {took:5.1f} s at load {load:.1f}: {lab.said.splitlines()[2]}; "
              f"{lab.down().strip()}", flush=True)


def main():
    if len(sys.argv) < 2 or os.geteuid() != 0:
        sys.exit(__doc__)
    program = os.path.abspath(sys.argv[1])
    parts = {"rates": rates, "outage": outage, "up": up}
    for name in sys.argv[2:] or parts:
        with tempfile.TemporaryDirectory(prefix="weft-bench-") as folder:
            try:
                parts[name](program, folder)
            finally:
                subprocess.run([program, "lab", "down", "--state", os.path.join(folder, "labs")],
                               capture_output=True)


main()
