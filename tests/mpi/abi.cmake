# The standard ABI of MPI 5: the functions of libcartwright_mpi, collectives of random datatypes through the
# interposer, and random halo exchanges. CARTWRIGHT_TEST_ABI builds all tests for it in place of these.
add_library(mpi_test_main_abi OBJECT main.cpp)
target_link_libraries(mpi_test_main_abi PRIVATE cartwright_mpi_c_abi GTest::gtest cartwright_warnings)

# cartwright_abi_program(NAME LIBRARY ...): NAME.cpp with GoogleTest.
function(cartwright_abi_program name)
  add_executable(${name}_abi $<TARGET_OBJECTS:mpi_test_main_abi> ${name}.cpp)
  target_include_directories(${name}_abi PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(
    ${name}_abi
    PRIVATE ${ARGN} fmt::fmt GTest::gtest ${CMAKE_DL_LIBS} cartwright_warnings
  )
endfunction()

cartwright_abi_program(cart_stencil_comm_test cartwright_mpi_abi)
cartwright_mpi_test(cart_stencil_comm abi COMMAND $<TARGET_FILE:cart_stencil_comm_test_abi>)
cartwright_abi_program(mpix_pack_test cartwright_mpi_abi)
cartwright_mpi_test(mpix_pack abi PROCESSES 2 COMMAND $<TARGET_FILE:mpix_pack_test_abi>)
cartwright_abi_program(datatype_test cartwright_mpi_objects_abi)
cartwright_mpi_test(datatype abi PROCESSES 1 COMMAND $<TARGET_FILE:datatype_test_abi>)

# Under the interposer.
cartwright_abi_program(cart_create_test cartwright_mpi_c_abi)
cartwright_mpi_test(
  cart_create
  abi
  PRELOAD
  ENVIRONMENT CARTWRIGHT_NODES=cyclic:4x4
  COMMAND $<TARGET_FILE:cart_create_test_abi>
)
cartwright_abi_program(messages_test cartwright_mpi_objects_abi)
cartwright_mpi_test(
  messages_always
  abi
  PRELOAD
  PROCESSES 2
  ENVIRONMENT CARTWRIGHT_DATATYPE=always
  COMMAND $<TARGET_FILE:messages_test_abi> --gtest_filter=-Messages.OfEveryLengthArriveByAllCalls
)
cartwright_abi_program(collectives_test cartwright_mpi_c_abi)
cartwright_mpi_test(
  collectives.always
  abi
  PRELOAD
  PROCESSES 6
  ENVIRONMENT CARTWRIGHT_DATATYPE=always
  COMMAND $<TARGET_FILE:collectives_test_abi>
)

add_executable(halo_random_test_abi halo_random_test.cpp)
target_include_directories(halo_random_test_abi PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests/unit)
target_link_libraries(halo_random_test_abi PRIVATE cartwright_halo_abi fmt::fmt cartwright_warnings)
cartwright_mpi_test(halo.random.2 abi PROCESSES 2 COMMAND $<TARGET_FILE:halo_random_test_abi> 60)
