"""Numbers have a decimal point under a locale with a comma, read and written (case im-h10)."""

import os
import shutil
import subprocess

import weft_test as t

CASE = os.path.join(os.environ["WEFT_SOURCE"], "tests/cases/im-h10.json")
if not shutil.which("localedef") or not os.path.exists("/usr/share/i18n/locales/de_DE"):
    t.skip("no sources of locales (locales)")


def test_a_comma_locale_changes_nothing():
    with t.folder() as path:
        made = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", f"{path}/de_DE.UTF-8"],
                              capture_output=True, text=True)
        german = {**os.environ, "LOCPATH": path, "LC_ALL": "de_DE.UTF-8"}
        point = subprocess.run(["locale", "decimal_point"], env=german, capture_output=True,
                               text=True).stdout
        assert point.strip() == ",", (point, made)  # or the rest would show nothing
        plain = {**os.environ, "LC_ALL": "C"}
        for words in (["import", "perftest", CASE], ["import", "perftest", CASE, "--json"],
                      ["run", "quick", "--dry-run", "--link-rate", "391.84Gb/s"]):
            there, here = t.weft(*words, env=german), t.weft(*words, env=plain)
            assert there.stdout == here.stdout and here.returncode == 0, (there, here)
        assert "391.84 Gb/s" in t.weft("import", "perftest", CASE, env=german).stdout


t.main(globals())
