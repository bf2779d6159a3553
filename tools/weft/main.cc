// The program: a table of subcommands, each declared by its own file.

#include <fcntl.h>

#include <sstream>

#include "command.h"
#include "help.h"

namespace weft {
namespace {

int run(int argc, char** argv) {
  auto words = known_words(std::vector<std::string>(argv + 1, argv + argc));
  if (!words) return complain(words.error());
  Actions actions;
  const auto app = make_app(words->front(), actions);
  try {
    std::reverse(words->begin(), words->end());  // CLI11 takes them from the back
    app->parse(std::move(*words));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {  // --help, --version
      std::ostringstream text;
      app->exit(error, text, text);
      return print_result(text.str());
    }
    return complain(parse_problem(*app, error));
  }
  for (const auto& [sub, action] : actions)
    if (sub->parsed()) return action();
  return exit_code::bad_request;
}

}  // namespace
}  // namespace weft

// A stream that was closed before we began must not become a file of ours: the result would be
// written into it. Opened for reading only, so that writing to it fails and is told.
static void fill_closed_streams() {
  for (int fd = 0; fd <= 2; ++fd)
    if (::fcntl(fd, F_GETFD) < 0) (void)::open("/dev/null", O_RDONLY);
}

int main(int argc, char** argv) {
  fill_closed_streams();
  return weft::run(argc, argv);
}
