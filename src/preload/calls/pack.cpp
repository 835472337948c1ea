// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "device/memory.hpp"
#include "preload/base/interpose.hpp"
#include "preload/node/same_node.hpp"
#include "preload/packing/choice.hpp"
#include "preload/packing/gpu_data.hpp"

using namespace cartwright;
using namespace cartwright::preload;

// Calls by which the program itself packs. MPI_Pack_size is left to MPI: between equal machines both MPIs need exactly
// as many bytes as the data has. Cartwright may pack a message and MPI unpack it, or the reverse.

CW_MPI(Type_commit)(MPI_Datatype* type) {
  const int error = mpi::real().Type_commit(type);
  if (error != MPI_SUCCESS || datatypes() == mpi::Datatypes::off) return error;
  MPI_Count size = 0;
  MPI_Count lb = 0;
  MPI_Count extent = 0;
  PMPI_Type_size_x(*type, &size);
  PMPI_Type_get_extent_x(*type, &lb, &extent);
  if (size != extent) start_looking();
  return error;
}

CW_MPI(Type_dup)(MPI_Datatype type, MPI_Datatype* copy) {
  const int error = mpi::real().Type_dup(type, copy);
  if (error == MPI_SUCCESS) mpi::remember_copy(type, *copy);
  return error;
}

CW_MPI(Type_free)(MPI_Datatype* type) {
  if (type != nullptr) mpi::forget(*type);
  return mpi::real().Type_free(type);
}

// Count is int, or MPI_Count in the functions with names in _c.

namespace {

/// Whether there is room, or data, for all elements, where Cartwright can touch it: the CPU, or kernels of a GPU that
/// has the elements. If not, MPI moves them or raises its error.
template <typename Count>
bool fits(const Elements& elements, const void* packed, Count size, const Count* position, MPI_Comm comm) {
  if (packed == nullptr || position == nullptr || comm == MPI_COMM_NULL || *position < 0) return false;
  if (elements.kernels == nullptr && (!elements.compiled || device::on_device(packed))) return false;
  return elements.bytes() <= std::int64_t{size} - *position;
}

/// Not inlined, so that what is left to MPI stays short.
template <typename Count>
[[gnu::noinline]] bool packed_by_cartwright(const void* buffer, MPI_Count count, MPI_Datatype type, void* packed,
                                            Count size, Count* position, MPI_Comm comm) {
  const Elements elements = borrowed_elements(buffer, count, type);
  if (!fits(elements, packed, size, position, comm)) return false;
  std::byte* const to = static_cast<std::byte*>(packed) + *position;
  if (elements.kernels != nullptr) {
    if (!pack_on_gpu(elements, to)) return false;
  } else {
    const Path path = path_to_pack(elements, CallKind::packing);
    if (path == Path::mpi) return false;
    if (path == Path::measured) learn_to_pack(elements, to);
    pack(elements, to, CallKind::packing);
  }
  *position += static_cast<Count>(elements.bytes());
  return true;
}

template <typename Count>
[[gnu::noinline]] bool unpacked_by_cartwright(const void* buffer, MPI_Count count, MPI_Datatype type,
                                              const void* packed, Count size, Count* position, MPI_Comm comm) {
  const Elements elements = borrowed_elements(buffer, count, type);
  if (!fits(elements, packed, size, position, comm)) return false;
  const std::byte* const from = static_cast<const std::byte*>(packed) + *position;
  if (elements.kernels != nullptr) {
    if (!unpack_on_gpu(elements, from, elements.bytes())) return false;
  } else {
    const Path path = path_to_unpack(elements, CallKind::packing);
    if (path == Path::mpi) return false;
    if (path == Path::measured) learn_to_unpack(elements, from);
    unpack(elements, from, elements.bytes(), CallKind::packing);
  }
  *position += static_cast<Count>(elements.bytes());
  return true;
}

}  // namespace

#define PACK(_, Count)                                                                                             \
  CW_MPI(Pack##_)(const void* buffer, Count count, MPI_Datatype type, void* packed, Count size, Count* position,   \
                  MPI_Comm comm) {                                                                                 \
    if (!left_to_mpi(buffer, type) && packed_by_cartwright(buffer, count, type, packed, size, position, comm))     \
      return MPI_SUCCESS;                                                                                          \
    return mpi::real().Pack##_(buffer, count, type, packed, size, position, comm);                                 \
  }                                                                                                                \
  CW_MPI(Unpack##_)(const void* packed, Count size, Count* position, void* buffer, Count count, MPI_Datatype type, \
                    MPI_Comm comm) {                                                                               \
    if (!left_to_mpi(buffer, type) && unpacked_by_cartwright(buffer, count, type, packed, size, position, comm))   \
      return MPI_SUCCESS;                                                                                          \
    return mpi::real().Unpack##_(packed, size, position, buffer, count, type, comm);                               \
  }

PACK(, int)
#if MPI_VERSION >= 4
PACK(_c, MPI_Count)
#endif
