// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/structure.hpp"

#include <string>
#include <vector>

namespace cartwright::record {

/// The same traffic, if something is so that the record does not show.
struct Alternative {
  std::string condition;  ///< "it is periodic there", after "if"
  Pairs pairs;
};
inline constexpr std::string_view if_periodic = "it is periodic there";

/// The traffic of the same program with another number of processes, as its structure predicts it.
struct Rescaled {
  Structure structure;
  Pairs pairs;
  /// All dimensions are periodic of which the record does not show whether they are; the dims are in reverse; the ranks
  /// are numbered by recursive bisection, which is the same in the record.
  std::vector<Alternative> alternatives;
  std::vector<std::string> notes;
};

/// The same stencil on a grid for this number of processes. Entries of `dims` above 0 stay; with no dims, they follow
/// from the record: by the rule of MPI_Dims_create if the recorded dims do, also in reverse, and otherwise those with a
/// shape closest to the recorded one. Each process sends as much in each direction as in the record. Throws Error: dims
/// that do not fit, more grids than can be tried, too many edges.
Rescaled rescale(const Structure& recorded, std::int64_t processes, const grid::Coords& dims = {});

/// The same from two records, of which each may have several grids: those that follow one rule are taken. The weights
/// are those of `others`, which change with the number of processes as they do between the records. Throws Error, also
/// where no grids follow a rule, or several do.
Rescaled rescale(const std::vector<Structure>& ones, const std::vector<Structure>& others, std::int64_t processes,
                 const grid::Coords& dims = {});

/// An all-to-all of so many processes, each of which sends as much to each other one as in the record.
Pairs all_to_all(const Pairs& recorded, std::int64_t processes);

}  // namespace cartwright::record
