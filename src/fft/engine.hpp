// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/calibration.hpp"
#include "fft/engine_layout.hpp"
#include "fft/exchange/exchange.hpp"
#include "fft/local_transform.hpp"
#include "fft/runner.hpp"
#include "fft/tile_transform.hpp"

#include <deque>
#include <memory>
#include <vector>

namespace cartwright::fft {

/// The choices of a plan that an engine carries out.
struct EngineRequest {
  std::vector<std::int64_t> grid;                ///< dims of the process grid
  std::vector<std::int64_t> cells;               ///< the cell of each rank in it, row-major
  std::vector<const exchange::Method*> methods;  ///< per dim of the grid: the method of its transposes
  bool natural = true;                           ///< the spectral array is distributed like the physical array
  int lanes = 1;                                 ///< fields that are transformed at the same time
  cw_fft_effort effort = CW_FFT_ESTIMATE;
  Caches caches = {};  ///< the same on all processes
};

/// Carries transforms out: it runs the steps of a layout up or down. The transposes are fused into the transforms of
/// the axes that they gather. ([Aseeri2019, I-A] has them apart.)
class Engine : public Runner {
 public:
  /// Collective over `comm`. All references outlive the engine.
  Engine(Backend& backend, const Problem& problem, MPI_Comm comm, exchange::Workspace& workspace,
         const EngineRequest& request);
  ~Engine() override;
  Engine(const Engine&) = delete;

  Array physical(int rank) const override { return array_of(layout_.physical, grid_, coords_of(grid_, cells_, rank)); }
  Array spectral(int rank) const override { return array_of(layout_.spectral, grid_, coords_of(grid_, cells_, rank)); }

  void check(const void* array, const char* name) const override;
  void start(Direction direction, const std::byte* in, std::byte* out) override;
  void finish() override;
  void apply(const Operator& to_apply, const std::byte* in, std::byte* out) override;

  const exchange::Times& times() const override { return times_; }
  void reset_times() override { times_ = {}; }

 private:
  /// A field that is being transformed.
  struct Flight {
    std::int64_t field;
    std::size_t steps_done;
  };

  void plan_transforms(Backend& backend, cw_fft_effort effort);
  void make_exchanges();
  /// A transpose of a lane, in the arrays of transpose number `arrays`.
  struct Wanted {
    std::size_t transpose, lane, arrays;
  };
  void add_exchanges(const std::vector<Wanted>& wanted);
  void prepare(const Operator& to_apply);
  /// The position in exchanges_, which also numbers the parts of the workspace: first all that transforms need, then
  /// those that operators need.
  std::size_t number(std::size_t transpose, std::size_t lane) const {
    if (lane < lanes_) return transpose * lanes_ + lane;
    return way_back() * lanes_ + 2 * lane - lanes_ + (transpose == way_back() ? 1 : 0);
  }
  bool exists(std::size_t number) const { return number < exchanges_.size() && exchanges_[number] != nullptr; }
  exchange::Exchange* exchange(std::size_t transpose, std::int64_t field) const;

  /// The step that transforms axis 0, the last forward, and the transpose before it.
  std::size_t last_transform() const { return grid_.size(); }
  std::size_t last_transpose() const { return grid_.size() - 1; }
  /// The number of the transpose from that step back, of which only operators make use.
  std::size_t way_back() const { return layout_.stages.size(); }

  void begin(Direction direction, const std::byte* in, std::byte* out);
  std::size_t steps() const { return operator_ == nullptr ? layout_.steps.size() : 2 * last_transform() + 1; }
  /// Whether an operator takes all fields at once.
  bool joins() const { return operator_ != nullptr && operator_->all_fields; }
  void run_fields(std::size_t first, std::size_t last);
  void advance(Flight& flight);
  void run_operator(std::int64_t first, std::int64_t count);
  void run(Direction direction, std::size_t step, const Flight& flight, const std::byte* in, std::byte* out);
  void run_planes(Direction direction, const LoopNest& loops, const std::byte* in, std::byte* out);
  void run_copy(Direction direction, const LoopNest& loops, const std::byte* in, std::byte* out);

  const Problem& problem_;
  MPI_Comm comm_;
  exchange::Workspace& workspace_;
  int user_;  ///< number of this engine among the users of the workspace
  int rank_ = 0;
  std::vector<std::int64_t> grid_, cells_;
  std::vector<const exchange::Method*> methods_;
  std::size_t lanes_;
  Caches caches_;
  exchange::Times times_;

  EngineLayout layout_;
  std::unique_ptr<LocalTransform> planes_;
  std::vector<std::unique_ptr<TileTransform>> tiles_;           ///< per step; null for planes and copy
  std::vector<MPI_Comm> lines_;                                 ///< per dim of the grid: the line of this process
  std::vector<MPI_Comm> comms_;                                 ///< of the exchanges
  std::vector<std::unique_ptr<exchange::Exchange>> exchanges_;  ///< by number(); null where there is none
  SpectralRows rows_;

  Direction direction_ = Direction::forward;
  const Operator* operator_ = nullptr;  ///< between forward and backward; null for a transform in one direction
  const std::byte* in_ = nullptr;
  std::byte* out_ = nullptr;
  std::int64_t next_field_ = 0;
  std::deque<Flight> flights_;
  base::Pages copy_of_input_;
};

}  // namespace cartwright::fft
