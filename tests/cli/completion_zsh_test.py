"""Completion in zsh: what a person sees after Tab."""

import shutil

from program import finish, skip
from terminal import complete_in

if not shutil.which("zsh"):
    skip("zsh is not installed")
complete_in("zsh", ["zsh", "-f", "-i"],
            "unsetopt zle_bracketed_paste; LISTMAX=0; COLUMNS=200; autoload -U compinit; "
            "compinit -u -D; source <(weft completion zsh)")
finish()
