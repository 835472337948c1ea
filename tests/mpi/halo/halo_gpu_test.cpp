// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
// Fields in memory of a GPU that a plan refuses, and what a plan says of those that it takes. For 2 processes, with the
// driver of a GPU in CARTWRIGHT_TEST_GPU.
#include "cartwright/halo.h"
#include "fixture.hpp"
#include "test_gpu.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

/// A periodic line of processes with fields of 4 x 6 doubles, and room for the plan.
class GpuLine {
 public:
  explicit GpuLine(std::size_t fields) : gpu_(*TestGpu::get()) {
    int dims[2] = {size_of(MPI_COMM_WORLD), 1};
    int periods[2] = {1, 1};
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &cart_);
    for (std::size_t i = 0; i < fields; ++i) {
      memory_.push_back(gpu_.allocate(bytes));
      fields_.push_back(CW_HALO_FIELD_INIT);
      fields_.back().base = reinterpret_cast<double*>(memory_.back()) + 9;
      fields_.back().sizes = sizes_;
    }
  }
  ~GpuLine() {
    cw_halo_free(halo_);
    MPI_Barrier(cart_);
    for (const std::uintptr_t one : memory_) gpu_.free(one);
    MPI_Comm_free(&cart_);
  }
  GpuLine(const GpuLine&) = delete;

  cw_status plan() { return cw_halo_create(cart_, 2, 1, fields_.data(), fields_.size(), &options_, &halo_); }
  cw_halo* halo() const { return halo_; }
  cw_halo_field& field(std::size_t i) { return fields_[i]; }
  cw_halo_options& options() { return options_; }

  static constexpr std::size_t bytes = sizeof(double) * 6 * 8;

 private:
  const TestGpu& gpu_;
  const std::int64_t sizes_[2] = {4, 6};
  MPI_Comm cart_ = MPI_COMM_NULL;
  std::vector<std::uintptr_t> memory_;
  std::vector<cw_halo_field> fields_;
  cw_halo_options options_ = CW_HALO_OPTIONS_INIT;
  cw_halo* halo_ = nullptr;
};

bool last_error_has(const std::string& text) { return std::string(cw_last_error()).find(text) != std::string::npos; }

TEST(HaloOnGpu, ItSaysWhereTheFieldsAre) {
  GpuLine line(1);
  ASSERT_EQ(line.plan(), CW_OK) << cw_last_error();
  EXPECT_EQ(cw_halo_exchange(line.halo()), CW_OK) << cw_last_error();
  const std::string json = cw_halo_explain_json(line.halo());
  EXPECT_NE(json.find(R"("memory":"gpu","message_memory":"pinned")"), std::string::npos) << json;
  EXPECT_NE(std::string(cw_halo_explain(line.halo())).find("the fields are in memory of a GPU"), std::string::npos);
}

TEST(HaloOnGpu, FieldsAreInOneKindOfMemory) {
  GpuLine line(2);
  std::vector<double> on_host(6 * 8);
  line.field(1).base = on_host.data() + 9;
  EXPECT_EQ(line.plan(), CW_INVALID_ARGUMENT);
  EXPECT_TRUE(last_error_has("field 1 is in memory of the host, and 1 of 2 fields are in memory of a GPU"))
      << cw_last_error();
}

TEST(HaloOnGpu, ValuesTravelAsTheyAre) {
  GpuLine line(2);
  line.field(1).wire_type = CW_HALO_FLOAT;
  EXPECT_EQ(line.plan(), CW_UNSUPPORTED);
  EXPECT_TRUE(last_error_has("field 1 is in memory of a GPU, where values travel as they are")) << cw_last_error();
}

TEST(HaloOnGpu, ProcessesAgreeThatOneOfThemCannotPlan) {
  GpuLine line(1);
  if (rank_in(MPI_COMM_WORLD) == 0) line.field(0).wire_type = CW_HALO_FLOAT;
  EXPECT_EQ(line.plan(), CW_UNSUPPORTED);
  EXPECT_EQ(line.halo(), nullptr);
}

TEST(HaloOnGpu, TooManyLoopsAreRefused) {
  // Each axis is a loop of its own: no two of them are adjacent in memory.
  const TestGpu& gpu = *TestGpu::get();
  std::vector<std::int64_t> sizes(8, 3);
  std::vector<std::int64_t> strides(8);
  std::int64_t stride = 3 * 4;
  for (std::size_t axis = 8; axis-- > 0; stride *= 6) strides[axis] = stride;
  const std::uintptr_t memory = gpu.allocate(static_cast<std::size_t>(stride));
  cw_halo_field field = CW_HALO_FIELD_INIT;
  std::int64_t before = 0;
  for (const std::int64_t one : strides) before += one;
  field.base = reinterpret_cast<std::byte*>(memory) + before;
  field.sizes = sizes.data();
  field.strides = strides.data();
  field.type = CW_HALO_FLOAT;
  field.components = 2;
  field.component_stride = 8;
  cw_halo_neighbor self = {};
  self.side[0] = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &self.rank);
  cw_halo_neighbor both[2] = {self, self};
  both[1].side[0] = -1;
  cw_halo_options options = CW_HALO_OPTIONS_INIT;
  options.nneighbors = 2;
  options.neighbors = both;
  options.shape = CW_HALO_FACES;
  cw_halo* halo = nullptr;
  EXPECT_EQ(cw_halo_create(MPI_COMM_WORLD, 8, 1, &field, 1, &options, &halo), CW_UNSUPPORTED);
  EXPECT_TRUE(last_error_has("seven")) << cw_last_error();
  cw_halo_free(halo);
  gpu.free(memory);
}

TEST(HaloOnGpu, AWrongSettingIsNamed) {
  const Environment environment{{"CARTWRIGHT_GPU", "sometimes"}};
  GpuLine line(1);
  EXPECT_EQ(line.plan(), CW_PARSE);
  EXPECT_TRUE(last_error_has("CARTWRIGHT_GPU=sometimes")) << cw_last_error();
}

}  // namespace
