// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/checked.hpp"
#include "fft/exchange/one_request.hpp"
#include "mpi/base/message_unit.hpp"
#include "mpi/base/real.hpp"

#include <utility>

// MPI_Alltoallw on datatypes that are built once ([Aseeri2019, IV-D]: MPI_Vector). MPI takes blocks out of one array
// and puts them into another, which has the same order of axes, in runs as long as possible. The second array has all
// of the gained axis; compiled code takes tiles out of it.

namespace cartwright::fft::exchange {

namespace {

/// A datatype, committed or not, that this object frees. Displacements are inside the datatypes, because the arguments
/// of MPI_Alltoallw have only 31 bits.
class Type {
 public:
  Type() = default;  ///< an empty datatype
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
  /// `count` copies of this, which begin `stride` bytes apart.
  Type repeat(std::int64_t count, std::int64_t stride) const {
    Type made;
    if (count > 0 && !empty()) PMPI_Type_create_hvector(count_of(count), 1, stride, type_, &made.type_);
    return made;
  }
  Type at(std::int64_t displacement) const {
    const MPI_Aint there = displacement;
    Type made;
    if (!empty()) PMPI_Type_create_hindexed_block(1, 1, &there, type_, &made.type_);
    return made;
  }
  void commit() {
    if (!empty()) mpi::real().Type_commit(&type_);
  }

  bool empty() const { return type_ == MPI_DATATYPE_NULL; }
  MPI_Datatype get() const { return type_; }

 private:
  static int count_of(std::int64_t count) { return base::checked_int(count, "a count in a datatype of a transpose"); }
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

/// One message for each member, in the form that MPI_Alltoallw takes.
class TypedMessages {
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

/// A block of an array: `count` indices from `first` on along one axis, and all indices along the others.
Type block(const std::vector<Transpose::Axis>& axes, std::size_t cut, std::int64_t first, std::int64_t count) {
  const auto length = [&](std::size_t axis) { return axis == cut ? count : axes[axis].length; };
  Type type = Type::bytes(length(axes.size() - 1) * axes.back().stride);
  for (std::size_t axis = axes.size() - 1; axis-- > 0;) type = type.repeat(length(axis), axes[axis].stride);
  return type.at(first * axes[cut].stride);
}

/// The array before the transpose, on this member.
std::vector<Transpose::Axis> axes_before(const Transpose& transpose) {
  std::vector<Transpose::Axis> axes = transpose.axes();
  axes[transpose.gained_axis()].length = transpose.gained().count(transpose.rank());
  return axes;
}

/// The second array: all of the gained axis, and this member's block of the lost axis. It is described by a transpose
/// of one member, because it is read in tiles. Rows are an odd number of cache lines apart, and thus in different sets
/// of the cache.
Transpose after(const Transpose& transpose) {
  std::vector<Transpose::Axis> axes = transpose.axes();
  axes[transpose.lost_axis()].length = transpose.lost().count(transpose.rank());
  std::int64_t stride = transpose.element();
  for (std::size_t axis = axes.size(); axis-- > 0;) {
    if (axis == transpose.gained_axis())
      stride = (mpi::MessageUnit::padded(stride) / mpi::MessageUnit::bytes | 1) * mpi::MessageUnit::bytes;
    axes[axis].stride = stride;
    stride = base::checked_mul(stride, axes[axis].length, "the local array");
  }
  return {axes, transpose.gained_axis(), transpose.lost_axis(), transpose.element(), 1, 0, transpose.width()};
}

class DatatypeExchange : public OneRequestExchange {
 public:
  explicit DatatypeExchange(ExchangeParts parts)
      : OneRequestExchange(std::move(parts)), after_(after(parts_.transpose)) {
    const Transpose& transpose = parts_.transpose;
    const std::vector<Transpose::Axis> axes = axes_before(transpose);
    for (std::int64_t member = 0; member < transpose.members(); ++member) {
      rows_.add(block(axes, transpose.lost_axis(), transpose.lost().first(member), transpose.lost().count(member)));
      tiles_.add(block(after_.axes(), transpose.gained_axis(), transpose.gained().first(member),
                       transpose.gained().count(member)));
    }
  }

  void start() override { all_to_all(rows_, array(), tiles_, buffer()); }
  void read(std::int64_t tile, std::byte* to) override {
    finish();
    const Phase phase(parts_.times, &Times::pack);
    after_.pack(0, 0, tile, tile + 1, buffer(), to);
  }

  void write(std::int64_t tile, const std::byte* from) override {
    const Phase phase(parts_.times, &Times::pack);
    after_.unpack(0, 0, tile, tile + 1, from, buffer());
  }
  void send() override { all_to_all(tiles_, buffer(), rows_, array()); }
  void wait() override { finish(); }

 private:
  void all_to_all(const TypedMessages& sent, const std::byte* from, const TypedMessages& received, std::byte* to) {
    exchange([&](MPI_Request* request) {
      return mpi::real().Ialltoallw(from, sent.counts(), sent.displacements(), sent.types(), to, received.counts(),
                                    received.displacements(), received.types(), parts_.comm, request);
    });
  }

  Transpose after_;
  TypedMessages rows_, tiles_;
};

ExchangeBytes alltoallw_bytes(const ExchangeParts& parts) {
  return {parts.transpose.array_bytes(), after(parts.transpose).array_bytes(), 0};
}

}  // namespace

const Method alltoallw_method = {"alltoallw", no_obstacle, alltoallw_bytes, make_exchange<DatatypeExchange>};

}  // namespace cartwright::fft::exchange
