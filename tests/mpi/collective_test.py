"""Every collective over real MPI on this machine, every result checked."""

import os
import shutil
import subprocess

import weft_test as t

if not shutil.which("mpirun"):
    t.skip("no mpirun")

COLLECTIVES = ["all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast", "reduce",
               "send_receive", "gather", "scatter", "hypercube"]
# The result that is checked three times (twice in place), in bytes of each size for 4 members.
RESULTS = {"all_reduce": 4, "all_gather": 4, "reduce_scatter": 1, "all_to_all": 4, "broadcast": 3,
           "reduce": 1, "send_receive": 4, "gather": 1, "scatter": 1, "hypercube": 4}
SIZES = ["8", "1000", "64KiB"]


def run(path, steps, *more):
    done = subprocess.run([t.WEFT, "run", t.suite(path, *steps), "--force", "--quiet", "--out",
                           os.path.join(path, "out"), *more], capture_output=True, text=True,
                          timeout=120)
    return done, t.run_json(os.path.join(path, "out"))


def steps(**more):
    return [{"id": name, "pattern": name, "sizes": SIZES, "round_time": "5ms", **more}
            for name in COLLECTIVES]


def test_every_collective_is_right():
    with t.folder() as path:
        done, document = run(path, steps())
        judged = {(j["step"], j["size_bytes"]): j for j in document["judgements"]}
        assert len(judged) == len(COLLECTIVES) * len(SIZES), done
        for (name, size), judgement in judged.items():
            assert judgement["wrong_bytes"] == 0, judgement
            assert judgement["flows_measured"] == 4, judgement
            assert judgement["summary"]["median"] > 0, judgement
            if size == 65536:
                assert judgement["checked_bytes"] == 3 * RESULTS[name] * size, judgement


def test_in_place_with_another_root_type_and_reduction():
    with t.folder() as path:
        done, document = run(path, steps(in_place=True, root=2, data_type="int8",
                                         reduction="product"))
        assert len(document["judgements"]) == len(COLLECTIVES) * len(SIZES), done
        for judgement in document["judgements"]:
            assert judgement["wrong_bytes"] == 0 and judgement["checked_bytes"] > 0, judgement


def test_the_suite_of_collectives_is_right_and_claims_no_more():
    with t.folder() as path:
        done = subprocess.run([t.WEFT, "run", "collectives", "--hosts", "localhost:8", "--force",
                               "--quiet", "--out", os.path.join(path, "out")],
                              capture_output=True, text=True, timeout=240)
        document = t.run_json(os.path.join(path, "out"))
        assert {s["state"] for s in document["steps"]} == {"done"}, done
        for judgement in document["judgements"]:
            assert judgement["wrong_bytes"] == 0, judgement
            assert judgement["verdict"] in ("unknown", "warn"), judgement  # nothing is expected yet


t.main(globals())
