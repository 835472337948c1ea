// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/cached_choices.hpp"

#include "base/cache_file.hpp"
#include "base/hash.hpp"
#include "halo/learned_thresholds.hpp"
#include "mpi/base/kept.hpp"
#include "mpi/base/library_version.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace cartwright::halo {

namespace {

/// Incremented if the meaning of the choices, or the way they are measured, changes.
constexpr int version = 2;
/// A file with more plans is begun anew.
constexpr std::size_t max_plans = 2000;

base::CacheFile file_in(const std::string& folder) { return {folder, "halo-choices", version}; }

}  // namespace

CachedChoices::CachedChoices(MPI_Comm comm, std::uint64_t plan, std::string folder)
    : comm_(comm), folder_(std::move(folder)) {
  base::Hash mine;
  mine.add(static_cast<std::uint64_t>(mpi::rank_in(comm)));
  mine.add(plan);
  const std::uint64_t value = mine.value();
  std::uint64_t sum = 0;
  mpi::succeed(mpi::real().Allreduce(&value, &sum, 1, MPI_UINT64_T, MPI_SUM, comm));
  base::Hash all;
  all.add(static_cast<std::uint64_t>(mpi::size_of(comm)));
  all.add(std::string_view(mpi::library_version()));
  all.add(sum);
  key_ = fmt::format("{:016x}", all.value());
}

std::optional<Choices> CachedChoices::read() const {
  return mpi::kept_for_all(comm_, [&]() -> std::optional<Choices> {
    const std::optional<nlohmann::json> json = file_in(folder_).read();
    if (!json) return std::nullopt;
    try {
      const nlohmann::json& entry = json->at("plans").at(key_);
      const Choices choices{entry.at("shortest_read").get<std::int64_t>(),
                            entry.at("longest_joined").get<std::int64_t>(), entry.at("piece").get<std::int64_t>(),
                            entry.at("by_axes").get<bool>()};
      if (choices.shortest_read < 1 || choices.longest_joined < 0 || choices.piece < 1) return std::nullopt;
      return choices;
    } catch (const nlohmann::json::exception&) {
      return std::nullopt;  // not in the file
    }
  });
}

void CachedChoices::write(const Choices& choices) const {
  if (mpi::rank_in(comm_) != 0) return;
  const base::CacheFile file = file_in(folder_);
  nlohmann::json json = file.read().value_or(nlohmann::json::object());
  if (!json.contains("plans") || !json["plans"].is_object() || json["plans"].size() >= max_plans)
    json["plans"] = nlohmann::json::object();
  json["plans"][key_] = {{"shortest_read", choices.shortest_read},
                         {"longest_joined", choices.longest_joined},
                         {"piece", choices.piece},
                         {"by_axes", choices.by_axes}};
  file.write(std::move(json));
}

}  // namespace cartwright::halo
