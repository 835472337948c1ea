// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/local_transform.hpp"

#include "base/checked.hpp"
#include "fft/array.hpp"

#include <algorithm>
#include <utility>

namespace cartwright::fft {

namespace {

/// Bytes of a row of the columns that are transformed together.
constexpr std::int64_t column_bytes = 256;

std::int64_t product(const std::vector<std::int64_t>& lengths) {
  std::int64_t all = 1;
  for (const std::int64_t length : lengths) all = base::checked_mul(all, length, "a plane of the array");
  return all;
}

/// Elements from the first to the last, inclusive.
std::int64_t reach(const std::vector<std::int64_t>& lengths, const std::vector<std::int64_t>& strides) {
  std::int64_t last = 0;
  for (std::size_t i = 0; i < lengths.size(); ++i)
    last = base::checked_add(last, base::checked_mul(lengths[i] - 1, strides[i], "a plane of the array"),
                             "a plane of the array");
  return last + 1;
}

/// Strides of a dense plane whose axis `innermost` is contiguous.
std::vector<std::int64_t> dense_strides(std::vector<std::int64_t> lengths, std::size_t innermost) {
  const std::int64_t row = std::exchange(lengths[innermost], 1);
  std::vector<std::int64_t> strides(lengths.size());
  std::int64_t stride = row;
  for (std::size_t i = lengths.size(); i-- > 0; stride *= lengths[i]) strides[i] = stride;
  strides[innermost] = 1;
  return strides;
}

/// The zeros of an extended axis, as coefficients that are cut off.
AxisProblem zeros_of(const AxisProblem& axis) {
  AxisProblem zeros;
  zeros.kind = CW_FFT_NONE;
  zeros.physical = axis.points();
  zeros.spectral = zeros.modes = axis.physical;
  zeros.first = axis.first;
  return zeros;
}

}  // namespace

LocalTransform::LocalTransform(Backend& backend, const Problem& problem, std::size_t first,
                               std::vector<std::int64_t> work_strides, long double factor, Streaming streaming,
                               std::int64_t cached_bytes, cw_fft_effort effort)
    : backend_(backend),
      axes_(problem.axes.begin() + static_cast<std::ptrdiff_t>(first), problem.axes.end()),
      precision_(problem.precision),
      real_bytes_(problem.real_bytes()),
      effort_(effort),
      factor_(factor),
      streaming_(streaming) {
  State user;
  State work;
  State widest;  // every axis at its longest
  user.complex_data = !problem.real;
  work.complex_data = !problem.real || problem.halved >= static_cast<int>(first);
  widest.complex_data = true;
  for (const AxisProblem& axis : axes_) {
    user.lengths.push_back(axis.physical);
    work.lengths.push_back(axis.spectral);
    widest.lengths.push_back(std::max(axis.physical, axis.spectral));
  }
  user.strides = dense_strides(user.lengths, axes_.size() - 1);
  for (const std::int64_t stride : work_strides) work.strides.push_back(stride / element(work));
  user_bytes_ = base::checked_mul(product(user.lengths), element(user), "a plane of the array");
  work_bytes_ = base::checked_mul(reach(work.lengths, work.strides), element(work), "a plane of the array");
  std::int64_t largest = std::max(user_bytes_, work_bytes_);
  largest = std::max(largest, base::checked_mul(reach(widest.lengths, padded(widest)), element(widest), "a plane"));
  staged_ = streaming.worth_it() && std::max(user_bytes_, work_bytes_) <= cached_bytes;
  for (int i = 0; i < 3; ++i) scratch_.emplace_back(largest);
  plan_steps(Direction::forward, user, work);
  plan_steps(Direction::backward, work, user);
}

std::vector<std::int64_t> LocalTransform::padded(const State& state) const {
  std::vector<std::int64_t> strides = padded_strides(state.lengths, element(state));
  for (std::int64_t& stride : strides) stride /= element(state);
  return strides;
}

/// Whether an axis keeps its length and its kind of data, and is not the innermost: columns can then be vectorized.
bool LocalTransform::in_place(std::size_t axis) const {
  return axis + 1 < axes_.size() && !axes_[axis].padded() && !axes_[axis].extended() && !axes_[axis].halved;
}

/// The innermost axis comes first in forward direction and last in backward direction. In both it takes the plane from
/// one array to the other.
void LocalTransform::plan_steps(Direction direction, State state, const State& target) {
  const bool forward = direction == Direction::forward;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < axes_.size(); ++i) order.push_back(forward ? axes_.size() - 1 - i : i);
  const auto last_into = std::find_if(order.rbegin(), order.rend(), [&](std::size_t axis) { return !in_place(axis); });
  for (const std::size_t axis : order) {
    if (in_place(axis)) {
      if (axes_[axis].kind != CW_FFT_NONE) add_columns(direction, state, axis);
      continue;
    }
    const bool last = axis == *last_into;
    State after = state;
    after.lengths[axis] = forward ? axes_[axis].spectral : axes_[axis].physical;
    if (axes_[axis].halved) after.complex_data = forward;
    const std::vector<std::int64_t> strides = last ? target.strides : padded(after);
    if (axes_[axis].kind == CW_FFT_NONE) {
      add_copy(direction, state, strides);
    } else if (axes_[axis].extended()) {
      if (forward) {
        add_copy(direction, state, dense_strides(state.lengths, axis));
        add_cut(direction, state, axis, zeros_of(axes_[axis]), true);
        add_axis(direction, state, axis, strides);
      } else {
        State whole = after;
        whole.lengths[axis] = axes_[axis].points();
        add_axis(direction, state, axis, dense_strides(whole.lengths, axis));
        add_cut(direction, state, axis, zeros_of(axes_[axis]), false);
        add_copy(direction, state, strides);
      }
    } else if (!axes_[axis].padded()) {
      add_axis(direction, state, axis, strides);
    } else if (forward) {
      State full = after;
      full.lengths[axis] = full_length(axes_[axis]);
      add_axis(direction, state, axis, dense_strides(full.lengths, axis));
      add_cut(direction, state, axis, axes_[axis], false);
      add_copy(direction, state, strides);
    } else {
      add_copy(direction, state, dense_strides(state.lengths, axis));
      add_cut(direction, state, axis, axes_[axis], true);
      add_axis(direction, state, axis, strides);
    }
  }
}

/// Transforms an axis, from one buffer into another with these strides.
void LocalTransform::add_axis(Direction direction, State& state, std::size_t axis,
                              const std::vector<std::int64_t>& strides) {
  using Type = TransformRequest::Type;
  const AxisProblem& problem = axes_[axis];
  const bool forward = direction == Direction::forward;
  TransformRequest request;
  request.precision = precision_;
  request.direction = direction;
  request.complex_data = state.complex_data;
  request.type = problem.halved ? Type::halved : problem.kind == CW_FFT_FOURIER ? Type::complex : Type::real_to_real;
  request.kinds = {kind_towards(problem.kind, direction)};
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    if (i == axis)
      request.dims.push_back({problem.points(), state.strides[i], strides[i]});
    else
      request.loops.push_back({state.lengths[i], state.strides[i], strides[i]});
  }
  Step step;
  step.transform = backend_.plan(request, effort_);
  steps(direction).push_back(std::move(step));
  state.lengths[axis] = forward ? full_length(problem) : problem.points();
  state.strides = strides;
  if (problem.halved) state.complex_data = forward;
}

/// The axis is the innermost, and the plane is dense before and after.
void LocalTransform::add_cut(Direction direction, State& state, std::size_t axis, const AxisProblem& ends, bool fills) {
  const std::int64_t before = state.lengths[axis];
  state.lengths[axis] = fills ? full_length(ends) : ends.spectral;
  state.strides = dense_strides(state.lengths, axis);
  Step step;
  step.kind = Step::Kind::cut;
  step.axis = ends;
  step.fills = fills;
  step.reals = state.complex_data ? 2 : 1;
  step.rows = product(state.lengths) / state.lengths[axis];
  step.full = std::max(before, state.lengths[axis]);
  step.kept = std::min(before, state.lengths[axis]);
  steps(direction).push_back(std::move(step));
}

void LocalTransform::add_copy(Direction direction, State& state, const std::vector<std::int64_t>& strides) {
  TransformRequest request;
  request.type = TransformRequest::Type::copy;
  request.precision = precision_;
  request.complex_data = state.complex_data;
  for (std::size_t i = 0; i < axes_.size(); ++i)
    request.loops.push_back({state.lengths[i], state.strides[i], strides[i]});
  Step step;
  step.transform = backend_.plan(request, effort_);
  steps(direction).push_back(std::move(step));
  state.strides = strides;
}

/// Transforms an axis in place, a few columns of the innermost axis at a time.
void LocalTransform::add_columns(Direction direction, const State& state, std::size_t axis) {
  const std::int64_t row = state.lengths.back();
  const std::int64_t width = std::min(row, std::max<std::int64_t>(1, column_bytes / element(state)));
  TransformRequest request;
  request.type =
      axes_[axis].kind == CW_FFT_FOURIER ? TransformRequest::Type::complex : TransformRequest::Type::real_to_real;
  request.direction = direction;
  request.precision = precision_;
  request.complex_data = state.complex_data;
  request.in_place = true;
  request.dims = {{state.lengths[axis], state.strides[axis], state.strides[axis]}};
  request.kinds = {kind_towards(axes_[axis].kind, direction)};
  Step step;
  step.kind = Step::Kind::columns;
  request.loops = {{width, 1, 1}};
  step.transform = backend_.plan(request, effort_);
  request.loops = {{row % width, 1, 1}};
  if (row % width > 0) step.tail = backend_.plan(request, effort_);

  // The offsets of the rows, over all indices of the other axes.
  std::vector<std::int64_t> rows = {0};
  for (std::size_t i = 0; i + 1 < axes_.size(); ++i) {
    if (i == axis) continue;
    std::vector<std::int64_t> more;
    for (const std::int64_t at : rows)
      for (std::int64_t k = 0; k < state.lengths[i]; ++k) more.push_back(at + k * state.strides[i]);
    rows = std::move(more);
  }
  for (const std::int64_t at : rows) {
    for (std::int64_t column = 0; column + width <= row; column += width)
      step.offsets.push_back((at + column) * element(state));
    if (step.tail) step.tail_offsets.push_back((at + row - row % width) * element(state));
  }
  steps(direction).push_back(std::move(step));
}

void LocalTransform::run(Direction direction, std::byte* from, std::byte* to) {
  const std::vector<Step>& steps = this->steps(direction);
  const auto moves = [](const Step& step) { return step.kind != Step::Kind::columns; };
  const Step& last = *std::find_if(steps.rbegin(), steps.rend(), moves);
  int next = 0;
  for (const Step& step : steps) {
    if (step.kind == Step::Kind::columns) {
      for (const std::int64_t offset : step.offsets) step.transform->run(from + offset, from + offset);
      for (const std::int64_t offset : step.tail_offsets) step.tail->run(from + offset, from + offset);
      continue;
    }
    std::byte* into = &step == &last ? to : scratch(next);
    next = 1 - next;
    if (step.kind == Step::Kind::into)
      step.transform->run(from, into);
    else if (step.fills)
      fill(step.axis, precision_, step.reals, step.rows, from, step.kept, into, step.full);
    else
      cut(step.axis, precision_, step.reals, step.rows, from, step.full, into, step.kept);
    from = into;
  }
}

void LocalTransform::forward(const std::byte* user, std::byte* work) {
  // The user's buffer is never changed: the first forward step goes from one buffer into another.
  std::byte* from = const_cast<std::byte*>(user);
  if (!aligned(user)) {
    from = scratch(1);
    std::copy_n(user, user_bytes_, from);
  }
  std::byte* to = staged_ ? scratch(2) : work;
  run(Direction::forward, from, to);
  if (staged_) streaming_.copy(work, to, work_bytes_);
}

void LocalTransform::backward(std::byte* work, std::byte* user) {
  const bool staged = staged_ || !aligned(user);
  std::byte* to = staged ? scratch(2) : user;
  run(Direction::backward, work, to);
  if (factor_ != 1) scale(precision_, to, user_bytes_ / real_bytes_, factor_);
  if (staged) streaming_.copy(user, to, user_bytes_);
}

}  // namespace cartwright::fft
