// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft_plan.hpp"

#include "fixture.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace fft_test {
namespace {

constexpr std::size_t guard = 256;
constexpr std::byte guard_byte{0xA5};

std::size_t number_bytes(cw_fft_precision precision) {
  switch (precision) {
    case CW_FFT_FLOAT: return sizeof(float);
    case CW_FFT_LONG_DOUBLE: return sizeof(long double);
    default: return sizeof(double);
  }
}

template <typename Number>
void write_as(void* memory, bool complex_data, std::int64_t index, Value value) {
  Number* at = static_cast<Number*>(memory) + index * (complex_data ? 2 : 1);
  at[0] = static_cast<Number>(value.real());
  if (complex_data) at[1] = static_cast<Number>(value.imag());
}

template <typename Number>
Value read_as(const void* memory, bool complex_data, std::int64_t index) {
  const Number* at = static_cast<const Number*>(memory) + index * (complex_data ? 2 : 1);
  return {at[0], complex_data ? at[1] : 0};
}

}  // namespace

Plan::Plan(MPI_Comm comm, const Problem& problem, cw_fft_plan* share) : problem_(problem), comm_(comm) {
  cw_fft_options options = problem_.options(rank_in(comm));
  options.share = share;
  status_ = cw_fft_plan_create(comm, problem_.n.size(), problem_.n.data(), &options, &plan_);
}

Plan::Plan(MPI_Comm comm, const Problem& problem, const cw_fft_options& options)
    : problem_(problem),
      comm_(comm),
      status_(cw_fft_plan_create(comm, problem.n.size(), problem.n.data(), &options, &plan_)) {}

Plan::~Plan() { EXPECT_EQ(cw_fft_plan_free(plan_), CW_OK) << cw_last_error(); }

cw_fft_array Plan::array(cw_fft_space space, int rank) const {
  cw_fft_array array = {};
  array.size = sizeof array;
  EXPECT_EQ(cw_fft_plan_array(plan_, space, rank, &array), CW_OK) << cw_last_error();
  return array;
}

std::int64_t Plan::buffer_bytes() const {
  std::int64_t bytes = -1;
  EXPECT_EQ(cw_fft_plan_buffer_bytes(plan_, &bytes), CW_OK) << cw_last_error();
  return bytes;
}

std::int64_t Plan::work_bytes() const {
  std::int64_t bytes = -1;
  EXPECT_EQ(cw_fft_plan_work_bytes(plan_, &bytes), CW_OK) << cw_last_error();
  return bytes;
}

std::int64_t extent(const cw_fft_array& array, std::int64_t fields) {
  if (array.elements == 0) return 0;
  std::int64_t last = (fields - 1) * array.field_stride;
  for (std::size_t i = 0; i < array.ndims; ++i) last += (array.count[i] - 1) * array.stride[i];
  return (last + 1) * array.element_bytes;
}

Buffer::Buffer(std::int64_t bytes, cw_fft_precision precision) {
  bytes_.assign(static_cast<std::size_t>(bytes) + 3 * guard, guard_byte);
  const std::size_t base = reinterpret_cast<std::uintptr_t>(bytes_.data());
  begin_ = (base + guard) / guard * guard - base + number_bytes(precision);
  end_ = begin_ + static_cast<std::size_t>(bytes);
}

bool Buffer::guards_are_whole() const {
  const auto at = [&](std::size_t byte) { return bytes_.begin() + static_cast<std::ptrdiff_t>(byte); };
  const auto is_guard = [](std::byte byte) { return byte == guard_byte; };
  return std::all_of(at(0), at(begin_), is_guard) && std::all_of(at(end_), bytes_.end(), is_guard);
}

std::vector<std::byte> Buffer::content() const {
  return {bytes_.begin() + static_cast<std::ptrdiff_t>(begin_), bytes_.begin() + static_cast<std::ptrdiff_t>(end_)};
}

void write(void* memory, cw_fft_precision precision, bool complex_data, std::int64_t index, Value value) {
  switch (precision) {
    case CW_FFT_FLOAT: return write_as<float>(memory, complex_data, index, value);
    case CW_FFT_LONG_DOUBLE: return write_as<long double>(memory, complex_data, index, value);
    default: return write_as<double>(memory, complex_data, index, value);
  }
}

Value read(const void* memory, cw_fft_precision precision, bool complex_data, std::int64_t index) {
  switch (precision) {
    case CW_FFT_FLOAT: return read_as<float>(memory, complex_data, index);
    case CW_FFT_LONG_DOUBLE: return read_as<long double>(memory, complex_data, index);
    default: return read_as<double>(memory, complex_data, index);
  }
}

void put(const Plan& plan, cw_fft_space space, const std::vector<Grid>& fields, void* to) {
  const cw_fft_array array = plan.array(space);
  for (std::size_t field = 0; field < fields.size(); ++field)
    for_elements(array, [&](std::int64_t whole, std::int64_t here) {
      write(to, plan.problem().precision, array.complex_data != 0,
            static_cast<std::int64_t>(field) * array.field_stride + here,
            fields[field].values[static_cast<std::size_t>(whole)]);
    });
}

Real error(const Plan& plan, cw_fft_space space, const std::vector<Grid>& wanted, const void* data) {
  const cw_fft_array array = plan.array(space);
  Real difference = 0;
  Real size = 0;
  for (std::size_t field = 0; field < wanted.size(); ++field)
    for_elements(array, [&](std::int64_t whole, std::int64_t here) {
      const Value value = wanted[field].values[static_cast<std::size_t>(whole)];
      difference += std::norm(read(data, plan.problem().precision, array.complex_data != 0,
                                   static_cast<std::int64_t>(field) * array.field_stride + here) -
                              value);
      size += std::norm(value);
    });
  difference = sum(difference, plan.comm());
  size = sum(size, plan.comm());
  return std::sqrt(size > 0 ? difference / size : difference);
}

Grid gathered(const Plan& plan, cw_fft_space space, const void* data) {
  const cw_fft_array array = plan.array(space);
  Grid grid{plan.problem().sizes(space), {}};
  grid.values.resize(static_cast<std::size_t>(product(grid.sizes)));
  for_elements(array, [&](std::int64_t whole, std::int64_t here) {
    grid.values[static_cast<std::size_t>(whole)] = read(data, plan.problem().precision, array.complex_data != 0, here);
  });
  MPI_Allreduce(MPI_IN_PLACE, grid.values.data(), static_cast<int>(2 * grid.values.size()), MPI_LONG_DOUBLE, MPI_SUM,
                plan.comm());
  return grid;
}

Grid transformed(const Plan& plan, bool forward, const Grid& in) {
  const cw_fft_space from = forward ? CW_FFT_PHYSICAL : CW_FFT_SPECTRAL;
  const cw_fft_space to = forward ? CW_FFT_SPECTRAL : CW_FFT_PHYSICAL;
  Buffer input(extent(plan.array(from), 1), plan.problem().precision);
  Buffer output(extent(plan.array(to), 1), plan.problem().precision);
  put(plan, from, {in}, input.data());
  EXPECT_EQ((forward ? cw_fft_forward : cw_fft_backward)(plan, input.data(), output.data()), CW_OK) << cw_last_error();
  return gathered(plan, to, output.data());
}

Real difference(const Grid& a, const Grid& b) {
  Real apart = 0;
  Real size = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    apart += std::norm(a.values[i] - b.values[i]);
    size += std::norm(b.values[i]);
  }
  return std::sqrt(apart / size);
}

Real sum(Real mine, MPI_Comm comm) {
  Real all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_LONG_DOUBLE, MPI_SUM, comm);
  return all;
}

void expect_arrays_that_cover(const Plan& plan) {
  const Problem& problem = plan.problem();
  for (const cw_fft_space space : {CW_FFT_PHYSICAL, CW_FFT_SPECTRAL}) {
    const std::vector<std::int64_t> sizes = problem.sizes(space);
    std::vector<int> held(static_cast<std::size_t>(product(sizes)));
    for (int rank = -1; rank < size_of(plan.comm()); ++rank) {
      const cw_fft_array array = plan.array(space, rank);
      ASSERT_EQ(std::vector<std::int64_t>(array.global, array.global + array.ndims), sizes);
      ASSERT_EQ(array.complex_data != 0, problem.is_complex(space));
      ASSERT_EQ(static_cast<std::size_t>(array.element_bytes),
                number_bytes(problem.precision) * (problem.is_complex(space) ? 2 : 1));
      std::int64_t elements = 1;
      for (std::size_t i = 0; i < array.ndims; ++i) {
        elements *= array.count[i];
        ASSERT_GE(array.count[i], 0);
        ASSERT_GE(array.start[i], 0);
        ASSERT_LE(array.start[i] + array.count[i], sizes[i]);
      }
      ASSERT_EQ(array.elements, elements);
      if (rank == -1) {
        const cw_fft_array own = plan.array(space, rank_in(plan.comm()));
        ASSERT_EQ(std::memcmp(&array, &own, sizeof array), 0);
        EXPECT_GE(plan.buffer_bytes(), extent(array, problem.fields));
        continue;
      }
      std::vector<std::int64_t> positions;
      for_elements(array, [&](std::int64_t whole, std::int64_t here) {
        ++held[static_cast<std::size_t>(whole)];
        positions.push_back(here);
      });
      std::sort(positions.begin(), positions.end());
      EXPECT_EQ(std::adjacent_find(positions.begin(), positions.end()), positions.end())
          << "two elements at one position";
      EXPECT_TRUE(positions.empty() || problem.fields == 1 || array.field_stride > positions.back())
          << "fields overlap";
    }
    EXPECT_TRUE(std::all_of(held.begin(), held.end(), [](int times) { return times == 1; }))
        << (space == CW_FFT_PHYSICAL ? "physical" : "spectral") << " elements held by none or by several";
  }
}

Real tolerance(const Problem& problem) {
  Real size = 2;
  for (const Axis& axis : problem.axes()) size *= static_cast<Real>(axis.m);
  return 10 * problem.epsilon() * std::log2(size);
}

}  // namespace fft_test
