// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/exchange/exchange.hpp"
#include "fft/exchange/requests.hpp"
#include "mpi/base/message_unit.hpp"
#include "mpi/base/real.hpp"

#include <cstring>
#include <utility>

// Point-to-point messages, in slices: ranges of tiles. While one slice is packed, the one before it is sent, and the
// caller transforms one that has arrived. Data that a member keeps goes straight from the array to the tile.

namespace cartwright::fft::exchange {

namespace {

/// The latency of a shorter message exceeds its transfer time: 10 us at 10 GB/s are 100 kB.
constexpr std::int64_t least_message = 128 << 10;
/// More slices hardly reduce the part that cannot overlap (packing the first, transforming the last).
constexpr std::int64_t max_slices = 8;
/// Bytes between two calls into MPI. Rendezvous messages make no progress until both sides call it.
constexpr std::int64_t bytes_between_tests = 256 << 10;

/// The division of tiles into slices. Every pair of members has the same number of slices.
class Slices {
 public:
  explicit Slices(const Transpose& transpose)
      : transpose_(transpose),
        count_(std::clamp<std::int64_t>(transpose.message_bytes(0, 0) / least_message, 1, max_slices)) {}

  std::int64_t count() const { return count_; }
  /// The first tile of a slice of member `of`; slices may be empty.
  std::int64_t first(std::int64_t of, std::int64_t slice) const { return transpose_.tiles(of) * slice / count_; }
  /// Bytes of the message from `from` to `to`.
  std::int64_t bytes(std::int64_t from, std::int64_t to, std::int64_t slice) const {
    return transpose_.message_offset(from, to, first(to, slice + 1)) -
           transpose_.message_offset(from, to, first(to, slice));
  }

 private:
  const Transpose& transpose_;
  std::int64_t count_;
};

/// The offsets of messages in a buffer. Each message begins at a unit.
class MessageOffsets {
 public:
  MessageOffsets(std::int64_t members, std::int64_t slices) : slices_(slices) { offsets_.reserve(members * slices); }
  /// Called for each member, and for each of its slices, in order. Throws Error{overflow} if a message cannot be so
  /// long.
  void add(std::int64_t size) {
    mpi::MessageUnit::units(size);
    offsets_.push_back(bytes_);
    bytes_ += mpi::MessageUnit::padded(size);
  }
  std::int64_t offset(std::int64_t member, std::int64_t slice) const { return offsets_[member * slices_ + slice]; }
  std::int64_t bytes() const { return bytes_; }

 private:
  std::int64_t slices_;
  std::vector<std::int64_t> offsets_;
  std::int64_t bytes_ = 0;
};

/// The messages with rows of this member for the tiles of others (of_rows), or with rows of others for its own tiles.
MessageOffsets message_offsets(const Transpose& transpose, const Slices& slices, bool of_rows) {
  const std::int64_t me = transpose.rank();
  MessageOffsets offsets(transpose.members(), slices.count());
  for (std::int64_t other = 0; other < transpose.members(); ++other)
    for (std::int64_t slice = 0; slice < slices.count(); ++slice)
      offsets.add(other == me ? 0 : of_rows ? slices.bytes(me, other, slice) : slices.bytes(other, me, slice));
  return offsets;
}

class PipelinedExchange : public Exchange {
 public:
  explicit PipelinedExchange(ExchangeParts parts)
      : parts_(std::move(parts)),
        slices_(parts_.transpose),
        rows_(message_offsets(parts_.transpose, slices_, true)),
        tiles_(message_offsets(parts_.transpose, slices_, false)),
        received_(slices_.count()) {
    const Transpose& transpose = parts_.transpose;
    const std::int64_t tile = transpose.gained().length * transpose.width() * transpose.element();
    tiles_between_tests_ = std::max<std::int64_t>(1, bytes_between_tests / tile);
  }

  std::byte* array() override { return parts_.workspace.mine(parts_.array_part); }

  void start() override {
    const Transpose& transpose = parts_.transpose;
    const std::int64_t me = transpose.rank();
    for (std::int64_t slice = 0; slice < slices_.count(); ++slice)
      for_others([&](std::int64_t, std::int64_t from) {
        receive(from, slice, slices_.bytes(from, me, slice), tile_message(from, slice));
      });
    for (std::int64_t slice = 0; slice < slices_.count(); ++slice)
      for_others([&](std::int64_t to, std::int64_t) {
        {
          const Phase phase(parts_.times, &Times::pack);
          transpose.pack(me, to, slices_.first(to, slice), slices_.first(to, slice + 1), array(),
                         row_message(to, slice));
        }
        send(to, slices_.bytes(me, to, slice), row_message(to, slice));
      });
    slice_ = -1;
  }
  void read(std::int64_t tile, std::byte* to) override {
    const Transpose& transpose = parts_.transpose;
    const std::int64_t me = transpose.rank();
    while (tile >= slices_.first(me, slice_ + 1)) wait_for(received_[++slice_]);
    test(tile);
    const Phase phase(parts_.times, &Times::pack);
    each_part(tile, [&](std::int64_t from, std::byte* message, std::int64_t size) {
      if (message == nullptr)
        transpose.rows(from, transpose.columns(me, tile)).pack(to, array() + transpose.offset(me, tile), 1);
      else
        std::memcpy(to, message, size);
      to += size;
    });
  }

  void open() override {
    const std::int64_t me = parts_.transpose.rank();
    for (std::int64_t slice = 0; slice < slices_.count(); ++slice)
      for_others([&](std::int64_t, std::int64_t from) {
        receive(from, slice, slices_.bytes(me, from, slice), row_message(from, slice));
      });
    slice_ = 0;
  }
  void write(std::int64_t tile, const std::byte* from) override {
    const Transpose& transpose = parts_.transpose;
    const std::int64_t me = transpose.rank();
    send_before(tile);
    test(tile);
    const Phase phase(parts_.times, &Times::pack);
    each_part(tile, [&](std::int64_t to, std::byte* message, std::int64_t size) {
      if (message == nullptr)
        transpose.rows(to, transpose.columns(me, tile)).unpack(array() + transpose.offset(me, tile), from, 1);
      else
        std::memcpy(message, from, size);
      from += size;
    });
  }
  void send() override { send_before(parts_.transpose.tiles(parts_.transpose.rank())); }
  void wait() override {
    const Transpose& transpose = parts_.transpose;
    for (std::int64_t slice = 0; slice < slices_.count(); ++slice) {
      wait_for(received_[slice]);
      const Phase phase(parts_.times, &Times::pack);
      for_others([&](std::int64_t, std::int64_t from) {
        transpose.unpack(transpose.rank(), from, slices_.first(from, slice), slices_.first(from, slice + 1),
                         row_message(from, slice), array());
      });
    }
  }
  const std::byte* current() const override { return parts_.workspace.mine(parts_.array_part); }

  void end() override {
    wait_for(sent_);
    for (Requests& requests : received_) wait_for(requests);  // a process without tiles has read none
  }

 private:
  std::byte* row_message(std::int64_t member, std::int64_t slice) const {
    return parts_.workspace.mine(parts_.first_buffer_part) + rows_.offset(member, slice);
  }
  std::byte* tile_message(std::int64_t member, std::int64_t slice) const {
    return parts_.workspace.mine(parts_.second_buffer_part) + tiles_.offset(member, slice);
  }

  /// Calls step(to, from): to the next rank and from the one before, then two ranks away, and so on. No process is the
  /// first target of all others.
  template <typename Step>
  void for_others(Step step) const {
    const std::int64_t members = parts_.transpose.members();
    for (std::int64_t i = 1; i < members; ++i)
      step((parts_.transpose.rank() + i) % members, (parts_.transpose.rank() + members - i) % members);
  }

  /// Calls copy(member, address, bytes) for the rows of a tile that each member has, in its message. The address is
  /// null for this member's own rows.
  template <typename Copy>
  void each_part(std::int64_t tile, Copy copy) const {
    const Transpose& transpose = parts_.transpose;
    const std::int64_t me = transpose.rank();
    const std::int64_t first = slices_.first(me, slice_);
    const std::int64_t row = transpose.columns(me, tile) * transpose.element();
    for (std::int64_t other = 0; other < transpose.members(); ++other) {
      const std::int64_t rows = transpose.gained().count(other);
      if (rows == 0) continue;
      const std::int64_t before =
          transpose.message_offset(other, me, tile) - transpose.message_offset(other, me, first);
      copy(other, other == me ? nullptr : tile_message(other, slice_) + before, rows * row);
    }
  }

  /// Sends the slices that end before this tile, unless they were sent already.
  void send_before(std::int64_t tile) {
    const std::int64_t me = parts_.transpose.rank();
    for (; slice_ < slices_.count() && tile >= slices_.first(me, slice_ + 1); ++slice_)
      for_others(
          [&](std::int64_t to, std::int64_t) { send(to, slices_.bytes(to, me, slice_), tile_message(to, slice_)); });
  }

  int tag() const { return static_cast<int>(parts_.flags_part); }
  void send(std::int64_t to, std::int64_t size, const std::byte* message) {
    if (size == 0) return;
    const Phase phase(parts_.times, &Times::wait);
    mpi::succeed(mpi::real().Isend(message, mpi::MessageUnit::units(size), unit_.type(), static_cast<int>(to), tag(),
                                   parts_.comm, sent_.add()));
  }
  void receive(std::int64_t from, std::int64_t slice, std::int64_t size, std::byte* message) {
    if (size == 0) return;
    const Phase phase(parts_.times, &Times::wait);
    mpi::succeed(mpi::real().Irecv(message, mpi::MessageUnit::units(size), unit_.type(), static_cast<int>(from), tag(),
                                   parts_.comm, received_[slice].add()));
  }
  void wait_for(Requests& requests) {
    const Phase phase(parts_.times, &Times::wait);
    requests.wait(parts_.workspace.waits());
  }
  /// Lets MPI make progress from time to time.
  void test(std::int64_t tile) {
    if (tile % tiles_between_tests_ != 0) return;
    const Phase phase(parts_.times, &Times::wait);
    if (!sent_.test()) return;
    for (Requests& requests : received_)
      if (!requests.test()) return;
  }

  ExchangeParts parts_;
  mpi::MessageUnit unit_;
  Slices slices_;
  MessageOffsets rows_, tiles_;
  Requests sent_;
  std::vector<Requests> received_;  ///< per slice
  std::int64_t slice_ = 0;          ///< the slice that is read or written
  std::int64_t tiles_between_tests_ = 1;
};

ExchangeBytes pipelined_bytes(const ExchangeParts& parts) {
  const Slices slices(parts.transpose);
  return {parts.transpose.array_bytes(), message_offsets(parts.transpose, slices, true).bytes(),
          message_offsets(parts.transpose, slices, false).bytes()};
}

}  // namespace

const Method pipelined_method = {"pipelined", no_obstacle, pipelined_bytes, make_exchange<PipelinedExchange>};

}  // namespace cartwright::fft::exchange
