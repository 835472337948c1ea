// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/datatypes/contents.hpp"

#include "base/error.hpp"
#include "mpi/base/real.hpp"
#include "mpi/datatypes/basic_types.hpp"

#include <utility>

namespace cartwright::mpi {

namespace {

using datatype::Integers;

struct Envelope {
  MPI_Count integers = 0;
  MPI_Count addresses = 0;
  MPI_Count counts = 0;
  MPI_Count types = 0;
  int combiner = 0;
};

// Since MPI 4 a datatype may have been made with large counts, which only the newer functions return.
#if MPI_VERSION >= 4
int get_envelope(MPI_Datatype type, Envelope& to) {
  return PMPI_Type_get_envelope_c(type, &to.integers, &to.addresses, &to.counts, &to.types, &to.combiner);
}
int get_contents(MPI_Datatype type, const Envelope& envelope, int* integers, MPI_Aint* addresses, MPI_Count* counts,
                 MPI_Datatype* types) {
  return PMPI_Type_get_contents_c(type, envelope.integers, envelope.addresses, envelope.counts, envelope.types,
                                  integers, addresses, counts, types);
}
#else
int get_envelope(MPI_Datatype type, Envelope& to) {
  int integers = 0;
  int addresses = 0;
  int types = 0;
  const int error = PMPI_Type_get_envelope(type, &integers, &addresses, &types, &to.combiner);
  to.integers = integers;
  to.addresses = addresses;
  to.types = types;
  return error;
}
int get_contents(MPI_Datatype type, const Envelope& envelope, int* integers, MPI_Aint* addresses, MPI_Count*,
                 MPI_Datatype* types) {
  return PMPI_Type_get_contents(type, static_cast<int>(envelope.integers), static_cast<int>(envelope.addresses),
                                static_cast<int>(envelope.types), integers, addresses, types);
}
#endif

/// MPIs with the combiners that MPI 3.0 removed give each the number before that of its replacement.
int plain(int combiner) {
  constexpr bool has_removed = MPI_COMBINER_HVECTOR - MPI_COMBINER_VECTOR == 2;
  const int above = combiner + 1;
  const bool removed =
      has_removed && (above == MPI_COMBINER_HVECTOR || above == MPI_COMBINER_HINDEXED || above == MPI_COMBINER_STRUCT);
  return removed ? above : combiner;
}

bool is_predefined_combiner(int combiner) {
#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
  if (combiner == MPI_COMBINER_VALUE_INDEX) return true;
#endif
  return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_REAL || combiner == MPI_COMBINER_F90_COMPLEX ||
         combiner == MPI_COMBINER_F90_INTEGER;
}

void release(MPI_Datatype type) {
  if (!is_predefined(type)) real().Type_free(&type);
}

template <typename T>
std::int64_t next(const std::vector<T>& values, std::size_t& at) {
  if (at >= values.size())
    base::fail(base::Status::unsupported, "MPI returns fewer arguments of a datatype than its constructor has");
  return static_cast<std::int64_t>(values[at++]);
}

/// The next n values. If they are the last ones, the vector itself is returned without the values that were read
/// before.
template <typename T>
std::vector<T> take(std::vector<T>& values, std::size_t& at, std::int64_t n) {
  if (n < 0 || static_cast<std::uint64_t>(n) > values.size() - at)
    base::fail(base::Status::unsupported, "MPI returns fewer arguments of a datatype than its constructor has");
  const auto first = values.begin() + static_cast<std::ptrdiff_t>(at);
  const auto last = first + static_cast<std::ptrdiff_t>(n);
  at += n;
  if (last != values.end()) return std::vector<T>(first, last);
  values.erase(values.begin(), first);
  at = 0;
  return std::exchange(values, {});
}

std::vector<std::int64_t> widened(std::vector<std::int64_t> values) { return values; }
template <typename T>
std::vector<std::int64_t> widened(const std::vector<T>& values) {
  return std::vector<std::int64_t>(values.begin(), values.end());
}

}  // namespace

bool is_predefined(MPI_Datatype type) {
  Envelope envelope;
  return find_basic(type) != nullptr || get_envelope(type, envelope) != MPI_SUCCESS ||
         is_predefined_combiner(envelope.combiner);
}

Contents::Contents(MPI_Datatype type) {
  Envelope envelope;
  if (get_envelope(type, envelope) != MPI_SUCCESS)
    base::fail(base::Status::unsupported, "MPI does not return the arguments of a datatype's constructor");
  combiner_ = plain(envelope.combiner);
  if (combiner_ == MPI_COMBINER_NAMED) return;
  integers_.resize(envelope.integers);
  addresses_.resize(envelope.addresses);
  counts_.resize(envelope.counts);
  types_.resize(envelope.types);
  if (get_contents(type, envelope, integers_.data(), addresses_.data(), counts_.data(), types_.data()) != MPI_SUCCESS) {
    types_.clear();
    base::fail(base::Status::unsupported, "MPI does not return the arguments of a datatype's constructor");
  }
}

Contents::~Contents() {
  for (const MPI_Datatype type : types_) release(type);
}

bool Contents::predefined() const { return is_predefined_combiner(combiner_); }

std::int64_t Contents::integer() { return next(integers_, next_integer_); }

std::int64_t Contents::number() { return counts_.empty() ? integer() : next(counts_, next_count_); }

std::int64_t Contents::bytes() { return addresses_.empty() ? number() : next(addresses_, next_address_); }

std::vector<std::int64_t> Contents::integers(std::int64_t n) { return widened(take(integers_, next_integer_, n)); }

Integers Contents::numbers(std::int64_t n) {
  if (counts_.empty()) return take(integers_, next_integer_, n);
  return Integers::fitted(widened(take(counts_, next_count_, n)));
}

Integers Contents::displacements_in_bytes(std::int64_t n) {
  if (addresses_.empty()) return numbers(n);
  return Integers::fitted(widened(take(addresses_, next_address_, n)));
}

}  // namespace cartwright::mpi
