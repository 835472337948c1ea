// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "traffic/traffic_file.hpp"

#include "fuzz.hpp"

/// The first byte is the number of ranks, 0 for an open one; the rest the text.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::int64_t ranks = data[0] % 16;
  return cartwright::fuzz(data + 1, size - 1, [&](std::string_view text) {
    using namespace cartwright;
    const traffic::TrafficFile file = traffic::parse_traffic(text, ranks);
    require(file.ranks >= 1 && file.ranks <= traffic::max_traffic_ranks && (ranks == 0 || file.ranks == ranks));
    for (const traffic::Message& message : file.messages) {
      for (const traffic::Rank rank : {message.from, message.to})
        require(rank.number() >= 0 && rank.number() < file.ranks);
      require(message.bytes > 0 && message.bytes <= 1e18);
    }
  });
}
