"""weft list: the kinds, their things, as text and as JSON."""

import json
import os

from program import SOURCE, check, check_equal, finish, weft

said = weft("list")
check("the kinds", said.code == 0 and "\npatterns " in said.out and "\nverdicts " in said.out, said)

kinds = json.loads(weft("list", "--json").out)
check("JSON of all kinds", {"commands", "suites", "patterns", "host-formats", "verdicts"} <=
      {kind["kind"] for kind in kinds}, kinds)
for kind in kinds:
    said = weft("list", kind["kind"])
    check(f"list {kind['kind']}", said.code == 0 and said.err == "", said)
    check(f"{kind['kind']} fits", max(map(len, said.out.split("\n"))) <= 100, said)
    for thing in kind["things"]:
        check(f"{kind['kind']} shows {thing['id']}", f"\n{thing['id']} " in said.out, said)
        check(f"{thing['id']} has a title", thing["title"], thing)
    alone = json.loads(weft("list", kind["kind"], "--json").out)
    check_equal(f"{kind['kind']} as JSON", alone, kind)

formats = json.loads(weft("list", "host_formats", "--json").out)["things"]
formats = {thing["id"] for thing in formats}
check_equal("host formats, the other spelling", formats, {"openmpi", "slurm", "ansible"})
check_equal("one for many", weft("list", "pattern").out, weft("list", "patterns").out)

on_disk = {name[:-5] for name in os.listdir(os.path.join(SOURCE, "suites"))
           if name.endswith(".json")} if os.path.isdir(os.path.join(SOURCE, "suites")) else set()
listed = {thing["id"] for thing in json.loads(weft("list", "suites", "--json").out)["things"]}
check("each suite of the tree is listed", on_disk <= listed, (on_disk, listed))

said = weft("list", "paterns")
check("a kind that is not", said.code == 2 and "did you mean 'patterns'?" in said.err, said)
finish()
