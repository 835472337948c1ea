# LD_PRELOAD, launchers and scripts take a blank or a colon for the end of a name, as in "/tmp/a clone". Under such a folder,
# the commands of tests go through links without one.
set(plain_source ${PROJECT_SOURCE_DIR})
set(plain_build ${PROJECT_BINARY_DIR})
foreach(folder source build)
  if(plain_${folder} MATCHES "[ :]")
    string(SHA256 hash ${plain_${folder}})
    string(SUBSTRING ${hash} 0 16 hash)
    file(CREATE_LINK ${plain_${folder}} /tmp/cartwright-${folder}-${hash} SYMBOLIC)
    set(plain_${folder} /tmp/cartwright-${folder}-${hash})
  endif()
endforeach()

# cartwright_plain(RESULT [TEXT ...]): the texts, with such names of targets and folders.
function(cartwright_plain result)
  string(REPLACE "${PROJECT_BINARY_DIR}" "${plain_build}" texts "${ARGN}")
  string(REPLACE "${PROJECT_SOURCE_DIR}" "${plain_source}" texts "${texts}")
  string(
    REGEX REPLACE "\\$<TARGET_FILE([_DIR]*):([^>]+)>"
    "${plain_build}/$<PATH:RELATIVE_PATH,$<TARGET_FILE\\1:\\2>,${PROJECT_BINARY_DIR}>"
    texts
    "${texts}"
  )
  set(${result} ${texts} PARENT_SCOPE)
endfunction()

# cartwright_test(NAME name COMMAND command ...): add_test() with such texts.
function(cartwright_test)
  # gersemi: hints { COMMAND: command_line }
  cmake_parse_arguments(PARSE_ARGV 0 TEST "" "NAME" "COMMAND")
  cartwright_plain(command ${TEST_COMMAND})
  add_test(NAME ${TEST_NAME} COMMAND ${command})
endfunction()
