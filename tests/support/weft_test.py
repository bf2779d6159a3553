"""What the whole-program tests share: running weft, suites made on the fly, and looking for what
was left behind. Plain Python; a test file ends with `weft_test.main(globals())`."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

WEFT = os.environ["WEFT"]
SOURCE = os.environ["WEFT_SOURCE"]


def skip(reason):
    print("SKIP: " + reason)
    sys.exit(77)


def weft(*arguments, timeout=120, **options):
    """Runs weft to its end: returncode, stdout, stderr."""
    return subprocess.run([WEFT, *arguments], capture_output=True, text=True, timeout=timeout,
                          **options)


def start(*arguments, **options):
    return subprocess.Popen([WEFT, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, **options)


@contextlib.contextmanager
def folder():
    with tempfile.TemporaryDirectory(prefix="weft-test-") as path:
        yield path


def suite(path, *steps):
    """Writes a suite of `steps` (dicts) and returns its path."""
    file = os.path.join(path, "suite.json")
    with open(file, "w") as out:
        json.dump({"schema": "1.0", "title": "Test", "about": "A test.", "steps": list(steps)}, out)
    return file


def step(**changes):
    return {"pattern": "pairs", "metric": "bandwidth", "duplex": True, "sizes": ["64KiB"],
            "round_time": "50ms", "deadline": "5s", **changes}


def run_json(out):
    with open(os.path.join(out, "run.json")) as file:
        return json.load(file)


def processes(needle):
    """Processes with `needle` in their environment or command line, as (pid, command)."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                command = file.read()
            with open(f"/proc/{pid}/environ", "rb") as file:
                environment = file.read()
        except OSError:
            continue
        if int(pid) != os.getpid() and needle.encode() in command + environment:
            found.append((int(pid), command.replace(b"\0", b" ").decode(errors="replace")))
    return found


def workers(needle):
    return sorted(pid for pid, command in processes(needle) if " worker" in command
                  and "mpirun" not in command and "orted" not in command)


def until(condition, seconds=30, what="the condition"):
    """Waits until condition() is true and returns its value; fails the test after `seconds`."""
    end = time.time() + seconds
    while time.time() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(f"{what} did not come within {seconds} s")


class Marked:
    """An environment with a mark, so that everything started under it can be found, and a temporary
    folder of its own, so that everything left behind can be seen."""

    def __init__(self, path):
        self.mark = "WEFT_TEST_MARK=" + os.path.basename(path)
        self.tmp = os.path.join(path, "tmp")
        os.makedirs(self.tmp)
        self.shm = set(os.listdir("/dev/shm"))
        name, value = self.mark.split("=")
        self.environment = {**os.environ, name: value, "TMPDIR": self.tmp}

    def workers(self):
        return workers(self.mark)

    def nothing_left(self, seconds=15):
        until(lambda: not processes(self.mark), seconds,
              "the end of every process: " + str(processes(self.mark)))
        left = os.listdir(self.tmp)
        assert not left, f"temporary files are left: {left}"
        shm = {name for name in os.listdir("/dev/shm") if name not in self.shm and
               ("vader" in name or "weft" in name)}
        assert not shm, f"shared memory is left: {shm}"


def samples_size(out):
    folder = os.path.join(out, "samples")
    if not os.path.isdir(folder):
        return 0
    return sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder))


def signal_process(process, number):
    os.kill(process if isinstance(process, int) else process.pid, number)


def main(names):
    """Runs every test_* function, or those named on the command line."""
    wanted = sys.argv[1:] or [name for name in names if name.startswith("test_")]
    failed = 0
    for name in wanted:
        began = time.time()
        try:
            names[name]()
            verdict = "ok"
        except AssertionError as error:
            import traceback
            traceback.print_exc()
            verdict, failed = f"FAILED: {error}", failed + 1
        print(f"{name}: {verdict} ({time.time() - began:.1f} s)", flush=True)
    sys.exit(1 if failed else 0)


# The exit of a child by a signal, as the shell counts it.
INTERRUPTED = 130
SIGINT, SIGKILL, SIGSTOP, SIGCONT = signal.SIGINT, signal.SIGKILL, signal.SIGSTOP, signal.SIGCONT
