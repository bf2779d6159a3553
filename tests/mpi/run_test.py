"""`weft run` as a newcomer types it, on this machine, with real mpirun; its outputs as others read
them."""

import json
import os
import shutil
import subprocess

import weft_test as t

if not shutil.which("mpirun"):
    t.skip("no mpirun")


def test_the_quick_suite_measures_this_machine_and_says_what_it_cannot_say():
    with t.folder() as path:
        marked = t.Marked(path)
        out = os.path.join(path, "out")
        done = t.weft("run", "quick", "--out", out, env=marked.environment, timeout=200)
        assert done.returncode in (0, 1, 3), done
        assert done.stdout.startswith("One machine without a fabric: 4 workers"), done.stdout
        run = t.run_json(out)
        assert run["complete"] and run["fabric"]["hosts"] == 1
        states = {step["step"]["id"]: step["state"] for step in run["steps"]}
        assert states["pairs_bandwidth"] == states["pairs_latency"] == "done", states
        assert states["ring"] == states["incast"] == "done", states
        reasons = {step["step"]["id"]: step["reason"] for step in run["steps"]}
        assert "RDMA" in reasons["pairs_rdma"] and "GPU" in reasons["pairs_gpu"], reasons
        assert "2 hosts" in reasons["pairs_between_hosts"], reasons
        measured = [j for j in run["judgements"] if j["verdict"] != "skip"]
        for judgement in measured:
            assert judgement["flows_measured"] == judgement["flows_expected"] > 0, judgement
            assert judgement["checked_bytes"] > 0 and judgement["wrong_bytes"] == 0, judgement
            assert judgement["summary"]["median"] > 0, judgement
        latencies = [j for j in measured if j["metric"] == "latency"]
        assert all(j["max_ns"] >= j["p999_ns"] >= j["p99_ns"] > 0 for j in latencies)
        for name in ("request.json", "fabric.json", "plan.json", "steps.jsonl", "report.html"):
            assert os.path.getsize(os.path.join(out, name)) > 0, name
        marked.nothing_left()
        check_outputs(path, out, done)


def check_outputs(path, out, done):
    # The document is what the schema says.
    import jsonschema
    with open(os.path.join(t.SOURCE, "reports", "schema", "run.schema.json")) as file:
        jsonschema.validate(t.run_json(out), json.load(file))
    # The files alone give the same verdict again.
    first = t.run_json(out)
    again = t.weft("judge", out, "--quiet")
    assert again.returncode == done.returncode, again
    second = t.run_json(out)
    assert second["verdict"] == first["verdict"]
    assert second["judgements"] == first["judgements"]
    # Every format is written.
    for format in ("html", "json", "junit", "openmetrics"):
        file = os.path.join(path, "report." + format)
        assert t.weft("report", out, "--to", format, "-o", file).returncode == 0, format
        assert os.path.getsize(file) > 100, format


def test_one_mpirun_for_the_whole_suite():
    with t.folder() as path:
        log = os.path.join(path, "launches")
        wrapper = os.path.join(path, "mpirun")
        real = shutil.which("mpirun")
        with open(wrapper, "w") as file:
            file.write(f"#!/bin/sh\necho launched >> {log}\nexec {real} \"$@\"\n")
        os.chmod(wrapper, 0o755)
        suite = t.suite(path, *(t.step(id=f"s{i}", round_time="10ms") for i in range(3)))
        environment = {**os.environ, "PATH": path + ":" + os.environ["PATH"]}
        done = t.weft("run", suite, "--hosts", "localhost:2", "--quiet", "--out",
                      os.path.join(path, "out"), env=environment)
        assert done.returncode in (0, 1, 3), done
        assert open(log).read() == "launched\n"


def test_plain_lines_when_not_a_terminal_and_none_when_quiet():
    with t.folder() as path:
        suite = t.suite(path, t.step(id="only", round_time="10ms"))
        talk = t.weft("run", suite, "--hosts", "localhost:2", "--out", os.path.join(path, "a"))
        assert "[1/1] only" in talk.stderr and "\r" not in talk.stderr, talk.stderr
        quiet = t.weft("run", suite, "--hosts", "localhost:2", "--quiet", "--out",
                       os.path.join(path, "b"))
        assert quiet.stderr == "", quiet.stderr


def test_the_launcher_that_is_not_there_or_refuses_is_reported_in_its_own_words():
    with t.folder() as path:
        suite = t.suite(path, t.step(id="only"))
        bare = {**os.environ, "PATH": path}
        done = subprocess.run([t.WEFT, "run", suite, "--quiet", "--out", os.path.join(path, "a")],
                              capture_output=True, text=True, env=bare, timeout=60)
        assert done.returncode == 2, done
        assert "cannot run" in done.stderr, done.stderr
        done = t.weft("run", suite, "--quiet", "--out", os.path.join(path, "b"),
                      "--mpirun-arg=--no-such-option")
        assert done.returncode == 2, done
        assert "no-such-option" in done.stderr, done.stderr


t.main(globals())
