"""What whole-program tests share: running weft, and saying what went wrong.

    from program import weft, check, finish
    said = weft("doctor", "--json")
    check("doctor prints JSON", said.out.startswith("{"), said)
    finish()
"""

import os
import subprocess
import sys
from dataclasses import dataclass

PROGRAM = os.environ["WEFT"]
SOURCE = os.environ["WEFT_SOURCE"]

failures, checks = [], 0


@dataclass
class Said:
    argv: list
    code: int
    out: str
    err: str

    def __str__(self):
        return (f"{' '.join(self.argv)}\nexit {self.code}\n"
                f"--- stdout\n{self.out}--- stderr\n{self.err}")


def weft(*words, env=None, cwd=None, timeout=60):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, errors="replace",
                          timeout=timeout, cwd=cwd, env={**os.environ, **(env or {})})
    return Said(["weft", *words], done.returncode, done.stdout, done.stderr)


def check(what, holds, said=""):
    global checks
    checks += 1
    if not holds:
        failures.append(what)
        print(f"FAILED: {what}\n{said}\n", file=sys.stderr)


def check_equal(what, got, wanted, said=""):
    check(what, got == wanted, f"got    {got!r}\nwanted {wanted!r}\n{said}")


def skip(reason):
    print(f"SKIP: {reason}")
    sys.exit(77)


def finish():
    if failures:
        sys.exit(f"{len(failures)} of {checks} checks failed")
    print(f"{checks} checks passed")
