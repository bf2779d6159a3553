// mpiGraph: a matrix of pairs, once as the senders saw it (row sends to column) and once as the
// receivers did (row receives from column). MB is 2^20 bytes; "avg" is the size over the mean time,
// a harmonic mean that must not be corrected; the diagonal was not measured.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "import/import.h"

namespace weft {
namespace {

constexpr double agreement = 0.10;  // of what both ends say about a pair

class Reader {
 public:
  explicit Reader(const std::string& file) {
    out_.file = file;
    out_.tool = "mpiGraph";
    out_.test = "pairs";
    out_.complete = false;
  }

  Result<Imported> read(std::string_view text) {
    for (const std::string_view line : lines(text)) {
      ++line_;
      take(line);
    }
    if (sent_.empty())
      return fail_at({out_.file, 0, 0}, "no matrix of mpiGraph: its table `Send` is missing");
    for (const auto& [pair, rate] : sent_) add(pair, rate);
    if (!out_.complete) out_.warnings.push_back("the file ends before END mpiGraph");
    out_.notes.push_back("mpiGraph does not look at the data it moves: not checked");
    return std::move(out_);
  }

 private:
  using Pair = std::pair<std::string, std::string>;  // sender, receiver

  void take(std::string_view line) {
    const auto w = words(line);
    if (w.empty()) return;
    if (w[0] == "START" && w.size() > 2)
      out_.version = w[2].starts_with('v') ? w[2].substr(1) : w[2];
    if (w[0] == "END") out_.complete = true;
    if (w[0] == "MsgSize" && w.size() > 1) size_ = whole(w[1]);
    if (w[0] == "Procs" && w.size() > 1) out_.ranks = whole(w[1]);
    if ((w[0] == "Times" || w[0] == "Window") && w.size() > 1)
      out_.facts.push_back(fmt::format("{} {}", w[0], printable(w[1])));
    if (w[0] == "Send" || w[0] == "Recv") return head(w);
    if (w.size() > 1 && (w[1] == "to" || w[1] == "from")) row(w);
  }

  void head(const std::vector<std::string_view>& w) {
    if (w.size() == 3 && w[1] == "avg" && w[0] == "Send") {
      out_.own_average = parse_double(w[2]);
      out_.own_average_text = "MiB/s, size over mean time (a harmonic mean over pairs)";
    }
    if (w.size() == 3 && (w[1] == "avg" || w[1] == "max")) return;
    columns_.assign(w.begin() + 1, w.end());
    for (const std::string& name : columns_) {
      const std::string host = name.substr(0, name.rfind(':'));
      if (std::ranges::count(out_.hosts, host) == 0) out_.hosts.push_back(host);
    }
  }

  void row(const std::vector<std::string_view>& w) {
    const std::string name(w[0]);
    if (w.size() - 2 != columns_.size())
      out_.warnings.push_back(
          at_line(line_, fmt::format("{} values under {} columns", w.size() - 2, columns_.size())));
    for (std::size_t i = 2; i < w.size() && i - 2 < columns_.size(); ++i) {
      const std::string& other = columns_[i - 2];
      if (other == name) continue;
      const auto rate = parse_double(w[i]);
      if (!rate || !std::isfinite(*rate) || *rate <= 0) {
        out_.warnings.push_back(at_line(
            line_, fmt::format("{} and {}: '{}' is no rate", name, other, printable(w[i]))));
        continue;
      }
      if (w[1] == "to")
        sent_[{name, other}] = {*rate, line_};
      else
        received_[{other, name}] = *rate;
    }
  }

  struct Rate {
    double mebibytes = 0;
    std::size_t line = 0;
  };

  void add(const Pair& pair, const Rate& rate) {
    ImportedRow row;
    row.line = static_cast<std::int64_t>(rate.line);
    row.source = pair.first;
    row.target = pair.second;
    if (size_) row.size = Bytes{*size_};
    row.rate = from_mebibytes(rate.mebibytes);
    out_.rows.push_back(std::move(row));
    const auto other = received_.find(pair);
    if (other != received_.end() && std::abs(other->second / rate.mebibytes - 1) > agreement)
      out_.warnings.push_back(
          fmt::format("{} to {}: the sender saw {}, the receiver {}", pair.first, pair.second,
                      text(from_mebibytes(rate.mebibytes)), text(from_mebibytes(other->second))));
  }

  Imported out_;
  std::size_t line_ = 0;
  std::optional<std::int64_t> size_;
  std::vector<std::string> columns_;
  std::map<Pair, Rate> sent_;
  std::map<Pair, double> received_;
};

Result<Imported> read(std::string_view text, const std::string& file) {
  return Reader(file).read(text);
}

}  // namespace

namespace importers {
extern const ImportSpec mpigraph = {"mpiGraph", "Its matrix of all pairs, as text.", read};
}

}  // namespace weft
