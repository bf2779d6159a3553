"""`weft run SUITE --fabric twin`: a simulated fabric from plan to verdict."""

import json
import os
import tempfile

from program import check, check_equal, finish, weft


def run(folder, name, *words, suite="acceptance"):
    out = os.path.join(folder, name)
    done = weft("run", suite, "--fabric", "twin", "--plan", os.path.join(folder, "plan.json"),
                "--out", out, "--quiet", *words)
    with open(os.path.join(out, "run.json")) as file:
        return done, json.load(file)


def with_plan(folder):
    done = weft("plan", "make", "--nodes", "8", "--rails", "8", "--unit-size", "4", "--spines", "4",
                "-o", os.path.join(folder, "plan.json"))
    check("a plan of 64 GPUs is made", done.code == 0, done)


def a_clean_fabric_passes(folder):
    done, document = run(folder, "clean")
    check_equal("clean: passes", document["verdict"], "pass")
    check_equal("clean: exit", done.code, 0)
    check("clean: the first line says that it is simulated",
          done.out.split("\n")[0].startswith("A simulated fabric (twin), nothing was measured: 64 "
                                             "NICs on 8 hosts"), done)
    check_equal("clean: kind", document["fabric"]["kind"], "twin")
    for judgement in document["judgements"]:
        check(f"clean: {judgement['step']}: all flows are there",
              judgement["flows_measured"] == judgement["flows_expected"] > 0, judgement)
    again, other = run(folder, "again")
    for of in (document, other):
        for name in ("started_at", "ended_at", "steps"):
            del of[name]
    check("clean: the same seed gives the same document", other == document, again)
    judged = weft("judge", os.path.join(folder, "clean"), "--quiet")
    check_equal("clean: judged again from its files", judged.code, 0)


def flows_inside_a_host_leave_its_nics_alone(folder):
    """A ring within and between hosts: a NIC's only flow between hosts has its link for itself."""
    done, document = run(folder, "quick", suite="quick")
    check_equal("quick: passes", (document["verdict"], done.code), ("pass", 0))


def a_fault_happens_on_the_way(folder):
    """Before it all is well; it is told with its step, and what it hits fails from then on."""
    nic = "hgx-su00-h01:eth3"
    # 63 rounds of 2 s, then of latency.
    done, document = run(folder, "early", "--fault", f"missing-cable:{nic}@30s")
    steps = {step["step"]["id"]: step for step in document["steps"]}
    told = [event for event in steps["pairs_bandwidth"]["events"] if event["kind"] == "fault"]
    check_equal("event: told in its step", [event["subject"] for event in told],
                [f"missing_cable:{nic}@30s"])
    check_equal("event: fails", (document["verdict"], done.code), ("fail", 1))
    check_equal("event: its NIC is the first suspect", names(document)[:1], ["hgx-su00-h01/2"])
    failed = [finding for finding in document["findings"] if finding["check"] == "failed_flow"]
    check("event: flows failed", failed, document["findings"])
    worst = [one for one in document["judgements"] if one["step"] == "pairs_bandwidth"
             and one["class"] == "between hosts"][0]
    bad = sum(tally["bad"] for tally in worst["tallies"] if tally["endpoint"] == 10)
    check("event: not all of its flows, those before it worked", 20 < bad < 112, worst["tallies"])
    done, document = run(folder, "late", "--fault", f"missing-cable:{nic}@5h")
    check_equal("event: what comes after the end changes nothing", document["verdict"], "pass")
    done, document = run(folder, "dip", "--fault", f"slow-nic:{nic}@31s")
    dips = [one["worst_window"] for one in document["judgements"] if one["step"] ==
            "pairs_bandwidth" and one["class"] == "between hosts"]
    check("event: the dip is in the worst window", 220e9 < dips[0] < 250e9, str(dips))
    done = weft("run", "acceptance", "--fabric", "twin", "--plan",
                os.path.join(folder, "plan.json"), "--fault", f"slow-nic:{nic}@soon", "--out",
                os.path.join(folder, "soon"))
    check("event: a time that is none is refused", done.code == 2, done)


def names(document):
    return [suspect["subject"] for suspect in document["suspects"]]


def faults_are_named(folder):
    nic = "hgx-su00-h01:eth3"
    for kind, suite, subject in (("slow-nic", "acceptance", "hgx-su00-h01/2"),
                                 ("slow-link", "acceptance", "hgx-su00-h01/2"),
                                 ("missing-cable", "acceptance", "hgx-su00-h01/2")):
        done, document = run(folder, kind, "--fault", f"{kind}:{nic}", suite=suite)
        check_equal(f"{kind}: fails", (document["verdict"], done.code), ("fail", 1))
        check_equal(f"{kind}: the suspect", names(document)[:1], [subject])
        check(f"{kind}: the headline names the fault", nic in document["fabric"]["headline"], done)
    done, document = run(folder, "frozen", "--fault", "frozen-host:hgx-su00-h02")
    check("frozen host: set aside", document["set_aside"][0].startswith("hgx-su00-h02: "),
          document["set_aside"])
    check_equal("frozen host: exit", done.code, 1)


def collectives_have_their_time(folder):
    """A slow NIC slows all members of a ring alike: the number shows it, no verdict hides it."""
    def bus(name, *words):
        done, document = run(folder, name, *words, suite="collectives")
        check_equal(f"{name}: nothing is expected of a collective yet", done.code, 3)
        return {(j["step"], j["size_bytes"]): j["summary"]["median"]
                for j in document["judgements"]}
    healthy, slow = bus("collectives"), bus("slow collectives", "--fault", "slow-nic")
    key = ("all_reduce", 16 << 20)
    check_equal("collectives: as many", len(slow), len(healthy))
    check("collectives: a slow NIC costs bus bandwidth", slow[key] < 0.95 * healthy[key],
          (slow[key], healthy[key]))


def mistakes_are_told(folder):
    plan = os.path.join(folder, "plan.json")
    for words, sentence in (
            (["--fabric", "twin"], "needs --plan"),
            (["--plan", plan], "--plan and --fault are for --fabric twin"),
            (["--fabric", "twin", "--plan", plan, "--hosts", "a,b"], "--hosts and --fabric twin"),
            (["--fabric", "twin", "--plan", plan, "--fault", "slow-nick"], "slow_nic"),
            (["--fabric", "twin", "--plan", os.path.join(folder, "none.json")], "none.json")):
        out = os.path.join(folder, "wrong")
        done = weft("run", "quick", *words, "--out", out)
        check(f"{sentence}: told", done.code == 2 and sentence in done.err, done)
        check(f"{sentence}: no folder", not os.path.exists(out), words)


with tempfile.TemporaryDirectory() as path:
    with_plan(path)
    a_clean_fabric_passes(path)
    flows_inside_a_host_leave_its_nics_alone(path)
    faults_are_named(path)
    a_fault_happens_on_the_way(path)
    collectives_have_their_time(path)
    mistakes_are_told(path)
finish()
