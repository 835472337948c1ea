# AsmJit generates the machine code of packing. Without it the precompiled kernels do all work.
option(CARTWRIGHT_WITH_ASMJIT "Generate machine code with AsmJit, where it is found" ON)
set(CARTWRIGHT_ASMJIT)
if(CARTWRIGHT_WITH_ASMJIT)
  find_package(asmjit QUIET CONFIG)
  get_target_property(asmjit_type asmjit::asmjit TYPE)
  if(asmjit_type STREQUAL STATIC_LIBRARY)
    # Debian's archive is not for shared libraries, for a single reason: it names stderr, which it never prints to unless asked.
    # A copy that names a symbol of ours instead (src/jit/backends.cpp) is.
    get_target_property(archive asmjit::asmjit LOCATION)
    set(copy ${PROJECT_BINARY_DIR}/generated/libasmjit.a)
    add_custom_command(OUTPUT ${copy} DEPENDS ${archive} VERBATIM
      COMMAND ${CMAKE_OBJCOPY} --redefine-sym stderr=cartwright_asmjit_stderr ${archive} ${copy})
    add_custom_target(cartwright_asmjit_copy DEPENDS ${copy})
    add_library(cartwright_asmjit INTERFACE)
    add_dependencies(cartwright_asmjit cartwright_asmjit_copy)
    target_link_libraries(cartwright_asmjit INTERFACE ${copy} rt)
    set(CARTWRIGHT_ASMJIT cartwright_asmjit)
  elseif(asmjit_FOUND)
    set(CARTWRIGHT_ASMJIT asmjit::asmjit)
  endif()
endif()
