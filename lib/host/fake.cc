// A machine in memory, for tests.

#include "base/text.h"
#include "host/host.h"

namespace weft {

Result<std::optional<Answer>> FakeHost::find(const std::string& what) const {
  for (const auto& [key, error] : failures_)
    if (key == what) return Failure(error);
  for (const auto& [key, answer] : answers_)
    if (key == what) return answer;
  return std::optional<Answer>();
}

Result<std::optional<Answer>> FakeHost::run(const Request& request) {
  return find(join(request.argv, " "));
}

Result<std::optional<std::vector<std::string>>> FakeHost::list(const std::string& path) {
  std::vector<std::string> names;
  for (const auto& [key, answer] : answers_) {
    if (!key.starts_with(path + "/")) continue;
    const std::string rest = key.substr(path.size() + 1);
    const std::string first = rest.substr(0, rest.find('/'));
    if (names.empty() || names.back() != first) names.push_back(first);
  }
  if (names.empty()) return std::optional<std::vector<std::string>>();
  return names;
}

}  // namespace weft
