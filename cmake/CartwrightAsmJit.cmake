# AsmJit generates machine code that packs. Without it the precompiled kernels do all packing.
option(CARTWRIGHT_WITH_ASMJIT "Generate machine code with AsmJit, if it is found" ON)
set(CARTWRIGHT_ASMJIT)
if(CARTWRIGHT_WITH_ASMJIT)
  find_package(asmjit QUIET CONFIG)
  get_target_property(asmjit_type asmjit::asmjit TYPE)
  if(asmjit_type STREQUAL STATIC_LIBRARY)
    # Debian's archive cannot be linked into a shared library, only because it refers to stderr, to which it prints on request
    # alone. We link a copy that refers to a symbol of ours instead (src/jit/backends.cpp).
    get_target_property(archive asmjit::asmjit LOCATION)
    set(copy ${PROJECT_BINARY_DIR}/generated/libasmjit.a)
    add_custom_command(
      OUTPUT ${copy}
      DEPENDS ${archive}
      VERBATIM
      COMMAND ${CMAKE_OBJCOPY} --redefine-sym stderr=cartwright_asmjit_stderr ${archive} ${copy}
    )
    add_custom_target(cartwright_asmjit_copy DEPENDS ${copy})
    add_library(cartwright_asmjit INTERFACE)
    add_dependencies(cartwright_asmjit cartwright_asmjit_copy)
    target_link_libraries(cartwright_asmjit INTERFACE ${copy} rt)
    set(CARTWRIGHT_ASMJIT cartwright_asmjit)
  elseif(asmjit_FOUND)
    set(CARTWRIGHT_ASMJIT asmjit::asmjit)
  endif()
endif()
