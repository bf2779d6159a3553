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
    mistakes_are_told(path)
finish()
