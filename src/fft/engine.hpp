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

  const exchange::Times& times() const override { return times_; }
  void reset_times() override { times_ = {}; }

 private:
  /// A field that is being transformed.
  struct Flight {
    std::int64_t field;
    std::size_t lane;
    std::size_t steps_done;
  };

  void plan_transforms(Backend& backend, cw_fft_effort effort);
  void make_exchanges(const EngineRequest& request);

  void advance(Flight& flight);
  void run(std::size_t step, std::size_t lane, const std::byte* in, std::byte* out);
  void run_planes(const LoopNest& loops, const std::byte* in, std::byte* out);
  void run_copy(const LoopNest& loops, const std::byte* in, std::byte* out);

  const Problem& problem_;
  MPI_Comm comm_;
  exchange::Workspace& workspace_;
  int user_;  ///< number of this engine among the users of the workspace
  int rank_ = 0;
  std::vector<std::int64_t> grid_, cells_;
  Caches caches_;
  exchange::Times times_;

  EngineLayout layout_;
  std::unique_ptr<LocalTransform> planes_;
  std::vector<std::unique_ptr<TileTransform>> tiles_;                        ///< per step; null for planes and copy
  std::vector<MPI_Comm> comms_;                                              ///< of the exchanges
  std::vector<std::vector<std::unique_ptr<exchange::Exchange>>> exchanges_;  ///< [stage][lane]

  Direction direction_ = Direction::forward;
  const std::byte* in_ = nullptr;
  std::byte* out_ = nullptr;
  std::int64_t next_field_ = 0;
  std::deque<Flight> flights_;
  base::Pages copy_of_input_;
};

}  // namespace cartwright::fft
