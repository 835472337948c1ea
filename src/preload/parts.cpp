// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/parts.hpp"

#include "mpi/real.hpp"

#include <algorithm>

namespace cartwright::preload {

namespace {

constexpr int part_tag = 3;  ///< waiting.cpp has others

/// The first error of several calls.
class FirstError {
 public:
  void keep(int error) { error_ = error_ == MPI_SUCCESS ? error : error_; }
  int get() const { return error_; }

 private:
  int error_ = MPI_SUCCESS;
};

}  // namespace

Parts::Parts(const Elements& elements, std::int64_t part) : elements_(elements), bytes_(elements.bytes()), part_(part) {
  requests_.fill(MPI_REQUEST_NULL);
  for (base::Buffer& buffer : buffers_) buffer = base::Buffer(static_cast<std::size_t>(part));
}

std::int64_t Parts::last(std::int64_t turn) const { return std::min(bytes_, (turn + 1) * part_); }

int Parts::wait(std::int64_t turn) { return mpi::real().Wait(&requests_[turn % depth], MPI_STATUS_IGNORE); }

int Parts::send(int dest, MPI_Comm comm) {
  FirstError error;
  for (std::int64_t turn = 0; turn < count(); ++turn) {
    error.keep(wait(turn));
    elements_.compiled->packer->pack_range(data(turn), static_cast<const std::byte*>(elements_.buffer), first(turn),
                                           last(turn));
    const int size = static_cast<int>(last(turn) - first(turn));
    error.keep(mpi::real().Isend(data(turn), size, MPI_BYTE, dest, part_tag, comm, &requests_[turn % depth]));
  }
  for (std::int64_t slot = 0; slot < depth; ++slot) error.keep(wait(slot));
  return error.get();
}

int Parts::post(std::int64_t turn) {
  if (turn >= count()) return MPI_SUCCESS;
  const int size = static_cast<int>(last(turn) - first(turn));
  return mpi::real().Irecv(data(turn), size, MPI_BYTE, source_, part_tag, comm_, &requests_[turn % depth]);
}

void Parts::expect(std::int64_t bytes, int source, MPI_Comm comm) {
  bytes_ = bytes;
  source_ = source;
  comm_ = comm;
  for (std::int64_t turn = 0; turn < depth; ++turn) post(turn);
}

int Parts::receive() {
  FirstError error;
  for (std::int64_t turn = 0; turn < count(); ++turn) {
    error.keep(wait(turn));
    if (const std::int64_t fits = std::min(last(turn), elements_.bytes()); fits > first(turn))
      elements_.compiled->packer->unpack_range(static_cast<std::byte*>(elements_.buffer), data(turn), first(turn),
                                               fits);
    error.keep(post(turn + depth));
  }
  return error.get();
}

}  // namespace cartwright::preload
