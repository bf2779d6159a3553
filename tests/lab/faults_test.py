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
        # A session that went down often is a warning.
        return not [f for f in document["findings"] if f["verdict"] in ("fail", "unknown")]
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
    ("killed_host", HOST, "cabling", [HOST]),
]


def test_each_fault_that_a_check_can_see_is_named_and_heals():
    with lab.lab() as made:
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
            return made.on(node, "tc", "qdisc", "show", "dev", port).stdout
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
        assert not made.on(LEAF, "nft", "list", "ruleset").stdout.strip()
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
                           ("bgp-session-down", "needs daemons"), (first, "already")):
            done = made.run("fault", text, check=False)
            assert done.returncode == 2 and what in done.stderr, (text, done)
        listed = made.run("fault", "--list").stdout
        assert "stale-forwarding" in listed and "a later part" in listed, listed


t.main(globals())
