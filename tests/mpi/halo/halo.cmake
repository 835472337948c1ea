# Halo exchanges under each MPI, with shared memory and between pretended nodes.
function(cartwright_halo_tests mpi)
  cartwright_mpi_program(halo_random_test ${mpi} halo INTERNAL ALSO fmt::fmt ${CMAKE_DL_LIBS})
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
  set_property(TEST mpi.${mpi}.halo.random.nodes PROPERTY COST 200)
  cartwright_mpi_test(
    halo.random.joined
    ${mpi}
    PROCESSES 12
    ENVIRONMENT CARTWRIGHT_NODES=3x4
    COMMAND $<TARGET_FILE:halo_random_test_${mpi}> 100
  )

  # Fields in memory of a pretended GPU, in a node and between nodes, with an MPI that can read this memory and with one that
  # cannot. The threads of the pretended driver need the cores while processes wait.
  set(gpu CARTWRIGHT_TEST_GPU=$<TARGET_FILE:cartwright_fake_cuda> OMPI_MCA_mpi_yield_when_idle=1)
  add_dependencies(halo_random_test_${mpi} cartwright_fake_cuda)
  foreach(processes 1 4)
    cartwright_mpi_test(
      halo.gpu.${processes}
      ${mpi}
      PROCESSES ${processes}
      ENVIRONMENT ${gpu}
      COMMAND $<TARGET_FILE:halo_random_test_${mpi}> 40
    )
  endforeach()
  cartwright_mpi_test(
    halo.gpu.staged
    ${mpi}
    PROCESSES 6
    ENVIRONMENT ${gpu} CARTWRIGHT_GPU=staged CARTWRIGHT_NODES=3x2
    COMMAND $<TARGET_FILE:halo_random_test_${mpi}> 20
  )
  cartwright_mpi_test(
    halo.gpu.aware
    ${mpi}
    PROCESSES 6
    ENVIRONMENT ${gpu} CARTWRIGHT_GPU=aware CARTWRIGHT_NODES=3x2 FAKE_CUDA_MEMORY=readable
    COMMAND $<TARGET_FILE:halo_random_test_${mpi}> 20
  )

  # Messages so long that they go through the host in segments: alone, and beside neighbors of the node.
  cartwright_mpi_program(halo_staged_test ${mpi} halo INTERNAL ALSO ${CMAKE_DL_LIBS})
  foreach(nodes 2x1 2x2)
    string(REPLACE "x" "*" processes ${nodes})
    math(EXPR processes ${processes})
    cartwright_mpi_test(
      halo.gpu.segments.${nodes}
      ${mpi}
      PROCESSES ${processes}
      ENVIRONMENT ${gpu} CARTWRIGHT_GPU=staged CARTWRIGHT_NODES=${nodes}
      COMMAND $<TARGET_FILE:halo_staged_test_${mpi}> 6
    )
  endforeach()

  cartwright_mpi_program(halo_gpu_test ${mpi} halo GTEST ALSO ${CMAKE_DL_LIBS})
  cartwright_mpi_test(
    halo.gpu.refused
    ${mpi}
    PROCESSES 2
    ENVIRONMENT ${gpu} CARTWRIGHT_GPU=staged
    COMMAND $<TARGET_FILE:halo_gpu_test_${mpi}>
  )

  cartwright_mpi_program(halo_refused_test ${mpi} halo GTEST)
  cartwright_mpi_test(halo.refused ${mpi} PROCESSES 2 COMMAND $<TARGET_FILE:halo_refused_test_${mpi}>)
  cartwright_mpi_program(halo_cart_test ${mpi} halo GTEST)
  foreach(processes 1 6)
    cartwright_mpi_test(
      halo.cart.${processes}
      ${mpi}
      PROCESSES ${processes}
      ENVIRONMENT CARTWRIGHT_NODES=3x2
      COMMAND $<TARGET_FILE:halo_cart_test_${mpi}>
    )
  endforeach()
  cartwright_mpi_program(halo_options_test ${mpi} halo GTEST)
  cartwright_mpi_test(halo.options ${mpi} PROCESSES 4 COMMAND $<TARGET_FILE:halo_options_test_${mpi}>)
  cartwright_mpi_program(halo_threads_test ${mpi} halo ALSO Threads::Threads)
  foreach(nodes 1x4 2x2)
    cartwright_mpi_test(
      halo.threads.${nodes}
      ${mpi}
      PROCESSES 4
      ENVIRONMENT CARTWRIGHT_NODES=${nodes}
      COMMAND $<TARGET_FILE:halo_threads_test_${mpi}>
    )
    set_tests_properties(mpi.${mpi}.halo.threads.${nodes} PROPERTIES SKIP_RETURN_CODE 77)
  endforeach()
  cartwright_mpi_program(halo_limits_test ${mpi} halo_objects mpi_objects GTEST ALSO nlohmann_json::nlohmann_json)
  cartwright_mpi_test(halo.limits ${mpi} PROCESSES 12 COMMAND $<TARGET_FILE:halo_limits_test_${mpi}>)
  # What the interposer counts, and programs with an interposer that is switched off.
  cartwright_mpi_program(halo_traffic_test ${mpi} halo)
  foreach(ranks 1 2)
    math(EXPR nodes "4 / ${ranks}")
    cartwright_mpi_test(
      halo.traffic.${ranks}
      ${mpi}
      COUNTED
      PROCESSES 4
      ENVIRONMENT CARTWRIGHT_NODES=${nodes}x${ranks}
      COMMAND $<TARGET_FILE:halo_traffic_test_${mpi}> ${ranks}
    )
  endforeach()
  cartwright_mpi_test(
    halo.traffic.off
    ${mpi}
    PRELOAD
    PROCESSES 4
    ENVIRONMENT CARTWRIGHT=off
    COMMAND $<TARGET_FILE:halo_traffic_test_${mpi}> 4
  )
  if(CARTWRIGHT_JSONSCHEMA_PYTHON)
    cartwright_mpi_program(halo_explain ${mpi} halo)
    cartwright_launch(command ${mpi} 4 "")
    cartwright_add_mpi_test(
      mpi.${mpi}.halo.schema
      "CARTWRIGHT_HALO_CHOICES=off"
      ${CARTWRIGHT_JSONSCHEMA_PYTHON}
      ${PROJECT_SOURCE_DIR}/tests/schema/check_halo.py
      ${PROJECT_SOURCE_DIR}/docs/schemas/halo.schema.json
      ${command}
      $<TARGET_FILE:halo_explain_${mpi}>
    )
  endif()
  cartwright_end_test(halo.end ${mpi} halo "cannot exchange its halo with rank 1: it has ended before exchange 4")
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
  if(TARGET lattice_${mpi})
    cartwright_mpi_test(
      halo.lattice
      ${mpi}
      PROCESSES 8
      ENVIRONMENT CARTWRIGHT_NODES=4x2 CARTWRIGHT_NETWORK=percs:supernodes=2,drawers=1,nodes=2
      COMMAND ${PROJECT_BINARY_DIR}/examples/${mpi}/lattice 6
    )
  endif()
  # The picture is that of one process.
  if(TARGET wave_${mpi})
    cartwright_launch(command ${mpi} 6 "")
    cartwright_add_mpi_test(
      mpi.${mpi}.halo.picture
      ""
      ${CMAKE_CURRENT_SOURCE_DIR}/halo/halo_picture.sh
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
      ${CMAKE_CURRENT_SOURCE_DIR}/halo/halo_bench_wave.sh
      ${PROJECT_BINARY_DIR}/bench/${mpi}/wave
      ${command}
    )
    cartwright_run_test(halo ${mpi} halo/halo.sh $<TARGET_FILE:bench_halo_${mpi}>)
  endif()
  add_dependencies(gpu_check_programs halo_random_test_${mpi} halo_gpu_test_${mpi} halo_staged_test_${mpi})
endfunction()
