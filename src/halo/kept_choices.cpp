// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/kept_choices.hpp"

#include "base/hash.hpp"
#include "base/kept_file.hpp"
#include "halo/kept_limits.hpp"
#include "mpi/library_version.hpp"
#include "mpi/real.hpp"
#include "mpi/succeed.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace cartwright::halo {

namespace {

/// Incremented if the meaning of the choices, or the way they are measured, changes.
constexpr int version = 2;
/// A file with more plans is begun anew.
constexpr std::size_t most_plans = 2000;

base::KeptFile file_in(const std::string& folder) { return {folder, "halo-choices", version}; }

}  // namespace

KeptChoices::KeptChoices(MPI_Comm comm, std::uint64_t plan, std::string folder)
    : comm_(comm), folder_(std::move(folder)) {
  int size = 0;
  PMPI_Comm_rank(comm, &rank_);
  PMPI_Comm_size(comm, &size);
  base::Hash mine;
  mine.add(static_cast<std::uint64_t>(rank_));
  mine.add(plan);
  const std::uint64_t value = mine.value();
  std::uint64_t sum = 0;
  mpi::succeed(mpi::real().Allreduce(&value, &sum, 1, MPI_UINT64_T, MPI_SUM, comm));
  base::Hash all;
  all.add(static_cast<std::uint64_t>(size));
  all.add(std::string_view(mpi::library_version()));
  all.add(sum);
  key_ = fmt::format("{:016x}", all.value());
}

std::optional<Choices> KeptChoices::read() const {
  std::int64_t words[5] = {0, 0, 0, 0, 0};  // found, and the choices
  if (rank_ == 0)
    if (const std::optional<nlohmann::json> json = file_in(folder_).read()) try {
        const nlohmann::json& entry = json->at("plans").at(key_);
        words[1] = entry.at("shortest_read").get<std::int64_t>();
        words[2] = entry.at("longest_joined").get<std::int64_t>();
        words[3] = entry.at("piece").get<std::int64_t>();
        words[4] = entry.at("by_axes").get<bool>() ? 1 : 0;
        words[0] = words[1] >= 1 && words[2] >= 0 && words[3] >= 1 ? 1 : 0;
      } catch (const nlohmann::json::exception&) {
        words[0] = 0;  // not in the file
      }
  mpi::succeed(mpi::real().Bcast(words, 5, MPI_INT64_T, 0, comm_));
  if (words[0] == 0) return std::nullopt;
  return Choices{words[1], words[2], words[3], words[4] != 0};
}

void KeptChoices::write(const Choices& choices) const {
  if (rank_ != 0) return;
  const base::KeptFile file = file_in(folder_);
  nlohmann::json json = file.read().value_or(nlohmann::json::object());
  if (!json.contains("plans") || !json["plans"].is_object() || json["plans"].size() >= most_plans)
    json["plans"] = nlohmann::json::object();
  json["plans"][key_] = {{"shortest_read", choices.shortest_read},
                         {"longest_joined", choices.longest_joined},
                         {"piece", choices.piece},
                         {"by_axes", choices.by_axes}};
  file.write(std::move(json));
}

}  // namespace cartwright::halo
