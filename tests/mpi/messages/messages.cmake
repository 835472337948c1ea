# Datatypes, and messages of them: by MPI, by Cartwright where it is faster, and by Cartwright wherever possible.

function(cartwright_messages_tests mpi)
  # MPI packs the reference for Cartwright.
  cartwright_mpi_program(datatype_test ${mpi} mpi_objects GTEST)
  cartwright_mpi_test(datatype ${mpi} PROCESSES 1 COMMAND $<TARGET_FILE:datatype_test_${mpi}>)
  cartwright_mpi_program(datatype_life_test ${mpi} mpi_objects ALSO Threads::Threads)
  cartwright_mpi_test(datatype_life ${mpi} PROCESSES 1 COMMAND $<TARGET_FILE:datatype_life_test_${mpi}>)
  cartwright_mpi_program(mpix_pack_test ${mpi} mpi GTEST INTERNAL ALSO fmt::fmt)

  cartwright_mpi_test(mpix_pack ${mpi} PROCESSES 2 COMMAND $<TARGET_FILE:mpix_pack_test_${mpi}>)

  cartwright_collectives_tests(${mpi})
  cartwright_point_to_point_tests(${mpi})

  # Errors, statuses and thousands of messages must be equal without and with the interposer.
  cartwright_mpi_program(outcomes ${mpi} mpi_c)
  foreach(mode on always)
    cartwright_equal_test(outcomes_${mode} ${mpi} 2 CARTWRIGHT_DATATYPE=${mode} $<TARGET_FILE:outcomes_${mpi}> 5000)
  endforeach()

  cartwright_same_node_tests(${mpi})
  cartwright_segments_tests(${mpi})

  # The trampolines of the interposer, with what they exchange.
  cartwright_mpi_program(
    front
    ${mpi}
    mpi_c
    INTERNAL
    SOURCES messages/front.c ${PROJECT_SOURCE_DIR}/src/preload/front/trampolines.c
  )
  target_compile_definitions(front_${mpi} PRIVATE CARTWRIGHT_IN_ORDER)
  cartwright_add_mpi_test(mpi.${mpi}.exchanges "" $<TARGET_FILE:front_${mpi}>)

  if(CARTWRIGHT_BUILD_BENCH)
    # Counts do not depend on the load of the machine, so they are held to limits.
    cartwright_add_mpi_test(
      mpi.${mpi}.instructions
      ""
      python3
      ${PROJECT_SOURCE_DIR}/bench/overhead/run.py
      instructions
      --build
      ${PROJECT_BINARY_DIR}
      --mpi
      ${mpi}
    )
    set_tests_properties(mpi.${mpi}.instructions PROPERTIES TIMEOUT 300 COST 300)
  endif()

  add_dependencies(
    gpu_check_programs
    messages_test_${mpi}
    collectives_test_${mpi}
    segments_test_${mpi}
    same_node_gpu_test_${mpi}
  )
endfunction()

function(cartwright_collectives_tests mpi)
  # The same with MPI alone, always packed, and packed where that is faster.
  cartwright_mpi_program(collectives_test ${mpi} mpi_c GTEST INTERNAL ALSO fmt::fmt)
  cartwright_mpi_test(collectives ${mpi} PROCESSES 6 COMMAND $<TARGET_FILE:collectives_test_${mpi}>)
  foreach(mode always on)
    cartwright_mpi_test(
      collectives.${mode}
      ${mpi}
      PRELOAD
      PROCESSES 6
      ENVIRONMENT CARTWRIGHT_DATATYPE=${mode}
      COMMAND $<TARGET_FILE:collectives_test_${mpi}>
    )
  endforeach()
  # On two pretended nodes, where some processes pack and others do not.
  cartwright_mpi_test(
    collectives.mixed
    ${mpi}
    PRELOAD
    PROCESSES 6
    ENVIRONMENT CARTWRIGHT_NODES=2x3
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/unharmed/settings.sh on,always,off $<TARGET_FILE:collectives_test_${mpi}>
  )
endfunction()

function(cartwright_point_to_point_tests mpi)
  # Messages of datatypes: by MPI, by Cartwright where it is faster, and by Cartwright wherever possible.
  cartwright_mpi_program(messages_test ${mpi} mpi_objects GTEST ALSO ${CMAKE_DL_LIBS})
  cartwright_mpi_test(messages ${mpi} PROCESSES 2 COMMAND $<TARGET_FILE:messages_test_${mpi}>)
  foreach(mode on always)
    cartwright_mpi_test(
      messages_${mode}
      ${mpi}
      PRELOAD
      PROCESSES 2
      ENVIRONMENT CARTWRIGHT_DATATYPE=${mode}
      COMMAND $<TARGET_FILE:messages_test_${mpi}>
    )
  endforeach()

  # Messages and collectives of data in memory of a pretended GPU. Where the MPI can read it, it counts as aware of GPUs;
  # else the mode is found to be `staged`.
  foreach(mode ask half aware)
    # The threads of the pretended driver need the cores while processes wait.
    set(
      environment
      CARTWRIGHT_TEST_GPU=$<TARGET_FILE:cartwright_fake_cuda>
      CARTWRIGHT_GPU=${mode}
      OMPI_MCA_mpi_yield_when_idle=1
    )
    if(mode MATCHES "half|aware")
      list(APPEND environment FAKE_CUDA_MEMORY=readable)
    endif()
    cartwright_mpi_test(
      messages_gpu_${mode}
      ${mpi}
      PRELOAD
      PROCESSES 2
      ENVIRONMENT ${environment}
      COMMAND $<TARGET_FILE:messages_test_${mpi}>
    )
    # Kernels are translated in the first test, and found in files by the others.
    list(APPEND environment CARTWRIGHT_GPU_CACHE=${CMAKE_CURRENT_BINARY_DIR}/gpu-cache)
    cartwright_mpi_test(
      collectives_gpu_${mode}
      ${mpi}
      PRELOAD
      PROCESSES 6
      ENVIRONMENT ${environment}
      COMMAND $<TARGET_FILE:collectives_test_${mpi}> --gtest_filter=*/?
    )
  endforeach()

  # The same from many threads.
  cartwright_mpi_program(messages_threads_test ${mpi} mpi_c ALSO Threads::Threads)
  cartwright_mpi_test(messages_threads ${mpi} PROCESSES 2 COMMAND $<TARGET_FILE:messages_threads_test_${mpi}>)
  foreach(mode on always)
    cartwright_mpi_test(
      messages_threads_${mode}
      ${mpi}
      PRELOAD
      PROCESSES 2
      ENVIRONMENT CARTWRIGHT_DATATYPE=${mode}
      COMMAND $<TARGET_FILE:messages_threads_test_${mpi}>
    )
  endforeach()
  cartwright_mpi_test(
    messages_threads_unshared
    ${mpi}
    PRELOAD
    PROCESSES 2
    ENVIRONMENT CARTWRIGHT_DATATYPE=always CARTWRIGHT_SHARED=off
    COMMAND $<TARGET_FILE:messages_threads_test_${mpi}>
  )
  set_tests_properties(
    mpi.${mpi}.messages_threads
    mpi.${mpi}.messages_threads_on
    mpi.${mpi}.messages_threads_always
    mpi.${mpi}.messages_threads_unshared
    PROPERTIES SKIP_RETURN_CODE 77
  )
endfunction()

function(cartwright_same_node_tests mpi)
  # The shared memory is small, and runs out.
  cartwright_mpi_program(same_node_test ${mpi} mpi_c GTEST)
  cartwright_mpi_test(same_node ${mpi} PROCESSES 3 COMMAND $<TARGET_FILE:same_node_test_${mpi}>)
  foreach(mebibytes off 1 64)
    cartwright_mpi_test(
      same_node_${mebibytes}
      ${mpi}
      PRELOAD
      PROCESSES 3
      ENVIRONMENT CARTWRIGHT_DATATYPE=always CARTWRIGHT_SHARED=${mebibytes}
      COMMAND $<TARGET_FILE:same_node_test_${mpi}>
    )
  endforeach()

  # The same for data on a GPU, in memory of the GPU that processes share or cannot share.
  cartwright_mpi_program(same_node_gpu_test ${mpi} mpi_c GTEST ALSO ${CMAKE_DL_LIBS})
  set(of_shared CARTWRIGHT_GPU=staged FAKE_CUDA_DELAY=3000)
  set(of_aware CARTWRIGHT_GPU=aware FAKE_CUDA_MEMORY=readable)
  set(of_alone CARTWRIGHT_GPU=staged FAKE_CUDA_IPC=off)
  foreach(mode shared aware alone)
    cartwright_mpi_test(
      same_node_gpu_${mode}
      ${mpi}
      PRELOAD
      PROCESSES 2
      ENVIRONMENT
        CARTWRIGHT_SHARED=1
        CARTWRIGHT_TEST_GPU=$<TARGET_FILE:cartwright_fake_cuda>
        ${of_${mode}}
        OMPI_MCA_mpi_yield_when_idle=1
      COMMAND $<TARGET_FILE:same_node_gpu_test_${mpi}>
    )
  endforeach()

  foreach(least IN ITEMS 1024 32768)
    cartwright_mpi_test(
      same_node_measured_${least}
      ${mpi}
      PRELOAD
      PROCESSES 3
      ENVIRONMENT
        CARTWRIGHT_DATATYPE=always
        CARTWRIGHT_MEASURED=${PROJECT_SOURCE_DIR}/tests/data/measured/from-${least}.json
        LEAST_OFFERED=${least}
      COMMAND $<TARGET_FILE:same_node_test_${mpi}> --gtest_filter=*DataIs*
    )
  endforeach()

  # A wrong size is reported, and the default is used.
  set(settings SHARED=lots SEGMENT=2k)
  set(units MiB KiB)
  foreach(setting unit IN ZIP_LISTS settings units)
    string(REGEX REPLACE "=.*" "" name ${setting})
    cartwright_mpi_test(
      wrong_size.${name}
      ${mpi}
      PRELOAD
      PROCESSES 2
      ENVIRONMENT CARTWRIGHT_SHARED=off CARTWRIGHT_${setting}
      COMMAND $<TARGET_FILE:same_node_test_${mpi}> --gtest_filter=None
    )
    set_tests_properties(
      mpi.${mpi}.wrong_size.${name}
      PROPERTIES PASS_REGULAR_EXPRESSION "CARTWRIGHT_${setting}: it is not a number of ${unit}: use a number or off"
    )
  endforeach()
endfunction()

function(cartwright_segments_tests mpi)
  # Messages in parts, between processes that share no memory.
  cartwright_mpi_program(segments_test ${mpi} mpi_c GTEST ALSO ${CMAKE_DL_LIBS})
  cartwright_mpi_test(segments ${mpi} PROCESSES 2 COMMAND $<TARGET_FILE:segments_test_${mpi}>)
  foreach(mode on always)
    foreach(kibibytes off 4)
      cartwright_mpi_test(
        segments_${mode}_${kibibytes}
        ${mpi}
        PRELOAD
        PROCESSES 2
        ENVIRONMENT CARTWRIGHT_DATATYPE=${mode} CARTWRIGHT_SHARED=off CARTWRIGHT_SEGMENT=${kibibytes}
        COMMAND $<TARGET_FILE:segments_test_${mpi}>
      )
    endforeach()
  endforeach()
  # Data on a GPU, through pinned memory.
  foreach(kibibytes off 4)
    cartwright_mpi_test(
      segments_gpu_${kibibytes}
      ${mpi}
      PRELOAD
      PROCESSES 2
      ENVIRONMENT
        CARTWRIGHT_DATATYPE=always
        CARTWRIGHT_SHARED=off
        CARTWRIGHT_SEGMENT=${kibibytes}
        CARTWRIGHT_TEST_GPU=$<TARGET_FILE:cartwright_fake_cuda>
        CARTWRIGHT_GPU=staged
        OMPI_MCA_mpi_yield_when_idle=1
      COMMAND $<TARGET_FILE:segments_test_${mpi}>
    )
  endforeach()
  # All calls and random datatypes, also in parts.
  cartwright_mpi_test(
    messages_segments
    ${mpi}
    PRELOAD
    PROCESSES 2
    ENVIRONMENT CARTWRIGHT_DATATYPE=always CARTWRIGHT_SHARED=off CARTWRIGHT_SEGMENT=1
    COMMAND $<TARGET_FILE:messages_test_${mpi}>
  )
  cartwright_mpi_test(
    messages_gpu_segments
    ${mpi}
    PRELOAD
    PROCESSES 2
    ENVIRONMENT
      CARTWRIGHT_SHARED=off
      CARTWRIGHT_SEGMENT=1
      CARTWRIGHT_TEST_GPU=$<TARGET_FILE:cartwright_fake_cuda>
      CARTWRIGHT_GPU=staged
      OMPI_MCA_mpi_yield_when_idle=1
    COMMAND $<TARGET_FILE:messages_test_${mpi}>
  )
endfunction()
