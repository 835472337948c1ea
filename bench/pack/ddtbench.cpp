// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "pack/ddtbench.hpp"

#include "base/random.hpp"

#include <fmt/format.h>

#include <numeric>

namespace cartwright::bench {

namespace {

using datatype::Integers;
using datatype::TypePtr;

TypePtr float_type() { return datatype::basic_named("float"); }
TypePtr double_type() { return datatype::basic_named("double"); }

/// Arrays that a program has allocated separately, here in one buffer. Each starts at a page.
class Arrays {
 public:
  std::int64_t add(std::int64_t bytes) {
    const std::int64_t at = end_;
    end_ += (bytes + 4095) / 4096 * 4096;
    return at;
  }

 private:
  std::int64_t end_ = 0;
};

TypePtr joined(const std::vector<std::int64_t>& displacements, std::vector<TypePtr> parts) {
  Integers ones(std::vector<std::int64_t>(parts.size(), 1));
  return datatype::structure(std::move(ones), Integers::fitted(displacements), std::move(parts));
}

/// `some` different random numbers below `all`, times `scale`; the same in every process.
std::vector<std::int32_t> drawn(std::int64_t all, std::int64_t some, std::int32_t scale) {
  base::Random random(static_cast<std::uint64_t>(all + some));
  std::vector<std::int32_t> numbers(all);
  std::iota(numbers.begin(), numbers.end(), 0);
  for (std::int64_t i = 0; i < some; ++i) std::swap(numbers[i], numbers[i + random.below(all - i)]);
  numbers.resize(some);
  for (std::int32_t& number : numbers) number *= scale;
  return numbers;
}

TypePtr at_indices(std::int64_t all, std::int64_t some, std::int32_t blocklength, const TypePtr& child) {
  return datatype::indexed_block(blocklength, Integers(drawn(all, some, blocklength)), child);
}

/// Atoms with three doubles in the first array and one in each of `properties` others.
Case atoms_at(std::string name, std::int64_t atoms, std::int64_t sent, int properties) {
  Arrays arrays;
  std::vector<std::int64_t> displacements = {arrays.add(3 * atoms * 8)};
  std::vector<TypePtr> parts = {at_indices(atoms, sent, 3, double_type())};
  const TypePtr property = at_indices(atoms, sent, 1, double_type());
  for (int i = 0; i < properties; ++i) {
    displacements.push_back(arrays.add(atoms * 8));
    parts.push_back(property);
  }
  return {std::move(name), "LAMMPS", joined(displacements, std::move(parts)), 0, true};
}

}  // namespace

Case wrf(const std::string& name, WrfParts how, WrfRange i, WrfRange k, WrfRange j) {
  constexpr int arrays_2d = 4, arrays_3d = 3, arrays_4d = 2, components = 2, first_component = 1;
  const auto size = [](WrfRange range) { return range.memory_last - range.memory_first + 1; };
  const auto part = [](WrfRange range) { return range.last - range.first + 1; };
  const auto start = [](WrfRange range) { return range.first - range.memory_first; };
  const TypePtr element = float_type();
  const std::int64_t plane = size(i) * size(k) * 4;  // bytes of one j

  const bool vectors = how == WrfParts::vectors;
  TypePtr flat, solid;
  std::int64_t flat_start = 0, solid_start = 0;
  if (vectors) {
    flat = datatype::vector(part(j), part(i), size(i), element);
    flat_start = (start(j) * size(i) + start(i)) * 4;
    solid = datatype::hvector(part(j), 1, plane, datatype::vector(part(k), part(i), size(i), element));
    solid_start = start(j) * plane + (start(k) * size(i) + start(i)) * 4;
  } else {
    flat = datatype::subarray({size(i), size(j)}, {part(i), part(j)}, {start(i), start(j)}, true, element);
    solid = datatype::subarray({size(i), size(k), size(j)}, {part(i), part(k), part(j)}, {start(i), start(k), start(j)},
                               true, element);
  }

  Arrays arrays;
  std::vector<std::int64_t> displacements;
  std::vector<TypePtr> parts;
  const auto add = [&](std::int64_t bytes, std::int64_t at, const TypePtr& type) {
    displacements.push_back(arrays.add(bytes) + at);
    parts.push_back(type);
  };
  for (int m = 0; m < arrays_2d; ++m) add(size(i) * size(j) * 4, flat_start, flat);
  for (int m = 0; m < arrays_3d; ++m) add(plane * size(j), solid_start, solid);
  for (int m = 0; m < arrays_4d; ++m)
    add(components * plane * size(j), first_component * plane * size(j) + solid_start, solid);
  return {name, "WRF", joined(displacements, std::move(parts))};
}

Case milc_su3_zdown(std::array<std::int64_t, 4> lattice) {
  const auto [x, y, z, t] = lattice;
  const TypePtr vector = datatype::contiguous(6, float_type());
  const TypePtr sites = datatype::vector(t, x * y / 2, x * y * z / 2, vector);
  return {fmt::format("MILC_su3_zd {}x{}x{}x{}", x, y, z, t), "MILC",
          datatype::hvector(2, 1, x * y * z * t / 2 * vector->size, sites)};
}

Case nas_lu_x(std::int64_t columns) {
  return {fmt::format("NAS_LU_x {}", columns), "NAS LU", datatype::contiguous(5 * columns, double_type()), 40};
}

Case nas_lu_y(std::int64_t columns, std::int64_t rows) {
  const std::int64_t row = columns + 2;
  return {fmt::format("NAS_LU_y {}", rows), "NAS LU",
          datatype::vector(rows, 1, row, datatype::contiguous(5, double_type())), (row + columns) * 40};
}

Case nas_mg(char face, std::array<std::int64_t, 3> dims) {
  const auto [x, y, z] = dims;
  Case made{fmt::format("NAS_MG_{} {}", face, x), "NAS MG", nullptr};
  const auto address = [&](std::int64_t i, std::int64_t j, std::int64_t k) { return 8 * (i + x * (j + y * k)); };
  if (face == 'x') {
    made.type = datatype::hvector(z - 2, 1, x * y * 8, datatype::vector(y - 2, 1, x, double_type()));
    made.at = address(x - 2, 1, 1);
  } else if (face == 'y') {
    made.type = datatype::vector(z - 2, x - 2, x * y, double_type());
    made.at = address(1, y - 2, 1);
  } else {
    made.type = datatype::vector(y - 2, x - 2, x, double_type());
    made.at = address(1, 1, 1);
  }
  return made;
}

Case lammps_full(std::int64_t atoms, std::int64_t sent) {
  return atoms_at(fmt::format("LAMMPS_full {}", sent), atoms, sent, 5);
}

Case lammps_atomic(std::int64_t atoms, std::int64_t sent) {
  return atoms_at(fmt::format("LAMMPS_atomic {}", sent), atoms, sent, 3);
}

Case specfem3d_oc(std::int64_t points, std::int64_t sent) {
  return {fmt::format("SPECFEM3D_oc {}", sent), "SPECFEM3D", at_indices(points, sent, 1, float_type()), 0, true};
}

Case specfem3d_cm(std::array<std::int64_t, 2> points, std::array<std::int64_t, 2> sent) {
  Arrays arrays;
  std::vector<std::int64_t> displacements;
  std::vector<TypePtr> parts;
  for (std::size_t i = 0; i < 2; ++i) {
    displacements.push_back(arrays.add(3 * points[i] * 4));
    parts.push_back(at_indices(points[i], sent[i], 3, float_type()));
  }
  return {fmt::format("SPECFEM3D_cm {}", sent[0] + sent[1]), "SPECFEM3D", joined(displacements, std::move(parts)), 0,
          true};
}

Case specfem3d_mt(std::int64_t elements) {
  return {fmt::format("SPECFEM3D_mt {}", elements), "SPECFEM3D",
          datatype::vector(elements, 1, 2, datatype::contiguous(3, float_type()))};
}

Case fft2d_send(std::int64_t n, std::int64_t processes) {
  const std::int64_t part = n / processes;
  return {fmt::format("FFT2D_send {}", n), "FFT",
          datatype::resized(0, part * 16, datatype::vector(part, part, n, datatype::contiguous(2, double_type())))};
}

Case fft2d_receive(std::int64_t n, std::int64_t processes) {
  const std::int64_t part = n / processes;
  const TypePtr column = datatype::vector(part, 1, n, datatype::contiguous(2, double_type()));
  return {fmt::format("FFT2D_receive {}", n), "FFT", datatype::contiguous(part, datatype::resized(0, 16, column))};
}

}  // namespace cartwright::bench
