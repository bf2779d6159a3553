# weft_table(checks Check check/check.h): every *.cc here is a row {file name, object}, except the
# files named after the table name's own code (listed in OWN) and main.cc. Writes all_<name>.cc with
# weft::<name>::all(), sorted by id, and sets <name>_sources.
function(weft_table name type header)
  cmake_parse_arguments(PARSE_ARGV 3 table "" "" "OWN")
  file(GLOB sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.cc)
  cmake_path(GET header STEM own)
  list(APPEND table_OWN ${own} main)
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM id)
    if(NOT id IN_LIST table_OWN)
      string(APPEND declarations "extern const ${type} ${id};\n")
      string(APPEND rows "    {\"${id}\", ${id}},\n")
    endif()
  endforeach()
  set(file ${CMAKE_CURRENT_BINARY_DIR}/all_${name}.cc)
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT [[
// Generated from file names. Do not edit.
#include "@header@"
namespace weft::@name@ {
@declarations@
static const Row<@type@> rows[] = {
@rows@};
std::span<const Row<@type@>> all() { return rows; }
}
]])
  list(TRANSFORM sources PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  set(${name}_sources ${sources} ${file} PARENT_SCOPE)
endfunction()
