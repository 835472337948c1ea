# Compares mpi/base/functions.h with the header of an MPI. Fails if a function that takes a communicator is not in the
# table, or with it at another position; only warns of an extension (MPIX_*), which newer versions of an MPI add.
# usage: cmake -D COMPILER=cc -D "INCLUDES=FOLDER;..." -D "DEFINITIONS=NAME;..." -D TABLE=functions.h -D STAMP=FILE -P
#        check_functions.cmake
set(source ${STAMP}.c)
file(
  WRITE ${source}
  "#include <mpi.h>\n#if defined(OPEN_MPI) && __has_include(<mpi-ext.h>)\n#include <mpi-ext.h>\n#endif\n"
)
list(TRANSFORM INCLUDES PREPEND -I)
list(TRANSFORM DEFINITIONS PREPEND -D)
execute_process(
  COMMAND ${COMPILER} -E -P ${INCLUDES} ${DEFINITIONS} ${source}
  OUTPUT_VARIABLE header
  COMMAND_ERROR_IS_FATAL ANY
)
file(READ ${TABLE} table)
string(REGEX REPLACE "[ \t\n]+" " " header "${header}")
string(REGEX REPLACE "\\[[^]]*\\]" "@" header "${header}") # an array
string(REGEX MATCHALL "[ *]MPIX?_[A-Za-z0-9_]+ ?\\([^;{}()]*\\)" prototypes "${header}")

set(checked 0)
set(wrong)
foreach(prototype IN LISTS prototypes)
  string(REGEX MATCH "(MPIX?_[A-Za-z0-9_]+) ?\\(([^()]*)\\)" all "${prototype}")
  set(name ${CMAKE_MATCH_1})
  string(REPLACE "," ";" arguments "${CMAKE_MATCH_2}")
  set(position 0)
  set(positions)
  foreach(argument IN LISTS arguments)
    if(argument MATCHES "^ ?MPI_Comm( [A-Za-z0-9_]+)? ?$")
      list(APPEND positions AT_${position})
    endif()
    math(EXPR position "${position} + 1")
  endforeach()
  # These give the handle of MPI_COMM_WORLD to the program, which knows only that one.
  if(NOT positions OR name MATCHES "^MPI_Comm_(c2f|toint)$")
    continue()
  endif()
  math(EXPR checked "${checked} + 1")
  list(JOIN positions " " positions)
  string(REGEX REPLACE "^MPI_" "" row ${name})
  string(FIND "${table}" "(${row}, ${positions})" found)
  if(found EQUAL -1 AND name MATCHES "^MPIX_")
    message(WARNING "${name} takes a communicator, and ${TABLE} lacks it")
  elseif(found EQUAL -1)
    list(APPEND wrong "(${row}, ${positions})")
  endif()
endforeach()
if(checked LESS 100)
  message(FATAL_ERROR "only ${checked} functions with a communicator were found in mpi.h: is it one?")
endif()
if(wrong)
  list(JOIN wrong "\n  " wrong)
  message(FATAL_ERROR "this MPI has functions that take a communicator. Add to ${TABLE}:\n  ${wrong}")
endif()
file(TOUCH ${STAMP})
