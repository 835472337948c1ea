// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/cache_file.hpp"
#include "fft/calibration.hpp"
#include "mpi/base/collectively.hpp"
#include "mpi/base/kept.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>

namespace cartwright::fft {

namespace {

/// Incremented if the meaning of the numbers, or the way they are measured, changes.
constexpr int version = 2;

/// None for a file with an unlikely number.
std::optional<Calibration> read_calibration(const nlohmann::json& json) try {
  Calibration made;
  made.caches.streamed_bytes = json.at("streamed_bytes").get<std::int64_t>();
  made.caches.cached_bytes = json.at("cached_bytes").get<std::int64_t>();
  made.caches.tile_bytes = json.at("tile_bytes").get<std::int64_t>();
  made.copied = json.at("copied").get<decltype(made.copied)>();
  made.transformed = json.at("transformed").get<decltype(made.transformed)>();
  made.floats = json.at("floats").get<double>();
  made.reals = json.at("reals").get<double>();
  const auto likely = [](double speed) { return speed > 1e6 && speed < 1e15; };
  const auto likely_factor = [](double factor) { return factor > 0.05 && factor < 20; };
  if (made.caches.streamed_bytes <= 0 || made.caches.cached_bytes < 0 || made.caches.cached_bytes > 1 << 30 ||
      made.caches.tile_bytes < 0 || made.caches.tile_bytes > 1 << 30 || !std::ranges::all_of(made.copied, likely) ||
      !std::ranges::all_of(made.transformed, likely) || !likely_factor(made.floats) || !likely_factor(made.reals))
    return std::nullopt;
  return made;
} catch (const nlohmann::json::exception&) {
  return std::nullopt;
}

nlohmann::json calibration_json(const Calibration& calibration) {
  return {{"streamed_bytes", calibration.caches.streamed_bytes},
          {"cached_bytes", calibration.caches.cached_bytes},
          {"tile_bytes", calibration.caches.tile_bytes},
          {"copied", calibration.copied},
          {"transformed", calibration.transformed},
          {"floats", calibration.floats},
          {"reals", calibration.reals}};
}

/// What this process has measured, by backend and number of processes, for as long as it runs. Threads may use it
/// together.
class Memory {
 public:
  [[nodiscard]] std::optional<Calibration> of(const std::string& name) {
    const std::lock_guard lock(mutex_);
    const auto found = all_.find(name);
    return found == all_.end() ? std::nullopt : std::optional(found->second);
  }
  void keep(const std::string& name, const Calibration& calibration) {
    const std::lock_guard lock(mutex_);
    all_.insert_or_assign(name, calibration);
  }

 private:
  std::mutex mutex_;
  std::map<std::string, Calibration> all_;
};

Memory& memory() {
  static Memory one;
  return one;
}

}  // namespace

Calibration shared_calibration(MPI_Comm comm, const transport::Crowd& crowd, Backend& backend,
                               const std::string& folder, const CalibrationLimits& limits) {
  const int rank = mpi::rank_in(comm);
  const std::string name = fmt::format("fft-{}-{}", backend.name(), crowd.processes);
  const base::CacheFile file(rank == 0 ? folder : "", name, version);
  std::optional<Calibration> known = mpi::kept_for_all(comm, [&] {
    std::optional<Calibration> found = memory().of(name);
    if (!found)
      if (const std::optional<nlohmann::json> kept = file.read()) found = read_calibration(*kept);
    if (found) found->processes_per_processor = crowd.turns();
    return found;
  });
  if (!known) {
    Calibration measured;
    mpi::collectively(comm, [&] { measured = calibrate(backend, crowd.turns(), limits); });
    measured.processes_per_processor = crowd.turns();
    known = mpi::kept_for_all(comm, [&] { return std::optional(measured); });
    if (rank == 0 && measured.complete) file.write(calibration_json(measured));
  }
  if (rank == 0) memory().keep(name, *known);
  return *known;
}

}  // namespace cartwright::fft
