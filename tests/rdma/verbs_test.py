"""RDMA on a real device: one virtual machine (vm.py) runs all of inside.py."""

import os
import shutil
import sys

import vm
import weft_test as t

HERE = os.path.dirname(os.path.abspath(__file__))
NEEDS = {"rdma": "iproute2", "mpirun": "openmpi-bin", "tcpdump": "tcpdump"}
TIME = 900  # bounds it on a busy machine

try:
    vm.need()
    vm.kernel()
except vm.Unavailable as why:
    t.skip(str(why))
missing = sorted({package for name, package in NEEDS.items() if not shutil.which(name)})
if not os.path.exists("/usr/lib/x86_64-linux-gnu/libibverbs/librxe-rdmav34.so"):
    missing.append("ibverbs-providers")
if missing:
    t.skip("not installed: " + " ".join(missing))
if not os.path.exists(os.path.join(os.path.dirname(t.WEFT), "lib/weft/backend_verbs.so")):
    t.skip("weft was built without libibverbs (libibverbs-dev)")

with t.folder() as share:
    code = vm.boot(f"exec /usr/bin/python3 -B {HERE}/inside.py {' '.join(sys.argv[1:])}", share,
                   TIME, environment={"WEFT": t.WEFT, "WEFT_SOURCE": t.SOURCE,
                                      "PYTHONPATH": os.environ["PYTHONPATH"]})
if code == 124:
    print(f"not over within {TIME} s")
sys.exit(code)
