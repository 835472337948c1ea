// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft/backend.hpp"
#include "fft/choice/cost_model.hpp"
#include "fft/problem.hpp"
#include "transport/waiting.hpp"

#include <mpi.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>

namespace cartwright::fft {

/// Sizes of arrays that depend on the caches of this machine, as measured. The reported sizes of caches do not tell:
/// processes share the last one, and some hypervisors report the cache of the whole host.
struct Caches {
  std::int64_t streamed_bytes = std::int64_t{12}
                                << 20;  ///< arrays of at least so many bytes are written past the caches
  std::int64_t cached_bytes = std::int64_t{768} << 10;  ///< planes up to this size are made in the second-level cache
  std::int64_t tile_bytes = std::int64_t{256} << 10;    ///< tiles up to this size have rows of two cache lines
};

/// What a short measurement finds about a process, while all processes of its node do the same. It holds numbers alone,
/// so that process 0 can send it.
struct Calibration {
  /// The last one stands for all larger arrays.
  static constexpr std::array<std::int64_t, 7> sizes = {1 << 20, 1 << 21, 1 << 22, 1 << 23, 1 << 24, 1 << 25, 1 << 26};

  Caches caches;
  std::array<double, sizes.size()> copied = {};       ///< bytes per second that are copied in arrays of these sizes
  std::array<double, sizes.size()> transformed = {};  ///< floating-point operations per second of their transforms
  double floats = 1;                   ///< how many times as fast complex floats are transformed, in the cache
  double reals = 1;                    ///< the same for the halved axis of real doubles
  double processes_per_processor = 1;  ///< more than 1 if processes take turns
  bool complete = true;                ///< false if it was given up: some numbers are assumed
};

/// When a measurement is given up.
struct CalibrationLimits {
  double seconds = 3;  ///< that it may take, if it has a processor
  double share = 0.7;  ///< of the processor that it must get; a busy machine gives less, and would make it long
};

/// Measures, in one or two seconds of processor time. Processes that take turns need as many times as long. If it is
/// given up, numbers that it has not found are assumed.
Calibration calibrate(Backend& backend, double processes_per_processor, const CalibrationLimits& limits = {});

/// The calibration of process 0, with all processes of its host at work. Process 0 looks for it in the file of this
/// backend, kind of processor and number of processes, in `folder`; if it is not there, all processes measure, and
/// process 0 keeps what was not given up. `crowd`: the processes of the host. Collective.
Calibration shared_calibration(MPI_Comm comm, const transport::Crowd& crowd, Backend& backend,
                               const std::string& folder, const CalibrationLimits& limits = {});

/// The costs for arrays of so many bytes in each process. Links keep their defaults.
choice::CostModel cost_model(const Calibration& calibration, std::int64_t bytes, const Problem& problem);

}  // namespace cartwright::fft
