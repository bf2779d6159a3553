// Writes down what another side answers, as a folder that recorded_host reads.

#include <fmt/format.h>

#include "host/command_names.h"
#include "host/host.h"

namespace weft {
namespace {

class RecordingHost : public Host {
 public:
  RecordingHost(Host& inner, fs::path folder) : inner_(inner), folder_(std::move(folder)) {}

  std::string name() const override { return inner_.name(); }

  Result<std::optional<Answer>> run(const Request& request) override {
    WEFT_TRY(std::optional<Answer> answer, inner_.run(request));
    if (!answer) return answer;
    const fs::path stem = folder_ / "commands" / command_file_name(request.argv);
    WEFT_CHECK(keep(stem.string() + ".out", answer->text));
    if (answer->status != 0)
      WEFT_CHECK(keep(stem.string() + ".err",
                      fmt::format("exit status {}\n{}", answer->status, answer->error)));
    return answer;
  }

  Result<std::optional<Answer>> read(const std::string& path) override {
    WEFT_TRY(std::optional<Answer> answer, inner_.read(path));
    if (answer && answer->status == 0)
      WEFT_CHECK(keep(folder_ / fs::path(path).relative_path(), answer->text));
    return answer;
  }

  Result<std::optional<std::vector<std::string>>> list(const std::string& path) override {
    return inner_.list(path);
  }

 private:
  Result<void> keep(const fs::path& file, const std::string& content) {
    WEFT_CHECK(make_folders(file.parent_path()));
    return write_file(file, content);
  }

  Host& inner_;
  fs::path folder_;
};

}  // namespace

std::unique_ptr<Host> recording_host(Host& inner, fs::path folder) {
  return std::make_unique<RecordingHost>(inner, std::move(folder));
}

}  // namespace weft
