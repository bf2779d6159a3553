#!/usr/bin/python3
"""A virtual machine with a kernel that has RDMA over Ethernet (rdma_rxe), for tests on a real verbs
device where there is none: QEMU without KVM, this machine's file system shared read-only with a
layer of its own above it, so that what was built here runs there as it is.

tests/rdma/vm.py [--folder SHARE] [--seconds N] COMMAND...    runs COMMAND there, exits as it did

The kernel is Debian's newest of trixie-backports (from 7 on its rxe knows network namespaces),
fetched with a package state of its own, unpacked into a cache folder and never installed. Point
releases leave the archive, so its name is looked up each time one has to be fetched.
"""

import argparse
import glob
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SUITE = "trixie-backports"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
DEVICE_MODULES = ["virtio_pci", "9pnet_virtio", "9p", "overlay"]  # to reach the shared files
PROGRAMS = {"qemu-system-x86_64": "qemu-system-x86", "cpio": "cpio", "depmod": "kmod",
            "busybox": "busybox-static", "apt-get": "apt", "xz": "xz-utils"}

os.environ["PATH"] += ":/usr/sbin:/sbin"


class Unavailable(Exception):
    """Why there can be no such machine here."""


def cache_folder():
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.environ.get("WEFT_KERNEL") or os.path.join(base, "weft", "kernel-" + SUITE)


def modules_in(folder):
    """The folder of modules of the unpacked kernel; it is there once all of it is."""
    found = glob.glob(os.path.join(folder, "usr/lib/modules/*/modules.dep"))
    return os.path.dirname(found[0]) if found else ""


def run(*argv, **options):
    done = subprocess.run(argv, capture_output=True, text=True, **options)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().split("\n")[-1]
        raise Unavailable(f"no kernel for the virtual machine: {argv[0]}: {said}")
    return done.stdout


def fetch_kernel(folder):
    if not os.path.exists(KEYRING):
        raise Unavailable(f"no kernel for the virtual machine: no {KEYRING}")
    with tempfile.TemporaryDirectory(prefix="weft-kernel-") as work:
        for name in ("lists/partial", "cache/archives/partial", "debs"):
            os.makedirs(os.path.join(work, name))
        targets = run("apt-get", "indextargets", "--format", "$(REPO_URI)", "Identifier: Packages")
        mirrors = [line for line in targets.split("\n") if line.endswith("/debian/")]
        if not mirrors:
            raise Unavailable("no kernel for the virtual machine: apt has no mirror of Debian")
        with open(os.path.join(work, "sources.list"), "w") as out:
            out.write(f"deb [signed-by={KEYRING}] {mirrors[0]} {SUITE} main\n")
        own = ["-qq", "-o", f"Dir::Etc::sourcelist={work}/sources.list",
               "-o", "Dir::Etc::sourceparts=/dev/null", "-o", f"Dir::State::lists={work}/lists",
               "-o", f"Dir::Cache={work}/cache", "-o", "APT::Sandbox::User=root",
               "-o", "Acquire::Retries=2"]
        run("apt-get", *own, "update", timeout=120)
        depends = run("apt-cache", *own, "depends", "linux-image-amd64")
        images = [line.split()[-1] for line in depends.split("\n")
                  if "Depends: linux-image-" in line]
        if not images:
            raise Unavailable(f"no kernel for the virtual machine: {SUITE} has none")
        version = images[0].removeprefix("linux-image-")
        run("apt-get", *own, "download", f"linux-binary-{version}", f"linux-modules-{version}",
            cwd=os.path.join(work, "debs"), timeout=600)
        tree = os.path.join(work, "tree")
        for package in glob.glob(os.path.join(work, "debs/*.deb")):
            run("dpkg", "-x", package, tree)
        run("depmod", "-b", os.path.join(tree, "usr"), version)
        os.makedirs(os.path.dirname(folder), exist_ok=True)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.move(tree, folder)


def kernel():
    """The folder of modules of the kernel, fetched when there is none yet."""
    folder = cache_folder()
    if not modules_in(folder):
        fetch_kernel(folder)
    return modules_in(folder)


def insertion_order(modules):
    out = []
    base, version = modules.removesuffix("/usr/lib/modules/" + os.path.basename(modules)), \
        os.path.basename(modules)
    for name in DEVICE_MODULES:
        done = subprocess.run(["modprobe", "-d", base + "/usr", "-S", version, "--show-depends",
                               name], capture_output=True, text=True)
        for line in done.stdout.split("\n"):
            if line.startswith("insmod ") and line.split()[1] not in out:
                out.append(line.split()[1])
    return out


def make_initramfs(modules, path):
    """Busybox, what is needed to reach the shared files, and init."""
    with tempfile.TemporaryDirectory(prefix="weft-initramfs-") as work:
        for name in ("bin", "proc", "sys", "dev", "modules", "new"):
            os.makedirs(os.path.join(work, name))
        shutil.copy(shutil.which("busybox"), os.path.join(work, "bin/busybox"))
        os.symlink("busybox", os.path.join(work, "bin/sh"))
        shutil.copy(os.path.join(HERE, "init.sh"), os.path.join(work, "init"))
        os.chmod(os.path.join(work, "init"), 0o755)
        for n, module in enumerate(insertion_order(modules)):
            plain = os.path.join(work, "modules", f"{n:02}.ko")
            with open(plain, "wb") as out:
                tool = ["xz", "-dc"] if module.endswith(".xz") else ["cat"]
                subprocess.run([*tool, module], stdout=out, check=True)
        names = run("find", ".", cwd=work)
        with open(path, "wb") as out:
            subprocess.run(["cpio", "-o", "-H", "newc", "--quiet"], input=names.encode(), cwd=work,
                           stdout=out, check=True)


def need():
    """Unavailable where a program is missing."""
    missing = sorted({package for name, package in PROGRAMS.items() if not shutil.which(name)})
    if missing:
        raise Unavailable("not installed: " + " ".join(missing))


def qemu(modules, initramfs, share, cpus, megabytes):
    path = os.path.join(modules, "vmlinuz")
    words = ["console=ttyS0", "quiet", "loglevel=4", "panic=-1", "mitigations=off", "audit=0",
             "tsc=reliable", "vm.modules=" + modules.lstrip("/")]
    return ["qemu-system-x86_64", "-M", "q35", "-vga", "none",
            "-accel", "tcg,thread=multi,tb-size=256", "-cpu", "max", "-smp", str(cpus),
            "-m", str(megabytes), "-nodefaults", "-display", "none", "-no-reboot",
            "-serial", "stdio", "-kernel", path, "-initrd", initramfs, "-append", " ".join(words),
            "-fsdev", "local,id=f0,path=/,security_model=none,readonly=on,multidevs=remap",
            "-device", "virtio-9p-pci,fsdev=f0,mount_tag=hostroot",
            "-fsdev", f"local,id=f1,path={share},security_model=none",
            "-device", "virtio-9p-pci,fsdev=f1,mount_tag=share",
            "-device", "isa-debug-exit,iobase=0xf4,iosize=0x1"]


def boot(command, share, seconds=300, cpus=2, megabytes=1024, environment=None):
    """Runs the shell text `command` in /share, which is `share` here. Its exit status; 124 when the
    time was over; 125 when the machine ended without telling one."""
    need()
    modules = kernel()
    exports = "".join(f"export {name}={shlex.quote(value)}\n"
                      for name, value in (environment or {}).items())
    with open(os.path.join(share, "job.sh"), "w") as out:
        out.write(exports + command + "\n")
    code = os.path.join(share, "code")
    if os.path.exists(code):
        os.remove(code)
    with tempfile.TemporaryDirectory(prefix="weft-vm-") as work:
        initramfs = os.path.join(work, "initramfs")
        make_initramfs(modules, initramfs)
        argv = qemu(modules, initramfs, share, cpus, megabytes)
        try:
            ended = subprocess.run(argv, stdin=subprocess.DEVNULL, timeout=seconds).returncode
        except subprocess.TimeoutExpired:
            return 124
    # isa-debug-exit ends QEMU with 2v + 1: init writes 16 for 0 and 17 for any other status. Never
    # 0, which would look like QEMU's own 1, an error at its start.
    if ended == 33:
        return 0
    if ended == 35 and os.path.exists(code):
        with open(code) as file:
            return int(file.read()) or 1
    return 125


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--folder", help="what is /share there (default: a new one)")
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    asked = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory(prefix="weft-share-") as share:
            sys.exit(boot(shlex.join(asked.command), asked.folder or share, asked.seconds))
    except Unavailable as why:
        print(f"vm: {why}", file=sys.stderr)
        sys.exit(77)


if __name__ == "__main__":
    main()
