# The standard ABI of MPI 5: the functions of libcartwright_mpi, collectives of random datatypes through the
# interposer, and random halo exchanges. CARTWRIGHT_TEST_ABI builds all tests for it in place of these.
add_library(mpi_test_main_abi OBJECT main.cpp)
target_link_libraries(mpi_test_main_abi PRIVATE cartwright_mpi_c_abi GTest::gtest cartwright_warnings)

cartwright_mpi_program(cart_stencil_comm_test abi mpi GTEST)
cartwright_mpi_test(cart_stencil_comm abi COMMAND $<TARGET_FILE:cart_stencil_comm_test_abi>)
cartwright_mpi_program(mpix_pack_test abi mpi GTEST INTERNAL ALSO fmt::fmt)
cartwright_mpi_test(mpix_pack abi PROCESSES 2 COMMAND $<TARGET_FILE:mpix_pack_test_abi>)
cartwright_mpi_program(datatype_test abi mpi_objects GTEST)
cartwright_mpi_test(datatype abi PROCESSES 1 COMMAND $<TARGET_FILE:datatype_test_abi>)

# Under the interposer.
cartwright_mpi_program(cart_create_test abi mpi_c GTEST)
cartwright_mpi_test(
  cart_create
  abi
  PRELOAD
  ENVIRONMENT CARTWRIGHT_NODES=cyclic:4x4
  COMMAND $<TARGET_FILE:cart_create_test_abi>
)
cartwright_mpi_program(messages_test abi mpi_objects GTEST ALSO ${CMAKE_DL_LIBS})
cartwright_mpi_test(
  messages_always
  abi
  PRELOAD
  PROCESSES 2
  ENVIRONMENT CARTWRIGHT_DATATYPE=always
  COMMAND $<TARGET_FILE:messages_test_abi> --gtest_filter=-Messages.OfEveryLengthArriveByAllCalls
)
cartwright_mpi_program(collectives_test abi mpi_c GTEST INTERNAL ALSO fmt::fmt)
cartwright_mpi_test(
  collectives.always
  abi
  PRELOAD
  PROCESSES 6
  ENVIRONMENT CARTWRIGHT_DATATYPE=always
  COMMAND $<TARGET_FILE:collectives_test_abi>
)

cartwright_mpi_program(halo_random_test abi halo INTERNAL ALSO fmt::fmt)
cartwright_mpi_test(halo.random.2 abi PROCESSES 2 COMMAND $<TARGET_FILE:halo_random_test_abi> 60)
