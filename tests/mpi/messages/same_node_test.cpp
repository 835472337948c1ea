// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fixture.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <vector>

// Messages between processes of one node, with and without the interposer: data in shared windows, more pending data
// than shared memory, processes that probe, other communicators. messages_test.cpp tests random datatypes and all
// calls.

namespace {

constexpr double untouched = -1;

/// Every other pair of `pairs` * 2 doubles.
class Pairs {
 public:
  explicit Pairs(int pairs) : pairs_(pairs) {
    MPI_Type_vector(pairs, 2, 4, MPI_DOUBLE, &type_);
    MPI_Type_commit(&type_);
  }
  ~Pairs() { MPI_Type_free(&type_); }
  Pairs(const Pairs&) = delete;

  MPI_Datatype type() const { return type_; }
  std::size_t cells() const { return 4 * static_cast<std::size_t>(pairs_); }

  void fill(double* cells_at, int message) const {
    for (std::size_t i = 0; i < cells(); ++i) cells_at[i] = static_cast<double>(i) + 1e6 * message;
  }
  /// Checks that the message has arrived, and that the memory around it is unchanged.
  void expect(const double* cells_at, int message) const {
    for (std::size_t i = 0; i < cells(); ++i)
      ASSERT_EQ(cells_at[i], i % 4 < 2 ? static_cast<double>(i) + 1e6 * message : untouched)
          << "cell " << i << " of message " << message;
  }
  std::vector<double> filled(int message) const {
    std::vector<double> made(cells());
    fill(made.data(), message);
    return made;
  }
  std::vector<double> empty() const { return std::vector<double>(cells(), untouched); }

  void receive_and_expect(int message, int source, int tag, MPI_Comm comm) const {
    std::vector<double> got = empty();
    MPI_Status status;
    MPI_Recv(got.data(), 1, type_, source, tag, comm, &status);
    int doubles = 0;
    MPI_Get_count(&status, MPI_DOUBLE, &doubles);
    EXPECT_EQ(doubles, 2 * pairs_);
    expect(got.data(), message);
  }

 private:
  int pairs_;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

/// A function of the MPI itself, as the interposer replaces names with PMPI, too.
template <typename F>
F* find_in_mpi(const char* name, F*) {
  Dl_info info{};
  dladdr(reinterpret_cast<void*>(&PMPI_Get_library_version), &info);
  return reinterpret_cast<F*>(dlsym(dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD), name));
}

int my_rank() { return rank_in(MPI_COMM_WORLD); }

}  // namespace

TEST(SameNode, DataInASharedWindowArrivesWhetherTheReceiverIsThereOrNot) {
  int message = 0;
  for (const int pairs : {100, 300, 1000, 4000, 9000}) {
    const Pairs what(pairs);
    double* mine = nullptr;
    MPI_Win window = MPI_WIN_NULL;
    MPI_Win_allocate_shared(static_cast<MPI_Aint>(what.cells() * sizeof(double)), sizeof(double), MPI_INFO_NULL,
                            MPI_COMM_WORLD, &mine, &window);
    for (int turn = 0; turn < 12; ++turn, ++message) {
      const int sender = turn % 2;
      if (my_rank() == sender) {
        what.fill(mine, message);
        const auto send = turn % 3 == 0 ? MPI_Ssend : MPI_Send;
        send(mine, 1, what.type(), 1 - sender, 3, MPI_COMM_WORLD);
        what.fill(mine, -1);  // data written after the send must not be received
      } else if (my_rank() == 1 - sender) {
        if (turn % 4 == 1) usleep(2000);
        what.receive_and_expect(message, sender, 3, MPI_COMM_WORLD);
      }
    }
    MPI_Win_free(&window);
  }
}

TEST(SameNode, MoreMayBePendingThanThereIsSharedMemory) {
  constexpr int messages = 64;
  const Pairs what(4000);  // 64000 bytes; CMakeLists.txt gives 1 MiB
  for (int round = 0; round < 3; ++round) {
    if (my_rank() == 0) {
      std::vector<std::vector<double>> data;
      std::vector<MPI_Request> requests(messages);
      for (int i = 0; i < messages; ++i) data.push_back(what.filled(i));
      for (std::size_t i = 0; i < messages; ++i)
        MPI_Isend(data[i].data(), 1, what.type(), 1, static_cast<int>(i), MPI_COMM_WORLD, &requests[i]);
      MPI_Waitall(messages, requests.data(), MPI_STATUSES_IGNORE);
    } else if (my_rank() == 1) {
      for (int i = messages - 1; i >= 0; --i) what.receive_and_expect(i, 0, i, MPI_COMM_WORLD);
    }
  }
}

TEST(SameNode, AllMaySendBeforeTheyReceive) {
  const Pairs what(2000);
  const int rank = my_rank();
  const int size = size_of(MPI_COMM_WORLD);
  const int right = (rank + 1) % size;
  const int left = (rank + size - 1) % size;
  const std::vector<double> mine = what.filled(rank);
  for (int turn = 0; turn < 20; ++turn) {
    MPI_Request sent;
    MPI_Isend(mine.data(), 1, what.type(), right, 0, MPI_COMM_WORLD, &sent);
    what.receive_and_expect(left, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    std::vector<double> got = what.empty();
    MPI_Sendrecv(mine.data(), 1, what.type(), left, 1, got.data(), 1, what.type(), right, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    what.expect(got.data(), right);
  }
}

TEST(SameNode, MessagesDoNotOvertakeEachOtherWhateverTheirSize) {
  const std::array<int, 6> sizes = {1, 5000, 4, 300, 2, 9000};
  for (int turn = 0; turn < 10; ++turn)
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const Pairs what(sizes[i]);
      if (my_rank() == 0)
        MPI_Send(what.filled(static_cast<int>(i)).data(), 1, what.type(), 1, 0, MPI_COMM_WORLD);
      else if (my_rank() == 1)
        what.receive_and_expect(static_cast<int>(i), 0, 0, MPI_COMM_WORLD);
    }
}

TEST(SameNode, ContiguousReceiversGetTheData) {
  const Pairs what(1000);
  if (my_rank() == 0) {
    for (int i = 0; i < 2; ++i) MPI_Send(what.filled(4).data(), 1, what.type(), 1, i, MPI_COMM_WORLD);
  } else if (my_rank() == 1) {
    std::vector<double> first(2000);
    std::vector<double> second(2000);
    MPI_Request request;
    MPI_Irecv(second.data(), 2000, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, &request);
    MPI_Recv(first.data(), 2000, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    const std::vector<double> sent = what.filled(4);
    for (std::size_t i = 0; i < 2000; ++i) {
      ASSERT_EQ(first[i], sent[i / 2 * 4 + i % 2]);
      ASSERT_EQ(second[i], first[i]);
    }
  }
}

TEST(SameNode, OtherCommunicatorsWorkAsWell) {
  const Pairs what(1000);
  const int rank = my_rank();
  MPI_Comm copy = MPI_COMM_NULL;
  MPI_Comm reversed = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
  const int last = size_of(MPI_COMM_WORLD) - 1;
  if (rank == 0) {
    const std::array<std::vector<double>, 2> data = {what.filled(1), what.filled(2)};
    std::array<MPI_Request, 2> requests;
    MPI_Isend(data[0].data(), 1, what.type(), 1, 0, copy, &requests[0]);
    MPI_Isend(data[1].data(), 1, what.type(), last - 1, 0, reversed, &requests[1]);
    MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
  } else if (rank == 1) {
    what.receive_and_expect(2, last, 0, reversed);
    what.receive_and_expect(1, 0, 0, copy);
  }
  // Rank 0 is on one side, and all others are on the other.
  MPI_Comm part = MPI_COMM_NULL;
  MPI_Comm inter = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? 0 : 1, rank, &part);
  MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, rank == 0 ? 1 : 0, 5, &inter);
  if (rank == 0)
    MPI_Send(what.filled(3).data(), 1, what.type(), 0, 0, inter);
  else if (rank == 1)
    what.receive_and_expect(3, 0, 0, inter);
  const std::vector<double> mine = what.filled(4);
  std::vector<double> got = what.empty();
  MPI_Sendrecv(mine.data(), 1, what.type(), 0, 0, got.data(), 1, what.type(), 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  what.expect(got.data(), 4);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&part);
  MPI_Comm_free(&reversed);
  MPI_Comm_free(&copy);
}

// LEAST_OFFERED is the limit in the file CARTWRIGHT_MEASURED. MPI's own probe sees what it
// carries: the data or its descriptor.
TEST(SameNode, DataIsOfferedFromTheMeasuredSizeOn) {
  const char* const least = std::getenv("LEAST_OFFERED");
  // The receiver looks for descriptors from its first receive of a strided type on.
  const Pairs first(1);
  if (my_rank() == 1) first.receive_and_expect(1, 0, 7, MPI_COMM_WORLD);
  if (my_rank() == 0) MPI_Send(first.filled(1).data(), 1, first.type(), 1, 7, MPI_COMM_WORLD);
  for (int pairs = 16; pairs <= 2048; pairs *= 2) {
    const Pairs what(pairs);
    MPI_Barrier(MPI_COMM_WORLD);
    if (my_rank() == 0) MPI_Send(what.filled(pairs).data(), 1, what.type(), 1, 7, MPI_COMM_WORLD);
    if (my_rank() != 1) continue;
    MPI_Status status;
    int carried = 0;
    find_in_mpi("PMPI_Probe", &MPI_Probe)(0, 7, MPI_COMM_WORLD, &status);
    PMPI_Get_count(&status, MPI_BYTE, &carried);
    const int bytes = pairs * 2 * static_cast<int>(sizeof(double));
    if (least != nullptr) {
      EXPECT_EQ(carried != bytes, bytes >= std::atoi(least)) << bytes << " bytes";
    }
    what.receive_and_expect(pairs, 0, 7, MPI_COMM_WORLD);
  }
}

// This test is the last: after the first probe, a process is sent nothing through shared memory.
TEST(SameNode, ProbesTellTheSizeOfTheMessage) {
  const std::array<int, 3> sizes = {1000, 4000, 2000};
  if (my_rank() == 0)
    for (const int pairs : sizes) {
      const Pairs what(pairs);
      MPI_Request request;
      const std::vector<double> data = what.filled(pairs);
      MPI_Isend(data.data(), 1, what.type(), 1, 8, MPI_COMM_WORLD, &request);
      if (pairs != sizes[0]) MPI_Wait(&request, MPI_STATUS_IGNORE);
      if (pairs == sizes[0]) {
        // The message is sent before the first probe.
        MPI_Send(nullptr, 0, MPI_INT, 1, 9, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
      }
    }
  if (my_rank() == 1) {
    MPI_Recv(nullptr, 0, MPI_INT, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (const int pairs : sizes) {
      MPI_Status status;
      int doubles = 0;
      MPI_Probe(0, 8, MPI_COMM_WORLD, &status);
      MPI_Get_count(&status, MPI_DOUBLE, &doubles);
      EXPECT_EQ(doubles, 2 * pairs);
      Pairs(pairs).receive_and_expect(pairs, 0, 8, MPI_COMM_WORLD);
    }
  }
}
