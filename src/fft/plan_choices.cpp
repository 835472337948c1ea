// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/cache_file.hpp"
#include "base/trial.hpp"
#include "fft/broadcast.hpp"
#include "fft/choice/method_estimate.hpp"
#include "fft/plan.hpp"
#include "mpi/base/collectively.hpp"
#include "mpi/base/job_network.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/report.hpp"
#include "placement/running_job.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

// The choices of a plan: the process grid, the order of ranks in it, and the methods of its transposes. A model
// chooses; if the user allows time for it, the best few candidates are measured.

namespace cartwright::fft {

namespace {

constexpr double impossible = std::numeric_limits<double>::infinity();

/// The number of grids that are timed.
std::size_t max_grids(cw_fft_effort effort) { return effort == CW_FFT_PATIENT ? 8 : effort == CW_FFT_MEASURE ? 3 : 1; }
/// A pair of transforms is repeated until both the number of repetitions and the seconds are reached.
int least_repetitions(cw_fft_effort effort) { return effort == CW_FFT_PATIENT ? 9 : 5; }
constexpr double least_seconds = 0.1;
constexpr int max_repetitions = 100;

/// Methods that are slower than the best by this factor, according to the model, are not timed.
constexpr double hopeless = 4;

std::size_t index_of(const exchange::Method* method) {
  return std::ranges::find(exchange::methods(), method) - exchange::methods().begin();
}

nlohmann::json to_json(const std::vector<choice::GridChoice>& choices) {
  nlohmann::json json = nlohmann::json::array();
  for (const choice::GridChoice& choice : choices)
    json.push_back({choice.dims, choice.order, choice.cells, choice.seconds, choice.why});
  return json;
}

std::vector<choice::GridChoice> from_json(const nlohmann::json& json) {
  std::vector<choice::GridChoice> choices;
  for (const nlohmann::json& entry : json) {
    choice::GridChoice choice;
    entry[0].get_to(choice.dims);
    entry[1].get_to(choice.order);
    entry[2].get_to(choice.cells);
    choice.seconds = entry[3].get<double>();
    entry[4].get_to(choice.why);
    choices.push_back(std::move(choice));
  }
  return choices;
}

}  // namespace

/// The costs that all choices use, the same on all processes.
void Plan::find_costs(const machine::LinkSpeeds& speeds) {
  if (on_device()) return choice::use_links(costs_, speeds);
  calibration_ = shared_calibration(comm_, workspace_->crowd(), *request_.backend, base::cache_folder(std::getenv));
  std::int64_t bytes = problem_.spectral_element();
  for (const AxisProblem& axis : problem_.axes) bytes *= axis.spectral;
  costs_ = cost_model(calibration_, bytes / size_, problem_);
  // Between nodes, methods are chosen by the costs of copies against those of links: both are measured, or both
  // assumed.
  if (workspace_->node_size() < size_ && speeds.between("node") == nullptr)
    costs_.memory_bandwidth = choice::CostModel{}.memory_bandwidth;
  choice::use_links(costs_, speeds);
  if (!speeds.empty()) measured_links_ = speeds.source();
}

/// Process 0 considers all grids and sends the best few to the others.
std::vector<choice::GridChoice> Plan::propose_grids(const mpi::Settings& settings) {
  const mpi::Location location = mpi::locate(comm_, settings);
  find_costs(location.speeds);
  if (rank_ == 0 && !location.speeds_note.empty()) mpi::warn_once(location.speeds_note);
  int error = MPI_SUCCESS;
  if (request_.like != nullptr) return {request_.like->trials_.front().grid};
  choice::GridRequest wanted;
  wanted.model = costs_;
  wanted.levels = mpi::gather_levels(comm_, location, error);
  if (location.wired && rank_ == 0) {
    wanted.network = location.job->network;
    wanted.node_of_rank = placement::nodes_of_ranks({wanted.levels, location.node_level, location.job.get()});
  }
  for (const AxisProblem& axis : problem_.axes) wanted.n.push_back(axis.spectral);
  wanted.element_bytes = problem_.spectral_element();
  wanted.processes = size_;
  wanted.grid_ndims = request_.grid_ndims;
  wanted.grid = request_.grid;
  wanted.order = request_.order;
  std::string message;
  mpi::collectively(comm_, [&] {
    if (rank_ != 0) return;
    std::vector<choice::GridChoice> choices = choice::choose_grids(wanted, 3 * max_grids(request_.effort));
    // Pencils with a dim of 1 are slabs with an additional transpose.
    if (request_.grid_ndims == 0)
      std::erase_if(choices, [](const choice::GridChoice& choice) {
        return choice.dims.size() > 1 && std::ranges::find(choice.dims, 1) != choice.dims.end();
      });
    choices.resize(std::min(choices.size(), max_grids(request_.effort)));
    message = to_json(choices).dump();
  });
  broadcast(comm_, message);
  return from_json(nlohmann::json::parse(message));
}

void Plan::choose_grid(const mpi::Settings& settings) {
  for (choice::GridChoice& grid : propose_grids(settings)) trials_.push_back({std::move(grid), {}});
  std::vector<std::vector<TransposeChoice>> choices;
  for (const GridTrial& trial : trials_) choices.push_back(choose_methods(trial.grid));
  std::size_t taken = 0;
  if (request_.effort != CW_FFT_ESTIMATE && (trials_.size() > 1 || request_.method == "auto")) {
    // In a separate work space, which is freed after the trials.
    exchange::Workspace workspace(comm_, request_.nodes);
    for (std::size_t i = 0; i < trials_.size(); ++i) {
      measure(trials_[i], choices[i], workspace);
      if (base::clearly_faster(*trials_[i].measured, *trials_[taken].measured)) taken = i;
    }
  }
  choices_ = std::move(choices[taken]);
  engine_ = std::make_unique<Engine>(*request_.backend, problem_, comm_, *workspace_,
                                     engine_request(trials_[taken].grid, choices_));
  std::rotate(trials_.begin(), trials_.begin() + static_cast<std::ptrdiff_t>(taken),
              trials_.begin() + static_cast<std::ptrdiff_t>(taken) + 1);
}

/// Chooses by the model one method for all transposes along a dim of the grid: the one with the least maximum over all
/// processes.
std::vector<TransposeChoice> Plan::choose_methods(const choice::GridChoice& grid) {
  std::vector<TransposeChoice> choices;
  const std::span<const exchange::Method* const> all = exchange::methods();
  for (std::size_t g = 0; g < grid.dims.size(); ++g) {
    const std::vector<int> members = line_of(grid.dims, grid.cells, rank_, g);
    choice::TransposeSituation situation;
    for (const int member : members) situation.node_of_member.push_back(workspace_->node_of(member));
    situation.processes_on_node = workspace_->node_size();
    situation.model = costs_;
    situation.array_bytes = problem_.spectral_element();
    for (const AxisProblem& axis : problem_.axes) situation.array_bytes *= axis.spectral;
    situation.array_bytes /= size_;

    const std::vector<choice::MethodEstimate> estimates = choice::estimate_methods(situation);
    std::vector<double> seconds(all.size(), impossible);
    TransposeChoice choice;
    for (std::size_t i = 0; i < all.size(); ++i) {
      MethodTrial trial;
      trial.name = all[i]->name;
      for (const choice::MethodEstimate& estimate : estimates)
        if (estimate.name == all[i]->name) {
          seconds[i] = estimate.seconds;
          trial.why = estimate.why;
        }
      trial.obstacle = all[i]->obstacle(members, *workspace_);
      if (!trial.obstacle.empty()) seconds[i] = impossible;
      choice.trials.push_back(std::move(trial));
    }
    mpi::real().Allreduce(MPI_IN_PLACE, seconds.data(), static_cast<int>(seconds.size()), MPI_DOUBLE, MPI_MAX, comm_);
    std::size_t best = all.size();
    for (std::size_t i = 0; i < all.size(); ++i) {
      choice.trials[i].predicted = seconds[i];
      const bool allowed = request_.method == "auto" || request_.method == all[i]->name;
      if (allowed && seconds[i] < impossible && (best == all.size() || seconds[i] < seconds[best])) best = i;
    }
    mpi::collectively(comm_, [&] {
      if (best < all.size()) return;
      for (const MethodTrial& trial : choice.trials)
        if (trial.name == request_.method && !trial.obstacle.empty())
          base::fail(base::Status::unsupported, "method \"{}\" is not possible here: {}; leave it to \"auto\"",
                     trial.name, trial.obstacle);
      base::fail(base::Status::unsupported,
                 "method \"{}\" is not possible for every line of the process grid: leave it to \"auto\"",
                 request_.method);
    });
    choice.method = all[best];
    choice.why = request_.method != "auto" ? "as requested" : choice.trials[best].why;
    choices.push_back(std::move(choice));
  }
  return choices;
}

/// Times a grid. Then, dim by dim, times the other methods for that dim, and keeps the quickest.
void Plan::measure(GridTrial& grid, std::vector<TransposeChoice>& choices, exchange::Workspace& workspace) const {
  const auto seconds = [&] {
    Engine engine(*request_.backend, problem_, comm_, workspace, engine_request(grid.grid, choices));
    return time_pair(engine);
  };
  grid.measured = seconds();
  for (TransposeChoice& choice : choices) {
    if (request_.method != "auto") continue;
    const exchange::Method* best = choice.method;
    const bool on_one_node = best == &exchange::shared_method;
    const double limit =
        request_.effort == CW_FFT_PATIENT ? impossible : hopeless * choice.trials[index_of(best)].predicted;
    choice.trials[index_of(best)].measured = grid.measured;
    for (const exchange::Method* method : exchange::methods()) {
      MethodTrial& trial = choice.trials[index_of(method)];
      if (trial.measured || !std::isfinite(trial.predicted) || trial.predicted > limit) continue;
      if (on_one_node && method == &exchange::node_aware_method) continue;  // the same as shared on one node
      choice.method = method;
      trial.measured = seconds();
      if (!base::clearly_faster(*trial.measured, *grid.measured)) continue;
      grid.measured = trial.measured;
      best = method;
    }
    choice.method = best;
    choice.why = "the quickest of those timed";
  }
}

/// The least time, in seconds, of a forward and a backward transform on the slowest process. The minimum is taken
/// because disturbances only add time.
double Plan::time_pair(Engine& engine) const {
  base::Pages physical, spectral;
  mpi::collectively(comm_, [&] {
    physical = base::Pages(physical_bytes(engine.physical(rank_)));
    spectral = base::Pages(spectral_bytes(engine.spectral(rank_)));
    std::fill_n(physical.data(), physical.size(), std::byte{0});
    std::fill_n(spectral.data(), spectral.size(), std::byte{0});
  });
  double least = impossible;
  double all = 0;
  for (int i = 0; i < max_repetitions && (i <= least_repetitions(request_.effort) || all < least_seconds); ++i) {
    mpi::real().Barrier(comm_);
    double taken = 0;
    {
      const exchange::Stopwatch watch(taken);
      engine.start(Direction::forward, physical.data(), spectral.data());
      engine.finish();
      engine.start(Direction::backward, spectral.data(), physical.data());
      engine.finish();
    }
    mpi::real().Allreduce(MPI_IN_PLACE, &taken, 1, MPI_DOUBLE, MPI_MAX, comm_);
    all += taken;
    if (i > 0) least = std::min(least, taken);
  }
  return least;
}

}  // namespace cartwright::fft
