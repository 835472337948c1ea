// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CARTWRIGHT_LAYOUT_HPP
#define CARTWRIGHT_LAYOUT_HPP

/// \file
/// layout.h for C++20, part of cartwright.hpp: packing data that is not contiguous.
///
///     const auto face = cw::Layout::basic("double").subarray({{n, n, n}}, {{n, n, 2}}, {{0, 0, 0}});
///     std::vector<std::byte> packed(face.size());
///     face.pack(array, 1, packed.data());

#include <cartwright/cartwright.hpp>

namespace cw {

/// Where the data of one element lies. The bounds in bytes: an element begins `lower` from the address that is passed.
struct Bounds {
  std::int64_t lower = 0;
  std::int64_t extent = 0;
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

/// A layout (layout.h). The member functions that make one leave the one they are called on as it is.
class Layout {
 public:
  using Integers = std::span<const std::int64_t>;

  /// From the notation: "hvec(2 1 6144)[vec(8 8 32)[ctg(6)[float]]]".
  static Layout parse(std::string_view notation) {
    return made([&](cw_layout** out) { return cw_layout_parse(std::string(notation).c_str(), out); });
  }
  /// By the name that C gives it.
  static Layout basic(std::string_view name) {
    return made([&](cw_layout** out) { return cw_layout_basic(std::string(name).c_str(), out); });
  }
  /// blocklengths[i] of *parts[i] at displacements[i] bytes.
  static Layout structure(Integers blocklengths, Integers displacements, std::span<const Layout* const> parts) {
    need_alike(blocklengths.size(), displacements.size(), "blocklengths", "displacements");
    need_alike(blocklengths.size(), parts.size(), "blocklengths", "parts");
    std::vector<const cw_layout*> handles;
    for (const Layout* part : parts) handles.push_back(part == nullptr ? nullptr : part->get());
    return made([&](cw_layout** out) {
      return cw_layout_struct(handles.size(), blocklengths.data(), displacements.data(), handles.data(), out);
    });
  }

  Layout contiguous(std::int64_t count) const {
    return made([&](cw_layout** out) { return cw_layout_contiguous(count, get(), out); });
  }
  Layout vector(std::int64_t count, std::int64_t blocklength, std::int64_t stride) const {
    return made([&](cw_layout** out) { return cw_layout_vector(count, blocklength, stride, get(), out); });
  }
  Layout hvector(std::int64_t count, std::int64_t blocklength, std::int64_t stride_in_bytes) const {
    return made([&](cw_layout** out) { return cw_layout_hvector(count, blocklength, stride_in_bytes, get(), out); });
  }
  Layout indexed(Integers blocklengths, Integers displacements) const {
    return listed(cw_layout_indexed, blocklengths, displacements);
  }
  Layout hindexed(Integers blocklengths, Integers displacements_in_bytes) const {
    return listed(cw_layout_hindexed, blocklengths, displacements_in_bytes);
  }
  Layout indexed_block(std::int64_t blocklength, Integers displacements) const {
    return made([&](cw_layout** out) {
      return cw_layout_indexed_block(displacements.size(), blocklength, displacements.data(), get(), out);
    });
  }
  Layout hindexed_block(std::int64_t blocklength, Integers displacements_in_bytes) const {
    return made([&](cw_layout** out) {
      return cw_layout_hindexed_block(displacements_in_bytes.size(), blocklength, displacements_in_bytes.data(), get(),
                                      out);
    });
  }
  Layout subarray(Integers sizes, Integers subsizes, Integers starts, int order = CW_ORDER_C) const {
    need_alike(sizes.size(), subsizes.size(), "sizes", "subsizes");
    need_alike(sizes.size(), starts.size(), "sizes", "starts");
    return made([&](cw_layout** out) {
      return cw_layout_subarray(sizes.size(), sizes.data(), subsizes.data(), starts.data(), order, get(), out);
    });
  }
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
  Layout resized(std::int64_t lower_bound, std::int64_t extent) const {
    return made([&](cw_layout** out) { return cw_layout_resized(lower_bound, extent, get(), out); });
  }
  /// The same, compiled for what you know of its use.
  Layout with(std::int64_t expected_uses, std::int64_t count = 0, std::int64_t alignment = 0,
              bool fixed_buffers = false) const {
    const cw_layout_options options = {sizeof(cw_layout_options), expected_uses, count, alignment, fixed_buffers};
    return made([&](cw_layout** out) { return cw_layout_with_options(get(), &options, out); });
  }

  /// Bytes of data in one element.
  std::size_t size() const {
    std::int64_t bytes = 0;
    detail::check(cw_layout_size(get(), &bytes));
    return static_cast<std::size_t>(bytes);
  }
  Bounds bounds() const { return bounds_by(cw_layout_extent); }
  Bounds true_bounds() const { return bounds_by(cw_layout_true_extent); }
  std::string notation() const { return text_by(cw_layout_notation); }
  /// The normal form in words.
  std::string describe() const { return text_by(cw_layout_describe); }

  /// `count` elements to count * size() bytes, and back.
  void pack(const void* base, std::int64_t count, void* packed) const {
    detail::check(cw_layout_pack(get(), base, count, packed));
  }
  void unpack(const void* packed, std::int64_t count, void* base) const {
    detail::check(cw_layout_unpack(get(), packed, count, base));
  }
  /// Bytes first to last - 1 of the packed stream.
  void pack_range(const void* base, std::int64_t count, std::int64_t first, std::int64_t last, void* packed) const {
    detail::check(cw_layout_pack_range(get(), base, count, first, last, packed));
  }
  void unpack_range(const void* packed, std::int64_t count, std::int64_t first, std::int64_t last, void* base) const {
    detail::check(cw_layout_unpack_range(get(), packed, count, first, last, base));
  }
  /// Straight into another layout, which must have room.
  void move(const void* base, std::int64_t count, const Layout& to, std::int64_t to_count, void* to_base) const {
    detail::check(cw_layout_move(get(), base, count, to.get(), to_count, to_base));
  }
  /// What packs and unpacks without a check; valid as long as the layout.
  cw_layout_functions functions() const {
    cw_layout_functions found{};
    detail::check(cw_layout_get_functions(get(), &found));
    return found;
  }
  cw_layout_statistics statistics() const {
    cw_layout_statistics found{};
    found.size = sizeof found;
    detail::check(cw_layout_get_statistics(get(), &found));
    return found;
  }
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

}  // namespace cw

#endif
