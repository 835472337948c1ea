# Finds every MPI that is installed. For each NAME in CARTWRIGHT_MPIS (openmpi, mpich, abi, or mpi if only FindMPI finds
# it) the target cartwright_mpi_c_NAME has its headers and its C library. CARTWRIGHT_MPIRUN_NAME and
# CARTWRIGHT_MPIFORT_NAME are its launcher and its Fortran compiler, if it has them.
set(CARTWRIGHT_MPIS)

function(cartwright_add_mpi name include_dirs libraries)
  add_library(cartwright_mpi_c_${name} INTERFACE)
  set_target_properties(cartwright_mpi_c_${name} PROPERTIES EXPORT_NAME ${name})
  install(TARGETS cartwright_mpi_c_${name} EXPORT cartwright_${name})
  target_include_directories(cartwright_mpi_c_${name} SYSTEM INTERFACE ${include_dirs})
  target_link_libraries(cartwright_mpi_c_${name} INTERFACE ${libraries})
  # The C++ bindings that MPI 3.0 removed.
  target_compile_definitions(cartwright_mpi_c_${name} INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  find_program(CARTWRIGHT_MPIRUN_${name} NAMES mpirun.${name} mpirun)
  find_program(CARTWRIGHT_MPIFORT_${name} NAMES mpifort.${name} mpifort)
  # The wrapper may be there, and the compiler that it calls may not.
  if(CARTWRIGHT_MPIFORT_${name})
    execute_process(COMMAND ${CARTWRIGHT_MPIFORT_${name}} --version RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
    if(failed)
      set(CARTWRIGHT_MPIFORT_${name} CARTWRIGHT_MPIFORT_${name}-NOTFOUND CACHE FILEPATH "" FORCE)
    endif()
  endif()
  if(NOT CARTWRIGHT_MPIFORT_${name} AND NOT name STREQUAL abi)
    message(STATUS "No Fortran compiler works with ${name}: building without its Fortran modules")
  endif()
  set(CARTWRIGHT_MPIS ${CARTWRIGHT_MPIS} ${name} PARENT_SCOPE)
endfunction()

pkg_check_modules(OMPI QUIET ompi-c)
if(OMPI_FOUND)
  find_library(CARTWRIGHT_OPENMPI_LIBRARY mpi HINTS ${OMPI_LIBRARY_DIRS} ${OMPI_LIBDIR} NO_DEFAULT_PATH REQUIRED)
  cartwright_add_mpi(openmpi "${OMPI_INCLUDE_DIRS}" ${CARTWRIGHT_OPENMPI_LIBRARY})
endif()

# Its pkg-config file names the libraries that libmpich itself needs, whose development packages may be absent.
pkg_check_modules(MPICH QUIET mpich)
if(MPICH_FOUND)
  find_library(CARTWRIGHT_MPICH_LIBRARY mpich HINTS ${MPICH_LIBRARY_DIRS} ${MPICH_LIBDIR} REQUIRED)
  cartwright_add_mpi(mpich "${MPICH_INCLUDE_DIRS}" ${CARTWRIGHT_MPICH_LIBRARY})
endif()

# The standard ABI of MPI 5, named abi: libraries built for it run with every MPI that has this ABI. tools/mpi-abi.sh gets one.
set(default_abi ${PROJECT_SOURCE_DIR}/build/mpi-abi)
set(
  CARTWRIGHT_MPI_ABI
  ${default_abi}
  CACHE PATH
  "An installed MPI with the standard ABI of MPI 5: builds for that ABI, too"
)
if(EXISTS "${CARTWRIGHT_MPI_ABI}/include/mpi_abi.h")
  find_library(
    CARTWRIGHT_ABI_LIBRARY
    NAMES libmpi_abi.so.1 mpi_abi
    HINTS ${CARTWRIGHT_MPI_ABI}/lib
    NO_DEFAULT_PATH
    REQUIRED
  )
  find_program(CARTWRIGHT_MPIRUN_abi mpirun HINTS ${CARTWRIGHT_MPI_ABI}/bin NO_DEFAULT_PATH)
  set(CARTWRIGHT_MPIFORT_abi "") # the ABI is one of C
  # Programs that use the installed libraries are compiled by mpicc_abi of an MPI of their own.
  cartwright_add_mpi(abi $<BUILD_INTERFACE:${CARTWRIGHT_MPI_ABI}/include> $<BUILD_INTERFACE:${CARTWRIGHT_ABI_LIBRARY}>)
  target_compile_definitions(cartwright_mpi_c_abi INTERFACE MPI_ABI)
elseif(CARTWRIGHT_MPI_ABI AND NOT CARTWRIGHT_MPI_ABI STREQUAL default_abi)
  message(
    FATAL_ERROR
    "CARTWRIGHT_MPI_ABI=${CARTWRIGHT_MPI_ABI} has no include/mpi_abi.h: name the prefix of an MPI with the ABI of MPI 5, or leave it out"
  )
endif()

if(NOT CARTWRIGHT_MPIS)
  find_package(MPI QUIET COMPONENTS C)
  if(MPI_C_FOUND)
    cartwright_add_mpi(mpi "${MPI_C_INCLUDE_DIRS}" MPI::MPI_C)
  endif()
endif()

if(CARTWRIGHT_MPIS)
  list(JOIN CARTWRIGHT_MPIS ", " found)
  message(STATUS "Building the MPI libraries for: ${found}")
else()
  message(STATUS "No MPI found: building without libcartwright_mpi and libcartwright_preload")
endif()

# The MPIs for which all tests and benchmarks are built. Those for the ABI are a choice: tests/mpi/abi.cmake.
option(CARTWRIGHT_TEST_ABI "Build all tests and benchmarks for the standard ABI of MPI 5, too" OFF)
set(CARTWRIGHT_TESTED_MPIS ${CARTWRIGHT_MPIS})
if(NOT CARTWRIGHT_TEST_ABI)
  list(REMOVE_ITEM CARTWRIGHT_TESTED_MPIS abi)
endif()

# A shared library for one MPI: lib/NAME in the build, lib/cartwright/NAME installed. It exports only the symbols
# that `exports` lists, and can be loaded into any program. Further arguments go to install().
function(cartwright_mpi_library target mpi exports)
  target_link_options(
    ${target}
    PRIVATE LINKER:--version-script=${exports} LINKER:--exclude-libs,ALL LINKER:--no-undefined
  )
  set_target_properties(
    ${target}
    PROPERTIES LINK_DEPENDS ${exports} LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/${mpi}
  )
  install(
    TARGETS ${target} ${ARGN}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/cartwright/${mpi} COMPONENT ${mpi} NAMELINK_COMPONENT ${mpi}_development
  )
endfunction()

# cartwright_mpi_interface(NAME MPI OBJECTS target ... [LIBRARIES target ...] [EXPORTS file]): libcartwright_NAME for one MPI, a
# shared library with a C interface. EXPORTS, or exports.map beside the caller, lists its symbols. It names no library of MPI to load: its calls go
# to the MPI of the program, which may lie in another folder, or have another name and the same ABI (libmpi.so.12 and
# libmpich.so.12).
function(cartwright_mpi_interface name mpi)
  cmake_parse_arguments(PARSE_ARGV 2 INTERFACE "" "EXPORTS" "OBJECTS;LIBRARIES")
  if(NOT INTERFACE_EXPORTS)
    set(INTERFACE_EXPORTS ${CMAKE_CURRENT_SOURCE_DIR}/exports.map)
  endif()
  set(target cartwright_${name}_${mpi})
  list(TRANSFORM INTERFACE_OBJECTS REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
  add_library(${target} SHARED ${INTERFACE_OBJECTS})
  target_include_directories(
    ${target}
    INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
  )
  list(APPEND INTERFACE_LIBRARIES cartwright_core)
  if(hwloc_FOUND)
    list(APPEND INTERFACE_LIBRARIES PkgConfig::hwloc)
  endif()
  list(TRANSFORM INTERFACE_LIBRARIES REPLACE "(.+)" "$<BUILD_INTERFACE:\\1>")
  target_link_libraries(
    ${target}
    INTERFACE cartwright_mpi_c_${mpi}
    PRIVATE ${INTERFACE_LIBRARIES} Threads::Threads ${CMAKE_DL_LIBS}
  )
  cartwright_mpi_library(${target} ${mpi} ${INTERFACE_EXPORTS} EXPORT cartwright_${mpi})
  target_link_options(${target} PRIVATE LINKER:-z,undefs)
  set_target_properties(
    ${target}
    PROPERTIES
      OUTPUT_NAME cartwright_${name}
      EXPORT_NAME ${name}_${mpi}
      LINKER_LANGUAGE CXX
      VERSION ${PROJECT_VERSION}
      SOVERSION ${PROJECT_VERSION_MAJOR}
  )
endfunction()

# A Fortran program for one MPI, compiled by the wrapper of that MPI; options come last. With MODULE mpi it uses the module
# cartwright, with layout, halo or fft the module cartwright_layout, cartwright_halo or cartwright_fft.
function(cartwright_add_fortran target mpi source output)
  cmake_parse_arguments(PARSE_ARGV 4 FORTRAN "" "MODULE" "")
  set(libraries)
  if(FORTRAN_MODULE)
    set(libraries cartwright_${FORTRAN_MODULE}_fortran_${mpi} cartwright_status_fortran_${mpi})
    if(FORTRAN_MODULE STREQUAL layout)
      list(APPEND libraries cartwright_c)
    else()
      list(APPEND libraries cartwright_${FORTRAN_MODULE}_${mpi})
    endif()
  endif()
  set(link)
  if(libraries)
    list(TRANSFORM libraries REPLACE "(.+)" "$<TARGET_FILE:\\1>" OUTPUT_VARIABLE link)
    list(PREPEND link -I${PROJECT_BINARY_DIR}/fortran/${mpi})
    list(APPEND link -Wl,-rpath,${PROJECT_BINARY_DIR}/lib/${mpi} -Wl,-rpath,${PROJECT_BINARY_DIR}/lib)
  endif()
  if(CARTWRIGHT_MPIFORT_${mpi})
    # Compilers write the modules of a program where they run: two programs may have one of the same name.
    get_filename_component(folder ${output} DIRECTORY)
    set(modules ${folder}/modules/${target})
    file(MAKE_DIRECTORY ${modules})
    add_custom_command(
      OUTPUT ${output}
      DEPENDS ${source} ${libraries}
      WORKING_DIRECTORY ${modules}
      VERBATIM
      COMMAND ${CARTWRIGHT_MPIFORT_${mpi}} -O2 -Wall ${FORTRAN_UNPARSED_ARGUMENTS} ${source} ${link} -o ${output}
    )
    add_custom_target(${target} ALL DEPENDS ${output})
  endif()
endfunction()
