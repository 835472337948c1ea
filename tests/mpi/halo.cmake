# Halo exchanges under each MPI, with shared memory and between pretended nodes.
function(cartwright_halo_tests mpi)
  add_executable(halo_random_test_${mpi} halo_random_test.cpp)
  target_include_directories(halo_random_test_${mpi} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests/unit)
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
  cartwright_mpi_test(
    halo.random.joined
    ${mpi}
    PROCESSES 12
    ENVIRONMENT CARTWRIGHT_NODES=3x4
    COMMAND $<TARGET_FILE:halo_random_test_${mpi}> 100
  )

  add_executable(halo_refused_test_${mpi} $<TARGET_OBJECTS:mpi_test_main_${mpi}> halo_refused_test.cpp)
  target_link_libraries(halo_refused_test_${mpi} PRIVATE cartwright_halo_${mpi} GTest::gtest cartwright_warnings)
  cartwright_mpi_test(halo.refused ${mpi} PROCESSES 2 COMMAND $<TARGET_FILE:halo_refused_test_${mpi}>)
  add_executable(halo_cart_test_${mpi} $<TARGET_OBJECTS:mpi_test_main_${mpi}> halo_cart_test.cpp)
  target_link_libraries(halo_cart_test_${mpi} PRIVATE cartwright_halo_${mpi} GTest::gtest cartwright_warnings)
  foreach(processes 1 6)
    cartwright_mpi_test(
      halo.cart.${processes}
      ${mpi}
      PROCESSES ${processes}
      ENVIRONMENT CARTWRIGHT_NODES=3x2
      COMMAND $<TARGET_FILE:halo_cart_test_${mpi}>
    )
  endforeach()
  add_executable(halo_options_test_${mpi} $<TARGET_OBJECTS:mpi_test_main_${mpi}> halo_options_test.cpp)
  target_link_libraries(halo_options_test_${mpi} PRIVATE cartwright_halo_${mpi} GTest::gtest cartwright_warnings)
  cartwright_mpi_test(halo.options ${mpi} PROCESSES 4 COMMAND $<TARGET_FILE:halo_options_test_${mpi}>)
  if(TARGET cartwright_halo_fortran_${mpi})
    set(program ${CMAKE_CURRENT_BINARY_DIR}/${mpi}/fortran_halo_cart)
    cartwright_add_fortran(
      fortran_halo_cart_${mpi}
      ${mpi}
      ${CMAKE_CURRENT_SOURCE_DIR}/fortran_halo_cart.F90
      ${program}
      HALO
    )
    cartwright_mpi_test(halo.fortran_cart ${mpi} PROCESSES 4 COMMAND ${program})
  endif()
  add_executable(halo_end_${mpi} halo_end.c)
  target_link_libraries(halo_end_${mpi} PRIVATE cartwright_halo_${mpi} cartwright_warnings)
  set(launch ${CARTWRIGHT_MPIRUN_${mpi}})
  if(mpi STREQUAL openmpi)
    list(APPEND launch --oversubscribe)
  else()
    list(APPEND launch -genv LD_PRELOAD $<TARGET_FILE:cartwright_test_yield>)
  endif()
  cartwright_add_mpi_test(
    mpi.${mpi}.halo.end
    ""
    ${CMAKE_CURRENT_SOURCE_DIR}/halo_end.sh
    ${mpi}
    $<TARGET_FILE:halo_end_${mpi}>
    ${launch}
  )
  set_tests_properties(mpi.${mpi}.halo.end PROPERTIES TIMEOUT 300)
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
  # The picture is that of one process.
  if(TARGET wave_${mpi})
    cartwright_launch(command ${mpi} 6 "")
    cartwright_add_mpi_test(
      mpi.${mpi}.halo.picture
      ""
      ${CMAKE_CURRENT_SOURCE_DIR}/halo_picture.sh
      ${PROJECT_BINARY_DIR}/examples/${mpi}/wave
      ${command}
    )
  endif()
  # The benchmark of the wave equation has one result, whatever exchanges its ghost points.
  if(CARTWRIGHT_BUILD_BENCH)
    cartwright_launch(command ${mpi} 4 "")
    cartwright_add_mpi_test(
      mpi.${mpi}.halo.bench_wave
      ""
      ${CMAKE_CURRENT_SOURCE_DIR}/halo_bench_wave.sh
      ${PROJECT_BINARY_DIR}/bench/${mpi}/wave
      ${command}
    )
  endif()
endfunction()
