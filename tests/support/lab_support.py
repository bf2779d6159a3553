"""Labs for whole-program tests: up with a folder of their own, always down again."""

import contextlib
import os
import shutil
import subprocess
import tempfile

import weft_test as t

NOBODY = 65534


def need(full=False):
    """Skips the whole file where a lab cannot be: its packages, or namespaces."""
    missing = [] if shutil.which("ip") and shutil.which("tc") else ["iproute2"]
    if full:
        missing += [] if os.path.exists("/usr/lib/frr/bgpd") else ["frr"]
        missing += [] if os.path.exists("/usr/sbin/lldpd") else ["lldpd"]
    if missing:
        t.skip("not installed: " + " ".join(missing))
    if os.geteuid() != 0:
        t.skip("run as root, to have LLDP; the test without root starts from there, too")
    with t.folder() as path:
        plan = os.path.join(path, "one.csv")
        with open(plan, "w") as out:
            out.write("device_a,port_a,device_b,port_b\nhost1,eth1,leaf1,swp1\n")
        tried = run(path, "up", "--static", "--plan", plan, check=False)
        run(path, "down", check=False)
        if tried.returncode:
            t.skip("no namespaces here: " + tried.stderr.strip())


def run(path, command, *arguments, check=True, timeout=120):
    done = t.weft("lab", command, "--state", os.path.join(path, "labs"), *arguments,
                  timeout=timeout)
    assert not check or done.returncode == 0, done
    return done


def up(path, *arguments):
    return run(path, "up", "--quiet", *arguments)


class Lab:
    def __init__(self, path):
        self.path = path

    def run(self, command, *arguments, **options):
        return run(self.path, command, *arguments, **options)

    def on(self, node, *command, **options):
        return self.run("exec", node, "--", *command, **options)


@contextlib.contextmanager
def folder():
    """A folder for labs; what is still up at its end goes down, whatever happened."""
    with t.folder() as path:
        try:
            yield path
        finally:
            labs = os.path.join(path, "labs")
            for name in os.listdir(labs) if os.path.isdir(labs) else []:
                run(path, "down", "--name", name, check=False)


@contextlib.contextmanager
def lab(*arguments):
    with folder() as path:
        up(path, *arguments)
        yield Lab(path)


def traces():
    """What a lab could leave on the machine: interfaces, named namespaces, mounts."""
    links = sorted(os.listdir("/sys/class/net"))
    names = sorted(os.listdir("/run/netns")) if os.path.isdir("/run/netns") else []
    with open("/proc/self/mountinfo") as file:
        mounts = [line.split()[4] for line in file]
    return links, names, mounts, sorted(os.listdir("/run")), sorted(os.listdir("/var/tmp"))


class User:
    """Somebody without any privilege, with a copy of weft and of lldpcli, if there is one."""

    def __init__(self, path):
        self.path = path
        self.program = os.path.join(path, "weft")
        shutil.copy(t.WEFT, self.program)
        copy = os.path.join(path, ".cache/weft/lldpd/usr/sbin/lldpcli")
        os.makedirs(os.path.dirname(copy))
        self.has_lldpcli = os.path.exists("/usr/sbin/lldpcli")
        if self.has_lldpcli:
            shutil.copyfile("/usr/sbin/lldpcli", copy)
            os.chmod(copy, 0o755)

    def weft(self, *arguments, check=True):
        environment = {**os.environ, "HOME": self.path}
        environment.pop("XDG_RUNTIME_DIR", None)
        done = subprocess.run(["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}",
                               "--clear-groups", self.program, *arguments], env=environment,
                              cwd=self.path, capture_output=True, text=True, timeout=120)
        assert not check or done.returncode == 0, done
        return done


def why_not_as_nobody():
    if not shutil.which("setpriv"):
        return "no setpriv"
    probe = subprocess.run(["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups",
                            "unshare", "--user", "--map-root-user", "--mount", "--pid", "--fork",
                            "--mount-proc", "true"], capture_output=True, text=True)
    return "" if probe.returncode == 0 else "no user namespaces here: " + probe.stderr.strip()


@contextlib.contextmanager
def nobody():
    path = tempfile.mkdtemp(prefix="weft-test-nobody-", dir="/tmp")
    try:
        user = User(path)
        for folder, _, files in os.walk(path):
            for name in [folder, *(os.path.join(folder, file) for file in files)]:
                os.chown(name, NOBODY, NOBODY)
        yield user
    finally:
        shutil.rmtree(path, ignore_errors=True)
