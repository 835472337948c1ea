// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fixture.hpp"
#include "test_gpu.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

// Messages of data on a GPU between processes of one node, from rank 0 to rank 1: more of it than the memory that they
// share, errors, and receivers that cannot touch what they get. messages_test.cpp tests random datatypes and all calls.

namespace {

constexpr int tag = 3;
constexpr double untouched = -1;

const TestGpu& gpu() { return *TestGpu::get(); }
int my_rank() { return rank_in(MPI_COMM_WORLD); }
bool sends() { return my_rank() == 0; }
bool has(const char* variable, const char* value) {
  const char* const set = std::getenv(variable);
  return set != nullptr && std::strcmp(set, value) == 0;
}

/// Doubles on the GPU.
class Doubles {
 public:
  explicit Doubles(const std::vector<double>& values)
      : count_(values.size()), address_(gpu().allocate(8 * values.size())) {
    gpu().put(address_, values.data(), 8 * count_);
  }
  ~Doubles() { gpu().free(address_); }
  Doubles(const Doubles&) = delete;

  double* data() const { return reinterpret_cast<double*>(address_); }
  std::vector<double> values() const {
    std::vector<double> all(count_);
    gpu().get(all.data(), address_, 8 * count_);
    return all;
  }

 private:
  std::size_t count_;
  std::uintptr_t address_;
};

/// Every other block of 8 doubles.
constexpr int block = 8;
class Strided {
 public:
  explicit Strided(int count) {
    MPI_Type_vector(count / block, block, 2 * block, MPI_DOUBLE, &type_);
    MPI_Type_commit(&type_);
  }
  ~Strided() { MPI_Type_free(&type_); }
  Strided(const Strided&) = delete;
  MPI_Datatype get() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

std::vector<double> numbers(int count, int message) {
  std::vector<double> all(2 * static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<double>(i) + 1e6 * message;
  return all;
}
std::vector<double> nothing(int count) { return std::vector<double>(2 * static_cast<std::size_t>(count), untouched); }

/// Checks every other block, and that those between them are unchanged.
void expect_numbers(const std::vector<double>& got, int message) {
  for (std::size_t i = 0; i < got.size(); ++i)
    ASSERT_EQ(got[i], i / block % 2 == 0 ? static_cast<double>(i) + 1e6 * message : untouched)
        << "double " << i << " of message " << message;
}

class SameNodeOfGpu : public testing::Test {
 protected:
  void SetUp() override {
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  void TearDown() override { MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL); }
};

/// The first message makes the share known, and later ones go through it.
TEST_F(SameNodeOfGpu, MessagesGoThroughASharedMemory) {
  const int count = 3000;
  const Strided type(count);
  for (int message = 0; message < 6; ++message) {
    const Doubles data(sends() ? numbers(count, message) : nothing(count));
    if (sends()) {
      MPI_Send(data.data(), 1, type.get(), 1, tag, MPI_COMM_WORLD);
    } else {
      MPI_Recv(data.data(), 1, type.get(), MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      expect_numbers(data.values(), message);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (!sends() && gpu().maps()) {
    EXPECT_EQ(*gpu().maps(), has("FAKE_CUDA_IPC", "off") ? 0 : 1);
  }
}

/// The share holds two of these messages. All arrive in order, and so do short ones, those of the host, and one that is
/// larger than the share.
TEST_F(SameNodeOfGpu, MessagesKeepTheirOrder) {
  const std::vector<int> counts = {50000, 16, 50000, 60000, 600, 136000, 50000, 8, 704, 50000};
  std::vector<std::unique_ptr<Strided>> types;
  std::vector<std::unique_ptr<Doubles>> on_gpu;
  std::vector<std::vector<double>> on_host;
  std::vector<MPI_Request> requests(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto message = static_cast<int>(i);
    types.push_back(std::make_unique<Strided>(counts[i]));
    on_host.push_back(sends() ? numbers(counts[i], message) : nothing(counts[i]));
    on_gpu.push_back(std::make_unique<Doubles>(on_host.back()));
    if (sends())
      MPI_Isend(i % 4 == 3 ? on_host[i].data() : on_gpu[i]->data(), 1, types[i]->get(), 1, tag, MPI_COMM_WORLD,
                &requests[i]);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  for (std::size_t i = 0; i < counts.size() && !sends(); ++i) {
    const bool to_gpu = i % 3 != 1;
    MPI_Status status;
    MPI_Recv(to_gpu ? on_gpu[i]->data() : on_host[i].data(), 1, types[i]->get(), 0, tag, MPI_COMM_WORLD, &status);
    int received = 0;
    MPI_Get_count(&status, MPI_DOUBLE, &received);
    EXPECT_EQ(received, counts[i]);
    expect_numbers(to_gpu ? on_gpu[i]->values() : on_host[i], static_cast<int>(i));
  }
  if (sends()) MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
}

/// The room of a message is used again when its receiver has taken it, and not before.
TEST_F(SameNodeOfGpu, MessagesUseRoomAgain) {
  const int count = 24000;
  const Strided type(count);
  const Doubles data(nothing(count));
  for (int message = 0; message < 12; ++message) {
    const std::vector<double> values = sends() ? numbers(count, message) : nothing(count);
    gpu().put(reinterpret_cast<std::uintptr_t>(data.data()), values.data(), 8 * values.size());
    if (sends()) {
      MPI_Send(data.data(), 1, type.get(), 1, tag, MPI_COMM_WORLD);
    } else {
      MPI_Recv(data.data(), 1, type.get(), 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      expect_numbers(data.values(), message);
    }
  }
}

/// The share holds one of these messages, and the sender may be ready for the next one while a kernel of the receiver
/// still waits for its turn (FAKE_CUDA_DELAY).
TEST_F(SameNodeOfGpu, MessagesStayUntilTheyAreTaken) {
  constexpr int seed = 110;
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::minstd_rand random(seed);
  const int count = 110000;
  const Strided type(count);
  const Doubles data(nothing(count));
  for (int message = 0; message < 40; ++message) {
    if (sends()) {
      const std::vector<double> values = numbers(count, message);
      gpu().put(reinterpret_cast<std::uintptr_t>(data.data()), values.data(), 8 * values.size());
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 2000));
      MPI_Send(data.data(), 1, type.get(), 1, tag, MPI_COMM_WORLD);
    } else {
      MPI_Recv(data.data(), 1, type.get(), 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      expect_numbers(data.values(), message);
    }
  }
}

/// A message that is too long raises the error, and the next one arrives.
TEST_F(SameNodeOfGpu, MessagesThatAreTooLongAreTruncated) {
  const int count = 4000;
  const Strided type(count);
  const Strided half(count / 2);
  for (int round = 0; round < 3; ++round) {
    const Doubles data(sends() ? numbers(count, round) : nothing(count));
    if (sends()) {
      MPI_Send(data.data(), 1, type.get(), 1, tag, MPI_COMM_WORLD);
      MPI_Send(data.data(), 1, type.get(), 1, tag, MPI_COMM_WORLD);
      continue;
    }
    const Doubles short_of_it(nothing(count / 2));
    EXPECT_EQ(class_of(MPI_Recv(short_of_it.data(), 1, half.get(), 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE)),
              MPI_ERR_TRUNCATE);
    EXPECT_EQ(MPI_Recv(data.data(), 1, type.get(), 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE), MPI_SUCCESS);
    expect_numbers(data.values(), round);
  }
}

/// The receiver has one block on the GPU, into which MPI itself may write, and the sender has strided data on the host.
TEST_F(SameNodeOfGpu, MessagesOfTheHostArriveInOneBlock) {
  for (const int count : {104, 3000}) {
    const Strided type(count);
    if (sends()) {
      const std::vector<double> data = numbers(count, 1);
      MPI_Send(data.data(), 1, type.get(), 1, tag, MPI_COMM_WORLD);
      continue;
    }
    const Doubles data(std::vector<double>(static_cast<std::size_t>(count)));
    MPI_Request request;
    MPI_Irecv(data.data(), count, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    const std::vector<double> got = data.values();
    for (std::size_t i = 0; i < got.size(); ++i)
      ASSERT_EQ(got[i], static_cast<double>(i / block * 2 * block + i % block) + 1e6);
  }
}

}  // namespace
