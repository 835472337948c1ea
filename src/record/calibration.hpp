// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/pairs.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>

namespace cartwright::record {

/// The functions that are checked, and that the tables of MPICH are followed for.
inline constexpr std::array<std::string_view, 17> checked_functions = {
    "bcast",     "reduce",     "gather",   "gatherv",   "scatter",   "scatterv",       "allreduce",
    "allgather", "allgatherv", "alltoall", "alltoallv", "alltoallw", "reduce_scatter", "reduce_scatter_block",
    "scan",      "exscan",     "barrier"};

/// The bytes of one function of MPI between hosts, in a record and on the interfaces of the hosts.
struct Checked {
  std::string function;  ///< "allreduce" in all its forms; "iscan" where the nonblocking ones are apart
  Source source = Source::assumed;
  double recorded = 0;
  double carried = 0;
  bool agree = false;  ///< on each host
  friend bool operator==(const Checked&, const Checked&) = default;
};

/// What `cartwright calibrate collectives` found for one MPI.
struct Calibration {
  std::string mpi;   ///< as in Header
  std::string date;  ///< "2026-11-26"
  std::int64_t processes = 0;
  std::int64_t hosts = 0;
  std::vector<Checked> checked;

  /// Whether the function was seen to send other messages than the tables of the MPI say.
  bool refutes_tables(std::string_view function, bool nonblocking = false) const;
  friend bool operator==(const Calibration&, const Calibration&) = default;
};

nlohmann::ordered_json to_json(const Calibration& calibration);

/// The one that keep() wrote last for this MPI in `folder`, the folder of such files. Files that are missing or make no
/// sense are ignored.
std::optional<Calibration> kept_calibration(const std::string& folder, const std::string& mpi);

/// Throws Error{io}.
void keep(const Calibration& calibration, const std::string& folder);

}  // namespace cartwright::record
