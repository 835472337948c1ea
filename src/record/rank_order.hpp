// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/id.hpp"
#include "base/rank.hpp"

#include <span>
#include <string>
#include <string_view>

namespace cartwright::record {

/// The file `ranks` of `--write`, which `cartwright run --order` reads: a line "new_rank", and then one line for each
/// process, in the order of the ranks that the launcher gave them, with its rank in the new order. A '#' begins a
/// comment. The first line keeps the file apart from others with a permutation, most of which hold the old rank of each
/// new rank.
std::string rank_order_text(std::span<const int> new_rank);

/// Whether a file has an order of ranks, and not a record. False if it cannot be read.
bool is_rank_order(const std::string& path);

/// Throws Error: another kind of file, a line that is not a rank, another number of processes, a rank given twice.
base::IndexVector<base::Rank, int> parse_rank_order(std::string_view text, std::int64_t processes);

/// The same from a file.
base::IndexVector<base::Rank, int> read_rank_order(const std::string& path, std::int64_t processes);

}  // namespace cartwright::record
