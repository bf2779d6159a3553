// Writes JSON as it goes: big documents are streamed, never built in memory first.
//
// Writes into a string that the caller may empty into a file whenever it likes (`Sink`). Numbers
// have a decimal point under any locale; a number that is not finite becomes null. `pretty` puts
// each member of the outer `pretty` levels on a line of its own, the rest stays on one line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

class JsonWriter {
 public:
  explicit JsonWriter(std::string& out, int pretty_levels = 0)
      : out_(out), pretty_(pretty_levels) {}

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }
  void key(std::string_view name);

  void null();
  void value(bool v);
  void value(std::int64_t v);
  void value(std::uint64_t v);
  void value(double v);
  void value(std::string_view v);
  void value(const char* v) { value(std::string_view(v)); }
  void raw(std::string_view json);  // already JSON

 private:
  void before_value();
  void open(char bracket);
  void close(char bracket);
  void new_line();
  void quoted(std::string_view text);

  std::string& out_;
  int pretty_;
  std::vector<bool> has_members_;  // one per open container
  bool after_key_ = false;
};

}  // namespace weft
