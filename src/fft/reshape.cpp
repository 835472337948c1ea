// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/reshape.hpp"

#include "mpi/base/comm.hpp"
#include "mpi/base/message_unit.hpp"

#include <algorithm>

namespace cartwright::fft {

Reshape::Reshape(MPI_Comm comm, mpi::TimedWait& waits, const std::vector<Array>& from, const std::vector<Array>& to,
                 std::int64_t element)
    : comm_(comm), waits_(waits) {
  const int rank = mpi::rank_in(comm);
  from_ = parts_with(from[rank], to, element);
  to_ = parts_with(to[rank], from, element);
}

std::vector<Reshape::Part> Reshape::parts_with(const Array& mine, const std::vector<Array>& others,
                                               std::int64_t element) {
  std::vector<Part> parts;
  std::int64_t all = 0;
  for (const Array& other : others) {
    Part part;
    part.bytes = element;
    datatype::TypePtr type = datatype::contiguous(element, datatype::basic("char", 1, 1));
    // Both sides go through their common elements in the order of the axes, the last fastest.
    for (std::size_t axis = mine.count.size(); axis-- > 0;) {
      const std::int64_t first = std::max(mine.start[axis], other.start[axis]);
      const std::int64_t last = std::min(mine.start[axis] + mine.count[axis], other.start[axis] + other.count[axis]);
      const std::int64_t count = std::max<std::int64_t>(0, last - first);
      part.first += (first - mine.start[axis]) * mine.stride[axis] * element;
      part.bytes *= count;
      type = datatype::hvector(count, 1, mine.stride[axis] * element, type);
    }
    if (part.bytes > 0) {
      jit::Hints hints;
      hints.expected_uses = 1 << 20;
      hints.count = 1;
      part.packer = jit::Packer::of(datatype::normalize(*type), hints);
    }
    all += mpi::MessageUnit::padded(part.bytes);
    parts.push_back(std::move(part));
  }
  buffer_bytes_ = std::max(buffer_bytes_, all);
  return parts;
}

void Reshape::move(const std::vector<Part>& from, const std::byte* source, const std::vector<Part>& to,
                   std::byte* target) {
  if (send_.size() < buffer_bytes_) {
    send_ = base::Pages(buffer_bytes_);
    receive_ = base::Pages(buffer_bytes_);
  }
  for (std::vector<int>* const numbers : {&sent_, &sent_at_, &received_, &received_at_}) numbers->clear();
  std::int64_t at = 0;
  for (const Part& part : from) {
    if (part.packer) part.packer->pack(send_.data() + at, source + part.first, 1);
    sent_.push_back(mpi::MessageUnit::units(part.bytes));
    sent_at_.push_back(mpi::MessageUnit::units(at));
    at += mpi::MessageUnit::padded(part.bytes);
  }
  at = 0;
  for (const Part& part : to) {
    received_.push_back(mpi::MessageUnit::units(part.bytes));
    received_at_.push_back(mpi::MessageUnit::units(at));
    at += mpi::MessageUnit::padded(part.bytes);
  }
  const mpi::MessageUnit unit;
  mpi::succeed(mpi::real().Ialltoallv(send_.data(), sent_.data(), sent_at_.data(), unit.type(), receive_.data(),
                                      received_.data(), received_at_.data(), unit.type(), comm_, requests_.add()));
  requests_.wait(waits_);
  at = 0;
  for (const Part& part : to) {
    if (part.packer) part.packer->unpack(target + part.first, receive_.data() + at, 1);
    at += mpi::MessageUnit::padded(part.bytes);
  }
}

}  // namespace cartwright::fft
