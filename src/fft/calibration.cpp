// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/calibration.hpp"

#include "base/pages.hpp"
#include "base/trial.hpp"
#include "fft/array.hpp"
#include "fft/local_transform.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>

#include <time.h>

namespace cartwright::fft {

namespace {

constexpr std::int64_t line = 64;

/// Lengths of axes whose tiles with rows of two cache lines may fit into it: 128 KiB to 1 MiB.
constexpr std::array<std::int64_t, 4> tile_lengths = {1024, 2048, 4096, 8192};

/// Planes that may fit into the second-level cache, by the length of their axes: 256 KiB to 2 MiB.
constexpr std::array<std::int64_t, 5> plane_lengths = {128, 192, 224, 256, 362};

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The time of this thread, which does not grow while other processes have its processor.
double thread_seconds() {
  timespec time = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Says when this thread gives up.
class Watch {
 public:
  Watch(const CalibrationLimits& limits, double processes_per_processor)
      : limits_(limits), turns_(processes_per_processor) {}
  bool gave_up() {
    const double wall = (wall_seconds() - wall_begin_) / turns_;
    const double own = thread_seconds() - own_begin_;
    // At first a share says little.
    gave_up_ = gave_up_ || wall > limits_.seconds || (wall > 0.1 && own < limits_.share * wall);
    return gave_up_;
  }

 private:
  CalibrationLimits limits_;
  double turns_;
  double wall_begin_ = wall_seconds();
  double own_begin_ = thread_seconds();
  bool gave_up_ = false;
};

template <typename Body>
double seconds(Body body) {
  const double start = thread_seconds();
  body();
  return thread_seconds() - start;
}

/// The least time of each of two bodies, in turns: disturbances only add time. `before` runs before each, and is not
/// timed.
template <typename One, typename Other, typename Before>
std::pair<double, double> in_turns(Watch& watch, int rounds, One one, Other other, Before before) {
  const auto [first, second] = base::least_times<2>(
      rounds,
      [&](std::size_t way) {
        before();
        return way == 0 ? seconds(one) : seconds(other);
      },
      [&] { return !watch.gave_up(); });
  return {first, second};
}
template <typename One, typename Other>
std::pair<double, double> in_turns(Watch& watch, int rounds, One one, Other other) {
  return in_turns(watch, rounds, one, other, [] {});
}

/// Transforms of planes, as in the first step of a transform of an array.
class Planes {
 public:
  Planes(Backend& backend, std::int64_t length, bool streams, bool staged, cw_fft_precision precision = CW_FFT_DOUBLE,
         bool real = false)
      : problem_(problem_of(length, precision, real)),
        strides_(padded_strides({length, problem_.axes.back().spectral}, problem_.spectral_element())),
        transform_(backend, problem_, 1, strides_, 1, Streaming(streams), staged ? most : 0, CW_FFT_ESTIMATE) {}

  /// Transforms as many planes as these buffers hold.
  void run(const std::byte* from, std::byte* to, std::int64_t bytes) {
    for (std::int64_t at = 0; at < count(bytes); ++at) transform_.forward(from + at * plane(), to + at * plane());
    Streaming::fence();
  }
  /// The floating-point operations of that.
  double operations(std::int64_t bytes) const {
    const auto rows = static_cast<double>(problem_.axes[1].spectral);
    const auto columns = static_cast<double>(problem_.axes[2].spectral);
    return static_cast<double>(count(bytes)) * 5 * rows * columns * (std::log2(rows) + std::log2(columns));
  }

 private:
  static constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

  static Problem problem_of(std::int64_t length, cw_fft_precision precision, bool real) {
    Problem problem;
    problem.axes.assign(3, {CW_FFT_FOURIER, length, length, length, false});
    problem.precision = precision;
    if (!real) return problem;
    problem.real = true;
    problem.halved = 2;
    problem.axes.back() = {CW_FFT_FOURIER, length, length / 2 + 1, length, true};
    return problem;
  }
  std::int64_t plane() const { return strides_.front() * problem_.axes[1].physical; }
  std::int64_t count(std::int64_t bytes) const { return std::max<std::int64_t>(1, bytes / plane()); }

  Problem problem_;
  std::vector<std::int64_t> strides_;
  LocalTransform transform_;
};

/// Copies rows that lie `pitch` bytes apart into a tile.
void gather_tile(std::byte* tile, const std::byte* from, std::int64_t rows, std::int64_t pitch,
                 std::int64_t row_bytes) {
  for (std::int64_t row = 0; row < rows; ++row)
    std::memcpy(tile + row * row_bytes, from + row * pitch, static_cast<std::size_t>(row_bytes));
}

/// Transforms of tiles with so many columns of complex doubles, as beside a transpose: rows of a matrix are gathered
/// into the tile, and its columns are transformed.
class Tiles {
 public:
  Tiles(Backend& backend, std::int64_t length, std::int64_t columns)
      : length_(length), row_bytes_(columns * 16), tile_(length * row_bytes_), made_(length * row_bytes_) {
    TransformRequest request;
    request.dims = {{length, columns, 1}};
    request.loops = {{columns, 1, length}};
    transform_ = backend.plan(request, CW_FFT_ESTIMATE);
  }

  /// Transforms a matrix of so many bytes. The rows of the matrix lie in different sets of the cache.
  void run(const std::byte* from, std::byte* to, std::int64_t bytes) {
    const std::int64_t pitch = bytes / length_;
    for (std::int64_t at = 0; at + row_bytes_ <= pitch; at += row_bytes_) {
      gather_tile(tile_.data(), from + at, length_, pitch + line, row_bytes_);
      transform_->run(tile_.data(), made_.data());
      Streaming(true).copy(to + at * length_, made_.data(), length_ * row_bytes_);
    }
    Streaming::fence();
  }

 private:
  std::int64_t length_, row_bytes_;
  std::unique_ptr<Transform> transform_;
  base::Pages tile_, made_;
};

class Trials {
 public:
  Trials(Backend& backend, Watch& watch) : backend_(backend), watch_(watch), from_(size), work_(size), to_(size) {
    // In steps: this shows already whether the machine is busy.
    constexpr std::int64_t step = std::int64_t{1} << 20;
    for (const base::Pages* pages : {&from_, &work_, &to_})
      for (std::int64_t at = 0; at < pages->size() && !watch.gave_up(); at += step)
        std::memset(pages->data() + at, 0, static_cast<std::size_t>(std::min(step, pages->size() - at)));
  }

  /// The size of arrays from which on results are better streamed. Each array is transformed into another, from there
  /// copied into a third, and back, as a pair of transforms on several processes does: what was streamed is missing in
  /// the caches when the next transform reads it. Before each pair the program uses other data, as large as the three
  /// arrays: the rest of the buffers.
  std::int64_t streamed_bytes() {
    Planes streamed(backend_, plane_lengths.front(), true, true);
    Planes plain(backend_, plane_lengths.front(), false, false);
    std::int64_t found = std::numeric_limits<std::int64_t>::max();
    for (std::int64_t bytes = most; bytes >= Calibration::sizes.front() && !watch_.gave_up(); bytes /= 2) {
      const auto round = [&](Planes& planes, bool streams) {
        planes.run(from_.data(), work_.data(), bytes);
        if (watch_.gave_up()) return;
        Streaming(streams).copy(to_.data(), work_.data(), bytes);
        Streaming::fence();
        std::memcpy(work_.data(), to_.data(), static_cast<std::size_t>(bytes));
        planes.run(work_.data(), from_.data(), bytes);
      };
      const int rounds = static_cast<int>(std::clamp<std::int64_t>(most / bytes, 3, 12));
      const auto [with, without] = in_turns(
          watch_, rounds, [&] { round(streamed, true); }, [&] { round(plain, false); },
          [&] {
            for (const base::Pages* pages : {&from_, &work_, &to_})
              std::memset(pages->data() + bytes, 0, static_cast<std::size_t>(std::min(bytes, most - bytes)));
          });
      if (!base::clearly_faster(with, without)) break;
      found = bytes;
    }
    return found;
  }

  /// The speeds of transforms of planes, as long as in a cube of this size, and of copies. After giving up, those of
  /// larger arrays are taken to be as before.
  void speeds(Calibration& found) {
    for (std::size_t i = 0; i < Calibration::sizes.size(); ++i) {
      if (watch_.gave_up() || !find_speeds(i, found)) {
        if (i == 0) return;
        found.transformed[i] = found.transformed[i - 1];
        found.copied[i] = found.copied[i - 1];
      }
    }
  }

  /// The largest planes that are better made in a buffer, and then streamed to an array that is larger than the caches.
  std::int64_t cached_bytes() {
    std::int64_t found = 0;
    for (const std::int64_t length : plane_lengths) {
      if (watch_.gave_up()) break;
      Planes staged(backend_, length, true, true);
      Planes direct(backend_, length, true, false);
      const auto [with, without] = in_turns(
          watch_, 3, [&] { staged.run(from_.data(), to_.data(), most); },
          [&] { direct.run(from_.data(), to_.data(), most); });
      if (!base::clearly_faster(with, without)) break;
      found = length * length * 16;
    }
    return found;
  }

  /// The largest tiles with rows of two cache lines that are quicker than those with rows of one.
  std::int64_t tile_bytes() {
    constexpr std::int64_t matrix = most / 4;
    std::int64_t found = 0;
    for (const std::int64_t length : tile_lengths) {
      if (watch_.gave_up()) break;
      Tiles wide(backend_, length, 8);
      Tiles narrow(backend_, length, 4);
      const auto [two, one] = in_turns(
          watch_, 3, [&] { wide.run(from_.data(), to_.data(), matrix); },
          [&] { narrow.run(from_.data(), to_.data(), matrix); });
      if (!base::clearly_faster(two, one)) break;
      found = length * 128;
    }
    return found;
  }

  /// How many times as fast planes of other data are transformed as complex doubles, by the operations that
  /// grid_cost.hpp counts.
  double speed_of(cw_fft_precision precision, bool real) {
    if (!backend_.has(precision)) return 1;
    constexpr std::int64_t bytes = 256 << 10;
    Planes other(backend_, plane_lengths.front(), false, false, precision, real);
    Planes doubles(backend_, plane_lengths.front(), false, false);
    const auto [others, all] = in_turns(
        watch_, 20, [&] { other.run(from_.data(), to_.data(), bytes); },
        [&] { doubles.run(from_.data(), to_.data(), bytes); });
    return other.operations(bytes) / others / (doubles.operations(bytes) / all);
  }

 private:
  static constexpr std::int64_t most = std::int64_t{32} << 20;
  static constexpr std::int64_t size = most + 256 * line;  // room for rows in different sets of the cache

  /// The speeds in arrays of one size. False after giving up before all was run once.
  bool find_speeds(std::size_t i, Calibration& found) {
    const std::int64_t bytes = std::min(Calibration::sizes[i], most);
    const std::int64_t length = Calibration::sizes[i] > most ? 256 : Calibration::sizes[i] > most / 8 ? 128 : 64;
    const bool streams = Calibration::sizes[i] >= found.caches.streamed_bytes;
    Planes planes(backend_, length, streams, length * length * 16 <= found.caches.cached_bytes);
    const int rounds = static_cast<int>(std::clamp<std::int64_t>(most / bytes, 3, 12));
    const auto [transformed, copied] = in_turns(
        watch_, rounds, [&] { planes.run(from_.data(), work_.data(), bytes); },
        [&] { copy_by_tiles(work_.data(), to_.data(), bytes, length, Streaming(streams)); });
    if (!std::isfinite(copied)) return false;
    found.transformed[i] = planes.operations(bytes) / transformed;
    found.copied[i] = static_cast<double>(bytes) / copied;
    return true;
  }

  /// Copies an array as a transpose does: rows of a cache line, far apart, become tiles.
  static void copy_by_tiles(const std::byte* from, std::byte* to, std::int64_t bytes, std::int64_t rows,
                            Streaming streaming) {
    const std::int64_t pitch = bytes / rows;
    std::vector<std::byte> tile(static_cast<std::size_t>(rows * line));
    for (std::int64_t at = 0; at + line <= pitch; at += line, to += rows * line) {
      gather_tile(tile.data(), from + at, rows, pitch + line, line);
      streaming.copy(to, tile.data(), rows * line);
    }
    Streaming::fence();
  }

  Backend& backend_;
  Watch& watch_;
  base::Pages from_, work_, to_;
};

}  // namespace

Calibration calibrate(Backend& backend, double processes_per_processor, const CalibrationLimits& limits) {
  Watch watch(limits, processes_per_processor);
  Trials trials(backend, watch);
  Calibration found;
  found.copied.fill(choice::CostModel{}.memory_bandwidth);
  found.transformed.fill(choice::CostModel{}.transform);
  const auto find = [&](auto& number, auto trial) {
    if (watch.gave_up()) return;
    if (const auto value = trial(); !watch.gave_up()) number = value;
  };
  find(found.caches.streamed_bytes, [&] { return trials.streamed_bytes(); });
  find(found.caches.cached_bytes, [&] { return trials.cached_bytes(); });
  find(found.caches.tile_bytes, [&] { return trials.tile_bytes(); });
  trials.speeds(found);
  find(found.floats, [&] { return trials.speed_of(CW_FFT_FLOAT, false); });
  // One of two axes is halved.
  find(found.reals, [&] { return 1 / (2 / trials.speed_of(CW_FFT_DOUBLE, true) - 1); });
  found.complete = !watch.gave_up();
  return found;
}

choice::CostModel cost_model(const Calibration& calibration, std::int64_t bytes, const Problem& problem) {
  const auto& sizes = Calibration::sizes;
  const auto found = std::ranges::find_if(sizes, [&](std::int64_t size) { return size >= bytes; });
  const std::size_t i = found == sizes.end() ? sizes.size() - 1 : static_cast<std::size_t>(found - sizes.begin());
  // The time of an operation: in the cache, and the memory that it reads and writes.
  double in_cache = 1 / calibration.transformed.front();
  double memory = 1 / calibration.transformed[i] - in_cache;
  if (problem.halved >= 0) in_cache *= 1 + (1 / calibration.reals - 1) / static_cast<double>(problem.ndims());
  if (problem.precision == CW_FFT_FLOAT) {
    in_cache /= calibration.floats;
    memory /= 2;
  }
  choice::CostModel model;
  model.memory_bandwidth = calibration.copied[i] / calibration.processes_per_processor;
  model.transform = 1 / (in_cache + memory) / calibration.processes_per_processor;
  return model;
}

}  // namespace cartwright::fft
