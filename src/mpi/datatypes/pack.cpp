// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cartwright/mpix.h"
#include "device/memory.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/refused.hpp"
#include "mpi/datatypes/datatypes.hpp"

namespace cartwright::mpi {

namespace {

/// The datatype if `count` elements fit after `position`, and all is in memory that the CPU can touch; otherwise null.
std::shared_ptr<const Datatype> fitting(const void* data, int count, MPI_Datatype type, const void* packed, int room,
                                        const int* position, MPI_Comm comm) {
  if (count <= 0 || comm == MPI_COMM_NULL || packed == nullptr || position == nullptr || *position < 0) return nullptr;
  auto datatype = compiled(type);
  if (!datatype || datatype->size > (room - *position) / count) return nullptr;
  const auto first = reinterpret_cast<std::intptr_t>(data) + datatype->packer->layout().true_lb;
  if (device::on_device(reinterpret_cast<const void*>(first)) || device::on_device(packed)) return nullptr;
  return datatype;
}

}  // namespace

bool pack(const void* data, int count, MPI_Datatype type, void* packed, int room, int* position, MPI_Comm comm) {
  const auto datatype = fitting(data, count, type, packed, room, position, comm);
  if (!datatype) return false;
  datatype->packer->pack(static_cast<std::byte*>(packed) + *position, static_cast<const std::byte*>(data), count);
  *position += static_cast<int>(count * datatype->size);
  return true;
}

bool unpack(const void* packed, int room, int* position, void* data, int count, MPI_Datatype type, MPI_Comm comm) {
  const auto datatype = fitting(data, count, type, packed, room, position, comm);
  if (!datatype) return false;
  datatype->packer->unpack(static_cast<std::byte*>(data), static_cast<const std::byte*>(packed) + *position, count);
  *position += static_cast<int>(count * datatype->size);
  return true;
}

}  // namespace cartwright::mpi

using namespace cartwright::mpi;

extern "C" int MPIX_Pack(const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, int outsize,
                         int* position, MPI_Comm comm) {
  if (pack(inbuf, incount, datatype, outbuf, outsize, position, comm)) return MPI_SUCCESS;
  return with_reason([&] { return real().Pack(inbuf, incount, datatype, outbuf, outsize, position, comm); });
}

extern "C" int MPIX_Unpack(const void* inbuf, int insize, int* position, void* outbuf, int outcount,
                           MPI_Datatype datatype, MPI_Comm comm) {
  if (unpack(inbuf, insize, position, outbuf, outcount, datatype, comm)) return MPI_SUCCESS;
  return with_reason([&] { return real().Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm); });
}
