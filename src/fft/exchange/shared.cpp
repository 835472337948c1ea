// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/exchange/barrier.hpp"
#include "fft/exchange/exchange.hpp"

#include <fmt/format.h>

#include <utility>

// For members on one node: each reads its tiles straight out of the arrays of the others, and writes them straight into
// those arrays. One copy, no messages.

namespace cartwright::fft::exchange {

namespace {

class SharedExchange : public Exchange {
 public:
  explicit SharedExchange(ExchangeParts parts) : parts_(std::move(parts)), full_(barrier(0)), free_(barrier(1)) {}

  std::byte* array() override {
    wait_for(free_);
    return array_of(parts_.transpose.rank());
  }
  void start() override {
    full_.arrive();
    reading_ = false;
  }
  void read(std::int64_t tile, std::byte* to) override {
    if (!std::exchange(reading_, true)) wait_for(full_);
    const Phase phase(parts_.times, &Times::copy);
    const Transpose& transpose = parts_.transpose;
    const std::int64_t columns = transpose.columns(transpose.rank(), tile);
    const std::int64_t offset = transpose.offset(transpose.rank(), tile);
    for (std::int64_t from = 0; from < transpose.members(); ++from) {
      const std::int64_t count = transpose.gained().count(from);
      if (count == 0) continue;
      transpose.rows(from, columns).pack(to, array_of(from) + offset, 1);
      to += count * columns * transpose.element();
    }
  }

  void open() override { wait_for(free_); }
  void write(std::int64_t tile, const std::byte* from) override {
    const Phase phase(parts_.times, &Times::copy);
    const Transpose& transpose = parts_.transpose;
    const std::int64_t columns = transpose.columns(transpose.rank(), tile);
    const std::int64_t offset = transpose.offset(transpose.rank(), tile);
    for (std::int64_t to = 0; to < transpose.members(); ++to) {
      const std::int64_t count = transpose.gained().count(to);
      if (count == 0) continue;
      transpose.rows(to, columns).unpack(array_of(to) + offset, from, 1);
      from += count * columns * transpose.element();
    }
  }
  void send() override { full_.arrive(); }
  void wait() override { wait_for(full_); }
  const std::byte* current() const override { return array_of(parts_.transpose.rank()); }

  void end() override { free_.arrive(); }

 private:
  int node_rank(std::int64_t member) const { return parts_.workspace.node_rank_of(parts_.members[member]); }
  std::byte* array_of(std::int64_t member) const { return parts_.workspace.of(node_rank(member), parts_.array_part); }
  Barrier barrier(std::size_t number) const {
    return {parts_.workspace, node_rank(0), parts_.flags_part, number, static_cast<int>(parts_.transpose.members())};
  }
  void wait_for(Barrier& barrier) {
    const Phase phase(parts_.times, &Times::wait);
    barrier.wait();
  }

  ExchangeParts parts_;
  Barrier full_;  ///< all arrays are complete
  Barrier free_;  ///< no process uses an array any more
  bool reading_ = false;
};

std::string obstacle(const std::vector<int>& members, const Workspace& workspace) {
  const int first = members.front();
  for (const int member : members)
    if (workspace.node_of(member) != workspace.node_of(first))
      return fmt::format("ranks {} and {} do not share memory", first, member);
  return "";
}

ExchangeBytes shared_bytes(const ExchangeParts& parts) { return {parts.transpose.array_bytes(), 0, 0}; }

}  // namespace

const Method shared_method = {"shared", obstacle, shared_bytes, make_exchange<SharedExchange>};

}  // namespace cartwright::fft::exchange
