"""weft measure: one step without a suite file, with the options of `weft run`."""

import json
import os
import tempfile

from program import check, check_equal, finish, weft


def measured(*words):
    with tempfile.TemporaryDirectory(prefix="weft-test-") as path:
        said = weft("measure", *words, "--dry-run", "--json", cwd=path)
        check_equal(f"{words[0]} leaves nothing behind", os.listdir(path), [], said)
        return said


for words, pattern in ((("pairs", "--size", "8", "--size", "64KiB"), "pairs"),
                       (("latency",), "pairs"), (("ring", "--duplex"), "ring"),
                       (("loopback", "--transport", "verbs", "--hosts", "a,b"), "neighbours")):
    said = measured(*words)
    check_equal(f"{words} can be planned", said.code, 0, said)
    text = json.dumps(json.loads(said.out)) if said.code == 0 else ""
    check(f"{words[0]} runs the pattern {pattern}", f'"{pattern}"' in text, said)

said = measured("loopback")
check("loopback needs verbs", said.code == 2 and "--transport verbs" in said.err, said)
said = measured("pairs", "--op", "read", "--transport", "verbs", "--qps", "0")
check("a wrong value is the suite reader's to say",
      said.code == 2 and "queue_pairs: expected a whole number from 1 to 1024" in said.err, said)
said = measured("pairs", "--no-such-option")
check("an option of neither is refused", said.code == 2 and "no-such-option" in said.err, said)
said = weft("measure", "everything")
check("an unknown pattern is refused with those there are", said.code == 2 and "incast" in said.err,
      said)

finish()
