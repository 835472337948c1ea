// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/exchange/exchange.hpp"
#include "fft/exchange/message_unit.hpp"
#include "fft/exchange/requests.hpp"
#include "mpi/real.hpp"

#include <cstring>
#include <utility>

// Pack, MPI_Alltoallv, unpack: the local rearrangement of [Aseeri2019, IV-D]. Every MPI and every machine can do
// it.

namespace cartwright::fft::exchange {

namespace {

/// Where the messages to or from all members lie in a buffer, one after the other.
struct Messages {
  std::vector<int> counts, displacements;  ///< in units
  std::vector<std::int64_t> offsets;       ///< in bytes
  std::int64_t bytes = 0;

  void add(std::int64_t size) {
    counts.push_back(MessageUnit::units(size));
    displacements.push_back(MessageUnit::units(bytes));
    offsets.push_back(bytes);
    bytes += MessageUnit::padded(size);
  }
};

/// What this member has of others' tiles: sent towards tiles, received from tiles.
Messages of_rows(const Transpose& transpose) {
  Messages messages;
  for (std::int64_t other = 0; other < transpose.members(); ++other)
    messages.add(transpose.message_bytes(transpose.rank(), other));
  return messages;
}

/// What others have of this member's tiles.
Messages of_tiles(const Transpose& transpose) {
  Messages messages;
  for (std::int64_t other = 0; other < transpose.members(); ++other)
    messages.add(transpose.message_bytes(other, transpose.rank()));
  return messages;
}

class PackedExchange : public Exchange {
 public:
  explicit PackedExchange(ExchangeParts parts)
      : parts_(std::move(parts)), rows_(of_rows(parts_.transpose)), tiles_(of_tiles(parts_.transpose)) {}

  std::byte* array() override { return parts_.workspace.mine(parts_.array_part); }

  // Once the array is packed, its memory receives.
  void start() override {
    const Transpose& transpose = parts_.transpose;
    {
      const Stopwatch watch(parts_.times.pack);
      for (std::int64_t to = 0; to < transpose.members(); ++to)
        transpose.pack(transpose.rank(), to, 0, transpose.tiles(to), array(), buffer() + offset(rows_, to));
    }
    exchange(rows_, buffer(), tiles_, array());
  }
  void read(std::int64_t tile, std::byte* to) override {
    finish();
    const Stopwatch watch(parts_.times.pack);
    each_part(tile, array(), [&](std::byte* part, std::size_t size) {
      std::memcpy(to, part, size);
      to += size;
    });
  }

  // From tiles the array's memory sends before it holds the result.
  void open() override {}
  void write(std::int64_t tile, const std::byte* from) override {
    const Stopwatch watch(parts_.times.pack);
    each_part(tile, array(), [&](std::byte* part, std::size_t size) {
      std::memcpy(part, from, size);
      from += size;
    });
  }
  void send() override { exchange(tiles_, array(), rows_, buffer()); }
  void wait() override {
    finish();
    const Stopwatch watch(parts_.times.pack);
    const Transpose& transpose = parts_.transpose;
    for (std::int64_t from = 0; from < transpose.members(); ++from)
      transpose.unpack(transpose.rank(), from, 0, transpose.tiles(from), buffer() + offset(rows_, from), array());
  }
  const std::byte* current() const override { return parts_.workspace.mine(parts_.array_part); }

  // Who has no tiles read none.
  void end() override { finish(); }

 private:
  std::byte* buffer() const { return parts_.workspace.mine(parts_.first_buffer_part); }
  static std::int64_t offset(const Messages& messages, std::int64_t member) {
    return messages.offsets[static_cast<std::size_t>(member)];
  }

  /// The rows of a tile that each member has, where they lie in messages.
  template <typename Copy>
  void each_part(std::int64_t tile, std::byte* messages, Copy copy) const {
    const Transpose& transpose = parts_.transpose;
    const std::int64_t row = transpose.columns(transpose.rank(), tile) * transpose.element();
    for (std::int64_t from = 0; from < transpose.members(); ++from)
      copy(messages + offset(tiles_, from) + transpose.message_offset(from, transpose.rank(), tile),
           static_cast<std::size_t>(transpose.gained().count(from) * row));
  }

  void exchange(const Messages& sent, const std::byte* from, const Messages& received, std::byte* to) {
    const Stopwatch watch(parts_.times.wait);
    succeed(mpi::real().Ialltoallv(from, sent.counts.data(), sent.displacements.data(), unit_.type(), to,
                                   received.counts.data(), received.displacements.data(), unit_.type(), parts_.comm,
                                   requests_.add()));
  }
  void finish() {
    if (requests_.empty()) return;
    const Stopwatch watch(parts_.times.wait);
    requests_.wait();
  }

  ExchangeParts parts_;
  MessageUnit unit_;
  Messages rows_, tiles_;
  Requests requests_;
};

std::string obstacle(const std::vector<int>&, const Workspace&) { return ""; }

ExchangeBytes bytes(const ExchangeParts& parts) {
  const std::int64_t tiles = of_tiles(parts.transpose).bytes;
  return {std::max(parts.transpose.array_bytes(), tiles), of_rows(parts.transpose).bytes, 0};
}

std::unique_ptr<Exchange> make(ExchangeParts parts) { return std::make_unique<PackedExchange>(std::move(parts)); }

}  // namespace

const Method alltoallv_method = {"alltoallv", obstacle, bytes, make};

}  // namespace cartwright::fft::exchange
