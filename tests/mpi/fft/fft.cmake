# Tests of libcartwright_fft against its contract (include/cartwright/fft.h): fft_*_test.cpp, under the MPI `mpi`.

find_library(CARTWRIGHT_FFTW fftw3 REQUIRED)
find_library(CARTWRIGHT_FFTWF fftw3f REQUIRED)
find_library(CARTWRIGHT_FFTWL fftw3l REQUIRED)

function(cartwright_fft_tests mpi)
  # The benchmark must write complete output; its speed is not tested.
  if(CARTWRIGHT_BUILD_BENCH)
    cartwright_launch(command ${mpi} 2 "")
    cartwright_add_mpi_test(
      mpi.${mpi}.fft_bandwidth
      ""
      python3
      ${CMAKE_CURRENT_SOURCE_DIR}/fft/fft_bandwidth.py
      ${command}
      $<TARGET_FILE:bench_fft_bandwidth_${mpi}>
    )
  endif()

  if(NOT TARGET cartwright_fft_${mpi})
    return()
  endif()
  cartwright_fft_parts_tests(${mpi})
  cartwright_fft_contract_tests(${mpi})
  cartwright_fft_device_tests(${mpi})

  cartwright_mpi_program(fft_cpp_test ${mpi} fft GTEST)
  cartwright_mpi_test(fft_cpp ${mpi} PROCESSES 4 COMMAND $<TARGET_FILE:fft_cpp_test_${mpi}>)

  cartwright_mpi_program(fft_explain ${mpi} fft)
  if(CARTWRIGHT_JSONSCHEMA_PYTHON)
    cartwright_launch(command ${mpi} 4 "")
    cartwright_add_mpi_test(
      mpi.${mpi}.fft_schema
      "CARTWRIGHT_FFT_WISDOM=off"
      ${CARTWRIGHT_JSONSCHEMA_PYTHON}
      ${PROJECT_SOURCE_DIR}/tests/schema/check_fft.py
      ${PROJECT_SOURCE_DIR}/docs/schemas/fft.schema.json
      ${command}
      $<TARGET_FILE:fft_explain_${mpi}>
    )
    cartwright_fft_device_schema(${mpi})
  endif()

  # Each program checks its result.
  foreach(language c cpp f90)
    if(TARGET fft_poisson_${language}_${mpi})
      foreach(processes 1 3 4)
        cartwright_mpi_test(
          fft_poisson_${language}.${processes}
          ${mpi}
          PROCESSES ${processes}
          COMMAND ${PROJECT_BINARY_DIR}/examples/${mpi}/fft_poisson_${language} 48
        )
      endforeach()
    endif()
  endforeach()
  if(TARGET navier_stokes_${mpi})
    cartwright_mpi_test(
      navier_stokes
      ${mpi}
      PROCESSES 4
      COMMAND ${PROJECT_BINARY_DIR}/examples/${mpi}/navier_stokes --points 16 --steps 4 --case forced
    )
  endif()

  if(CARTWRIGHT_BUILD_BENCH)
    cartwright_launch(command ${mpi} {p} "")
    cartwright_add_mpi_test(
      mpi.${mpi}.fft_bench
      ""
      python3
      ${CMAKE_CURRENT_SOURCE_DIR}/fft/fft_bench.py
      ${PROJECT_SOURCE_DIR}/bench/fft/run.py
      ${PROJECT_BINARY_DIR}
      ${mpi}
      ${command}
    )
  endif()
endfunction()

# Transposes: every method is compared with an element-wise one, on pretended nodes.
function(cartwright_fft_parts_tests mpi)
  cartwright_mpi_program(fft_exchange_test ${mpi} fft_objects mpi_objects GTEST)
  cartwright_mpi_test(fft_exchange ${mpi} PROCESSES 12 COMMAND $<TARGET_FILE:fft_exchange_test_${mpi}>)
  cartwright_mpi_program(fft_layout_test ${mpi} fft_objects mpi_objects GTEST)
  cartwright_mpi_test(fft_layout ${mpi} PROCESSES 1 COMMAND $<TARGET_FILE:fft_layout_test_${mpi}>)
  cartwright_mpi_program(fft_calibration_test ${mpi} fft_objects mpi_objects GTEST ALSO nlohmann_json::nlohmann_json)
  cartwright_mpi_test(fft_calibration ${mpi} PROCESSES 2 COMMAND $<TARGET_FILE:fft_calibration_test_${mpi}>)
  cartwright_mpi_program(fft_streaming_test ${mpi} fft_objects mpi_objects GTEST)
  cartwright_mpi_test(fft_streaming ${mpi} PROCESSES 3 COMMAND $<TARGET_FILE:fft_streaming_test_${mpi}>)
  if(TARGET cartwright_fftw AND TARGET cartwright_pocketfft)
    cartwright_mpi_program(fft_backend_test ${mpi} fft_objects mpi_objects GTEST)
    cartwright_mpi_test(fft_backend ${mpi} PROCESSES 2 COMMAND $<TARGET_FILE:fft_backend_test_${mpi}>)
  endif()
  if(CARTWRIGHT_BUILD_BENCH)
    # It refuses to time a method that moves elements to wrong positions.
    cartwright_mpi_test(
      fft_transposes
      ${mpi}
      PROCESSES 4
      COMMAND $<TARGET_FILE:bench_fft_transposes_${mpi}> --n 13 --repeats 1 --nodes 3,1
    )
  endif()
endfunction()

# Two or three processes are enough for most tests. The random problems use prime numbers of processes, and numbers that
# leave some processes without data.
function(cartwright_fft_contract_tests mpi)
  add_library(
    fft_test_${mpi}
    STATIC
    fft/fft_oracle.cpp
    fft/fft_problem.cpp
    fft/fft_plan.cpp
    fft/fft_poisson_axis.cpp
    fft/fft_poisson_solver.cpp
    main.cpp
  )
  target_include_directories(fft_test_${mpi} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(fft_test_${mpi} PUBLIC cartwright_fft_${mpi} GTest::gtest PRIVATE cartwright_warnings)
  set(
    tests
    oracle
    random
    operators
    field_operators
    poisson
    poisson_unbounded
    poisson_faces
    poisson_refused
    methods
    accuracy
    properties
    bases
    large
    refused
    refused_boxes
    life
    timeout
    memory
    explain
    device
    device_refused
  )
  foreach(test IN LISTS tests)
    cartwright_mpi_program(
      fft_${test}_test
      ${mpi}
      ALSO fft_test_${mpi} nlohmann_json::nlohmann_json ${CARTWRIGHT_FFTW} ${CARTWRIGHT_FFTWF} ${CARTWRIGHT_FFTWL}
    )
  endforeach()

  target_compile_definitions(fft_explain_test_${mpi} PRIVATE CARTWRIGHT_FFT_BACKENDS="${CARTWRIGHT_FFT_BACKENDS}")

  set(processes_of_oracle 1)
  set(
    processes_of_random
    1
    2
    3
    4
    6
    7
    8
    12
  )
  set(processes_of_operators 1 3 4 7)
  set(processes_of_field_operators 1 2 3 5)
  set(processes_of_poisson 1 2 3 4)
  set(processes_of_poisson_unbounded 1 2 3 4)
  set(processes_of_poisson_faces 1 2 3 4)
  set(processes_of_poisson_refused 1 3)
  set(processes_of_methods 2 4)
  set(processes_of_accuracy 3)
  set(processes_of_properties 1 3)
  set(processes_of_bases 3)
  set(processes_of_refused 1 3)
  set(processes_of_refused_boxes 1 3)
  set(processes_of_life 1 3)
  set(processes_of_timeout 3)
  set(processes_of_memory 2)
  set(processes_of_explain 2)
  foreach(test IN LISTS tests)
    foreach(processes IN LISTS processes_of_${test})
      # Oversubscribed cores take more time, most of all if MPI spins.
      set(problems 30)
      if(processes GREATER 2 AND NOT mpi STREQUAL openmpi)
        set(problems 3)
      elseif(processes GREATER 3)
        set(problems 6)
      endif()
      cartwright_mpi_test(
        fft_${test}.${processes}
        ${mpi}
        PROCESSES ${processes}
        ENVIRONMENT CARTWRIGHT_FFT_PROBLEMS=${problems}
        COMMAND $<TARGET_FILE:fft_${test}_test_${mpi}>
      )
    endforeach()
  endforeach()

  cartwright_mpi_test(
    fft_random.28
    ${mpi}
    PROCESSES 28
    COMMAND $<TARGET_FILE:fft_random_test_${mpi}> --gtest_filter=ReportedProblems.*
  )

  # The same by the backend that is not the default.
  if(TARGET cartwright_fftw AND TARGET cartwright_pocketfft)
    foreach(
      test
      random.1
      random.3
      accuracy.3
      bases.3
      explain.2
    )
      string(REGEX REPLACE "\\.[0-9]+$" "" program ${test})
      string(REGEX REPLACE "^.*\\." "" processes ${test})
      cartwright_mpi_test(
        fft_${program}_pocketfft.${processes}
        ${mpi}
        PROCESSES ${processes}
        ENVIRONMENT CARTWRIGHT_FFT_BACKEND=pocketfft CARTWRIGHT_FFT_PROBLEMS=6
        COMMAND $<TARGET_FILE:fft_${program}_test_${mpi}>
      )
    endforeach()
  endif()

  # Four gigabytes go through memory, so one MPI is enough.
  list(GET CARTWRIGHT_MPIS 0 first)
  if(mpi STREQUAL first)
    cartwright_mpi_test(fft_large ${mpi} PROCESSES 2 COMMAND $<TARGET_FILE:fft_large_test_${mpi}>)
  endif()

  # Two pretended nodes with three processes each.
  cartwright_mpi_test(
    fft_methods_nodes
    ${mpi}
    PROCESSES 6
    ENVIRONMENT CARTWRIGHT_NODES=2x3
    COMMAND $<TARGET_FILE:fft_methods_test_${mpi}> --gtest_filter=Methods.GiveTheSameBytes
  )

  # These processes wait for each other to fail for most of their time.
  set(waiting mpi.${mpi}.fft_timeout.3)
  if(mpi STREQUAL mpich)
    cartwright_mpi_test(
      fft_timeout.nodes
      ${mpi}
      PROCESSES 3
      ENVIRONMENT CARTWRIGHT_NODES=2
      COMMAND $<TARGET_FILE:fft_timeout_test_${mpi}>
    )
    list(APPEND waiting mpi.${mpi}.fft_timeout.nodes)
  endif()
  set_tests_properties(${waiting} PROPERTIES PROCESSORS 1)

  cartwright_end_test(
    fft_end
    ${mpi}
    fft
    "cannot transform with rank 1: it has ended, and this process waits for it in transform 4"
  )

  cartwright_mpi_program(fft_outside_test ${mpi} fft)
  cartwright_mpi_test(fft_outside ${mpi} PROCESSES 2 COMMAND $<TARGET_FILE:fft_outside_test_${mpi}>)

  cartwright_mpi_program(fft_cycles_test ${mpi} fft)
  cartwright_mpi_test(fft_cycles ${mpi} PROCESSES 2 COMMAND $<TARGET_FILE:fft_cycles_test_${mpi}>)
  if(CARTWRIGHT_VALGRIND)
    cartwright_launch(launch ${mpi} 1 "")
    cartwright_add_mpi_test(
      mpi.${mpi}.fft_leaks
      CARTWRIGHT_FFT_CYCLES=12
      ${CMAKE_CURRENT_SOURCE_DIR}/leaks.sh
      ${CARTWRIGHT_VALGRIND}
      ${CMAKE_CURRENT_BINARY_DIR}/${mpi}.fft_leaks.log
      ${launch}
      $<TARGET_FILE:fft_cycles_test_${mpi}>
    )
  endif()
endfunction()

# Arrays on a pretended GPU.
function(cartwright_fft_device_tests mpi)
  add_dependencies(fft_device_test_${mpi} cartwright_fake_cuda cartwright_fake_cufft)
  add_dependencies(fft_device_refused_test_${mpi} cartwright_fake_cuda cartwright_fake_cufft)
  # On a pretended GPU. The threads of its driver need the cores while processes wait.
  set(
    environment
    CARTWRIGHT_TEST_GPU=$<TARGET_FILE:cartwright_fake_cuda>
    CARTWRIGHT_TEST_CUFFT=$<TARGET_FILE:cartwright_fake_cufft>
    OMPI_MCA_mpi_yield_when_idle=1
  )
  function(device_test name processes)
    set(problems 12)
    if(processes GREATER 3 AND NOT mpi STREQUAL openmpi)
      set(problems 1)
    elseif(processes GREATER 2)
      set(problems 2)
    elseif(processes GREATER 1)
      set(problems 4)
    endif()
    cartwright_mpi_test(
      fft_device_${name}.${processes}
      ${mpi}
      PROCESSES ${processes}
      ENVIRONMENT ${environment} ${ARGN} CARTWRIGHT_FFT_PROBLEMS=${problems}
      COMMAND $<TARGET_FILE:fft_device_test_${mpi}>
    )
    set_tests_properties(mpi.${mpi}.fft_device_${name}.${processes} PROPERTIES TIMEOUT 300)
  endfunction()
  # All processes share the memory of their GPU.
  foreach(
    processes
    1
    2
    3
    4
    6
  )
    device_test(shared ${processes})
  endforeach()
  # Long delays: one process is often far ahead of another.
  device_test(late 4 FAKE_CUDA_DELAY=4000)
  # None do, and some do. Where the MPI can read the memory of the pretended GPU, it counts as aware of GPUs; otherwise
  # messages go through the host.
  set(of_staged CARTWRIGHT_GPU=staged)
  set(of_aware CARTWRIGHT_GPU=aware FAKE_CUDA_MEMORY=readable)
  foreach(mode staged aware)
    device_test(${mode} 2 ${of_${mode}} CARTWRIGHT_NODES=2x1)
    device_test(${mode} 3 ${of_${mode}} CARTWRIGHT_NODES=3x1)
    device_test(${mode}_nodes 4 ${of_${mode}} CARTWRIGHT_NODES=2x2)
    device_test(${mode}_nodes 6 ${of_${mode}} CARTWRIGHT_NODES=2x3)
  endforeach()
  foreach(processes 1 2)
    cartwright_mpi_test(
      fft_device_refused.${processes}
      ${mpi}
      PROCESSES ${processes}
      ENVIRONMENT ${environment}
      COMMAND $<TARGET_FILE:fft_device_refused_test_${mpi}> --gtest_filter=DeviceRefused.*
    )
    set_tests_properties(mpi.${mpi}.fft_device_refused.${processes} PROPERTIES TIMEOUT 300)
  endforeach()
  cartwright_mpi_test(
    fft_device_without_driver
    ${mpi}
    PROCESSES 2
    COMMAND $<TARGET_FILE:fft_device_refused_test_${mpi}> --gtest_filter=WithoutDriver.*
  )
  add_dependencies(gpu_check_programs fft_device_test_${mpi} fft_device_refused_test_${mpi})
endfunction()

# Plans for arrays on a pretended GPU, with each way in which processes of one node and of several exchange data.
function(cartwright_fft_device_schema mpi)
  cartwright_mpi_program(fft_device_explain ${mpi} fft ALSO ${CMAKE_DL_LIBS})
  add_dependencies(fft_device_explain_${mpi} cartwright_fake_cuda cartwright_fake_cufft)
  add_dependencies(gpu_check_programs fft_device_explain_${mpi})
  cartwright_launch(command ${mpi} 4 "")
  list(JOIN command " " command)
  string(APPEND command " $<TARGET_FILE:fft_device_explain_${mpi}>")
  set(runs "${command}")
  foreach(nodes 4x1 2x2)
    string(APPEND runs " && CARTWRIGHT_NODES=${nodes} CARTWRIGHT_GPU=staged ${command}")
    string(APPEND runs " && CARTWRIGHT_NODES=${nodes} CARTWRIGHT_GPU=aware FAKE_CUDA_MEMORY=readable ${command}")
  endforeach()
  cartwright_add_mpi_test(
    mpi.${mpi}.fft_device_schema
    "CARTWRIGHT_TEST_GPU=$<TARGET_FILE:cartwright_fake_cuda>;CARTWRIGHT_TEST_CUFFT=$<TARGET_FILE:cartwright_fake_cufft>;OMPI_MCA_mpi_yield_when_idle=1"
    ${CARTWRIGHT_JSONSCHEMA_PYTHON}
    ${PROJECT_SOURCE_DIR}/tests/schema/check_fft_device.py
    ${PROJECT_SOURCE_DIR}/docs/schemas/fft.schema.json
    sh
    -c
    "${runs}"
  )
  set_tests_properties(mpi.${mpi}.fft_device_schema PROPERTIES TIMEOUT 300)
endfunction()
