// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "fft_problem.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <cstddef>
#include <vector>

/// Plans and their arrays for tests. Data of any precision is converted to values of the reference.
namespace fft_test {

/// A plan that frees itself. Tests continue only if its status() is CW_OK.
class Plan {
 public:
  Plan(MPI_Comm comm, const Problem& problem, cw_fft_plan* share = nullptr);
  Plan(MPI_Comm comm, const Problem& problem, const cw_fft_options& options);
  ~Plan();
  Plan(const Plan&) = delete;
  operator cw_fft_plan*() const { return plan_; }
  cw_status status() const { return status_; }
  const Problem& problem() const { return problem_; }
  MPI_Comm comm() const { return comm_; }
  cw_fft_array array(cw_fft_space space, int rank = -1) const;
  std::int64_t buffer_bytes() const;
  std::int64_t work_bytes() const;

 private:
  Problem problem_;
  MPI_Comm comm_;
  cw_fft_plan* plan_ = nullptr;
  cw_status status_;
};

/// Bytes between the first and the last byte of an array of all fields.
std::int64_t extent(const cw_fft_array& array, std::int64_t fields);

/// Memory between two guards, aligned only for one number of the precision.
class Buffer {
 public:
  Buffer(std::int64_t bytes, cw_fft_precision precision);
  void* data() { return bytes_.data() + begin_; }
  bool guards_are_whole() const;
  /// The content between the guards.
  std::vector<std::byte> content() const;

 private:
  std::size_t begin_;
  std::size_t end_;
  std::vector<std::byte> bytes_;
};

/// Copies the part of each field that this process holds between the whole array and memory. Other bytes of `to` do not
/// change.
void put(const Plan& plan, cw_fft_space space, const std::vector<Grid>& fields, void* to);
/// The error of the whole array of all fields, relative, in the L2 norm. Collective.
Real error(const Plan& plan, cw_fft_space space, const std::vector<Grid>& wanted, const void* data);

/// The whole array of the first field, on every process. Collective.
Grid gathered(const Plan& plan, cw_fft_space space, const void* data);
/// The transform of a whole array, on every process. Collective.
Grid transformed(const Plan& plan, bool forward, const Grid& in);
/// The relative difference of a from b in the L2 norm.
Real difference(const Grid& a, const Grid& b);

/// Calls visit(index in the whole array, index in memory) for all elements of a field in `array`.
template <typename Visit>
void for_elements(const cw_fft_array& array, Visit visit) {
  if (array.elements == 0) return;
  std::int64_t at[CW_FFT_MAX_DIMS] = {};
  for (std::int64_t done = 0; done < array.elements; ++done) {
    std::int64_t whole = 0;
    std::int64_t here = 0;
    for (std::size_t i = 0; i < array.ndims; ++i) {
      whole = whole * array.global[i] + array.start[i] + at[i];
      here += array.stride[i] * at[i];
    }
    visit(whole, here);
    for (std::size_t i = array.ndims; i-- > 0;) {
      if (++at[i] < array.count[i]) break;
      at[i] = 0;
    }
  }
}

void write(void* memory, cw_fft_precision precision, bool complex_data, std::int64_t index, Value value);
Value read(const void* memory, cw_fft_precision precision, bool complex_data, std::int64_t index);

Real sum(Real mine, MPI_Comm comm);

/// Checks that the parts of all processes together are the array, each element once.
void expect_arrays_that_cover(const Plan& plan);

/// The largest accepted error. Rounding grows with the logarithm of the size; an element at a wrong position causes a
/// larger error.
Real tolerance(const Problem& problem);

}  // namespace fft_test
