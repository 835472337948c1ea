# Programs in Fortran: the calls of MPI under the interposer, for each binding, and the modules of Cartwright.

# cartwright_fortran_program(RESULT NAME MPI BINDING [option ...]): fortran/NAME.F90 compiled for a binding, and its path.
function(cartwright_fortran_program result name mpi binding)
  string(MAKE_C_IDENTIFIER ${binding} suffix)
  string(TOUPPER ${suffix} macro)
  set(program ${CMAKE_CURRENT_BINARY_DIR}/${mpi}/${name}_${suffix})
  cartwright_add_fortran(
    ${name}_${suffix}_${mpi}
    ${mpi}
    ${CMAKE_CURRENT_SOURCE_DIR}/fortran/${name}.F90
    ${program}
    -DUSE_${macro}
    ${ARGN}
  )
  set(${result} ${program} PARENT_SCOPE)
endfunction()

function(cartwright_fortran_tests mpi)
  if(NOT CARTWRIGHT_MPIFORT_${mpi})
    return()
  endif()
  cartwright_fortran_bindings_tests(${mpi})

  # Layouts need no MPI.
  if(TARGET cartwright_layout_fortran_${mpi})
    cartwright_fortran_program(program fortran_layout ${mpi} none MODULE layout)
    cartwright_test(NAME mpi.${mpi}.fortran_layout COMMAND ${program})
    cartwright_test(NAME mpi.${mpi}.layout_f90 COMMAND ${PROJECT_BINARY_DIR}/examples/${mpi}/layout_f90 8)
  endif()

  foreach(binding mpi_f08 mpi)
    if(TARGET cartwright_mpi_fortran_${mpi})
      foreach(name fortran_module fortran_graphs)
        cartwright_fortran_program(program ${name} ${mpi} ${binding} MODULE mpi)
        cartwright_mpi_test(${name}.${binding} ${mpi} ENVIRONMENT CARTWRIGHT_NODES=cyclic:4x4 COMMAND ${program})
      endforeach()
      cartwright_fortran_program(program fortran_datatypes ${mpi} ${binding} MODULE mpi)
      cartwright_fortran_datatypes_test(${binding} ${mpi} ${program})
    endif()
    if(TARGET cartwright_fft_fortran_${mpi})
      cartwright_fortran_program(program fortran_fft ${mpi} ${binding} MODULE fft)
      cartwright_mpi_test(fortran_fft.${binding} ${mpi} PROCESSES 4 COMMAND ${program})
    endif()
    cartwright_fortran_program(program fortran_traffic ${mpi} ${binding})
    cartwright_mpi_test(fortran_traffic.${binding} ${mpi} COUNTED ENVIRONMENT CARTWRIGHT_NODES=4x4 COMMAND ${program})
  endforeach()

  if(TARGET cartwright_halo_fortran_${mpi})
    set(program ${CMAKE_CURRENT_BINARY_DIR}/${mpi}/fortran_halo_cart)
    cartwright_add_fortran(
      fortran_halo_cart_${mpi}
      ${mpi}
      ${CMAKE_CURRENT_SOURCE_DIR}/fortran/fortran_halo_cart.F90
      ${program}
      MODULE halo
    )
    cartwright_mpi_test(halo.fortran_cart ${mpi} PROCESSES 4 COMMAND ${program})
  endif()
endfunction()

# Calls of MPI by each binding.
function(cartwright_fortran_bindings_tests mpi)
  # The older bindings have no interface for weights, which are sometimes an array and sometimes MPI_UNWEIGHTED:
  # gfortran warns.
  set(quiet_graph -w)
  foreach(binding mpi_f08 mpi mpif.h)
    foreach(kind cart graph)
      cartwright_fortran_program(program fortran_${kind} ${mpi} ${binding} ${quiet_${kind}})
      cartwright_mpi_test(
        fortran_${kind}.${binding}
        ${mpi}
        PRELOAD
        ENVIRONMENT CARTWRIGHT_NODES=cyclic:4x4
        COMMAND ${program} moved
      )
      cartwright_mpi_test(
        fortran_${kind}_off.${binding}
        ${mpi}
        PRELOAD
        ENVIRONMENT CARTWRIGHT_NODES=cyclic:4x4 CARTWRIGHT=off
        COMMAND ${program} kept
      )
    endforeach()
    # Without the interposer, MPI_Ineighbor_alltoallw of Open MPI 4.1 and MPI_Isendrecv of MPICH 4.0 crash.
    set(mpich)
    if(NOT mpi STREQUAL openmpi)
      set(mpich -DMPICH)
    endif()
    cartwright_fortran_program(program fortran_reports ${mpi} ${binding} ${mpich})
    set(test fortran_reports.${binding})
    if(mpich AND binding STREQUAL "mpi_f08") # where array sections are wrong
      cartwright_equal_test(${test} ${mpi} 2 "" ${program})
      cartwright_mpi_test(
        fortran_reports_request
        ${mpi}
        PRELOAD
        PROCESSES 2
        ENVIRONMENT CARTWRIGHT_DATATYPE=always
        COMMAND ${program} request
      )
    else()
      cartwright_mpi_test(${test} ${mpi} PRELOAD PROCESSES 8 COMMAND ${program} right)
    endif()
  endforeach()
endfunction()

# Runs MPI alone, then with the interposer. The report must name the packing library: MPI, Cartwright where it is
# faster, or Cartwright always. Without shared memory, all messages go through MPI.
function(cartwright_fortran_datatypes_test binding mpi program)
  cartwright_mpi_test(fortran_datatypes.${binding} ${mpi} PROCESSES 3 COMMAND ${program})
  cartwright_launch(command ${mpi} 3 $<TARGET_FILE:cartwright_preload_${mpi}>)
  list(JOIN command " " command)
  foreach(mode off on always unshared)
    set(report ${CMAKE_CURRENT_BINARY_DIR}/${mpi}.fortran_datatypes_${mode}.${binding}.json)
    set(environment CARTWRIGHT_DATATYPE=${mode} CARTWRIGHT_REPORT=${report})
    if(mode STREQUAL unshared)
      set(environment CARTWRIGHT_SHARED=off CARTWRIGHT_REPORT=${report})
    endif()
    cartwright_add_mpi_test(
      mpi.${mpi}.fortran_datatypes_${mode}.${binding}
      "${environment}"
      ${CMAKE_COMMAND}
      -DMODE=${mode}
      -DREPORT=${report}
      "-DCOMMAND=${command} ${program}"
      -P
      ${CMAKE_CURRENT_SOURCE_DIR}/fortran/check_datatypes.cmake
    )
  endforeach()
endfunction()
