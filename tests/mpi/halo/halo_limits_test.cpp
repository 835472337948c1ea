// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
// What estimates of halo plans learn from measured ones. For 12 processes.
#include "base/cache_file.hpp"
#include "cartwright/halo.hpp"
#include "fixture.hpp"
#include "halo/learned_thresholds.hpp"
#include "mpi/base/library_version.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace {

using cartwright::halo::LearnedThresholds;
using cartwright::halo::Limits;

constexpr std::int64_t built_in_corners = 1 << 10;
constexpr std::int64_t built_in_piece = 1 << 20;

TEST(HaloLimits, AreBuiltInWithoutMeasurements) {
  EXPECT_EQ(Limits{}.corners_up_to(), built_in_corners);
  EXPECT_EQ(Limits{}.piece_bytes(), built_in_piece);
}

TEST(HaloLimits, FollowWhatWasFaster) {
  Limits limits;
  limits.learn_corners(100, true);  // says nothing about longer messages
  EXPECT_EQ(limits.corners_up_to(), built_in_corners);
  limits.learn_corners(4096, true);
  EXPECT_EQ(limits.corners_up_to(), 4096);
  limits.learn_corners(65536, false);  // in between, by ratio
  EXPECT_EQ(limits.corners_up_to(), 16384);
  limits.learn_corners(9000, false);
  EXPECT_GT(limits.corners_up_to(), 4096);
  EXPECT_LT(limits.corners_up_to(), 9000);
  limits.learn_corners(512, false);  // contradicts the first ones
  EXPECT_EQ(limits.corners_up_to(), 511);
  limits.learn_corners(600, true);  // and this contradicts it
  EXPECT_EQ(limits.corners_up_to(), built_in_corners);
}

/// A folder of all processes, and the variable that names it.
class Folder {
 public:
  Folder() {
    name_ = testing::TempDir() + "cartwright-halo-XXXXXX";
    if (rank_in(MPI_COMM_WORLD) == 0 && mkdtemp(name_.data()) == nullptr) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Bcast(name_.data(), static_cast<int>(name_.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
  }
  ~Folder() {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank_in(MPI_COMM_WORLD) == 0) std::filesystem::remove_all(name_);
  }
  Folder(const Folder&) = delete;
  const std::string& name() const { return name_; }

 private:
  std::string name_;
};

/// Process 0 alone reads and writes.
template <typename Action>
void on_process_0(Action action) {
  if (rank_in(MPI_COMM_WORLD) == 0) action();
  MPI_Barrier(MPI_COMM_WORLD);
}

/// A plan for a periodic grid of 3 x 2 x 2 processes, each on a node of its own: 11 neighbors, 4 of them at faces.
nlohmann::json explained(const std::string& folder, cw_halo_effort effort = CW_HALO_ESTIMATE) {
  Environment environment({{"CARTWRIGHT_HALO_CHOICES", folder}, {"CARTWRIGHT_NODES", "12x1"}});
  cw_halo_options options = CW_HALO_OPTIONS_INIT;
  options.effort = effort;
  cw_halo_block block = CW_HALO_BLOCK_INIT;
  block.dims[0] = 3;
  block.dims[1] = block.dims[2] = 2;
  const std::int64_t sizes[] = {12, 12, 12};
  const int periods[] = {1, 1, 1};
  cw_halo_field field = CW_HALO_FIELD_INIT;
  MPI_Comm cart = MPI_COMM_NULL;
  cw_halo* halo = nullptr;
  EXPECT_EQ(cw_halo_cart_create(MPI_COMM_WORLD, 3, sizes, periods, 1, &field, 1, &options, &block, &cart, &halo), CW_OK)
      << cw_last_error();
  nlohmann::json json = nlohmann::json::parse(cw_halo_explain_json(halo));
  cw_halo_free(halo);
  cw_halo_dealloc(field.base);
  MPI_Comm_free(&cart);
  return json;
}

TEST(HaloLimits, AreReadByEstimates) {
  const Folder folder;
  const nlohmann::json before = explained(folder.name());
  EXPECT_EQ(before["estimates"]["corners_up_to"], built_in_corners);
  EXPECT_EQ(before["by_axes"].size(), 3U);  // its messages are shorter than a KiB
  EXPECT_EQ(before["piece"], built_in_piece);
  on_process_0([&] {
    Limits limits;
    limits.learn_corners(3, false);
    limits.piece = 262144;
    LearnedThresholds(folder.name()).write(limits);
    EXPECT_EQ(LearnedThresholds(folder.name()).read().corners_up_to(), 2);
  });
  const nlohmann::json after = explained(folder.name());
  EXPECT_EQ(after["estimates"]["corners_up_to"], 2);
  EXPECT_EQ(after["by_axes"].size(), 0U);
  EXPECT_EQ(after["estimates"]["piece"], 262144);
  EXPECT_EQ(after["piece"], 262144);
}

TEST(HaloLimits, OfPretendedNodesAreNotKept) {
  const Folder folder;
  explained(folder.name(), CW_HALO_MEASURE);
  on_process_0([&] { EXPECT_FALSE(LearnedThresholds(folder.name()).read().longest_with_faces.has_value()); });
}

TEST(HaloLimits, BadFilesAreIgnored) {
  const Folder folder;
  const std::string mpi = cartwright::mpi::library_version();
  for (const nlohmann::json& entry :
       {nlohmann::json("text"), nlohmann::json{{"piece", 0}}, nlohmann::json{{"piece", "many"}},
        nlohmann::json{{"longest_with_faces", -7}, {"shortest_direct", 1.5}}}) {
    on_process_0([&] { cartwright::base::CacheFile(folder.name(), "halo-limits", 1).write({{mpi, entry}}); });
    const nlohmann::json json = explained(folder.name());
    EXPECT_EQ(json["estimates"]["corners_up_to"], built_in_corners) << entry;
    EXPECT_EQ(json["estimates"]["piece"], built_in_piece) << entry;
  }
}

}  // namespace
