// weft completion bash|zsh: what to source so that the shell completes command lines of weft.
//
// The shells' parts are small: they ask `weft completion words -- WORD...`, which knows the command
// table, so that they never grow stale.

#include <fmt/format.h>

#include "command.h"
#include "complete_words.h"

namespace weft {
namespace {

constexpr std::string_view bash_script =
    R"sh(# weft(1) completion for bash. Use: source <(weft completion bash)
_weft() {
  local line cur=${COMP_WORDS[COMP_CWORD]}
  [[ $cur == '=' ]] && cur=
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o filenames 2>/dev/null
      local IFS=$'\n'
      COMPREPLY+=($(compgen -f -- "$cur"))
    else
      COMPREPLY+=("$line")
    fi
  done < <("${COMP_WORDS[0]}" completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _weft weft
)sh";

constexpr std::string_view zsh_script = R"sh(#compdef weft
# weft(1) completion for zsh. Use: source <(weft completion zsh), or keep it as _weft in fpath.
_weft() {
  local -a found
  found=(${(f)"$("${words[1]}" completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( ${found[(I):files]} )); then
    _files
    found=(${found:#:files})
  fi
  (( ${#found} )) && compadd -- $found
}
if [[ ${zsh_eval_context[-1]} == loadautofunc ]]; then _weft "$@"; else compdef _weft weft; fi
)sh";

struct Options {
  std::string shell;
  std::vector<std::string> words;
};

int run(const Options& options) {
  if (options.shell == "bash") return print_result(bash_script);
  if (options.shell == "zsh") return print_result(zsh_script);
  const Completion completion = complete_words(options.words);
  std::string out;
  for (const std::string& word : completion.words) out += word + "\n";
  if (completion.files) out += ":files\n";
  return print_result(out);
}

std::function<int()> declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("SHELL", options->shell, "For which shell")
      ->required()
      ->check([](const std::string& shell) {
        const bool known = shell == "bash" || shell == "zsh" || shell == "words";
        return known ? std::string() : "there is completion for bash and zsh, not for " + shell;
      })
      ->type_name("{bash,zsh}");
  app.add_option("WORD", options->words, "")->group("");  // of a line that a shell asks about
  return [options] { return run(*options); };
}

}  // namespace

namespace commands {
extern const CommandSpec completion = {
    .summary = "Prints what makes bash or zsh complete command lines of weft",
    .declare = declare,
    .example = "source <(weft completion bash)\nweft completion zsh > ~/.zfunc/_weft"};
}

}  // namespace weft
