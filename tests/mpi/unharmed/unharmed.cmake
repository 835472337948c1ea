# Programs that failed under the interposer once, or could: equal without it and with it.

# cartwright_alike_test(NAME MPI PROCESSES MODES [ARGUMENTS ...]): NAME.c, whose output must be the same in all
# modes of CARTWRIGHT_DATATYPE.
function(cartwright_alike_test name mpi processes modes)
  cartwright_unharmed_program(${name} ${mpi})
  foreach(mode IN LISTS modes)
    cartwright_equal_test(
      ${name}_${mode}
      ${mpi}
      ${processes}
      CARTWRIGHT_DATATYPE=${mode}
      $<TARGET_FILE:${name}_${mpi}>
      ${ARGN}
    )
  endforeach()
endfunction()

function(cartwright_unharmed_program name mpi)
  cartwright_mpi_program(${name} ${mpi} mpi_c ALSO Threads::Threads ${CMAKE_DL_LIBS})
endfunction()

# A program that prints the number of messages that Cartwright packs and unpacks. `before` is loaded before the
# interposer; a last argument is a library that takes the place of MPI, also without the interposer.
function(
  cartwright_uses_test
  name
  mpi
  mode
  environment
  before
  program
)
  set(instead ${ARGN})
  cartwright_launch(plain ${mpi} 2 "${instead}")
  if(instead)
    string(PREPEND instead ":")
  endif()
  cartwright_launch(preloaded ${mpi} 2 ${before}$<TARGET_FILE:cartwright_preload_${mpi}>${instead})
  list(JOIN plain " " plain)
  list(JOIN preloaded " " preloaded)
  cartwright_add_mpi_test(
    mpi.${mpi}.${name}
    "${environment}"
    ${CMAKE_CURRENT_SOURCE_DIR}/unharmed/uses.sh
    ${mode}
    "${plain} ${program}"
    "${preloaded} ${program}"
  )
endfunction()

# cartwright_equal_runs(NAME MPI RUN ...): NAME.c without and with the interposer, whose output must be equal. A run is
# PROCESSES.SUFFIX:ARGUMENTS:VARIABLE=value&VARIABLE=value.
function(cartwright_equal_runs name mpi)
  cartwright_unharmed_program(${name} ${mpi})
  foreach(run IN LISTS ARGN)
    string(REGEX MATCH "^(([0-9]+)[^:]*):([^:]*):?(.*)$" found "${run}")
    set(suffix ${CMAKE_MATCH_1})
    set(processes ${CMAKE_MATCH_2})
    set(arguments ${CMAKE_MATCH_3})
    string(REPLACE "&" ";" environment "${CMAKE_MATCH_4}")
    cartwright_equal_test(
      ${name}.${suffix}
      ${mpi}
      ${processes}
      "${environment}"
      $<TARGET_FILE:${name}_${mpi}>
      ${arguments}
    )
  endforeach()
endfunction()

# On one node, on pretended nodes, with little shared memory, and with messages between nodes joined, or so often that
# this is tried.
function(cartwright_neighbors_tests mpi)
  cartwright_equal_runs(
    neighbors
    ${mpi}
    "1:11 15 3000"
    "2:12 15 3000"
    "3:13 15 3000"
    "5:14 12 3000"
    "12:15 6 500"
    "6.nodes:16 12 3000:CARTWRIGHT_NODES=2x3"
    "8.nodes:17 8 1000:CARTWRIGHT_NODES=4x2"
    "4.small:18 6 100000:CARTWRIGHT_SHARED=1"
    "3.always:19 12 3000:CARTWRIGHT_DATATYPE=always"
    "2.large:20 2 1500000"
    "6.join:30 12 3000:CARTWRIGHT_NODES=2x3&CARTWRIGHT_JOIN=always"
    "7.join:31 10 20000:CARTWRIGHT_NODES=1,3,2,1&CARTWRIGHT_JOIN=always"
    "8.join:32 8 1000:CARTWRIGHT_NODES=cyclic:2x4&CARTWRIGHT_JOIN=always"
    "4.join_small:33 6 100000:CARTWRIGHT_NODES=2x2&CARTWRIGHT_JOIN=always&CARTWRIGHT_SHARED=1"
    "4.join_often:34 2 3000 often:CARTWRIGHT_NODES=2x2"
    "5.join_often:35 2 300 often:CARTWRIGHT_NODES=3,2&CARTWRIGHT_JOIN=always"
  )
  cartwright_unharmed_program(uneven ${mpi})
  foreach(nodes IN ITEMS 1x5 3,2)
    string(REPLACE "," "_" suffix ${nodes})
    cartwright_launch(command ${mpi} 5 $<TARGET_FILE:cartwright_preload_${mpi}>)
    cartwright_add_mpi_test(
      mpi.${mpi}.uneven_${suffix}
      CARTWRIGHT_NODES=${nodes}
      ${command}
      $<TARGET_FILE:uneven_${mpi}>
    )
  endforeach()
  cartwright_launch(command ${mpi} 4 $<TARGET_FILE:cartwright_preload_${mpi}>)
  cartwright_add_mpi_test(
    mpi.${mpi}.neighbors_die
    ""
    ${CMAKE_CURRENT_SOURCE_DIR}/unharmed/neighbors_die.sh
    ${command}
    $<TARGET_FILE:neighbors_${mpi}>
    21
    20
    500
    die
  )
endfunction()

# A copy of cluster.json in which messages between nodes have other speeds.
function(cartwright_other_links file before after)
  file(READ ${PROJECT_SOURCE_DIR}/tests/data/measured/cluster.json links)
  string(REPLACE "${before}" "${after}" links "${links}")
  file(CONFIGURE OUTPUT ${file} CONTENT "${links}" @ONLY)
endfunction()

# random_collectives.c, with collectives in the memory of nodes from the first call on, and where that is faster. Five
# nodes gather in three rounds where a process can send only one message while one travels, otherwise in one. Leaders
# relay short blocks where sending one takes ten times as long; in the groups of a machine first.
function(cartwright_random_collectives_tests mpi)
  cartwright_other_links(busy_links.json "\"median\": 57900.0, \"low\": 54500.0" "\"median\": 3700.0, \"low\": 3600.0")
  cartwright_other_links(slow_sends.json "\"median\": 57900.0, \"low\": 54500.0" "\"median\": 370.0, \"low\": 360.0")
  set(always "CARTWRIGHT_COLLECTIVES=always&UCX_LOG_LEVEL=error")
  cartwright_equal_runs(
    random_collectives
    ${mpi}
    "1:1 200:${always}"
    "2:2 200:${always}"
    "2.persistent:9 600 only=alltoall,alltoallv,alltoallw,allgather,allgatherv:UCX_LOG_LEVEL=error"
    "4.persistent:22 400 only=alltoall,alltoallv,alltoallw,allgather,allgatherv:${always}"
    "2.nodes:3 200:CARTWRIGHT_NODES=2x1&${always}"
    "3:4 200:${always}"
    "4.nodes:5 150:CARTWRIGHT_NODES=2x2&${always}"
    "4.measured:6 300:CARTWRIGHT_NODES=2x2&UCX_LOG_LEVEL=error"
    "4.sizes:7 1500 largest=20000 only=alltoallv,alltoallw,allgatherv,gatherv,scatterv:CARTWRIGHT_NODES=3,1&UCX_LOG_LEVEL=error"
    "4.small:8 100:CARTWRIGHT_NODES=2x2&CARTWRIGHT_SHARED=1&${always}"
    "5.nodes:14 150:CARTWRIGHT_NODES=3,2&${always}"
    "7.nodes:10 100:CARTWRIGHT_NODES=1,3,2,1&${always}"
    "8.cyclic:11 80:CARTWRIGHT_NODES=cyclic:2x4&${always}"
    "7.leaders:31 60 largest=400000 only=bcast,reduce,allreduce,reduce_scatter,allgatherv:CARTWRIGHT_NODES=2,2,3&${always}"
    "4.order:21 60 largest=140000 only=allgather,allgatherv,reduce,bcast:CARTWRIGHT_NODES=2x2&${always}"
    "10.rounds:61 60 only=barrier,allgather,allgatherv,allreduce,reduce_scatter,scan,exscan:CARTWRIGHT_NODES=3,1,2,2,2&CARTWRIGHT_MEASURED=${CMAKE_CURRENT_BINARY_DIR}/busy_links.json&${always}"
    "10.relayed:62 60 only=alltoall,alltoallv,alltoallw,allgather,barrier:CARTWRIGHT_NODES=cyclic:5x2&CARTWRIGHT_MEASURED=${CMAKE_CURRENT_BINARY_DIR}/slow_sends.json&${always}"
    "10.unequal:64 90 largest=3000 only=alltoallv,alltoallw,barrier:CARTWRIGHT_NODES=3,1,2,2,2&CARTWRIGHT_MEASURED=${CMAKE_CURRENT_BINARY_DIR}/slow_sends.json&${always}"
    "12.switches:63 60 only=alltoall,alltoallv,allgather,allgatherv,barrier,allreduce,reduce_scatter,scan,exscan:CARTWRIGHT_NODES=group:2 node:3 core:2&CARTWRIGHT_MEASURED=${CMAKE_CURRENT_BINARY_DIR}/slow_sends.json&${always}"
    "4.large:12 60 largest=1000000:CARTWRIGHT_NODES=2x2&${always}"
    "3.rounds:335 50 largest=3000000 only=reduce,allreduce:CARTWRIGHT_NODES=2,1&${always}"
    "4.threads:13 60 threads=3:CARTWRIGHT_NODES=2x2&${always}"
  )
  target_link_libraries(random_collectives_${mpi} PRIVATE m)
endfunction()

# A barrier through the memory of nodes, after which the MPI knows of the messages before it.
function(cartwright_window_test mpi)
  cartwright_equal_runs(
    window_after_barrier
    ${mpi}
    "2::CARTWRIGHT_COLLECTIVES=always"
    "3::CARTWRIGHT_COLLECTIVES=always"
    "4.nodes::CARTWRIGHT_NODES=2x2&CARTWRIGHT_COLLECTIVES=always"
  )
endfunction()

# The report of whole_nodes.c, and the choice before the first trial: where a process needs 2.7 ms to send a message, an
# all-to-all is estimated to be several times as fast with one message as with two, and an allgather about as fast. There
# leaders also relay blocks of different sizes, from the second call on: five nodes send 15 messages in place of 20.
function(cartwright_whole_nodes_test mpi)
  cartwright_unharmed_program(whole_nodes ${mpi})
  set(all_to_all "MPI_Alltoall: 40 calls, 40 of them .* 80 blocks between nodes in 20 messages")
  set(gather "MPI_Gather: 40 calls, 40 of them .* 20 blocks between nodes in 10 messages")
  cartwright_mpi_test(
    whole_nodes
    ${mpi}
    PRELOAD
    PROCESSES 4
    ENVIRONMENT CARTWRIGHT_NODES=2x2 CARTWRIGHT_COLLECTIVES=always CARTWRIGHT_REPORT=stderr
    COMMAND $<TARGET_FILE:whole_nodes_${mpi}>
  )
  set_tests_properties(mpi.${mpi}.whole_nodes PROPERTIES PASS_REGULAR_EXPRESSION "${gather}.*${all_to_all}")
  cartwright_mpi_test(
    whole_nodes_estimated
    ${mpi}
    PRELOAD
    PROCESSES 4
    ENVIRONMENT
      CARTWRIGHT_NODES=2x2
      CARTWRIGHT_MEASURED=${CMAKE_CURRENT_BINARY_DIR}/slow_sends.json
      CARTWRIGHT_REPORT=stderr
    COMMAND $<TARGET_FILE:whole_nodes_${mpi}>
  )
  set_tests_properties(
    mpi.${mpi}.whole_nodes_estimated
    PROPERTIES
      PASS_REGULAR_EXPRESSION "MPI_Alltoall: 40 calls, 40 of them"
      FAIL_REGULAR_EXPRESSION "MPI_Allgather: 40 calls|MPI_Gather: 40 calls"
  )
  cartwright_mpi_test(
    whole_nodes_relayed
    ${mpi}
    PRELOAD
    PROCESSES 11
    ENVIRONMENT
      CARTWRIGHT_NODES=3,2,2,2,2
      CARTWRIGHT_MEASURED=${CMAKE_CURRENT_BINARY_DIR}/slow_sends.json
      CARTWRIGHT_COLLECTIVES=always
      CARTWRIGHT_REPORT=stderr
    COMMAND $<TARGET_FILE:whole_nodes_${mpi}> 10 unequal
  )
  set_tests_properties(
    mpi.${mpi}.whole_nodes_relayed
    PROPERTIES
      PASS_REGULAR_EXPRESSION "MPI_Alltoallv: 110 calls, 110 of them .* 960 blocks between nodes in 155 messages"
      FAIL_REGULAR_EXPRESSION "wrong bytes"
  )
endfunction()

# forwarded.c, where the processes have settings of their own, in the order of their ranks.
function(
  cartwright_forwarded_test
  name
  mpi
  processes
  settings
  environment
)
  cartwright_equal_test(
    forwarded.${name}
    ${mpi}
    ${processes}
    "${environment}"
    ${CMAKE_CURRENT_SOURCE_DIR}/unharmed/settings.sh
    ${settings}
    $<TARGET_FILE:forwarded_${mpi}>
    35
    ${ARGN}
  )
endfunction()

# By the algorithms that the MPI chooses, and by others that a user may choose.
function(cartwright_forwarded_tests mpi)
  cartwright_unharmed_program(forwarded ${mpi})
  foreach(processes RANGE 2 8)
    foreach(settings IN ITEMS on "always,off" "off,always" "on,always,off")
      if(processes LESS 4 OR settings STREQUAL "on,always,off")
        string(REPLACE "," "." suffix ${settings})
        cartwright_forwarded_test(${processes}.${suffix} ${mpi} ${processes} ${settings} "")
      endif()
    endforeach()
  endforeach()
  if(mpi STREQUAL openmpi)
    # Bruck's algorithm, and then trees.
    set(
      of_bruck
      OMPI_MCA_coll_tuned_alltoall_algorithm=3
      OMPI_MCA_coll_tuned_allgather_algorithm=2
      OMPI_MCA_coll_tuned_allgatherv_algorithm=2
      OMPI_MCA_coll_tuned_bcast_algorithm=8
    )
    set(
      of_trees
      OMPI_MCA_coll_tuned_gather_algorithm=2
      OMPI_MCA_coll_tuned_scatter_algorithm=2
      OMPI_MCA_coll_tuned_bcast_algorithm=4
      OMPI_MCA_coll_tuned_allgather_algorithm=5
      OMPI_MCA_coll_tuned_allgatherv_algorithm=4
    )
    foreach(algorithms bruck trees)
      set(environment OMPI_MCA_coll_tuned_use_dynamic_rules=1 ${of_${algorithms}})
      cartwright_forwarded_test(${algorithms} ${mpi} 6 "on,always,off" "${environment}" same)
    endforeach()

    cartwright_unharmed_program(hierarchy ${mpi})
    cartwright_equal_test(
      hierarchy
      ${mpi}
      4
      "CARTWRIGHT_DATATYPE=always;TMPDIR=${CMAKE_CURRENT_BINARY_DIR};OMPI_MCA_coll_han_priority=100;OMPI_MCA_btl=self,tcp;OMPI_MCA_plm=rsh;OMPI_MCA_plm_rsh_agent=${PROJECT_SOURCE_DIR}/tests/launchers/fake_ssh.sh;OMPI_MCA_orte_default_hostfile=${CMAKE_CURRENT_SOURCE_DIR}/unharmed/two_hosts"
      $<TARGET_FILE:hierarchy_${mpi}>
    )
  else()
    cartwright_forwarded_test(bruck ${mpi} 2 "always,off" MPIR_CVAR_IALLTOALL_INTRA_ALGORITHM=tsp_brucks same)
  endif()
endfunction()

function(cartwright_unharmed_tests mpi)
  set(launcher ${CARTWRIGHT_MPIRUN_${mpi}})
  set(preload $<TARGET_FILE:cartwright_preload_${mpi}>)
  set(before)
  if(NOT mpi STREQUAL openmpi)
    set(before $<TARGET_FILE:cartwright_test_yield>)
  endif()

  cartwright_alike_test(bottom ${mpi} 2 "on;always" ${CMAKE_CURRENT_BINARY_DIR}/${mpi}.bottom)
  cartwright_alike_test(lazy_threads ${mpi} 2 "on;always")
  cartwright_alike_test(large ${mpi} 2 on)
  cartwright_unharmed_program(large_to_self ${mpi}) # which checks itself
  cartwright_mpi_test(large_to_self ${mpi} PRELOAD PROCESSES 1 COMMAND $<TARGET_FILE:large_to_self_${mpi}>)
  cartwright_alike_test(alltoallw ${mpi} 8 "on;always")
  cartwright_alike_test(external ${mpi} 1 on)
  # Files, and with them shared memory, are limited to less than the interposer would take.
  cartwright_equal_test(
    file_limit
    ${mpi}
    3
    ""
    prlimit
    --fsize=60000000
    $<TARGET_FILE:persistent_${mpi}>
    22
    8
  )
  cartwright_unharmed_program(files ${mpi})
  cartwright_equal_test(files.views ${mpi} 3 "" $<TARGET_FILE:files_${mpi}> 41 views)
  cartwright_uses_test(files ${mpi} always "" "" "$<TARGET_FILE:files_${mpi}> 42")
  cartwright_alike_test(one_sided ${mpi} 3 on 51)
  cartwright_uses_test(one_sided ${mpi} always "" "" "$<TARGET_FILE:one_sided_${mpi}> 52")
  cartwright_forwarded_tests(${mpi})
  cartwright_alike_test(type_errors ${mpi} 1 "on;always")
  cartwright_alike_test(no_fortran ${mpi} 1 "on;always")
  set_target_properties(no_fortran_${mpi} PROPERTIES ENABLE_EXPORTS ON)
  cartwright_alike_test(neighbor_errors ${mpi} 3 on)
  cartwright_alike_test(neighbor_threads ${mpi} 3 on)
  cartwright_alike_test(persistent ${mpi} 3 "on;always" 22 8)
  cartwright_neighbors_tests(${mpi})
  cartwright_random_collectives_tests(${mpi})
  cartwright_whole_nodes_test(${mpi})
  cartwright_window_test(${mpi})
  cartwright_alike_test(tools_interface ${mpi} 2 on)
  cartwright_alike_test(partitioned ${mpi} 2 on)
  cartwright_alike_test(sessions ${mpi} 4 on)
  if(mpi STREQUAL openmpi) # MPICH over UCX cannot start further processes
    cartwright_alike_test(spawn ${mpi} 2 on)
  endif()

  cartwright_unharmed_program(mixed ${mpi})
  cartwright_add_mpi_test(
    mpi.${mpi}.mixed
    ""
    ${CMAKE_CURRENT_SOURCE_DIR}/unharmed/mixed.sh
    ${mpi}
    ${launcher}
    ${preload}
    $<TARGET_FILE:mixed_${mpi}>
    ${before}
  )
  cartwright_launch(command ${mpi} 3 "")
  cartwright_add_mpi_test(
    mpi.${mpi}.limits
    ""
    ${CMAKE_CURRENT_SOURCE_DIR}/unharmed/limits.sh
    ${preload}
    $<TARGET_FILE:mixed_${mpi}>
    ${command}
  )
  set(other mpich)
  if(mpi STREQUAL mpich)
    set(other openmpi)
  endif()
  cartwright_add_mpi_test(
    mpi.${mpi}.front
    ""
    ${CMAKE_CURRENT_SOURCE_DIR}/unharmed/front.sh
    ${mpi}
    ${launcher}
    ${preload}
    ${PROJECT_BINARY_DIR}/lib/${other}/libcartwright_preload.so
    $<TARGET_FILE:mixed_${mpi}>
    ${before}
  )

  # Data on a device, with an MPI that can send it. Unless CARTWRIGHT_GPU asks for more, the same calls must reach it.
  cartwright_unharmed_program(device ${mpi})
  add_library(cartwright_test_aware_${mpi} SHARED unharmed/aware_mpi.c)
  set_target_properties(cartwright_test_aware_${mpi} PROPERTIES C_VISIBILITY_PRESET default)
  target_link_libraries(
    cartwright_test_aware_${mpi}
    PRIVATE cartwright_mpi_c_${mpi} ${CMAKE_DL_LIBS} cartwright_warnings
  )
  set(of_device_off CARTWRIGHT_GPU=off)
  foreach(name device device_off)
    cartwright_uses_test(
      ${name}
      ${mpi}
      always
      "${of_${name}}"
      ""
      "$<TARGET_FILE:device_${mpi}> $<TARGET_FILE:cartwright_fake_cuda>"
      $<TARGET_FILE:cartwright_test_aware_${mpi}>
    )
  endforeach()
  cartwright_equal_test(
    device_on
    ${mpi}
    2
    CARTWRIGHT_DATATYPE=on
    $<TARGET_FILE:device_${mpi}>
    $<TARGET_FILE:cartwright_fake_cuda>
    INSTEAD $<TARGET_FILE:cartwright_test_aware_${mpi}>
  )

  # The same with an MPI that lists the kinds of memory that it supports.
  cartwright_launch(
    launch
    ${mpi}
    2
    $<TARGET_FILE:cartwright_preload_${mpi}>:$<TARGET_FILE:cartwright_test_aware_${mpi}>
  )
  # Who has set CARTWRIGHT_GPU hears of it.
  set(of_off AWARE_KINDS=system,mpi CARTWRIGHT_GPU=off)
  set(of_cuda AWARE_KINDS=system,mpi,cuda:device CARTWRIGHT_GPU=off)
  set(of_unasked AWARE_KINDS=system,mpi)
  foreach(run off cuda unasked)
    set(name mpi.${mpi}.device_kinds.${run})
    cartwright_add_mpi_test(
      ${name}
      "${of_${run}}"
      ${launch}
      $<TARGET_FILE:device_${mpi}>
      $<TARGET_FILE:cartwright_fake_cuda>
    )
    set(line "memory of a GPU, but this MPI supports only the kinds system,mpi:")
    if(run STREQUAL off)
      set_tests_properties(${name} PROPERTIES PASS_REGULAR_EXPRESSION "${line}")
    else()
      set_tests_properties(
        ${name}
        PROPERTIES PASS_REGULAR_EXPRESSION "calls with memory of the device" FAIL_REGULAR_EXPRESSION "${line}"
      )
    endif()
  endforeach()

  # Canceled messages.
  add_library(cartwright_test_cancel_${mpi} SHARED unharmed/fake_cancel.c)
  target_include_directories(
    cartwright_test_cancel_${mpi}
    SYSTEM
    PRIVATE $<TARGET_PROPERTY:cartwright_mpi_c_${mpi},INTERFACE_INCLUDE_DIRECTORIES>
  )
  cartwright_unharmed_program(cancel ${mpi})
  cartwright_uses_test(
    cancel
    ${mpi}
    on
    "CARTWRIGHT_SHARED=1;UCX_LOG_LEVEL=error;CARTWRIGHT_MEASURED=${PROJECT_SOURCE_DIR}/tests/data/measured/from-1024.json"
    $<TARGET_FILE:cartwright_test_cancel_${mpi}>:
    $<TARGET_FILE:cancel_${mpi}>
  )
endfunction()
