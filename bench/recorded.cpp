// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The time that `cartwright run --order` needs in MPI_Init: processes on a 3-D grid with 26 neighbors each, whose bytes
// vary, with their ranks in row-major order and in a random one, on nodes of 16.
// Usage: bench_recorded [DIMS]   default 25x20x20
#include "base/random.hpp"
#include "grid/parse.hpp"
#include "lib/program.hpp"
#include "record/order.hpp"
#include "record/record_file.hpp"

#include <numeric>

using namespace cartwright;
using namespace cartwright::bench;

namespace {

/// The file of a record, in which process r of the grid has rank new_rank[r].
std::string record_text(const grid::Grid& grid, const std::vector<std::int64_t>& new_rank) {
  base::Random random(1);
  const grid::Stencil stencil = grid::Stencil::moore(grid.ndims());
  std::string text = record::line_of(record::Header{grid.size(), "bench", "", "", ""});
  for (std::int64_t process = 0; process < grid.size(); ++process) {
    record::RankRecord rank;
    rank.rank = new_rank[process];
    rank.host = fmt::format("node{}", rank.rank / 16);
    const grid::Coords from = grid.coords(grid::Cell(process));
    for (const grid::Offset& offset : stencil.offsets()) {
      int steps = 0;
      for (const std::int64_t step : offset.delta) steps += step != 0 ? 1 : 0;
      const std::int64_t bytes = steps == 1 ? 100'000 : steps == 2 ? 3'000 : 50;
      rank.flows.push_back({rank.rank, new_rank[grid.neighbor(from, offset.delta).number()], record::Way::messages, 10,
                            bytes + random.below(bytes / 2)});
    }
    text += record::line_of(rank);
  }
  return text;
}

void measure(std::string_view name, const std::string& text, choose::Tier tier) {
  const double start = processor_seconds();
  const record::Record read = record::parse_record(text);
  const double was_read = processor_seconds();
  const record::Pairs pairs = record::pairs_of(read);
  const std::optional<record::Structure> structure = record::find_structure(pairs);
  const double understood = processor_seconds();
  choose::RankLevel level{"node", {}};
  for (std::int64_t rank = 0; rank < pairs.ranks; ++rank) level.domain_of_rank.push_back(static_cast<int>(rank / 16));
  const record::RankOrder order = record::order_ranks(pairs, structure, choose::RankLocations({level}), {.tier = tier});
  const double found = processor_seconds();
  fmt::print("{:<10}{:>10}{:>10.3f}{:>12.3f}{:>10.3f}{:>10.3f}{:>12.3g}{:>12.3g}{:>12.3g}  {}\n", name,
             choose::to_string(tier), was_read - start, understood - was_read, found - understood, found - start,
             order.placement.nodes_before().j_sum, order.placement.nodes_after().j_sum, order.bounds.all.bytes,
             order.bounds.all.source);
}

}  // namespace

int main(int argc, char** argv) {
  const grid::Grid grid(grid::parse_dims(argc > 1 ? argv[1] : "25x20x20"), {true, true, true});
  std::vector<std::int64_t> ranks(static_cast<std::size_t>(grid.size()));
  std::iota(ranks.begin(), ranks.end(), 0);
  fmt::print("{}\n{} processes, 26 neighbors each, nodes of 16; processor seconds, and bytes between nodes\n\n",
             machine_line(), grid.size());
  fmt::print("{:<10}{:>10}{:>10}{:>12}{:>10}{:>10}{:>12}{:>12}{:>12}\n", "ranks", "tier", "read", "understand", "order",
             "all", "before", "ordered", "at least");
  base::Random random(2);
  for (const char* name : {"in order", "shuffled"}) {
    const std::string text = record_text(grid, ranks);
    for (const choose::Tier tier : {choose::Tier::fast, choose::Tier::balanced}) measure(name, text, tier);
    for (std::size_t i = ranks.size() - 1; i > 0; --i)
      std::swap(ranks[i], ranks[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(i) + 1))]);
  }
}
