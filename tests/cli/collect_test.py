#!/usr/bin/python3
"""weft collect over an ssh of our own and on this machine; what it writes is what weft check
reads."""

import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

WEFT = os.environ.get("WEFT")
CASES = Path(os.environ.get("WEFT_SOURCE", Path(__file__).parents[2])) / "tests" / "cases"

if not WEFT:
    print("SKIP: WEFT does not name the program")
    sys.exit(77)

# Plays the machines: takes the name after `--`, runs the line after it with only our commands.
SSH = """#!/bin/sh
echo "$@" >> "{folder}/asked"
while [ "$1" != "--" ]; do shift; done
name=$2; line=$3
[ "$name" = dead ] && echo "ssh: connect to host dead: timed out" >&2 && exit 255
[ "$name" = slow ] && sleep 30
PATH="{folder}/bin-$name:/bin:/usr/bin" exec sh -c "$line"
"""


class Collect(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="weft-collect-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.program("bin/ssh", SSH.format(folder=self.folder))

    def program(self, path, text):
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(file.stat().st_mode | stat.S_IXUSR)

    def collect(self, *words, code):
        env = {**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}"}
        done = subprocess.run([WEFT, "collect", "--out", self.folder / "site", *words], env=env,
                              capture_output=True, encoding="utf-8", timeout=60)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def test_several_machines_one_of_them_dead(self):
        self.program("bin-leaf1/lldpctl", f"#!/bin/sh\ncat {CASES}/ll-h01.json\n")
        self.program("bin-leaf2/lldpctl", "#!/bin/sh\necho 'Permission denied' >&2; exit 1\n")
        document = json.loads(self.collect("--hosts", "leaf1,leaf2,dead", "--json", code=3))
        rows = {row["node"]: row for row in document["nodes"]}
        self.assertEqual(rows["leaf1"]["neighbours"], 1)
        self.assertFalse(rows["dead"]["reached"])
        why = {gap["subject"]: gap["why"] for gap in document["gaps"] if "LLDP" in gap["what"]}
        self.assertIn("needs root", why["leaf2"])
        self.assertIn("--sudo", why["leaf2"])
        self.assertIn("cannot log in", why["dead"])
        kept = self.folder / "site" / "leaf1" / "commands" / "lldpctl_-f_json.out"
        self.assertEqual(kept.read_text(), (CASES / "ll-h01.json").read_text())

        plan = self.folder / "plan.csv"
        plan.write_text("from,from_port,to,to_port\nleaf1,swp7,q-spine1,swp3\ndead,swp1,h,eth0\n")
        done = subprocess.run([WEFT, "check", "cabling", "--plan", plan, "--site",
                               self.folder / "site",
                               "--json"], capture_output=True, encoding="utf-8", timeout=60)
        document = json.loads(done.stdout)
        self.assertEqual([link["state"] for link in document["links"]], ["ok", "not_checked"])
        self.assertIn("cannot log in", json.dumps(document["findings"]))

    def test_sudo_user_and_port_reach_ssh(self):
        hosts = self.folder / "hosts.ini"
        hosts.write_text("[leaves]\nleaf1 ansible_user=ops ansible_port=2222\n")
        self.collect("--hosts", hosts, "--sudo", code=3)
        asked = (self.folder / "asked").read_text()
        self.assertIn("-l ops -p 2222 -- leaf1 sudo -n lldpctl -f json", asked)
        self.assertIn("BatchMode=yes", asked)

    def test_names_that_are_options(self):
        self.collect("--hosts", "-oProxyCommand=touch", code=2)

    def test_this_machine(self):
        # Daemons that are installed and do not run are not seen.
        whole = os.path.exists("/run/lldpd.socket") and not shutil.which("vtysh")
        out = self.collect("--hosts", "localhost", code=0 if whole else 3)
        self.assertIn("1 node", out)
        if shutil.which("ip"):
            self.assertTrue((self.folder / "site/localhost/commands/ip_-d_-j_addr.out").exists())


if __name__ == "__main__":
    unittest.main(verbosity=0)
