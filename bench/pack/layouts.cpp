// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "pack/layouts.hpp"

#include "base/error.hpp"
#include "base/random.hpp"
#include "datatype/notation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace cartwright::bench {

namespace {

using datatype::basic_named;
using datatype::Integers;
using datatype::TypePtr;

// The communication patterns of DDTBench, each from its parameters, which have the names of DDTBench. Arrays are those
// of Fortran: the first index runs fastest.

TypePtr float_type() { return basic_named("float"); }
TypePtr double_type() { return basic_named("double"); }

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

/// First and last index of one dimension of an array in memory, and of the part that is sent.
struct WrfRange {
  std::int64_t memory_first, memory_last, first, last;
};
enum class WrfParts { vectors, subarrays };
/// WRF: the same part of four 2-D arrays, three 3-D arrays and one component each of two 4-D arrays, of floats. Each
/// part consists of vectors, or is a subarray.
Case wrf(const std::string& name, WrfParts how, WrfRange i, WrfRange k, WrfRange j) {
  constexpr int arrays_2d = 4, arrays_3d = 3, arrays_4d = 2, components = 2, first_component = 1;
  const auto size = [](WrfRange range) { return range.memory_last - range.memory_first + 1; };
  const auto part = [](WrfRange range) { return range.last - range.first + 1; };
  const auto start = [](WrfRange range) { return range.first - range.memory_first; };
  const TypePtr element = float_type();
  const std::int64_t plane = size(i) * size(k) * 4;  // bytes of one j

  TypePtr flat, solid;
  std::int64_t flat_start = 0, solid_start = 0;
  if (how == WrfParts::vectors) {
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

/// MILC: vectors of SU(3) at the lower end of a 4-D lattice in direction z, even and odd sites.
Case milc_su3_zdown(std::array<std::int64_t, 4> lattice) {
  const auto [x, y, z, t] = lattice;
  const TypePtr vector = datatype::contiguous(6, float_type());
  const TypePtr sites = datatype::vector(t, x * y / 2, x * y * z / 2, vector);
  return {fmt::format("MILC_su3_zd {}x{}x{}x{}", x, y, z, t), "MILC",
          datatype::hvector(2, 1, x * y * z * t / 2 * vector->size, sites)};
}

/// NAS LU: five doubles per point; a row is contiguous, a column is not. `rows` x `columns` without halo.
Case nas_lu_x(std::int64_t columns) {
  return {fmt::format("NAS_LU_x {}", columns), "NAS LU", datatype::contiguous(5 * columns, double_type()), 40};
}

Case nas_lu_y(std::int64_t columns, std::int64_t rows) {
  const std::int64_t row = columns + 2;
  return {fmt::format("NAS_LU_y {}", rows), "NAS LU",
          datatype::vector(rows, 1, row, datatype::contiguous(5, double_type())), (row + columns) * 40};
}

/// NAS MG: the faces of a 3-D array of doubles without its halo.
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

/// A problem of NAS BT or SP: the points of its grid in each direction, and the processes, a square number.
struct NasClass {
  char name;
  std::int64_t points, cells;  ///< cells: in each direction, and of each process

  std::string text() const { return fmt::format("{}.{}", name, cells * cells); }
  /// Points of a cell, and of its array without the halo, which has room for cells that are larger by one.
  std::int64_t side() const { return points / cells; }
  std::int64_t room() const { return side() + 1; }
};

/// NAS BT and SP (NPB 3.4.2, copy_faces): two layers of points of each cell at the upper end of a direction, in one
/// message. One of the cells of a process has no neighbor there. BT keeps the five doubles of a point together, SP the
/// points of each of them, in arrays of odd size.
Case nas_bt(char face, NasClass problem) {
  const std::int64_t room = problem.room() + 4, side = problem.side();
  std::vector<std::int64_t> subsizes = {5, side, side, side, problem.cells - 1}, starts = {0, 2, 2, 2, 0};
  const std::size_t d = 1 + face - 'x';
  subsizes[d] = 2;
  starts[d] = side;
  return {fmt::format("NAS_BT_{} {}", face, problem.text()), "NAS BT",
          datatype::subarray({5, room, room, room, problem.cells}, subsizes, starts, true, double_type())};
}

Case nas_sp(char face, NasClass problem) {
  const std::int64_t odd = problem.room() / 2 * 2 + 1 + 4, side = problem.side();
  std::vector<std::int64_t> subsizes = {side, side, side, 5, problem.cells - 1}, starts = {2, 2, 2, 0, 0};
  const std::size_t d = face - 'x';
  subsizes[d] = 2;
  starts[d] = side;
  return {fmt::format("NAS_SP_{} {}", face, problem.text()), "NAS SP",
          datatype::subarray({odd, odd, problem.room() + 4, 5, problem.cells}, subsizes, starts, true, double_type())};
}

/// LAMMPS: `sent` of `atoms`, at random, out of several arrays: positions (three doubles) and properties (one each).
Case lammps(const char* kind, int properties, std::int64_t atoms, std::int64_t sent) {
  Arrays arrays;
  std::vector<std::int64_t> displacements = {arrays.add(3 * atoms * 8)};
  std::vector<TypePtr> parts = {at_indices(atoms, sent, 3, double_type())};
  const TypePtr property = at_indices(atoms, sent, 1, double_type());
  for (int i = 0; i < properties; ++i) {
    displacements.push_back(arrays.add(atoms * 8));
    parts.push_back(property);
  }
  return {fmt::format("LAMMPS_{} {}", kind, sent), "LAMMPS", joined(displacements, std::move(parts)), 0, true};
}
Case lammps_full(std::int64_t atoms, std::int64_t sent) { return lammps("full", 5, atoms, sent); }
Case lammps_atomic(std::int64_t atoms, std::int64_t sent) { return lammps("atomic", 3, atoms, sent); }

/// SPECFEM3D: points of the outer core (a float each), of crust-mantle and inner core (three floats each), at random;
/// and one of two sides of elements (three floats), all of them.
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

/// The transpose in a 2-D FFT, of an n x n matrix of complex doubles that is distributed over `processes`: the part for
/// one process, as sent (blocks of rows) and as received (columns).
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

/// The part of a 3-D array of doubles with a halo that is sent to a neighbor: `halo` points deep, at the upper end of
/// direction `face`. x runs fastest.
Case face_of(std::array<std::int64_t, 3> n, std::int64_t halo, char face) {
  const std::size_t d = face - 'x';
  std::vector<std::int64_t> sizes, subsizes, starts;
  for (std::size_t i = 0; i < 3; ++i) {
    sizes.push_back(n[i] + 2 * halo);
    subsizes.push_back(i == d ? halo : n[i]);
    starts.push_back(i == d ? n[i] : halo);
  }
  const bool cube = n[0] == n[1] && n[1] == n[2];
  const std::string size = cube ? fmt::to_string(n[0]) : fmt::format("{}x{}x{}", n[0], n[1], n[2]);
  return {fmt::format("face {} n={} h={}", face, size, halo), "3-D faces",
          datatype::subarray(sizes, subsizes, starts, true, double_type())};
}

Case every_second_double(std::int64_t count) {
  return {fmt::format("stride-2 double {}", count), "stride 2", datatype::vector(count, 1, 2, double_type())};
}

/// A datatype that MILC commits.
Case milc_vector(std::int64_t count, std::int64_t blocklength, std::int64_t stride) {
  return {fmt::format("MILC vec({} {} {})", count, blocklength, stride), "MILC",
          datatype::vector(count, blocklength, stride, datatype::contiguous(6, float_type()))};
}
Case milc_pair_of_vectors() {
  return {"MILC hvec(2 1 6144)[vec(8 8 32)]", "MILC", datatype::hvector(2, 1, 6144, milc_vector(8, 8, 32).type)};
}

/// `count` blocks of `doubles` doubles. Gaps between places are random, and the places are shuffled.
Case random_blocks(std::int64_t count, std::int64_t doubles) {
  base::Random random(static_cast<std::uint64_t>(count));
  std::vector<std::int64_t> displacements;
  std::int64_t at = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    displacements.push_back(8 * at);
    at += doubles + 1 + random.below(8);
  }
  for (auto left = static_cast<std::int64_t>(displacements.size()); left > 1; --left)
    std::swap(displacements[static_cast<std::size_t>(left - 1)],
              displacements[static_cast<std::size_t>(random.below(left))]);
  Case made = {fmt::format("random {} x {} doubles", count, doubles), "random",
               datatype::hindexed_block(doubles, datatype::Integers(std::move(displacements)), double_type())};
  made.list = true;
  return made;
}

}  // namespace

std::vector<Case> nested_cases() {
  std::vector<Case> cases;
  for (std::int64_t count = 2; count <= 2048; count *= 4)
    cases.push_back({fmt::format("nested {} x 8 x 192 B", count), "nested",
                     datatype::hvector(count, 1, 6144, milc_vector(8, 8, 32).type)});
  return cases;
}

std::vector<Case> random_cases() {
  std::vector<Case> cases;
  for (const std::int64_t doubles : {1, 4})
    for (std::int64_t count = 16; count <= 16384; count *= 4) cases.push_back(random_blocks(count, doubles));
  return cases;
}

std::vector<Case> cached_cases() {
  constexpr WrfRange levels = {1, 65, 1, 65};
  std::vector<Case> cases = {
      wrf("WRF_x_vec 2x2", WrfParts::vectors, {-4, 27, 18, 20}, levels, {34, 85, 38, 81}),
      wrf("WRF_x_vec 4x4", WrfParts::vectors, {4, 27, 18, 20}, levels, {14, 47, 18, 43}),
      wrf("WRF_x_vec 8x8", WrfParts::vectors, {4, 22, 13, 15}, levels, {4, 27, 8, 23}),
      wrf("WRF_x_sa 8x8", WrfParts::subarrays, {4, 22, 13, 15}, levels, {4, 27, 8, 23}),
      wrf("WRF_y_vec 2x2", WrfParts::vectors, {-4, 27, 1, 23}, levels, {34, 85, 41, 43}),
      wrf("WRF_y_vec 4x4", WrfParts::vectors, {4, 27, 8, 23}, levels, {14, 47, 21, 23}),
      wrf("WRF_y_vec 8x8", WrfParts::vectors, {4, 22, 8, 18}, levels, {4, 27, 11, 13}),
      wrf("WRF_y_sa 8x8", WrfParts::subarrays, {4, 22, 8, 18}, levels, {4, 27, 11, 13}),
      milc_su3_zdown({8, 8, 8, 8}),
      milc_su3_zdown({8, 16, 16, 16}),
      milc_su3_zdown({16, 16, 16, 16}),
      milc_pair_of_vectors(),
      milc_vector(32, 2, 8),
      nas_lu_x(12),
      nas_lu_x(162),
      nas_lu_y(12, 12),
      nas_lu_y(33, 33),
      nas_lu_y(64, 64),
      nas_lu_y(102, 102),
      nas_lu_y(408, 408),
      nas_mg('x', {34, 18, 18}),
      nas_mg('y', {34, 18, 18}),
      nas_mg('z', {34, 18, 18}),
      nas_mg('x', {130, 66, 66}),
      nas_mg('y', {130, 66, 66}),
      nas_mg('z', {130, 66, 66}),
      nas_mg('y', {258, 130, 130}),
      lammps_full(1907, 1662),
      lammps_full(2597, 2243),
      lammps_full(3534, 3062),
      lammps_atomic(1217, 114),
      lammps_atomic(2157, 145),
      lammps_atomic(4084, 243),
      specfem3d_oc(3697, 493),
      specfem3d_oc(12857, 877),
      specfem3d_oc(38585, 1897),
      specfem3d_oc(88881, 3225),
      specfem3d_cm({39929, 1225}, {1957, 245}),
      specfem3d_cm({152001, 7209}, {3801, 801}),
      specfem3d_mt(5600),
      specfem3d_mt(7600),
      fft2d_send(256, 2),
      fft2d_receive(256, 2),
      every_second_double(1024),
  };
  for (const NasClass problem : {NasClass{'A', 64, 4}, NasClass{'B', 102, 3}})
    for (const auto& nas : {nas_bt, nas_sp})
      for (const char face : {'x', 'y', 'z'}) cases.push_back(nas(face, problem));
  for (const std::int64_t n : {32, 64})
    for (const std::int64_t halo : {1, 2, 4})
      for (const char face : {'x', 'y', 'z'}) cases.push_back(face_of({n, n, n}, halo, face));
  // The x face of 128 would touch more than 16384 cache lines, which do not fit into the second-level cache.
  for (const std::int64_t halo : {1, 2})
    for (const char face : {'y', 'z'}) cases.push_back(face_of({128, 128, 128}, halo, face));
  return cases;
}

std::vector<Case> large_cases() {
  return {
      wrf("WRF_x_vec large", WrfParts::vectors, {1, 32, 28, 30}, {1, 65, 1, 65}, {1, 4102, 4, 4099}),
      wrf("WRF_y_vec large", WrfParts::vectors, {1, 8006, 4, 8003}, {1, 65, 1, 65}, {1, 9, 4, 6}),
      wrf("WRF_y_sa large", WrfParts::subarrays, {1, 8006, 4, 8003}, {1, 65, 1, 65}, {1, 9, 4, 6}),
      milc_su3_zdown({128, 128, 4, 128}),
      milc_su3_zdown({8, 8, 4, 32768}),
      nas_lu_x(1 << 20),
      nas_lu_y(6, 500000),
      nas_mg('x', {36, 1026, 1026}),
      nas_mg('y', {2050, 4, 2050}),
      nas_mg('z', {512, 8194, 3}),
      lammps_full(600000, 400000),
      lammps_atomic(800000, 400000),
      specfem3d_oc(8000000, 4000000),
      specfem3d_cm({3000000, 600000}, {1500000, 400000}),
      specfem3d_mt(3000000),
      fft2d_send(4096, 2),
      fft2d_receive(4096, 2),
      every_second_double(4 << 20),
      face_of({32, 1024, 1024}, 2, 'x'),
      face_of({1024, 16, 1024}, 2, 'y'),
      face_of({1024, 2048, 8}, 2, 'z'),
  };
}

std::vector<Case> message_cases() {
  std::vector<Case> cases = cached_cases();
  for (Case& more :
       std::vector<Case>{nas_lu_y(1020, 1020), nas_mg('x', {258, 130, 130}), nas_mg('x', {514, 258, 258}),
                         nas_mg('y', {514, 258, 258}), nas_mg('z', {514, 258, 258}),
                         specfem3d_cm({396849, 22477}, {7125, 1729}), specfem3d_cm({834917, 51153}, {11797, 3009}),
                         fft2d_send(512, 2), fft2d_receive(512, 2), fft2d_send(1024, 2), fft2d_receive(1024, 2)})
    cases.push_back(std::move(more));
  return cases;
}

std::vector<Case> tiny_cases() {
  const datatype::TypePtr element = double_type();
  return {{"one double", "tiny", datatype::contiguous(1, element)},
          {"two doubles", "tiny", datatype::vector(2, 1, 2, element)}};
}

Case case_named(const std::string& name) {
  for (const auto& cases : {cached_cases, tiny_cases, nested_cases, random_cases})
    for (Case& each : cases())
      if (each.name == name) return std::move(each);
  if (name.ends_with(']')) return {name, "", datatype::parse_type(name)};
  for (Case& each : large_cases())  // last, as their lists take a while
    if (each.name == name) return std::move(each);
  base::fail(base::Status::invalid_argument, "no layout has the name '{}'", name);
}

std::vector<Case> selected(std::vector<Case> cases, std::span<const std::string> patterns) {
  if (patterns.empty()) return cases;
  std::erase_if(cases, [&](const Case& each) {
    return std::ranges::none_of(
        patterns, [&](const std::string& pattern) { return each.name.find(pattern) != std::string::npos; });
  });
  return cases;
}

}  // namespace cartwright::bench
