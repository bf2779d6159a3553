"""Suites on the lab's hosts: the ordinary cluster, launched into namespaces."""

import json
import os

import lab_support as lab
import weft_test as t

lab.need()

SMALL = dict(sizes=["64KiB"], round_time="30ms", deadline="20s")

PLAN = """device_a,port_a,device_b,port_b,rail
host1,eth_a,leaf1,swp1,0
host2,eth_a,leaf1,swp2,0
host1,eth_b,leaf2,swp1,1
host2,eth_b,leaf2,swp2,1
leaf1,swp9,spine1,swp1,
leaf2,swp9,spine1,swp2,
"""


def plan_in(path):
    file = os.path.join(path, "two.csv")
    with open(file, "w") as out:
        out.write(PLAN)
    return file


def test_each_worker_loads_its_rail_and_management_is_left_alone():
    with t.folder() as path, lab.lab("--static", "--plan", plan_in(path)) as made:
        def sent(device):
            file = f"/sys/class/net/{device}/statistics/tx_bytes"
            return int(made.on("host1", "cat", file).stdout)
        before = {device: sent(device) for device in ("eth0", "eth_a", "eth_b")}
        out = os.path.join(path, "out")
        suite = t.suite(path, t.step(id="first", **SMALL))
        done = made.run("run", suite, "--force", "--quiet", "--out", out, check=False)
        assert done.returncode in (0, 1, 3), done
        document = t.run_json(out)
        assert document["complete"], document["summary"]
        assert document["fabric"]["headline"].startswith("A cluster of 2 hosts with 4 workers")
        ends = [(e["host"], e["device"], e["link_rate_bps"], e["mtu"])
                for e in document["layout"]["endpoints"]]
        assert ends == [(host, device, 1e8, 9000) for host in ("host1", "host2")
                        for device in ("eth_a", "eth_b")], ends
        between = [j for j in document["judgements"] if j["class"] == "between hosts"]
        assert between[0]["flows_measured"] == 8, between
        assert between[0]["baseline"]["source"] == "derived", between[0]["baseline"]
        moved = {device: sent(device) - before[device] for device in before}
        assert moved["eth_a"] > 1e6 and moved["eth_b"] > 1e6, moved
        assert moved["eth0"] < moved["eth_a"] / 2, moved


def test_a_dead_host_is_set_aside():
    with t.folder() as path, lab.lab("--static", "--plan", plan_in(path)) as made:
        made.run("fault", "killed-host:host2")
        out = os.path.join(path, "out")
        suite = t.suite(path, t.step(id="first", **SMALL))
        done = made.run("run", suite, "--force", "--quiet", "--out", out, check=False)
        assert done.returncode == 1, done
        findings = t.run_json(out)["findings"]
        assert any(f["subject"] == "host2" and "no route to host" in f["observed"]
                   for f in findings), findings


def test_collect_writes_a_site_that_check_reads():
    with t.folder() as path, lab.lab("--static", "--plan", plan_in(path)) as made:
        site = os.path.join(path, "site")
        done = made.run("collect", "--out", site, "--json", check=False)
        assert done.returncode == 3, done  # no LLDP in a static lab: not seen is not fine
        assert sorted(os.listdir(site)) == ["host1", "host2", "leaf1", "leaf2", "spine1"]
        seen = json.loads(t.weft("observe", site, "--json").stdout)
        names = {node["name"]: node for node in seen["nodes"]}
        ports = {i["name"] for i in names["leaf1"]["interfaces"]}
        assert {"swp1", "swp2", "swp9"} <= ports, ports
        assert any(r["prefix"] == "10.2.1.0/24" for r in names["leaf1"]["kernel_routes"]), names


t.main(globals())
