// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CARTWRIGHT_POISSON_HPP
#define CARTWRIGHT_POISSON_HPP

/// \file
/// poisson.h for C++20, header only, in the manner of fft.hpp:
///
///     cw::fft::Poisson<double> solver(MPI_COMM_WORLD, {64, 64, 64}, {.boundaries = "DD PP PP"});
///     auto u = solver.buffer();
///     solver.array().for_each([&](const auto& index, std::size_t at) { u[at] = f(solver.point(index)); });
///     solver.solve(u, u);

#include <cartwright/poisson.h>
#include <cartwright/fft.hpp>

#include <utility>

#if __cplusplus >= 202002L

namespace cw::fft {

/// The Laplacian of a solver (cw_poisson_laplacian).
enum class Laplacian {
  spectral = CW_POISSON_SPECTRAL,         ///< exact for the waves of the transforms
  second_order = CW_POISSON_SECOND_ORDER  ///< differences between neighbors
};

/// Options of a Poisson solver (cw_poisson_options). Empty members have the default of poisson.h.
struct PoissonOptions {
  std::string boundaries = {};       ///< two letters for each axis: P periodic, D Dirichlet, N Neumann, U unbounded
  std::string centering = {};        ///< a letter for each axis: C cells, N nodes
  std::vector<double> lengths = {};  ///< of the box
  std::vector<double> faces = {};    ///< of the cells along axis 0, one more than cells; none: all have the same width
  double lambda = 0;                 ///< in laplace(u) - lambda u = f
  Laplacian laplacian = Laplacian::spectral;  ///< the Laplacian
  Options fft = {};                           ///< of the plan
};

/// A solver of laplace(u) - lambda u = f in a box.
/// \tparam Value the element type of f and u
template <Element Value>
class Poisson {
 public:
  /// Makes a solver (cw_poisson_create). Collective over `comm`.
  /// \param comm    an intracommunicator
  /// \param n       numbers of points along the axes
  /// \param options the options
  Poisson(MPI_Comm comm, const std::vector<std::int64_t>& n, const PoissonOptions& options = {}) {
    const bool real = std::is_floating_point_v<Value>;
    const detail::COptions fft(options.fft, n.size(), real, detail::precision<RealOf<Value>>());
    cw_poisson_options c = CW_POISSON_OPTIONS_INIT;
    c.boundaries = options.boundaries.empty() ? nullptr : options.boundaries.c_str();
    c.centering = options.centering.empty() ? nullptr : options.centering.c_str();
    c.lengths = cw::detail::array_or_null(std::span<const double>(options.lengths), n.size(), "lengths");
    const std::vector<double>& faces = options.faces;
    if (!faces.empty() && (n.empty() || std::cmp_not_equal(faces.size() - 1, n[0])))
      throw Error(CW_INVALID_ARGUMENT,
                  "faces has " + std::to_string(faces.size()) + " entries: give one more than cells along axis 0");
    c.faces = faces.empty() ? nullptr : faces.data();
    c.lambda = options.lambda;
    c.laplacian = static_cast<cw_poisson_laplacian>(options.laplacian);
    c.complex_data = !real;
    c.fft = fft.get();
    cw_poisson* made = nullptr;
    detail::check(cw_poisson_create(comm, n.size(), n.data(), &c, &made));
    handle_.reset(made);
    fields_ = options.fft.fields;
    array_ = array(-1);
    for (std::size_t i = 0; i + 1 < faces.size(); ++i) centers_.push_back((faces[i] + faces[i + 1]) / 2);
    for (std::size_t axis = 0; axis < n.size(); ++axis) {
      axes_.emplace_back();
      if (axis == 0 && !centers_.empty()) continue;
      detail::check(cw_poisson_points(get(), axis, &axes_.back().first, &axes_.back().spacing));
    }
  }

  /// \return the part of f and u that this process holds
  const Array& array() const noexcept { return array_; }
  /// \param rank a process of the communicator
  /// \return the part that it holds
  Array array(int rank) const {
    cw_fft_array c = CW_FFT_ARRAY_INIT;
    detail::check(cw_poisson_array(get(), rank, &c));
    return Array(c, fields_);
  }
  /// \return memory for all fields of f or u
  Buffer<Value> buffer() const { return Buffer<Value>(array_.size()); }
  /// \param index a global index along each axis
  /// \return the coordinates of the point
  std::vector<double> point(const std::vector<std::int64_t>& index) const {
    std::vector<double> at;
    for (std::size_t axis = 0; axis < axes_.size(); ++axis)
      at.push_back(axis == 0 && !centers_.empty()
                       ? centers_[static_cast<std::size_t>(index[0])]
                       : axes_[axis].first + static_cast<double>(index[axis]) * axes_[axis].spacing);
    return at;
  }

  /// Solves the equation (cw_poisson_solve). Collective.
  /// \param in  f, at least array().size() elements
  /// \param out receives u, at least array().size() elements; `in` for a solution in place
  void solve(std::span<const Value> in, std::span<Value> out) {
    // A buffer that is too small is passed as a missing one: then all processes get an error.
    const bool in_fits = in.size() >= array_.size(), out_fits = out.size() >= array_.size();
    const cw_status status = cw_poisson_solve(get(), in_fits ? in.data() : nullptr, out_fits ? out.data() : nullptr);
    if (!in_fits) throw detail::too_small("in", in.size(), array_.size());
    if (!out_fits) throw detail::too_small("out", out.size(), array_.size());
    detail::check(status);
  }

  /// \return the equation, and the choices of the plan with their reasons, in a few lines
  std::string explain() const { return detail::check(cw_poisson_explain(get())); }
  /// \return the plan, which belongs to the solver, for its times or for Options::share
  cw_fft_plan* plan() const {
    cw_fft_plan* plan = nullptr;
    detail::check(cw_poisson_plan(get(), &plan));
    return plan;
  }
  /// \return the handle, which this object keeps
  cw_poisson* get() const noexcept { return handle_.get(); }

 private:
  struct Free {
    void operator()(cw_poisson* solver) const noexcept { cw_poisson_free(solver); }
  };
  struct Points {
    double first = 0, spacing = 0;
  };

  std::unique_ptr<cw_poisson, Free> handle_;
  std::int64_t fields_ = 1;
  Array array_;
  std::vector<Points> axes_;
  std::vector<double> centers_;  ///< of the cells along axis 0, with faces
};

}  // namespace cw::fft

#endif  // C++20

#endif
