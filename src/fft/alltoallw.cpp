// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/checked.hpp"
#include "fft/exchange.hpp"
#include "mpi/real.hpp"

#include <cstring>
#include <utility>

// MPI_Alltoallw on datatypes that are built once: MPI takes the data out of the array and puts it into the tiles. Seed
// 003, section IV-D: MPI_Vector.

namespace cartwright::fft {

namespace {

/// A datatype in the making, or one that is committed. Freed with this. Displacements are inside the datatypes: those
/// that MPI_Alltoallw takes are of 31 bits.
class Type {
 public:
  /// Nothing.
  Type() = default;
  Type(Type&& other) noexcept : type_(std::exchange(other.type_, MPI_DATATYPE_NULL)) {}
  Type& operator=(Type&& other) noexcept {
    std::swap(type_, other.type_);
    return *this;
  }
  ~Type() {
    int finalized = 0;
    PMPI_Finalized(&finalized);
    if (type_ != MPI_DATATYPE_NULL && !finalized) mpi::real().Type_free(&type_);
  }

  static Type bytes(std::int64_t size) {
    Type made;
    if (size > 0) PMPI_Type_contiguous(count_of(size), MPI_BYTE, &made.type_);
    return made;
  }
  /// `count` of this, `stride` bytes from the beginning of one to that of the next.
  Type repeat(std::int64_t count, std::int64_t stride) const {
    Type made;
    if (count > 0 && !empty()) PMPI_Type_create_hvector(count_of(count), 1, stride, type_, &made.type_);
    return made;
  }
  /// This at one displacement, then `next` at another.
  Type join(std::int64_t displacement, const Type& next, std::int64_t next_displacement) const {
    int blocks = 0;
    int lengths[2] = {1, 1};
    MPI_Aint displacements[2];
    MPI_Datatype types[2];
    for (const auto& [type, at] : {std::pair(type_, displacement), std::pair(next.type_, next_displacement)}) {
      if (type == MPI_DATATYPE_NULL) continue;
      types[blocks] = type;
      displacements[blocks++] = at;
    }
    Type made;
    if (blocks > 0) PMPI_Type_create_struct(blocks, lengths, displacements, types, &made.type_);
    return made;
  }
  void commit() {
    if (!empty()) mpi::real().Type_commit(&type_);
  }

  bool empty() const { return type_ == MPI_DATATYPE_NULL; }
  MPI_Datatype get() const { return type_; }

 private:
  static int count_of(std::int64_t count) { return checked_int(count, "a count in a datatype of a transpose"); }
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

/// One message for each member, as MPI_Alltoallw takes them.
class Messages {
 public:
  void add(Type type) {
    type.commit();
    counts_.push_back(type.empty() ? 0 : 1);
    handles_.push_back(type.empty() ? MPI_BYTE : type.get());
    displacements_.push_back(0);
    types_.push_back(std::move(type));
  }
  const int* counts() const { return counts_.data(); }
  const int* displacements() const { return displacements_.data(); }
  const MPI_Datatype* types() const { return handles_.data(); }

 private:
  std::vector<Type> types_;
  std::vector<int> counts_, displacements_;
  std::vector<MPI_Datatype> handles_;
};

/// The tiles of a member along the innermost axis, and what is left of it beside the whole ones.
struct InRow {
  InRow(const Transpose& transpose, std::int64_t of)
      : length(transpose.lost_axis() + 1 == transpose.axes().size() ? transpose.lost().count(of)
                                                                    : transpose.axes().back().length),
        whole(length / transpose.width()),
        rest(length % transpose.width()) {}
  std::int64_t length, whole, rest;  ///< columns, tiles, columns
};

/// What this member has of the tiles of `to`, where it lies in the array.
Type out_of_array(const Transpose& transpose, std::int64_t to) {
  const InRow in_row(transpose, to);
  const std::int64_t rows = transpose.gained().count(transpose.rank());
  const std::int64_t width = transpose.width() * transpose.element();
  const auto tile = [&](std::int64_t columns) {
    return Type::bytes(columns * transpose.element()).repeat(rows, transpose.row_stride());
  };
  Type type = tile(transpose.width()).repeat(in_row.whole, width).join(0, tile(in_row.rest), in_row.whole * width);
  for (std::size_t axis = transpose.axes().size() - 1; axis-- > 0;) {
    if (axis == transpose.gained_axis()) continue;
    const auto& [length, stride] = transpose.axes()[axis];
    type = type.repeat(axis == transpose.lost_axis() ? transpose.lost().count(to) : length, stride);
  }
  if (type.empty()) return type;
  return type.join(transpose.offset(to, 0), Type(), 0);
}

/// What `from` has of this member's tiles, where it lies in them, which are one after the other.
Type into_tiles(const Transpose& transpose, std::int64_t from) {
  const std::int64_t me = transpose.rank();
  const InRow in_row(transpose, me);
  if (in_row.length == 0) return {};
  const std::int64_t rows = transpose.gained().count(from);
  const std::int64_t first = transpose.gained().first(from);
  const std::int64_t tile = transpose.width() * transpose.gained().length * transpose.element();
  const auto part = [&](std::int64_t columns) {
    const std::int64_t row = columns * transpose.element();
    return Type::bytes(row).repeat(rows, row);
  };
  const Type of_row = part(transpose.width())
                          .repeat(in_row.whole, tile)
                          .join(first * transpose.width() * transpose.element(), part(in_row.rest),
                                in_row.whole * tile + first * in_row.rest * transpose.element());
  const std::int64_t tiles_in_row = in_row.whole + (in_row.rest > 0 ? 1 : 0);
  return of_row.repeat(transpose.tiles(me) / tiles_in_row,
                       in_row.length * transpose.gained().length * transpose.element());
}

class DatatypeExchange : public Exchange {
 public:
  explicit DatatypeExchange(ExchangeParts parts) : parts_(std::move(parts)) {
    for (std::int64_t member = 0; member < parts_.transpose.members(); ++member) {
      rows_.add(out_of_array(parts_.transpose, member));
      tiles_.add(into_tiles(parts_.transpose, member));
    }
  }

  std::byte* array() override { return parts_.workspace.mine(parts_.array_part); }

  void start() override { exchange(rows_, array(), tiles_, tiles()); }
  void read(std::int64_t tile, std::byte* to) override {
    finish();
    const Stopwatch watch(parts_.times.pack);
    std::memcpy(to, tiles() + offset(tile), size(tile));
  }

  void open() override {}
  void write(std::int64_t tile, const std::byte* from) override {
    const Stopwatch watch(parts_.times.pack);
    std::memcpy(tiles() + offset(tile), from, size(tile));
  }
  void send() override { exchange(tiles_, tiles(), rows_, array()); }
  void wait() override { finish(); }
  const std::byte* current() const override { return parts_.workspace.mine(parts_.array_part); }

  // Who has no tiles read none.
  void end() override { finish(); }

 private:
  std::byte* tiles() const { return parts_.workspace.mine(parts_.first_buffer_part); }
  std::int64_t offset(std::int64_t tile) const {
    const Transpose& transpose = parts_.transpose;
    return transpose.gained().length * transpose.columns_before(transpose.rank(), tile) * transpose.element();
  }
  std::size_t size(std::int64_t tile) const {
    return static_cast<std::size_t>(parts_.transpose.tile_bytes(parts_.transpose.rank(), tile));
  }

  void exchange(const Messages& sent, const std::byte* from, const Messages& received, std::byte* to) {
    const Stopwatch watch(parts_.times.wait);
    mpi::real().Ialltoallw(from, sent.counts(), sent.displacements(), sent.types(), to, received.counts(),
                           received.displacements(), received.types(), parts_.comm, &request_);
  }
  void finish() {
    if (request_ == MPI_REQUEST_NULL) return;
    const Stopwatch watch(parts_.times.wait);
    MPI_Status status;
    mpi::real().Wait(&request_, &status);
  }

  ExchangeParts parts_;
  Messages rows_, tiles_;
  MPI_Request request_ = MPI_REQUEST_NULL;
};

std::string obstacle(const std::vector<int>&, const Workspace&) { return ""; }

ExchangeBytes bytes(const ExchangeParts& parts) {
  return {parts.transpose.array_bytes(), parts.transpose.tiles_bytes(parts.transpose.rank()), 0};
}

std::unique_ptr<Exchange> make(ExchangeParts parts) { return std::make_unique<DatatypeExchange>(std::move(parts)); }

}  // namespace

const Method alltoallw_method = {"alltoallw", "MPI_Alltoallw on datatypes: MPI packs and unpacks", obstacle, bytes,
                                 make};

}  // namespace cartwright::fft
