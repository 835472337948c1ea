# cartwright_archive(NAME ARCHIVE): the target cartwright_NAME, which links a static library. Some archives of Debian cannot be
# linked into a shared library, only because they refer to standard streams, to which they print on request or before they
# abort. We link a copy that refers to pointers of ours instead: cartwright_NAME_stdin, _stdout and _stderr.
function(cartwright_archive name archive)
  set(copy ${PROJECT_BINARY_DIR}/generated/lib${name}.a)
  set(redefined)
  foreach(stream stdin stdout stderr)
    list(APPEND redefined --redefine-sym ${stream}=cartwright_${name}_${stream})
  endforeach()
  add_custom_command(
    OUTPUT ${copy}
    DEPENDS ${archive}
    VERBATIM
    COMMAND ${CMAKE_OBJCOPY} ${redefined} ${archive} ${copy}
  )
  add_custom_target(cartwright_${name}_copy DEPENDS ${copy})
  add_library(cartwright_${name} INTERFACE)
  add_dependencies(cartwright_${name} cartwright_${name}_copy)
  target_link_libraries(cartwright_${name} INTERFACE ${copy})
endfunction()
