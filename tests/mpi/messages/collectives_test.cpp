// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fixture.hpp"
#include "on_device.hpp"
#include "random_datatype.hpp"

#include <memory>
#include <optional>

// Collectives with derived types, in all their forms: the sent data must arrive, and the bytes between must not change.
// Every process knows the data of all others. Half of the processes receive contiguous bytes instead of the type. With
// a GPU (on_device.hpp) sent data, received data or both lie there.

namespace {

namespace base = cartwright::base;
using Bytes = std::vector<unsigned char>;

/// A random type that can be received several times in sequence.
class Elements {
 public:
  Elements(base::Random& random, int depth) {
    for (;;) {
      const RandomDatatype drawn(random, depth, 600);
      MPI_Aint lb, extent;
      MPI_Type_get_true_extent(drawn, &lb, &extent);
      if (extent <= 0 || overlaps(drawn, 1)) continue;
      MPI_Type_create_resized(drawn, lb, extent + random.below(20), &type_);
      break;
    }
    MPI_Type_commit(&type_);
    MPI_Type_size(type_, &size_);
    MPI_Aint lb;
    MPI_Type_get_extent(type_, &lb, &extent_);
    MPI_Type_contiguous(size_, MPI_BYTE, &bytes_);
    MPI_Type_commit(&bytes_);
  }
  ~Elements() {
    MPI_Type_free(&type_);
    MPI_Type_free(&bytes_);
  }
  Elements(const Elements&) = delete;
  MPI_Datatype type(int rank) const { return rank % 2 == 0 ? type_ : bytes_; }
  MPI_Aint extent(int rank) const { return rank % 2 == 0 ? extent_ : size_; }
  MPI_Datatype type() const { return type_; }
  MPI_Aint extent() const { return extent_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  MPI_Datatype bytes_ = MPI_DATATYPE_NULL;
  MPI_Aint extent_ = 0;
  int size_ = 0;
};

Bytes pack(const void* at, int count, MPI_Datatype type) {
  int size = 0;
  MPI_Pack_size(count, type, MPI_COMM_SELF, &size);
  Bytes packed(static_cast<std::size_t>(size) + 1);
  int position = 0;
  MPI_Pack(at, count, type, packed.data(), size, &position, MPI_COMM_SELF);
  packed.resize(static_cast<std::size_t>(position));
  return packed;
}

void unpack(const Bytes& packed, void* at, int count, MPI_Datatype type) {
  int position = 0;
  MPI_Unpack(packed.data(), static_cast<int>(packed.size()), &position, at, count, type, MPI_COMM_SELF);
}

/// A collective with random types, counts and positions of blocks.
class Collective : public testing::TestWithParam<int> {
 protected:
  Collective()
      : random_(static_cast<std::uint64_t>(GetParam())), elements_(random_, static_cast<int>(random_.below(4))) {
    MPI_Comm_size(MPI_COMM_WORLD, &n_);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    count_ = static_cast<int>(1 + random_.below(3));
    root_ = static_cast<int>(random_.below(n_));
    // The blocks are in another order, with gaps.
    for (int i = 0; i < most; ++i) {
      positions_.push_back((i + 1) * 3 % most * (count_ + 1));
      ints_.add(count_, positions_.back(), elements_.extent(), elements_.extent(rank_));
      large_.add(count_, positions_.back(), elements_.extent(), elements_.extent(rank_));
    }
  }

  /// Arguments with an entry for each block; displacements in elements, and in bytes of sent and received data.
  template <typename Count, typename At>
  struct Lists {
    std::vector<Count> counts;
    std::vector<At> at, sent_at, received_at;
    void add(int count, int position, MPI_Aint sent_extent, MPI_Aint received_extent) {
      counts.push_back(count);
      at.push_back(position);
      sent_at.push_back(static_cast<At>(position * sent_extent));
      received_at.push_back(static_cast<At>(position * received_extent));
    }
  };

  /// The data of process `rank` before a start.
  void fill(DatatypeBuffer& buffer, int rank, int start) const {
    base::Random random(static_cast<std::uint64_t>(GetParam() * 1000 + 100 * start + rank));
    buffer.fill(random);
  }
  std::unique_ptr<DatatypeBuffer> data_of(int rank, MPI_Datatype type, int start = 0) const {
    auto made = std::make_unique<DatatypeBuffer>(type, most * (count_ + 1));
    fill(*made, rank, start);
    return made;
  }
  static void* at(DatatypeBuffer& buffer, std::int64_t position, MPI_Aint extent) {
    return buffer.base() + position * extent;
  }

  /// The position of block i.
  using Position = std::function<int(int)>;
  Position in_turn() const {
    return [this](int i) { return i * count_; };
  }
  Position listed() const {
    return [this](int i) { return positions_[static_cast<std::size_t>(i)]; };
  }

  /// Which blocks must arrive: block i is block sent(i) of the data of process sources[i]. Without sources, nothing may
  /// change.
  struct Blocks {
    std::vector<int> sources;
    std::function<int(int)> sent;
    Position sent_at;
    Position received_at;
  };

  /// Calls call(send, receive, request), which makes a persistent request if there are starts.
  template <typename Call>
  void expect(const Blocks& blocks, int starts, Call call) {
    const MPI_Datatype type = elements_.type(rank_);
    const auto send = data_of(rank_, elements_.type());
    const auto receive = data_of(-1, type);
    MPI_Request request = MPI_REQUEST_NULL;
    const std::int64_t places = random_.below(3);
    OnDevice sends(*send, places != 1);
    OnDevice receives(*receive, places != 2);
    for (int start = 0; start < std::max(starts, 1); ++start) {
      const auto wanted = data_of(-1, type, start);
      for (std::size_t i = 0; i < blocks.sources.size(); ++i) {
        if (blocks.sources[i] < 0) continue;
        const auto theirs = data_of(blocks.sources[i], elements_.type(), start);
        const int block = static_cast<int>(i);
        const Bytes packed =
            pack(at(*theirs, blocks.sent_at(blocks.sent(block)), elements_.extent()), count_, elements_.type());
        unpack(packed, at(*wanted, blocks.received_at(block), elements_.extent(rank_)), count_, type);
      }
      fill(*send, rank_, start);
      fill(*receive, -1, start);
      sends.bring_there();
      receives.bring_there();
      if (start == 0) {
        EXPECT_EQ(call(sends.base(), receives.base(), &request), MPI_SUCCESS);
      }
      if (starts > 0) MPI_Start(&request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      receives.bring_back();
      EXPECT_EQ(receive->bytes(), wanted->bytes()) << "seed " << GetParam() << ", start " << start;
    }
    if (starts > 0) MPI_Request_free(&request);
  }

  std::vector<int> everyone() const {
    std::vector<int> ranks(static_cast<std::size_t>(n_));
    std::iota(ranks.begin(), ranks.end(), 0);
    return ranks;
  }
  std::vector<int> at_root() const { return rank_ == root_ ? everyone() : std::vector<int>{}; }
  MPI_Datatype theirs() const { return elements_.type(); }
  MPI_Datatype mine() const { return elements_.type(rank_); }

  static constexpr int most = 8;  ///< blocks; no process has as many neighbors
  base::Random random_;
  Elements elements_;
  int n_ = 0;
  int rank_ = 0;
  int root_ = 0;
  int count_ = 0;
  std::vector<int> positions_;
  Lists<int, int> ints_;
  Lists<MPI_Count, MPI_Aint> large_;
  int starts_ = 3;  ///< of each persistent request
};

MPI_Comm world() { return MPI_COMM_WORLD; }

/// MPICH 4.0 without Cartwright gathers at each start some data of the time when the request was made, and aborts when
/// a scatter starts again.
bool repeats_gather_and_scatter() {
  char version[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  MPI_Get_library_version(version, &length);
  return std::string(version).find("MPICH Version:\t4.0") == std::string::npos;
}

// Expects `blocks` of MPI_`name` in all its forms. The arguments after them may use send, receive and lists.
#define EXPECT_CALL(function, its_lists, starts, blocks, ...)                                    \
  expect(blocks, starts, [&](void* send, void* receive, [[maybe_unused]] MPI_Request* request) { \
    [[maybe_unused]] const auto& lists = its_lists;                                              \
    static_cast<void>(send), static_cast<void>(receive);                                         \
    return MPI_##function(__VA_ARGS__);                                                          \
  })
#if MPI_VERSION >= 4
#define EXPECT_4(name, iname, blocks, ...)                                               \
  EXPECT_CALL(name##_c, large_, 0, blocks, __VA_ARGS__);                                 \
  EXPECT_CALL(iname##_c, large_, 0, blocks, __VA_ARGS__, request);                       \
  EXPECT_CALL(name##_init, ints_, starts_, blocks, __VA_ARGS__, MPI_INFO_NULL, request); \
  EXPECT_CALL(name##_init_c, large_, starts_, blocks, __VA_ARGS__, MPI_INFO_NULL, request)
#else
#define EXPECT_4(name, iname, blocks, ...) static_cast<void>(0)
#endif
#define EXPECT_ALL(name, iname, blocks, ...)                  \
  EXPECT_CALL(name, ints_, 0, blocks, __VA_ARGS__);           \
  EXPECT_CALL(iname, ints_, 0, blocks, __VA_ARGS__, request); \
  EXPECT_4(name, iname, blocks, __VA_ARGS__)

TEST_P(Collective, Alltoall) {
  const auto to_me = [&](int) { return rank_; };
  const Blocks blocks{everyone(), to_me, in_turn(), in_turn()};
  EXPECT_ALL(Alltoall, Ialltoall, blocks, send, count_, theirs(), receive, count_, mine(), world());
}

TEST_P(Collective, Alltoallv) {
  const auto to_me = [&](int) { return rank_; };
  const Blocks blocks{everyone(), to_me, listed(), listed()};
  EXPECT_ALL(Alltoallv, Ialltoallv, blocks, send, lists.counts.data(), lists.at.data(), theirs(), receive,
             lists.counts.data(), lists.at.data(), mine(), world());
}

TEST_P(Collective, Alltoallw) {
  const auto to_me = [&](int) { return rank_; };
  const std::vector<MPI_Datatype> to(most, theirs());
  const std::vector<MPI_Datatype> from(most, mine());
  const Blocks blocks{everyone(), to_me, listed(), listed()};
  EXPECT_ALL(Alltoallw, Ialltoallw, blocks, send, lists.counts.data(), lists.sent_at.data(), to.data(), receive,
             lists.counts.data(), lists.received_at.data(), from.data(), world());
}

TEST_P(Collective, Allgather) {
  const auto first = [](int) { return 0; };
  const Blocks in_order{everyone(), first, in_turn(), in_turn()};
  EXPECT_ALL(Allgather, Iallgather, in_order, send, count_, theirs(), receive, count_, mine(), world());
  const Blocks in_list{everyone(), first, in_turn(), listed()};
  EXPECT_ALL(Allgatherv, Iallgatherv, in_list, send, count_, theirs(), receive, lists.counts.data(), lists.at.data(),
             mine(), world());
}

TEST_P(Collective, GatherIgnoresArgumentsOfOtherProcessesThanTheRoot) {
  const auto first = [](int) { return 0; };
  const bool root = rank_ == root_;
  const MPI_Datatype type = root ? mine() : MPI_DATATYPE_NULL;
  const int count = root ? count_ : -1;
  if (!repeats_gather_and_scatter()) starts_ = 1;
  const Blocks in_order{at_root(), first, in_turn(), in_turn()};
  EXPECT_ALL(Gather, Igather, in_order, send, count_, theirs(), receive, count, type, root_, world());
  const Blocks in_list{at_root(), first, in_turn(), listed()};
  EXPECT_ALL(Gatherv, Igatherv, in_list, send, count_, theirs(), receive, root ? lists.counts.data() : nullptr,
             root ? lists.at.data() : nullptr, type, root_, world());
}

TEST_P(Collective, ScatterIgnoresArgumentsOfOtherProcessesThanTheRoot) {
  const auto to_me = [&](int) { return rank_; };
  const bool root = rank_ == root_;
  const MPI_Datatype type = root ? theirs() : MPI_DATATYPE_NULL;
  const int count = root ? count_ : -1;
  if (!repeats_gather_and_scatter()) starts_ = 1;
  const Blocks in_order{{root_}, to_me, in_turn(), in_turn()};
  EXPECT_ALL(Scatter, Iscatter, in_order, send, count, type, receive, count_, mine(), root_, world());
  const Blocks in_list{{root_}, to_me, listed(), in_turn()};
  EXPECT_ALL(Scatterv, Iscatterv, in_list, send, root ? lists.counts.data() : nullptr, root ? lists.at.data() : nullptr,
             type, receive, count_, mine(), root_, world());
}

TEST_P(Collective, Bcast) {
  const auto first = [](int) { return 0; };
  const bool root = rank_ == root_;
  const Blocks blocks{root ? std::vector<int>{} : std::vector<int>{root_}, first, in_turn(), in_turn()};
  EXPECT_ALL(Bcast, Ibcast, blocks, root ? send : receive, count_, root ? theirs() : mine(), root_, world());
}

#if MPI_VERSION >= 4
/// The datatypes may be freed when a persistent collective is made, and the request while it runs.
TEST_P(Collective, PersistentOnesOutliveTheirTypes) {
  const auto to_me = [&](int) { return rank_; };
  const Blocks blocks{everyone(), to_me, in_turn(), in_turn()};
  expect(blocks, 2, [&](void* send, void* receive, MPI_Request* request) {
    MPI_Datatype to;
    MPI_Datatype from;
    MPI_Type_dup(theirs(), &to);
    MPI_Type_dup(mine(), &from);
    const int error = MPI_Alltoall_init(send, count_, to, receive, count_, from, world(), MPI_INFO_NULL, request);
    MPI_Type_free(&to);
    MPI_Type_free(&from);
    return error;
  });
}
#endif

TEST_P(Collective, InPlace) {
  auto wanted = data_of(rank_, theirs());
  for (int i = 0; i < n_; ++i) {
    const auto other = data_of(i, theirs());
    unpack(pack(at(*other, i * count_, elements_.extent()), count_, theirs()),
           at(*wanted, i * count_, elements_.extent()), count_, theirs());
  }
  /// The data of this process after a call.
  const auto after = [&](const auto& call) {
    const auto data = data_of(rank_, theirs());
    OnDevice there(*data);
    const auto block = [&](int i) { return there.base() + i * count_ * elements_.extent(); };
    call(block);
    there.bring_back();
    return data->bytes();
  };
  const Bytes changed = wanted->bytes();
  const Bytes unchanged = data_of(rank_, theirs())->bytes();
  const bool root = rank_ == root_;
  EXPECT_EQ(after([&](const auto& block) {
              MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, block(0), count_, theirs(), world());
            }),
            changed);
  EXPECT_EQ(after([&](const auto& block) {
              if (root)
                MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, block(0), count_, theirs(), root_, world());
              else
                MPI_Gather(block(rank_), count_, theirs(), nullptr, 0, MPI_DATATYPE_NULL, root_, world());
            }),
            root ? changed : unchanged);
  const Bytes scattered = after([&](const auto& block) {
    if (root)
      MPI_Scatter(block(0), count_, theirs(), MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, root_, world());
    else
      MPI_Scatter(nullptr, 0, MPI_DATATYPE_NULL, block(rank_), count_, theirs(), root_, world());
  });
  const auto of_root = data_of(root_, theirs());
  const auto mine_now = data_of(rank_, theirs());
  if (!root)
    unpack(pack(at(*of_root, rank_ * count_, elements_.extent()), count_, theirs()),
           at(*mine_now, rank_ * count_, elements_.extent()), count_, theirs());
  EXPECT_EQ(scattered, mine_now->bytes());
}

/// On a grid with a boundary, a block of a missing neighbor must not change.
class NeighborCollective : public Collective {
 protected:
  NeighborCollective() {
    const int dims[] = {n_ / 2, 2};
    // The dimension of size 2 is not periodic, because MPIs disagree about the side from which each of two messages
    // comes.
    const int periods[] = {random_.below(2) == 0, 0};
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &comm_);
    for (int dim = 0; dim < 2; ++dim) {
      int below = 0;
      int above = 0;
      MPI_Cart_shift(comm_, dim, 1, &below, &above);
      for (const int rank : {below, above}) neighbors_.push_back(rank == MPI_PROC_NULL ? -1 : rank);
    }
  }
  ~NeighborCollective() override { MPI_Comm_free(&comm_); }

  /// The lower neighbor sends to this process as to its upper one.
  static int turned(int i) { return i ^ 1; }

  MPI_Comm comm_ = MPI_COMM_NULL;
  std::vector<int> neighbors_;
};

TEST_P(NeighborCollective, Allgather) {
  const auto first = [](int) { return 0; };
  const Blocks in_order{neighbors_, first, in_turn(), in_turn()};
  EXPECT_ALL(Neighbor_allgather, Ineighbor_allgather, in_order, send, count_, theirs(), receive, count_, mine(), comm_);
  const Blocks in_list{neighbors_, first, in_turn(), listed()};
  EXPECT_ALL(Neighbor_allgatherv, Ineighbor_allgatherv, in_list, send, count_, theirs(), receive, lists.counts.data(),
             lists.at.data(), mine(), comm_);
}

TEST_P(NeighborCollective, Alltoall) {
  const Blocks in_order{neighbors_, turned, in_turn(), in_turn()};
  EXPECT_ALL(Neighbor_alltoall, Ineighbor_alltoall, in_order, send, count_, theirs(), receive, count_, mine(), comm_);
  const Blocks in_list{neighbors_, turned, listed(), listed()};
  EXPECT_ALL(Neighbor_alltoallv, Ineighbor_alltoallv, in_list, send, lists.counts.data(), lists.at.data(), theirs(),
             receive, lists.counts.data(), lists.at.data(), mine(), comm_);
}

TEST_P(NeighborCollective, Alltoallw) {
  const std::vector<MPI_Datatype> to(most, theirs());
  const std::vector<MPI_Datatype> from(most, mine());
  const Blocks blocks{neighbors_, turned, listed(), listed()};
  EXPECT_ALL(Neighbor_alltoallw, Ineighbor_alltoallw, blocks, send, lists.counts.data(), large_.sent_at.data(),
             to.data(), receive, lists.counts.data(), large_.received_at.data(), from.data(), comm_);
}

/// A matrix of rows x processes on each process that has a column of it, at the sizes of reports: tests/reports.
class Columns : public testing::TestWithParam<int> {
 protected:
  Columns() : n_(size_of(world())), rank_(rank_in(world())) {
    MPI_Datatype vector;
    MPI_Type_vector(rows_, 1, n_, MPI_DOUBLE, &vector);
    MPI_Type_create_resized(vector, 0, sizeof(double), &column_);
    MPI_Type_commit(&column_);
    MPI_Type_free(&vector);
  }
  ~Columns() override { MPI_Type_free(&column_); }

  double value(int row, int column) const { return row * 100.0 + column; }
  std::vector<double> matrix() const {
    std::vector<double> all;
    for (int row = 0; row < rows_; ++row)
      for (int column = 0; column < n_; ++column) all.push_back(value(row, column));
    return all;
  }
  std::vector<double> column(int of) const {
    std::vector<double> values;
    for (int row = 0; row < rows_; ++row) values.push_back(value(row, of));
    return values;
  }
  std::vector<double> empty() const { return std::vector<double>(static_cast<std::size_t>(rows_ * n_), -1); }

  int rows_ = GetParam();
  int n_;
  int rank_;
  MPI_Datatype column_ = MPI_DATATYPE_NULL;
};

TEST_P(Columns, AreGatheredAndScattered) {
  const std::vector<double> mine = column(rank_);
  for (int root = 0; root < n_; root += 2) {
    std::vector<double> got = empty();
    MPI_Gather(mine.data(), rows_, MPI_DOUBLE, got.data(), 1, column_, root, world());
    EXPECT_EQ(got, rank_ == root ? matrix() : empty());
    std::vector<double> part(mine.size(), -1);
    MPI_Scatter(matrix().data(), 1, column_, part.data(), rows_, MPI_DOUBLE, root, world());
    EXPECT_EQ(part, mine);
  }
  std::vector<double> got = empty();
  MPI_Allgather(mine.data(), rows_, MPI_DOUBLE, got.data(), 1, column_, world());
  EXPECT_EQ(got, matrix());
  got = empty();
  std::vector<double> turned;
  for (int i = 0; i < n_; ++i) turned.insert(turned.end(), mine.begin(), mine.end());
  MPI_Alltoall(turned.data(), rows_, MPI_DOUBLE, got.data(), 1, column_, world());
  EXPECT_EQ(got, matrix());
}

TEST_P(Columns, AreBroadcastToProcessesWithOtherTypes) {
  for (int root = 0; root < 2; ++root) {
    std::vector<double> wide = empty();
    std::vector<double> dense(static_cast<std::size_t>(rows_), -1);
    if (rank_ == root) {
      wide = matrix();
      dense = column(0);
    }
    if (rank_ % 2 == 0)
      MPI_Bcast(wide.data(), 1, column_, root, world());
    else
      MPI_Bcast(dense.data(), rows_, MPI_DOUBLE, root, world());
    if (rank_ % 2 != 0) {
      EXPECT_EQ(dense, column(0));
    }
    for (int row = 0; row < rows_ && rank_ % 2 == 0; ++row)
      ASSERT_EQ(wide[static_cast<std::size_t>(row * n_)], value(row, 0));
  }
}

INSTANTIATE_TEST_SUITE_P(Rows, Columns, testing::Values(2, 300, 30000));

INSTANTIATE_TEST_SUITE_P(Seeds, Collective, testing::Range(0, 30));
INSTANTIATE_TEST_SUITE_P(Seeds, NeighborCollective, testing::Range(0, 30));

}  // namespace
