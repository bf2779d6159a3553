"""weft report as a person and a cron job use it: every format, where it goes, and what goes
wrong."""

import json
import os
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

WEFT, ROOT = os.environ["WEFT"], Path(os.environ["WEFT_SOURCE"])
GOLDEN = ROOT / "tests/reports/golden"


def weft(*arguments, code=0):
    said = subprocess.run([WEFT, "report", *map(str, arguments)], capture_output=True, text=True)
    assert said.returncode == code, f"{arguments}: exit {said.returncode}: {said.stderr}"
    assert code == 0 or said.stderr.startswith("weft: "), said.stderr
    return said.stderr if code else said.stdout


def formats(folder):
    page = folder / "report.html"
    said = weft(folder)
    assert said.startswith(f"{page} ("), said
    assert page.read_text().startswith("<!doctype html>")
    told = json.loads(weft(folder, "--to", "html", "--json"))
    assert told == {"format": "html", "file": str(page), "size_bytes": page.stat().st_size}, told
    assert weft(folder / "run.json", "--to", "html", "-o", "-") == page.read_text()
    assert weft(folder, "--to", "json") == (GOLDEN / "run.json").read_text()
    assert "\x1b" not in weft(folder, "--to", "text"), "colour, and no terminal"
    out = folder / "weft.xml"
    weft(folder, "--to", "junit", "-o", out)
    junit(out)
    openmetrics(weft(folder, "--to", "openmetrics"))


def junit(path):
    """Counts add up, and each verdict is what a CI server takes it for."""
    root = xml.parse(path).getroot()
    assert root.tag == "testsuites"
    kinds = {"failures": "failure", "errors": "error", "skipped": "skipped"}
    for suite in root:
        cases = suite.findall("testcase")
        assert int(suite.get("tests")) == len(cases) > 0, suite.get("name")
        for attribute, tag in kinds.items():
            count = sum(case.find(tag) is not None for case in cases)
            assert int(suite.get(attribute)) == count, (suite.get("name"), attribute)
    for attribute in ["tests", *kinds]:
        assert int(root.get(attribute)) == sum(int(suite.get(attribute)) for suite in root)
    names = [suite.get("name") for suite in root]
    assert names == ["run", "findings", "pairs_bandwidth", "pairs_latency", "incast", "gpu_pairs",
                     "steps without a record"], names
    skipped = root.find("testsuite[@name='gpu_pairs']/testcase/skipped")
    assert skipped.get("message") == "this fabric has no CUDA"


def openmetrics(text):
    assert text.endswith("# EOF\n") and text.count("# EOF") == 1
    try:
        from prometheus_client.openmetrics.parser import text_string_to_metric_families
    except ImportError:
        print("python3-prometheus-client is not installed: OpenMetrics is only looked at")
        return
    families = {family.name: family for family in text_string_to_metric_families(text)}
    verdict = {sample.labels["weft_run_verdict"]: sample.value
               for sample in families["weft_run_verdict"].samples}
    assert verdict == {"pass": 0, "skip": 0, "warn": 0, "unknown": 0, "fail": 1}, verdict
    median = families["weft_bandwidth_median_bytes_per_second"]
    assert median.unit == "bytes_per_second" and len(median.samples) == 3
    assert abs(median.samples[0].value - 352.4e9 / 8) < 1
    assert median.samples[2].labels["class"] == "</script><img src=x onerror=1>"
    assert families["weft_gaps"].samples[0].value == 3


def mistakes(folder):
    assert "no run folder" in weft(folder / "nothing", code=2)
    empty = folder / "empty"
    empty.mkdir()
    assert "holds no run.json" in weft(empty, code=2)
    (empty / "run.json").write_text('{"schema": "1.0",\n "suite": }')
    assert f"{empty}/run.json:2:11: " in weft(empty, code=2)
    (empty / "run.json").write_text('{"schema": "2.0"}')
    assert "schema 2.0 is not readable by this weft" in weft(empty, code=2)
    (empty / "run.json").write_text("")
    weft(empty, code=2)
    assert "did you mean 'junit'" in weft(folder, "--to", "juint", code=2)
    assert "--json" in weft(folder, "--to", "text", "--json", code=2)


def output_stays_whole(folder):
    """An output that cannot be written is named; what stood there before still stands."""
    missing = folder / "no" / "such" / "x.html"
    assert str(missing) in weft(folder, "-o", missing, code=2)
    full = subprocess.run([WEFT, "report", folder, "--to", "json"], stdout=open("/dev/full", "w"),
                          stderr=subprocess.PIPE, text=True)
    assert full.returncode == 2 and "standard output" in full.stderr, full
    page = folder / "report.html"
    page.write_text("old")
    limited = subprocess.run(["bash", "-c", 'ulimit -f 8; trap "" XFSZ; "$@"', "-", WEFT, "report",
                              folder], capture_output=True, text=True)
    assert limited.returncode == 2 and str(page) in limited.stderr, limited
    assert page.read_text() == "old"
    assert [path.name for path in folder.glob("*.part")] == []


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(GOLDEN / "run.json", folder)
        formats(folder)
        mistakes(folder)
        output_stays_whole(folder)
    said = subprocess.run([WEFT, "report", "--help"], capture_output=True, text=True)
    assert said.returncode == 0 and "weft judge" in said.stdout


main()
