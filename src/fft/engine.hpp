// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/array.hpp"
#include "fft/exchange/exchange.hpp"
#include "fft/local_transform.hpp"
#include "fft/tile_transform.hpp"

#include <deque>
#include <memory>
#include <vector>

namespace cartwright::fft {

/// What an engine is made for: everything that planning decides.
struct EngineRequest {
  std::vector<std::int64_t> grid;      ///< dims of the process grid
  std::vector<std::int64_t> cells;     ///< where each rank stands in it, row-major
  std::vector<const exchange::Method*> methods;  ///< per dim of the grid: how the transpose that gathers its axis is carried out
  bool natural = true;                 ///< the spectral array is distributed as the physical one is
  int lanes = 1;                       ///< fields under way at a time
  cw_fft_effort effort = CW_FFT_ESTIMATE;
};

/// Carries transforms out. (Seed 003, section I-A, with the transposes fused into the transforms.)
///
/// With a process grid of k dims, dim i cuts axis i. Forward: the axes from k on are transformed plane by plane; then
/// for g = k - 1, ..., 0 a transpose gathers axis g, cuts axis g + 1 in its place, and each tile that comes out of it
/// is transformed along g, which lies innermost from then on. That is the transposed order. For natural order the last
/// axis is transformed between two transposes, and the others go the way back. Backward is all of that the other way
/// round.
class Engine {
 public:
  /// Collective over `comm`. All that is referenced outlives it.
  Engine(Backend& backend, const Problem& problem, MPI_Comm comm, exchange::Workspace& workspace, const EngineRequest& request);
  ~Engine();
  Engine(const Engine&) = delete;

  Array physical(int rank) const;
  Array spectral(int rank) const;

  /// The first step of a transform of all fields, and the rest. Collective.
  void start(Direction direction, const std::byte* in, std::byte* out);
  void finish();

  const exchange::Times& times() const { return times_; }
  void reset_times() { times_ = {}; }

 private:
  /// Where the array before transpose g is, in which order, and how long its axes are there.
  struct State {
    std::vector<std::int64_t> lengths;
    Distribution distribution;
  };
  /// A transpose, and the transform of the axis that it gathers.
  struct Stage {
    std::unique_ptr<exchange::Transpose> transpose;
    std::unique_ptr<TileTransform> transform;
    Rows rows;                                         ///< of the array after it
    std::vector<std::unique_ptr<exchange::Exchange>> exchanges;  ///< per lane
    std::vector<MPI_Comm> comms;                       ///< of the exchanges
  };
  struct Flight {
    std::int64_t field;
    int step;
    std::size_t lane;
  };

  std::vector<std::int64_t> coords_of(int rank) const;
  std::int64_t local(const State& state, std::size_t axis) const;
  std::vector<std::int64_t> strides(const State& state, std::int64_t element) const;
  std::unique_ptr<exchange::Transpose> make_transpose(const State& state, std::size_t g, std::int64_t element,
                                            std::int64_t width) const;
  Rows rows_after(const State& after, const std::vector<std::int64_t>& strides) const;
  void make_stages();
  bool turns_alike() const;
  void make_exchanges(const std::vector<const exchange::Method*>& methods, int lanes);
  std::int64_t element_before(std::size_t g) const;
  std::int64_t tile_width(std::size_t g) const;

  int steps() const { return static_cast<int>(natural_ ? 2 * dims_ + 1 : dims_ + 1); }
  void advance(Flight& flight);
  void forward(int step, std::size_t lane, const std::byte* in, std::byte* out);
  void backward(int step, std::size_t lane, const std::byte* in, std::byte* out);
  void local_forward(const std::byte* in, std::byte* work);
  void local_backward(std::byte* work, std::byte* out);
  void copy_natural(const std::byte* from, const std::vector<std::int64_t>& from_strides, std::byte* to,
                    const std::vector<std::int64_t>& to_strides);
  exchange::Exchange& down(std::size_t g, std::size_t lane) { return *down_[g].exchanges[lane]; }
  exchange::Exchange& up(std::size_t g, std::size_t lane) { return *up_[g].exchanges[lane]; }

  Backend& backend_;
  const Problem& problem_;
  MPI_Comm comm_;
  exchange::Workspace& workspace_;
  int user_;  ///< of the workspace
  int rank_ = 0;
  std::size_t dims_;  ///< of the process grid
  std::vector<std::int64_t> grid_, cells_;
  std::vector<std::int64_t> coords_;
  bool natural_;
  cw_fft_effort effort_;
  exchange::Times times_;
  State physical_, spectral_;
  std::vector<State> before_;                                ///< transpose g, on the way down
  std::vector<State> before_up_;                             ///< the same with spectral lengths
  std::vector<std::int64_t> user_physical_, user_spectral_;  ///< strides in bytes
  std::unique_ptr<LocalTransform> local_;
  std::vector<Stage> down_;  ///< [g]: towards the spectrum
  std::vector<Stage> up_;    ///< [g]: and back to natural order

  Direction direction_ = Direction::forward;
  const std::byte* in_ = nullptr;
  std::byte* out_ = nullptr;
  std::int64_t next_field_ = 0;
  std::deque<Flight> flights_;
  Pages copy_of_input_;
};

}  // namespace cartwright::fft
