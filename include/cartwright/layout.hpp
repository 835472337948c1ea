// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CARTWRIGHT_LAYOUT_HPP
#define CARTWRIGHT_LAYOUT_HPP

/// \file
/// layout.h for C++20, header only: packs non-contiguous data. Link with libcartwright (Cartwright::cartwright).
///
///     const auto face = cw::Layout::basic("double").subarray({{n, n, n}}, {{n, n, 2}}, {{0, 0, 0}});
///     std::vector<std::byte> packed(face.size());
///     face.pack(array, 1, packed.data());
///
/// Errors are thrown as cw::Error (status.hpp). Their causes, and the arguments in detail, are in layout.h.

#include <cartwright/layout.h>
#include <cartwright/status.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#if __cplusplus >= 202002L

namespace cw {

/// The bounds of an element in bytes.
struct Bounds {
  std::int64_t lower = 0;   ///< displacement of its first byte from the base address
  std::int64_t extent = 0;  ///< bytes from there to its end
  /// Compares all members.
  /// \return whether all are equal
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

/// A layout: which bytes of memory make up an element, and in which order they are packed. It owns its handle, is moved
/// and not copied, and never changes: threads may share it. A moved-from layout may only be assigned to or destroyed.
class Layout {
 public:
  /// Numbers that are read during the call.
  using Integers = std::span<const std::int64_t>;

  /// \param notation such as "hvec(2 1 6144)[vec(8 8 32)[ctg(6)[float]]]" (docs/datatypes.md)
  /// \return the layout
  static Layout parse(std::string_view notation) {
    return made([&](cw_layout** out) { return cw_layout_parse(std::string(notation).c_str(), out); });
  }
  /// \param name a basic type of C, such as "double"
  /// \return its layout
  static Layout basic(std::string_view name) {
    return made([&](cw_layout** out) { return cw_layout_basic(std::string(name).c_str(), out); });
  }
  /// Blocks of different types (cw_layout_struct).
  /// \param blocklengths  elements in each block
  /// \param displacements begin of each block, in bytes
  /// \param parts         the layouts of the elements of each block
  /// \return the layout
  static Layout structure(Integers blocklengths, Integers displacements, std::span<const Layout* const> parts) {
    need_alike(blocklengths.size(), displacements.size(), "blocklengths", "displacements");
    need_alike(blocklengths.size(), parts.size(), "blocklengths", "parts");
    std::vector<const cw_layout*> handles;
    for (const Layout* part : parts) handles.push_back(part == nullptr ? nullptr : part->get());
    return made([&](cw_layout** out) {
      return cw_layout_struct(handles.size(), blocklengths.data(), displacements.data(), handles.data(), out);
    });
  }

  /// Elements one after the other.
  /// \param count number of elements
  /// \return the layout
  Layout contiguous(std::int64_t count) const {
    return made([&](cw_layout** out) { return cw_layout_contiguous(count, get(), out); });
  }
  /// Equal blocks at equal distances.
  /// \param count       number of blocks
  /// \param blocklength elements in a block
  /// \param stride      from the begin of one block to the next, in extents of this layout
  /// \return the layout
  Layout vector(std::int64_t count, std::int64_t blocklength, std::int64_t stride) const {
    return made([&](cw_layout** out) { return cw_layout_vector(count, blocklength, stride, get(), out); });
  }
  /// Equal blocks at equal distances in bytes.
  /// \param count           number of blocks
  /// \param blocklength     elements in a block
  /// \param stride_in_bytes from the begin of one block to the next
  /// \return the layout
  Layout hvector(std::int64_t count, std::int64_t blocklength, std::int64_t stride_in_bytes) const {
    return made([&](cw_layout** out) { return cw_layout_hvector(count, blocklength, stride_in_bytes, get(), out); });
  }
  /// Blocks of different lengths.
  /// \param blocklengths  elements in each block
  /// \param displacements begin of each block, in extents of this layout
  /// \return the layout
  Layout indexed(Integers blocklengths, Integers displacements) const {
    return listed(cw_layout_indexed, blocklengths, displacements);
  }
  /// Blocks of different lengths at displacements in bytes.
  /// \param blocklengths           elements in each block
  /// \param displacements_in_bytes begin of each block
  /// \return the layout
  Layout hindexed(Integers blocklengths, Integers displacements_in_bytes) const {
    return listed(cw_layout_hindexed, blocklengths, displacements_in_bytes);
  }
  /// Equal blocks at any displacements.
  /// \param blocklength   elements in a block
  /// \param displacements begin of each block, in extents of this layout
  /// \return the layout
  Layout indexed_block(std::int64_t blocklength, Integers displacements) const {
    return made([&](cw_layout** out) {
      return cw_layout_indexed_block(displacements.size(), blocklength, displacements.data(), get(), out);
    });
  }
  /// Equal blocks at any displacements in bytes.
  /// \param blocklength            elements in a block
  /// \param displacements_in_bytes begin of each block
  /// \return the layout
  Layout hindexed_block(std::int64_t blocklength, Integers displacements_in_bytes) const {
    return made([&](cw_layout** out) {
      return cw_layout_hindexed_block(displacements_in_bytes.size(), blocklength, displacements_in_bytes.data(), get(),
                                      out);
    });
  }
  /// A box in an array.
  /// \param sizes    sizes of the array, in elements
  /// \param subsizes sizes of the box
  /// \param starts   indices of the first element of the box
  /// \param order    CW_ORDER_C or CW_ORDER_FORTRAN
  /// \return the layout
  Layout subarray(Integers sizes, Integers subsizes, Integers starts, int order = CW_ORDER_C) const {
    need_alike(sizes.size(), subsizes.size(), "sizes", "subsizes");
    need_alike(sizes.size(), starts.size(), "sizes", "starts");
    return made([&](cw_layout** out) {
      return cw_layout_subarray(sizes.size(), sizes.data(), subsizes.data(), starts.data(), order, get(), out);
    });
  }
  /// The part of a distributed array that one process holds (cw_layout_darray).
  /// \param rank          the process, row-major in the process grid
  /// \param sizes         sizes of the array, in elements
  /// \param distributions CW_DISTRIBUTE_* for each dimension
  /// \param blocksizes    sizes of the blocks; 0: MPI_DISTRIBUTE_DFLT_DARG
  /// \param processes     sizes of the process grid
  /// \param order         CW_ORDER_C or CW_ORDER_FORTRAN
  /// \return the layout
  Layout darray(std::int64_t rank, Integers sizes, std::span<const int> distributions, Integers blocksizes,
                Integers processes, int order = CW_ORDER_C) const {
    need_alike(sizes.size(), distributions.size(), "sizes", "distributions");
    need_alike(sizes.size(), blocksizes.size(), "sizes", "blocksizes");
    need_alike(sizes.size(), processes.size(), "sizes", "processes");
    return made([&](cw_layout** out) {
      return cw_layout_darray(rank, sizes.size(), sizes.data(), distributions.data(), blocksizes.data(),
                              processes.data(), order, get(), out);
    });
  }
  /// The same bytes with other bounds.
  /// \param lower_bound the new lower bound, in bytes
  /// \param extent      the new extent, in bytes
  /// \return the layout
  Layout resized(std::int64_t lower_bound, std::int64_t extent) const {
    return made([&](cw_layout** out) { return cw_layout_resized(lower_bound, extent, get(), out); });
  }
  /// The same layout, compiled with hints about its use (cw_layout_options); 0 gives none.
  /// \param expected_uses 1: never generate machine code; more: generate it at once
  /// \param count         the usual count of elements
  /// \return the layout
  Layout with(std::int64_t expected_uses, std::int64_t count = 0) const {
    const cw_layout_options options = {sizeof(cw_layout_options), expected_uses, count};
    return made([&](cw_layout** out) { return cw_layout_with_options(get(), &options, out); });
  }

  /// \return bytes of data in one element
  std::size_t size() const {
    std::int64_t bytes = 0;
    detail::check(cw_layout_size(get(), &bytes));
    return static_cast<std::size_t>(bytes);
  }
  /// \return lower bound and extent of an element
  Bounds bounds() const { return bounds_by(cw_layout_extent); }
  /// \return the bounds of the data of an element
  Bounds true_bounds() const { return bounds_by(cw_layout_true_extent); }
  /// \return the layout in the notation of docs/datatypes.md, as it was made
  std::string notation() const { return text_by(cw_layout_notation); }
  /// \return the normal form in words, such as "16 x 768 B [192 B]"
  std::string describe() const { return text_by(cw_layout_describe); }

  /// Packs elements.
  /// \param base   the first element
  /// \param count  number of elements
  /// \param packed receives count * size() bytes
  void pack(const void* base, std::int64_t count, void* packed) const {
    detail::check(cw_layout_pack(get(), base, count, packed));
  }
  /// Unpacks elements.
  /// \param packed count * size() bytes
  /// \param count  number of elements
  /// \param base   the first element
  void unpack(const void* packed, std::int64_t count, void* base) const {
    detail::check(cw_layout_unpack(get(), packed, count, base));
  }
  /// Packs a part of the packed bytes.
  /// \param base   the first element
  /// \param count  number of elements
  /// \param first  first packed byte of the part, from 0
  /// \param last   end of the part: its last byte is last - 1
  /// \param packed receives last - first bytes
  void pack_range(const void* base, std::int64_t count, std::int64_t first, std::int64_t last, void* packed) const {
    detail::check(cw_layout_pack_range(get(), base, count, first, last, packed));
  }
  /// Unpacks a part of the packed bytes.
  /// \param packed last - first bytes: the part
  /// \param count  number of elements
  /// \param first  first packed byte of the part, from 0
  /// \param last   end of the part: its last byte is last - 1
  /// \param base   the first element
  void unpack_range(const void* packed, std::int64_t count, std::int64_t first, std::int64_t last, void* base) const {
    detail::check(cw_layout_unpack_range(get(), packed, count, first, last, base));
  }
  /// Moves data to another layout without a packed copy (cw_layout_move).
  /// \param base     the first element of the source
  /// \param count    number of elements of the source
  /// \param to       the layout of the target, which has at least as much room
  /// \param to_count number of elements of the target
  /// \param to_base  the first element of the target
  void move(const void* base, std::int64_t count, const Layout& to, std::int64_t to_count, void* to_base) const {
    detail::check(cw_layout_move(get(), base, count, to.get(), to_count, to_base));
  }
  /// Makes kernels for this layout on the GPU of a stream (cw_layout_prepare_on).
  /// \param stream a CUstream or cudaStream_t that is not capturing
  void prepare_on(void* stream) const { detail::check(cw_layout_prepare_on(get(), stream)); }
  /// Packs elements when a stream gets there (cw_layout_pack_on).
  /// \param base   the first element, in memory that the GPU can reach
  /// \param count  number of elements
  /// \param packed receives count * size() bytes
  /// \param stream a CUstream or cudaStream_t
  void pack_on(const void* base, std::int64_t count, void* packed, void* stream) const {
    detail::check(cw_layout_pack_on(get(), base, count, packed, stream));
  }
  /// Unpacks elements when a stream gets there (cw_layout_unpack_on).
  /// \param packed count * size() bytes
  /// \param count  number of elements
  /// \param base   the first element, in memory that the GPU can reach
  /// \param stream a CUstream or cudaStream_t
  void unpack_on(const void* packed, std::int64_t count, void* base, void* stream) const {
    detail::check(cw_layout_unpack_on(get(), packed, count, base, stream));
  }
  /// Moves data to another layout when a stream gets there (cw_layout_move_on).
  /// \param base     the first element of the source
  /// \param count    number of elements of the source
  /// \param to       the layout of the target, which has as much room
  /// \param to_count number of elements of the target
  /// \param to_base  the first element of the target
  /// \param stream   a CUstream or cudaStream_t
  void move_on(const void* base, std::int64_t count, const Layout& to, std::int64_t to_count, void* to_base,
               void* stream) const {
    detail::check(cw_layout_move_on(get(), base, count, to.get(), to_count, to_base, stream));
  }
  /// \return functions that pack and unpack without checks; valid as long as the layout
  cw_layout_functions functions() const {
    cw_layout_functions found = CW_LAYOUT_FUNCTIONS_INIT;
    detail::check(cw_layout_get_functions(get(), &found));
    return found;
  }
  /// \return the machine code of this layout in numbers
  cw_layout_stats stats() const {
    cw_layout_stats found = CW_LAYOUT_STATS_INIT;
    detail::check(cw_layout_get_stats(get(), &found));
    return found;
  }
  /// \return the handle, which this object keeps
  const cw_layout* get() const noexcept { return handle_.get(); }

 private:
  template <typename Make>
  static Layout made(Make make) {
    cw_layout* handle = nullptr;
    detail::check(make(&handle));
    Layout layout;
    layout.handle_.reset(handle);
    return layout;
  }
  Layout() = default;

  static void need_alike(std::size_t one, std::size_t other, const char* name, const char* other_name) {
    if (one != other)
      throw Error(CW_INVALID_ARGUMENT, std::to_string(one) + " " + name + " and " + std::to_string(other) + " " +
                                           other_name + ": there must be as many of one as of the other");
  }
  template <typename Make>
  Layout listed(Make make, Integers blocklengths, Integers displacements) const {
    need_alike(blocklengths.size(), displacements.size(), "blocklengths", "displacements");
    return made([&](cw_layout** out) {
      return make(blocklengths.size(), blocklengths.data(), displacements.data(), get(), out);
    });
  }
  Bounds bounds_by(cw_status (*query)(const cw_layout*, std::int64_t*, std::int64_t*)) const {
    Bounds found;
    detail::check(query(get(), &found.lower, &found.extent));
    return found;
  }
  std::string text_by(cw_status (*query)(const cw_layout*, const char**)) const {
    const char* text = nullptr;
    detail::check(query(get(), &text));
    return text;
  }

  detail::Handle<cw_layout, cw_layout_free> handle_;
};

/// Transfers that one kernel carries out in one launch (cw_batch).
class Batch {
 public:
  /// Makes a batch for addresses that stay the same.
  /// \param transfers the transfers; they and their layouts may end afterward
  /// \param stream    a CUstream or cudaStream_t that is not capturing
  Batch(std::span<const cw_transfer> transfers, void* stream) {
    cw_batch* made = nullptr;
    detail::check(cw_batch_create(static_cast<std::int64_t>(transfers.size()), transfers.data(), stream, &made));
    handle_.reset(made);
  }
  /// Carries out all transfers when a stream gets there.
  /// \param stream a stream of the same context
  void run_on(void* stream) const { detail::check(cw_batch_run_on(get(), stream)); }
  /// \return the handle, which this object keeps
  const cw_batch* get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<cw_batch, cw_batch_free> handle_;
};

}  // namespace cw

#endif  // C++20

#endif
