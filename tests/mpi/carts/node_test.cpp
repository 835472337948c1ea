// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/node.hpp"

#include "base/random.hpp"
#include "fixture.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/shared_memory.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

using namespace cartwright;
using mpi::everywhere;
using mpi::Node;
using mpi::SharedMemory;

/// Whether the second half of the ranks are in containers of their own (containers.sh).
bool has_containers() { return std::getenv("NODE_TEST_CONTAINERS") != nullptr; }

/// Every process reads the rank that each other one has written into its memory.
void expect_shared(const Node& node) {
  constexpr std::size_t bytes = 3 * transport::TaggedRegion::tag_bytes;
  const std::shared_ptr<transport::TaggedRegion> own = transport::TaggedRegion::create(bytes);
  ASSERT_TRUE(own);
  const int rank = rank_in(MPI_COMM_WORLD);
  std::memcpy(own->region.data() + transport::TaggedRegion::tag_bytes, &rank, sizeof rank);
  const SharedMemory memory = mpi::share(node.comm(), own);
  ASSERT_TRUE(memory);
  ASSERT_EQ(memory.of.size(), node.ranks().size());
  for (std::size_t i = 0; i < memory.of.size(); ++i) {
    int found = -1;
    std::memcpy(&found, memory.of[i]->region.data() + transport::TaggedRegion::tag_bytes, sizeof found);
    EXPECT_EQ(found, node.ranks()[i]);
  }
  MPI_Barrier(node.comm());
}

void expect_consistent(const Node& node) {
  const int rank = rank_in(MPI_COMM_WORLD);
  EXPECT_EQ(node.here(rank), node.rank());
  EXPECT_EQ(node.ranks()[static_cast<std::size_t>(node.rank())], rank);
  EXPECT_EQ(node.size(), size_of(node.comm()));
  int members = 0;
  for (int other = 0; other < size_of(MPI_COMM_WORLD); ++other) {
    const bool here = node.nodes()[static_cast<std::size_t>(other)] == node.ranks().front();
    EXPECT_EQ(node.here(other) >= 0, here);
    members += here ? 1 : 0;
  }
  EXPECT_EQ(members, node.size());
}

TEST(Node, IsWhatSharesMemory) {
  const Node node(MPI_COMM_WORLD);
  expect_consistent(node);
  const int size = size_of(MPI_COMM_WORLD);
  if (!has_containers()) {
    EXPECT_EQ(node.size(), size);
    EXPECT_EQ(node.count(), 1);
    EXPECT_EQ(node.crowd().processes, size);
    // Each process may run on some processor, and none on one that the system does not have.
    EXPECT_GE(node.crowd().cores, 1);
    EXPECT_LE(node.crowd().cores, sysconf(_SC_NPROCESSORS_CONF));
  } else {
    // The second half of the ranks are in containers of their own. MPI takes all of them for one node.
    const bool alone = rank_in(MPI_COMM_WORLD) >= size / 2;
    EXPECT_EQ(node.size(), alone ? 1 : size / 2);
    EXPECT_EQ(node.count(), 1 + size - size / 2);
  }
  expect_shared(node);
}

TEST(Node, IsWhatIsPretended) {
  if (has_containers()) return;
  const int size = size_of(MPI_COMM_WORLD);
  ASSERT_EQ(size, 6);
  const std::vector<std::pair<const char*, std::vector<int>>> pretended = {{"2x3", {0, 0, 0, 3, 3, 3}},
                                                                           {"cyclic:2x3", {0, 1, 0, 1, 0, 1}},
                                                                           {"1,5", {0, 1, 1, 1, 1, 1}},
                                                                           {"6x1", {0, 1, 2, 3, 4, 5}}};
  for (const auto& [text, nodes] : pretended) {
    SCOPED_TRACE(text);
    const Node node(MPI_COMM_WORLD, text);
    EXPECT_EQ(node.nodes(), nodes);
    EXPECT_EQ(node.crowd().processes, size) << "they share the cores of one host";
    expect_consistent(node);
    expect_shared(node);
  }
}

TEST(Node, OfASubcommunicatorHasItsRanks) {
  if (has_containers()) return;
  base::Random random(1);
  for (int round = 0; round < 10; ++round) {
    // The same on all processes.
    std::vector<int> colors;
    for (int i = 0; i < size_of(MPI_COMM_WORLD); ++i) colors.push_back(static_cast<int>(random.below(2)));
    const int color = colors[static_cast<std::size_t>(rank_in(MPI_COMM_WORLD))];
    MPI_Comm part = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, color, -rank_in(MPI_COMM_WORLD), &part);
    {
      const Node node(part);
      EXPECT_EQ(node.size(), std::ranges::count(colors, color));
      EXPECT_EQ(node.rank(), rank_in(part));
    }
    MPI_Comm_free(&part);
  }
}

TEST(Node, IsTakenApart) {
  if (has_containers()) return;
  Node node(MPI_COMM_WORLD, "2x3");
  const int rank = rank_in(MPI_COMM_WORLD);
  node.take_apart(rank >= 3);
  expect_consistent(node);
  EXPECT_EQ(node.size(), rank < 3 ? 3 : 1);
  EXPECT_EQ(node.nodes(), (std::vector<int>{0, 0, 0, 3, 4, 5}));
  expect_shared(node);
}

TEST(Node, SharesItsCoresWithAllEmulatedHosts) {
  constexpr int many = 1 << 20;
  ASSERT_EQ(setenv("CARTWRIGHT_CLUSTER_PROCESSES", std::to_string(many).c_str(), 1), 0);
  const transport::Crowd crowd = Node(MPI_COMM_WORLD).crowd();
  unsetenv("CARTWRIGHT_CLUSTER_PROCESSES");
  EXPECT_EQ(crowd.processes, many);
  EXPECT_TRUE(crowd.oversubscribed());
  EXPECT_LE(Node(MPI_COMM_WORLD).crowd().processes, size_of(MPI_COMM_WORLD));
}

/// One process has no memory: nobody on its node shares, and the others do.
TEST(SharedMemory, IsThatOfAllOrNone) {
  if (has_containers()) return;
  const Node node(MPI_COMM_WORLD, "2x3");
  const int rank = rank_in(MPI_COMM_WORLD);
  const std::shared_ptr<transport::TaggedRegion> own =
      rank == 4 ? nullptr : transport::TaggedRegion::create(transport::TaggedRegion::tag_bytes);
  EXPECT_EQ(static_cast<bool>(mpi::share(node.comm(), own)), rank < 3);
}

TEST(Everywhere, IsTheLeastOfAll) {
  const int last = size_of(MPI_COMM_WORLD) - 1;
  EXPECT_TRUE(everywhere(true, MPI_COMM_WORLD));
  EXPECT_FALSE(everywhere(rank_in(MPI_COMM_WORLD) != last, MPI_COMM_WORLD));
  EXPECT_FALSE(everywhere(false, MPI_COMM_WORLD));
}

}  // namespace
