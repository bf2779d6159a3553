"""Completion in a real shell on a terminal: lines are typed, then Tab, and the screen is read."""

import fcntl
import os
import pty
import re
import select
import struct
import tempfile
import termios
import time

from program import PROGRAM, check

ENVIRONMENT = {**os.environ, "PATH": os.path.dirname(PROGRAM) + ":" + os.environ["PATH"],
               "TERM": "dumb"}

# What each line, which ends where the cursor is, must offer; None: only not to fail.
LINES = [
    ("weft doc", ["doctor"]),
    ("weft list host-f", ["host-formats"]),
    ("weft list host", ["host-formats"]),
    ("weft explain unk", ["unknown"]),
    ("weft doctor --js", ["--json"]),
    ("weft doctor --", ["--help", "--json", "--root", "--strict"]),
    ("weft hosts --host-format sl", ["slurm"]),
    ("weft hosts --host-format ", ["ansible", "openmpi", "slurm"]),
    ("weft hosts --host-format=sl", ["slurm"]),
    ("weft report --to htm", ["html"]),
    ("weft run qui", ["quick"]),
    ("weft completion ", ["bash", "zsh"]),
    ("weft help exp", ["explain"]),
    ("weft doctor --root some_fi", ["some_file"]),
    ("weft nosuch --", ["--help", "--version"]),
]


def read_for(fd, seconds, until):
    """What appears on the terminal, without bells and cursor movements."""
    raw, text, end = "", "", time.monotonic() + seconds
    while time.monotonic() < end and not until(text):
        if select.select([fd], [], [], 0.05)[0]:
            raw += os.read(fd, 65536).decode(errors="replace")
            text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|[\x00-\x09\x0b-\x1f]", "", raw)
    return text


def complete_in(shell, argv, setup):
    """Checks each of LINES in an interactive shell that has run `setup`."""
    with tempfile.TemporaryDirectory() as empty:
        open(os.path.join(empty, "some_file"), "w").close()
        pid, fd = pty.fork()
        if pid == 0:
            os.chdir(empty)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
            os.execvpe(argv[0], argv, {**ENVIRONMENT, "ZDOTDIR": empty, "HOME": empty})
        os.write(fd, setup.encode() + b"; echo rea''dy\n")
        said = read_for(fd, 30, lambda text: "ready" in text)
        check(f"{shell}: the script loads", "ready" in said, repr(said))
        for line, wanted in LINES:
            os.write(fd, b"\x15" + line.encode() + b"\t")
            text = read_for(fd, 10, lambda text: all(word in text for word in wanted))
            check(f"{shell}: {line!r}", all(word in text for word in wanted), repr(text))
            os.write(fd, b"\x15\n")  # Ctrl-C within a completion ends them all in bash 5.2
            read_for(fd, 0.3, lambda text: False)
        os.write(fd, b"\x15exit\n")
        os.close(fd)
        os.waitpid(pid, 0)
