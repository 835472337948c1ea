// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "halo/engine/board.hpp"

#include "transport/waiting.hpp"

namespace cartwright::halo::engine {

void Board::set(Word& word, std::uint64_t exchange) {
  word.count.store(exchange, std::memory_order_seq_cst);
  if (word.sleepers.load(std::memory_order_seq_cst) > 0) transport::wake_all(word.count);
}

void Board::sleep(Word& word, std::uint64_t seen) {
  word.sleepers.fetch_add(1, std::memory_order_seq_cst);
  if (word.count.load(std::memory_order_seq_cst) == seen) transport::sleep_while(word.count, seen);
  word.sleepers.fetch_sub(1, std::memory_order_relaxed);
}

void Board::post(std::uint64_t exchange, std::uint64_t pass) {
  head().passes[exchange % 2].store(pass, std::memory_order_relaxed);
  set(head(), exchange);
}

void Board::take(std::size_t reader, std::uint64_t exchange) { set(word(reader), exchange); }

void Board::close() { head().closed.store(true, std::memory_order_release); }

}  // namespace cartwright::halo::engine
