// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fuzz.hpp"
#include "record/joined_collectives.hpp"
#include "record/record_file.hpp"
#include "record/structure.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return cartwright::fuzz(data, size, [](std::string_view text) {
    using namespace cartwright;
    const record::Record record = record::parse_record(text);
    require(!record.ranks.empty() && record.header.ranks >= 1);
    std::int64_t before = -1;
    for (const record::RankRecord& rank : record.ranks) {
      require(rank.rank > before && rank.rank < record.header.ranks);
      before = rank.rank;
      require(record::parse_record(line_of(record.header) + line_of(rank)).ranks.size() == 1);
    }
    if (record.header.ranks > 256) return;
    const record::Pairs pairs = record::pairs_of(record);
    for (const record::Pair& pair : pairs.pairs)
      require(pair.from != pair.to && pair.bytes > 0 && pair.from >= 0 && pair.from < pairs.ranks && pair.to >= 0 &&
              pair.to < pairs.ranks);
    std::vector<int> node_of_rank(static_cast<std::size_t>(pairs.ranks));
    for (std::size_t rank = 0; rank < node_of_rank.size(); ++rank) node_of_rank[rank] = static_cast<int>(rank / 2);
    for (const record::JoinedCollectives& one : record::joined_collectives(record, node_of_rank))
      require(one.calls > 0 && one.joined.messages >= 0 && one.alone.messages >= 0);
    if (const auto structure = record::find_structure(pairs))
      require(structure->grid.size() == pairs.ranks && structure->explained <= 1 + 1e-9);
  });
}
