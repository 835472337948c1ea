# Where ccache is installed, tests are compiled through it: in another folder, or after a change of branch, most objects
# are then there already. Paths below the source folder do not count.
option(CARTWRIGHT_CCACHE "Compile through ccache, if it is found" ${CARTWRIGHT_BUILD_TESTS})
if(CARTWRIGHT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(CARTWRIGHT_CCACHE_PROGRAM ccache)
  mark_as_advanced(CARTWRIGHT_CCACHE_PROGRAM)
  if(CARTWRIGHT_CCACHE_PROGRAM)
    set(
      CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND}
      -E
      env
      CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
      CCACHE_NOHASHDIR=1
      ${CARTWRIGHT_CCACHE_PROGRAM}
    )
    set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
  endif()
endif()
