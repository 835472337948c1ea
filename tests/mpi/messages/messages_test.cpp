// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/real.hpp"
#include "on_device.hpp"
#include "random_datatype.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <functional>
#include <tuple>

// Messages of random datatypes from rank 0 to rank 1, with every call that sends and every call that receives. The
// received data is compared byte for byte with MPI's own MPI_Pack and MPI_Unpack, which are not replaced here. With a
// GPU (on_device.hpp) one side or both have their data there.

namespace {

namespace base = cartwright::base;
using cartwright::mpi::real;
using Bytes = std::vector<unsigned char>;

int my_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

/// The arguments of a send or a receive.
struct Arguments {
  void* buffer;
  int count;
  MPI_Datatype type;
};

constexpr int tag = 7;
MPI_Comm comm() { return MPI_COMM_WORLD; }

using Start = decltype(&MPI_Isend);
void start_and_wait(Start start, const Arguments& what) {
  MPI_Request request;
  start(what.buffer, what.count, what.type, 1, tag, comm(), &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}
void start_twice(Start init, const Arguments& what, bool all) {
  MPI_Request request;
  init(what.buffer, what.count, what.type, 1, tag, comm(), &request);
  all ? MPI_Startall(1, &request) : MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
}

struct Sender {
  const char* name;
  bool ready;  ///< only when the receive is posted
  void (*send)(const Arguments& what);
};
const Sender senders[] = {
    {"Send", false, [](const Arguments& w) { MPI_Send(w.buffer, w.count, w.type, 1, tag, comm()); }},
    {"Ssend", false, [](const Arguments& w) { MPI_Ssend(w.buffer, w.count, w.type, 1, tag, comm()); }},
    {"Bsend", false, [](const Arguments& w) { MPI_Bsend(w.buffer, w.count, w.type, 1, tag, comm()); }},
    {"Rsend", true, [](const Arguments& w) { MPI_Rsend(w.buffer, w.count, w.type, 1, tag, comm()); }},
    {"Isend", false, [](const Arguments& w) { start_and_wait(MPI_Isend, w); }},
    {"Issend", false, [](const Arguments& w) { start_and_wait(MPI_Issend, w); }},
    {"Ibsend", false, [](const Arguments& w) { start_and_wait(MPI_Ibsend, w); }},
    {"Irsend", true, [](const Arguments& w) { start_and_wait(MPI_Irsend, w); }},
    {"Send_init", false, [](const Arguments& w) { start_twice(MPI_Send_init, w, false); }},
    {"Ssend_init", false, [](const Arguments& w) { start_twice(MPI_Ssend_init, w, true); }},
    {"Bsend_init", false, [](const Arguments& w) { start_twice(MPI_Bsend_init, w, false); }},
    {"Rsend_init", true, [](const Arguments& w) { start_twice(MPI_Rsend_init, w, true); }},
    {"Sendrecv", false,
     [](const Arguments& w) {
       MPI_Sendrecv(w.buffer, w.count, w.type, 1, tag, nullptr, 0, MPI_INT, MPI_PROC_NULL, 0, comm(),
                    MPI_STATUS_IGNORE);
     }},
    {"Isend, freed", false,
     [](const Arguments& w) {
       MPI_Request request;
       MPI_Isend(w.buffer, w.count, w.type, 1, tag, comm(), &request);
       MPI_Request_free(&request);
     }},
    {"Isend of a type that is freed at once", false,
     [](const Arguments& w) {
       MPI_Datatype copy;
       MPI_Type_dup(w.type, &copy);
       MPI_Request request;
       MPI_Isend(w.buffer, w.count, copy, 1, tag, comm(), &request);
       MPI_Type_free(&copy);
       MPI_Wait(&request, MPI_STATUS_IGNORE);
     }},
};

using Finish = void (*)(MPI_Request& request, MPI_Status& status);
/// All ways to complete one of three requests; the others are null.
const std::pair<const char*, Finish> finishers[] = {
    {"Wait", [](MPI_Request& r, MPI_Status& s) { MPI_Wait(&r, &s); }},
    {"Test",
     [](MPI_Request& r, MPI_Status& s) {
       for (int done = 0; !done;) MPI_Test(&r, &done, &s);
     }},
    {"Waitall",
     [](MPI_Request& r, MPI_Status& s) {
       MPI_Request all[] = {MPI_REQUEST_NULL, r};
       MPI_Status statuses[2];
       MPI_Waitall(2, all, statuses);
       r = all[1];
       s = statuses[1];
     }},
    {"Testall",
     [](MPI_Request& r, MPI_Status& s) {
       MPI_Request all[] = {MPI_REQUEST_NULL, r};
       MPI_Status statuses[2];
       for (int done = 0; !done;) MPI_Testall(2, all, &done, statuses);
       r = all[1];
       s = statuses[1];
     }},
    {"Waitany",
     [](MPI_Request& r, MPI_Status& s) {
       MPI_Request all[] = {MPI_REQUEST_NULL, r};
       int index = -1;
       MPI_Waitany(2, all, &index, &s);
       EXPECT_EQ(index, 1);
       r = all[1];
     }},
    {"Testany",
     [](MPI_Request& r, MPI_Status& s) {
       MPI_Request all[] = {MPI_REQUEST_NULL, r};
       int index = -1;
       for (int done = 0; !done;) MPI_Testany(2, all, &index, &done, &s);
       EXPECT_EQ(index, 1);
       r = all[1];
     }},
    {"Waitsome",
     [](MPI_Request& r, MPI_Status& s) {
       MPI_Request all[] = {MPI_REQUEST_NULL, r};
       int count = 0;
       int indices[2];
       MPI_Waitsome(2, all, &count, indices, &s);
       EXPECT_EQ(count, 1);
       EXPECT_EQ(indices[0], 1);
       r = all[1];
     }},
    {"Testsome",
     [](MPI_Request& r, MPI_Status& s) {
       MPI_Request all[] = {MPI_REQUEST_NULL, r};
       int indices[2];
       for (int count = 0; count == 0;) MPI_Testsome(2, all, &count, indices, &s);
       r = all[1];
     }},
    {"Request_get_status",
     [](MPI_Request& r, MPI_Status& s) {
       for (int done = 0; !done;) MPI_Request_get_status(r, &done, &s);
     }},
};

void receive_by_probe(const Arguments& what, MPI_Status& status, int how) {
  MPI_Message message;
  MPI_Request request;
  int found = 0;
  switch (how) {
    case 0:
      MPI_Probe(0, tag, comm(), &status);
      MPI_Recv(what.buffer, what.count, what.type, status.MPI_SOURCE, status.MPI_TAG, comm(), &status);
      break;
    case 1:
      MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm(), &message, &status);
      MPI_Mrecv(what.buffer, what.count, what.type, &message, &status);
      break;
    default:
      while (!found) MPI_Improbe(0, tag, comm(), &found, &message, &status);
      MPI_Imrecv(what.buffer, what.count, what.type, &message, &request);
      MPI_Wait(&request, &status);
  }
}

/// Every pair of a call that sends and one that receives, by number.
constexpr int receivers = 5 + 2 * static_cast<int>(std::size(finishers));

bool probes(int receiver) {
  const int kinds = static_cast<int>(std::size(finishers));
  return receiver >= 2 * kinds && receiver < 2 * kinds + 3;
}

/// Posts the receive if its call does that before the send; the returned function completes the receive.
std::function<void()> receive(int how, const Arguments& what, MPI_Status& status) {
  const int kinds = static_cast<int>(std::size(finishers));
  if (how < 2 * kinds) {
    const Finish finish = finishers[how % kinds].second;
    const bool persistent = how >= kinds;
    MPI_Request request;
    if (persistent) {
      MPI_Recv_init(what.buffer, what.count, what.type, 0, tag, comm(), &request);
      MPI_Start(&request);
    } else {
      MPI_Irecv(what.buffer, what.count, what.type, MPI_ANY_SOURCE, tag, comm(), &request);
    }
    return [=, &status]() mutable {
      finish(request, status);
      // The request is known to be complete, or inactive: waiting again is allowed.
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
    };
  }
  how -= 2 * kinds;
  if (how < 3) return [=, &status] { receive_by_probe(what, status, how); };
  if (how == 3) return [=, &status] { MPI_Recv(what.buffer, what.count, what.type, 0, MPI_ANY_TAG, comm(), &status); };
  return [=, &status] {
    MPI_Sendrecv(nullptr, 0, MPI_INT, MPI_PROC_NULL, 0, what.buffer, what.count, what.type, 0, tag, comm(), &status);
  };
}

/// The buffer of the receiver after it received the data of the sender.
void deliver(MPI_Datatype type, int count, DatatypeBuffer& from, DatatypeBuffer& to) {
  int size = 0;
  MPI_Type_size(type, &size);
  Bytes packed(static_cast<std::size_t>(size) * static_cast<std::size_t>(count) + 64);
  int position = 0;
  real().Pack(from.base(), count, type, packed.data(), static_cast<int>(packed.size()), &position, MPI_COMM_SELF);
  int end = 0;
  real().Unpack(packed.data(), position, &end, to.base(), count, type, MPI_COMM_SELF);
}

void exchange(MPI_Datatype type, int count, int sender, int receiver, std::uint64_t seed) {
  base::Random random(seed);
  DatatypeBuffer data(type, count);
  data.fill(random);
  DatatypeBuffer wanted(type, count);
  wanted.fill(random);
  DatatypeBuffer got(type, count);
  got.bytes() = wanted.bytes();
  deliver(type, count, data, wanted);

  const std::int64_t places = random.below(3);
  const bool posted = receiver < 2 * static_cast<int>(std::size(finishers));
  if (senders[sender].ready && !posted) return;
  SCOPED_TRACE(fmt::format("{}, receiver {}, count {}", senders[sender].name, receiver, count));
  if (my_rank() == 0) {
    MPI_Barrier(comm());
    OnDevice sent(data, places != 1);
    senders[sender].send({sent.base(), count, type});
    MPI_Barrier(comm());
  } else {
    MPI_Status status{};
    OnDevice received(got, places != 2);
    const std::function<void()> finish = receive(receiver, {received.base(), count, type}, status);
    MPI_Barrier(comm());
    finish();
    MPI_Barrier(comm());
    received.bring_back();
    EXPECT_EQ(got.bytes(), wanted.bytes());
    int came = -1;
    MPI_Get_count(&status, type, &came);
    EXPECT_EQ(came, count);
    EXPECT_EQ(status.MPI_SOURCE, 0);
    EXPECT_EQ(status.MPI_TAG, tag);
  }
}

std::uint64_t first_seed() {
  const char* value = std::getenv("CARTWRIGHT_SEED");
  return value == nullptr ? 0 : std::strtoull(value, nullptr, 10);
}

class Messages : public testing::Test {
 protected:
  Messages() { MPI_Buffer_attach(room_.data(), static_cast<int>(room_.size())); }
  ~Messages() override {
    void* buffer = nullptr;
    int size = 0;
    MPI_Buffer_detach(&buffer, &size);
  }

 private:
  std::vector<char> room_ = std::vector<char>(8 << 20);
};

/// Messages of three lengths from every sender to every fourth receiver, a different one for each. A pretended GPU is
/// slow, so fewer of its messages are long.
void exchange_lengths(bool probing) {
  MPI_Datatype type;
  MPI_Type_create_hvector(16, 1, 24, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  const bool gpu = TestGpu::get() != nullptr;
  const int many = gpu ? 2502 : 10002;
  for (const int count : {1, 101, many})
    for (int sender = 0; sender < static_cast<int>(std::size(senders)); ++sender)
      for (int receiver = 0; receiver < receivers; ++receiver)
        if ((sender + receiver + count) % (gpu && count == many ? 32 : 4) == 0 && probes(receiver) == probing)
          exchange(type, count, sender, receiver, static_cast<std::uint64_t>(count));
  MPI_Type_free(&type);
}

// A process that has probed gets messages in another way from then on, so these tests come first.
TEST_F(Messages, OfEveryLengthArriveByAllCalls) { exchange_lengths(false); }

TEST_F(Messages, OfOneLayoutArriveInAnother) {
  const int doubles = 4000;
  MPI_Datatype strided;
  MPI_Type_vector(doubles, 1, 2, MPI_DOUBLE, &strided);
  MPI_Type_commit(&strided);
  MPI_Datatype pairs;
  MPI_Type_vector(doubles / 2, 2, 3, MPI_DOUBLE, &pairs);
  MPI_Type_commit(&pairs);
  const std::tuple<MPI_Datatype, int, int> layouts[] = {{MPI_DOUBLE, doubles, 1}, {strided, 1, 2}, {pairs, 1, 0}};
  const auto at = [](int step, int i) { return static_cast<std::size_t>(step == 0 ? i / 2 * 3 + i % 2 : i * step); };
  for (const auto& [sent, sent_count, sent_step] : layouts)
    for (const auto& [received, received_count, received_step] : layouts) {
      std::vector<double> values(2 * doubles, -1);
      if (my_rank() == 0) {
        for (int i = 0; i < doubles; ++i) values[at(sent_step, i)] = i;
        MPI_Send(values.data(), sent_count, sent, 1, tag, comm());
      } else {
        MPI_Recv(values.data(), received_count, received, MPI_ANY_SOURCE, MPI_ANY_TAG, comm(), MPI_STATUS_IGNORE);
        for (int i = 0; i < doubles; ++i) ASSERT_EQ(values[at(received_step, i)], i);
        EXPECT_EQ(std::ranges::count(values, -1.0), doubles);
      }
    }
  MPI_Type_free(&strided);
  MPI_Type_free(&pairs);
}

TEST_F(Messages, OfEveryLengthArriveAfterProbes) { exchange_lengths(true); }

TEST_F(Messages, OfRandomTypesArriveByEveryPairOfCalls) {
  for (std::uint64_t seed = first_seed(); seed < first_seed() + 25 && !HasFailure(); ++seed) {
    base::Random random(seed);
    const RandomDatatype type(random, static_cast<int>(1 + random.below(5)), 1 << 12);
    SCOPED_TRACE(fmt::format("CARTWRIGHT_SEED={}: {}", seed, type.text()));
    const auto count = static_cast<int>(1 + random.below(3));
    int size = 0;
    MPI_Type_size(type, &size);
    if (size == 0 || overlaps(type, count)) continue;
    for (int sender = 0; sender < static_cast<int>(std::size(senders)); ++sender)
      exchange(type, count, sender, static_cast<int>(random.below(receivers)), seed);
  }
}

TEST_F(Messages, CanBeReplaced) {
  MPI_Datatype type;
  MPI_Type_vector(50, 2, 5, MPI_INT, &type);
  MPI_Type_commit(&type);
  const int other = 1 - my_rank();
  for (int round = 0; round < 4; ++round) {
    std::vector<int> values(250, my_rank());
    MPI_Sendrecv_replace(values.data(), 1, type, other, tag, other, tag, comm(), MPI_STATUS_IGNORE);
    for (std::size_t i = 0; i < 247; ++i) ASSERT_EQ(values[i], i % 5 < 2 ? other : my_rank()) << i;
  }
  MPI_Type_free(&type);
}

// Cartwright compiles neither of these types, because it has nothing to gain: its messages must be packed by MPI.
TEST_F(Messages, OfOneBlockAndOfPairsCanBeReplaced) {
  struct Pair {
    double value;
    int index;
    bool operator==(const Pair& other) const { return value == other.value && index == other.index; }
  };
  constexpr int count = 300;
  constexpr int before = 16;
  const int length = count;
  const MPI_Aint offset = before * sizeof(int);
  MPI_Datatype block;
  MPI_Type_create_hindexed(1, &length, &offset, MPI_INT, &block);
  MPI_Type_commit(&block);
  const int me = my_rank();
  const int other = 1 - me;
  for (int round = 0; round < 4; ++round) {
    std::vector<int> values(before + count + 1, me);
    std::vector<Pair> pairs(count, Pair{0.5 + me, me});
    MPI_Sendrecv_replace(values.data(), 1, block, other, tag, other, tag, comm(), MPI_STATUS_IGNORE);
    MPI_Sendrecv_replace(pairs.data(), count, MPI_DOUBLE_INT, other, tag, other, tag, comm(), MPI_STATUS_IGNORE);
    for (int i = 0; i < before + count + 1; ++i)
      ASSERT_EQ(values[static_cast<std::size_t>(i)], i >= before && i < before + count ? other : me) << i;
    EXPECT_EQ(pairs, std::vector<Pair>(count, Pair{0.5 + other, other}));
  }
  MPI_Type_free(&block);
}

TEST_F(Messages, StartedAgainSendTheCurrentData) {
  MPI_Datatype type;
  MPI_Type_vector(50, 1, 2, MPI_INT, &type);
  MPI_Type_commit(&type);
  std::vector<int> values(100, -1);
  MPI_Request request;
  if (my_rank() == 0)
    MPI_Send_init(values.data(), 1, type, 1, tag, comm(), &request);
  else
    MPI_Recv_init(values.data(), 1, type, 0, tag, comm(), &request);
  MPI_Type_free(&type);
  for (int round = 0; round < 5; ++round) {
    if (my_rank() == 0) values.assign(100, round);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);  // inactive
    for (std::size_t i = 0; my_rank() == 1 && i < 99; ++i) ASSERT_EQ(values[i], i % 2 ? -1 : round) << i;
  }
  MPI_Request_free(&request);
}

// tests/reports
TEST_F(Messages, OutliveTheirTypeAndCommunicator) {
  std::vector<int> values(2 * 60000, my_rank());
  MPI_Datatype type;
  MPI_Type_vector(60000, 1, 2, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Comm other;
  MPI_Comm_dup(comm(), &other);
  MPI_Request requests[2];
  std::vector<int> got(values.size(), -1);
  MPI_Isend(values.data(), 1, type, 1 - my_rank(), tag, other, &requests[0]);
  MPI_Irecv(got.data(), 1, type, 1 - my_rank(), tag, other, &requests[1]);
  MPI_Comm_free(&other);
  MPI_Type_free(&type);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  for (std::size_t i = 0; i + 1 < got.size(); ++i) ASSERT_EQ(got[i], i % 2 ? -1 : 1 - my_rank()) << i;
}

/// So often that it is known whether MPI moves them, also where the handle was that of another datatype.
TEST_F(Messages, OfShortTypesArriveThousandsOfTimes) {
  constexpr int often = 300;
  const int other = 1 - my_rank();
  for (int n = 2; n < 12; ++n) {
    const int stride = 2 + n % 3;
    MPI_Datatype vector, type;
    MPI_Type_vector(n, 1, stride, MPI_INT, &vector);
    MPI_Type_create_resized(vector, 0, 128 * sizeof(int), &type);
    MPI_Type_free(&vector);
    MPI_Type_commit(&type);
    for (int i = 0; i < 2 * often; ++i) {
      const int count = 1 + i % 2;
      std::vector<int> values(256), got(256, -1);
      for (int k = 0; k < 256; ++k) values[k] = 1000 * my_rank() + i + k;
      MPI_Request requests[2];
      if (i < often) {
        MPI_Irecv(got.data(), count, type, other, tag, comm(), &requests[0]);
        MPI_Isend(values.data(), count, type, other, tag, comm(), &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
      } else {
        MPI_Sendrecv(values.data(), count, type, other, tag, got.data(), count, type, other, tag, comm(),
                     MPI_STATUS_IGNORE);
      }
      for (int k = 0; k < 256; ++k) {
        const bool moved = k % 128 % stride == 0 && k % 128 < n * stride && k / 128 < count;
        ASSERT_EQ(got[k], moved ? 1000 * other + i + k : -1) << n << ", message " << i << ", value " << k;
      }
    }
    MPI_Type_free(&type);
  }
}

TEST_F(Messages, OfFreedRequestsArriveInOrder) {
  if (my_rank() == 0) {
    const int values[] = {1, 6};
    for (const int& value : values) {
      MPI_Request request;
      MPI_Isend(&value, 1, MPI_INT, 1, tag, comm(), &request);
      MPI_Request_free(&request);
    }
    MPI_Barrier(comm());
  } else {
    for (const int wanted : {1, 6}) {
      int got = 0;
      MPI_Recv(&got, 1, MPI_INT, 0, tag, comm(), MPI_STATUS_IGNORE);
      EXPECT_EQ(got, wanted);
    }
    MPI_Barrier(comm());
  }
}

TEST_F(Messages, ThatAreCanceledLeaveTheBufferUnchanged) {
  MPI_Datatype type;
  MPI_Type_vector(50, 1, 2, MPI_INT, &type);
  MPI_Type_commit(&type);
  std::vector<int> values(100, 5);
  MPI_Request request;
  MPI_Status status;
  MPI_Irecv(values.data(), 1, type, 1 - my_rank(), 99, comm(), &request);
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  int canceled = 0;
  MPI_Test_cancelled(&status, &canceled);
  EXPECT_TRUE(canceled);
  EXPECT_EQ(values, std::vector<int>(100, 5));
  MPI_Type_free(&type);
}

TEST_F(Messages, ToProcNullDoNothing) {
  MPI_Datatype type;
  MPI_Type_vector(50, 1, 2, MPI_INT, &type);
  MPI_Type_commit(&type);
  std::vector<int> values(100, 5);
  MPI_Status status;
  MPI_Sendrecv(values.data(), 1, type, MPI_PROC_NULL, 0, values.data(), 1, type, MPI_PROC_NULL, 0, comm(), &status);
  EXPECT_EQ(status.MPI_SOURCE, MPI_PROC_NULL);
  MPI_Request requests[2];
  MPI_Isend(values.data(), 1, type, MPI_PROC_NULL, 0, comm(), &requests[0]);
  MPI_Irecv(values.data(), 1, type, MPI_PROC_NULL, 0, comm(), &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  EXPECT_EQ(values, std::vector<int>(100, 5));
  MPI_Send_init(values.data(), 1, type, MPI_PROC_NULL, 0, comm(), &requests[0]);
  MPI_Recv_init(values.data(), 1, type, MPI_PROC_NULL, 0, comm(), &requests[1]);
  for (int start = 0; start < 2; ++start) {
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  for (MPI_Request& request : requests) MPI_Request_free(&request);
  EXPECT_EQ(values, std::vector<int>(100, 5));
  MPI_Type_free(&type);
}

TEST_F(Messages, FromAbsoluteAddressesArrive) {
  std::array<int, 4> some = {1, 2, 3, 4};
  std::array<double, 2> others = {5, 6};
  const int lengths[] = {2, 1};
  MPI_Aint at[2];
  MPI_Get_address(&some[1], &at[0]);
  MPI_Get_address(&others[1], &at[1]);
  const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE};
  MPI_Datatype type;
  MPI_Type_create_struct(2, lengths, at, types, &type);
  MPI_Type_commit(&type);
  if (my_rank() == 0) {
    MPI_Send(MPI_BOTTOM, 1, type, 1, tag, comm());
  } else {
    some = {};
    others = {};
    MPI_Recv(MPI_BOTTOM, 1, type, 0, tag, comm(), MPI_STATUS_IGNORE);
    EXPECT_EQ(some, (std::array<int, 4>{0, 2, 3, 0}));
    EXPECT_EQ(others, (std::array<double, 2>{0, 6}));
  }
  MPI_Type_free(&type);
}

}  // namespace
