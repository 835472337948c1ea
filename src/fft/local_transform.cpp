// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/local_transform.hpp"

#include "base/checked.hpp"

#include <algorithm>
#include <utility>

namespace cartwright::fft {

namespace {

/// Planes up to this size are made in the second cache.
constexpr std::int64_t most_staged_bytes = std::int64_t{3} << 20;

bool aligned(const void* address) { return reinterpret_cast<std::uintptr_t>(address) % 16 == 0; }

std::vector<std::int64_t> dense(const std::vector<std::int64_t>& lengths) {
  std::vector<std::int64_t> strides(lengths.size());
  std::int64_t stride = 1;
  for (std::size_t i = lengths.size(); i-- > 0; stride *= std::max<std::int64_t>(1, lengths[i])) strides[i] = stride;
  return strides;
}

std::int64_t product(const std::vector<std::int64_t>& lengths) {
  std::int64_t all = 1;
  for (const std::int64_t length : lengths) all = checked_mul(all, length, "a plane of the array");
  return all;
}

}  // namespace

LocalTransform::LocalTransform(Backend& backend, const Problem& problem, std::size_t first,
                               std::vector<std::int64_t> work_strides, long double factor, Streaming streaming,
                               cw_fft_effort effort)
    : backend_(backend),
      axes_(problem.axes.begin() + static_cast<std::ptrdiff_t>(first), problem.axes.end()),
      precision_(problem.precision),
      real_(problem.real),
      effort_(effort),
      factor_(factor),
      streaming_(streaming) {
  const std::int64_t real = problem.real_bytes();
  const bool complex_work = !real_ || problem.halved >= static_cast<int>(first);
  const std::int64_t work_element = real * (complex_work ? 2 : 1);
  State user;
  State work;
  std::int64_t widest = 1;  // entries of a plane with every axis at its longest
  for (const AxisProblem& axis : axes_) {
    user.lengths.push_back(axis.physical);
    work.lengths.push_back(axis.spectral);
    widest = checked_mul(widest, std::max(axis.physical, axis.spectral), "a plane of the array");
  }
  user.strides = dense(user.lengths);
  user.complex_data = !real_;
  for (const std::int64_t stride : work_strides) work.strides.push_back(stride / work_element);
  work.complex_data = complex_work;
  reals_of_user_ = product(user.lengths) * (real_ ? 1 : 2);
  user_bytes_ = reals_of_user_ * real;
  work_bytes_ = work_element;
  for (std::size_t i = 0; i < axes_.size(); ++i) work_bytes_ += (work.lengths[i] - 1) * work_strides[i];
  staged_ = streaming.worth_it() && std::max(user_bytes_, work_bytes_) <= most_staged_bytes;
  for (int i = 0; i < 3; ++i) scratch_.emplace_back(std::max(checked_mul(2 * real, widest, "a plane"), work_bytes_));
  plan_forward(user, work);
  plan_backward(work, user);
}

/// Axes that are transformed together, last first: a halved one with the Fourier axes before it, or neighbours of a
/// kind.
std::vector<std::vector<std::size_t>> LocalTransform::groups() const {
  std::vector<std::vector<std::size_t>> groups;
  const auto joins = [&](const AxisProblem& axis, const AxisProblem& group) {
    const bool fourier = axis.kind == CW_FFT_FOURIER;
    return !axis.padded() && !group.padded() && fourier == (group.kind == CW_FFT_FOURIER);
  };
  for (std::size_t i = axes_.size(); i-- > 0;) {
    if (axes_[i].kind == CW_FFT_NONE) continue;
    if (!groups.empty() && joins(axes_[i], axes_[groups.back().front()]))
      groups.back().insert(groups.back().begin(), i);
    else
      groups.push_back({i});
  }
  return groups;
}

/// Strides of a dense plane with `axis` innermost.
std::vector<std::int64_t> LocalTransform::innermost(const std::vector<std::int64_t>& lengths, std::size_t axis) const {
  std::vector<std::int64_t> others = lengths;
  others[axis] = 1;
  std::vector<std::int64_t> strides = dense(others);
  for (std::int64_t& stride : strides) stride *= lengths[axis];
  strides[axis] = 1;
  return strides;
}

void LocalTransform::add_transform(std::vector<Step>& steps, State& state, const std::vector<std::size_t>& axes,
                                   Direction direction, const std::vector<std::int64_t>& lengths,
                                   const std::vector<std::int64_t>& strides) {
  using Type = TransformRequest::Type;
  TransformRequest request;
  request.precision = precision_;
  request.direction = direction;
  request.complex_data = state.complex_data;
  const AxisProblem& last = axes_[axes.back()];
  request.type = last.halved ? Type::halved : last.kind == CW_FFT_FOURIER ? Type::complex : Type::real_to_real;
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    const bool transformed = std::find(axes.begin(), axes.end(), i) != axes.end();
    Loop loop{state.lengths[i], state.strides[i], strides[i]};
    if (!transformed) {
      request.loops.push_back(loop);
      continue;
    }
    loop.length = axes_[i].physical;  // the logical size, also of the halved axis
    request.dims.push_back(loop);
    if (request.type == Type::real_to_real) request.kinds.push_back(kind_towards(axes_[i].kind, direction));
  }
  Step step;
  step.transform = backend_.plan(request, effort_);
  steps.push_back(std::move(step));
  state.lengths = lengths;
  state.strides = strides;
  if (request.type == Type::halved) state.complex_data = direction == Direction::forward;
}

void LocalTransform::add_copy(std::vector<Step>& steps, State& state, const std::vector<std::int64_t>& strides) {
  TransformRequest request;
  request.type = TransformRequest::Type::copy;
  request.precision = precision_;
  request.complex_data = state.complex_data;
  for (std::size_t i = 0; i < axes_.size(); ++i)
    request.loops.push_back({state.lengths[i], state.strides[i], strides[i]});
  Step step;
  step.transform = backend_.plan(request, effort_);
  steps.push_back(std::move(step));
  state.strides = strides;
}

void LocalTransform::plan_forward(State state, const State& target) {
  const std::vector<std::vector<std::size_t>> all = groups();
  for (const std::vector<std::size_t>& group : all) {
    std::vector<std::int64_t> lengths = state.lengths;
    const AxisProblem& axis = axes_[group.front()];
    if (axis.padded()) {
      const std::size_t which = group.front();
      lengths[which] = full_length(axis);
      add_transform(forward_, state, group, Direction::forward, lengths, innermost(lengths, which));
      Step step;
      step.cut = &axis;
      step.rows = product(lengths) / lengths[which];
      step.full = lengths[which];
      step.kept = lengths[which] = axis.spectral;
      step.reals = state.complex_data ? 2 : 1;
      forward_.push_back(std::move(step));
      state.lengths = lengths;
      state.strides = innermost(lengths, which);
      continue;
    }
    for (const std::size_t i : group) lengths[i] = axes_[i].spectral;
    const bool last = &group == &all.back();
    add_transform(forward_, state, group, Direction::forward, lengths, last ? target.strides : dense(lengths));
  }
  if (state.strides != target.strides || forward_.empty()) add_copy(forward_, state, target.strides);
}

void LocalTransform::plan_backward(State state, const State& target) {
  const std::vector<std::vector<std::size_t>> all = groups();
  for (std::size_t g = all.size(); g-- > 0;) {
    const std::vector<std::size_t>& group = all[g];
    const AxisProblem& axis = axes_[group.front()];
    if (axis.padded()) {
      const std::size_t which = group.front();
      add_copy(backward_, state, innermost(state.lengths, which));
      Step step;
      step.cut = &axis;
      step.rows = product(state.lengths) / state.lengths[which];
      step.kept = state.lengths[which];
      step.full = state.lengths[which] = full_length(axis);
      step.reals = state.complex_data ? 2 : 1;
      backward_.push_back(std::move(step));
      state.strides = innermost(state.lengths, which);
    }
    std::vector<std::int64_t> lengths = state.lengths;
    for (const std::size_t i : group) lengths[i] = axes_[i].physical;
    add_transform(backward_, state, group, Direction::backward, lengths, g == 0 ? target.strides : dense(lengths));
  }
  if (backward_.empty()) add_copy(backward_, state, target.strides);
}

void LocalTransform::run(const std::vector<Step>& steps, Direction direction, std::byte* from, std::byte* to) {
  int next = 0;
  for (const Step& step : steps) {
    std::byte* into = &step == &steps.back() ? to : scratch(next);
    next = 1 - next;
    if (step.transform != nullptr)
      step.transform->run(from, into);
    else if (direction == Direction::forward)
      cut(*step.cut, precision_, step.reals, step.rows, from, step.full, into, step.kept);
    else
      fill(*step.cut, precision_, step.reals, step.rows, from, step.kept, into, step.full);
    from = into;
  }
}

void LocalTransform::forward(const std::byte* user, std::byte* work) {
  // Only inputs that are not the user's are ever destroyed: forward steps preserve theirs.
  std::byte* from = const_cast<std::byte*>(user);
  if (!aligned(user)) {
    from = scratch(1);
    std::copy_n(user, user_bytes_, from);
  }
  std::byte* to = staged_ ? scratch(2) : work;
  run(forward_, Direction::forward, from, to);
  if (staged_) streaming_.copy(work, to, work_bytes_);
}

void LocalTransform::backward(std::byte* work, std::byte* user) {
  const bool staged = staged_ || !aligned(user);
  std::byte* to = staged ? scratch(2) : user;
  run(backward_, Direction::backward, work, to);
  if (factor_ != 1) scale(precision_, to, reals_of_user_, factor_);
  if (staged) streaming_.copy(user, to, user_bytes_);
}

}  // namespace cartwright::fft
