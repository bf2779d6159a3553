"""Completion in bash: what its function offers, and what a person sees after Tab."""

import os
import subprocess
import tempfile

from program import check, check_equal, finish, weft
from terminal import ENVIRONMENT, LINES, complete_in


def in_bash():
    """Each line is cut as readline cuts it, then the function that bash would call is called."""
    script = """
source <(weft completion bash) || exit 1
while IFS= read -r line; do
  blank=; [[ $line == *' ' ]] && blank=yes
  read -ra COMP_WORDS <<<"${line//=/ = }"
  [[ $blank ]] && COMP_WORDS+=("")
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$line COMP_POINT=${#line}
  spec=($(complete -p weft)); "${spec[2]}"
  printf '%s|' "${COMPREPLY[@]}"; echo
done
"""
    with tempfile.TemporaryDirectory() as empty:
        open(os.path.join(empty, "some_file"), "w").close()
        done = subprocess.run(["bash", "--norc", "-c", script], text=True, capture_output=True,
                              input="".join(line + "\n" for line, _ in LINES), env=ENVIRONMENT,
                              cwd=empty, timeout=60)
    offered = [line.split("|")[:-1] for line in done.stdout.split("\n")[:-1]]
    check_equal("bash: nothing on stderr", done.stderr, "")
    for (line, wanted), got in zip(LINES, offered, strict=True):
        check_equal(f"bash: {line!r}", sorted(got), wanted)


check("the scripts", all("completion words" in weft("completion", shell).out for shell in
                         ("bash", "zsh")))
said = weft("completion", "tcsh")
check("another shell", said.code == 2 and "bash and zsh" in said.err, said)
said = weft("completion", "words", "--", "")
check("hidden subcommands stay hidden", "worker" not in said.out and "doctor\n" in said.out, said)
for words in (["\x1b"], ["--"], ["hosts", "--ranks"], [""] * 50, ["-"], ["=", "="]):
    check_equal(f"odd words {words[:3]}", weft("completion", "words", "--", *words).code, 0)

in_bash()
complete_in("bash", ["bash", "--norc", "--noprofile", "-i"],
            "bind 'set show-all-if-ambiguous on'; bind 'set enable-bracketed-paste off'; "
            "source <(weft completion bash)")
finish()
