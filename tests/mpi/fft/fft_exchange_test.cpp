// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "fft/exchange/exchange.hpp"
#include "fixture.hpp"
#include "indexed_field.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>

// Every method of a transpose is compared with one that uses the index of each element, over random arrays, strides,
// members and nodes. The processes form several groups at once, which share one workspace. CARTWRIGHT_SEED is the first
// seed, CARTWRIGHT_TREES the number of seeds.

namespace cartwright::fft {
namespace {

std::uint64_t first_seed() {
  const char* value = std::getenv("CARTWRIGHT_SEED");
  return value == nullptr ? 0 : std::strtoull(value, nullptr, 10);
}

/// The number of seeds for each number of members. CARTWRIGHT_TREES overrides it.
int seeds() {
  const char* value = std::getenv("CARTWRIGHT_TREES");
  return value == nullptr ? 1 : std::atoi(value);
}

/// The processes in a random order, in groups of `members`; the last may have fewer.
class Groups {
 public:
  Groups(int members, base::Random& random) {
    std::vector<int> order(static_cast<std::size_t>(size_of(MPI_COMM_WORLD)));
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(i)))]);
    const int position = order[static_cast<std::size_t>(rank_in(MPI_COMM_WORLD))];
    group_ = position / members;
    comm_.emplace(group_, position);
  }
  MPI_Comm comm() const { return *comm_; }
  int group() const { return group_; }
  std::vector<int> members() const { return all_of(rank_in(MPI_COMM_WORLD), comm()); }

 private:
  int group_ = 0;
  std::optional<QuietComm> comm_;
};

exchange::Transpose random_transpose(base::Random& random, MPI_Comm comm, std::int64_t longest) {
  const auto dims = static_cast<std::size_t>(2 + random.below(3));
  const std::int64_t element = std::int64_t{4} << random.below(4);
  const std::size_t gained = static_cast<std::size_t>(random.below(static_cast<std::int64_t>(dims) - 1));
  std::size_t lost = gained;
  while (lost == gained) lost = static_cast<std::size_t>(random.below(static_cast<std::int64_t>(dims)));
  std::vector<exchange::Transpose::Axis> axes(dims);
  std::int64_t stride = element;
  for (std::size_t axis = dims; axis-- > 0;) {
    const std::int64_t length = 1 + random.below(longest);
    axes[axis] = {length, stride};
    stride = stride * length + random.below(3) * element;
  }
  return {axes, gained, lost, element, size_of(comm), rank_in(comm), 1 + random.below(8)};
}

/// A transpose, a method, and the expected result.
class Subject {
 public:
  Subject(exchange::Workspace& workspace, const Groups& groups, const exchange::Transpose& transpose,
          std::size_t number, base::Random& random)
      : transpose_(transpose),
        field_(transpose_, random.next()),
        parts_{transpose_,     workspace,      groups.comm(), groups.members(), number * 4, number * 4 + 1,
               number * 4 + 2, number * 4 + 3, times_},
        random_(random.next() + static_cast<std::uint64_t>(rank_in(MPI_COMM_WORLD))) {}
  Subject(const Subject&) = delete;

  const exchange::ExchangeParts& parts() const { return parts_; }
  /// Per part of the workspace.
  std::array<std::int64_t, 4> bytes(const exchange::Method& method) const {
    const exchange::ExchangeBytes bytes = method.bytes(parts_);
    return {bytes.array, bytes.first_buffer, bytes.second_buffer, 4096};
  }
  void make(const exchange::Method& method) { exchange_ = method.make(parts_); }

  void begin_towards_tiles() {
    dawdle();
    field_.fill_array(exchange_->array());
    exchange_->start();
  }
  void finish_towards_tiles() {
    std::int64_t wrong = 0;
    field_.each_tile([&](std::int64_t tile, const std::vector<std::uint64_t>& elements) {
      dawdle();
      std::vector<std::byte> read(elements.size() * static_cast<std::size_t>(transpose_.element()), std::byte{0xee});
      exchange_->read(tile, read.data());
      wrong += read != field_.tile(elements);
    });
    EXPECT_EQ(wrong, 0) << "tiles of " << transpose_.tiles(transpose_.rank());
    exchange_->end();
  }
  void begin_from_tiles() {
    dawdle();
    exchange_->open();
    field_.each_tile([&](std::int64_t tile, const std::vector<std::uint64_t>& elements) {
      dawdle();
      exchange_->write(tile, field_.tile(elements).data());
    });
    exchange_->send();
  }
  void finish_from_tiles() {
    exchange_->wait();
    field_.expect_array(exchange_->current());
    dawdle();
    exchange_->end();
  }

 private:
  /// At random, this process falls behind the others.
  void dawdle() {
    if (random_.below(64) == 0) usleep(static_cast<useconds_t>(random_.below(200)));
  }

  exchange::Transpose transpose_;
  IndexedField field_;
  exchange::Times times_;
  exchange::ExchangeParts parts_;
  base::Random random_;
  std::unique_ptr<exchange::Exchange> exchange_;
};

/// Collective over all processes: reserves the memory that each of them needs.
void reserve(exchange::Workspace& workspace, std::initializer_list<std::array<std::int64_t, 4>> subjects) {
  std::vector<std::int64_t> bytes;
  for (const auto& subject : subjects) bytes.insert(bytes.end(), subject.begin(), subject.end());
  workspace.reserve(bytes);
}

/// Real nodes, and pretended nodes on one: equal, unequal, with processes dealt in turn, with one process each.
class Exchanges : public testing::TestWithParam<const char*> {
 protected:
  QuietComm world_;
  exchange::Workspace workspace_{world_, GetParam()};

  /// Calls test(random, groups, seed) for groups of every number of members.
  template <typename Test>
  void for_groups(int seeds, Test test) {
    for (const int members : {1, 2, 3, 4, 6, 8, 12})
      for (std::uint64_t seed = first_seed(); seed < first_seed() + static_cast<std::uint64_t>(seeds); ++seed) {
        SCOPED_TRACE(fmt::format("{} members, CARTWRIGHT_SEED={}", members, seed));
        base::Random together(seed);
        const Groups groups(members, together);
        base::Random random(together.next() + static_cast<std::uint64_t>(groups.group()));
        test(random, groups);
        int failed = HasFailure();
        MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MAX, world_);
        if (failed != 0) GTEST_FAIL();
      }
  }
};

TEST_P(Exchanges, MoveRandomArraysToTilesAndBack) {
  for_groups(seeds(), [&](base::Random& random, const Groups& groups) {
    Subject subject(workspace_, groups, random_transpose(random, groups.comm(), 12), 0, random);
    for (const exchange::Method* method : exchange::methods()) {
      SCOPED_TRACE(method->name);
      const bool possible = method->obstacle(subject.parts().members, subject.parts().workspace).empty();
      reserve(workspace_, {possible ? subject.bytes(*method) : std::array<std::int64_t, 4>{}});
      if (possible) {
        subject.make(*method);
        for (int use = 0; use < 3; ++use) {
          subject.begin_towards_tiles();
          subject.finish_towards_tiles();
          subject.begin_from_tiles();
          subject.finish_from_tiles();
        }
      }
      MPI_Barrier(world_);
    }
  });
}

TEST_P(Exchanges, MayBeActiveTogether) {
  for_groups(seeds(), [&](base::Random& random, const Groups& groups) {
    const std::int64_t longest = 4 + random.below(20);
    Subject first(workspace_, groups, random_transpose(random, groups.comm(), longest), 0, random);
    Subject second(workspace_, groups, random_transpose(random, groups.comm(), longest), 1, random);
    const auto draw = [&](const Subject& subject) {
      const exchange::Method* method = nullptr;
      while (method == nullptr || !method->obstacle(subject.parts().members, subject.parts().workspace).empty())
        method = exchange::methods()[static_cast<std::size_t>(
            random.below(static_cast<std::int64_t>(exchange::methods().size())))];
      return method;
    };
    const exchange::Method* first_method = draw(first);
    const exchange::Method* second_method = draw(second);
    SCOPED_TRACE(fmt::format("{} and {}", first_method->name, second_method->name));
    reserve(workspace_, {first.bytes(*first_method), second.bytes(*second_method)});
    first.make(*first_method);
    second.make(*second_method);
    for (int use = 0; use < 10; ++use) {
      Subject& outer = random.below(2) == 0 ? first : second;
      Subject& inner = &outer == &first ? second : first;
      const bool outer_forward = random.below(2) == 0;
      const bool inner_forward = random.below(2) == 0;
      const bool nested = random.below(2) == 0;
      const auto begin = [](Subject& subject, bool forward) {
        forward ? subject.begin_towards_tiles() : subject.begin_from_tiles();
      };
      const auto finish = [](Subject& subject, bool forward) {
        forward ? subject.finish_towards_tiles() : subject.finish_from_tiles();
      };
      begin(outer, outer_forward);
      begin(inner, inner_forward);
      if (nested) finish(inner, inner_forward);
      finish(outer, outer_forward);
      if (!nested) finish(inner, inner_forward);
    }
    MPI_Barrier(world_);
  });
}

// The arrays are long enough for rendezvous and for several slices.
TEST_P(Exchanges, MoveLargeArrays) {
  for (const int members : {2, 4}) {
    base::Random random(first_seed());
    const Groups groups(members, random);
    const std::int64_t length = 80;
    const exchange::Transpose transpose({{length, (length * 66 + 3) * 16}, {64, 66 * 16}, {64, 16}}, 0, 1, 16,
                                        size_of(groups.comm()), rank_in(groups.comm()), 8);
    Subject subject(workspace_, groups, transpose, 0, random);
    for (const exchange::Method* method : exchange::methods()) {
      SCOPED_TRACE(fmt::format("{}, {} members", method->name, members));
      if (method == &exchange::shared_method) continue;
      reserve(workspace_, {subject.bytes(*method)});
      subject.make(*method);
      subject.begin_towards_tiles();
      subject.finish_towards_tiles();
      subject.begin_from_tiles();
      subject.finish_from_tiles();
      MPI_Barrier(world_);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(OnNodes, Exchanges, testing::Values("", "4x3", "cyclic:4x3", "5,4,2,1", "12x1"),
                         [](const auto& nodes) { return fmt::format("Number{}", nodes.index); });

// This is planned, but not executed: half a petabyte.
TEST(Messages, ThatAreTooLongAreRefused) {
  const QuietComm world;
  exchange::Workspace workspace(world);
  const std::int64_t length = std::int64_t{1} << 15;
  const exchange::Transpose transpose({{length, length * length * 16}, {length, length * 16}, {length, 16}}, 0, 1, 16,
                                      2, rank_in(world) % 2, 8);
  exchange::Times times;
  const exchange::ExchangeParts parts{transpose, workspace, world, {0, 1}, 0, 1, 2, 3, times};
  for (const exchange::Method* method : {&exchange::alltoallv_method, &exchange::pipelined_method}) try {
      method->bytes(parts);
      FAIL() << method->name << " accepts it";
    } catch (const base::Error& error) {
      EXPECT_EQ(error.status(), base::Status::overflow) << error.what();
    }
}

TEST(Workspaces, AreSharedByProcessesOfOneHost) {
  const QuietComm world;
  const exchange::Workspace workspace(world);
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  const auto size = static_cast<std::size_t>(size_of(world));
  std::vector<std::array<char, 256>> names(size);
  MPI_Allgather(name.data(), 256, MPI_CHAR, names.data(), 256, MPI_CHAR, world);
  for (std::size_t rank = 0; rank < size; ++rank) {
    EXPECT_EQ(workspace.node_rank_of(static_cast<int>(rank)) >= 0, names[rank] == name);
    EXPECT_EQ(workspace.node_of(static_cast<int>(rank)) == workspace.node_of(rank_in(world)), names[rank] == name);
  }
}

}  // namespace
}  // namespace cartwright::fft
