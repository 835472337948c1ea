# The CMake package, and a pkg-config file for each library. An installed tree can be moved.
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Cartwright)
configure_package_config_file(
  cmake/CartwrightConfig.cmake.in
  ${PROJECT_BINARY_DIR}/CartwrightConfig.cmake
  INSTALL_DESTINATION ${package}
)
# Until 1.0.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/CartwrightConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(
  FILES ${PROJECT_BINARY_DIR}/CartwrightConfig.cmake ${PROJECT_BINARY_DIR}/CartwrightConfigVersion.cmake
  DESTINATION ${package}
  COMPONENT development
)
install(
  EXPORT cartwright
  NAMESPACE Cartwright::
  FILE CartwrightTargets.cmake
  DESTINATION ${package}
  COMPONENT development
)

# Relative to the .pc file.
file(RELATIVE_PATH prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
function(cartwright_pc template name component)
  configure_file(cmake/${template}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT ${component})
endfunction()
cartwright_pc(cartwright cartwright development)
foreach(mpi IN LISTS CARTWRIGHT_MPIS)
  install(
    EXPORT cartwright_${mpi}
    NAMESPACE Cartwright::
    FILE CartwrightTargets_${mpi}.cmake
    DESTINATION ${package}
    COMPONENT ${mpi}_development
  )
  cartwright_pc(cartwright-mpi cartwright-mpi-${mpi} ${mpi}_development)
  foreach(name halo fft)
    if(TARGET cartwright_${name}_${mpi})
      cartwright_pc(cartwright-${name} cartwright-${name}-${mpi} ${mpi}_development)
    endif()
  endforeach()
  # cartwright-LIBRARY-fortran-MPI is the Fortran module of a library.
  foreach(library mpi layout halo fft)
    if(TARGET cartwright_${library}_fortran_${mpi})
      set(module cartwright_${library})
      set(requires cartwright-${library}-${mpi})
      if(library STREQUAL mpi)
        set(module cartwright)
      elseif(library STREQUAL layout)
        set(requires cartwright)
      endif()
      cartwright_pc(cartwright-fortran cartwright-${library}-fortran-${mpi} ${mpi}_development)
    endif()
  endforeach()
endforeach()
