// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cartwright/mpix.h"
#include "fixture.hpp"
#include "random_datatype.hpp"

#include <array>

// The functions for programs without the interposer.

namespace {

class Info {
 public:
  Info(std::initializer_list<std::pair<const char*, const char*>> keys) {
    MPI_Info_create(&info_);
    for (const auto& [key, value] : keys) MPI_Info_set(info_, key, value);
  }
  ~Info() { MPI_Info_free(&info_); }
  Info(const Info&) = delete;
  operator MPI_Info() const { return info_; }

 private:
  MPI_Info info_ = MPI_INFO_NULL;
};

/// Errors of functions without a communicator go to MPI_COMM_SELF, or to MPI_COMM_WORLD before MPI 4.
class ErrorsReturn {
 public:
  ErrorsReturn() { set(MPI_ERRORS_RETURN); }
  ~ErrorsReturn() { set(MPI_ERRORS_ARE_FATAL); }
  ErrorsReturn(const ErrorsReturn&) = delete;

 private:
  static void set(MPI_Errhandler handler) {
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  }
};

MPI_Datatype every_second_int(int count) {
  MPI_Datatype type;
  MPI_Type_vector(count, 1, 2, MPI_INT, &type);
  return type;
}

TEST(MpixPack, PacksInSequence) {
  std::array<int, 8> data = {0, 1, 2, 3, 4, 5, 6, 7};
  MPI_Datatype type = every_second_int(3);
  MPI_Type_commit(&type);
  std::array<int, 7> packed = {};
  int position = 0;
  EXPECT_EQ(MPIX_Pack(data.data(), 1, type, packed.data(), sizeof packed, &position, MPI_COMM_WORLD), MPI_SUCCESS);
  EXPECT_EQ(position, 12);
  EXPECT_EQ(MPIX_Pack(data.data(), 1, MPI_INT, packed.data(), sizeof packed, &position, MPI_COMM_WORLD), MPI_SUCCESS);
  EXPECT_EQ(MPIX_Pack(&data[1], 1, type, packed.data(), sizeof packed, &position, MPI_COMM_WORLD), MPI_SUCCESS);
  EXPECT_EQ(position, 28);
  EXPECT_EQ(packed, (std::array<int, 7>{0, 2, 4, 0, 1, 3, 5}));

  data.fill(-1);
  position = 16;
  EXPECT_EQ(MPIX_Unpack(packed.data(), sizeof packed, &position, &data[1], 1, type, MPI_COMM_WORLD), MPI_SUCCESS);
  EXPECT_EQ(position, 28);
  EXPECT_EQ(data, (std::array<int, 8>{-1, 1, -1, 3, -1, 5, -1, -1}));
  MPI_Type_free(&type);
}

TEST(MpixPack, RandomTypesGoThereAndBack) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    cartwright::base::Random random(seed);
    const RandomDatatype type(random, 4, 2048);
    SCOPED_TRACE(fmt::format("seed {}: {}", seed, type.text()));
    DatatypeBuffer data(type, 2);
    data.fill(random);
    const std::vector<unsigned char> wanted = packed_by_mpi(type, 2, data);
    const auto size = static_cast<int>(wanted.size());
    std::vector<unsigned char> packed(wanted.size() + 1);
    int position = 0;
    MPIX_Pack(data.base(), 2, type, packed.data(), size + 1, &position, MPI_COMM_SELF);
    EXPECT_EQ(position, size);
    EXPECT_TRUE(std::equal(wanted.begin(), wanted.end(), packed.begin()));
    if (overlaps(type, 2) || size == 0) continue;
    DatatypeBuffer again(type, 2);
    position = 0;
    MPIX_Unpack(packed.data(), size, &position, again.base(), 2, type, MPI_COMM_SELF);
    EXPECT_EQ(packed_by_mpi(type, 2, again), wanted);
  }
}

TEST(MpixPack, ErrorsAreThoseOfMpi) {
  const ErrorsReturn errors_return;
  MPI_Datatype type = every_second_int(3);
  MPI_Type_commit(&type);
  std::array<int, 8> data = {};
  std::array<int, 8> packed = {};
  const auto same_error = [&](int count, int room, int at, MPI_Comm comm, MPI_Datatype used) {
    int position = at;
    const int wanted = MPI_Pack(data.data(), count, used, packed.data(), room, &position, comm);
    int mine = at;
    EXPECT_EQ(class_of(MPIX_Pack(data.data(), count, used, packed.data(), room, &mine, comm)), class_of(wanted));
    EXPECT_EQ(mine, position);
    return class_of(wanted);
  };
  // If there is no room, MPICH 4.0 packs the part that fits.
  same_error(1, 8, 0, MPI_COMM_WORLD, type);
  same_error(1, 16, 8, MPI_COMM_WORLD, type);
  EXPECT_NE(same_error(-1, 32, 0, MPI_COMM_WORLD, type), MPI_SUCCESS);
  EXPECT_NE(same_error(1, 32, 0, MPI_COMM_NULL, type), MPI_SUCCESS);
  EXPECT_NE(same_error(1, 32, 0, MPI_COMM_WORLD, MPI_DATATYPE_NULL), MPI_SUCCESS);
  EXPECT_EQ(same_error(0, 32, 0, MPI_COMM_WORLD, type), MPI_SUCCESS);
  MPI_Type_free(&type);
}

TEST(TypeCommitInfo, HintsChangeNothingButTime) {
  const std::array<int, 8> data = {0, 1, 2, 3, 4, 5, 6, 7};
  for (const Info& info : {Info{{"cartwright_expected_uses", "1"}}, Info{{"cartwright_expected_uses", "100"}},
                           Info{{"cartwright_count", "2"}}, Info{{"other", "thing"}}}) {
    MPI_Datatype type = every_second_int(2);
    EXPECT_EQ(MPIX_Type_commit_info(&type, info), MPI_SUCCESS);
    for (const int count : {1, 2}) {
      std::array<int, 4> packed = {};
      int position = 0;
      EXPECT_EQ(MPIX_Pack(data.data(), count, type, packed.data(), sizeof packed, &position, MPI_COMM_SELF),
                MPI_SUCCESS);
      EXPECT_EQ(position, count * 8);
      EXPECT_EQ(packed, (std::array<int, 4>{0, 2, count == 2 ? 3 : 0, count == 2 ? 5 : 0}));
    }
    // MPI has committed it, too.
    int received[2] = {};
    EXPECT_EQ(MPI_Sendrecv(data.data(), 1, type, 0, 0, received, 2, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE),
              MPI_SUCCESS);
    EXPECT_EQ(received[1], 2);
    // Again, with other hints.
    EXPECT_EQ(MPIX_Type_commit_info(&type, MPI_INFO_NULL), MPI_SUCCESS);
    MPI_Type_free(&type);
  }
}

TEST(TypeCommitInfo, InvalidKeysAreErrors) {
  const ErrorsReturn errors_return;
  MPI_Datatype type = every_second_int(2);
  const auto commit = [&](const char* key, const char* value) {
    return class_of(MPIX_Type_commit_info(&type, Info{{key, value}}));
  };
  EXPECT_EQ(commit("cartwright_expected_use", "1"), MPI_ERR_INFO_KEY);
  EXPECT_EQ(commit("cartwright_expected_uses", "often"), MPI_ERR_INFO_VALUE);
  EXPECT_EQ(commit("cartwright_expected_uses", "-1"), MPI_ERR_INFO_VALUE);
  EXPECT_EQ(commit("cartwright_count", "2x"), MPI_ERR_INFO_VALUE);
  MPI_Type_free(&type);
  EXPECT_NE(MPIX_Type_commit_info(&type, MPI_INFO_NULL), MPI_SUCCESS) << "MPI_DATATYPE_NULL";
}

}  // namespace
