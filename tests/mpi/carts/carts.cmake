# The functions of mpix.h for grids and graphs, those of MPI that the interposer reorders, and `cartwright run` of such
# programs.

function(cartwright_carts_tests mpi)
  cartwright_mpi_program(cart_create_test ${mpi} mpi_c GTEST)
  cartwright_mpi_test(
    cart_create
    ${mpi}
    PRELOAD
    ENVIRONMENT CARTWRIGHT_NODES=cyclic:4x4
    COMMAND $<TARGET_FILE:cart_create_test_${mpi}>
  )

  # In tier fast each process places itself; MPI_Cart_map computes all of the mapping.
  foreach(nodes 4x4 4x2x2 8,5,3 cyclic:4x4)
    cartwright_mpi_test(
      cart_create_alone_${nodes}
      ${mpi}
      PRELOAD
      ENVIRONMENT "CARTWRIGHT_NODES=${nodes}" CARTWRIGHT_TIER=fast
      COMMAND $<TARGET_FILE:cart_create_test_${mpi}> --gtest_filter=CartMap*
    )
  endforeach()

  # With these mappings, a process needs no order of all in MPI_Cart_map.
  cartwright_mpi_program(cart_map ${mpi} mpi_c ALSO ${CMAKE_DL_LIBS})
  cartwright_run_test(cart_map ${mpi} carts/run_cart_map.sh $<TARGET_FILE:cart_map_${mpi}>)

  cartwright_mpi_program(no_gather_test ${mpi} mpi_objects GTEST ALSO ${CMAKE_DL_LIBS})
  cartwright_mpi_test(no_gather ${mpi} COMMAND $<TARGET_FILE:no_gather_test_${mpi}>)

  cartwright_mpi_program(cart_stencil_comm_test ${mpi} mpi GTEST)
  cartwright_mpi_test(cart_stencil_comm ${mpi} COMMAND $<TARGET_FILE:cart_stencil_comm_test_${mpi}>)

  cartwright_mpi_program(cart_weighted_test ${mpi} mpi GTEST)
  cartwright_mpi_test(cart_weighted ${mpi} COMMAND $<TARGET_FILE:cart_weighted_test_${mpi}>)
  # The same functions, with a second copy of them in the interposer.
  cartwright_mpi_test(cart_weighted_preloaded ${mpi} PRELOAD COMMAND $<TARGET_FILE:cart_weighted_test_${mpi}>)

  cartwright_mpi_program(graph_test ${mpi} mpi_c GTEST)
  cartwright_mpi_test(
    graph_preloaded
    ${mpi}
    PRELOAD
    ENVIRONMENT CARTWRIGHT_NODES=cyclic:4x4
    COMMAND $<TARGET_FILE:graph_test_${mpi}>
  )
  cartwright_mpi_program(graph_mpix_test ${mpi} mpi GTEST SOURCES carts/graph_test.cpp)
  target_compile_definitions(graph_mpix_test_${mpi} PRIVATE USE_MPIX)
  cartwright_mpi_test(
    graph
    ${mpi}
    ENVIRONMENT CARTWRIGHT_NODES=cyclic:4x4
    COMMAND $<TARGET_FILE:graph_mpix_test_${mpi}>
  )

  # Their report from `cartwright run --report`.
  cartwright_run_test(graph_report ${mpi} carts/run_graphs.sh $<TARGET_FILE:graph_test_${mpi}>)

  cartwright_mpi_program(mpix_cpp_test ${mpi} mpi GTEST)
  cartwright_mpi_test(mpix_cpp ${mpi} COMMAND $<TARGET_FILE:mpix_cpp_test_${mpi}>)

  cartwright_mpi_program(threads_test ${mpi} mpi ALSO Threads::Threads)
  cartwright_mpi_test(
    threads
    ${mpi}
    PROCESSES 4
    ENVIRONMENT CARTWRIGHT_NODES=2x2
    COMMAND $<TARGET_FILE:threads_test_${mpi}>
  )
  cartwright_mpi_test(
    threads_preloaded
    ${mpi}
    PRELOAD
    PROCESSES 4
    ENVIRONMENT CARTWRIGHT_NODES=2x2
    COMMAND $<TARGET_FILE:threads_test_${mpi}>
  )
  set_tests_properties(mpi.${mpi}.threads mpi.${mpi}.threads_preloaded PROPERTIES SKIP_RETURN_CODE 77)

  cartwright_mpi_program(cycles_test ${mpi} mpi)
  if(CARTWRIGHT_VALGRIND)
    cartwright_launch(launch ${mpi} 1 "$<TARGET_FILE:cartwright_preload_${mpi}>")
    cartwright_add_mpi_test(
      mpi.${mpi}.leaks
      ""
      ${CMAKE_CURRENT_SOURCE_DIR}/leaks.sh
      ${CARTWRIGHT_VALGRIND}
      ${CMAKE_CURRENT_BINARY_DIR}/${mpi}.leaks.log
      ${launch}
      $<TARGET_FILE:cycles_test_${mpi}>
    )
  endif()

  if(TARGET cartwright_fft_${mpi})
    cartwright_mpi_program(reasons_test ${mpi} mpi halo fft GTEST ALSO cartwright_c ${CMAKE_DL_LIBS})
    cartwright_mpi_test(reasons ${mpi} PROCESSES 2 COMMAND $<TARGET_FILE:reasons_test_${mpi}>)
    # Between nodes there are messages, whose requests and datatypes are not freed after the end either.
    cartwright_mpi_program(after_finalize ${mpi} mpi halo fft)
    foreach(nodes 1x4 2x2)
      cartwright_mpi_test(
        after_finalize.${nodes}
        ${mpi}
        PROCESSES 4
        ENVIRONMENT CARTWRIGHT_NODES=${nodes}
        COMMAND $<TARGET_FILE:after_finalize_${mpi}>
      )
    endforeach()
  endif()

  cartwright_machine_tests(${mpi})
  cartwright_example_tests(${mpi})
endfunction()

# Sockets and nodes.
function(cartwright_machine_tests mpi)
  # Sockets of a pretended machine, as MPI and hwloc see them; hwloc then reports a binding.
  cartwright_mpi_program(hardware_test ${mpi} mpi_objects)
  if(mpi STREQUAL openmpi)
    set(bind --bind-to core)
  else()
    set(bind -bind-to core)
  endif()
  foreach(packages 1 2)
    math(EXPR cores "2 / ${packages}")
    cartwright_add_mpi_test(
      mpi.${mpi}.hardware.${packages}
      "HWLOC_SYNTHETIC=pack:${packages} numa:1 core:${cores} pu:1;HWLOC_THISSYSTEM=1"
      ${CARTWRIGHT_MPIRUN_${mpi}}
      -n
      2
      ${bind}
      $<TARGET_FILE:hardware_test_${mpi}>
      ${packages}
    )
  endforeach()

  # What a node is, also where some processes see other process ids.
  cartwright_mpi_program(node_test ${mpi} mpi_objects GTEST)
  cartwright_mpi_test(node ${mpi} PROCESSES 6 COMMAND $<TARGET_FILE:node_test_${mpi}>)
  # MPICH 4.0.2 has no part here: its programs do not run where processes see other process ids, but over TCP alone, and
  # then it hangs in MPI_Finalize now and then.
  if(mpi STREQUAL openmpi)
    cartwright_mpi_test(
      node_containers
      ${mpi}
      PROCESSES 6
      ENVIRONMENT NODE_TEST_CONTAINERS=1 OMPI_MCA_btl=self,tcp
      COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/carts/containers.sh $<TARGET_FILE:node_test_${mpi}>
    )
  endif()
endfunction()

# Programs of `examples` and `bench`, and the options of `cartwright run`.
function(cartwright_example_tests mpi)
  cartwright_run_test(run_status ${mpi} carts/run_status.sh)

  if(TARGET heat2d_${mpi})
    cartwright_run_test(heat2d ${mpi} carts/run_example.sh $<TARGET_FILE:heat2d_${mpi}> 48 5)
    cartwright_run_test(network ${mpi} carts/run_network.sh $<TARGET_FILE:heat2d_${mpi}>)
  endif()

  if(TARGET heat3d_${mpi})
    cartwright_run_test(heat3d ${mpi} carts/run_example.sh ${PROJECT_BINARY_DIR}/examples/${mpi}/heat3d 16 5)
  endif()

  if(TARGET weighted_c_${mpi})
    set(languages $<TARGET_FILE:weighted_c_${mpi}> $<TARGET_FILE:weighted_cpp_${mpi}>)
    if(TARGET weighted_f90_${mpi})
      list(APPEND languages ${PROJECT_BINARY_DIR}/examples/${mpi}/weighted_f90)
    endif()
    cartwright_run_test(weighted ${mpi} carts/run_weighted.sh ${languages})
  endif()

  # The benchmark must write complete output; its speed is not tested.
  if(CARTWRIGHT_BUILD_BENCH)
    cartwright_launch(command ${mpi} 4 "")
    cartwright_add_mpi_test(
      mpi.${mpi}.neighbor_bench
      ""
      python3
      ${CMAKE_CURRENT_SOURCE_DIR}/carts/neighbor_bench.py
      ${command}
      $<TARGET_FILE:bench_neighbor_alltoall_${mpi}>
    )
  endif()
endfunction()
