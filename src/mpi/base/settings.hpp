// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/place.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cartwright::mpi {

/// Which library packs non-contiguous data.
enum class Datatypes {
  off,       ///< MPI
  measured,  ///< Cartwright, if measured to be faster
  always,    ///< Cartwright, if possible
};

/// How MPI gets data in memory of a GPU.
enum class Gpu {
  ask,     ///< as the MPI says that it can
  off,     ///< as the program passes it
  aware,   ///< packed, in memory of the GPU
  half,    ///< the same in messages; in collectives through the host
  staged,  ///< through pinned memory of the host
};

/// Its name in CARTWRIGHT_GPU.
std::string_view name_of(Gpu mode);

/// What to record, in seconds since MPI_Init.
struct RecordSettings {
  std::string file;        ///< CARTWRIGHT_RECORD; empty for no record
  double from = 0;         ///< CARTWRIGHT_RECORD_FROM
  double to = 0;           ///< CARTWRIGHT_RECORD_TO; 0 for the end
  double interval = 60;    ///< CARTWRIGHT_RECORD_INTERVAL: between two writes of what is recorded so far; 0 for none
  bool keep_ranks = true;  ///< CARTWRIGHT_RECORD_KEEP_RANKS=off: communicators are reordered all the same
};

/// Settings of an MPI program from its environment, and for one call from an info object (docs/mpi.md lists the names).
struct Settings {
  std::string nodes;     ///< CARTWRIGHT_NODES: nodes to pretend; empty for the real ones
  std::string network;   ///< CARTWRIGHT_NETWORK: above the nodes; empty for what they know themselves, "off" for none
  std::string measured;  ///< CARTWRIGHT_MEASURED: a file of `cartwright measure`; empty for none
  std::string stencil;   ///< CARTWRIGHT_STENCIL; empty: nearest neighbors, as the call implies; "off": keep ranks
  std::string dims;      ///< info key cartwright_dims: dims to keep; empty for none
  std::string report;    ///< CARTWRIGHT_REPORT: a file, or stderr; empty for no report
  std::string order;     ///< CARTWRIGHT_ORDER: a record or an order of ranks, for MPI_COMM_WORLD; empty for MPI's own
  bool partial = false;  ///< CARTWRIGHT_PARTIAL: take a record that lacks processes for the order
  std::string learn;     ///< CARTWRIGHT_LEARN: a folder of records to follow and to make; empty for none
  RecordSettings record;
  Datatypes datatypes = Datatypes::measured;  ///< CARTWRIGHT_DATATYPE
  std::optional<Gpu> gpu;                     ///< CARTWRIGHT_GPU; without it the interposer leaves such data to MPI
  bool reorder = true;                        ///< CARTWRIGHT_REORDER=off: count and report, but keep all ranks
  choose::PlaceOptions place;  ///< CARTWRIGHT_MAPPING, _TIER (with a budget alone: best), _BUDGET, _SEED, _KEEP_RANK_0
  bool keep_first = true;      ///< CARTWRIGHT_KEEP_RANK_0 for MPI_COMM_WORLD: its process 0 has the standard input
  std::string known_as;        ///< the pattern of the table of known programs that set something; empty for none
  std::string keep_reason;     ///< if not empty: why all processes keep their ranks, whatever else is set
  std::vector<std::string> unknown_keys;  ///< of the info object

  /// A hash of all settings on which the processes must agree.
  std::uint64_t fingerprint() const;
};

/// CARTWRIGHT=off: the interposer does nothing.
bool switched_off();

/// False with CARTWRIGHT_JIT=off: no machine code is generated.
bool generates_code();

/// Throws Error for an invalid variable, with its name.
Settings read_settings();

/// One setting by name: "tier" is set by CARTWRIGHT_TIER and by the info key cartwright_tier.
struct NamedValue {
  std::string name, value;
};

/// Changes settings by the keys of an info object. Unknown names go to unknown_keys. Throws Error for an invalid value,
/// with its key.
void apply_keys(const std::vector<NamedValue>& keys, Settings& settings);

}  // namespace cartwright::mpi
