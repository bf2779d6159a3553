#!/usr/bin/python3
"""The verbs tests, run inside the virtual machine by verbs_test.py; names of tests as arguments.

Nothing here holds a rate or a time against a number: the machine is emulated on shared cores."""

import os
import re
import signal
import subprocess
import tempfile
import time

import fabric
import weft_test as t

PATH = tempfile.mkdtemp(prefix="weft-rdma-")
AGENT = fabric.up(PATH)
SHORT = dict(transport="verbs", duplex=False, round_time="200ms", deadline="24s", sizes=["64KiB"])


def argv(suite, hosts, out):
    return fabric.on("host1", t.WEFT, "run", suite, "--hosts", hosts, "--quiet", "--force",
                     "--agent", AGENT, "--control-net", "192.0.2.0/24",
                     "--fabric-net", "10.0.0.0/8", "--out", out)


class Run:
    """weft run of a suite from host1, as it goes on."""

    def __init__(self, suite, hosts="host1,host3"):
        self.out = os.path.join(tempfile.mkdtemp(dir=PATH), "out")
        self.process = subprocess.Popen(argv(suite, hosts, self.out), stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True)

    def measuring(self):
        t.until(lambda: t.samples_size(self.out) > 0, 100, "the first round")

    def end(self, seconds=150):
        self.said = self.process.communicate(timeout=seconds)[0]
        assert os.path.exists(os.path.join(self.out, "run.json")), self.said
        self.document = t.run_json(self.out)
        return self

    def step(self, name):
        return next(s for s in self.document["steps"] if s["step"]["id"] == name)

    def judged(self, name):
        return [j for j in self.document["judgements"] if j["step"] == name]

    def worked(self, name):
        """Every flow of the step was measured, and its payload arrived as it was sent."""
        assert self.step(name)["state"] == "done", (self.step(name), self.said)
        assert self.judged(name), self.said
        for judged in self.judged(name):
            assert judged["flows_measured"] == judged["flows_expected"], (judged, self.said)
            assert judged["checked_bytes"] > 0 and not judged.get("wrong_bytes"), judged

    def events(self, kind):
        return [e for s in self.document["steps"] for e in s.get("events", []) if e["kind"] == kind]

    def counted(self, step, host, name):
        found = [c["change"] for c in self.step(step)["counters"]
                 if c["host"] == host and c.get("name") == name and "change" in c]
        assert found, (host, name, self.step(step)["counters"])
        return found[0]


def suite(*steps):
    return t.suite(tempfile.mkdtemp(dir=PATH), *steps)


class Wire:
    """What RDMA packets look like where they leave a host: TOS bytes and UDP source ports."""

    def __init__(self, where, device, count):
        self.process = subprocess.Popen(
            ["ip", "netns", "exec", where, "timeout", "60", "tcpdump", "-i", device, "-n", "-v",
             "-c", str(count), "udp dst port 4791"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        time.sleep(2)

    def end(self):
        said = self.process.communicate(timeout=70)[0]
        return ({int(tos, 16) for tos in re.findall(r"tos 0x([0-9a-f]+)", said)},
                {int(port) for port in re.findall(r"(\d+) > [\d.]+\.4791", said)})

def test_every_operation_moves_what_it_says():
    steps = [t.step(id=f"{operation}_{pairs}", operation=operation, queue_pairs=pairs, **SHORT)
             for operation in ("write", "send", "read") for pairs in (1, 4)]
    run = Run(suite(*steps)).end()
    for step in steps:
        run.worked(step["id"])
    # It was counted at both ends; a packet carries at most the path MTU, 4096 bytes.
    for name in ("write_1", "send_4", "read_1"):
        for host in ("host1", "host3"):
            assert run.counted(name, host, "rx_bytes") > 65536, run.step(name)["counters"]
            assert run.counted(name, host, "tx_packets") >= 16, run.step(name)["counters"]
    assert re.search(r"write_1 host1 rxe1/1: .*tx_packets\s+[0-9,]+", run.said, re.DOTALL), run.said


def test_latency_of_every_operation():
    steps = [t.step(id=operation, operation=operation, **{**SHORT, "metric": "latency",
                                                          "sizes": ["8", "4KiB"]})
             for operation in ("write", "send", "read")]
    run = Run(suite(*steps)).end()
    for step in steps:
        run.worked(step["id"])

def test_a_flipped_byte_is_found():
    check = os.path.join(os.path.dirname(t.WEFT), "weft_verbs_check")
    table = "/sys/class/infiniband/rxe1/ports/1/gids/"
    index = next(n for n in range(16)
                 if open(table + str(n)).read().strip().endswith("ffff:0a01:0001"))
    for operation in ("write", "send", "read"):
        for kind in ("clean", "flip"):
            done = subprocess.run(fabric.on("host1", check, "rxe1", str(index), operation, kind),
                                  capture_output=True, text=True, timeout=60)
            assert done.returncode == 0, (operation, kind, done)


def test_dscp_and_source_ports_on_the_wire():
    wire = Wire("leaf1", "down1", 200)
    run = Run(suite(t.step(id="write", dscp=12, queue_pairs=8, **SHORT))).end()
    run.worked("write")
    tos, ports = wire.end()
    assert tos == {12 << 2 | 2}, tos
    assert len(ports) >= 6, ports

def test_marks_reach_the_receiver():
    fabric.sh("tc -n leaf2 qdisc add dev down3 root handle 1: htb default 1; "
              "tc -n leaf2 class add dev down3 parent 1: classid 1:1 htb rate 30mbit; "
              "tc -n leaf2 qdisc add dev down3 parent 1:1 handle 2: red limit 4000000 min 9000 "
              "max 60000 avpkt 4000 burst 5 ecn bandwidth 30mbit probability 1.0")
    try:
        wire = Wire("host3", "rail3", 400)
        run = Run(suite(t.step(id="write", queue_depth=2, **SHORT)), "host1,host3").end()
        assert run.judged("write"), run.said
        tos, _ = wire.end()
        assert 26 << 2 | 3 in tos and {x >> 2 for x in tos} == {26}, tos
    finally:
        fabric.sh("tc -n leaf2 qdisc del dev down3 root")

def test_loss_is_survived_and_counted():
    fabric.sh("tc -n leaf2 qdisc add dev down3 root netem loss 2%")
    try:
        run = Run(suite(t.step(id="write", **{**SHORT, "round_time": "2s"}))).end()
        run.worked("write")
        assert run.counted("write", "host3", "out_of_sequence") > 0, run.step("write")["counters"]
    finally:
        fabric.sh("tc -n leaf2 qdisc del dev down3 root")

# Not yet seen to pass, so only run by name: vm.py ... inside.py unproven_a_pulled_link_...

def unproven_a_pulled_link_fails_its_flows_by_name():
    long = {**SHORT, "round_time": "4s", "deadline": "12s"}
    run = Run(suite(t.step(id="write", pattern="pairs", **long)), "host1,host2,host3")
    run.measuring()
    fabric.sh("ip -n leaf2 link set down3 down")
    try:
        run.end()
        failed = run.events("flow_failed")
        assert failed and all("host3" in e["subject"] for e in failed), run.said
        assert any("IBV_WC_RETRY_EXC_ERR" in e["what"] for e in failed), failed
        assert any("10.2.0.3" in e["what"] for e in failed), failed
        assert run.document["verdict"] == "fail", run.said
        assert any(j["flows_measured"] > 0 for j in run.judged("write")), run.said
    finally:
        fabric.sh("ip -n leaf2 link set down3 up")

def unproven_a_port_that_goes_down_is_told():
    run = Run(suite(t.step(id="write", **{**SHORT, "round_time": "4s", "deadline": "12s"})))
    run.measuring()
    fabric.sh("ip -n host3 link set rail3 down")
    try:
        run.end()
        told = run.events("device")
        assert any("rxe3" in e["what"] and "host3" in e["subject"] for e in told), \
            (told, run.said)
    finally:
        fabric.sh("ip -n host3 link set rail3 up; "
                  "ip -n host3 route replace 169.254.0.1 dev rail3; "
                  "ip -n host3 route replace 10.0.0.0/8 via 169.254.0.1 dev rail3")

def unproven_four_hosts_run_the_suite_and_one_is_killed():
    run = Run(os.path.join(t.SOURCE, "suites/rdma.json"), ",".join(fabric.NAMES))
    run.measuring()
    for pid in fabric.sh("ip netns pids host4").split():
        os.kill(int(pid), signal.SIGKILL)
    run.end(240)
    assert any("host4" in e["subject"] for e in run.events("set_aside")), run.said
    last = run.step("ring_write")
    assert last["state"] == "done" and len(last["members"]) == 3, last
    for judged in run.judged("ring_write"):
        assert judged["flows_measured"] == judged["flows_expected"], judged

if __name__ == "__main__":
    t.main(globals())
