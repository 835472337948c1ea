// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/random.hpp"
#include "basic_datatypes.hpp"

#include <mpi.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

/// Random trees of MPI datatypes over all constructors, with zero and negative values where MPI allows them. The text
/// shows how to build the same one again. Uses only the random numbers of Cartwright.
class RandomDatatype {
 public:
  /// At most `depth` constructors above the leaves. No byte is further than `reach` from the buffer address.
  RandomDatatype(cartwright::base::Random& random, int depth, std::int64_t reach = 1 << 14)
      : random_(random), reach_(reach) {
    Built built = build(depth);
    if (built.predefined) MPI_Type_dup(built.type, &built.type);
    MPI_Type_commit(&built.type);
    type_ = built.type;
    text_ = std::move(built.text);
  }
  ~RandomDatatype() { MPI_Type_free(&type_); }
  RandomDatatype(const RandomDatatype&) = delete;

  operator MPI_Datatype() const { return type_; }
  const std::string& text() const { return text_; }

 private:
  struct Built {
    MPI_Datatype type;
    std::string text;
    bool predefined;
  };
  template <typename T = int>
  using List = std::vector<T>;

  std::int64_t below(std::int64_t bound) { return random_.below(bound); }
  int count() { return below(40) == 0 ? 0 : static_cast<int>(1 + below(4)); }
  template <typename T = int>
  T displacement(int range) {
    return static_cast<T>(below(2 * range + 1) - range);
  }
  template <typename T = int, typename Draw>
  List<T> list(int n, Draw draw) {
    List<T> values(static_cast<std::size_t>(n));
    for (T& value : values) value = static_cast<T>(draw());
    return values;
  }
  /// Open MPI 4.1 loses the sign of a stride of -1 byte.
  static MPI_Aint stride_of(MPI_Aint stride, MPI_Aint unit) { return stride * unit == -1 ? -stride : stride; }
  /// MPICH 4.0 packs only some of several elements whose extent is negative.
  static MPI_Aint extent_of(MPI_Aint extent) {
#ifndef OPEN_MPI
    return std::abs(extent);
#else
    return extent;
#endif
  }
  /// Some values have equal distances, which normal forms fold.
  template <typename T>
  List<T> displacements(int n, int range) {
    const T step = displacement<T>(range / 4 + 1);
    List<T> values = list<T>(n, [&] { return displacement<T>(range); });
    if (below(3) == 0)
      for (std::size_t i = 1; i < values.size(); ++i) values[i] = static_cast<T>(values[i - 1] + step);
    return values;
  }

  Built build(int depth) {
    if (depth == 0 || below(12) == 0) return leaf();
    if (below(4) == 0) return checked(structure(depth), {});
    Built child = build(depth - 1);
    return checked(construct(child), child);
  }

  static MPI_Count size_of_type(MPI_Datatype type) {
    MPI_Count size = 0;
    MPI_Type_size_x(type, &size);
    return size;
  }

  /// MPICH 4 loads and stores a long double as a number, without its padding.
  static std::vector<NamedDatatype> whole_datatypes() {
    std::vector<NamedDatatype> types = basic_datatypes();
#ifndef OPEN_MPI
    std::erase_if(types, [](const NamedDatatype& one) { return one.name.find("LONG_DOUBLE") != std::string::npos; });
#endif
    return types;
  }

  Built leaf() {
    static const std::vector<NamedDatatype> leaves = whole_datatypes();
    const NamedDatatype& one = leaves[static_cast<std::size_t>(below(static_cast<std::int64_t>(leaves.size())))];
    return {one.type, one.name, true};
  }

  /// The result, without its child; or only the child if bytes would lie too far away.
  Built checked(Built made, Built child) {
    MPI_Count lb, extent, true_lb, true_extent, size;
    MPI_Type_get_extent_x(made.type, &lb, &extent);
    MPI_Type_get_true_extent_x(made.type, &true_lb, &true_extent);
    MPI_Type_size_x(made.type, &size);
    const MPI_Count far =
        std::max({std::abs(lb), std::abs(lb + extent), std::abs(true_lb), std::abs(true_lb + true_extent), size});
    const bool fits = far <= reach_;
    Built& rejected = fits ? child : made;
    if (!rejected.text.empty() && !rejected.predefined) MPI_Type_free(&rejected.type);
    if (fits) return made;
    return child.text.empty() ? leaf() : child;
  }

  Built structure(int depth) {
    const int n = count();
    List<Built> children;
    for (int i = 0; i < n; ++i) children.push_back(build(depth - 1));
    List<> lengths = list(n, [&] { return below(6) == 0 ? 0 : 1 + below(2); });
    // MPICH 4.0 divides by zero when it packs a structure with an empty part.
    for (std::size_t i = 0; i < children.size(); ++i)
      if (size_of_type(children[i].type) == 0) lengths[i] = 0;
    const List<MPI_Aint> at = displacements<MPI_Aint>(n, 300);
    List<MPI_Datatype> types;
    std::string inside;
    for (const Built& child : children) {
      types.push_back(child.type);
      inside += (inside.empty() ? "" : ", ") + child.text;
    }
    MPI_Datatype made = MPI_DATATYPE_NULL;
#if MPI_VERSION >= 4
    if (below(2) == 0)
      MPI_Type_create_struct_c(n, wide(lengths).data(), wide(at).data(), types.data(), &made);
    else
#endif
      MPI_Type_create_struct(n, lengths.data(), at.data(), types.data(), &made);
    for (Built& child : children)
      if (!child.predefined) MPI_Type_free(&child.type);
    return {made, fmt::format("struct({} {})[{}]", lengths, at, inside), false};
  }

  Built construct(const Built& child) {
#if MPI_VERSION >= 4
    if (below(3) == 0) return large(child);
#endif
    MPI_Datatype made = MPI_DATATYPE_NULL;
    std::string how;
    const int n = count();
    const int length = count();
    const auto extent = [&] {
      MPI_Aint lb, bytes;
      MPI_Type_get_extent(child.type, &lb, &bytes);
      return bytes;
    }();
    switch (below(12)) {
      case 0:
        MPI_Type_contiguous(n, child.type, &made);
        how = fmt::format("contiguous({})", n);
        break;
      case 1: {
        const int stride = static_cast<int>(stride_of(displacement(6), extent));
        MPI_Type_vector(n, length, stride, child.type, &made);
        how = fmt::format("vector({} {} {})", n, length, stride);
        break;
      }
      case 2: {
        const MPI_Aint stride = stride_of(displacement<MPI_Aint>(200), 1);
        MPI_Type_create_hvector(n, length, stride, child.type, &made);
        how = fmt::format("hvector({} {} {})", n, length, stride);
        break;
      }
      case 3: {
        const List<> lengths = list(n, [&] { return count(); });
        const List<> at = displacements<int>(n, 12);
        MPI_Type_indexed(n, lengths.data(), at.data(), child.type, &made);
        how = fmt::format("indexed({} {})", lengths, at);
        break;
      }
      case 4: {
        const List<> lengths = list(n, [&] { return count(); });
        const List<MPI_Aint> at = displacements<MPI_Aint>(n, 400);
        MPI_Type_create_hindexed(n, lengths.data(), at.data(), child.type, &made);
        how = fmt::format("hindexed({} {})", lengths, at);
        break;
      }
      case 5: {
        const List<> at = displacements<int>(n, 12);
        MPI_Type_create_indexed_block(n, length, at.data(), child.type, &made);
        how = fmt::format("indexed_block({} {})", length, at);
        break;
      }
      case 6: {
        const List<MPI_Aint> at = displacements<MPI_Aint>(n, 400);
        MPI_Type_create_hindexed_block(n, length, at.data(), child.type, &made);
        how = fmt::format("hindexed_block({} {})", length, at);
        break;
      }
      case 7: {
        const auto lb = displacement<MPI_Aint>(40);
        const MPI_Aint wanted =
            extent_of(below(3) == 0 ? displacement<MPI_Aint>(200) : extent + displacement<MPI_Aint>(40));
        MPI_Type_create_resized(child.type, lb, wanted, &made);
        how = fmt::format("resized({} {})", lb, wanted);
        break;
      }
      case 8:
        // Open MPI 4.1 refuses distributed arrays without data.
        if (size_of_type(child.type) > 0) return darray(child);
        [[fallthrough]];
      case 9:
        MPI_Type_dup(child.type, &made);
        how = "dup";
        break;
      default: {
        const Subarray s = subarray();
        MPI_Type_create_subarray(static_cast<int>(s.sizes.size()), s.sizes.data(), s.subsizes.data(), s.starts.data(),
                                 s.order, child.type, &made);
        how = s.text();
      }
    }
    return {made, fmt::format("{}[{}]", how, child.text), false};
  }

  struct Subarray {
    List<> sizes, subsizes, starts;
    int order;
    std::string text() const {
      return fmt::format("subarray({} {} {} {})", sizes, subsizes, starts, order == MPI_ORDER_C ? "C" : "Fortran");
    }
  };
  int order() { return below(2) == 0 ? MPI_ORDER_C : MPI_ORDER_FORTRAN; }
  Subarray subarray() {
    Subarray s;
    const auto dims = static_cast<int>(1 + below(3));
    s.sizes = list(dims, [&] { return 1 + below(4); });
    for (const int size : s.sizes) {
      s.subsizes.push_back(static_cast<int>(1 + below(size)));
      s.starts.push_back(static_cast<int>(below(size - s.subsizes.back() + 1)));
    }
    s.order = order();
    return s;
  }

  Built darray(const Built& child) {
    const auto dims = static_cast<int>(1 + below(3));
    List<> sizes, distributions, arguments, processes;
    int all = 1;
    for (int i = 0; i < dims; ++i) {
      const auto size = static_cast<int>(1 + below(7));
      auto n = static_cast<int>(1 + below(3));
      int distribution = MPI_DISTRIBUTE_NONE;
      int argument = MPI_DISTRIBUTE_DFLT_DARG;
      if (const std::int64_t kind = below(5); kind == 0) {
        n = 1;
      } else {
        distribution = kind < 3 ? MPI_DISTRIBUTE_BLOCK : MPI_DISTRIBUTE_CYCLIC;
        // Blocks must cover the array.
        if (below(2) == 0) argument = static_cast<int>(kind < 3 ? (size + n - 1) / n + below(2) : 1 + below(3));
      }
      sizes.push_back(size);
      distributions.push_back(distribution);
      arguments.push_back(argument);
      processes.push_back(n);
      all *= n;
    }
    const auto rank = static_cast<int>(below(all));
    const int where = order();
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_create_darray(all, rank, dims, sizes.data(), distributions.data(), arguments.data(), processes.data(),
                           where, child.type, &made);
    const auto name = [](int kind) {
      return kind == MPI_DISTRIBUTE_BLOCK ? "block" : kind == MPI_DISTRIBUTE_CYCLIC ? "cyclic" : "none";
    };
    std::string dimensions;
    for (std::size_t i = 0; i < sizes.size(); ++i)
      dimensions += fmt::format(" {}:{}:{}/{}", sizes[i], name(distributions[i]), arguments[i], processes[i]);
    return {made,
            fmt::format("darray(rank {} of {}{} {})[{}]", rank, all, dimensions, where == MPI_ORDER_C ? "C" : "Fortran",
                        child.text),
            false};
  }

#if MPI_VERSION >= 4
  template <typename T>
  static List<MPI_Count> wide(const List<T>& values) {
    return {values.begin(), values.end()};
  }

  /// The constructors with large counts.
  Built large(const Built& child) {
    using Count = MPI_Count;
    MPI_Datatype made = MPI_DATATYPE_NULL;
    std::string how;
    const int n = count();
    const int length = count();
    switch (below(9)) {
      case 0:
        MPI_Type_contiguous_c(n, child.type, &made);
        how = fmt::format("contiguous_c({})", n);
        break;
      case 1: {
        const auto stride = displacement<Count>(6);
        MPI_Type_vector_c(n, length, stride, child.type, &made);
        how = fmt::format("vector_c({} {} {})", n, length, stride);
        break;
      }
      case 2: {
        const auto stride = displacement<Count>(200);
        MPI_Type_create_hvector_c(n, length, stride, child.type, &made);
        how = fmt::format("hvector_c({} {} {})", n, length, stride);
        break;
      }
      case 3: {
        const List<Count> lengths = list<Count>(n, [&] { return count(); });
        const List<Count> at = displacements<Count>(n, 12);
        MPI_Type_indexed_c(n, lengths.data(), at.data(), child.type, &made);
        how = fmt::format("indexed_c({} {})", lengths, at);
        break;
      }
      case 4: {
        const List<Count> lengths = list<Count>(n, [&] { return count(); });
        const List<Count> at = displacements<Count>(n, 400);
        MPI_Type_create_hindexed_c(n, lengths.data(), at.data(), child.type, &made);
        how = fmt::format("hindexed_c({} {})", lengths, at);
        break;
      }
      case 5: {
        const List<Count> at = displacements<Count>(n, 12);
        MPI_Type_create_indexed_block_c(n, length, at.data(), child.type, &made);
        how = fmt::format("indexed_block_c({} {})", length, at);
        break;
      }
      case 6: {
        const List<Count> at = displacements<Count>(n, 400);
        MPI_Type_create_hindexed_block_c(n, length, at.data(), child.type, &made);
        how = fmt::format("hindexed_block_c({} {})", length, at);
        break;
      }
      case 7: {
        const auto lb = displacement<Count>(40);
        const Count extent = extent_of(displacement<MPI_Aint>(200));
        MPI_Type_create_resized_c(child.type, lb, extent, &made);
        how = fmt::format("resized_c({} {})", lb, extent);
        break;
      }
      default: {
        const Subarray s = subarray();
        MPI_Type_create_subarray_c(static_cast<int>(s.sizes.size()), wide(s.sizes).data(), wide(s.subsizes).data(),
                                   wide(s.starts).data(), s.order, child.type, &made);
        how = "c " + s.text();
      }
    }
    return {made, fmt::format("{}[{}]", how, child.text), false};
  }
#endif

  cartwright::base::Random& random_;
  std::int64_t reach_;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  std::string text_;
};

/// Memory for `count` elements of a datatype with room on both sides, and the address to pass to MPI.
class DatatypeBuffer {
 public:
  DatatypeBuffer(MPI_Datatype type, std::int64_t count) {
    MPI_Count lb, extent, true_lb, true_extent;
    MPI_Type_get_extent_x(type, &lb, &extent);
    MPI_Type_get_true_extent_x(type, &true_lb, &true_extent);
    const MPI_Count last = count > 0 ? (count - 1) * extent : 0;
    const MPI_Count lowest = true_lb + std::min<MPI_Count>(0, last);
    // MPICH gives types without data arbitrary bounds.
    const MPI_Count highest = true_lb + std::max<MPI_Count>(0, true_extent) + std::max<MPI_Count>(0, last);
    origin_ = margin - lowest;
    bytes_.resize(static_cast<std::size_t>(highest - lowest + 2 * margin));
  }

  void fill(cartwright::base::Random& random) {
    for (unsigned char& byte : bytes_) byte = static_cast<unsigned char>(random.next());
  }
  std::vector<unsigned char>& bytes() { return bytes_; }
  const std::vector<unsigned char>& bytes() const { return bytes_; }
  /// May lie outside the bytes.
  unsigned char* base() {
    return reinterpret_cast<unsigned char*>(reinterpret_cast<std::intptr_t>(bytes_.data()) + origin_);
  }
  std::int64_t origin() const { return origin_; }

 private:
  static constexpr MPI_Count margin = 64;
  std::vector<unsigned char> bytes_;
  std::int64_t origin_ = 0;
};

/// The result of MPI_Pack.
inline std::vector<unsigned char> packed_by_mpi(MPI_Datatype type, int count, DatatypeBuffer& buffer) {
  MPI_Count size = 0;
  MPI_Type_size_x(type, &size);
  std::vector<unsigned char> packed(static_cast<std::size_t>(size * count));
  int bound = 0;  // an MPI may require more room than bytes of data
  MPI_Pack_size(count, type, MPI_COMM_SELF, &bound);
  std::vector<unsigned char> room(std::max(packed.size(), static_cast<std::size_t>(bound)) + 1);
  int position = 0;
  MPI_Pack(buffer.base(), count, type, room.data(), static_cast<int>(room.size()), &position, MPI_COMM_SELF);
  std::copy_n(room.begin(), packed.size(), packed.begin());
  return packed;
}

/// The displacements of the bytes that MPI_Pack packs, from the buffer address. It packs one digit to the base 256 at a
/// time.
inline std::vector<std::int64_t> packed_displacements(MPI_Datatype type, int count) {
  DatatypeBuffer buffer(type, count);
  std::vector<std::int64_t> displacements;
  for (int digit = 0; digit < 3; ++digit) {
    for (std::size_t i = 0; i < buffer.bytes().size(); ++i)
      buffer.bytes()[i] = static_cast<unsigned char>(i >> (8 * digit));
    const std::vector<unsigned char> packed = packed_by_mpi(type, count, buffer);
    displacements.resize(packed.size());
    for (std::size_t i = 0; i < packed.size(); ++i)
      displacements[i] |= static_cast<std::int64_t>(packed[i]) << (8 * digit);
  }
  for (std::int64_t& displacement : displacements) displacement -= buffer.origin();
  return displacements;
}

/// Whether any byte occurs twice: then the type may be sent, but not received.
inline bool overlaps(MPI_Datatype type, int count) {
  std::vector<std::int64_t> displacements = packed_displacements(type, count);
  std::ranges::sort(displacements);
  return std::ranges::adjacent_find(displacements) != displacements.end();
}
