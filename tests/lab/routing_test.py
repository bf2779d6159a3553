"""How switches choose among equal ways: by a hash, for each packet another one, by capacity."""

import json
import os
import re

import lab_support as lab
import weft_test as t

lab.need()

LEAF, SOURCE, TARGET = "leaf-su00-r0", "10.1.0.1", "10.1.2.1"
UPLINKS = ["swp33s0", "swp33s1", "swp34s0", "swp34s1"]

# Sends packets of one flow: source, target, source port, how many.
SEND = """
import socket, sys
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.bind((sys.argv[1], int(sys.argv[3])))
for _ in range(int(sys.argv[4])):
    s.sendto(b"x" * 100, (sys.argv[2], 9))
"""


def sent(made, node):
    said = made.on(node, "ip", "-s", "-j", "link").stdout
    return {link["ifname"]: link["stats64"]["tx"]["packets"] for link in json.loads(said)}


def spread(made, packets, node=LEAF):
    """Packets of one flow by the uplink that they took."""
    before = sent(made, node)
    made.on("hgx-su00-h00", "python3", "-c", SEND, SOURCE, TARGET, "40000", str(packets))
    after = sent(made, node)
    return [after[port] - before[port] for port in UPLINKS]


def one_way(counts, packets):
    return max(counts) >= packets and sorted(counts)[-2] < packets / 5


def even(counts, packets, ways=4):
    return sum(packets / ways * 0.9 <= n <= packets / ways * 1.3 for n in counts) == ways


def test_a_flow_goes_one_way_by_hash_and_all_ways_by_spraying():
    with lab.lab("--static") as made:
        assert one_way(spread(made, 200), 200)
        assert "routing hash" in made.run("status").stdout
    with lab.lab("--static", "--routing", "spray") as made:
        assert "each packet the next way" in made.run("status").stdout
        assert json.loads(made.run("status", "--json").stdout)["running"] == ["spray"]
        counts = spread(made, 240)
        assert even(counts, 240), counts
        made.run("fault", f"spray-off:{LEAF}")
        counts = spread(made, 240)
        assert one_way(counts, 240), counts
        made.run("heal")
        assert even(spread(made, 240), 240)


def test_spraying_goes_around_a_dead_link_at_once_and_evenly_again_soon():
    with lab.lab("--static", "--routing", "spray") as made:
        made.on(LEAF, "ip", "link", "set", "swp33s1", "down")
        counts = spread(made, 240)
        assert counts[1] == 0 and sum(counts) >= 240, counts
        t.until(lambda: even(spread(made, 240), 240, ways=3), 10, "three even ways")
        made.on(LEAF, "ip", "link", "set", "swp33s1", "up")


def test_weighted_spraying_goes_by_what_each_port_carries():
    with lab.lab("--static", "--routing", "weighted-spray") as made:
        counts = spread(made, 240)
        assert even(counts, 240), counts
        made.run("fault", f"link-rate-cut:{LEAF}:swp33s0")
        t.until(lambda: spread(made, 240)[0] < 30, 10, "little over the slow link")
        counts = spread(made, 240)
        assert even(counts, 240, ways=3), counts
        made.run("heal")
        t.until(lambda: even(spread(made, 240), 240), 10, "all ways again")


def ways(made, node, port, flows):
    """The kernel's own prediction of each flow's next hop, asked in one batch."""
    words = f"route get {TARGET} from {SOURCE} iif {port} ipproto 17"
    batch = "".join(f"{words} sport {flow} dport 9\\n" for flow in flows)
    said = made.on(node, "sh", "-c", f"printf '{batch}' | ip -batch -").stdout
    return dict(zip(flows, re.findall(r" dev (\S+)", said)))


def paths(made, flows):
    """(uplink of the leaf, downlink of the spine) of each flow, hop by hop."""
    plan = json.load(open(os.path.join(made.path, "labs/lab/plan.json")))
    far = {}
    for link in plan["links"]:
        a, b = ((end["node"], end["port"]) for end in (link["a"], link["b"]))
        far[a], far[b] = b, a
    first = ways(made, LEAF, "swp1s0", flows)
    out = {}
    for uplink in UPLINKS:
        here = [flow for flow in flows if first[flow] == uplink]
        spine, port = far[LEAF, uplink]
        for flow, down in (ways(made, spine, port, here) if here else {}).items():
            out[flow] = (uplink, spine, down)
    return out


def test_equal_seeds_polarise():
    """A flow that went left at the leaf goes left at the spine: half the ways stay empty."""
    flows = list(range(40000, 40096))
    with lab.lab("--static") as made:
        taken = paths(made, flows)
        assert len(set(taken.values())) == 8, "4 uplinks, and at each spine 2 links to the leaf"
        made.run("fault", "equal-hash-seeds")
        polarised = paths(made, flows)
        assert len({way[0] for way in polarised.values()}) == 4
        assert len({way[1:] for way in polarised.values()}) == 2, set(polarised.values())
        made.run("heal")
        assert paths(made, flows) == taken


def test_without_root():
    reason = lab.why_not_as_nobody()
    if reason:
        print("  not run: " + reason)
        return
    with lab.nobody() as user:
        where = ["--state", user.path + "/labs"]
        up = user.weft("lab", "up", *where, "--static", "--routing", "spray", check=False)
        try:
            assert up.returncode == 0, up
            said = user.weft("lab", "exec", *where, LEAF, "--", "nft", "list", "ruleset").stdout
            assert "numgen inc mod 12" in said and "weft_qos" in said, said
            said = user.weft("lab", "exec", *where, LEAF, "--", "ip", "route", "show", "table",
                             "204").stdout
            assert "10.1.2.0/24" in said, said
        finally:
            user.weft("lab", "down", *where, check=False)


t.main(globals())
