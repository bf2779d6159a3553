"""Nothing waits for ever: real mpirun, real workers, killed and frozen in the middle of a step."""

import json
import os
import shutil
import signal
import subprocess
import time

import weft_test as t

if not shutil.which("mpirun"):
    t.skip("no mpirun")

LONG = dict(round_time="400ms", deadline="8s", sizes=["64KiB", "1MiB"])


def begin(path, *, step=None, hosts="localhost:4"):
    marked = t.Marked(path)
    out = os.path.join(path, "out")
    suite = t.suite(path, t.step(id="first", **(step or LONG)),
                    t.step(id="second", pattern="ring"))
    process = t.start("run", suite, "--hosts", hosts, "--out", out, "--quiet", "--json",
                      env=marked.environment)
    t.until(lambda: t.samples_size(out) > 0, 60, "the first round")
    return marked, out, process


def finish(process, seconds):
    began = time.time()
    stdout, stderr = process.communicate(timeout=seconds)
    return stdout, stderr, time.time() - began


def events(out, kind):
    return [event for step in t.run_json(out)["steps"] for event in step["events"]
            if event["kind"] == kind]


def check_survived(out, stdout, aside, killed_pid):
    run = t.run_json(out)
    assert run["complete"], run["summary"]
    assert run["verdict"] == "fail", run["verdict"]
    assert len(aside) == 1, aside
    assert aside[0]["subject"].startswith("localhost/"), aside
    assert f"pid {killed_pid} " in aside[0]["what"], aside
    assert "in step first, round " in aside[0]["what"], aside
    assert any(finding["subject"] == aside[0]["subject"] for finding in run["findings"])
    assert [step["state"] for step in run["steps"]] == ["done", "done"], run["steps"]
    assert json.loads(stdout)["verdict"] == "fail"
    # The other pairs of the first step were all measured, at both sizes.
    pairs = [j for j in run["judgements"] if j["step"] == "first"]
    assert all(j["flows_measured"] >= 6 for j in pairs), pairs


def test_a_killed_worker_is_named_and_the_rest_goes_on():
    with t.folder() as path:
        marked, out, process = begin(path)
        victim = marked.workers()[1]
        os.kill(victim, signal.SIGKILL)
        stdout, stderr, took = finish(process, 60)
        assert process.returncode == 1, stderr
        check_survived(out, stdout, events(out, "set_aside"), victim)
        marked.nothing_left()


def test_a_frozen_worker_is_named_and_the_rest_goes_on():
    with t.folder() as path:
        marked, out, process = begin(path)
        victim = marked.workers()[2]
        os.kill(victim, signal.SIGSTOP)
        frozen = time.time()
        t.until(lambda: victim not in marked.workers(), 18, "the end of the frozen worker")
        assert time.time() - frozen < 8 + 10  # the deadline and ten seconds
        stdout, stderr, took = finish(process, 60)
        assert process.returncode == 1, stderr
        check_survived(out, stdout, events(out, "set_aside"), victim)
        assert "fell silent" in events(out, "set_aside")[0]["what"]
        marked.nothing_left()


def test_workers_end_when_the_controller_is_killed():
    with t.folder() as path:
        marked, out, process = begin(path)
        process.kill()
        process.wait()
        marked.nothing_left(20)
        judged = t.weft("judge", out)
        assert judged.returncode in (1, 3), judged
        assert not t.run_json(out)["complete"]


def test_a_worker_that_was_frozen_and_woken_ends_when_the_controller_is_gone():
    with t.folder() as path:
        marked, out, process = begin(path)
        frozen = marked.workers()[3]
        os.kill(frozen, signal.SIGSTOP)
        process.kill()
        process.wait()
        os.kill(frozen, signal.SIGCONT)
        marked.nothing_left(20)


def test_ctrl_c_ends_everything_and_resume_goes_on():
    with t.folder() as path:
        marked, out, process = begin(path)
        os.kill(process.pid, signal.SIGINT)
        stdout, stderr, took = finish(process, 20)
        assert process.returncode == t.INTERRUPTED, (process.returncode, stderr)
        assert took < 12, took
        assert "--resume" in stderr
        run = t.run_json(out)
        assert not run["complete"]
        before = t.samples_size(out)
        assert before > 0
        marked.nothing_left()
        again = t.weft("run", "--resume", out, "--quiet", env=marked.environment)
        assert again.returncode in (0, 1, 3), again.stderr
        run = t.run_json(out)
        assert run["complete"], run["summary"]
        assert t.samples_size(out) > before
        for judgement in run["judgements"]:
            assert judgement["flows_measured"] == judgement["flows_expected"], judgement
        marked.nothing_left()


def test_ctrl_c_before_the_first_round():
    with t.folder() as path:
        marked = t.Marked(path)
        out = os.path.join(path, "out")
        process = t.start("run", t.suite(path, t.step(id="first", **LONG)), "--out", out, "--quiet",
                          env=marked.environment)
        t.until(lambda: os.path.exists(os.path.join(out, "request.json")), 10, "the run folder")
        os.kill(process.pid, signal.SIGINT)
        finish(process, 20)
        assert process.returncode == t.INTERRUPTED, process.returncode
        marked.nothing_left()


def test_a_killed_launcher_is_no_fault_of_the_fabric():
    with t.folder() as path:
        marked, out, process = begin(path)
        launcher = [pid for pid, command in t.processes(marked.mark)
                    if command.startswith("mpirun")]
        os.kill(launcher[0], signal.SIGKILL)
        stdout, stderr, took = finish(process, 60)
        run = t.run_json(out)
        assert run["complete"], run["summary"]
        assert not events(out, "set_aside") and not events(out, "hang"), events(out, "hang")
        assert any("mpirun was ended by signal 9" in e["what"] for e in events(out, "note"))
        for judgement in run["judgements"]:
            assert judgement["flows_measured"] == judgement["flows_expected"], judgement
        marked.nothing_left()


def test_a_controller_that_stood_still_blames_nobody():
    with t.folder() as path:
        marked, out, process = begin(path)
        os.kill(process.pid, signal.SIGSTOP)
        time.sleep(18)  # longer than the workers bear silence
        os.kill(process.pid, signal.SIGCONT)
        stdout, stderr, took = finish(process, 60)
        run = t.run_json(out)
        assert run["complete"], run["summary"]
        assert not events(out, "set_aside"), events(out, "set_aside")
        assert any("stood still" in e["what"] for e in events(out, "note")), run["steps"]
        for judgement in run["judgements"]:
            assert judgement["flows_measured"] == judgement["flows_expected"], judgement
        marked.nothing_left()


def test_two_runs_do_not_share_a_folder():
    with t.folder() as path:
        marked, out, process = begin(path)
        for arguments in (["run", "--resume", out], ["run", "quick", "--out", out]):
            second = t.weft(*arguments, "--quiet", env=marked.environment)
            assert second.returncode == 2, second
            assert "in progress" in second.stderr or "holds a run" in second.stderr, second.stderr
        os.kill(process.pid, signal.SIGINT)
        finish(process, 20)
        marked.nothing_left()


def test_a_lost_terminal_ends_the_run_in_order():
    with t.folder() as path:
        marked = t.Marked(path)
        out = os.path.join(path, "out")
        suite = t.suite(path, t.step(id="first", **LONG))
        controller, terminal = os.openpty()
        process = subprocess.Popen([t.WEFT, "run", suite, "--out", out], stdin=terminal,
                                   stdout=terminal, stderr=terminal, env=marked.environment,
                                   start_new_session=True)
        os.close(terminal)
        t.until(lambda: t.samples_size(out) > 0, 60, "the first round")
        os.close(controller)
        os.kill(process.pid, signal.SIGHUP)
        process.wait(timeout=30)
        assert process.returncode == t.INTERRUPTED, process.returncode
        assert not t.run_json(out)["complete"]
        marked.nothing_left()


def test_a_finished_run_has_nothing_left_to_resume():
    with t.folder() as path:
        marked = t.Marked(path)
        out = os.path.join(path, "out")
        suite = t.suite(path, t.step(id="only", round_time="20ms"))
        first = t.weft("run", suite, "--out", out, "--quiet", env=marked.environment)
        assert first.returncode in (0, 1, 3), first.stderr
        size = t.samples_size(out)
        again = t.weft("run", "--resume", out, "--quiet", env=marked.environment)
        assert again.returncode == first.returncode, again.stderr
        assert t.samples_size(out) == size
        marked.nothing_left()


t.main(globals())
