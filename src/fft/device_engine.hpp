// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/cuda/failure.hpp"
#include "fft/cuda/local_transform.hpp"
#include "fft/cuda/neighbors.hpp"
#include "fft/cuda/scale.hpp"
#include "fft/cuda/transpose.hpp"
#include "fft/engine_layout.hpp"
#include "fft/problem.hpp"
#include "fft/runner.hpp"

#include <mpi.h>

#include <memory>
#include <vector>

namespace cartwright::fft {

/// Throws Error{unsupported} for problems that have no transform in memory of a GPU.
void check_on_device(const Problem& problem);

/// The choices of a plan that an engine on a GPU carries out.
struct DeviceRequest {
  std::vector<std::int64_t> grid;   ///< dims of the process grid
  std::vector<std::int64_t> cells;  ///< the cell of each rank in it, row-major
  bool natural = true;              ///< the spectral array is distributed like the physical array
  bool aware = false;               ///< the MPI reads and writes memory of the GPU
};

/// Transforms arrays in memory of a GPU. Arrays are distributed as those of Engine, but steps go over whole arrays of
/// all fields: transforms by cuFFT, and transposes apart. There are two work arrays, and each step reads one and writes
/// the other.
class DeviceEngine : public Runner {
 public:
  /// Collective over `comm`, which outlives this.
  DeviceEngine(const Problem& problem, MPI_Comm comm, const DeviceRequest& request,
               std::shared_ptr<cuda::Neighbors> neighbors);
  ~DeviceEngine() override;
  DeviceEngine(const DeviceEngine&) = delete;

  Array physical(int rank) const override { return array_of(arrays_.physical, grid_, coords_of(grid_, cells_, rank)); }
  Array spectral(int rank) const override { return array_of(arrays_.spectral, grid_, coords_of(grid_, cells_, rank)); }
  void check(const void* array, const char* name) const override;

  /// Starts what comes before the first transpose between processes, and returns.
  void start(Direction direction, const std::byte* in, std::byte* out) override;
  /// Waits for other processes. The last kernels may still run: they are in the order of the stream.
  void finish() override;
  void apply(const Operator& to_apply, const std::byte* in, std::byte* out) override;

  const exchange::Times& times() const override { return times_; }
  void reset_times() override { times_ = {}; }

  /// The pairs of this process in the transpose along each dim of the process grid.
  const std::vector<cuda::Pairs>& pairs() const { return pairs_; }

 private:
  /// A step forward; backward undoes it. Either a transform or a transpose.
  struct Step {
    std::unique_ptr<cuda::LocalTransform> transform;
    std::unique_ptr<cuda::Transpose> transpose;
    bool undoes = false;  ///< a transpose that runs backward in a forward transform
  };

  void make_steps(const DeviceRequest& request);
  void reserve();
  void transform_local_axes();
  void add_transform(std::size_t first, std::size_t last, std::int64_t outer, std::int64_t inner);
  void add_transpose(const DistributedArray& before, std::size_t g, std::int64_t element, bool aware, bool undoes);
  std::int64_t local(const DistributedArray& array, std::size_t axis) const;
  std::int64_t array_bytes(cw_fft_space space) const;
  bool transformed(std::size_t axis) const;

  Step& step(std::size_t i) { return steps_[direction_ == Direction::forward ? i : steps_.size() - 1 - i]; }
  bool is_last(std::size_t i) const { return i + 1 == steps_.size(); }
  bool gathers(const Step& step) const { return (direction_ == Direction::forward) != step.undoes; }
  /// The work array that does not hold the data.
  std::byte* other() const { return workspace_.array(workspace_.other(at_)); }
  void run_until_exchange();
  void run_transform(const cuda::LocalTransform& transform, bool last);
  void leave_input();
  void scale();

  const Problem& problem_;
  MPI_Comm comm_;
  int rank_ = 0;
  std::vector<std::int64_t> grid_, cells_, coords_;
  std::shared_ptr<cuda::Neighbors> neighbors_;
  const cuda::Workspace& workspace_;
  std::vector<MPI_Comm> lines_;  ///< per dim of the grid
  std::vector<cuda::Pairs> pairs_;
  Distribution arrays_;
  std::vector<Step> steps_;
  std::unique_ptr<cuda::Scale> scale_;
  exchange::Times times_;

  Direction direction_ = Direction::forward;
  std::size_t next_ = 0;     ///< the step that comes next
  std::byte* at_ = nullptr;  ///< where the data is
  bool is_input_ = false;    ///< the data is where the user passed it
  std::byte* out_ = nullptr;
  cuda::Failure failure_;
};

}  // namespace cartwright::fft
