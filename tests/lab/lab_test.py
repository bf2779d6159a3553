"""weft lab up, status, exec, down: real namespaces, FRR and lldpd, with the real binary."""

import json
import os
import shutil
import signal
import subprocess
import time

import lab_support as lab
import weft_test as t

lab.need(full=True)


def test_up_is_complete_and_down_leaves_nothing():
    with lab.folder() as path:
        before = lab.traces()
        up = lab.up(path)
        assert "14 nodes (2 spines, 4 leaves, 8 hosts), 32 links" in up.stdout, up
        assert "LLDP complete" in up.stdout and "all ways there" in up.stdout, up
        status = json.loads(lab.run(path, "status", "--json").stdout)
        running = {row["node"]: row["running"] for row in status["nodes"]}
        assert running["spine-s00"] == ["zebra", "bgpd", "lldpd"], running
        assert running["hgx-su00-h00"] == ["lldpd"], running
        assert not any(row["dead"] for row in status["nodes"]), status
        down = lab.run(path, "down")
        assert "is down" in down.stdout, down
        assert lab.traces() == before, "namespaces or interfaces outside of the lab"
        assert not os.listdir(os.path.join(path, "labs"))


def test_a_node_is_like_a_machine():
    with lab.lab("--rate", "50M", "--mtu", "4000") as made:
        said = made.on("leaf-su00-r0", "sh", "-c", "hostname; cat /sys/class/net/swp1s0/speed "
                       "/sys/class/net/swp1s0/mtu; vtysh -c 'show bgp summary json'").stdout
        lines = said.split("\n", 3)
        assert lines[:3] == ["leaf-su00-r0", "50", "4000"], said
        peers = json.loads(lines[3])["ipv4Unicast"]["peers"]
        assert {peer["state"] for peer in peers.values()} == {"Established"}, peers
        lldp = json.loads(made.on("hgx-su00-h00", "lldpctl", "-f", "json0").stdout)
        assert len(lldp["lldp"][0]["interface"]) == 2, lldp
        assert made.on("spine-s00", "sh", "-c", "exit 7", check=False).returncode == 7
        missing = made.on("spine-s00", "no-such-program", check=False)
        assert missing.returncode == 127 and "no-such-program" in missing.stderr, missing
        unknown = made.run("exec", "spine-s0", "--", "true", check=False)
        assert unknown.returncode == 2 and "did you mean 'spine-s00'" in unknown.stderr, unknown


def test_two_labs_side_by_side_and_one_that_died():
    with lab.folder() as path:
        lab.up(path, "--static", "--name", "one")
        lab.up(path, "--static", "--name", "two")
        again = lab.run(path, "up", "--static", "--name", "one", check=False)
        assert again.returncode == 2 and "is up since" in again.stderr, again
        state = json.load(open(os.path.join(path, "labs/one/lab.json")))
        os.kill(state["keeper"]["pid"], signal.SIGKILL)
        t.until(lambda: lab.run(path, "status", "--name", "one", check=False).returncode == 1, 5)
        dead = lab.run(path, "exec", "--name", "one", "spine-s00", "--", "true", check=False)
        assert dead.returncode == 2 and "has died" in dead.stderr, dead
        two = lab.run(path, "exec", "--name", "two", "hgx-su00-h00", "--", "hostname").stdout
        assert two == "hgx-su00-h00\n", two
        assert "had died" in lab.run(path, "down", "--name", "one").stdout
        lab.run(path, "down", "--name", "two")
        none = lab.run(path, "down", "--name", "two", check=False)
        assert none.returncode == 2 and "no lab 'two' is up" in none.stderr, none


def test_a_reused_id_is_not_ended():
    with lab.folder() as path:
        lab.up(path, "--static")
        file = os.path.join(path, "labs/lab/lab.json")
        state = json.load(open(file))
        os.kill(state["keeper"]["pid"], signal.SIGKILL)
        with subprocess.Popen(["sleep", "60"]) as other:
            state["keeper"]["pid"] = other.pid  # as if the id had gone to somebody else
            with open(file, "w") as out:
                json.dump(state, out)
            assert "had died" in lab.run(path, "down").stdout
            time.sleep(0.2)
            assert other.poll() is None, "another's process was ended"
            other.kill()


def test_a_lab_whose_folder_is_gone_ends_itself():
    with lab.folder() as path:
        lab.up(path, "--static")
        assert t.processes(path)
        shutil.rmtree(os.path.join(path, "labs/lab"))
        t.until(lambda: not t.processes(path), 10, "the end of the keeper")


def test_interrupted_up_leaves_nothing():
    with lab.folder() as path:
        process = subprocess.Popen([t.WEFT, "lab", "up", "--state", os.path.join(path, "labs")],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   start_new_session=True)
        time.sleep(0.8)
        os.killpg(process.pid, signal.SIGINT)
        process.communicate(timeout=30)
        assert process.returncode == t.INTERRUPTED, process.returncode
        assert not os.listdir(os.path.join(path, "labs"))


def test_what_does_not_fit_is_refused_with_the_numbers():
    with lab.folder() as path:
        plan = os.path.join(path, "plan.json")
        t.weft("plan", "make", "--nodes", "64", "--rails", "2", "-o", plan)
        done = lab.run(path, "up", "--plan", plan, check=False)
        assert done.returncode == 2 and "up to 64 nodes and 300 links" in done.stderr, done
        for words, what in ((["--rate", "1"], "--rate takes"), (["--static", "--bfd"], "--bfd"),
                            (["--seed", "-1"], "seed"), (["--name", "../x"], "name of a lab")):
            done = lab.run(path, "up", *words, check=False)
            assert done.returncode == 2 and what in done.stderr, done


def test_without_root():
    reason = lab.why_not_as_nobody()
    if reason:
        print("  not run: " + reason)
        return
    with lab.nobody() as user:
        up = user.weft("lab", "up", "--state", user.path + "/labs", check=False)
        try:
            assert up.returncode == 0, up
            if user.has_lldpcli:
                assert "LLDP complete" in up.stdout, up
            said = user.weft("lab", "exec", "--state", user.path + "/labs", "leaf-su00-r0", "--",
                             "vtysh", "-c", "show bgp summary").stdout
            assert "Total number of neighbors 4" in said, said
        finally:
            down = user.weft("lab", "down", "--state", user.path + "/labs", check=False)
        assert "is down" in down.stdout, down


t.main(globals())
