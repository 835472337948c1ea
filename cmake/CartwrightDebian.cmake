# Packages for Debian and Ubuntu: `cpack -G DEB`. Each component of the installation is a package of its own. Files that only
# packages have are left out of `cmake --install`.
find_program(CARTWRIGHT_DPKG_DEB dpkg-deb)
if(NOT CARTWRIGHT_DPKG_DEB)
  return()
endif()
set(
  CARTWRIGHT_MAINTAINER
  "The Cartwright authors <cartwright@localhost>"
  CACHE STRING
  "Name and address of the person that publishes packages"
)
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT ${CARTWRIGHT_MAINTAINER})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
# With any umask.
set(
  CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ
  OWNER_WRITE
  OWNER_EXECUTE
  GROUP_READ
  GROUP_EXECUTE
  WORLD_READ
  WORLD_EXECUTE
)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/debian/compress.cmake)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_COMPONENTS_ALL)
set(exactly "(= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")

# Debian's changelog has the time of the release: SOURCE_DATE_EPOCH, or that of the last commit.
set(time $ENV{SOURCE_DATE_EPOCH})
if(NOT time)
  execute_process(
    COMMAND git -C ${PROJECT_SOURCE_DIR} log -1 --format=%ct
    OUTPUT_VARIABLE time
    OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_QUIET
  )
endif()
if(NOT time)
  set(time 0)
endif()
execute_process(
  COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C date --utc --rfc-email --date=@${time}
  OUTPUT_VARIABLE date
  OUTPUT_STRIP_TRAILING_WHITESPACE
)
set(CPACK_DEBIAN_PACKAGE_VERSION ${PROJECT_VERSION})
configure_file(packaging/debian/changelog.in ${PROJECT_BINARY_DIR}/debian/changelog.Debian @ONLY)
set(about ${PROJECT_BINARY_DIR}/debian/changelog.Debian ${PROJECT_SOURCE_DIR}/packaging/debian/copyright)

# cartwright_deb(COMPONENT PACKAGE SECTION DESCRIPTION [DEPENDS ...] [RECOMMENDS ...] [SUGGESTS ...] [ALL]): the first line of
# the description is the synopsis. ALL: for every architecture.
function(cartwright_deb component package section description)
  cmake_parse_arguments(PARSE_ARGV 4 DEB "ALL" "" "DEPENDS;RECOMMENDS;SUGGESTS")
  install(FILES ${about} DESTINATION share/doc/${package} COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(
    FILES ${PROJECT_SOURCE_DIR}/CHANGELOG.md
    DESTINATION share/doc/${package}
    RENAME changelog
    COMPONENT ${component}
    EXCLUDE_FROM_ALL
  )
  string(TOUPPER ${component} name)
  set(CPACK_DEBIAN_${name}_PACKAGE_NAME ${package} PARENT_SCOPE)
  set(CPACK_DEBIAN_${name}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${name}_DESCRIPTION ${description} PARENT_SCOPE)
  if(DEB_ALL)
    set(CPACK_DEBIAN_${name}_PACKAGE_ARCHITECTURE all PARENT_SCOPE)
  else()
    set(CPACK_DEBIAN_${name}_PACKAGE_SHLIBDEPS ON PARENT_SCOPE)
  endif()
  foreach(relation DEPENDS RECOMMENDS SUGGESTS)
    list(JOIN DEB_${relation} ", " packages)
    set(CPACK_DEBIAN_${name}_PACKAGE_${relation} "${packages}" PARENT_SCOPE)
  endforeach()
  set(CPACK_COMPONENTS_ALL ${CPACK_COMPONENTS_ALL} ${component} PARENT_SCOPE)
endfunction()

# A module belongs to the compilers with its version of the format, which provide gfortran-mod-VERSION.
function(cartwright_gfortran_mod mpi variable)
  set(folder ${PROJECT_BINARY_DIR}/debian/${mpi})
  file(WRITE ${folder}/probe.f90 "module cartwright_probe\nend\n")
  execute_process(
    COMMAND ${CARTWRIGHT_MPIFORT_${mpi}} -c probe.f90
    WORKING_DIRECTORY ${folder}
    OUTPUT_QUIET
    ERROR_QUIET
  )
  execute_process(COMMAND gzip -dc ${folder}/cartwright_probe.mod OUTPUT_VARIABLE module ERROR_QUIET)
  if(module MATCHES "GFORTRAN module version '([0-9]+)'")
    set(virtual gfortran-mod-${CMAKE_MATCH_1})
    execute_process(COMMAND ${CARTWRIGHT_MPIFORT_${mpi}} -dumpversion OUTPUT_VARIABLE version)
    string(REGEX MATCH "^[0-9]+" version "${version}")
    set(${variable} "gfortran-${version} | ${virtual}" PARENT_SCOPE)
  endif()
endfunction()

# Loaded to read packed files; Debian 13 and Ubuntu 24.04 have the second name.
set(unpacks "libarchive13 | libarchive13t64")
set(mpis ${CARTWRIGHT_MPIS})
list(REMOVE_ITEM mpis abi) # no package of Debian has that ABI
list(TRANSFORM mpis PREPEND cartwright- OUTPUT_VARIABLE runtimes)
list(JOIN runtimes " | " any_runtime)
cartwright_deb(
  library
  libcartwright${PROJECT_VERSION_MAJOR}
  libs
  "process placement and datatype packing without MPI - library
Cartwright places the processes of programs on regular grids onto the nodes
of a machine, and packs non-contiguous data by generated machine code.
This package has the C library that needs no MPI."
  RECOMMENDS ${unpacks}
  SUGGESTS libscotch-7.0
)
# CPack would make these for the libraries of each MPI, too, which no program of another package may use.
set(soname "libcartwright ${PROJECT_VERSION_MAJOR} libcartwright${PROJECT_VERSION_MAJOR}")
file(WRITE ${PROJECT_BINARY_DIR}/debian/shlibs "${soname} (>= ${PROJECT_VERSION})\n")
file(WRITE ${PROJECT_BINARY_DIR}/debian/triggers "activate-noawait ldconfig\n")
set(
  CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA
  ${PROJECT_BINARY_DIR}/debian/shlibs
  ${PROJECT_BINARY_DIR}/debian/triggers
)
cartwright_deb(
  development
  libcartwright-dev
  libdevel
  "process placement and datatype packing without MPI - development
Cartwright places the processes of programs on regular grids onto the nodes
of a machine, and packs non-contiguous data by generated machine code.
This package has the headers for C and C++ and the CMake package."
  DEPENDS "libcartwright${PROJECT_VERSION_MAJOR} ${exactly}"
  SUGGESTS cartwright-doc
)
if(CARTWRIGHT_BUILD_CLI)
  cartwright_deb(
    command
    cartwright
    science
    "place the processes of MPI programs onto nodes - command
The command cartwright runs MPI programs in an order of ranks that sends less
between nodes, compares placements, records what programs send, and predicts
the loads of the links of a network."
    RECOMMENDS ${any_runtime} ${unpacks}
    SUGGESTS cartwright-doc libscotch-7.0
  )
endif()
foreach(mpi IN LISTS mpis)
  cartwright_deb(
    ${mpi}
    cartwright-${mpi}
    science
    "place, pack and move data of MPI programs - libraries for ${mpi}
The interposer that cartwright run loads into unmodified MPI programs, and
libraries for placement, halo exchanges and distributed transforms."
    RECOMMENDS ${unpacks}
    SUGGESTS cartwright
  )
  set(gfortran_mod)
  if(TARGET cartwright_mpi_fortran_${mpi})
    cartwright_gfortran_mod(${mpi} gfortran_mod)
  endif()
  cartwright_deb(
    ${mpi}_development
    libcartwright-${mpi}-dev
    libdevel
    "place, pack and move data of MPI programs - development for ${mpi}
Programs need this package to be compiled with the libraries of
cartwright-${mpi}: pkg-config files, the CMake package, and the modules for
GNU Fortran."
    DEPENDS "cartwright-${mpi} ${exactly}" "libcartwright-dev ${exactly}" lib${mpi}-dev ${gfortran_mod}
  )
endforeach()
cartwright_deb(
  documentation
  cartwright-doc
  doc
  "place, pack and move data of MPI programs - documentation
Guides, reference, formats and benchmarks of Cartwright, and its examples in
C, C++, Fortran and Python."
  ALL
)
install(
  DIRECTORY docs examples
  DESTINATION share/doc/cartwright-doc
  COMPONENT documentation
  EXCLUDE_FROM_ALL
  PATTERN "Doxyfile" EXCLUDE
  PATTERN "CMakeLists.txt" EXCLUDE
)
install(
  FILES packaging/debian/doc-base
  DESTINATION share/doc-base
  RENAME cartwright-doc.cartwright
  COMPONENT documentation
  EXCLUDE_FROM_ALL
)
include(CPack)
