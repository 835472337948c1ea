// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/buffer.hpp"
#include "datatype/layout.hpp"
#include "preload/base/interpose.hpp"
#include "preload/packing/choice.hpp"

#include <atomic>
#include <cstring>
#include <exception>
#include <iterator>
#include <mutex>
#include <set>

using namespace cartwright;
using namespace cartwright::preload;

// Files. The MPIs move each block of a derived datatype in memory alone, so data is packed before it is written, and
// unpacked after it was read. The view of the file stays with MPI. Nonblocking and split calls are left to MPI.

namespace {

/// With fewer blocks, MPI is as fast. It moves more data a part at a time, which stays in the caches. Only Open MPI
/// takes longer for that than for a copy of all.
#ifdef OPEN_MPI
constexpr std::int64_t max_packed = std::int64_t{64} << 20;
constexpr std::int64_t max_in_large_blocks = max_packed;
constexpr std::int64_t min_blocks = 16;
#else
constexpr std::int64_t max_packed = std::int64_t{1} << 20;
constexpr std::int64_t max_in_large_blocks = std::int64_t{256} << 10;
constexpr std::int64_t min_blocks = 4;
#endif
constexpr std::int64_t small_block = 64;  ///< bytes

std::int64_t blocks_of(const datatype::Node& node) {
  using Kind = datatype::Node::Kind;
  if (node.kind == Kind::ragged) return std::ssize(node.lengths);
  std::int64_t blocks = node.kind == Kind::block ? 1 : 0;
  for (const datatype::NodePtr& body : node.bodies) blocks += blocks_of(*body);
  return blocks * (node.kind == Kind::list ? std::ssize(node.offsets) : node.count);
}

bool worth_packing_for_file(const Elements& elements) {
  if (elements.bytes() > max_packed) return false;
  if (datatypes() == mpi::Datatypes::always) return true;
  const std::int64_t blocks = blocks_of(*elements.compiled->packer->layout().root);
  return elements.count * blocks >= min_blocks &&
         (elements.compiled->size <= small_block * blocks || elements.bytes() <= max_in_large_blocks);
}

/// Files whose data MPI converts. For that it must see the datatypes.
class ConvertedFiles {
 public:
  void set(MPI_File file, bool converted) noexcept try {
    const std::lock_guard lock(mutex_);
    if (converted)
      files_.insert(file);
    else
      files_.erase(file);
    any_.store(!files_.empty(), std::memory_order_release);
  } catch (const std::exception&) {
    all_.store(true, std::memory_order_release);
  }
  bool has(MPI_File file) noexcept {
    if (all_.load(std::memory_order_acquire)) return true;
    if (!any_.load(std::memory_order_acquire)) return false;
    const std::lock_guard lock(mutex_);
    return files_.contains(file);
  }

 private:
  std::mutex mutex_;
  std::set<MPI_File> files_;
  std::atomic<bool> any_ = false;
  std::atomic<bool> all_ = false;  ///< this one was full
};

ConvertedFiles& converted_files() {
  static auto& files = *new ConvertedFiles;  // files may be closed while a program ends
  return files;
}

/// Room for the packed elements, or none if MPI shall move them.
base::Buffer room_for(const Elements& elements, MPI_File file) noexcept try {
  if (!elements.compiled || converted_files().has(file) || !worth_packing_for_file(elements)) return {};
  return base::Buffer(elements.bytes());
} catch (const std::exception&) {
  return {};
}

template <typename Count, typename Function>
int write_packed(MPI_File file, const void* buffer, Count count, MPI_Datatype type, Function&& function) {
  const Elements elements = compiled_elements(buffer, count, type);
  const base::Buffer packed = room_for(elements, file);
  if (packed.data() == nullptr) return function(buffer, count, type);
  pack(elements, packed.data(), CallKind::packing);
  return function(packed.data(), static_cast<Count>(elements.bytes()), MPI_BYTE);
}

/// At the end of a file, less may come than was asked for.
template <typename Count, typename Function>
int read_packed(MPI_File file, void* buffer, Count count, MPI_Datatype type, MPI_Status* status, Function&& function) {
  const Elements elements = compiled_elements(buffer, count, type);
  const base::Buffer packed = room_for(elements, file);
  if (packed.data() == nullptr) return function(buffer, count, type, status);
  MPI_Status own{};
  if (status == MPI_STATUS_IGNORE) status = &own;
  const int error = function(packed.data(), static_cast<Count>(elements.bytes()), MPI_BYTE, status);
  MPI_Count came = 0;
  if (error == MPI_SUCCESS && PMPI_Get_elements_x(status, MPI_BYTE, &came) == MPI_SUCCESS && came > 0)
    unpack(elements, packed.data(), came, CallKind::packing);
  return error;
}

}  // namespace

CW_MPI(File_set_view)(MPI_File file, MPI_Offset at, MPI_Datatype element, MPI_Datatype view, const char* representation,
                      MPI_Info info) {
  const int error = mpi::real().File_set_view(file, at, element, view, representation, info);
  if (error == MPI_SUCCESS) converted_files().set(file, std::strcmp(representation, "native") != 0);
  return error;
}

CW_MPI(File_close)(MPI_File* file) {
  if (file != nullptr) converted_files().set(*file, false);
  return mpi::real().File_close(file);
}

#define NOTHING
#define AT_PARAMETER MPI_Offset at,
#define AT_ARGUMENT at,

#define WRITES(name, Count, more_parameters, more_arguments)                                                     \
  CW_MPI(name)(MPI_File file, more_parameters const void* buffer, Count count, MPI_Datatype type,                \
               MPI_Status* status) {                                                                             \
    return write_packed(file, buffer, count, type, [&](const void* data, Count given, MPI_Datatype given_type) { \
      return mpi::real().name(file, more_arguments data, given, given_type, status);                             \
    });                                                                                                          \
  }
#define READS(name, Count, more_parameters, more_arguments)                                                       \
  CW_MPI(name)(MPI_File file, more_parameters void* buffer, Count count, MPI_Datatype type, MPI_Status* status) { \
    return read_packed(file, buffer, count, type, status,                                                         \
                       [&](void* data, Count given, MPI_Datatype given_type, MPI_Status* received) {              \
                         return mpi::real().name(file, more_arguments data, given, given_type, received);         \
                       });                                                                                        \
  }
#define FILES(_, Count)                                          \
  WRITES(File_write##_, Count, NOTHING, NOTHING)                 \
  WRITES(File_write_all##_, Count, NOTHING, NOTHING)             \
  WRITES(File_write_at##_, Count, AT_PARAMETER, AT_ARGUMENT)     \
  WRITES(File_write_at_all##_, Count, AT_PARAMETER, AT_ARGUMENT) \
  WRITES(File_write_shared##_, Count, NOTHING, NOTHING)          \
  WRITES(File_write_ordered##_, Count, NOTHING, NOTHING)         \
  READS(File_read##_, Count, NOTHING, NOTHING)                   \
  READS(File_read_all##_, Count, NOTHING, NOTHING)               \
  READS(File_read_at##_, Count, AT_PARAMETER, AT_ARGUMENT)       \
  READS(File_read_at_all##_, Count, AT_PARAMETER, AT_ARGUMENT)   \
  READS(File_read_shared##_, Count, NOTHING, NOTHING)            \
  READS(File_read_ordered##_, Count, NOTHING, NOTHING)

FILES(, int)
#if MPI_VERSION >= 4
FILES(_c, MPI_Count)
#endif
