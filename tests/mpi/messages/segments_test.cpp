// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fixture.hpp"
#include "test_gpu.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

// Large messages between processes that share no memory, without and with the interposer, which sends them in parts
// where the receiver waits for that. CMakeLists.txt gives parts of 4 KiB, so that messages of 64 KiB are large. With a
// GPU, most data is there, on the side of the sender, of the receiver, or both.

namespace {

constexpr double untouched = -1;

/// Numbers where MPI gets them.
class Data {
 public:
  explicit Data(std::vector<double> values) : values_(std::move(values)) {
    static int drawn = 0;
    if (TestGpu::get() == nullptr || drawn++ % 3 == 2) return;
    on_gpu_ = TestGpu::get()->allocate(bytes());
    TestGpu::get()->put(on_gpu_, values_.data(), bytes());
  }
  ~Data() {
    if (on_gpu_ != 0) TestGpu::get()->free(on_gpu_);
  }
  Data(const Data&) = delete;

  void* at() { return on_gpu_ != 0 ? reinterpret_cast<void*>(on_gpu_) : values_.data(); }
  const std::vector<double>& values() {
    if (on_gpu_ != 0) TestGpu::get()->get(values_.data(), on_gpu_, bytes());
    return values_;
  }
  void fill(double value) {
    std::fill(values_.begin(), values_.end(), value);
    if (on_gpu_ != 0) TestGpu::get()->put(on_gpu_, values_.data(), bytes());
  }

 private:
  std::size_t bytes() const { return values_.size() * sizeof(double); }
  std::vector<double> values_;
  std::uintptr_t on_gpu_ = 0;
};

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
    Data got(empty());
    MPI_Status status{};
    ASSERT_EQ(MPI_Recv(got.at(), 1, type_, source, tag, comm, &status), MPI_SUCCESS);
    check(status, message, got);
  }
  void check(const MPI_Status& status, int message, Data& got) const {
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
    expect(got.values(), message, doubles);
  }
  void send(int message, int dest, int tag, MPI_Comm comm, decltype(&MPI_Send) function = MPI_Send) const {
    Data data(filled(message));
    function(data.at(), 1, type_, dest, tag, comm);
    data.fill(-2);  // data written after the send must not be received
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
      Data got(what.empty());
      MPI_Request request = MPI_REQUEST_NULL;
      MPI_Status status{};
      MPI_Irecv(got.at(), 1, what.type(), 0, 6, MPI_COMM_WORLD, &request);
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
        Data got(what.empty());
        MPI_Status status{};
        MPI_Recv(got.at(), 1, what.type(), 0, tag, MPI_COMM_WORLD, &status);
        int doubles = 0;
        MPI_Get_count(&status, MPI_DOUBLE, &doubles);
        EXPECT_EQ(doubles, 12);
        what.expect(got.values(), -message, 12);
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
      Data first(what.empty());
      MPI_Request request = MPI_REQUEST_NULL;
      MPI_Status status{};
      if (message >= 3)
        MPI_Irecv(first.at(), 1, what.type(), 0, message % 2 == 0 ? 20 : MPI_ANY_TAG, comm, &request);
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
      Data data(what.filled(message));
      MPI_Request request = MPI_REQUEST_NULL;
      MPI_Isend(data.at(), 1, what.type(), 1, tag, late, &request);
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
      Data got(room.empty());
      EXPECT_EQ(class_of(MPI_Recv(got.at(), 1, room.type(), 0, 40, comm, MPI_STATUS_IGNORE)), MPI_ERR_TRUNCATE);
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
      Data got(room.empty());
      MPI_Status status{};
      MPI_Recv(got.at(), 1, room.type(), 0, 50, MPI_COMM_WORLD, &status);
      int doubles = 0;
      int types = 0;
      MPI_Get_count(&status, MPI_DOUBLE, &doubles);
      MPI_Get_count(&status, room.type(), &types);
      EXPECT_EQ(doubles, 12000);
      EXPECT_EQ(types, MPI_UNDEFINED);
      room.expect(got.values(), message, 12000);
    }
  }
}

/// The receiver moves words of 8 bytes, and the message ends inside one.
TEST(Segments, MayEndInsideAWord) {
  constexpr int rows = 701;
  constexpr int row = 101;  // bytes, of 104
  const Blocks room(5000);
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Datatype blocks = MPI_DATATYPE_NULL;  // as those of `room`
  MPI_Type_vector(rows, row, 104, MPI_BYTE, &type);
  MPI_Type_vector(5000, 24, 40, MPI_BYTE, &blocks);
  MPI_Type_commit(&type);
  MPI_Type_commit(&blocks);
  for (int message = 0; message < 10; ++message) {
    if (me() == 0) {
      std::vector<double> values(static_cast<std::size_t>(13 * rows));
      std::iota(values.begin(), values.end(), 1e6 * message);
      Data data(values);
      MPI_Send(data.at(), 1, type, 1, 51, MPI_COMM_WORLD);
    } else if (me() == 1) {
      std::vector<double> values(static_cast<std::size_t>(13 * rows));
      std::iota(values.begin(), values.end(), 1e6 * message);
      std::vector<double> expected = room.empty();
      auto* const to = reinterpret_cast<unsigned char*>(expected.data());
      const auto* const from = reinterpret_cast<const unsigned char*>(values.data());
      for (int byte = 0; byte < rows * row; ++byte)
        to[byte / 24 * 40 + byte % 24] = from[byte / row * 104 + byte % row];
      Data got(room.empty());
      MPI_Recv(got.at(), 1, blocks, 0, 51, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      EXPECT_EQ(got.values(), expected) << "message " << message;
    }
  }
  MPI_Type_free(&type);
  MPI_Type_free(&blocks);
}

/// The types of both sides have no gaps, and one of them is predefined.
TEST(Segments, MayBeContiguous) {
  MPI_Datatype pairs = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(2, MPI_DOUBLE, &pairs);
  MPI_Type_commit(&pairs);
  for (int message = 0; message < 12; ++message) {
    const bool in_pairs = message % 2 == 0;
    if (me() == 0) {
      std::vector<double> values(15000);
      std::iota(values.begin(), values.end(), message);
      Data data(values);
      MPI_Send(data.at(), in_pairs ? 7500 : 15000, in_pairs ? pairs : MPI_DOUBLE, 1, 52, MPI_COMM_WORLD);
    } else if (me() == 1) {
      Data got(std::vector<double>(15000));
      MPI_Recv(got.at(), in_pairs ? 15000 : 7500, in_pairs ? MPI_DOUBLE : pairs, 0, 52, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
      std::vector<double> expected(15000);
      std::iota(expected.begin(), expected.end(), message);
      EXPECT_EQ(got.values(), expected) << "message " << message;
    }
  }
  MPI_Type_free(&pairs);
}

TEST(Segments, GoAroundARingOfSendersAndReceivers) {
  const Blocks what(20000);
  const int size = size_of(MPI_COMM_WORLD);
  if (size < 2) GTEST_SKIP() << "needs two processes";
  for (int message = 0; message < 10; ++message) {
    const int right = (me() + 1) % size;
    const int left = (me() + size - 1) % size;
    Data got(what.empty());
    if (me() == 0) what.send(message, right, 60, MPI_COMM_WORLD);
    MPI_Recv(got.at(), 1, what.type(), left, 60, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    what.expect(got.values(), message, 60000);
    if (me() != 0) what.send(message, right, 60, MPI_COMM_WORLD);
  }
}

/// MPI_Sendrecv with both neighbors of a ring, late ones, and shorter messages in one direction.
TEST(Segments, GoBothWaysAtOnce) {
  const int size = size_of(MPI_COMM_WORLD);
  const int right = (me() + 1) % size;
  const int left = (me() + size - 1) % size;
  for (int message = 0; message < 24; ++message) {
    // Process 0 sends as many blocks as the others, or so few that its message cannot go in parts.
    const int blocks_of_0 = message % 3 == 2 ? 3 : 20000;
    const Blocks sent(me() == 0 ? blocks_of_0 : 20000);
    const Blocks room(20000);
    const int doubles = left == 0 ? 3 * blocks_of_0 : 60000;
    Data out(sent.filled(message));
    Data got(room.empty());
    MPI_Status status{};
    if (message % 4 == 1 && me() == 0) usleep(2000);
    ASSERT_EQ(
        MPI_Sendrecv(out.at(), 1, sent.type(), right, 61, got.at(), 1, room.type(), left, 61, MPI_COMM_WORLD, &status),
        MPI_SUCCESS);
    out.fill(-2);
    int received = 0;
    MPI_Get_count(&status, MPI_DOUBLE, &received);
    EXPECT_EQ(received, doubles);
    EXPECT_EQ(status.MPI_SOURCE, left);
    room.expect(got.values(), message, doubles);
  }
}

/// One process uses MPI_Sendrecv, the other one other calls.
TEST(Segments, GoBetweenDifferentCalls) {
  const Blocks what(20000);
  for (int message = 0; message < 24 && me() < 2; ++message) {
    const int other = 1 - me();
    Data out(what.filled(message));
    Data got(what.empty());
    MPI_Request request = MPI_REQUEST_NULL;
    const bool exchanges = me() == message % 2;
    if (exchanges) {
      MPI_Sendrecv(out.at(), 1, what.type(), other, 62, got.at(), 1, what.type(), other, 62, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
    } else if (message % 6 < 2) {
      MPI_Send(out.at(), 1, what.type(), other, 62, MPI_COMM_WORLD);
      MPI_Recv(got.at(), 1, what.type(), other, 62, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (message % 6 < 4) {
      MPI_Recv(got.at(), 1, what.type(), other, 62, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(out.at(), 1, what.type(), other, 62, MPI_COMM_WORLD);
    } else {
      MPI_Irecv(got.at(), 1, what.type(), other, 62, MPI_COMM_WORLD, &request);
      MPI_Send(out.at(), 1, what.type(), other, 62, MPI_COMM_WORLD);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    what.expect(got.values(), message, 60000);
  }
}

TEST(Segments, OfMessagesBothWaysAreTruncatedLikeOthers) {
  const QuietComm comm;
  const Blocks sent(5000);
  const Blocks room(4000);
  for (int message = 0; message < 10 && me() < 2; ++message) {
    Data out(sent.filled(message));
    Data got(room.empty());
    EXPECT_EQ(class_of(MPI_Sendrecv(out.at(), 1, sent.type(), 1 - me(), 63, got.at(), 1, room.type(), 1 - me(), 63,
                                    comm, MPI_STATUS_IGNORE)),
              MPI_ERR_TRUNCATE);
  }
}

namespace {

/// Checks that a message in parts takes less than `little` memory on both processes. `send` moves so many blocks and
/// returns what that took. On a busy machine the receiver may come after the sender has lost its patience, and then MPI
/// sends the whole message: that says nothing about parts, so that up to four more messages go, each twice as large.
void expect_little(int blocks, long little, const std::function<long(int)>& send) {
  long taken = send(blocks);
  if (!in_parts()) return;
  const auto on_both = [&] { MPI_Allreduce(MPI_IN_PLACE, &taken, 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD); };
  on_both();
  for (int more = 0; more < 4 && taken >= little; ++more) {
    taken = send(blocks *= 2);
    on_both();
  }
  EXPECT_LT(taken, little);
}

}  // namespace

TEST(Segments, NeedLittlePinnedMemory) {
  if (TestGpu::get() == nullptr) GTEST_SKIP() << "CARTWRIGHT_TEST_GPU names no driver";
  const auto growth = [](int blocks) {
    const Blocks what(blocks);
    const std::size_t bytes = 40 * static_cast<std::size_t>(blocks);
    const std::uintptr_t on_gpu = TestGpu::get()->allocate(bytes);
    std::vector<double> data = me() == 0 ? what.filled(8) : what.empty();
    TestGpu::get()->put(on_gpu, data.data(), bytes);
    MPI_Barrier(MPI_COMM_WORLD);
    const std::optional<long> before = TestGpu::get()->pinned();
    void* const at = reinterpret_cast<void*>(on_gpu);
    if (me() == 0) usleep(100000);
    if (me() == 0) MPI_Send(at, 1, what.type(), 1, 71, MPI_COMM_WORLD);
    if (me() == 1) MPI_Recv(at, 1, what.type(), 0, 71, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    const std::optional<long> after = TestGpu::get()->pinned();
    TestGpu::get()->get(data.data(), on_gpu, bytes);
    TestGpu::get()->free(on_gpu);
    if (me() == 1) what.expect(data, 8, 3 * blocks);
    return before ? *after - *before : 0;
  };
  expect_little(200'000, 256 * 1024, growth);  // from 5 MB on, more than any message before
}

TEST(Segments, NeedLittleMemory) {
  if (TestGpu::get() != nullptr) GTEST_SKIP() << "for data on the host";
  const auto growth = [](int blocks) {
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
    return more;
  };
  expect_little(2'000'000, 24 * 1024, growth);  // from 48 MB on; in KiB
}
