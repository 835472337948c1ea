// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "choose/place.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace cartwright::mpi {

/// Who packs what is not contiguous.
enum class Datatypes {
  off,       ///< MPI
  measured,  ///< Cartwright, where that was measured to be faster
  always,    ///< Cartwright, wherever it can
};

/// What the environment of an MPI program says, and an info object for one call (docs/mpi.md lists the names).
struct Settings {
  std::string nodes;    ///< CARTWRIGHT_NODES: nodes to pretend; empty for the real ones
  std::string stencil;  ///< CARTWRIGHT_STENCIL; empty: nearest neighbors, as the call implies; "off": keep ranks
  std::string dims;     ///< info key cartwright_dims: dims to keep; empty for none
  std::string report;   ///< CARTWRIGHT_REPORT: a file, or stderr; empty for no report
  Datatypes datatypes = Datatypes::measured;  ///< CARTWRIGHT_DATATYPE
  bool reorder = true;                        ///< CARTWRIGHT_REORDER=off: count and report, but place nothing
  choose::PlaceOptions place;    ///< CARTWRIGHT_MAPPING, _TIER (with a budget alone: best), _BUDGET, _SEED, _KEEP_RANK_0
  std::string why_kept;  ///< a note: for this reason all processes keep their ranks, whatever else is set
  std::vector<std::string> unknown_keys;  ///< of the info object

  /// A hash of all that the processes must agree on.
  std::uint64_t fingerprint() const;
};

/// CARTWRIGHT=off: the interposer is to behave as if it were not there.
bool switched_off();

/// CARTWRIGHT_JIT=off: machine code is not to be generated.
bool generates_code();

/// Throws Error: a variable that cannot be understood, by name.
Settings read_settings();

/// One setting by name: "tier" is that of CARTWRIGHT_TIER and of the info key cartwright_tier.
struct NamedValue {
  std::string name, value;
};

/// Changes settings by the keys of an info object; names that are not known go to unknown_keys.
/// Throws Error: a value that cannot be understood, by key.
void apply_keys(const std::vector<NamedValue>& keys, Settings& settings);

}  // namespace cartwright::mpi
