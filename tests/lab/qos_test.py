"""Classes of traffic on the lab's switches: sorted by DSCP, marked when a port is full, counted."""

import json
import os
import subprocess

import lab_support as lab
import weft_test as t

lab.need()

LEAF = "leaf-su00-r0"

# Full packets with DSCP 26 and ECT(0), at about 95 Mb/s for two seconds.
SEND = """
import socket, time
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.setsockopt(socket.IPPROTO_IP, socket.IP_TOS, 26 << 2 | 2)
start = time.time()
for n in range(2600):
    s.sendto(b"x" * 8900, ("10.1.0.5", 9))
    time.sleep(max(0, start + n * 0.00075 - time.time()))
"""


def seen(made, path):
    site = os.path.join(path, "site")
    made.run("collect", "--out", site, check=False)  # 3: no LLDP in a static lab
    done = t.weft("observe", site, "--json")
    nodes = {node["name"]: node for node in json.loads(done.stdout)["nodes"]}
    text = t.weft("observe", site).stdout
    return nodes, text


def test_what_is_set_and_counted_is_read():
    with t.folder() as path, lab.lab("--static") as made:
        senders = [subprocess.Popen([t.WEFT, "lab", "exec", "--state",
                                     os.path.join(made.path, "labs"), host, "--", "python3", "-c",
                                     SEND]) for host in ("hgx-su00-h00", "hgx-su00-h01")]
        assert [sender.wait(60) for sender in senders] == [0, 0]
        nodes, text = seen(made, path)
        settings = nodes[LEAF]["qos"]
        assert settings["dscp_map"] == [{"dscp": 26, "priority": 3}, {"dscp": 48, "priority": 6}]
        assert len(settings["ecn_ports"]) == 8 and not settings["adaptive_routing"], settings
        rows = {(row["port"], row.get("class")): row for row in nodes[LEAF]["queues"]}
        to_target = rows["swp2s0", 3]
        assert to_target["packets"] > 500 and to_target["bytes"] > 4e6, to_target
        assert rows["swp2s0", None]["ecn_marks"] > 50, rows["swp2s0", None]
        assert rows["swp2s1", 3]["packets"] == 0 and rows["swp2s1", None]["ecn_marks"] == 0
        assert "DSCP 26 to priority 3" in text and "ECN on 8 ports" in text, text
        assert "qos" not in nodes["hgx-su00-h00"], "a host has no classes"
        # Its verdict is unknown: a static lab has no LLDP and no BGP to be seen.
        report = json.loads(made.run("check", "qos", "--json", check=False).stdout)
        assert report["judged"] == 18 and not report["findings"], report["summary"]


t.main(globals())
