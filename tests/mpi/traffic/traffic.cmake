# What the interposer counts, records and reports of messages, and what `cartwright record`, `order` and `measure` make of
# them.

# MPICH may send by UCX, whose functions a test counts.
find_path(CARTWRIGHT_UCX_HEADERS ucp/api/ucp.h)

function(cartwright_traffic_tests mpi)
  foreach(
    program
    patterns
    transposes
    fates
    advice
    record
    record_between
    counted
    in_order
  )
    cartwright_mpi_program(${program} ${mpi} mpi_c ALSO ${CMAKE_DL_LIBS})
  endforeach()

  cartwright_mpi_program(traffic_test ${mpi} mpi_c)
  cartwright_mpi_test(
    traffic
    ${mpi}
    COUNTED
    ENVIRONMENT CARTWRIGHT_NODES=4x4
    COMMAND $<TARGET_FILE:traffic_test_${mpi}>
  )

  # Reordering that harms or does not help.
  cartwright_run_test(harm ${mpi} traffic/run_harm.sh $<TARGET_FILE:transposes_${mpi}>)
  cartwright_run_test(fates ${mpi} traffic/run_fates.sh $<TARGET_FILE:fates_${mpi}>)
  cartwright_run_test(advice ${mpi} traffic/run_advice.sh $<TARGET_FILE:advice_${mpi}>)
  set_tests_properties(mpi.${mpi}.harm mpi.${mpi}.fates mpi.${mpi}.advice PROPERTIES TIMEOUT 300)

  cartwright_run_test(record ${mpi} traffic/run_record.sh $<TARGET_FILE:record_${mpi}>)
  set_property(TEST mpi.${mpi}.record PROPERTY COST 200)
  cartwright_run_test(record_between ${mpi} traffic/run_record_between.sh $<TARGET_FILE:record_between_${mpi}>)

  if(mpi STREQUAL openmpi)
    cartwright_run_test(patterns ${mpi} traffic/run_patterns.sh $<TARGET_FILE:patterns_${mpi}>)
    add_library(cartwright_test_counted_between MODULE traffic/counted_between.c)
    cartwright_run_test(
      counted
      ${mpi}
      traffic/counted.py
      $<TARGET_FILE:counted_${mpi}>
      $<TARGET_FILE:cartwright_test_counted_between>
    )
  endif()
  if(mpi STREQUAL mpich AND CARTWRIGHT_UCX_HEADERS)
    cartwright_mpi_program(selected ${mpi} mpi_c ALSO ${CMAKE_DL_LIBS})
    target_include_directories(selected_${mpi} SYSTEM PRIVATE ${CARTWRIGHT_UCX_HEADERS})
    cartwright_run_test(selected ${mpi} traffic/selected.py $<TARGET_FILE:selected_${mpi}>)
    set_tests_properties(mpi.${mpi}.selected PROPERTIES SKIP_RETURN_CODE 77)
  endif()

  if(CARTWRIGHT_JSONSCHEMA_PYTHON)
    cartwright_run_test(
      measure
      ${mpi}
      traffic/run_measure.sh
      ${CARTWRIGHT_JSONSCHEMA_PYTHON}
      ${PROJECT_SOURCE_DIR}/tests/schema/check_measured.py
      ${PROJECT_SOURCE_DIR}/docs/schemas/measure.schema.json
    )
  endif()

  # MPI_COMM_WORLD in another order, for programs in C and in each binding of Fortran that there is.
  set(programs)
  if(CARTWRIGHT_MPIFORT_${mpi})
    foreach(binding mpi_f08 mpi)
      cartwright_fortran_program(program fortran_in_order ${mpi} ${binding})
      list(APPEND programs ${program})
    endforeach()
  endif()
  cartwright_run_test(
    in_order
    ${mpi}
    traffic/run_in_order.sh
    $<TARGET_FILE:in_order_${mpi}>
    $<TARGET_FILE:sessions_${mpi}>
    ${programs}
  )
  set_tests_properties(mpi.${mpi}.in_order PROPERTIES TIMEOUT 300 COST 500)
endfunction()
