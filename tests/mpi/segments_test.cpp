// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fixture.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

// Large messages between processes that share no memory, without and with the interposer, which sends them in parts
// where the receiver waits for that. CMakeLists.txt gives parts of 4 KiB, so that messages of 64 KiB are large.

namespace {

constexpr double untouched = -1;

/// Blocks of three doubles out of five, `blocks` of them.
class Blocks {
 public:
  explicit Blocks(int blocks) : blocks_(blocks) {
    MPI_Type_vector(blocks, 3, 5, MPI_DOUBLE, &type_);
    MPI_Type_commit(&type_);
  }
  ~Blocks() { MPI_Type_free(&type_); }
  Blocks(const Blocks&) = delete;

  MPI_Datatype type() const { return type_; }
  std::vector<double> filled(int message) const {
    std::vector<double> made(5 * static_cast<std::size_t>(blocks_));
    std::iota(made.begin(), made.end(), 1e6 * message);
    return made;
  }
  std::vector<double> empty() const { return std::vector<double>(5 * static_cast<std::size_t>(blocks_), untouched); }

  /// Checks that the first `doubles` of the message have arrived, and that all other memory is unchanged.
  void expect(const std::vector<double>& got, int message, int doubles) const {
    int seen = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
      const bool sent = i % 5 < 3 && seen < doubles;
      ASSERT_EQ(got[i], sent ? static_cast<double>(i) + 1e6 * message : untouched) << i << " of message " << message;
      if (sent) ++seen;
    }
  }
  void receive_and_expect(int message, int source, int tag, MPI_Comm comm) const {
    std::vector<double> got = empty();
    MPI_Status status{};
    ASSERT_EQ(MPI_Recv(got.data(), 1, type_, source, tag, comm, &status), MPI_SUCCESS);
    check(status, message, got);
  }
  void check(const MPI_Status& status, int message, const std::vector<double>& got) const {
    int doubles = 0;
    int types = 0;
    int elements = 0;
    MPI_Get_count(&status, MPI_DOUBLE, &doubles);
    MPI_Get_count(&status, type_, &types);
    MPI_Get_elements(&status, type_, &elements);
    EXPECT_EQ(doubles, 3 * blocks_);
    EXPECT_EQ(types, 1);
    EXPECT_EQ(elements, 3 * blocks_);
    EXPECT_EQ(status.MPI_SOURCE, 0);
    expect(got, message, doubles);
  }
  void send(int message, int dest, int tag, MPI_Comm comm, decltype(&MPI_Send) function = MPI_Send) const {
    std::vector<double> data = filled(message);
    function(data.data(), 1, type_, dest, tag, comm);
    std::fill(data.begin(), data.end(), -2);  // data written after the send must not be received
  }

 private:
  int blocks_;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

int me() { return rank_in(MPI_COMM_WORLD); }

bool is_set(const char* name, const std::string& value) {
  const char* const set = std::getenv(name);
  return set != nullptr && set == value;
}

/// Whether the interposer is to send messages in parts here. With CARTWRIGHT_DATATYPE=on that depends on measurements.
bool in_parts() { return is_set("CARTWRIGHT_DATATYPE", "always") && is_set("CARTWRIGHT_SEGMENT", "4"); }

/// The most memory that this process has used so far, in KiB.
long peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == "VmHWM:") {
      long kibibytes = 0;
      status >> kibibytes;
      return kibibytes;
    }
  return 0;
}

}  // namespace

TEST(Segments, ArriveWhetherSenderOrReceiverIsFirst) {
  int message = 0;
  for (const int blocks : {2731, 3001, 5462, 100000})
    for (int turn = 0; turn < 12; ++turn, ++message) {
      const Blocks what(blocks);
      const decltype(&MPI_Send) modes[] = {MPI_Send, MPI_Ssend, MPI_Send};
      if (turn % 4 == 1 && me() == 0) usleep(2000);
      if (turn % 4 == 2 && me() == 1) usleep(2000);
      if (me() == 0) what.send(message, 1, 5, MPI_COMM_WORLD, modes[turn % 3]);
      if (me() == 1) what.receive_and_expect(message, 0, 5, MPI_COMM_WORLD);
    }
}

TEST(Segments, ArriveInReadyMode) {
  const Blocks what(5000);
  for (int message = 0; message < 10; ++message) {
    if (me() == 0) {
      MPI_Recv(nullptr, 0, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      what.send(message, 1, 6, MPI_COMM_WORLD, MPI_Rsend);
    } else if (me() == 1) {
      std::vector<double> got = what.empty();
      MPI_Request request = MPI_REQUEST_NULL;
      MPI_Status status{};
      MPI_Irecv(got.data(), 1, what.type(), 0, 6, MPI_COMM_WORLD, &request);
      MPI_Send(nullptr, 0, MPI_INT, 0, 7, MPI_COMM_WORLD);
      MPI_Wait(&request, &status);
      what.check(status, message, got);
    }
  }
}

TEST(Segments, DoNotOvertakeOtherMessages) {
  const Blocks what(5000);
  const Blocks little(4);
  for (int message = 0; message < 20; ++message) {
    const int tag = 10 + message / 4;
    if (me() == 0) {
      if (message % 4 != 0) little.send(-message, 1, tag, MPI_COMM_WORLD);
      what.send(message, 1, tag, MPI_COMM_WORLD);
    } else if (me() == 1) {
      if (message % 4 != 0) {
        std::vector<double> got = what.empty();
        MPI_Status status{};
        MPI_Recv(got.data(), 1, what.type(), 0, tag, MPI_COMM_WORLD, &status);
        int doubles = 0;
        MPI_Get_count(&status, MPI_DOUBLE, &doubles);
        EXPECT_EQ(doubles, 12);
        what.expect(got, -message, 12);
      }
      what.receive_and_expect(message, 0, tag, MPI_COMM_WORLD);
    }
  }
}

TEST(Segments, GoToTheReceiveThatWasPostedFirst) {
  const QuietComm comm;
  const Blocks what(5000);
  for (int message = 0; message < 12; message += 3) {
    if (me() == 0) {
      for (int i = 0; i < 3; ++i) what.send(message + i, 1, 20, comm);
    } else if (me() == 1) {
      std::vector<double> first = what.empty();
      MPI_Request request = MPI_REQUEST_NULL;
      MPI_Status status{};
      if (message >= 3)
        MPI_Irecv(first.data(), 1, what.type(), 0, message % 2 == 0 ? 20 : MPI_ANY_TAG, comm, &request);
      else
        what.receive_and_expect(message, 0, 20, comm);
      what.receive_and_expect(message + 1, message % 4 == 0 ? MPI_ANY_SOURCE : 0, 20, comm);
      if (message >= 3) {
        MPI_Wait(&request, &status);
        what.check(status, message, first);
      }
      MPI_Probe(0, 20, comm, &status);
      int doubles = 0;
      MPI_Get_count(&status, MPI_DOUBLE, &doubles);
      EXPECT_EQ(doubles, 15000);
      what.receive_and_expect(message + 2, 0, 20, comm);
    }
  }
}

TEST(Segments, BelongToOneCommunicator) {
  const Blocks what(5000);
  constexpr int count = 4;
  MPI_Comm comms[count] = {MPI_COMM_WORLD, MPI_COMM_NULL, MPI_COMM_NULL, MPI_COMM_NULL};
  const int size = size_of(MPI_COMM_WORLD);
  const int periodic = 0;
  MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
  MPI_Comm_split(MPI_COMM_WORLD, 0, rank_in(MPI_COMM_WORLD), &comms[2]);
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &comms[3]);
  for (int message = 0; message < 24; ++message) {
    MPI_Comm const early = comms[message % count];
    MPI_Comm const late = comms[(message + 1) % count];
    const int tag = 30 + message % count;
    if (me() == 0) {
      const std::vector<double> data = what.filled(message);
      MPI_Request request = MPI_REQUEST_NULL;
      MPI_Isend(data.data(), 1, what.type(), 1, tag, late, &request);
      what.send(message + 100, 1, tag, early);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (me() == 1) {
      what.receive_and_expect(message + 100, 0, tag, early);
      what.receive_and_expect(message, 0, tag, late);
    }
  }
  for (int i = 1; i < count; ++i) MPI_Comm_free(&comms[i]);
}

TEST(Segments, AreTruncatedLikeOtherMessages) {
  const QuietComm comm;
  const Blocks sent(5000);
  const Blocks room(4000);
  for (int message = 0; message < 10; ++message) {
    if (me() == 0) {
      sent.send(message, 1, 40, comm);
    } else if (me() == 1) {
      std::vector<double> got = room.empty();
      EXPECT_EQ(class_of(MPI_Recv(got.data(), 1, room.type(), 0, 40, comm, MPI_STATUS_IGNORE)), MPI_ERR_TRUNCATE);
    }
    MPI_Barrier(comm);
  }
}

TEST(Segments, OfShorterMessagesLeaveTheRestUnchanged) {
  const Blocks sent(4000);
  const Blocks room(5000);
  for (int message = 0; message < 10; ++message) {
    if (me() == 0) {
      sent.send(message, 1, 50, MPI_COMM_WORLD);
    } else if (me() == 1) {
      std::vector<double> got = room.empty();
      MPI_Status status{};
      MPI_Recv(got.data(), 1, room.type(), 0, 50, MPI_COMM_WORLD, &status);
      int doubles = 0;
      int types = 0;
      MPI_Get_count(&status, MPI_DOUBLE, &doubles);
      MPI_Get_count(&status, room.type(), &types);
      EXPECT_EQ(doubles, 12000);
      EXPECT_EQ(types, MPI_UNDEFINED);
      room.expect(got, message, 12000);
    }
  }
}

TEST(Segments, GoAroundARingOfSendersAndReceivers) {
  const Blocks what(20000);
  const int size = size_of(MPI_COMM_WORLD);
  if (size < 2) GTEST_SKIP();
  for (int message = 0; message < 10; ++message) {
    const int right = (me() + 1) % size;
    const int left = (me() + size - 1) % size;
    std::vector<double> got = what.empty();
    if (me() == 0) what.send(message, right, 60, MPI_COMM_WORLD);
    MPI_Recv(got.data(), 1, what.type(), left, 60, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    what.expect(got, message, 60000);
    if (me() != 0) what.send(message, right, 60, MPI_COMM_WORLD);
  }
}

TEST(Segments, NeedLittleMemory) {
  constexpr int blocks = 2'000'000;  // 48 MB, which would be packed as a whole
  const Blocks what(blocks);
  std::vector<double> data = me() == 0 ? what.filled(7) : what.empty();
  MPI_Barrier(MPI_COMM_WORLD);
  const long before = peak_memory();
  for (int turn = 0; turn < 2; ++turn) {
    if (me() == 0) usleep(100000);
    if (me() == 0) MPI_Send(data.data(), 1, what.type(), 1, 70, MPI_COMM_WORLD);
    if (me() == 1) MPI_Recv(data.data(), 1, what.type(), 0, 70, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  const long more = peak_memory() - before;
  if (me() == 1) what.expect(data, 7, 3 * blocks);
  if (in_parts() && me() < 2) {
    EXPECT_LT(more, 24 * 1024) << "KiB";
  }
}
