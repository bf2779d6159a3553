"""Help that fits a terminal, an example for each subcommand, and guesses for typos."""

import json

from program import check, check_equal, finish, weft


def fits(said):
    return max(map(len, said.out.split("\n")), default=0) <= 100


names = [thing["id"] for thing in json.loads(weft("list", "commands", "--json").out)["things"]]
check("there are subcommands", len(names) >= 5, names)

top = weft("--help")
check("--help", top.code == 0 and top.err == "" and fits(top), top)
check("--help names each subcommand", all(f"\n  {name} " in top.out for name in names), top)
check("--help does not name the hidden ones", "\n  worker " not in top.out, top)
check_equal("weft alone is --help", weft().out, top.out)
check_equal("weft alone ends with", weft().code, 0)
check_equal("weft help is --help", weft("help").out, top.out)

for name in names:
    said = weft(name, "--help")
    check(f"{name} --help", said.code == 0 and said.err == "", said)
    check(f"{name} --help fits 100 columns", fits(said), said)
    check(f"{name} --help has an example", f"Example" in said.out and f"\n  weft {name}" in said.out
          or name == "completion", said)
    check_equal(f"help {name}", weft("help", name).out, said.out)
    check(f"{name} --help is its own", "Begin with `weft doctor`" not in said.out, said)

for words, wanted in [
    (["dcotor"], "weft: no subcommand 'dcotor', did you mean 'doctor'?"),
    (["doctor", "--jsn"], "weft: doctor: no option '--jsn', did you mean '--json'?"),
    (["doctor", "--jsn=3"], "weft: doctor: no option '--jsn', did you mean '--json'?"),
    (["doctor", "more"], "weft: doctor: 'more' is one word too many"),
    (["--verison"], "weft: no option '--verison', did you mean '--version'?"),
    (["explain"], "weft: explain: ID is required"),
    (["zzzzzzzz"], "weft: no subcommand 'zzzzzzzz' (`weft --help` lists them)"),
    (["bad\x1b[31m"], "weft: no subcommand 'bad\\x1b[31m'"),
]:
    said = weft(*words)
    check(f"{words}", said.code == 2 and said.out == "" and said.err.startswith(wanted), said)

check("--version", weft("--version").out.startswith("weft "), weft("--version"))
finish()
