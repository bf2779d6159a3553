"""Sites recorded from labs, healthy and with faults, checked again: what is said is a golden."""

import os
import sys

from program import SOURCE, check, check_equal, finish, weft

SITES = os.path.join(SOURCE, "tests", "sites")
PARTS = ["cabling", "routing", "links"]


def said_of(site):
    out = ""
    for part in PARTS:
        done = weft("check", part, "--plan", "plan.json", "--site", "site",
                    cwd=os.path.join(SITES, site))
        check(f"{site}: {part} says nothing beside", not done.err, done)
        out += f"$ weft check {part}\n{done.out}exit {done.code}\n\n"
    return out


for name in sorted(os.listdir(SITES)):
    golden = os.path.join(SITES, name, "said.txt")
    said = said_of(name)
    if os.environ.get("UPDATE_GOLDEN"):
        with open(golden, "w") as file:
            file.write(said)
    with open(golden) as file:
        check_equal(f"{name}: what is said", said, file.read())

sys.exit(finish())
