# The benchmarks of processes that share a GPU, with little data on the pretended one.
function(cartwright_gpu_figures mpi)
  add_dependencies(gpu_check_programs bench_gpu_ranks_${mpi})
  foreach(
    run
    halo.1
    halo.2
    halo.4
    message.2
    fft.1
    fft.2
    fft.4
  )
    string(REPLACE "." ";" parts ${run})
    list(GET parts 0 what)
    list(GET parts 1 processes)
    set(preload)
    set(environment CARTWRIGHT_TEST_GPU=$<TARGET_FILE:cartwright_fake_cuda> OMPI_MCA_mpi_yield_when_idle=1)
    if(what STREQUAL message)
      set(preload PRELOAD)
      list(APPEND environment CARTWRIGHT_GPU=ask)
    elseif(what STREQUAL fft)
      list(APPEND environment CARTWRIGHT_TEST_CUFFT=$<TARGET_FILE:cartwright_fake_cufft>)
    endif()
    cartwright_mpi_test(
      gpu_figures.${run}
      ${mpi}
      ${preload}
      PROCESSES ${processes}
      ENVIRONMENT ${environment}
      COMMAND $<TARGET_FILE:bench_gpu_ranks_${mpi}> ${what} --tiny
    )
    set_tests_properties(mpi.${mpi}.gpu_figures.${run} PROPERTIES LABELS "mpi;gpu_figures")
  endforeach()
endfunction()
