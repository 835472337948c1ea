// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/traffic.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cartwright::traffic {

/// The messages in a file.
struct TrafficFile {
  std::int64_t ranks = 0;
  std::vector<Message> messages;
};

/// A limit for the ranks in a file: data per rank must not fill the memory.
inline constexpr std::int64_t max_traffic_ranks = std::int64_t{1} << 24;

/// Reads messages from a text. Its contents decide the format:
///  * Matrix Market, coordinate format: row i, column j is the number of bytes from rank i - 1 to rank j - 1;
///  * the output of Open MPI's monitoring, of any number of processes one after the other;
///  * "from to bytes" in each line, separated by blanks or commas, perhaps after a line "from,to,bytes";
///  * a square matrix, one row per line: the bytes that this rank sends to each rank.
/// `ranks` is the number of ranks. 0 means the number that the file states, or the largest rank plus 1. Two ranks may
/// occur together several times. Throws Error{parse, invalid_argument, overflow} that names the line: a rank out of
/// range, bytes that are negative, not finite or above 10^18, a matrix that is not square, a file that ends early.
TrafficFile parse_traffic(std::string_view text, std::int64_t ranks);

/// The same for a file. Also throws Error{io}.
TrafficFile read_traffic(const std::string& path, std::int64_t ranks);

}  // namespace cartwright::traffic
