// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "grid/stencil.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace cartwright::grid {

/// The halo exchange of an array that is divided among the processes of a grid [Niethammer2019, slide 13].
struct Halo {
  Coords data;                 ///< g_i: elements along each dimension
  std::vector<double> widths;  ///< h_i: layers of elements that a neighbor along dimension i gets
  std::vector<double> costs;   ///< c_i: cost of an element that is sent along dimension i

  /// w_i = G / g_i h_i c_i, with G the product of all g_i, without the common factor G.
  std::vector<double> weights() const;

  /// The nearest neighbors in a process grid of these dims. The weight of an edge is the cost of its message: the
  /// elements of the face times h_i c_i. Processes are taken to hold equal parts.
  Stencil stencil(const Coords& dims) const;
};

/// Parses "1000x1000x500" with a width and a cost for each dimension, or one for all; empty lists mean 1.
/// Throws Error: an extent that is not positive, another number of widths or costs, one that is negative or not finite.
Halo parse_halo(std::string_view data, std::span<const double> widths, std::span<const double> costs);

}  // namespace cartwright::grid
