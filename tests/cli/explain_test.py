"""weft explain: everything that weft list shows, and what was meant instead of a typo."""

import json

from program import check, check_equal, finish, weft

for kind in json.loads(weft("list", "--json").out):
    for thing in kind["things"]:
        said = weft("explain", thing["id"])
        check(f"explain {thing['id']}", said.code == 0 and said.err == "", said)
        check(f"{thing['id']} is named", said.out.find(f"{thing['id']} (") >= 0, said)
        check(f"{thing['id']} fits", max(map(len, said.out.split("\n"))) <= 100, said)
        check(f"{thing['id']} has its title", thing["title"].split()[0] in said.out, said)

said = weft("explain", "unknown")
check("a verdict says why", "Not seen is not fine" in said.out, said)
said = weft("explain", "3")
check("an exit code", "something is unknown" in said.out, said)
said = weft("explain", "slurm")
check("a format says its source", "Source" in said.out and "scontrol" in said.out, said)
said = weft("explain", "doctor")
check("a command points to its help", "weft doctor --help" in said.out, said)
check_equal("JSON", json.loads(weft("explain", "gap", "--json").out)[0]["kind"], "word")

said = weft("explain", "unknwon")
check("a typo", said.code == 2 and "did you mean 'unknown'?" in said.err and said.out == "", said)
said = weft("explain", "no\x1b[2Jthing")
check("escapes", "\x1b" not in said.err and said.code == 2, said)
finish()
