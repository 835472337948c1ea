# Runs COMMAND, which is fortran_datatypes.F90 under the interposer, and compares the datatypes in the report in REPORT
# with those that it sends: Cartwright packs all of them if MODE is always, and none if it is off.
file(REMOVE ${REPORT})
separate_arguments(COMMAND UNIX_COMMAND "${COMMAND}")
execute_process(COMMAND ${COMMAND} RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the program ended with ${status}")
endif()
# With brackets CMake would not split a list.
file(READ ${REPORT} events)
string(REPLACE "[" "(" events "${events}")
string(REPLACE "]" ")" events "${events}")
string(REGEX MATCHALL "\"event\":\"datatype\"[^\n]*\"uses\":[1-9]" packed "${events}")
list(LENGTH packed count)
message("${count} layouts were packed by Cartwright")

if(MODE STREQUAL off AND count GREATER 0)
  message(FATAL_ERROR "nothing should have been packed:\n${packed}")
endif()
if(MODE STREQUAL always)
  foreach(
    layout
    "1200 x 20 B (8 B)" # vector
    "180 x 180 B (5 blocks of 4 to 20 B from 0 to 148 B)" # indexed
    "40 x 384 B (240 B)" # subarray
    "400 x 48 B (3 blocks of 4 to 16 B from 0 to 36 B)" # struct
    "48 x 4 B (60 x 384 B (4 B))" # resized
    "600 x 32 B (16 B)"
  ) # complexes
    string(FIND "${packed}" "\"layout\":\"${layout}\"" at)
    if(at LESS 0)
      message(FATAL_ERROR "${layout} was not packed:\n${packed}")
    endif()
  endforeach()
endif()
