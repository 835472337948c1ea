// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "exchange/blocks.hpp"

namespace cartwright::bench {

Blocks::Blocks(MPI_Comm cart, const HaloCase& halo) : cart_(cart), halo_(halo), extent_(halo.size + 2 * halo.width) {
  MPI_Comm_rank(cart, &rank_);
  std::array<int, most_axes> dims{}, periods{}, coords{};
  const int axes = static_cast<int>(halo.axes);
  MPI_Cart_get(cart, axes, dims.data(), periods.data(), coords.data());
  int all = 1;
  for (std::size_t axis = 0; axis < halo.axes; ++axis) {
    points_ *= extent_;
    all *= 3;
  }
  for (int number = 0; number < all; ++number) {
    Side side;
    int steps = 0;
    bool along = true;
    int rest = number;
    std::array<int, most_axes> there = coords;
    for (std::size_t axis = halo.axes; axis-- > 0; rest /= 3) {
      const std::int64_t step = rest % 3 - 1;
      side.step[axis] = step;
      steps += step != 0 ? 1 : 0;
      along = along && (step == 0 || halo.only_axis < 0 || static_cast<int>(axis) == halo.only_axis);
      there[axis] += static_cast<int>(step);
      const std::int64_t w = halo.width;
      const std::int64_t n = halo.size;
      for (Box* box : {&side.ghosts, &side.boundary, &side.source}) {
        box->first[axis] = w;
        box->count[axis] = step == 0 ? n : w;
      }
      if (step == 0) continue;
      side.ghosts.first[axis] = step < 0 ? 0 : w + n;
      side.boundary.first[axis] = step < 0 ? w : n;
      side.source.first[axis] = step < 0 ? n : w;
    }
    if (steps == 0 || !along || (steps > 1 && !halo.corners)) continue;
    MPI_Cart_rank(cart, there.data(), &side.rank);
    sides_.push_back(side);
    shell_.push_back(side.boundary);
  }
}

std::int64_t Blocks::points(const Box& box) const {
  std::int64_t points = 1;
  for (std::size_t axis = 0; axis < halo_.axes; ++axis) points *= box.count[axis];
  return points;
}

std::int64_t Blocks::ghost_bytes() const {
  std::int64_t all = 0;
  for (const Side& side : sides_) all += points(side.ghosts);
  return all * halo_.fields * static_cast<std::int64_t>(sizeof(double));
}

std::int64_t Blocks::index(const Indices& at) const {
  std::int64_t index = 0;
  for (std::size_t axis = 0; axis < halo_.axes; ++axis) index = index * extent_ + at[axis];
  return index;
}

MPI_Datatype Blocks::subarray(const Box& box) const {
  std::array<int, most_axes> sizes{}, counts{}, starts{};
  for (std::size_t axis = 0; axis < halo_.axes; ++axis) {
    sizes[axis] = static_cast<int>(extent_);
    counts[axis] = static_cast<int>(box.count[axis]);
    starts[axis] = static_cast<int>(box.first[axis]);
  }
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_create_subarray(static_cast<int>(halo_.axes), sizes.data(), counts.data(), starts.data(), MPI_ORDER_C,
                           MPI_DOUBLE, &type);
  return type;
}

template <typename Row>
void Blocks::rows(const Box& box, Row row) const {
  Indices at = box.first;
  const std::size_t last = halo_.axes - 1;
  while (true) {
    row(at);
    std::size_t axis = last;
    while (axis > 0 && at[axis - 1] + 1 == box.first[axis - 1] + box.count[axis - 1]) {
      --axis;
      at[axis] = box.first[axis];
    }
    if (axis == 0) return;
    ++at[axis - 1];
  }
}

double* Blocks::pack(double* to, const double* field, const Box& box) const {
  const std::int64_t n = box.count[halo_.axes - 1];
  rows(box, [&](const Indices& at) {
    const double* const from = field + index(at);
    for (std::int64_t i = 0; i < n; ++i) to[i] = from[i];
    to += n;
  });
  return to;
}

const double* Blocks::unpack(double* field, const double* from, const Box& box) const {
  const std::int64_t n = box.count[halo_.axes - 1];
  rows(box, [&](const Indices& at) {
    double* const to = field + index(at);
    for (std::int64_t i = 0; i < n; ++i) to[i] = from[i];
    from += n;
  });
  return from;
}

void Blocks::copy(double* to, const Box& to_box, const double* from, const Box& from_box) const {
  const std::int64_t n = to_box.count[halo_.axes - 1];
  const std::int64_t shift = index(from_box.first) - index(to_box.first);
  rows(to_box, [&](const Indices& at) {
    const std::int64_t first = index(at);
    for (std::int64_t i = first; i < first + n; ++i) to[i] = from[i + shift];
  });
}

/// A point is known by its owner and its index there.
double Blocks::value(int number, int step, const Indices& at, int rank) const {
  return 1e-3 * static_cast<double>(index(at)) + 1000.0 * step + 1e6 * number + 1e8 * rank;
}

void Blocks::compute(double* field, int number, int step) const {
  for (const Box& box : shell_)
    rows(box, [&](Indices at) {
      for (std::int64_t i = 0; i < box.count[halo_.axes - 1]; ++i, ++at[halo_.axes - 1])
        field[index(at)] = value(number, step, at, rank_);
    });
}

bool Blocks::right(const double* field, int number, int step) const {
  bool all_right = true;
  for (const Side& side : sides_)
    rows(side.ghosts, [&](Indices at) {
      Indices there = at;
      for (std::size_t axis = 0; axis < halo_.axes; ++axis)
        there[axis] += side.source.first[axis] - side.ghosts.first[axis];
      for (std::int64_t i = 0; i < side.ghosts.count[halo_.axes - 1];
           ++i, ++at[halo_.axes - 1], ++there[halo_.axes - 1])
        all_right = all_right && field[index(at)] == value(number, step, there, side.rank);
    });
  return all_right;
}

}  // namespace cartwright::bench
