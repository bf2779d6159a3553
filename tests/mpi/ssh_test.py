"""Hosts behind real sshd: two namespaces, each with its own host name and its own sshd."""

import os
import shutil
import subprocess
import time

import netns_hosts
import weft_test as t

SSHD = "/usr/sbin/sshd"

if not shutil.which("mpirun"):
    t.skip("no mpirun")
if not os.path.exists(SSHD):
    t.skip("no sshd (openssh-server)")
if netns_hosts.available():
    t.skip(netns_hosts.available())


class Daemons:
    """An sshd on each host; ssh -F config reaches them by name."""

    def __init__(self, made, path):
        self.made, self.processes = made, {}
        self.config = os.path.join(path, "ssh_config")
        key, host_key = os.path.join(path, "key"), os.path.join(path, "host_key")
        for file in (key, host_key):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file], check=True)
        with open(self.config, "w") as out:
            for n, name in enumerate(made.names):
                out.write(f"Host {name}\n  HostName 192.0.2.{10 + n}\n")
            out.write(f"Host *\n  User root\n  IdentityFile {key}\n  IdentitiesOnly yes\n"
                      "  StrictHostKeyChecking no\n  UserKnownHostsFile /dev/null\n"
                      "  LogLevel ERROR\n")
        os.makedirs("/run/sshd", exist_ok=True)
        for name in made.names:
            self.processes[name] = subprocess.Popen(
                ["ip", "netns", "exec", made.prefix + name, "unshare", "--uts", "sh", "-c",
                 f"hostname {name}; exec \"$@\"", "x", SSHD, "-D", "-e", "-f", "/dev/null", "-p",
                 "22", "-h", host_key, "-o", f"AuthorizedKeysFile={key}.pub", "-o",
                 "StrictModes=no", "-o", "UsePAM=no", "-o", "PidFile=none"],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for name in made.names:
            t.until(lambda: self.ssh(name, "true").returncode == 0, 15, f"sshd of {name}")

    def ssh(self, name, *command):
        return subprocess.run(["ip", "netns", "exec", self.made.prefix + self.made.names[0], "ssh",
                               "-F", self.config, name, *command], capture_output=True, text=True)

    def end(self, *names):
        for name in names or list(self.processes):
            process = self.processes.pop(name, None)
            if process:
                process.terminate()
                process.wait(timeout=10)


def run(made, daemons, path, out):
    argv = [t.WEFT, "run", t.suite(path, t.step(id="first", round_time="30ms", min_hosts=2)),
            "--hosts", "node1:1,node2:1,node3:1", "--quiet", "--force", "--agent",
            f"ssh -F {daemons.config}", "--control-net", "192.0.2.0/24", "--fabric-net",
            "198.51.100.0/24", "--out", os.path.join(path, out)]
    return subprocess.run(made.command(*argv), capture_output=True, text=True, timeout=120)


def test_a_cluster_over_ssh_and_one_whose_sshd_refuses():
    with t.folder() as path, netns_hosts.hosts(path, "node1", "node2", "node3") as made:
        daemons = Daemons(made, path)
        try:
            done = run(made, daemons, path, "all")
            document = t.run_json(os.path.join(path, "all"))
            assert document["complete"], done
            between = [j for j in document["judgements"] if j["class"] == "between hosts"]
            assert between[0]["flows_measured"] == 6, (between, done)
            daemons.end("node3")
            time.sleep(0.2)
            done = run(made, daemons, path, "two")
            document = t.run_json(os.path.join(path, "two"))
            assert done.returncode == 1, done
            events = [e for s in document["steps"] for e in s["events"] if e["subject"] == "node3"]
            assert "Connection refused" in events[0]["what"], events
            assert any(f["subject"] == "node3" and f["verdict"] == "fail"
                       for f in document["findings"]), document["findings"]
        finally:
            daemons.end()


t.main(globals())
