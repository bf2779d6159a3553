# weft_library(name SOURCES ... LINK ... PRIVATE_LINK ...): the static library of one folder.
# LINK names only what the folder's row in the layer table allows (weft::base, ...). The program and
# the unit tests link all of them (global property weft_libraries).
function(weft_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK;PRIVATE_LINK")
  add_library(weft_${name} STATIC ${arg_SOURCES})
  add_library(weft::${name} ALIAS weft_${name})
  target_include_directories(weft_${name} PUBLIC ${PROJECT_SOURCE_DIR}/lib ${PROJECT_SOURCE_DIR})
  target_link_libraries(weft_${name} PUBLIC ${arg_LINK} PRIVATE ${arg_PRIVATE_LINK})
  set_target_properties(weft_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  set_property(GLOBAL APPEND PROPERTY weft_libraries weft_${name})
endfunction()
