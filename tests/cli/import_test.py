"""`weft import`: results of other tools, the handed cases and siblings of their kinds."""

import json
import os
import subprocess

import weft_test as t

CASES = os.path.join(os.environ["WEFT_SOURCE"], "tests/cases")


def read(tool, *files, **options):
    """Exit code and the JSON of files that are cases."""
    done = t.weft("import", tool, *[os.path.join(CASES, f) for f in files], "--json", **options)
    return done, json.loads(done.stdout)


def one(tool, file):
    done, document = read(tool, file)
    assert len(document) == 1, done
    return done, document[0]["result"], document[0]["findings"]


def written(path, name, text):
    at = os.path.join(path, name)
    with open(at, "w") as file:
        file.write(text)
    return at


def close(a, b, share=1e-4):
    assert abs(a / b - 1) < share, (a, b)


def test_h01_not_checked_is_not_zero_wrong_and_log_lines_lose_no_row():
    done, result, findings = one("nccl-tests", "im-h01.txt")
    assert done.returncode == 0 and not findings, done
    assert len(result["rows"]) == 8 and result["ranks"] == 16, result
    assert result["hosts"] == ["hgx-101", "hgx-102"], result["hosts"]
    assert result["test"] == "all_reduce", result["test"]
    assert result["library"] == "NCCL 2.21.5+cuda12.4", result["library"]
    last = [row for row in result["rows"] if row["size_bytes"] == 67108864][0]
    assert last["mode"] == "out of place" and last["time_ns"] == 1105300, last
    close(last["rate_bps"], 60.72 * 8e9)
    close(last["bus_bps"], 113.84 * 8e9)
    assert {row["check"] for row in result["rows"]} == {"not_checked"}, result["rows"]
    assert all(row.get("wrong_elements") is None for row in result["rows"])
    text = t.weft("import", "nccl-tests", os.path.join(CASES, "im-h01.txt")).stdout
    assert "no result was checked" in text and "not checked" in text, text
    assert "113.84 GB/s" in text, text


def test_h02_columns_by_name_not_by_number():
    done, result, findings = one("nccl-tests", "im-h02.txt")
    assert done.returncode == 0 and not findings, done
    out = [row for row in result["rows"] if row["mode"] == "out of place"]
    assert len(out) == 2 and result["ranks"] == 8 and len(result["hosts"]) == 1, result
    assert out[1]["time_ns"] == 4102600 and out[1]["deviation_ratio"] == 2e-06, out
    close(out[1]["bus_bps"], 229.01 * 8e9)
    assert out[1].get("wrong_elements") is None, out
    close(max(row["bus_bps"] for row in result["rows"]), 229.10 * 8e9)


def test_h03_the_start_line_names_the_test():
    done, result, findings = one("nccl-tests", "im-h03.txt")
    assert done.returncode == 0 and not findings, done
    assert (result["test"], result["version"], result["library"], result["complete"]) == \
        ("all_to_all", "2.17.6", "NCCL 2.28.9", True), result
    out, inside = result["rows"]
    assert out["count"] == 16777216 and out["size_bytes"] == 1 << 30, out
    close(out["bus_bps"], 49.56 * 8e9)
    assert out["check"] == "passed" and out["wrong_elements"] == 0, out
    assert inside["check"] == "not_checked" and inside.get("wrong_elements") is None, inside


def test_h04_the_files_own_average_is_only_shown():
    done = t.weft("import", "nccl-tests", os.path.join(CASES, "im-h04.txt"))
    assert done.returncode == 0, done
    assert "419.43 GB/s" in done.stdout and "at 1 GiB" in done.stdout, done.stdout
    assert "99.9169" in done.stdout and "not to be compared" in done.stdout, done.stdout
    assert "FAIL" not in done.stdout, done.stdout


def test_h05_units_of_json_are_worked_out():
    done, document = read("perftest", "im-h05.a.json", "im-h05.b.json")
    assert done.returncode == 0, done
    for each in document:
        close(each["result"]["rows"][0]["rate_bps"], 391.2e9)
    assert document[0]["result"]["rows"][0].get("peak_bps") is None, document[0]
    assert document[1]["result"]["rows"][0].get("peak_bps") is not None, document[1]


def test_h06_mb_is_two_to_the_twenty():
    done = t.weft("import", "perftest", os.path.join(CASES, "im-h06.txt"), "--link-rate", "100Gb/s")
    assert done.returncode == 0, done
    assert "98.41 Gb/s" in done.stdout and "98.4 %" in done.stdout, done.stdout
    assert "192.0.2.71" in done.stdout and "192.0.2.72" in done.stdout, done.stdout
    _, result, _ = one("perftest", "im-h06.txt")
    assert len(result["rows"]) == 3, result
    assert result["rows"][2].get("peak_bps") is None, result["rows"][2]


def test_h07_invalid_json_is_refused_with_its_place_and_its_reason():
    done = t.weft("import", "perftest", os.path.join(CASES, "im-h07.json"))
    assert done.returncode == 2, done
    assert "im-h07.json:2:1" in done.stderr and "perftest before 24.01" in done.stderr, done.stderr


def test_h08_the_slow_direction_is_named_and_only_it():
    done, result, findings = one("mpigraph", "im-h08.txt")
    assert done.returncode == 1, done
    assert [f["subject"] for f in findings] == ["n03:2 -> n04:3"], findings
    assert len(result["rows"]) == 12 and len(result["hosts"]) == 4, result
    rates = {(row["source"], row["target"]): row["rate_bps"] for row in result["rows"]}
    close(rates["n03:2", "n04:3"], 192.8e9, 1e-3)
    close(rates["n04:3", "n03:2"], 386.7e9, 1e-3)
    close(sum(rates.values()) / 12, 44172.6 * 8 * 1048576)
    assert result["own_average"] == 42533.413313, result["own_average"]


def test_h09_osu_mb_is_ten_to_the_six_and_a_failed_validation_fails():
    done, result, findings = one("osu", "im-h09.bw.txt")
    assert done.returncode == 0 and not findings, done
    close(result["rows"][1]["rate_bps"], 390.32e9, 1e-4)
    done, result, findings = one("osu", "im-h09.allreduce.txt")
    assert done.returncode == 1 and len(findings) == 1, done
    row = result["rows"][1]
    assert row["check"] == "failed" and row["time_ns"] == 182550, row
    close(row["rate_bps"], 5.744 * 8e9, 1e-3)
    assert row.get("bus_bps") is None and result.get("ranks") is None, row
    done = t.weft("import", "osu", os.path.join(CASES, "im-h09.allreduce.txt"), "--ranks", "16",
                  "--json")
    row = json.loads(done.stdout)[0]["result"]["rows"][1]
    close(row["bus_bps"], 5.744 * 8e9 * 1.875, 1e-3)


def test_h10_without_a_locale():
    _, result, _ = one("perftest", "im-h10.json")
    close(result["rows"][0]["rate_bps"], 391.84e9)


def test_wrong_elements_fail():
    text = open(os.path.join(CASES, "im-h04.txt")).read()
    with t.folder() as path:
        bad = written(path, "bad.txt", text.replace("419.43      0\n", "419.43     17\n"))
        done = t.weft("import", "nccl-tests", bad)
        assert done.returncode == 1 and "17 wrong elements" in done.stdout, done


def test_a_torn_row_and_a_missing_end_are_told_and_the_rest_is_kept():
    text = open(os.path.join(CASES, "im-h04.txt")).read()
    with t.folder() as path:
        cut = written(path, "cut.txt", text[:text.index("1404.00") + 4])
        done = t.weft("import", "nccl-tests", cut, "--json")
        result = json.loads(done.stdout)[0]["result"]
        assert done.returncode == 3 and len(result["rows"]) == 16, done
        assert not result["complete"], result
        assert any("torn" in w for w in result["warnings"]), result["warnings"]


def test_one_bad_file_does_not_stop_the_others():
    with t.folder() as path:
        nothing = written(path, "nothing.txt", "hello\n")
        done = t.weft("import", "osu", nothing, os.path.join(CASES, "im-h09.bw.txt"),
                      os.path.join(path, "absent.txt"))
        assert done.returncode == 2, done
        assert "nothing.txt" in done.stderr and "absent.txt" in done.stderr, done.stderr
        assert "390.32 Gb/s" in done.stdout, done.stdout


def test_a_latency_table_of_perftest():
    columns = ["t_min[usec]", "t_max[usec]", "t_typical[usec]", "t_avg[usec]", "t_stdev[usec]",
               "99% percentile[usec]", "99.9% percentile[usec]"]
    values = [1.71, 5.21, 1.75, 1.77, 0.11, 1.98, 5.21]
    rule = "-" * 80 + "\n"
    text = (rule + "                    RDMA_Write Latency Test\n"
            " Number of qps   : 1            Transport type : IB\n GID index       : 5\n" + rule +
            " #bytes #iterations    " + "    ".join(columns) + "\n 2       1000          " +
            "           ".join(map(str, values)) + "\n" + rule)
    with t.folder() as path:
        done = t.weft("import", "perftest", written(path, "lat.txt", text), "--json")
        row = json.loads(done.stdout)[0]["result"]["rows"][0]
        assert (row["time_ns"], row["average_ns"], row["p99_ns"], row["p999_ns"]) == \
            (1750, 1770, 1980, 5210), row
        assert row.get("rate_bps") is None, row


def test_json_without_a_message_rate_has_no_unit():
    with t.folder() as path:
        text = open(os.path.join(CASES, "im-h10.json")).read().replace("0.747375", "0.000000")
        done = t.weft("import", "perftest", written(path, "a.json", text), "--json")
        row = json.loads(done.stdout)[0]["result"]["rows"][0]
        assert done.returncode == 3 and row.get("rate_bps") is None, done


t.main(globals())
