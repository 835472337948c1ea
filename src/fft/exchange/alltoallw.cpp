// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/checked.hpp"
#include "fft/exchange/exchange.hpp"
#include "fft/exchange/message_unit.hpp"
#include "fft/exchange/requests.hpp"
#include "mpi/real.hpp"

#include <utility>

// MPI_Alltoallw on datatypes that are built once: MPI takes blocks out of one array and puts them into another, axes in
// the same order, in runs as long as there are. Seed 003, section IV-D: MPI_Vector. The second array has all of the
// gained axis; tiles are taken out of it by compiled code.

namespace cartwright::fft::exchange {

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

/// A block of an array: `count` from `first` of one axis, all of the others.
Type block(const std::vector<Transpose::Axis>& axes, std::size_t cut, std::int64_t first, std::int64_t count) {
  const auto length = [&](std::size_t axis) { return axis == cut ? count : axes[axis].length; };
  Type type = Type::bytes(length(axes.size() - 1) * axes.back().stride);
  for (std::size_t axis = axes.size() - 1; axis-- > 0;) type = type.repeat(length(axis), axes[axis].stride);
  return type.at(first * axes[cut].stride);
}

/// The array before, as this member holds it.
std::vector<Transpose::Axis> axes_before(const Transpose& transpose) {
  std::vector<Transpose::Axis> axes = transpose.axes();
  axes[transpose.gained_axis()].length = transpose.gained().count(transpose.rank());
  return axes;
}

/// The second array: all of the axis gained, this member's block of the axis lost. As a transpose of one member, which
/// is read by tiles. Rows are an odd number of cache lines apart, so that they fall into different sets of a cache.
Transpose after(const Transpose& transpose) {
  std::vector<Transpose::Axis> axes = transpose.axes();
  axes[transpose.lost_axis()].length = transpose.lost().count(transpose.rank());
  std::int64_t stride = transpose.element();
  for (std::size_t axis = axes.size(); axis-- > 0;) {
    if (axis == transpose.gained_axis())
      stride = (MessageUnit::padded(stride) / MessageUnit::bytes | 1) * MessageUnit::bytes;
    axes[axis].stride = stride;
    stride = base::checked_mul(stride, axes[axis].length, "the local array");
  }
  return {axes, transpose.gained_axis(), transpose.lost_axis(), transpose.element(), 1, 0, transpose.width()};
}

class DatatypeExchange : public Exchange {
 public:
  explicit DatatypeExchange(ExchangeParts parts) : parts_(std::move(parts)), after_(after(parts_.transpose)) {
    const Transpose& transpose = parts_.transpose;
    const std::vector<Transpose::Axis> axes = axes_before(transpose);
    for (std::int64_t member = 0; member < transpose.members(); ++member) {
      rows_.add(block(axes, transpose.lost_axis(), transpose.lost().first(member), transpose.lost().count(member)));
      tiles_.add(block(after_.axes(), transpose.gained_axis(), transpose.gained().first(member),
                       transpose.gained().count(member)));
    }
  }

  std::byte* array() override { return parts_.workspace.mine(parts_.array_part); }

  void start() override { exchange(rows_, array(), tiles_, second_array()); }
  void read(std::int64_t tile, std::byte* to) override {
    finish();
    const Stopwatch watch(parts_.times.pack);
    after_.pack(0, 0, tile, tile + 1, second_array(), to);
  }

  void open() override {}
  void write(std::int64_t tile, const std::byte* from) override {
    const Stopwatch watch(parts_.times.pack);
    after_.unpack(0, 0, tile, tile + 1, from, second_array());
  }
  void send() override { exchange(tiles_, second_array(), rows_, array()); }
  void wait() override { finish(); }
  const std::byte* current() const override { return parts_.workspace.mine(parts_.array_part); }

  // Who has no tiles read none.
  void end() override { finish(); }

 private:
  std::byte* second_array() const { return parts_.workspace.mine(parts_.first_buffer_part); }

  void exchange(const Messages& sent, const std::byte* from, const Messages& received, std::byte* to) {
    const Stopwatch watch(parts_.times.wait);
    succeed(mpi::real().Ialltoallw(from, sent.counts(), sent.displacements(), sent.types(), to, received.counts(),
                                   received.displacements(), received.types(), parts_.comm, requests_.add()));
  }
  void finish() {
    if (requests_.empty()) return;
    const Stopwatch watch(parts_.times.wait);
    requests_.wait();
  }

  ExchangeParts parts_;
  Transpose after_;
  Messages rows_, tiles_;
  Requests requests_;
};

std::string obstacle(const std::vector<int>&, const Workspace&) { return ""; }

ExchangeBytes bytes(const ExchangeParts& parts) {
  return {parts.transpose.array_bytes(), after(parts.transpose).array_bytes(), 0};
}

std::unique_ptr<Exchange> make(ExchangeParts parts) { return std::make_unique<DatatypeExchange>(std::move(parts)); }

}  // namespace

const Method alltoallw_method = {"alltoallw", obstacle, bytes, make};

}  // namespace cartwright::fft::exchange
