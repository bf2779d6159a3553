"""Hosts with a RoCE v2 device each, inside the virtual machine: namespaces on a leaf-spine of
namespaces (two leaves, one spine), a management bridge beside it, and rxe on each host's rail.

    host1 host2      host3 host4        rail: 10.1.0.1, .2; 10.2.0.3, .4 (MTU 4200)
      \\   /            \\   /
      leaf1 -- spine -- leaf2           management: 192.0.2.1 to .4 on eth0
"""

import os
import subprocess

NAMES = ["host1", "host2", "host3", "host4"]
# In a namespace of its own a device shows no counters: those of the machine's own view are put over
# it, as they are on a host that has the whole machine.
SEE = "mount --bind /run/sys/devices/virtual/infiniband /sys/devices/virtual/infiniband; "


def sh(text, check=True, timeout=60):
    done = subprocess.run(["sh", "-ec", text], capture_output=True, text=True, timeout=timeout)
    assert not check or done.returncode == 0, f"{text}\n{done.stdout}{done.stderr}"
    return done.stdout


def rail_address(n):
    return f"10.{1 + (n - 1) // 2}.0.{n}"


def on(host, *argv):
    """The argument vector that runs `argv` on a host, which has its own name."""
    return ["ip", "netns", "exec", host, "unshare", "--uts", "sh", "-c",
            f"{SEE}hostname {host}; exec \"$@\"", "x", *argv]


def link(one, device, other, peer, mtu=4200):
    sh(f"ip link add {device} netns {one} mtu {mtu} type veth peer name {peer} netns {other} "
       f"mtu {mtu}; ip -n {one} link set {device} up; ip -n {other} link set {peer} up")


def up(path):
    """Everything; the agent that reaches a host is written into `path`."""
    sh("mkdir -p /run/sys; mount --bind /sys /run/sys")
    sh("modprobe -a rdma_rxe ib_umad veth bridge sch_netem sch_red sch_htb")
    for name in [*NAMES, "leaf1", "leaf2", "spine", "office"]:
        sh(f"ip netns add {name}; ip -n {name} link set lo up; "
           f"ip netns exec {name} sysctl -qw net.ipv4.ip_forward=1")
    sh("ip -n office link add mgmt type bridge; ip -n office link set mgmt up")
    for n, name in enumerate(NAMES, 1):
        leaf = f"leaf{1 + (n - 1) // 2}"
        # A GID's interface is told by name in every namespace, so each has a name of its own.
        link(name, f"rail{n}", leaf, f"down{n}")
        sh(f"ip -n {name} address add {rail_address(n)}/32 dev rail{n}; "
           f"ip -n {name} route add 169.254.0.1 dev rail{n}; "
           f"ip -n {name} route add 10.0.0.0/8 via 169.254.0.1 dev rail{n}; "
           f"ip -n {leaf} address add 169.254.0.1/32 dev down{n}; "
           f"ip -n {leaf} route add {rail_address(n)} dev down{n}")
        link(name, "eth0", "office", f"m{n}", 1500)
        sh(f"ip -n {name} address add 192.0.2.{n}/24 dev eth0; "
           f"ip -n office link set m{n} master mgmt")
        sh(f"ip netns exec {name} rdma link add rxe{n} type rxe netdev rail{n}")
    for n, leaf in enumerate(["leaf1", "leaf2"], 1):
        link(leaf, "uplink", "spine", f"to{n}")
        sh(f"ip -n {leaf} address add 172.16.{n}.1/30 dev uplink; "
           f"ip -n spine address add 172.16.{n}.2/30 dev to{n}; "
           f"ip -n {leaf} route add default via 172.16.{n}.2; "
           f"ip -n spine route add 10.{n}.0.0/24 via 172.16.{n}.1")
    agent = os.path.join(path, "agent")
    with open(agent, "w") as out:
        out.write("#!/bin/sh\n# AGENT HOST COMMAND...: as ssh would, but into a namespace.\n"
                  "h=${1#*@}; shift\n"
                  "[ -e /run/netns/$h ] || { echo \"agent: no host $h\" >&2; exit 255; }\n"
                  f"exec ip netns exec $h unshare --uts sh -c \"{SEE}hostname $h; $*\"\n")
    os.chmod(agent, 0o755)
    return agent


def counter(n, name, folder="hw_counters"):
    with open(f"/sys/class/infiniband/rxe{n}/ports/1/{folder}/{name}") as file:
        return int(file.read())
