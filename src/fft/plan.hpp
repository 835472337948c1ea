// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/choice/grid_choice.hpp"
#include "fft/device_engine.hpp"
#include "fft/engine.hpp"
#include "fft/problem.hpp"
#include "fft/reshape.hpp"
#include "mpi/base/gpu_support.hpp"
#include "mpi/base/settings.hpp"

#include <mpi.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cartwright::fft {

class Plan;

/// The options of a plan that do not belong to the problem, from cw_fft_options.
struct PlanRequest {
  std::size_t grid_ndims = 0;
  std::vector<int> grid;
  std::string order = "auto";
  std::string method = "auto";
  bool transposed = false;
  cw_fft_effort effort = CW_FFT_ESTIMATE;
  Backend* backend = nullptr;
  std::optional<cw_fft_box> physical_box, spectral_box;
  cw_fft_memory memory = CW_FFT_MEMORY_HOST;
  device::Stream* stream = nullptr;
  const Plan* like = nullptr;  ///< whose process grid is taken; used in planning only
  std::string nodes;           ///< pretended ones (discover.hpp)
  double max_seconds = 0;      ///< to wait for other processes; 0: no limit
};

/// A hash of everything that must be the same on all processes.
std::uint64_t fingerprint(const Problem& problem, const PlanRequest& request);

/// A method that was considered for a transpose.
struct MethodTrial {
  std::string name;
  double predicted = 0;            ///< seconds of one transpose; infinite if the method is not possible
  std::optional<double> measured;  ///< seconds of a forward and a backward transform with it
  std::string why;                 ///< the reason for the prediction
  std::string obstacle;            ///< the reason why it is not possible here; mostly empty
};

/// The choice for the transposes along one dim of the process grid.
struct TransposeChoice {
  const exchange::Method* method = nullptr;
  std::string why;
  std::vector<MethodTrial> trials;
};

/// A grid that was considered.
struct GridTrial {
  choice::GridChoice grid;
  std::optional<double> measured;  ///< seconds of a forward and a backward transform
};

/// The transforms of a plan: in one direction, or in both with an operator on each field, or on all, in between.
enum class Call { forward = 1, backward, apply, apply_fields };

/// A plan: the choices, and the engine that carries them out.
class Plan {
 public:
  /// Collective over `comm`, which is duplicated. `share` is a plan on the same processes, or null.
  Plan(MPI_Comm comm, Problem problem, PlanRequest request, Plan* share);
  ~Plan();
  Plan(const Plan&) = delete;

  const Problem& problem() const { return problem_; }
  MPI_Comm comm() const { return comm_; }
  int processes() const { return size_; }
  Array array(cw_fft_space space, int rank) const;
  int rank() const { return rank_; }
  std::int64_t work_bytes() const;

  void start(Direction direction, const std::byte* in, std::byte* out);
  void finish();
  void apply(const Operator& to_apply, const std::byte* in, std::byte* out);
  bool open() const { return open_; }
  /// Whether a transform is open, of this plan or of another plan in the same work space.
  bool busy() const { return workspace_->busy(); }
  std::int64_t workspace_id() const { return workspace_->id(); }
  /// Throws Error if an operation in the work space has failed. Local.
  void check_usable() const { workspace_->waits().check(); }
  bool usable() const { return !workspace_->waits().failed(); }
  /// Collective: runs `check`, which is local, before a transform. If it throws on some process, or if processes
  /// call for different ones, all throw.
  void begin(Call call, const std::function<void()>& check);
  /// Collective.
  void barrier();
  /// Throws Error for an array of this process in memory of another kind. `name` is the argument. Local.
  void check(const void* array, const char* name) const { engine_->check(array, name); }
  /// Throws Error for an operator that this plan cannot apply. Local.
  void check(const Operator& given) const;

  struct Counts {
    std::int64_t forward = 0, backward = 0;
    double total = 0;
    exchange::Times times;
  };
  Counts counts() const;
  void reset_counts();

  const std::string& explanation() const { return explanation_; }
  const std::string& explanation_json() const { return json_; }

 private:
  void make(Plan* share);
  void check_shared(const Plan& share) const;
  bool on_device() const { return request_.memory == CW_FFT_MEMORY_DEVICE; }
  void make_device_engine(const mpi::Settings& settings);
  void release();
  /// Keeps what messages that never came may still write to.
  void abandon();
  std::vector<choice::GridChoice> propose_grids(const mpi::Settings& settings);
  void find_costs(const machine::LinkSpeeds& speeds);
  void choose_grid(const mpi::Settings& settings);
  std::vector<TransposeChoice> choose_methods(const choice::GridChoice& grid);
  void measure(GridTrial& grid, std::vector<TransposeChoice>& choices, exchange::Workspace& workspace) const;
  EngineRequest engine_request(const choice::GridChoice& grid, const std::vector<TransposeChoice>& choices) const;
  double time_pair(Engine& engine) const;
  void make_reshapes();
  std::byte* engine_array(cw_fft_space space, std::byte* users);
  void move(cw_fft_space space, bool to_engine, std::byte* users);
  void explain();
  std::size_t me() const { return rank_; }
  std::int64_t physical_bytes(const Array& array) const;
  std::int64_t spectral_bytes(const Array& array) const;

  Problem problem_;
  PlanRequest request_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0, size_ = 1;
  std::shared_ptr<exchange::Workspace> workspace_;
  Calibration calibration_;
  choice::CostModel costs_;
  std::string measured_links_;     ///< the file of CARTWRIGHT_MEASURED, if it was used
  std::vector<GridTrial> trials_;  ///< the chosen one first
  std::vector<TransposeChoice> choices_;
  std::unique_ptr<Runner> engine_;
  std::shared_ptr<cuda::Neighbors> neighbors_;  ///< of a plan for memory of a GPU: its work space
  mpi::GpuSupport device_messages_;             ///< of such a plan: how the MPI gets its messages
  std::vector<cuda::Pairs> device_pairs_;       ///< of such a plan: per dim of the grid, of all processes
  double planning_seconds_ = 0;

  std::vector<Array> physical_boxes_, spectral_boxes_;  ///< per rank; empty if the user gave no boxes
  std::unique_ptr<Reshape> physical_reshape_, spectral_reshape_;
  base::Pages physical_array_, spectral_array_;

  bool open_ = false;
  std::int64_t transforms_ = 0;  ///< that were begun
  Direction direction_ = Direction::forward;
  std::byte* out_ = nullptr;
  Counts counts_;
  std::string explanation_, json_;
};

}  // namespace cartwright::fft
