"""Faults of the lab, each put in, named by the checks of the real binary, and healed again."""

import json
import os
import time

import lab_support as lab
import weft_test as t

lab.need(full=True)

LEAF, SPINE, HOST = "leaf-su00-r0", "spine-s00", "hgx-su00-h00"
UPLINK, DOWNLINK = LEAF + ":swp33s0", LEAF + ":swp1s0"


def check(made, part):
    done = made.run("check", part, "--json", check=False)
    assert done.returncode in (0, 1, 3), done
    return json.loads(done.stdout)


def named(made, part, *words, seconds=20):
    """Waits until a finding that is no pass has all the words, and returns it."""
    def look():
        document = check(made, part)
        found = document.get("findings", []) + document.get("links", [])
        for one in found:
            text = json.dumps(one)
            if all(word in text for word in words) and '"verdict": "pass"' not in text:
                return one
        look.last = document
        return None
    try:
        return t.until(look, seconds, f"{words} from check {part}")
    except AssertionError:
        print(json.dumps(getattr(look, "last", None))[:3000])
        raise


def fine(made, seconds=20):
    def look():
        document = check(made, "all")
        look.last = document
        # A session that went down often is a warning; a veth's rate is not collected.
        return not [f for f in document["findings"] if f["verdict"] in ("fail", "unknown") and
                    f["observed"] != "neither end's rate was seen"]
    try:
        t.until(look, seconds, "a clean lab")
    except AssertionError:
        print(json.dumps(look.last)[:3000])
        raise


# kind, places, part of `weft check`, words of the finding
SEEN = [
    ("swapped_cables", f"{UPLINK},leaf-su01-r1:swp34s0", "cabling", [LEAF, "swp33s0"]),
    ("wrong_port", UPLINK, "cabling", ["swp33s2"]),
    ("missing_cable", UPLINK, "cabling", [LEAF, "swp33s0"]),
    ("pulled_cable", DOWNLINK, "cabling", [HOST, "eth_rail0"]),
    ("one_way_lldp", UPLINK, "cabling", [LEAF, "swp33s0"]),
    ("wrong_system_name", LEAF, "cabling", ["spare-switch"]),
    ("mtu_sender", UPLINK, "links", ["1500", "9000"]),
    ("mtu_receiver", HOST + ":eth_rail1", "links", ["1500", "9000"]),
    ("bgp_session_down", UPLINK, "routing", [LEAF, "swp33s0"]),
    ("stale_forwarding", LEAF, "routing", [LEAF, "stale_forwarding", "1 of"]),
    ("wrong_dscp_map", LEAF, "qos", [LEAF, "DSCP 26 to priority 0"]),
    ("ecn_off", SPINE, "qos", [SPINE, "ECN is off"]),
    ("spray_off", LEAF, "qos", [LEAF, "adaptive routing is off"]),
    ("killed_host", HOST, "cabling", [HOST]),
]


def test_each_fault_that_a_check_can_see_is_named_and_heals():
    with lab.lab("--routing", "spray") as made:
        fine(made)
        for kind, places, part, words in SEEN:
            began = time.time()
            text = f"{kind}:{places}"
            done = made.run("fault", text)
            assert done.stdout.startswith(text + "\n"), done
            named(made, part, *words)
            assert json.loads(made.run("status", "--json", check=False).stdout)["faults"] == [text]
            healed = made.run("heal")
            assert healed.stdout == f"healed {text}\n", healed
            print(f"  {kind}: {time.time() - began:.1f} s", flush=True)
        fine(made)


def test_faults_that_only_load_shows_change_what_they_say():
    with lab.lab("--static") as made:
        def queue(node, port):
            what = "qdisc" if node == HOST else "class"
            return made.on(node, "tc", what, "show", "dev", port).stdout
        made.run("fault", f"link-rate-cut:{UPLINK}")
        assert "rate 10Mbit" in queue(LEAF, "swp33s0"), queue(LEAF, "swp33s0")
        assert "rate 10Mbit" in queue(SPINE, "swp1s0"), "the far end"
        made.run("fault", f"slow-host:{HOST}")
        assert "rate 40Mbit" in queue(HOST, "eth_rail1")
        made.run("fault", f"random-loss:{DOWNLINK}")
        assert "numgen random" in made.on(LEAF, "nft", "list", "ruleset").stdout
        made.run("fault", "equal-hash-seeds")
        seed = "/proc/sys/net/ipv4/fib_multipath_hash_seed"
        seeds = {made.on(node, "cat", seed).stdout for node in (LEAF, SPINE, "leaf-su01-r1")}
        assert len(seeds) == 1, seeds
        made.run("fault", f"frozen-host:{HOST}")
        made.run("heal")
        for node, port in ((LEAF, "swp33s0"), (HOST, "eth_rail1")):
            assert "rate 100Mbit" in queue(node, port), queue(node, port)
        assert "numgen" not in made.on(LEAF, "nft", "list", "ruleset").stdout
        seeds = {made.on(node, "cat", seed).stdout for node in (LEAF, SPINE, "leaf-su01-r1")}
        assert len(seeds) == 3, seeds


def test_places_are_chosen_by_seed_and_mistakes_are_told():
    with lab.lab("--static") as made:
        first = made.run("fault", "pulled-cable", "--seed", "7").stdout.split("\n")[0]
        made.run("heal")
        again = made.run("fault", "pulled-cable", "--seed", "7").stdout.split("\n")[0]
        other = made.run("fault", "pulled-cable", "--seed", "7").stdout.split("\n")[0]
        assert first == again != other, (first, again, other)
        for text, what in (("swaped-cables", "did you mean 'swapped_cables'"),
                           ("pulled-cable:leaf-su00-r9:swp1", "no node 'leaf-su00-r9'"),
                           (f"pulled-cable:{LEAF}:swp99", "no cabled port 'swp99'"),
                           (f"pulled-cable:{LEAF}", "is not a port"),
                           (f"frozen-host:{LEAF}", "is not a host"),
                           (f"swapped-cables:{UPLINK}", "2 places"),
                           (f"swapped-cables:{UPLINK},{UPLINK}", "named twice"),
                           ("bgp-session-down", "needs daemons"), (first, "already"),
                           ("spray-off", "--routing spray")):
            done = made.run("fault", text, check=False)
            assert done.returncode == 2 and what in done.stderr, (text, done)
        listed = made.run("fault", "--list").stdout
        assert "stale-forwarding" in listed and "a later part" in listed, listed


def test_a_noisy_tenant_is_one_process_that_heal_ends():
    with lab.lab("--static") as made:
        def sent(device):
            file = f"/sys/class/net/{device}/statistics/tx_bytes"
            return int(made.on(HOST, "cat", file).stdout)

        def loads():
            before, began = sent("eth_rail1"), time.time()
            time.sleep(0.5)
            return (sent("eth_rail1") - before) * 8 / (time.time() - began)
        made.run("fault", f"noisy-tenant:{HOST}")
        assert loads() > 2e7, "of 100 Mb/s"
        status = json.loads(made.run("status", "--json").stdout)
        rows = {row["node"]: row["running"] for row in status["nodes"]}
        assert rows[HOST] == ["noise"], rows
        made.run("heal")
        assert loads() < 1e6
        status = json.loads(made.run("status", "--json").stdout)
        assert not any(row["running"] or row["dead"] for row in status["nodes"]), status


# Of 4 hosts on 2 leaves with a rail.
ADDRESSES = {"hgx-su01-h00": "10.1.1.1", "hgx-su00-h01": "10.1.0.3", "hgx-su01-h01": "10.1.1.3"}
SEND = """
import socket, sys
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
for _ in range(50):
    s.sendto(b"x" * 100, (sys.argv[1], 9))
"""


def test_tenants_are_apart_until_the_wall_is_down():
    with t.folder() as path:
        file = os.path.join(path, "plan.json")
        t.weft("plan", "make", "--nodes", "4", "--rails", "1", "--unit-size", "2", "--spines", "1",
               "-o", file)
        plan = json.load(open(file))
        for n, host in enumerate(node for node in plan["nodes"] if node["role"] == "host"):
            host["tenant"] = "blue" if n % 2 else "red"
        with open(file, "w") as out:
            json.dump(plan, out)
        with lab.lab("--static", "--plan", file) as made:
            def came(host):
                file = "/sys/class/net/eth1/statistics/rx_packets"
                return int(made.on(host, "cat", file).stdout)

            def reaches(host):
                before = came(host)
                made.on("hgx-su00-h00", "python3", "-c", SEND, ADDRESSES[host])
                return came(host) >= before + 50
            own, others = "hgx-su01-h00", ["hgx-su00-h01", "hgx-su01-h01"]
            assert reaches(own) and not any(reaches(far) for far in others)
            made.run("fault", "joined-tenants")
            assert all(reaches(far) for far in others)
            made.run("heal")
            assert reaches(own) and not any(reaches(far) for far in others)
        with lab.lab("--static") as made:
            done = made.run("fault", "joined-tenants", check=False)
            assert done.returncode == 1 and "two tenants" in done.stderr, done


t.main(globals())
