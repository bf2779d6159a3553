// This machine.

#include <fmt/format.h>

#include <system_error>

#include "base/process.h"
#include "base/text.h"
#include "host/ethtool_statistics.h"
#include "host/host.h"

namespace weft {
namespace {

class LocalHost : public Host {
 public:
  LocalHost(std::string name, HostOptions options)
      : name_(std::move(name)), options_(std::move(options)) {}

  std::string name() const override { return name_; }

  Result<std::optional<Answer>> run(const Request& request) override {
    Command command;
    if (request.needs_root && options_.sudo)
      command.argv = {"sudo", "-n"};
    else if (find_program(request.argv.at(0)).empty())
      return std::optional<Answer>();
    command.argv.insert(command.argv.end(), request.argv.begin(), request.argv.end());
    command.timeout = request.timeout;
    WEFT_TRY(CommandOutput done, run_command(command));
    if (done.timed_out)
      return fail(fmt::format("'{}' did not end within {}", join(request.argv, " "),
                              text(request.timeout)));
    return Answer{std::move(done.out), name_ + ": " + join(request.argv, " "), done.status,
                  done.status == 0 ? "" : std::move(done.err)};
  }

  Result<std::optional<Answer>> read(const std::string& path) override {
    std::error_code error;
    if (!fs::exists(path, error)) return std::optional<Answer>();
    WEFT_TRY(std::string content, read_file(path, std::size_t{64} << 20));
    return Answer{std::move(content), name_ + ": " + path, 0, ""};
  }

  Result<std::optional<std::vector<std::string>>> list(const std::string& path) override {
    std::error_code error;
    if (!fs::is_directory(path, error)) return std::optional<std::vector<std::string>>();
    WEFT_TRY(auto names, list_folder(path));
    return names;
  }

  Result<std::optional<Answer>> statistics(const std::string& interface) override {
    const auto text = ethtool_statistics(interface);
    if (!text) return std::optional<Answer>();
    return Answer{*text, name_ + ": ethtool -S " + interface, 0, ""};
  }

 private:
  std::string name_;
  HostOptions options_;
};

}  // namespace

std::unique_ptr<Host> local_host(std::string name, const HostOptions& options) {
  return std::make_unique<LocalHost>(std::move(name), options);
}

}  // namespace weft
