// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// A 4-D lattice as in lattice QCD (MILC): (m^2 - D^2) chi = b by conjugate gradients, where D is the staggered Dirac
// operator. Each site has a vector of three colors and four links, matrices of SU(3), and D reads the eight nearest
// sites. The links are those of a free field after a gauge transformation, g(x) g(x + mu)^+. So for chi = g f with any
// f, a formula gives b, and every site has a known solution.
//
// usage: mpirun -n 16 ./lattice [POINTS]
// POINTS along each axis are even.
#include <cartwright/halo.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr std::size_t axes = 4, colors = 3;
constexpr double mass = 0.5;

using Complex = std::complex<double>;
using Position = std::array<std::int64_t, axes>;
using Vector = std::array<Complex, colors>;
using Matrix = std::array<Vector, colors>;  // rows
using Links = std::array<Matrix, axes>;

Complex dot(const Vector& a, const Vector& b) {
  Complex sum = 0;
  for (std::size_t i = 0; i < colors; ++i) sum += std::conj(a[i]) * b[i];
  return sum;
}

/// a + factor b
Vector plus(const Vector& a, Complex factor, const Vector& b) {
  Vector sum;
  for (std::size_t i = 0; i < colors; ++i) sum[i] = a[i] + factor * b[i];
  return sum;
}

Vector operator*(const Matrix& m, const Vector& v) {
  Vector product{};
  for (std::size_t i = 0; i < colors; ++i)
    for (std::size_t k = 0; k < colors; ++k) product[i] += m[i][k] * v[k];
  return product;
}

Matrix adjoint(const Matrix& m) {
  Matrix made;
  for (std::size_t i = 0; i < colors; ++i)
    for (std::size_t k = 0; k < colors; ++k) made[i][k] = std::conj(m[k][i]);
  return made;
}

/// The site `steps` further along axis mu of the periodic lattice.
Position shifted(Position at, std::size_t mu, int steps, std::int64_t points) {
  at[mu] = (at[mu] + steps + points) % points;
  return at;
}

/// Looks random; the same for equal arguments.
Vector random(const Position& at, std::uint64_t which) {
  const auto next = [](std::uint64_t bits) {  // splitmix64
    bits += 0x9e3779b97f4a7c15;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    return bits ^ bits >> 31;
  };
  for (const std::int64_t one : at) which = next(which) + static_cast<std::uint64_t>(one);
  const auto number = [&] { return static_cast<double>((which = next(which)) >> 11) * 0x1p-52 - 1; };
  Vector made;
  for (Complex& one : made) one = {number(), number()};
  return made;
}

Vector f(const Position& at) { return random(at, 0); }

/// A matrix of SU(3): two orthonormal rows, and the conjugate of their cross product.
Matrix g(const Position& at) {
  Vector a = random(at, 1), b = random(at, 2);
  a = plus({}, 1.0 / std::sqrt(dot(a, a)), a);
  b = plus(b, -dot(a, b), a);
  b = plus({}, 1.0 / std::sqrt(dot(b, b)), b);
  return {a, b,
          Vector{std::conj(a[1] * b[2] - a[2] * b[1]), std::conj(a[2] * b[0] - a[0] * b[2]),
                 std::conj(a[0] * b[1] - a[1] * b[0])}};
}

/// g(x) g(x + mu)^+ for each axis mu.
Links links(const Position& at, std::int64_t points) {
  Links made;
  const Matrix here = g(at);
  for (std::size_t mu = 0; mu < axes; ++mu) {
    const Matrix there = g(shifted(at, mu, 1, points));
    for (std::size_t i = 0; i < colors; ++i)
      for (std::size_t k = 0; k < colors; ++k) made[mu][i][k] = dot(there[k], here[i]);
  }
  return made;
}

/// (m^2 - D^2) g f = g (m^2 f - sum over mu of (f(x + 2 mu) - 2 f(x) + f(x - 2 mu)) / 4)
Vector right_side(const Position& at, std::int64_t points) {
  Vector b = plus({}, mass * mass + axes / 2.0, f(at));
  for (std::size_t mu = 0; mu < axes; ++mu)
    for (const int steps : {-2, 2}) b = plus(b, -0.25, f(shifted(at, mu, steps, points)));
  return g(at) * b;
}

/// A site of this process.
struct Site {
  std::int64_t at = 0;     // in the arrays
  Position position = {};  // in the lattice
};

bool solve(std::int64_t points) {
  cw_halo_options faces = CW_HALO_OPTIONS_INIT;
  faces.shape = CW_HALO_FACES;
  faces.buffered = 1;
  cw::HaloCart<Vector, axes> grid(MPI_COMM_WORLD, {points, points, points, points}, {1, 1, 1, 1}, 1, 2, faces);
  Vector *const p = grid[0].own(), *const q = grid[1].own();
  const Position &sizes = grid[0].sizes(), &strides = grid[0].strides();
  cw::HaloArray<Links, axes> link_array(sizes, 1);
  Links* const u = link_array.own();
  std::vector<Site> sites(static_cast<std::size_t>(sizes[0] * sizes[1] * sizes[2] * sizes[3]));
  std::vector<Vector> x(sites.size()), r(sites.size()), s(sites.size());
  for (std::size_t n = 0; n < sites.size(); ++n) {
    auto& [at, position] = sites[n];
    auto rest = static_cast<std::int64_t>(n);
    for (std::size_t axis = axes; axis-- > 0; rest /= sizes[axis]) {
      at += rest % sizes[axis] * strides[axis];
      position[axis] = rest % sizes[axis] + grid.block().start[axis];
    }
    u[at] = links(position, points);
    p[at] = r[n] = right_side(position, points);
  }
  cw::Halo(grid.comm(), faces, link_array).exchange();

  // Sums term(n) over all sites of all processes.
  const auto sum = [&](auto term) {
    double total = 0;
    for (std::size_t n = 0; n < sites.size(); ++n) total += term(n).real();
    MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPI_DOUBLE, MPI_SUM, grid.comm());
    return total;
  };
  // Exchanges the ghost sites of v, field number `field`, and calls put(n, D v) for each site.
  const auto apply = [&](std::size_t field, const Vector* v, auto put) {
    grid.halo().start({&field, 1}, 0);
    grid.halo().finish();
    for (std::size_t n = 0; n < sites.size(); ++n) {
      const auto& [at, position] = sites[n];
      Vector result{};
      double eta = 1;
      for (std::size_t mu = 0; mu < axes; ++mu) {
        const std::int64_t step = strides[mu];
        result = plus(result, eta / 2, u[at][mu] * v[at + step]);
        result = plus(result, -eta / 2, adjoint(u[at - step][mu]) * v[at - step]);
        if (position[mu] % 2 != 0) eta = -eta;
      }
      put(n, result);
    }
  };

  const double first = sum([&](std::size_t n) { return dot(r[n], r[n]); });
  double left = first;
  int iterations = 0;
  for (; left > 1e-24 * first && iterations < 1000; ++iterations) {
    apply(0, p, [&](std::size_t n, const Vector& dp) { q[sites[n].at] = dp; });
    apply(1, q, [&](std::size_t n, const Vector& dq) { s[n] = plus(dq, -mass * mass, p[sites[n].at]); });
    const double length = left / sum([&](std::size_t n) { return -dot(p[sites[n].at], s[n]); });
    const double before = left;
    left = sum([&](std::size_t n) {
      x[n] = plus(x[n], length, p[sites[n].at]);
      r[n] = plus(r[n], length, s[n]);
      return dot(r[n], r[n]);
    });
    for (std::size_t n = 0; n < sites.size(); ++n) p[sites[n].at] = plus(r[n], left / before, p[sites[n].at]);
  }

  double error = 0;
  for (std::size_t n = 0; n < sites.size(); ++n) {
    const Vector difference = plus(x[n], -1, g(sites[n].position) * f(sites[n].position));
    error = std::max(error, std::sqrt(dot(difference, difference).real()));
  }
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, grid.comm());
  int rank = 0;
  MPI_Comm_rank(grid.comm(), &rank);
  const auto& dims = grid.block().dims;
  if (rank == 0)
    std::printf("%lld^4 sites on %d x %d x %d x %d processes, %d iterations: error %.1e%s\n%s",
                static_cast<long long>(points), dims[0], dims[1], dims[2], dims[3], iterations, error,
                error < 1e-9 ? "" : ", WRONG", grid.halo().explain().c_str());
  return error < 1e-9;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const std::int64_t points = argc > 1 ? std::atoll(argv[1]) : 8;
  bool right = false;
  try {
    if (points < 2 || points % 2 != 0) throw cw::Error(CW_INVALID_ARGUMENT, "POINTS is not an even number above 0");
    right = solve(points);
  } catch (const cw::Error& error) {
    std::fprintf(stderr, "lattice: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return right ? 0 : 1;
}
