#!/usr/bin/python3
"""run.py PROGRAM CORPUS: runs a libFuzzer program for WEFT_FUZZ_SECONDS (10), from CORPUS.

New inputs go to a folder of the build, crashes too; their path is printed.
"""

import os
import subprocess
import sys
from pathlib import Path


def main(program, corpus):
    program, corpus = Path(program), Path(corpus)
    grown = program.parent / f"{program.name}_corpus"
    grown.mkdir(exist_ok=True)
    seconds = os.environ.get("WEFT_FUZZ_SECONDS", "10")
    folders = [str(folder) for folder in (grown, corpus) if folder.is_dir()]
    dictionary = corpus.with_suffix(".dict")
    words = [f"-dict={dictionary}"] if dictionary.exists() else []
    return subprocess.run(
        [str(program), f"-max_total_time={seconds}", "-max_len=4096", "-timeout=10",
         "-entropic=0",  # its bookkeeping took most of the time
         "-rss_limit_mb=1024", "-print_final_stats=1", f"-artifact_prefix={grown}/crash-", *words,
         *folders], env={**os.environ, "ASAN_OPTIONS": "allocator_may_return_null=1"}).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
