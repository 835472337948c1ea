// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/device_engine.hpp"

#include "base/checked.hpp"
#include "device/memory.hpp"
#include "mpi/base/collectively.hpp"

#include <algorithm>
#include <utility>

namespace cartwright::fft {

using base::Status;
using device::MemoryKind;
using exchange::Phase;
using exchange::Times;

void check_on_device(const Problem& problem) {
  constexpr const char* way_out = "copy the data to the host, and make a plan with memory = CW_FFT_MEMORY_HOST";
  if (problem.precision == CW_FFT_LONG_DOUBLE)
    base::fail(Status::unsupported, "a GPU has no long double: use double or float, or {}", way_out);
  for (std::size_t i = 0; i < problem.ndims(); ++i) {
    const AxisProblem& axis = problem.axes[i];
    if (axis.kind != CW_FFT_FOURIER && axis.kind != CW_FFT_NONE)
      base::fail(Status::unsupported, "axis {} is of kind {}, and in memory of a GPU only Fourier is supported: {}", i,
                 kind_name(axis.kind), way_out);
    if (axis.padded())
      base::fail(Status::unsupported, "axis {} is padded from {} to {}, which is not supported in memory of a GPU: {}",
                 i, axis.modes, axis.physical, way_out);
  }
}

DeviceEngine::DeviceEngine(const Problem& problem, MPI_Comm comm, const DeviceRequest& request,
                           std::shared_ptr<cuda::Neighbors> neighbors)
    : problem_(problem),
      comm_(comm),
      grid_(request.grid),
      cells_(request.cells),
      neighbors_(std::move(neighbors)),
      workspace_(neighbors_->own()),
      arrays_(distribute(problem, request.grid.size(), request.natural)) {
  PMPI_Comm_rank(comm, &rank_);
  coords_ = coords_of(grid_, cells_, rank_);
  for (std::size_t g = 0; g < grid_.size(); ++g)
    PMPI_Comm_split(comm_, line_of(grid_, cells_, rank_, g).front(), static_cast<int>(coords_[g]),
                    &lines_.emplace_back());
  try {
    mpi::collectively(comm, [&] { make_steps(request); });
    reserve();
  } catch (...) {
    for (MPI_Comm& line : lines_) PMPI_Comm_free(&line);
    throw;
  }
}

DeviceEngine::~DeviceEngine() {
  int finalized = 0;
  PMPI_Finalized(&finalized);
  for (MPI_Comm& line : lines_)
    if (!finalized) PMPI_Comm_free(&line);
}

void DeviceEngine::make_steps(const DeviceRequest& request) {
  const gpu::Current current(workspace_.context());
  scale_ = std::make_unique<cuda::Scale>(current, problem_.precision == CW_FFT_FLOAT);
  transform_local_axes();
  for (std::size_t g = grid_.size(); g-- > 0;) {
    const bool real = problem_.real && problem_.halved <= static_cast<int>(g);
    const DistributedArray& before = arrays_.before[g];
    add_transpose(before, g, problem_.real_bytes() * (real ? 1 : 2), request.aware, false);
    std::int64_t columns = problem_.fields * base::Split{before.lengths[g + 1], grid_[g]}.count(coords_[g]);
    for (std::size_t axis = 0; axis < problem_.ndims(); ++axis)
      if (axis != g && axis != g + 1) columns *= local(before, axis);
    add_transform(g, g + 1, columns, 1);
  }
  if (request.natural)
    for (std::size_t g = 0; g < grid_.size(); ++g) {
      DistributedArray before = arrays_.before[g];
      before.lengths = arrays_.spectral.lengths;
      add_transpose(before, g, problem_.spectral_element(), request.aware, true);
    }
}

/// Collective: work space for all steps.
void DeviceEngine::reserve() {
  cuda::WorkBytes bytes{std::max(array_bytes(CW_FFT_PHYSICAL), array_bytes(CW_FFT_SPECTRAL)), 0, 0};
  for (const Step& step : steps_)
    if (step.transform)
      bytes.area = std::max(bytes.area, static_cast<std::int64_t>(step.transform->work_bytes()));
    else
      bytes.array = std::max(bytes.array, step.transpose->array_bytes());
  neighbors_->reserve(comm_, bytes);
  // Only now the processes know which of them send messages.
  pairs_.resize(grid_.size());
  std::size_t g = grid_.size();
  for (const Step& step : steps_) {
    if (!step.transpose) continue;
    bytes.pinned = std::max(bytes.pinned, step.transpose->pinned_bytes());
    if (!step.undoes) pairs_[--g] = step.transpose->pairs();
  }
  neighbors_->reserve(comm_, bytes);
}

bool DeviceEngine::transformed(std::size_t axis) const {
  const AxisProblem& problem = problem_.axes[axis];
  return problem.kind == CW_FFT_FOURIER && (problem.physical > 1 || problem.halved);
}

/// The axes that the process grid leaves whole, in groups of adjacent ones: the halved axis is the last of the first
/// group.
void DeviceEngine::transform_local_axes() {
  const DistributedArray& physical = arrays_.physical;
  std::int64_t inner = 1;
  for (std::size_t last = problem_.ndims(); last > grid_.size();) {
    std::size_t first = last;
    while (first > grid_.size() && last - first < cuda::LocalRequest::max_axes && transformed(first - 1)) --first;
    if (first < last) {
      std::int64_t outer = problem_.fields;
      for (std::size_t axis = 0; axis < first; ++axis) outer *= local(physical, axis);
      add_transform(first, last, outer, inner);
    } else {
      --first;
    }
    for (; last > first; --last) inner *= problem_.axes[last - 1].spectral;
  }
}

/// The axes from `first` up to `last`, which are adjacent in memory.
void DeviceEngine::add_transform(std::size_t first, std::size_t last, std::int64_t outer, std::int64_t inner) {
  if (outer * inner == 0 || !transformed(last - 1)) return;
  cuda::LocalRequest request;
  request.single = problem_.precision == CW_FFT_FLOAT;
  request.halved = problem_.halved == static_cast<int>(last) - 1;
  request.outer = outer;
  request.inner = inner;
  for (std::size_t axis = first; axis < last; ++axis) request.lengths.push_back(problem_.axes[axis].physical);
  steps_.push_back({std::make_unique<cuda::LocalTransform>(std::move(request), workspace_.stream()), nullptr, false});
}

void DeviceEngine::add_transpose(const DistributedArray& before, std::size_t g, std::int64_t element, bool aware,
                                 bool undoes) {
  cuda::TransposeShape shape;
  shape.element = element;
  shape.members = grid_[g];
  shape.rank = coords_[g];
  shape.gained = before.lengths[g];
  shape.lost = before.lengths[g + 1];
  shape.outer = problem_.fields;
  std::int64_t* part = &shape.outer;
  for (const std::size_t axis : before.memory) {
    if (axis == g)
      part = &shape.middle;
    else if (axis == g + 1)
      part = &shape.inner;
    else
      *part *= local(before, axis);
  }
  steps_.push_back(
      {nullptr,
       std::make_unique<cuda::Transpose>(shape, lines_[g], line_of(grid_, cells_, rank_, g), aware, *neighbors_),
       undoes});
}

std::int64_t DeviceEngine::local(const DistributedArray& array, std::size_t axis) const {
  return array.split(axis, grid_).count(array.part(axis, coords_));
}

std::int64_t DeviceEngine::array_bytes(cw_fft_space space) const {
  const bool physical = space == CW_FFT_PHYSICAL;
  return problem_.fields * (physical ? this->physical(rank_).elements() * problem_.physical_element()
                                     : this->spectral(rank_).elements() * problem_.spectral_element());
}

void DeviceEngine::check(const void* array, const char* name) const {
  const MemoryKind kind = device::kind_of(array);
  if (kind == MemoryKind::host || kind == MemoryKind::pinned)
    base::fail(Status::invalid_argument,
               "{} {} is in memory of the host, and this plan is for memory of a GPU: copy the array there, or make a "
               "plan with memory = CW_FFT_MEMORY_HOST",
               name, array);
  const std::int64_t alignment = 2 * problem_.real_bytes();
  if (reinterpret_cast<std::uintptr_t>(array) % static_cast<std::uintptr_t>(alignment) != 0)
    base::fail(Status::invalid_argument,
               "{} {} is not a multiple of {}, the bytes of a complex number: align the array", name, array, alignment);
  device::Context* const context = device::context_of(gpu::driver(), array);
  if (context == nullptr)
    base::fail(Status::invalid_argument, "{} {} is in memory of a GPU that CUDA did not allocate: copy the array", name,
               array);
  if (context != workspace_.context())
    base::fail(Status::invalid_argument,
               "{} {} belongs to another context of CUDA than the stream of the plan: make the plan with a stream of "
               "that context",
               name, array);
  const gpu::Current current(workspace_.context());
  int capturing = 0;
  gpu::check(gpu::driver().cuStreamIsCapturing(workspace_.stream(), &capturing), "cuStreamIsCapturing");
  if (capturing != 0)
    base::fail(Status::invalid_argument,
               "the stream of the plan is recorded in a graph, which cannot hold the messages of a transform: end the "
               "capture first");
}

void DeviceEngine::start(Direction direction, const std::byte* in, std::byte* out) {
  times_.begin();
  direction_ = direction;
  at_ = const_cast<std::byte*>(in);  // no step writes it
  is_input_ = true;
  out_ = out;
  next_ = 0;
  run_until_exchange();
}

void DeviceEngine::finish() {
  times_.begin();
  while (next_ < steps_.size()) {
    // The next step is a transpose between processes.
    std::byte* const to = is_last(next_) ? out_ : at_;
    {
      const Phase phase(times_, &Times::wait);
      step(next_).transpose->run(gathers(step(next_)), at_, to, failure_);
    }
    at_ = to;
    ++next_;
    run_until_exchange();
  }
  failure_.attempt([&] { scale(); });
  mpi::collectively(comm_, [&] { failure_.rethrow(); }, [&](int mine) { return neighbors_->waits().least(mine); });
}

void DeviceEngine::apply(const Operator&, const std::byte*, std::byte*) {
  base::fail(Status::unsupported,
             "operators run on the host, and this plan is for memory of a GPU: call cw_fft_forward, change the "
             "coefficients on the GPU, and call cw_fft_backward");
}

/// Runs steps up to the next transpose between processes.
void DeviceEngine::run_until_exchange() {
  for (; next_ < steps_.size(); ++next_) {
    Step& one = step(next_);
    const bool last = is_last(next_);
    if (one.transform) {
      const Phase phase(times_, &Times::fft);
      failure_.attempt([&] { run_transform(*one.transform, last); });
      continue;
    }
    const Phase phase(times_, &Times::pack);
    leave_input();
    if (!one.transpose->alone()) return;
    std::byte* const to = last ? out_ : other();
    failure_.attempt([&] { one.transpose->move(gathers(one), at_, to); });
    at_ = to;
  }
}

void DeviceEngine::run_transform(const cuda::LocalTransform& transform, bool last) {
  const bool forward = direction_ == Direction::forward;
  if (transform.destroys_input(forward)) leave_input();
  std::byte* to = at_;
  if (last)
    to = out_;
  else if (is_input_ || !transform.in_place())
    to = other();
  const gpu::Current current(workspace_.context());
  transform.run(forward, at_, to, workspace_.area());
  at_ = to;
  is_input_ = false;
}

/// Copies the user's array into a work array, unless a step has done so.
void DeviceEngine::leave_input() {
  if (!is_input_) return;
  const std::int64_t bytes = array_bytes(direction_ == Direction::forward ? CW_FFT_PHYSICAL : CW_FFT_SPECTRAL);
  failure_.attempt([&] {
    if (bytes > 0) workspace_.copy(workspace_.array(0), at_, bytes);
  });
  at_ = workspace_.array(0);
  is_input_ = false;
}

void DeviceEngine::scale() {
  const bool forward = direction_ == Direction::forward;
  const long double factor = forward ? problem_.forward_factor() : problem_.backward_factor();
  if (factor == 1) return;
  const gpu::Current current(workspace_.context());
  const std::int64_t bytes = array_bytes(forward ? CW_FFT_SPECTRAL : CW_FFT_PHYSICAL);
  scale_->run(out_, bytes / problem_.real_bytes(), static_cast<double>(factor), workspace_.stream());
}

}  // namespace cartwright::fft
