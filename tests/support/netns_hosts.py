"""A few hosts on one machine: a network namespace and a host name each, joined by a management
bridge (eth0) and a fabric bridge (rail0). For tests of what crosses a network. Needs root."""

import contextlib
import os
import shutil
import subprocess

import weft_test as t


def ip(*arguments):
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


def available():
    """Why it cannot be made here, or ''."""
    if os.geteuid() != 0:
        return "needs root to make network namespaces"
    if not shutil.which("ip"):
        return "no ip command (iproute2)"
    probe = subprocess.run(["ip", "netns", "add", "wt-probe"], capture_output=True, text=True)
    subprocess.run(["ip", "netns", "del", "wt-probe"], capture_output=True)
    return "" if probe.returncode == 0 else "no network namespaces: " + probe.stderr.strip()


class Hosts:
    """hosts: names; host n has 192.0.2.(10+n) on eth0 and 198.51.100.(10+n) on rail0. Commands run
    in the first one's namespace: it is the machine that the operator sits at."""

    def __init__(self, path, names):
        self.path, self.names = path, names
        self.prefix = f"wt{os.getpid()}-"
        self.agent = os.path.join(path, "agent")
        with open(self.agent, "w") as out:
            out.write("#!/bin/sh\n# AGENT HOST COMMAND...: as ssh would, but into a namespace.\n"
                      "h=${1#*@}; shift\n"
                      f"[ -e /run/netns/{self.prefix}$h ] || "
                      "{ echo \"agent: no host $h\" >&2; exit 255; }\n"
                      f"exec ip netns exec {self.prefix}$h unshare --uts "
                      "sh -c \"hostname $h; $*\"\n")
        os.chmod(self.agent, 0o755)

    def up(self):
        ip("netns", "add", self.prefix + "sw")
        for bridge in ("mgmt", "rail"):
            ip("-n", self.prefix + "sw", "link", "add", bridge, "type", "bridge")
            ip("-n", self.prefix + "sw", "link", "set", bridge, "up")
        for n, name in enumerate(self.names):
            ns = self.prefix + name
            ip("netns", "add", ns)
            ip("-n", ns, "link", "set", "lo", "up")
            for device, bridge, net in (("eth0", "mgmt", "192.0.2."),
                                        ("rail0", "rail", "198.51.100.")):
                peer = f"{bridge}{n}"
                ip("link", "add", "name", device, "netns", ns, "type", "veth",
                   "peer", "name", peer, "netns", self.prefix + "sw")
                ip("-n", ns, "address", "add", f"{net}{10 + n}/24", "dev", device)
                ip("-n", ns, "link", "set", device, "up")
                ip("-n", self.prefix + "sw", "link", "set", peer, "master", bridge, "up")

    def down(self):
        for name in [*self.names, "sw"]:
            subprocess.run(["ip", "netns", "del", self.prefix + name], capture_output=True)

    def command(self, *arguments):
        """The argument vector that runs `arguments` on the first host."""
        return ["ip", "netns", "exec", self.prefix + self.names[0], "unshare", "--uts", "sh", "-c",
                f"hostname {self.names[0]}; exec \"$@\"", "x", *arguments]


@contextlib.contextmanager
def hosts(path, *names):
    made = Hosts(path, names)
    try:
        made.up()
        yield made
    finally:
        made.down()
