# The tests under MPI that `make test` runs: each idea once, under both MPIs. `make test-all` runs the others.
set(
  quick_tests
  # place
  cart_stencil_comm
  cart_weighted
  cart_create
  graph
  graph_preloaded
  mpix_cpp
  heat2d
  weighted
  in_order
  record
  traffic
  run_status
  # pack
  datatype
  mpix_pack
  messages
  messages_on
  messages_always
  collectives.always
  outcomes_on
  persistent_on
  same_node_64
  segments_always_4
  exchanges
  # move
  neighbors.3
  neighbors.6.join
  random_collectives.4.nodes
  whole_nodes
  halo.random.2
  halo.random.nodes
  halo.cart.6
  halo.refused
  halo.options
  halo.traffic.2
  halo.wave
  fft_oracle.1
  fft_random.2
  fft_methods.2
  fft_refused.1
  fft_cpp
  fft_poisson_c.3
  fft_exchange
  # Fortran
  fortran_module.mpi_f08
  fortran_cart.mpi_f08
  fortran_datatypes_on.mpi_f08
  fortran_fft.mpi_f08
  halo.fortran_cart
)
add_custom_target(quick_mpi_tests)

# cartwright_quick(TEST MPI COMMAND ...): labels a test and builds its programs with quick_mpi_tests, if it is one of them.
function(cartwright_quick test mpi)
  string(REPLACE "mpi.${mpi}." "" name ${test})
  if(NOT name IN_LIST quick_tests)
    return()
  endif()
  set_property(TEST ${test} APPEND PROPERTY LABELS quick)
  string(REGEX MATCHALL "TARGET_FILE:[^>]+" files "${ARGN}")
  list(TRANSFORM files REPLACE "TARGET_FILE:" "")
  # Fortran programs and examples are named by their paths.
  string(REGEX MATCHALL "/[A-Za-z0-9_]+" paths "${ARGN}")
  foreach(path IN LISTS paths)
    string(SUBSTRING ${path} 1 -1 program)
    if(TARGET ${program}_${mpi})
      list(APPEND files ${program}_${mpi})
    endif()
  endforeach()
  add_dependencies(quick_mpi_tests ${files})
endfunction()
