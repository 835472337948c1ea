// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/format_bytes.hpp"
#include "base/obtained.hpp"
#include "fft/backend.hpp"
#include "fft/broadcast.hpp"
#include "fft/plan.hpp"
#include "mpi/base/real.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <set>

// The explanation of a plan. Process 0 writes it, from one JSON, and sends it to all.

namespace cartwright::fft {

namespace {

constexpr const char* effort_names[] = {"estimate", "measure", "patient"};

std::string say_seconds(double seconds) {
  if (seconds >= 1) return fmt::format("{:.2f} s", seconds);
  return seconds >= 1e-3 ? fmt::format("{:.2f} ms", seconds * 1e3) : fmt::format("{:.1f} us", seconds * 1e6);
}

nlohmann::json json_of(const GridTrial& trial) {
  nlohmann::json json = {{"dims", trial.grid.dims},
                         {"order", trial.grid.order},
                         {"why", trial.grid.why},
                         {"predicted_seconds", trial.grid.seconds}};
  if (trial.measured) json["measured_pair_seconds"] = *trial.measured;
  return json;
}

nlohmann::json json_of(const TransposeChoice& choice, std::size_t g, std::int64_t members) {
  nlohmann::json json = {{"axis_gained", g},
                         {"axis_lost", g + 1},
                         {"members", members},
                         {"method", choice.method->name},
                         {"why", choice.why}};
  for (const MethodTrial& trial : choice.trials) {
    nlohmann::json candidate = {{"method", trial.name}};
    if (!trial.obstacle.empty()) candidate["obstacle"] = trial.obstacle;
    if (std::isfinite(trial.predicted)) candidate["predicted_seconds"] = trial.predicted;
    if (trial.measured) candidate["measured_pair_seconds"] = *trial.measured;
    json["candidates"].push_back(candidate);
  }
  return json;
}

/// "modeled 1.2 ms forward, measured 3.4 ms forward and backward". A modeled time is that of `what`.
std::string say_times(const nlohmann::json& json, const char* what) {
  using base::Obtained;
  std::string text =
      fmt::format("{} {} {}", to_string(Obtained::modeled), say_seconds(json["predicted_seconds"].get<double>()), what);
  if (json.contains("measured_pair_seconds"))
    text += fmt::format(", {} {} forward and backward", to_string(Obtained::measured),
                        say_seconds(json["measured_pair_seconds"].get<double>()));
  return text;
}
std::string say_grid_times(const nlohmann::json& json) { return say_times(json, "forward"); }
std::string say_method_times(const nlohmann::json& json) { return say_times(json, "for this transpose"); }

/// A transpose in memory of a GPU: kernels write the arrays of other processes of the node, and the rest goes by
/// messages.
nlohmann::json json_of(const mpi::GpuSupport& messages, const cuda::Pairs& pairs, std::size_t g, std::int64_t members) {
  const std::string by = messages.mode == mpi::Gpu::aware ? "aware" : "staged";
  nlohmann::json json = {{"axis_gained", g},   {"axis_lost", g + 1},     {"members", members},
                         {"pairs", pairs.all}, {"shared", pairs.shared}, {"candidates", nlohmann::json::array()}};
  if (pairs.all == 0) {
    json["method"] = "gpu-shared";
    json["why"] = "each process has all that it needs";
  } else if (pairs.shared == pairs.all) {
    json["method"] = "gpu-shared";
    json["why"] = "kernels write the memory of the other processes";
  } else if (pairs.shared == 0) {
    json["method"] = "gpu-" + by;
    json["why"] = "no two processes reach each other's memory of a GPU; messages: " + messages.reason;
  } else {
    json["method"] = "gpu-shared-" + by;
    json["why"] = fmt::format("kernels write the memory of the other process in {} of {} pairs; messages: {}",
                              pairs.shared, pairs.all, messages.reason);
  }
  return json;
}

std::string text_of(const nlohmann::json& json) {
  const nlohmann::json& grid = json["grid"];
  const bool on_device = json["memory"] == "device";
  std::string text = fmt::format("{} on {} processes, {} node{}\n", json["problem"]["description"].get<std::string>(),
                                 json["processes"].get<int>(), json["nodes"].get<int>(), json["nodes"] == 1 ? "" : "s");
  if (on_device) text += "in memory of a GPU, transformed by cuFFT\n";
  text += fmt::format("process grid {} ({}), {}: {}{}\n", fmt::join(grid["dims"].get<std::vector<std::int64_t>>(), "x"),
                      grid["dims"].size() == 1   ? "slabs"
                      : grid["dims"].size() == 2 ? "pencils"
                                                 : "blocks",
                      grid["order"].get<std::string>(), grid["why"].get<std::string>(),
                      on_device ? "" : "; " + say_grid_times(grid));
  for (const nlohmann::json& other : json["candidates"])
    text += fmt::format("  instead of {} {}: {}\n", fmt::join(other["dims"].get<std::vector<std::int64_t>>(), "x"),
                        other["order"].get<std::string>(), say_grid_times(other));
  for (const nlohmann::json& transpose : json["transposes"]) {
    text += fmt::format("transpose of axes {} and {} among {} processes by {}: {}", transpose["axis_gained"].get<int>(),
                        transpose["axis_lost"].get<int>(), transpose["members"].get<int>(),
                        transpose["method"].get<std::string>(), transpose["why"].get<std::string>());
    std::string others;
    for (const nlohmann::json& candidate : transpose["candidates"]) {
      const bool possible = candidate.contains("predicted_seconds");
      if (candidate["method"] == transpose["method"])
        text += "; " + say_method_times(candidate);
      else
        others +=
            fmt::format("  instead of {}: {}\n", candidate["method"].get<std::string>(),
                        possible ? say_method_times(candidate)
                                 : "not possible, " + candidate.value("obstacle", std::string("not for every line")));
    }
    text += "\n" + others;
  }
  if (!on_device) {
    const nlohmann::json& costs = json["costs"];
    const std::string links = costs["links"].get<std::string>();
    text += fmt::format("costs: a process copies {:.3g} GB/s and transforms {:.3g} Gflop/s ({}{}); links{} ({})\n",
                        costs["copy_bandwidth"].get<double>() * 1e-9, costs["transform"].get<double>() * 1e-9,
                        costs["obtained"].get<std::string>(),
                        costs["complete"].get<bool>() ? "" : " in part: the machine was busy",
                        links.empty() ? "" : " " + links, costs["links_obtained"].get<std::string>());
  }
  text += fmt::format("spectral order: {}; planned by {} in {}; transformed by {}; work space {} a process\n",
                      json["transposed"].get<bool>() ? "transposed" : "natural", json["effort"].get<std::string>(),
                      say_seconds(json["planning_seconds"].get<double>()), json["backend"].get<std::string>(),
                      base::format_bytes(json["work_bytes"].get<double>()));
  return text;
}

}  // namespace

void Plan::explain() {
  std::int64_t work = work_bytes();
  mpi::real().Allreduce(MPI_IN_PLACE, &work, 1, MPI_INT64_T, MPI_MAX, comm_);
  if (rank_ == 0) {
    std::set<int> nodes;
    for (int rank = 0; rank < size_; ++rank) nodes.insert(workspace_->node_of(rank));
    nlohmann::json problem = {{"description", describe(problem_)},
                              {"precision", precision_name(problem_.precision)},
                              {"real", problem_.real},
                              {"fields", problem_.fields},
                              {"scale", scale_name(problem_.scale)}};
    for (const AxisProblem& axis : problem_.axes) {
      problem["n"].push_back(axis.modes);
      problem["physical"].push_back(axis.physical);
      problem["kinds"].push_back(kind_name(axis.kind));
    }
    nlohmann::json json = {
        {"problem", problem},
        {"processes", size_},
        {"nodes", nodes.size()},
        {"memory", on_device() ? "device" : "host"},
        {"grid", json_of(trials_.front())},
        {"candidates", nlohmann::json::array()},
        {"transposed", request_.transposed || request_.spectral_box.has_value()},
        {"bricks", {{"physical", request_.physical_box.has_value()}, {"spectral", request_.spectral_box.has_value()}}},
        {"costs",
         {{"copy_bandwidth", costs_.memory_bandwidth},
          {"transform", costs_.transform},
          {"streamed_bytes", calibration_.caches.streamed_bytes},
          {"cached_bytes", calibration_.caches.cached_bytes},
          {"tile_bytes", calibration_.caches.tile_bytes},
          {"complete", calibration_.complete},
          {"obtained", to_string(calibration_.complete ? base::Obtained::measured : base::Obtained::assumed)},
          {"links", measured_links_},
          {"links_obtained", to_string(measured_links_.empty() ? base::Obtained::assumed : base::Obtained::measured)}}},
        {"effort", effort_names[request_.effort]},
        {"planning_seconds", planning_seconds_},
        {"work_bytes", work},
        {"backend", on_device() ? "cuFFT" : request_.backend->name()}};
    if (on_device()) {
      // Times and costs are predicted for the host only.
      json.erase("costs");
      json["grid"].erase("predicted_seconds");
    }
    for (std::size_t i = 1; i < trials_.size(); ++i) json["candidates"].push_back(json_of(trials_[i]));
    const std::vector<std::int64_t>& dims = trials_.front().grid.dims;
    for (std::size_t g = dims.size(); g-- > 0;)
      json["transposes"].push_back(on_device() ? json_of(device_messages_, device_pairs_[g], g, dims[g])
                                               : json_of(choices_[g], g, dims[g]));
    json_ = json.dump(2);
    explanation_ = text_of(json);
  }
  broadcast(comm_, json_);
  broadcast(comm_, explanation_);
}

}  // namespace cartwright::fft
