// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/learned_thresholds.hpp"

#include "base/cache_file.hpp"
#include "mpi/base/library_version.hpp"

#include <mpi.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace cartwright::halo {

namespace {

/// Where nothing was measured: each axis is a wait for messages, which pays if these are short.
constexpr std::int64_t short_message = 1 << 10;
constexpr std::int64_t long_piece = 1 << 20;

/// Incremented if the meaning of the limits, or the way they are measured, changes.
constexpr int limits_version = 1;

base::CacheFile limits_in(const std::string& folder) { return {folder, "halo-limits", limits_version}; }

std::optional<std::int64_t> number(const nlohmann::json& entry, const char* name) {
  const auto found = entry.find(name);
  if (found == entry.end() || !found->is_number_integer() || *found < 1) return std::nullopt;
  return found->get<std::int64_t>();
}

}  // namespace

void Limits::learn_corners(std::int64_t bytes, bool with_faces) {
  if (with_faces) {
    longest_with_faces = std::max(bytes, longest_with_faces.value_or(bytes));
    if (shortest_direct && *shortest_direct <= bytes) shortest_direct.reset();
  } else {
    shortest_direct = std::min(bytes, shortest_direct.value_or(bytes));
    if (longest_with_faces && *longest_with_faces >= bytes) longest_with_faces.reset();
  }
}

std::int64_t Limits::corners_up_to() const {
  if (longest_with_faces && shortest_direct)
    return std::llround(std::sqrt(static_cast<double>(*longest_with_faces) * static_cast<double>(*shortest_direct)));
  if (longest_with_faces) return std::max(short_message, *longest_with_faces);
  if (shortest_direct) return std::min(short_message, *shortest_direct - 1);
  return short_message;
}

std::int64_t Limits::piece_bytes() const { return piece.value_or(long_piece); }

LearnedThresholds::LearnedThresholds(std::string folder) : folder_(std::move(folder)), mpi_(mpi::library_version()) {}

Limits LearnedThresholds::read() const {
  const std::optional<nlohmann::json> json = limits_in(folder_).read();
  if (!json || !json->is_object() || !json->contains(mpi_)) return {};
  const nlohmann::json& entry = (*json)[mpi_];
  if (!entry.is_object()) return {};
  return {number(entry, "longest_with_faces"), number(entry, "shortest_direct"), number(entry, "piece")};
}

void LearnedThresholds::write(const Limits& limits) const {
  const base::CacheFile file = limits_in(folder_);
  nlohmann::json json = file.read().value_or(nlohmann::json::object());
  nlohmann::json entry = nlohmann::json::object();
  if (limits.longest_with_faces) entry["longest_with_faces"] = *limits.longest_with_faces;
  if (limits.shortest_direct) entry["shortest_direct"] = *limits.shortest_direct;
  if (limits.piece) entry["piece"] = *limits.piece;
  json[mpi_] = entry;
  file.write(std::move(json));
}

}  // namespace cartwright::halo
