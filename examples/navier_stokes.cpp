// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

// Incompressible flow in a periodic box of side 2 pi, by a pseudo-spectral method:
//     du/dt = u x curl u - grad p + nu laplace u + f,   div u = 0
// Derivatives are multiplications in spectral space. Products are formed at 3/2 as many points along each axis, which
// removes aliasing. RK4 in time. The energy must change by what the viscosity takes: otherwise the program fails.
//
// usage: mpirun -n 4 ./navier_stokes [OPTION VALUE ...], with the options in main()
//   --case   taylor-green: the Taylor-Green vortex
//            plane:        its two-dimensional form, carried by a mean flow, which is an exact solution
//            forced:       turbulence, with a force on |k| < 2.5 that keeps the energy constant
//
// navier_stokes.py is the same program in Python. It reads the same checkpoints, and draws the spectrum.
#include <cartwright/fft.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <numbers>
#include <numeric>
#include <stdexcept>

namespace {

using Index = std::vector<std::int64_t>;
using Vector = std::array<double, 3>;
using Options = std::map<std::string, std::string>;

Vector initial(const std::string& name, double x, double y, double z) {
  using std::sin, std::cos;
  if (name == "plane") return {1 + sin(x) * cos(y), 0.5 - cos(x) * sin(y), 0.25};
  const Vector u = {sin(x) * cos(y) * cos(z), -cos(x) * sin(y) * cos(z), 0};
  if (name == "taylor-green") return u;
  if (name == "forced") return {u[0] + sin(z) + cos(y), u[1] + sin(x) + cos(z), sin(y) + cos(x)};
  throw std::runtime_error("unknown case " + name + ": give taylor-green, plane or forced");
}

double number(const Options& options, const std::string& name) {
  const std::string& text = options.at(name);
  std::size_t used = 0;
  double value = 0;
  try {
    value = std::stod(text, &used);
  } catch (const std::exception&) {
  }
  if (used == 0 || used != text.size()) throw std::runtime_error(name + " " + text + " is not a number");
  return value;
}

int rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

template <typename T>
class Flow {
 public:
  Flow(const std::string& name, std::int64_t n, double viscosity)
      : n_(n),
        viscosity_(viscosity),
        forced_(name == "forced"),
        plan_(MPI_COMM_WORLD, {n, n, n},
              {.fields = 3, .physical = Index(3, 3 * n / 2), .scale = cw::fft::Scale::forward, .transposed = true}) {
    plan_.spectral().for_each([&](const Index& index, std::size_t at) {
      Mode mode{at};
      for (std::size_t axis = 0; axis < 3; ++axis) {
        mode.k[axis] = static_cast<T>(2 * index[axis] > n ? index[axis] - n : index[axis]);
        mode.square += mode.k[axis] * mode.k[axis];
        mode.kept = mode.kept && 2 * index[axis] != n;
      }
      mode.shell = static_cast<std::size_t>(std::lround(std::sqrt(mode.square)));
      modes_.push_back(mode);
    });
    const double h = 2 * std::numbers::pi / static_cast<double>(plan_.physical().global[0]);
    plan_.physical().for_each([&](const Index& index, std::size_t at) {
      const auto x = [&](std::size_t axis) { return h * static_cast<double>(index[axis]); };
      const Vector values = initial(name, x(0), x(1), x(2));
      for (std::size_t i = 0; i < 3; ++i) velocity_[i * points_ + at] = static_cast<T>(values[i]);
    });
    plan_.forward(velocity_, u_);
  }

  /// One step of RK4. Returns the energy that the viscosity took and the force did not give back.
  double step(double dt) {
    double lost = 0;
    std::copy(u_.begin(), u_.end(), stage_.begin());
    std::copy(u_.begin(), u_.end(), next_.begin());
    for (const int s : {0, 1, 2, 3}) {
      const T weight = static_cast<T>(s == 0 || s == 3 ? dt / 6 : dt / 3), ahead = static_cast<T>(s == 2 ? dt : dt / 2);
      lost += weight * rate_of(stage_);
      for (std::size_t i = 0; i < u_.size(); ++i) {
        next_[i] += weight * rate_[i];
        stage_[i] = u_[i] + ahead * rate_[i];
      }
    }
    std::swap(u_, next_);
    ++steps;
    time += dt;
    return lost;
  }

  struct Sums {
    double energy, enstrophy;
    std::vector<double> shells;  ///< the energies of round(|k|) = 0, 1, ...
  };
  Sums sums() const { return sums_of(u_); }

  /// Writes or reads a checkpoint: points, bytes of a number, step and time, then u as [component][x][y][z]. It does
  /// not depend on the processes: any number of them can go on.
  void checkpoint(const std::string& path, bool write) {
    const cw::fft::Array& part = plan_.spectral();
    const int parts = part.elements > 0 ? 1 : 0;  // a process without a part has types of one element, and moves none
    const MPI_Datatype element = sizeof(T) == sizeof(float) ? MPI_C_FLOAT_COMPLEX : MPI_C_DOUBLE_COMPLEX;
    std::array<int, 4> whole{3}, count{3}, first{};
    std::array<std::int64_t, 4> stride = {part.field_stride, part.stride[0], part.stride[1], part.stride[2]};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      whole[axis + 1] = static_cast<int>(part.global[axis]);
      count[axis + 1] = parts == 0 ? 1 : static_cast<int>(part.count[axis]);
      first[axis + 1] = parts == 0 ? 0 : static_cast<int>(part.start[axis]);
    }
    MPI_Datatype in_file = MPI_DATATYPE_NULL, in_memory = MPI_DATATYPE_NULL;
    MPI_Type_create_subarray(4, whole.data(), count.data(), first.data(), MPI_ORDER_C, element, &in_file);
    MPI_Type_commit(&in_file);
    // Memory is in the order of the last transpose, and the file in that of the axes.
    MPI_Type_dup(element, &in_memory);
    for (std::size_t axis = 4; axis-- > 0;) {
      MPI_Datatype inner = in_memory;
      MPI_Type_create_hvector(count[axis], 1, stride[axis] * static_cast<MPI_Aint>(sizeof(Complex)), inner, &in_memory);
      MPI_Type_free(&inner);
    }
    MPI_Type_commit(&in_memory);

    std::array<double, 4> head = {static_cast<double>(n_), sizeof(T), static_cast<double>(steps), time};
    const auto expected = head;
    const MPI_Offset bytes = sizeof head + 3 * n_ * n_ * (n_ / 2 + 1) * static_cast<MPI_Offset>(sizeof(Complex));
    MPI_File file = MPI_FILE_NULL;
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    MPI_File_open(MPI_COMM_WORLD, path.c_str(), write ? MPI_MODE_CREATE | MPI_MODE_WRONLY : MPI_MODE_RDONLY,
                  MPI_INFO_NULL, &file);
    if (write) {
      MPI_File_set_size(file, bytes);
      MPI_File_write_at_all(file, 0, head.data(), rank() == 0 ? 4 : 0, MPI_DOUBLE, MPI_STATUS_IGNORE);
    } else {
      MPI_Offset found = 0;
      MPI_File_get_size(file, &found);
      MPI_File_read_at_all(file, 0, head.data(), 4, MPI_DOUBLE, MPI_STATUS_IGNORE);
      if (found != bytes || head[0] != expected[0] || head[1] != expected[1])
        throw std::runtime_error(path + " is not a checkpoint of these points and this precision");
      steps = static_cast<int>(head[2]);
      time = head[3];
    }
    MPI_File_set_view(file, sizeof head, element, in_file, "native", MPI_INFO_NULL);
    if (write)
      MPI_File_write_all(file, u_.data(), parts, in_memory, MPI_STATUS_IGNORE);
    else
      MPI_File_read_all(file, u_.data(), parts, in_memory, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Type_free(&in_file);
    MPI_Type_free(&in_memory);
  }

  int steps = 0;
  double time = 0;

 private:
  using Complex = std::complex<T>;
  using Field = cw::fft::Buffer<Complex>;  // three components, one after the other
  struct Mode {
    std::size_t at, shell = 0;
    std::array<T, 3> k{};
    T square = 0;
    bool kept = true;  // a wave of n/2 has no direction: it is dropped
  };

  Sums sums_of(const Field& field) const {
    std::vector<double> all(static_cast<std::size_t>(n_ + 1));  // the shells, and the enstrophy
    for (const Mode& mode : modes_) {
      double energy = 0;
      for (std::size_t i = 0; i < 3; ++i) energy += std::norm(field[i * coefficients_ + mode.at]);
      if (mode.k[2] == 0) energy /= 2;  // the others stand for their conjugates, too
      all[mode.shell] += energy;
      all.back() += mode.square * energy;
    }
    MPI_Allreduce(MPI_IN_PLACE, all.data(), static_cast<int>(all.size()), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    const double enstrophy = all.back();
    all.pop_back();
    return {std::accumulate(all.begin(), all.end(), 0.0), enstrophy, all};
  }

  /// Sets rate_ to du/dt. Returns the rate at which energy is lost.
  double rate_of(const Field& field) {
    for (const Mode& mode : modes_)
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t j = (i + 1) % 3, l = (i + 2) % 3;
        const Complex curl =
            mode.k[j] * field[l * coefficients_ + mode.at] - mode.k[l] * field[j * coefficients_ + mode.at];
        rate_[i * coefficients_ + mode.at] = {-curl.imag(), curl.real()};
      }
    plan_.backward(field, velocity_);
    plan_.backward(rate_, vorticity_);
    for (std::size_t x = 0, y = points_, z = 2 * points_; x < points_; ++x, ++y, ++z) {
      const auto minor = [&](std::size_t a, std::size_t b) {
        return velocity_[a] * vorticity_[b] - velocity_[b] * vorticity_[a];
      };
      const std::array<T, 3> product = {minor(y, z), minor(z, x), minor(x, y)};
      velocity_[x] = product[0], velocity_[y] = product[1], velocity_[z] = product[2];
    }
    plan_.forward(velocity_, rate_);

    const Sums now = sums_of(field);
    const double loss = 2 * viscosity_ * now.enstrophy;
    const double force = forced_ ? loss / (2 * (now.shells[1] + now.shells[2])) : 0;
    for (const Mode& mode : modes_) {
      Complex along{};  // the pressure removes the part along k
      for (std::size_t i = 0; i < 3; ++i) along += mode.k[i] * rate_[i * coefficients_ + mode.at];
      along /= std::max(mode.square, T(1));
      const bool pushed = mode.shell == 1 || mode.shell == 2;
      const T growth = static_cast<T>((pushed ? force : 0) - viscosity_ * mode.square);
      for (std::size_t i = 0; i < 3; ++i) {
        Complex& rate = rate_[i * coefficients_ + mode.at];
        rate = mode.kept ? rate - mode.k[i] * along + growth * field[i * coefficients_ + mode.at] : Complex{};
      }
    }
    return forced_ ? 0 : loss;
  }

  std::int64_t n_;
  double viscosity_;
  bool forced_;
  cw::fft::Plan<T> plan_;
  std::size_t coefficients_ = static_cast<std::size_t>(plan_.spectral().elements);
  std::size_t points_ = static_cast<std::size_t>(plan_.physical().elements);
  std::vector<Mode> modes_;
  cw::fft::Buffer<T> velocity_ = plan_.physical_buffer(), vorticity_ = plan_.physical_buffer();
  Field u_ = plan_.spectral_buffer(), stage_ = plan_.spectral_buffer(), next_ = plan_.spectral_buffer(),
        rate_ = plan_.spectral_buffer();
};

template <typename T>
bool run(Options& options) {
  const double dt = number(options, "--dt");
  const int steps = static_cast<int>(number(options, "--steps"));
  const auto points = static_cast<std::int64_t>(number(options, "--points"));
  if (points < 4) throw std::runtime_error("--points " + options["--points"] + ": give at least 4");
  Flow<T> flow(options["--case"], points, number(options, "--viscosity"));
  if (!options["--restart"].empty()) flow.checkpoint(options["--restart"], false);
  const double first = flow.sums().energy, begin = MPI_Wtime();
  double lost = 0;
  for (int i = 0; i < steps; ++i) lost += flow.step(dt);
  const double seconds = (MPI_Wtime() - begin) / std::max(steps, 1);
  const auto now = flow.sums();
  const double error = std::abs(now.energy + lost - first) / first;
  const bool right = error < (sizeof(T) == sizeof(float) ? 1e-4 : 1e-6);
  if (!options["--checkpoint"].empty()) flow.checkpoint(options["--checkpoint"], true);
  if (rank() == 0)
    std::printf("step %d, time %.6g: energy %.15g, enstrophy %.15g, energy balance off by %.1e, %s; %.3g s a step\n",
                flow.steps, flow.time, now.energy, now.enstrophy, error, right ? "correct" : "wrong", seconds);
  if (rank() == 0 && !options["--spectrum"].empty()) {
    std::ofstream file(options["--spectrum"]);
    file.precision(17);
    file << "{\"time\": " << flow.time << ", \"energy\": " << now.energy << ", \"enstrophy\": " << now.enstrophy
         << ", \"spectrum\": [";
    for (std::size_t k = 0; k < now.shells.size(); ++k) file << (k > 0 ? ", " : "") << now.shells[k];
    file << "]}\n";
  }
  return right;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  Options options = {{"--case", "taylor-green"}, {"--points", "32"},      {"--steps", "100"},
                     {"--dt", "0.01"},           {"--viscosity", "0.01"}, {"--precision", "double"},
                     {"--restart", ""},          {"--checkpoint", ""},    {"--spectrum", ""}};
  bool right = false;
  try {
    for (int i = 1; i < argc; i += 2) {
      if (!options.contains(argv[i]) || i + 1 == argc) throw std::runtime_error(std::string("cannot use ") + argv[i]);
      options[argv[i]] = argv[i + 1];
    }
    if (options["--precision"] != "float" && options["--precision"] != "double")
      throw std::runtime_error("unknown precision " + options["--precision"] + ": give float or double");
    right = options["--precision"] == "float" ? run<float>(options) : run<double>(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "navier_stokes: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return right ? 0 : 1;
}
