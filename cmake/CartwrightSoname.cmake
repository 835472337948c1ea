# cartwright_soname(RESULT LIBRARY): the name by which programs load a shared library; empty if it is none.
function(cartwright_soname result library)
  execute_process(COMMAND ${CMAKE_READELF} -d ${library} OUTPUT_VARIABLE dynamic ERROR_QUIET)
  set(${result} "" PARENT_SCOPE)
  if(dynamic MATCHES "soname: \\[([^]]+)\\]")
    set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
  endif()
endfunction()
