// A machine behind the user's own ssh. The far side hands the words to a shell, so each is quoted.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/process.h"
#include "base/text.h"
#include "host/host.h"

namespace weft {

std::string bad_host_name(std::string_view name) {
  if (name.empty()) return "is empty";
  if (name.size() > 255) return "is longer than 255 bytes";
  if (name.front() == '-') return "begins with '-', which ssh reads as an option";
  for (const char c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) &&
        std::string_view("._-:@%").find(c) == std::string::npos)
      return fmt::format("holds '{}', which no host name does", printable({&c, 1}));
  return "";
}

namespace {

// For a POSIX shell: 'it'\''s'.
std::string shell_word(std::string_view word) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) ||
           std::string_view("._-+=:@,/").find(c) != std::string::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return std::string(word);
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

class SshHost : public Host {
 public:
  SshHost(std::string name, HostOptions options)
      : name_(std::move(name)), options_(std::move(options)) {}

  std::string name() const override { return name_; }

  Result<std::optional<Answer>> run(const Request& request) override {
    std::vector<std::string> words = request.argv;
    if (request.needs_root && options_.sudo) words.insert(words.begin(), {"sudo", "-n"});
    WEFT_TRY(Answer answer, ask(words, request.timeout));
    // 127 is the shell's "command not found", 1 of sudo's ends with those words.
    if (answer.status == 127) return std::optional<Answer>();
    answer.from = name_ + ": " + join(request.argv, " ");
    return answer;
  }

  Result<std::optional<Answer>> read(const std::string& path) override {
    WEFT_TRY(Answer answer, ask({"cat", "--", path}, std::chrono::seconds(20)));
    if (answer.status != 0 && answer.error.find("No such file") != std::string::npos)
      return std::optional<Answer>();
    answer.from = name_ + ": " + path;
    return answer;
  }

  Result<std::optional<std::vector<std::string>>> list(const std::string& path) override {
    WEFT_TRY(const Answer answer, ask({"ls", "-1", "--", path}, std::chrono::seconds(20)));
    if (answer.status != 0) return std::optional<std::vector<std::string>>();
    std::vector<std::string> names;
    for (const auto line : lines(answer.text))
      if (!line.empty()) names.emplace_back(line);
    return names;
  }

 private:
  std::vector<std::string> ssh_words() const {
    std::vector<std::string> words = {
        "ssh",
        "-T",
        "-o",
        "BatchMode=yes",
        "-o",
        fmt::format("ConnectTimeout={}",
                    std::max<std::int64_t>(1, std::chrono::duration_cast<std::chrono::seconds>(
                                                  options_.connect_timeout)
                                                  .count()))};
    if (!options_.control_folder.empty())
      for (const std::string& option :
           {std::string("ControlMaster=auto"), std::string("ControlPersist=20"),
            "ControlPath=" + (options_.control_folder / "%C").string()})
        words.insert(words.end(), {"-o", option});
    if (!options_.user.empty()) words.insert(words.end(), {"-l", options_.user});
    if (options_.port) words.insert(words.end(), {"-p", std::to_string(*options_.port)});
    words.insert(words.end(), {"--", options_.address.empty() ? name_ : options_.address});
    return words;
  }

  // Error when the machine itself could not be asked: ssh ends with 255 then.
  Result<Answer> ask(const std::vector<std::string>& words, Nanos timeout) {
    if (!unreachable_.empty()) return fail(unreachable_);
    std::string line;
    for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_word(word);
    Command command{ssh_words(), {}, {}, timeout + options_.connect_timeout};
    command.argv.push_back(line);
    WEFT_TRY(CommandOutput done, run_command(command));
    if (done.timed_out)
      return fail(fmt::format("'{}' did not end within {}", join(words, " "), text(timeout)));
    if (done.status == 255) {
      const auto said = lines(trim(done.err));
      unreachable_ = fmt::format("cannot log in: {}",
                                 said.empty() ? "ssh gave no reason" : printable(said.back()));
      return fail(unreachable_, "try `ssh " + name_ + " true`");
    }
    return Answer{std::move(done.out), "", done.status,
                  done.status == 0 ? "" : std::move(done.err)};
  }

  std::string name_;
  HostOptions options_;
  std::string unreachable_;  // once said, not tried again: each try would wait for the timeout
};

}  // namespace

Result<std::unique_ptr<Host>> ssh_host(const std::string& name, const HostOptions& options) {
  if (const std::string why = bad_host_name(name); !why.empty())
    return fail(fmt::format("host name '{}' {}", printable(name), why));
  for (const auto& [what, value] :
       {std::pair{"user name", &options.user}, std::pair{"address", &options.address}})
    if (const std::string why = bad_host_name(*value); !value->empty() && !why.empty())
      return fail(fmt::format("{} '{}' {}", what, printable(*value), why));
  return std::unique_ptr<Host>(std::make_unique<SshHost>(name, options));
}

}  // namespace weft
