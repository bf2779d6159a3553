"""Several hosts: real mpirun across network namespaces, with a management and a fabric network."""

import os
import shutil
import signal
import subprocess

import netns_hosts
import weft_test as t

if not shutil.which("mpirun"):
    t.skip("no mpirun")
if netns_hosts.available():
    t.skip(netns_hosts.available())

QUICK = dict(round_time="30ms", deadline="8s", sizes=["64KiB"])
LONG = dict(round_time="400ms", deadline="8s", sizes=["64KiB", "1MiB"])


def arguments(made, path, *steps, hosts, out="out"):
    return [t.WEFT, "run", t.suite(path, *steps), "--hosts", hosts, "--quiet", "--force",
            "--agent", made.agent, "--control-net", "192.0.2.0/24",
            "--fabric-net", "198.51.100.0/24", "--out", os.path.join(path, out)]


def run(made, path, *steps, hosts, out="out", environment=None, program=None):
    argv = arguments(made, path, *steps, hosts=hosts, out=out)
    return subprocess.run(made.command(*([program] + argv[1:] if program else argv)),
                          capture_output=True, text=True, timeout=120, env=environment)


def test_the_fabric_carries_the_load_and_control_stays_on_management():
    with t.folder() as path, netns_hosts.hosts(path, "node1", "node2") as made:
        def sent(device):
            out = subprocess.run(["ip", "netns", "exec", made.prefix + "node2", "cat",
                                  f"/sys/class/net/{device}/statistics/tx_bytes"],
                                 capture_output=True, text=True)
            return int(out.stdout)
        marked = t.Marked(path)
        rail, management = sent("rail0"), sent("eth0")
        done = run(made, path, t.step(id="first", min_hosts=2, **QUICK), hosts="node1:2,node2:2",
                   environment=marked.environment)
        document = t.run_json(os.path.join(path, "out"))
        headline = document["fabric"]["headline"]
        assert headline.startswith("A cluster of 2 hosts with 4 workers"), done
        assert {j["class"] for j in document["judgements"]} == {"same host", "between hosts"}
        between = [j for j in document["judgements"] if j["class"] == "between hosts"]
        assert between[0]["flows_measured"] == 8, between
        assert document["layout"]["endpoints"][0]["device"] == "rail0", document["layout"]
        moved = sent("rail0") - rail
        assert moved > 1e6, moved
        assert sent("eth0") - management < moved / 2
        marked.nothing_left()


def test_a_known_link_gives_a_derived_ceiling_with_its_source():
    with t.folder() as path, netns_hosts.hosts(path, "node1", "node2") as made:
        done = run(made, path, t.step(id="first", **QUICK), hosts="node1:1,node2:1")
        judgements = t.run_json(os.path.join(path, "out"))["judgements"]
        assert judgements[0]["baseline"]["source"] == "derived", (judgements, done)
        # veth says 10 Gb/s; TCP over Ethernet 1500 carries 1448 of 1538 bytes.
        assert abs(judgements[0]["baseline"]["expected"] - 10e9 * 1448 / 1538) < 1e6, judgements


def test_a_dead_host_is_set_aside_with_all_its_workers():
    with t.folder() as path, netns_hosts.hosts(path, "node1", "node2", "node3") as made:
        marked = t.Marked(path)
        argv = arguments(made, path, t.step(id="first", **LONG), hosts="node1:2,node2:2,node3:2")
        process = subprocess.Popen(made.command(*argv), stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, env=marked.environment)
        out = os.path.join(path, "out")
        t.until(lambda: t.samples_size(out) > 0, 60, "the first round")
        inside = subprocess.run(["ip", "netns", "pids", made.prefix + "node3"],
                                capture_output=True, text=True).stdout.split()
        for pid in inside:  # as when the host's power is cut
            os.kill(int(pid), signal.SIGSTOP)
        stdout, stderr = process.communicate(timeout=90)
        for pid in inside:
            try:
                os.kill(int(pid), signal.SIGKILL)
            except ProcessLookupError:
                pass
        assert process.returncode == 1, (process.returncode, stderr)
        document = t.run_json(out)
        assert document["complete"], document["summary"]
        aside = [e for s in document["steps"] for e in s["events"] if e["kind"] == "set_aside"]
        assert [e["subject"] for e in aside] == ["node3"], aside
        for judgement in document["judgements"]:
            if judgement["class"] == "between hosts":
                assert judgement["flows_measured"] >= 8, judgement
        t.until(lambda: not t.processes(marked.mark), 20, "the end of every process")


def test_a_host_that_cannot_be_reached_is_named_with_the_agents_words():
    with t.folder() as path, netns_hosts.hosts(path, "node1", "node2") as made:
        done = run(made, path, t.step(id="first", **QUICK), hosts="node1:2,node2:2,gone:2")
        document = t.run_json(os.path.join(path, "out"))
        assert done.returncode == 1, done
        assert any(f["subject"] == "gone" and f["verdict"] == "fail" for f in document["findings"])
        events = [e for s in document["steps"] for e in s["events"]]
        assert any("agent: no host gone" in e["what"] for e in events), events


def test_two_names_of_one_machine_are_refused():
    with t.folder() as path, netns_hosts.hosts(path, "node1", "node2") as made:
        with open(made.agent, "a") as out:  # both names lead to one machine
            out.write("\n")
        text = open(made.agent).read().replace("h=${1#*@}; shift", "h=node2; shift")
        open(made.agent, "w").write(text)
        done = run(made, path, t.step(id="first", **QUICK), hosts="node2:2,node3:2")
        assert done.returncode == 2, done
        assert "are one machine" in done.stderr or "mpirun" in done.stderr, done.stderr


def test_a_host_without_the_program_gets_a_copy_that_is_gone_afterwards():
    with t.folder() as path, netns_hosts.hosts(path, "node1", "node2") as made:
        # The operator's copy lies in a folder that only node1 sees.
        private = os.path.join(path, "private")
        os.makedirs(private)
        build = os.path.dirname(t.WEFT)
        before = {name for name in os.listdir("/tmp") if name.startswith("weft-")}
        script = (f"mount -t tmpfs none {private} && mkdir -p {private}/lib/weft && "
                  f"cp {t.WEFT} {private}/weft && "
                  f"cp {build}/lib/weft/backend_mpi.so {private}/lib/weft/ && exec \"$@\"")
        argv = arguments(made, path, t.step(id="first", **QUICK), hosts="node1:1,node2:1")
        argv[0] = os.path.join(private, "weft")
        agent = open(made.agent).read().replace("unshare --uts", "unshare --mount --uts")
        agent = agent.replace("hostname $h;", f"umount {private} 2>/dev/null; hostname $h;")
        open(made.agent, "w").write(agent)
        done = subprocess.run(["unshare", "--mount", *made.command("sh", "-c", script, "x", *argv)],
                              capture_output=True, text=True, timeout=120)
        assert done.returncode in (0, 1, 3), done
        assert t.run_json(os.path.join(path, "out"))["complete"], done
        after = {name for name in os.listdir("/tmp") if name.startswith("weft-") and
                 not name.startswith("weft-test-")}
        assert not after - before, after - before


t.main(globals())
