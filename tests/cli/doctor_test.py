"""weft doctor: on this machine, and on made-up ones under --root."""

import json
import os
import tempfile

from program import check, check_equal, finish, weft

VERDICTS = ["pass", "skip", "warn", "unknown", "fail"]
CODES = {"pass": 0, "skip": 0, "warn": 0, "unknown": 3, "fail": 1}

GOOD = {
    "usr/bin/ssh": "", "usr/bin/srun": "", "tmp/": "",
    "usr/sbin/ip": "", "usr/lib/frr/bgpd": "", "usr/sbin/lldpd": "",
    "sys/class/infiniband/mlx5_0/ports/1/state": "4: ACTIVE\n",
    "sys/class/infiniband/mlx5_0/ports/1/rate": "400 Gb/sec (4X NDR)\n",
    "sys/class/net/eth0/operstate": "up\n", "sys/class/net/eth0/speed": "10000\n",
    "sys/class/net/lo/operstate": "unknown\n",
    "proc/driver/nvidia/version": "NVRM version\n",
    "usr/lib/x86_64-linux-gnu/libcuda.so.1": "", "usr/lib/x86_64-linux-gnu/libnccl.so.2": "",
    "usr/lib/x86_64-linux-gnu/libnvidia-ml.so.1": "",
    "proc/self/limits": "Limit               Soft Limit  Hard Limit  Units\n"
                        "Max open files      65536       65536       files\n"
                        "Max locked memory   unlimited   unlimited   bytes\n",
    "proc/self/status": "Name:\tweft\nCpus_allowed_list:\t0-111\n",
    "sys/devices/system/cpu/online": "0-111\n", "sys/devices/system/node/online": "0-1\n",
    "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": "performance\n",
    "proc/sys/kernel/numa_balancing": "0\n",
    "sys/devices/system/clocksource/clocksource0/current_clocksource": "tsc\n",
    "proc/meminfo": "MemTotal: 1 kB\nHugePages_Total:      16\n",
    "sys/kernel/mm/transparent_hugepage/enabled": "always [madvise] never\n",
    "proc/sys/kernel/yama/ptrace_scope": "0\n",
    "proc/mounts": "tmpfs /dev/shm tmpfs rw,nosuid,size=33554432k 0 0\n",
}


def examine(changes):
    """The rows of a machine that is GOOD but for `changes`; None takes a file away."""
    with tempfile.TemporaryDirectory() as root:
        for path, text in {**GOOD, **changes}.items():
            if text is None:
                continue
            full = os.path.join(root, path)
            os.makedirs(full if path.endswith("/") else os.path.dirname(full), exist_ok=True)
            if not path.endswith("/"):
                with open(full, "w") as file:
                    file.write(text)
        said = weft("doctor", "--root", root, "--json")
        document = json.loads(said.out)
        rows = {row["id"]: row for row in document["rows"]}
        check_equal(f"exit code of {changes}", said.code, CODES[document["verdict"]], said)
        worst = max(VERDICTS.index(row["verdict"]) for row in rows.values())
        check_equal(f"verdict of {changes}", document["verdict"], VERDICTS[worst], said)
        return rows


rows = examine({})
check_equal("a good machine", {id: row["verdict"] for id, row in rows.items()
                               if row["verdict"] != "pass"}, {"mpirun": "warn", "backend": "warn"})
check_equal("its lab", rows["lab"]["found"], "FRR and lldpd")
APPARMOR = "proc/sys/kernel/apparmor_restrict_unprivileged_userns"
for changes, what in (({APPARMOR: "1\n"}, "AppArmor"),
                      ({"proc/sys/user/max_user_namespaces": "0\n"}, "max_user_namespaces"),
                      ({"usr/lib/frr/bgpd": None}, "install frr")):
    row = examine(changes)["lab"]
    check(f"a lab with {what}", row["verdict"] == "skip" and what in row["cost"], row)
check_equal("its RDMA device", rows["rdma"]["found"], "mlx5_0 (400 Gb/sec)")
check_equal("its interface", rows["interfaces"]["found"], "eth0 10 Gb/s")
check_equal("its CPUs", rows["cpus"]["found"], "112 of 112 may be used")
check_equal("its shared memory", rows["shared-memory"]["found"], "32 GiB free of 32 GiB")

LIMITS = GOOD["proc/self/limits"]
STATE = "sys/class/infiniband/mlx5_0/ports/1/state"
for id, verdict, part, changes in [
    ("ssh", "warn", "openssh-client", {"usr/bin/ssh": None}),
    ("slurm", "skip", "mpirun over ssh", {"usr/bin/srun": None}),
    ("mpirun", "unknown", "mpirun --version", {"usr/bin/mpirun": ""}),
    ("rdma", "warn", "down", {STATE: "1: DOWN\n"}),
    ("rdma", "skip", "RoCE is not measured", {STATE: None, STATE[:-5] + "rate": None}),
    ("gpu", "warn", "NCCL", {"usr/lib/x86_64-linux-gnu/libnccl.so.2": None}),
    ("gpu", "skip", "not measured", {"usr/lib/x86_64-linux-gnu/libcuda.so.1": None,
                                     "proc/driver/nvidia/version": None}),
    ("memlock", "warn", "Cannot allocate memory",
     {"proc/self/limits": LIMITS.replace("unlimited", "8388608  ")}),
    ("memlock", "unknown", "", {"proc/self/limits": None}),
    ("open-files", "warn", "enough for about 960",
     {"proc/self/limits": LIMITS.replace("65536", "1024 ")}),
    ("cpus", "warn", "More than 8 workers", {"proc/self/status": "Cpus_allowed_list:\t0-7\n"}),
    ("cpus", "warn", "More than 2 workers", {"sys/fs/cgroup/cpu.max": "200000 100000\n"}),
    ("cpus", "pass", "", {"sys/fs/cgroup/cpu.max": "max 100000\n"}),
    ("cpus", "unknown", "", {"sys/devices/system/cpu/online": "0-x\n"}),
    ("governor", "warn", "latency", {"sys/devices/system/cpu/cpu0/cpufreq/scaling_governor":
                                     "powersave\n"}),
    ("numa", "warn", "numa_balancing=0", {"proc/sys/kernel/numa_balancing": "1\n"}),
    ("numa", "unknown", "", {"sys/devices/system/node/online": None}),
    ("clock", "warn", "microsecond",
     {"sys/devices/system/clocksource/clocksource0/current_clocksource": "hpet\n"}),
    ("clock", "unknown", "",
     {"sys/devices/system/clocksource/clocksource0/current_clocksource": None}),
    ("ptrace", "warn", "CMA", {"proc/sys/kernel/yama/ptrace_scope": "1\n"}),
    ("ptrace", "pass", "", {"proc/sys/kernel/yama/ptrace_scope": None}),
    ("shared-memory", "warn", "--shm-size",
     {"proc/mounts": "tmpfs /dev/shm tmpfs rw,size=65536k 0 0\n"}),
    ("shared-memory", "unknown", "", {"proc/mounts": None}),
    ("huge-pages", "unknown", "", {"proc/meminfo": None}),
    ("temporary", "fail", "TMPDIR", {"tmp/": None}),
    ("interfaces", "skip", "", {"sys/class/net/eth0/operstate": "down\n"}),
]:
    row = examine(changes)[id]
    check(f"{id} is {verdict} when {changes}", row["verdict"] == verdict and part in
          row["cost"] + row["found"], row)

said = weft("doctor")
check("on this machine", said.code in (0, 1, 3) and "clock" in said.out and said.err == "", said)
check("it fits", max(map(len, said.out.split("\n"))) <= 100, said)
check_equal("no such root", weft("doctor", "--root", "/nonexistent").code, 2)
with tempfile.TemporaryDirectory() as empty:
    check_equal("nothing can be seen", weft("doctor", "--root", empty).code, 1)  # no /tmp there
finish()
