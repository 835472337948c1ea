// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/random.hpp"
#include "fixture.hpp"
#include "mpi/base/real.hpp"
#include "mpi/carts/cart.hpp"
#include "mpi/carts/decide_locally.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <tuple>

// Where each process can find its own rank, no process holds an entry for each process: nothing is gathered, scattered
// or exchanged in a communicator of all.

namespace {

int pretended_size = 0;  ///< of communicators, if not 0

}  // namespace

int PMPI_Comm_size(MPI_Comm comm, int* size) {
  static const auto next = reinterpret_cast<decltype(&PMPI_Comm_size)>(dlsym(RTLD_NEXT, "PMPI_Comm_size"));
  if (pretended_size == 0) return next(comm, size);
  *size = pretended_size;
  return MPI_SUCCESS;
}

namespace cartwright::mpi {
namespace {

int max_members = 0;  ///< of a communicator in which entries of its members went to one or to all
const RealFunctions* plain = nullptr;

template <auto function, typename F>
struct Counted;
template <auto function, typename... Arguments>
struct Counted<function, int (*)(Arguments...)> {
  static int call(Arguments... arguments) {
    const MPI_Comm comm = std::get<sizeof...(Arguments) - 1>(std::tuple(arguments...));
    max_members = std::max(max_members, size_of(comm));
    return (plain->*function)(arguments...);
  }
};

/// Counts the members of communicators while it lives.
class Counting {
 public:
  Counting() : counting_(real()) {
    plain = known_functions.load();
    max_members = 0;
    count<&RealFunctions::Gather>();
    count<&RealFunctions::Gatherv>();
    count<&RealFunctions::Allgather>();
    count<&RealFunctions::Allgatherv>();
    count<&RealFunctions::Scatter>();
    count<&RealFunctions::Scatterv>();
    count<&RealFunctions::Alltoall>();
    count<&RealFunctions::Alltoallv>();
    known_functions.store(&counting_);
  }
  ~Counting() { known_functions.store(plain); }
  Counting(const Counting&) = delete;

 private:
  template <auto function>
  void count() {
    counting_.*function = Counted<function, std::remove_reference_t<decltype(counting_.*function)>>::call;
  }
  RealFunctions counting_;
};

constexpr int processes = 16;

/// A grid of 4 x 4 over all processes. Returns their ranks there.
std::vector<int> ranks_in_cart(bool periodic = false, const Location* location = nullptr) {
  const int dims[] = {4, 4};
  const int periods[] = {periodic, 0};
  MPI_Comm cart = MPI_COMM_NULL;
  CartCall call{.request = {.function = "MPI_Cart_create",
                            .comm = MPI_COMM_WORLD,
                            .ndims = 2,
                            .periods = periods,
                            .given = GivenDims{dims}},
                .output = {.cart = &cart}};
  if (location != nullptr) call.locator.locate = [location] { return *location; };
  const CartResult result = create_cart(call);
  EXPECT_EQ(result.verdict, Verdict::done);
  EXPECT_EQ(result.error, MPI_SUCCESS);
  const std::vector<int> ranks = all_of(rank_in(cart), MPI_COMM_WORLD);
  MPI_Comm_free(&cart);
  return ranks;
}

/// The locations of all processes on pretended nodes, on process 0.
std::vector<choose::RankLevel> levels_on(const std::string& nodes) {
  int error = MPI_SUCCESS;
  return gather_levels(MPI_COMM_WORLD, discover(MPI_COMM_WORLD, nodes), error);
}

/// All processes on nodes of many sizes, divided into sockets of many sizes: "(2,3),(1),(4,2,4)".
std::string random_nodes(base::Random& random) {
  std::string text;
  for (std::int64_t left = processes; left > 0;) {
    text += text.empty() ? "(" : ",(";
    for (std::int64_t sockets = 1 + random.below(3); sockets > 0 && left > 0; --sockets) {
      const std::int64_t size = std::min(left, 1 + random.below(4));
      text += fmt::format("{}{}", text.ends_with('(') ? "" : ",", size);
      left -= size;
    }
    text += ')';
  }
  return text;
}

TEST(NoGather, WhereEachProcessFindsItsOwnRank) {
  const Environment quiet{{"CARTWRIGHT_REPORT", ""}};
  for (const char* const nodes :
       {"cyclic:4x4", "4x4", "4x2x2", "8,5,3", "1*6,2*3,2*2", "cyclic:8,5,3", "cyclic:(3,5),(1,2),5", ""}) {
    for (const auto& [tier, mapping] : {std::pair("fast", "auto"), {"balanced", "hilbert"}, {"best", "hyperplane"}}) {
      SCOPED_TRACE(testing::Message() << nodes << ' ' << tier << ' ' << mapping);
      const Environment environment{
          {"CARTWRIGHT_NODES", nodes}, {"CARTWRIGHT_TIER", tier}, {"CARTWRIGHT_MAPPING", mapping}};
      const Counting counting;
      const bool moved = !std::ranges::is_sorted(ranks_in_cart());
      EXPECT_LT(max_members, size_of(MPI_COMM_WORLD));
      EXPECT_TRUE(moved || std::string(nodes) != "cyclic:4x4" || std::string(mapping) == "hilbert");
    }
  }
}

// The machine and the ranks, against those of process 0 when it has gathered all.
TEST(NoGather, OnNodesOfManySizes) {
  constexpr std::uint64_t seed = 16;
  base::Random random(seed);
  const grid::Grid grid(grid::Coords{4, 4});
  bool moved = false;
  for (int round = 0; round < 20; ++round) {
    const std::string nodes = random_nodes(random);
    SCOPED_TRACE(testing::Message() << "round " << round << ", seed " << seed << ": " << nodes);
    const std::vector<choose::RankLevel> levels = levels_on(nodes);
    int error = MPI_SUCCESS;
    const std::optional<choose::DistributedRanks> found =
        find_distributed(MPI_COMM_WORLD, discover(MPI_COMM_WORLD, nodes), error);
    const Environment environment{{"CARTWRIGHT_NODES", nodes}, {"CARTWRIGHT_TIER", "fast"}, {"CARTWRIGHT_REPORT", ""}};
    std::vector<int> ranks;
    {
      const Counting counting;
      ranks = ranks_in_cart();
      EXPECT_LT(max_members, processes);
    }
    moved = moved || !std::ranges::is_sorted(ranks);
    ASSERT_TRUE(found);
    if (levels.empty()) continue;
    const choose::RankLocations locations(levels);
    EXPECT_TRUE(std::ranges::equal(
        found->machine.levels(), locations.machine().levels(),
        [](const machine::Level& a, const machine::Level& b) { return a.name == b.name && a.sizes == b.sizes; }));
    const choose::RankPlacement placement =
        choose::place(grid, grid::Stencil::nearest_neighbor(2), locations, {.tier = choose::Tier::fast});
    for (int rank = 0; rank < processes; ++rank)
      EXPECT_EQ(ranks[rank], placement.new_rank.empty() ? rank : placement.new_rank[base::Rank(rank)]);
  }
  EXPECT_TRUE(moved);
}

/// This process on random nodes and sockets: the same draws on all processes.
Location random_location(base::Random& random) {
  Location location;
  location.levels = {"node", "socket"};
  std::vector<int> node(processes);
  std::vector<int> socket(processes);
  const std::int64_t nodes = 2 + random.below(5);
  for (int i = 0; i < processes; ++i) {
    node[i] = static_cast<int>(random.below(nodes));
    socket[i] = static_cast<int>(random.below(3));
  }
  const int rank = rank_in(MPI_COMM_WORLD);
  const auto add = [&](const auto& with_me) {
    int lowest = processes;
    int size = 0;
    for (int i = processes - 1; i >= 0; --i)
      if (with_me(i)) {
        lowest = i;
        ++size;
      }
    location.domains.push_back(lowest);
    location.sizes.push_back(size);
  };
  add([&](int i) { return node[i] == node[rank]; });
  add([&](int i) { return node[i] == node[rank] && socket[i] == socket[rank]; });
  return location;
}

// The same for ranks in any order: the slots that processes tell their neighbors.
TEST(NoGather, OfRanksInAnyOrder) {
  constexpr std::uint64_t seed = 61;
  base::Random random(seed);
  bool moved = false;
  for (int round = 0; round < 20; ++round) {
    SCOPED_TRACE(testing::Message() << "round " << round << ", seed " << seed);
    const Location location = random_location(random);
    const bool periodic = random.below(2) == 0;
    int error = MPI_SUCCESS;
    const std::vector<choose::RankLevel> levels = gather_levels(MPI_COMM_WORLD, location, error);
    const Environment environment{{"CARTWRIGHT_TIER", "fast"}, {"CARTWRIGHT_REPORT", ""}};
    std::vector<int> ranks;
    std::optional<PartialRankMap> rank_map;
    {
      const Counting counting;
      rank_map = find_rank_map(MPI_COMM_WORLD, location, error);
      ranks = ranks_in_cart(periodic, &location);
      EXPECT_LT(max_members, processes);
    }
    moved = moved || !std::ranges::is_sorted(ranks);
    ASSERT_TRUE(rank_map);
    const int rank = rank_in(MPI_COMM_WORLD);
    const std::vector<int> slots = all_of(static_cast<int>(rank_map->slot(base::Rank(rank)).number()), MPI_COMM_WORLD);
    if (levels.empty()) continue;
    const choose::RankLocations locations(levels);
    EXPECT_TRUE(std::ranges::equal(
        rank_map->machine().levels(), locations.machine().levels(),
        [](const machine::Level& a, const machine::Level& b) { return a.name == b.name && a.sizes == b.sizes; }));
    for (int slot = 0; slot < processes; ++slot)
      EXPECT_EQ(slots[locations.rank_of_slot()[machine::Slot(slot)].index()], slot);
    const grid::Grid grid(grid::Coords{4, 4}, {periodic, false});
    const choose::RankPlacement placement =
        choose::place(grid, grid::Stencil::nearest_neighbor(2), locations, {.tier = choose::Tier::fast});
    for (int i = 0; i < processes; ++i)
      EXPECT_EQ(ranks[i], placement.new_rank.empty() ? i : placement.new_rank[base::Rank(i)]);
  }
  EXPECT_TRUE(moved);
}

TEST(NoGather, ButOneWhereProcess0Decides) {
  const Environment environment{{"CARTWRIGHT_NODES", "cyclic:4x4"}, {"CARTWRIGHT_TIER", "balanced"}};
  const Counting counting;
  ranks_in_cart();
  EXPECT_EQ(max_members, size_of(MPI_COMM_WORLD));
}

/// Whether processes on nodes of 48 decide alone about a grid of 400 x `rows`.
bool alone(int rows, choose::Tier tier, const std::string& mapping, std::size_t node_level = 0) {
  const int dims[] = {400, rows};
  const int periods[] = {0, 0};
  Location location;
  location.levels.assign(node_level + 1, "node");
  location.domains.assign(node_level + 1, 0);
  location.sizes.assign(node_level + 1, 48);
  location.node_level = node_level;
  Settings settings;
  settings.place.tier = tier;
  settings.place.mapping = mapping;
  pretended_size = 400 * rows;
  const bool may = may_decide_locally(
      {.function = "MPI_Cart_create", .comm = MPI_COMM_WORLD, .ndims = 2, .periods = periods, .given = GivenDims{dims}},
      settings, location);
  pretended_size = 0;
  return may;
}

TEST(NoGather, AboveTwoHundredThousandProcesses) {
  using choose::Tier;
  EXPECT_FALSE(alone(500, Tier::balanced, "auto"));
  EXPECT_TRUE(alone(501, Tier::balanced, "auto"));
  EXPECT_TRUE(alone(501, Tier::best, "auto"));
  EXPECT_TRUE(alone(6, Tier::fast, "auto"));
  EXPECT_TRUE(alone(6, Tier::balanced, "hilbert"));
  EXPECT_FALSE(alone(6, Tier::fast, "guillotine")) << "no process can evaluate it alone";
  EXPECT_FALSE(alone(501, Tier::fast, "auto", 1)) << "there are levels above the nodes";
}

}  // namespace
}  // namespace cartwright::mpi
