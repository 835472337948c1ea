// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// cw_last_error() has the message of the last error, whichever library it is from: the functions of mpix.h, whose
// errors are those of MPI, included.
#include "fixture.hpp"

#include <cartwright/cartwright.h>
#include <cartwright/fft.h>
#include <cartwright/halo.h>
#include <cartwright/mpix.hpp>

#include <dlfcn.h>
#include <array>
#include <string>

namespace {

/// Whether a call returns an error of this class, with a reason.
testing::AssertionResult refused(int error, int error_class, const std::string& reason) {
  if (class_of(error) != error_class) return testing::AssertionFailure() << "class " << class_of(error);
  if (std::string(cw_last_error()).find(reason) == std::string::npos)
    return testing::AssertionFailure() << "the reason is " << cw_last_error();
  return testing::AssertionSuccess();
}

class Reasons : public testing::Test {
 protected:
  void SetUp() override {
    for (const MPI_Comm comm : {MPI_COMM_WORLD, MPI_COMM_SELF}) MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    cw_set_last_error("an older one");
  }
  int size_ = size_of(MPI_COMM_WORLD), rank_ = rank_in(MPI_COMM_WORLD);
  std::array<int, 2> dims_{}, periods_{};
  MPI_Comm made_ = MPI_COMM_NULL;
};

TEST_F(Reasons, OneMessageForAllLibraries) {
  cw_machine* machine = nullptr;
  EXPECT_EQ(cw_machine_create("8x", &machine), CW_PARSE);
  EXPECT_NE(std::string(cw_last_error()), "an older one");
  EXPECT_EQ(cw_halo_free(reinterpret_cast<cw_halo*>(&dims_)), CW_INVALID_ARGUMENT);
  EXPECT_NE(std::string(cw_last_error()).find("never created"), std::string::npos) << cw_last_error();
  EXPECT_EQ(cw_fft_alloc(-1, nullptr), CW_INVALID_ARGUMENT);
  EXPECT_NE(std::string(cw_last_error()).find("-1 bytes"), std::string::npos) << cw_last_error();
  EXPECT_EQ(MPIX_Dims_weighted_create(0, 2, nullptr, nullptr, MPI_INFO_NULL, dims_.data()), MPI_ERR_ARG);
  EXPECT_EQ(std::string(cw_last_error()).find("-1 bytes"), std::string::npos) << cw_last_error();
  cw_set_last_error("of a library on top");
  EXPECT_STREQ(cw_last_error(), "of a library on top");
}

/// A function of the library that has `symbol`, whichever library the program itself uses.
template <typename Function>
Function of_library(const void* symbol, const char* name) {
  Dl_info info{};
  EXPECT_NE(dladdr(symbol, &info), 0);
  void* const library = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  return reinterpret_cast<Function>(dlsym(library, name));
}

TEST_F(Reasons, EveryLibraryHasItAndTheStringOfAStatus) {
  const std::array<const void*, 4> symbols = {
      reinterpret_cast<const void*>(cw_machine_create), reinterpret_cast<const void*>(MPIX_Pack),
      reinterpret_cast<const void*>(cw_halo_create), reinterpret_cast<const void*>(cw_fft_plan_create)};
  cw_set_last_error("shared");
  for (const void* const symbol : symbols) {
    EXPECT_STREQ(of_library<decltype(&cw_last_error)>(symbol, "cw_last_error")(), "shared");
    EXPECT_STREQ(of_library<decltype(&cw_status_string)>(symbol, "cw_status_string")(CW_PARSE), "parse error");
  }
}

TEST_F(Reasons, Dims) {
  const double weights[] = {1, -2};
  EXPECT_TRUE(refused(MPIX_Dims_weighted_create(6, 2, weights, nullptr, MPI_INFO_NULL, dims_.data()), MPI_ERR_ARG,
                      "dim_weights[1] is -2"));
  dims_ = {4, 0};
  EXPECT_TRUE(
      refused(MPIX_Dims_weighted_create(6, 2, nullptr, nullptr, MPI_INFO_NULL, dims_.data()), MPI_ERR_DIMS, "6"));
  const int sizes[] = {2, 2};
  std::array<int, 4> cuts{};
  EXPECT_TRUE(refused(MPIX_Dims_ml_create(6, 2, nullptr, 2, sizes, nullptr, MPI_INFO_NULL, cuts.data()), MPI_ERR_DIMS,
                      "nnodes is 6: give the product of the sizes, 2 x 2"));
}

TEST_F(Reasons, Carts) {
  dims_ = {size_, 2};
  EXPECT_TRUE(refused(MPIX_Cart_weighted_create(MPI_COMM_WORLD, 2, MPIX_WEIGHTS_EQUAL, periods_.data(), MPI_INFO_NULL,
                                                dims_.data(), &made_),
                      MPI_ERR_DIMS, "more cells than the communicator has processes, " + std::to_string(size_)));
  dims_ = {1, 1};
  EXPECT_TRUE(refused(MPIX_Cart_weighted_create(MPI_COMM_WORLD, 2, MPIX_WEIGHTS_EQUAL, periods_.data(), MPI_INFO_NULL,
                                                dims_.data(), &made_),
                      MPI_ERR_DIMS,
                      "dims 1x1 hold 1 processes, the communicator has " + std::to_string(size_) +
                          ": change dims or pass 0 to let them be chosen"));
  dims_ = {-3, 1};
  EXPECT_TRUE(refused(MPIX_Cart_stencil_comm(MPI_COMM_WORLD, 2, dims_.data(), periods_.data(), 1, nullptr, 0, &made_),
                      MPI_ERR_DIMS, "dims[0] is -3: give 1 or more"));
  dims_ = {size_, 1};
  EXPECT_TRUE(refused(MPIX_Cart_stencil_comm(MPI_COMM_WORLD, 2, dims_.data(), periods_.data(), 1, nullptr, -1, &made_),
                      MPI_ERR_ARG, "k is -1"));
  const MPI_Comm comms[] = {MPI_COMM_SELF, MPI_COMM_WORLD};
  EXPECT_TRUE(refused(MPIX_Cart_ml_create_from_comms(2, comms, 2, MPIX_WEIGHTS_EQUAL, periods_.data(), MPI_INFO_NULL,
                                                     dims_.data(), &made_),
                      MPI_ERR_COMM, "level_comms[1] is not a part of level_comms[0]"));
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  MPI_Info_set(info, "cartwright_tier", "slow");
  dims_ = {0, 0};
  EXPECT_TRUE(refused(
      MPIX_Cart_weighted_create(MPI_COMM_WORLD, 2, MPIX_WEIGHTS_EQUAL, periods_.data(), info, dims_.data(), &made_),
      MPI_ERR_INFO_VALUE, "info key cartwright_tier=slow"));
  MPI_Info_free(&info);
}

TEST_F(Reasons, OfProcessesThatDisagree) {
  dims_ = {rank_ == 0 ? -1 : 0, 0};
  EXPECT_TRUE(refused(MPIX_Cart_weighted_create(MPI_COMM_WORLD, 2, MPIX_WEIGHTS_EQUAL, periods_.data(), MPI_INFO_NULL,
                                                dims_.data(), &made_),
                      MPI_ERR_DIMS, rank_ == 0 ? "dims[0] is -1" : "the arguments of another process are invalid"));
  dims_ = {0, 0};
  periods_ = {rank_ == 0, 0};
  EXPECT_TRUE(refused(MPIX_Cart_weighted_create(MPI_COMM_WORLD, 2, MPIX_WEIGHTS_EQUAL, periods_.data(), MPI_INFO_NULL,
                                                dims_.data(), &made_),
                      MPI_ERR_ARG, "the processes disagree"));
}

TEST_F(Reasons, Graphs) {
  const int source = rank_;
  const int degree = 1;
  const int destination = size_;
  EXPECT_TRUE(refused(MPIX_Dist_graph_create(MPI_COMM_WORLD, 1, &source, &degree, &destination, MPI_UNWEIGHTED,
                                             MPI_INFO_NULL, 1, &made_),
                      MPI_ERR_ARG, "destinations[0] is " + std::to_string(size_)));
  const int weight = -4;
  EXPECT_TRUE(refused(MPIX_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &source, &weight, 1, &source, &weight,
                                                      MPI_INFO_NULL, 1, &made_),
                      MPI_ERR_ARG, "the weight of edge 0 is -4"));
  EXPECT_TRUE(refused(MPIX_Graph_create(MPI_COMM_WORLD, size_ + 1, nullptr, nullptr, 1, &made_), MPI_ERR_ARG,
                      "nnodes is " + std::to_string(size_ + 1)));
}

TEST_F(Reasons, AfterwardsAndDatatypes) {
  cw_cart_report report = CW_CART_REPORT_INIT;
  EXPECT_TRUE(refused(cw_comm_report(MPI_COMM_WORLD, &report), MPI_ERR_TOPOLOGY, "the communicator has no report"));
  int ranks[] = {size_};
  EXPECT_TRUE(refused(cw_translate_ranks(MPI_COMM_WORLD, 1, ranks, MPI_COMM_SELF, ranks), MPI_ERR_RANK,
                      "old_ranks[0] is " + std::to_string(size_)));
  int value = 0;
  EXPECT_TRUE(refused(cw_move_to_new_ranks(&value, -1, &value, 1, MPI_INT, MPI_COMM_WORLD, MPI_COMM_WORLD),
                      MPI_ERR_COUNT, "incount is -1"));
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  MPI_Info_set(info, "cartwright_count", "-1");
  MPI_Datatype type = MPI_INT;
  EXPECT_TRUE(
      refused(MPIX_Type_commit_info(&type, info), MPI_ERR_INFO_VALUE, "info key cartwright_count=-1: give 0 or more"));
  MPI_Info_free(&info);
}

TEST_F(Reasons, OfMpiItself) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  int position = 0;
  const int error = MPIX_Pack(&rank_, 1, MPI_INT, nullptr, 1, &position, MPI_COMM_NULL);
  ASSERT_NE(error, MPI_SUCCESS);
  MPI_Error_string(error, text, &length);
  EXPECT_STREQ(cw_last_error(), text);
}

TEST_F(Reasons, InExceptions) {
  try {
    cw::mpi::cart_create(MPI_COMM_WORLD, 2, {.dims = {-3, 0}});
    FAIL() << "not thrown";
  } catch (const cw::mpi::Error& error) {
    EXPECT_EQ(error.error_class(), MPI_ERR_DIMS);
    EXPECT_NE(std::string(error.what()).find(": dims[0] is -3: give 0 or more"), std::string::npos) << error.what();
  }
  try {
    cw::mpi::cart_create(MPI_COMM_WORLD, 2, {.dims = {1, 2, 3}});
    FAIL() << "not thrown";
  } catch (const cw::mpi::Error& error) {
    EXPECT_NE(std::string(error.what()).find("3 entries for 2 dimensions"), std::string::npos) << error.what();
  }
}

}  // namespace
