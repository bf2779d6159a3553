"""weft hosts: what a host list means, and what would stop a launch on it (dx-h17, hl-h05)."""

import json
import os
import tempfile

from program import SOURCE, check, check_equal, finish, weft


def case(name):
    return os.path.join(SOURCE, "tests/cases", name)


def names(said):
    return [host["host"] for host in json.loads(said.out)["hosts"]]


said = weft("hosts", case("hl-h01.txt"), "--json")
check_equal("hl-h01", names(said), ["gpu001", "gpu002", "gpu003", "gpu004", "gpu007", "login2",
                                    "su2-n8", "su2-n9", "su2-n10", "su2-n11"], said)
said = weft("hosts", case("hl-h03.txt"))
check("hl-h03 is refused, all lines", said.code == 2 and said.out == "" and
      all(f"hl-h03.txt:{line}:" in said.err for line in range(1, 9)), said)
said = weft("hosts", case("hl-h03.txt"), "--json")
document = json.loads(said.out)
check("a refused list as JSON", said.code == 2 and document["hosts"] == [] and
      document.get("endpoints") is None and len(document["problems"]) == 9, said)
said = weft("hosts", case("hl-h04.txt"))
check("hl-h04 flags the MPICH line",
      said.code == 0 and "hl-h04.txt:6:7: 'gpu-03:2'" in said.err, said)
for file in ["hl-h05.hostfile.txt", "hl-h05.host-arg.txt"]:
    said = weft("hosts", case(file))
    check(f"{file} must not be launched", said.code == 1 and
          "orte_keep_fqdn_hostnames" in said.err and said.out.count("\ngpu-01.hall-") == 2, said)
    check_equal(f"{file} with Open MPI 5", weft("hosts", case(file), "--open-mpi", "5").code, 0)
said = weft("hosts", case("hl-h06.ini") + "@fabric", "--json")
check_equal("hl-h06, one group", len(names(said)), 11, said)
check_equal("--group", names(weft("hosts", case("hl-h06.ini"), "--group", "fabric", "--json")),
            names(said))

said = weft("hosts", case("dx-h17.hostfile.txt"), "--ranks", "24")
check("dx-h17: too many ranks", said.code == 1 and
      "24 ranks asked, 16 slots given (hgx-01, hgx-02: 8 slots each)" in said.err, said)
check_equal("16 ranks fit", weft("hosts", case("dx-h17.hostfile.txt"), "--ranks", "16").code, 0)
said = weft("hosts", case("dx-h17.hostfile.txt"), "--ranks-per-host", "9")
check("9 on each do not", said.code == 1 and "hgx-01, hgx-02: 8 slots each" in said.err, said)

said = weft("hosts", "localhost:4")
check("a list as a word", said.code == 0 and "1 host, 4 endpoints" in said.out, said)
said = weft("hosts", "-oProxyCommand=x")
check("no option for ssh", said.code == 2, said)
said = weft("hosts", "--", "-oProxyCommand=x")
check("no option for ssh, as a word", said.code == 2 and "starts with '-'" in said.err, said)
said = weft("hosts", "nosuch.txt")
check("a missing file", said.code == 2 and "no file 'nosuch.txt'" in said.err, said)

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "hosts")
    with open(path, "wb") as file:
        file.write(b"gpu-\x1bc slots=8\n\xff\xfe\x00 slots=x\n")
    said = weft("hosts", path)
    check("bytes are escaped",
          said.code == 2 and "\x1b" not in said.err and "\\x1b" in said.err, said)
finish()
