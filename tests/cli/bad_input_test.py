"""Bad input: a clear error, the exit code of the design, nothing lost, never a crash."""

import json
import os
import shutil
import struct
import subprocess

import weft_test as t


def refused(done, *words, code=2):
    assert done.returncode == code, done
    for word in words:
        assert word in done.stderr, (word, done.stderr)
    assert "Traceback" not in done.stderr and "terminate called" not in done.stderr, done.stderr


def broken_suite(path, text):
    file = os.path.join(path, "broken.json")
    with open(file, "wb") as out:
        out.write(text if isinstance(text, bytes) else text.encode())
    return t.weft("run", file, "--dry-run")


def test_suites():
    with t.folder() as path:
        refused(t.weft("run", "quik", "--dry-run"), "no suite 'quik', did you mean 'quick'?")
        refused(t.weft("run", os.path.join(path, "none.json"), "--dry-run"), "none.json")
        refused(broken_suite(path, ""), "broken.json:1:1", "empty")
        refused(broken_suite(path, "{\n  \"schema\": \"1.0\",\n  \"steps\": [}\n"),
                "broken.json:3:")
        refused(broken_suite(path, b"\x00\xff\xfe"), "broken.json:1:")
        refused(broken_suite(path, '{"schema": "2.0", "title": "a", "about": "b", "steps": []}'),
                "broken.json:1:12", "version 2.0 is not readable")
        both = broken_suite(path, '{"schema": "1.0", "title": "a", "about": "b", "steps": [\n'
                                  '{"patern": "pairs", "sizes": ["8"]},\n'
                                  '{"pattern": "pears", "metric": "bandwith", "sizes": ["x"]}]}')
        refused(both, "broken.json:2:", "did you mean 'pattern'?", "broken.json:3:",
                "did you mean 'pairs'?", "did you mean 'bandwidth'?", "'x'")


def test_requests():
    with t.folder() as path:
        refused(t.weft("run"), "name a suite")
        refused(t.weft("run", "quick", "--hosts", "node[01", "--dry-run"),
                "1:5: this '[' is never closed")
        refused(t.weft("run", "quick", "--hosts", "a,,b[2-1],-x", "--dry-run"))
        refused(t.weft("run", "quick", "--hosts", "localhost:2", "--ranks-per-host", "3",
                       "--dry-run"), "2 slots")
        refused(t.weft("run", "quick", "--no-such"), "--no-such")
        refused(t.weft("run", "--resume", path), "no request.json")
        file = os.path.join(path, "file")
        open(file, "w").close()
        refused(t.weft("run", "quick", "--out", os.path.join(file, "x")), "cannot make the folder")


def finished_run(path):
    """A run folder made without mpirun: what a crash right after the start leaves."""
    out = os.path.join(path, "out")
    os.makedirs(os.path.join(out, "samples"))
    request = {"schema": "1.0", "tool_version": "0.1.0", "started_at": "2026-11-30T12:00:00Z",
               "suite_file": "s.json", "suite_text": json.dumps(
                   {"schema": "1.0", "title": "T", "about": "A.", "steps": [t.step(id="p")]}),
               "layout": {"endpoints": [{"host": "h", "slot": i} for i in range(4)]}, "seed": 1}
    with open(os.path.join(out, "request.json"), "w") as file:
        json.dump(request, file)
    record = {"step": {"id": "p", "pattern": "pairs", "metric": "bandwidth",
                       "size_bytes": [65536], "duplex": True},
              "state": "done", "ended_at": "2026-11-30T12:00:01Z", "members": [0, 1, 2, 3]}
    with open(os.path.join(out, "steps.jsonl"), "w") as file:
        file.write(json.dumps(record) + "\n")
    return out


def test_a_folder_of_nothing_is_unknown_and_a_broken_one_is_refused():
    with t.folder() as path:
        out = finished_run(path)
        judged = t.weft("judge", out)
        assert judged.returncode == 3, judged
        assert t.run_json(out)["verdict"] == "unknown"
        for name, text, word in (("request.json", '{"schema": "2.0"}', "schema 2.0"),
                                 ("request.json", "{", "request.json:1:"),
                                 ("steps.jsonl", "x\n{}\n", "steps.jsonl:1"),
                                 ("fabric.json", '{"schema": "9.1"}', "schema 9.1")):
            copy = os.path.join(path, "copy")
            shutil.copytree(out, copy)
            with open(os.path.join(copy, name), "w") as file:
                file.write(text)
            refused(t.weft("judge", copy), word)
            shutil.rmtree(copy)


def test_damaged_samples_cost_their_round_and_are_told():
    with t.folder() as path:
        out = finished_run(path)
        samples = os.path.join(out, "samples", "p.bin")
        for content in (b"WEFTBLK1", b"garbage", b"\xff" * 100,
                        b"WEFTBLK1" + struct.pack("<QIIqq", 0, 2**32 - 1, 0, 1, 1)):
            with open(samples, "wb") as file:
                file.write(content)
            judged = t.weft("judge", out, "--json")
            assert judged.returncode == 3, judged
            gaps = [gap for step in t.run_json(out)["steps"] for gap in step["gaps"]]
            assert any("are no whole round" in gap["why"] for gap in gaps), gaps


def test_a_full_disk_leaves_the_good_document():
    if os.geteuid() != 0:
        print("needs root for a small file system; not run")
        return
    with t.folder() as path:
        small = os.path.join(path, "small")
        os.makedirs(small)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "none", small],
                          capture_output=True).returncode != 0:
            print("no mount here; not run")
            return
        try:
            out = finished_run(small)
            assert t.weft("judge", out).returncode == 3
            with open(os.path.join(out, "run.json")) as file:
                good = file.read()
            with open(os.path.join(small, "fill"), "wb", buffering=0) as file:
                try:
                    while True:
                        file.write(b"x" * 4096)
                except OSError:
                    pass
            refused(t.weft("judge", out), "No space left on device")
            with open(os.path.join(out, "run.json")) as file:
                assert file.read() == good
            assert not [name for name in os.listdir(out) if name.endswith(".part")]
        finally:
            subprocess.run(["umount", small])


def test_a_result_that_cannot_be_printed_is_an_error():
    with t.folder() as path:
        out = finished_run(path)
        for arguments in (["judge", out], ["--help"], ["run", "--help"], ["--version"]):
            with open("/dev/full", "w") as full:
                done = subprocess.run([t.WEFT, *arguments], stdout=full, stderr=subprocess.PIPE,
                                      text=True)
            assert done.returncode == 2, done
            assert "standard output" in done.stderr, done.stderr


def test_closed_and_full_streams_end_nothing():
    with t.folder() as path:
        out = finished_run(path)
        for redirect, code in (("2>/dev/full", 3), ("2>&-", 3), (">&-", 2), ("<&- >&-", 2)):
            done = subprocess.run(["sh", "-c", f'"$0" judge "$1" {redirect}', t.WEFT, out],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            assert done.returncode == code, (redirect, done.returncode)


def test_members_that_are_no_endpoints_are_refused_with_their_line():
    with t.folder() as path:
        out = finished_run(path)
        steps = os.path.join(out, "steps.jsonl")
        record = json.loads(open(steps).read())
        for members, word in (([0, 1, 4294967295], "is no endpoint"), ([0, 0], "is there twice"),
                              (list(range(100000)), "is no endpoint")):
            record["members"] = members
            with open(steps, "w") as file:
                file.write(json.dumps(record) + "\n")
            refused(t.weft("judge", out, timeout=20), "steps.jsonl:1", word)


def test_a_newer_minor_version_is_read_a_newer_major_is_never_overwritten():
    with t.folder() as path:
        out = finished_run(path)
        file = os.path.join(out, "request.json")
        request = json.loads(open(file).read())
        request["schema"], request["layout"]["future"] = "1.9", {"a": 1}
        with open(file, "w") as target:
            json.dump(request, target)
        assert t.weft("judge", out).returncode == 3
        newer = '{"schema": "2.0", "precious": true}'
        with open(os.path.join(out, "run.json"), "w") as target:
            target.write(newer)
        refused(t.weft("judge", out), "schema 2.0")
        refused(t.weft("run", "--resume", out), "schema 2.0")
        assert open(os.path.join(out, "run.json")).read() == newer


def test_options_are_taken_as_given_or_refused():
    for arguments in (["--seed", "-1"], ["--seed", "18446744073709551616"], ["--hosts", ""],
                      ["--out", ""], ["--ranks-per-host", "0"]):
        done = t.weft("run", "quick", *arguments)
        refused(done)
        assert len(done.stderr) < 300, done.stderr
    refused(t.weft("run", "--resume", "x", "--seed", "7"), "--resume")
    refused(t.weft("worker"), "`weft run` starts it")


t.main(globals())
