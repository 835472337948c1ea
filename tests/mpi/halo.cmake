# Halo exchanges under each MPI, with shared memory and between pretended nodes.
function(cartwright_halo_tests mpi)
  add_executable(halo_random_test_${mpi} halo_random_test.cpp)
  target_include_directories(halo_random_test_${mpi} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(halo_random_test_${mpi} PRIVATE cartwright_halo_${mpi} fmt::fmt cartwright_warnings)
  foreach(processes 1 2 4 12)
    cartwright_mpi_test(
      halo.random.${processes}
      ${mpi}
      PROCESSES ${processes}
      COMMAND $<TARGET_FILE:halo_random_test_${mpi}> 300
    )
  endforeach()
  cartwright_mpi_test(
    halo.random.nodes
    ${mpi}
    PROCESSES 8
    ENVIRONMENT CARTWRIGHT_NODES=4x2
    COMMAND $<TARGET_FILE:halo_random_test_${mpi}> 300
  )

  add_executable(halo_refused_test_${mpi} $<TARGET_OBJECTS:mpi_test_main_${mpi}> halo_refused_test.cpp)
  target_link_libraries(halo_refused_test_${mpi} PRIVATE cartwright_halo_${mpi} GTest::gtest cartwright_warnings)
  cartwright_mpi_test(halo.refused ${mpi} PROCESSES 2 COMMAND $<TARGET_FILE:halo_refused_test_${mpi}>)
  foreach(program wave wave_cpp wave_f90)
    if(TARGET ${program}_${mpi})
      cartwright_mpi_test(
        halo.${program}
        ${mpi}
        PROCESSES 6
        COMMAND ${PROJECT_BINARY_DIR}/examples/${mpi}/${program} 20 31
      )
    endif()
  endforeach()
endfunction()
