// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/link_loads.hpp"

#include <string>
#include <vector>

namespace cartwright::traffic {

/// Statistics of the links of one class. Least and average are over the links in use, as in [PERCS].
struct ClassLoads {
  std::string name;
  std::string title;
  double bandwidth = 0;
  std::int64_t links = 0;
  std::int64_t used = 0;
  double bytes = 0;  ///< sum over all links
  double least = 0, average = 0, most = 0;
  double seconds() const { return most / bandwidth; }
};

/// One entry per class of the wiring, then "injection" and "ejection" if they have loads.
std::vector<ClassLoads> class_loads(const network::Wiring& wiring, const LinkLoads& loads);

/// The number of loads in each of `bins` bins of equal width from 0 to `most` bytes. A load on a border belongs to the
/// bin below it.
std::vector<std::int64_t> histogram(std::span<const double> loads, double most, std::size_t bins);

/// The loads of the links in use of one class.
std::vector<double> used_loads(const network::Wiring& wiring, const LinkLoads& loads, std::int32_t link_class);

/// The `count` links that need the most time for their bytes, the longest first; links of equal times by number.
std::vector<network::LinkId> hottest_links(const network::Wiring& wiring, const LinkLoads& loads, std::size_t count);

/// A pair of ranks whose messages cross a link under minimal routing.
struct Culprit {
  Rank from, to;
  double bytes = 0;  ///< on that link
};
/// The `count` pairs that put the most bytes on a link, the largest first.
std::vector<Culprit> culprits(const network::Network& network, const Traffic& traffic, const NodeOfRank& node_of_rank,
                              network::Paths paths, network::LinkId link, std::size_t count);

}  // namespace cartwright::traffic
