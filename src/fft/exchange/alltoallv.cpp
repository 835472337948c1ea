// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/exchange/one_request.hpp"
#include "mpi/base/message_unit.hpp"
#include "mpi/base/real.hpp"

#include <cstring>
#include <utility>

// Pack, MPI_Alltoallv, unpack: the local rearrangement of [Aseeri2019, IV-D]. Every MPI and every machine can do it.

namespace cartwright::fft::exchange {

namespace {

/// The messages to or from all members, one after the other in a buffer.
struct Messages {
  std::vector<int> counts, displacements;  ///< in units
  std::vector<std::int64_t> offsets;       ///< in bytes
  std::int64_t bytes = 0;

  void add(std::int64_t size) {
    counts.push_back(mpi::MessageUnit::units(size));
    displacements.push_back(mpi::MessageUnit::units(bytes));
    offsets.push_back(bytes);
    bytes += mpi::MessageUnit::padded(size);
  }
};

/// The rows that this member has of the tiles of the others. They are sent towards tiles, and received from tiles.
Messages of_rows(const Transpose& transpose) {
  Messages messages;
  for (std::int64_t other = 0; other < transpose.members(); ++other)
    messages.add(transpose.message_bytes(transpose.rank(), other));
  return messages;
}

/// The rows that the others have of the tiles of this member.
Messages of_tiles(const Transpose& transpose) {
  Messages messages;
  for (std::int64_t other = 0; other < transpose.members(); ++other)
    messages.add(transpose.message_bytes(other, transpose.rank()));
  return messages;
}

class PackedExchange : public OneRequestExchange {
 public:
  explicit PackedExchange(ExchangeParts parts)
      : OneRequestExchange(std::move(parts)), rows_(of_rows(parts_.transpose)), tiles_(of_tiles(parts_.transpose)) {}

  // Once the array is packed, its memory receives.
  void start() override {
    const Transpose& transpose = parts_.transpose;
    {
      const Phase phase(parts_.times, &Times::pack);
      for (std::int64_t to = 0; to < transpose.members(); ++to)
        transpose.pack(transpose.rank(), to, 0, transpose.tiles(to), array(), buffer() + offset(rows_, to));
    }
    all_to_all(rows_, buffer(), tiles_, array());
  }
  void read(std::int64_t tile, std::byte* to) override {
    finish();
    const Phase phase(parts_.times, &Times::pack);
    each_part(tile, array(), [&](std::byte* part, std::size_t size) {
      std::memcpy(to, part, size);
      to += size;
    });
  }

  // From tiles, the memory of the array sends before it holds the result.
  void write(std::int64_t tile, const std::byte* from) override {
    const Phase phase(parts_.times, &Times::pack);
    each_part(tile, array(), [&](std::byte* part, std::size_t size) {
      std::memcpy(part, from, size);
      from += size;
    });
  }
  void send() override { all_to_all(tiles_, array(), rows_, buffer()); }
  void wait() override {
    finish();
    const Phase phase(parts_.times, &Times::pack);
    const Transpose& transpose = parts_.transpose;
    for (std::int64_t from = 0; from < transpose.members(); ++from)
      transpose.unpack(transpose.rank(), from, 0, transpose.tiles(from), buffer() + offset(rows_, from), array());
  }

 private:
  static std::int64_t offset(const Messages& messages, std::int64_t member) { return messages.offsets[member]; }

  /// Calls copy(address, bytes) for the rows of a tile that each member has, in its message.
  template <typename Copy>
  void each_part(std::int64_t tile, std::byte* messages, Copy copy) const {
    const Transpose& transpose = parts_.transpose;
    const std::int64_t row = transpose.columns(transpose.rank(), tile) * transpose.element();
    for (std::int64_t from = 0; from < transpose.members(); ++from)
      copy(messages + offset(tiles_, from) + transpose.message_offset(from, transpose.rank(), tile),
           transpose.gained().count(from) * row);
  }

  void all_to_all(const Messages& sent, const std::byte* from, const Messages& received, std::byte* to) {
    exchange([&](MPI_Request* request) {
      return mpi::real().Ialltoallv(from, sent.counts.data(), sent.displacements.data(), unit_.type(), to,
                                    received.counts.data(), received.displacements.data(), unit_.type(), parts_.comm,
                                    request);
    });
  }

  mpi::MessageUnit unit_;
  Messages rows_, tiles_;
};

ExchangeBytes alltoallv_bytes(const ExchangeParts& parts) {
  const std::int64_t tiles = of_tiles(parts.transpose).bytes;
  return {std::max(parts.transpose.array_bytes(), tiles), of_rows(parts.transpose).bytes, 0};
}

}  // namespace

const Method alltoallv_method = {"alltoallv", no_obstacle, alltoallv_bytes, make_exchange<PackedExchange>};

}  // namespace cartwright::fft::exchange
