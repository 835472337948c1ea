// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "traffic/traffic.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cartwright::traffic {

/// Who sends how many bytes to whom, as a file holds it.
struct TrafficFile {
  std::int64_t ranks = 0;
  std::vector<Message> messages;
};

/// No file may name more ranks: what is kept per rank would take all memory.
inline constexpr std::int64_t max_traffic_ranks = std::int64_t{1} << 24;

/// What a file holds decides how it is read:
///  * Matrix Market, coordinate format: row i, column j is what rank i - 1 sends to rank j - 1;
///  * the messages that Open MPI's monitoring writes, of any number of processes one after the other;
///  * "from to bytes" a line, by blanks or commas, under a line "from,to,bytes" or none;
///  * a square matrix, a row a line: what that rank sends to each.
/// `ranks` is how many there are; where it is 0, as many as the file says, or as it needs. Equal ends may come up
/// again. Throws Error{parse, invalid_argument, overflow} that names the line: a rank out of range, bytes that are
/// negative, not finite or above 10^18, a matrix that is not square, a file that ends early.
TrafficFile parse_traffic(std::string_view text, std::int64_t ranks);

/// The same of a file. Throws Error{io}, too.
TrafficFile read_traffic(const std::string& path, std::int64_t ranks);

}  // namespace cartwright::traffic
