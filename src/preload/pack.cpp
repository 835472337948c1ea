// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/choice.hpp"
#include "preload/interpose.hpp"

using namespace cartwright::mpi;

// What the program packs itself. MPI_Pack_size is MPI's own: between like machines both MPIs need as many bytes as the
// data has, no more, and messages may be packed by one and unpacked by the other.

CW_MPI(Type_commit)(MPI_Datatype* type) {
  const int error = real().Type_commit(type);
  if (error == MPI_SUCCESS && datatypes() != Datatypes::off) compiled(*type);
  return error;
}

namespace {

/// Whether there is room, or data, for all: otherwise MPI raises its error.
bool fits(const Elements& elements, const void* packed, int size, const int* position, MPI_Comm comm) {
  return elements.compiled && packed != nullptr && position != nullptr && comm != MPI_COMM_NULL && *position >= 0 &&
         elements.bytes() <= std::int64_t{size} - *position;
}

}  // namespace

CW_MPI(Pack)(const void* buffer, int count, MPI_Datatype type, void* packed, int size, int* position, MPI_Comm comm) {
  const Elements elements = elements_at(buffer, count, type);
  if (!fits(elements, packed, size, position, comm))
    return real().Pack(buffer, count, type, packed, size, position, comm);
  const Way way = way_to_pack(elements, Use::pack);
  if (way == Way::mpi) return real().Pack(buffer, count, type, packed, size, position, comm);
  std::byte* const to = static_cast<std::byte*>(packed) + *position;
  if (way == Way::measured) learn_to_pack(elements, to);
  pack(elements, to, Use::pack);
  *position += static_cast<int>(elements.bytes());
  return MPI_SUCCESS;
}

CW_MPI(Unpack)(const void* packed, int size, int* position, void* buffer, int count, MPI_Datatype type, MPI_Comm comm) {
  const Elements elements = elements_at(buffer, count, type);
  if (!fits(elements, packed, size, position, comm))
    return real().Unpack(packed, size, position, buffer, count, type, comm);
  const Way way = way_to_unpack(elements, Use::pack);
  if (way == Way::mpi) return real().Unpack(packed, size, position, buffer, count, type, comm);
  const std::byte* const from = static_cast<const std::byte*>(packed) + *position;
  if (way == Way::measured) learn_to_unpack(elements, from);
  unpack(elements, from, elements.bytes(), Use::pack);
  *position += static_cast<int>(elements.bytes());
  return MPI_SUCCESS;
}
