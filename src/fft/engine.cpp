// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/engine.hpp"

#include <cstring>

// What an engine does: the steps of a transform, one after the other, each up to where it would wait for others.

namespace cartwright::fft {

namespace {

/// Calls visit(offset_a, offset_b) for all index combinations of these lengths, last fastest.
template <typename Visit>
void for_each(const std::vector<std::int64_t>& lengths, const std::vector<std::int64_t>& a,
              const std::vector<std::int64_t>& b, Visit visit, std::size_t axis = 0, std::int64_t at_a = 0,
              std::int64_t at_b = 0) {
  if (axis == lengths.size()) return visit(at_a, at_b);
  for (std::int64_t i = 0; i < lengths[axis]; ++i)
    for_each(lengths, a, b, visit, axis + 1, at_a + i * a[axis], at_b + i * b[axis]);
}

}  // namespace

void Engine::start(Direction direction, const std::byte* in, std::byte* out) {
  // Work space may be shared: its last user must be done with it in all processes.
  if (workspace_.change_user(user_)) {
    const exchange::Stopwatch watch(times_.wait);
    PMPI_Barrier(comm_);
  }
  workspace_.take_pages();
  direction_ = direction;
  in_ = in;
  out_ = out;
  if (in == out && problem_.fields > 1) {
    // A field of the one size may cover two of the other.
    const bool from_physical = direction == Direction::forward;
    const std::int64_t bytes =
        problem_.fields * (from_physical ? physical(rank_).elements() * problem_.physical_element()
                                         : spectral(rank_).elements() * problem_.spectral_element());
    if (copy_of_input_.size() < bytes) copy_of_input_ = Pages(bytes);
    if (bytes > 0) std::memcpy(copy_of_input_.data(), in, static_cast<std::size_t>(bytes));
    in_ = copy_of_input_.data();
  }
  flights_.push_back({0, 0, 0});
  next_field_ = 1;
  advance(flights_.front());
}

void Engine::finish() {
  const std::size_t lanes = down_.front().exchanges.size();
  while (!flights_.empty() || next_field_ < problem_.fields) {
    if (next_field_ < problem_.fields && flights_.size() < lanes) {
      flights_.push_back({next_field_, 0, static_cast<std::size_t>(next_field_) % lanes});
      ++next_field_;
      advance(flights_.back());
    } else {
      advance(flights_.front());
      if (flights_.front().step == steps()) flights_.pop_front();
    }
  }
}

void Engine::advance(Flight& flight) {
  const std::int64_t physical = this->physical(rank_).elements() * problem_.physical_element() * flight.field;
  const std::int64_t spectral = this->spectral(rank_).elements() * problem_.spectral_element() * flight.field;
  if (direction_ == Direction::forward)
    forward(flight.step, flight.lane, in_ + physical, out_ + spectral);
  else
    backward(flight.step, flight.lane, in_ + spectral, out_ + physical);
  ++flight.step;
}

void Engine::forward(int step, std::size_t lane, const std::byte* in, std::byte* out) {
  const auto dims = static_cast<int>(dims_);
  if (step == 0) {
    exchange::Exchange& first = down(dims_ - 1, lane);
    local_forward(in, first.array());
    first.start();
  } else if (step < dims || (step == dims && !natural_)) {
    const auto g = static_cast<std::size_t>(dims - step);
    exchange::Exchange& from = down(g, lane);
    down_[g].transform->gather(from, g > 0 ? down(g - 1, lane).array() : out, down_[g].rows);
    Streaming::fence();
    from.end();
    if (g > 0) down(g - 1, lane).start();
  } else if (step == dims) {
    exchange::Exchange& from = down(0, lane);
    exchange::Exchange& to = up(0, lane);
    to.open();
    down_[0].transform->turn(Direction::forward, from, to);
    from.end();
    to.send();
  } else {
    const auto g = static_cast<std::size_t>(step - dims - 1);
    exchange::Exchange& from = up(g, lane);
    from.wait();
    if (g + 1 < dims_) {
      exchange::Exchange& to = up(g + 1, lane);
      to.open();
      up_[g + 1].transform->scatter(from.current(), up_[g + 1].rows, to);
      from.end();
      to.send();
    } else {
      copy_natural(from.current(), strides(before_up_[g], problem_.spectral_element()), out, user_spectral_);
      from.end();
    }
  }
}

void Engine::backward(int step, std::size_t lane, const std::byte* in, std::byte* out) {
  const auto dims = static_cast<int>(dims_);
  const int back = natural_ ? step - dims : step;  // how many axes are gathered back by now; below 0: on the way there
  if (natural_ && step == 0) {
    exchange::Exchange& first = up(dims_ - 1, lane);
    copy_natural(in, user_spectral_, first.array(), strides(before_up_[dims_ - 1], problem_.spectral_element()));
    Streaming::fence();
    first.start();
  } else if (back < 0) {
    const auto g = static_cast<std::size_t>(-back);
    exchange::Exchange& from = up(g, lane);
    up_[g].transform->gather(from, up(g - 1, lane).array(), up_[g].rows);
    Streaming::fence();
    from.end();
    up(g - 1, lane).start();
  } else if (back == 0) {
    exchange::Exchange& to = down(0, lane);
    to.open();
    if (natural_) {
      exchange::Exchange& from = up(0, lane);
      down_[0].transform->turn(Direction::backward, from, to);
      from.end();
    } else {
      down_[0].transform->scatter(in, down_[0].rows, to);
    }
    to.send();
  } else {
    const auto g = static_cast<std::size_t>(back - 1);
    exchange::Exchange& from = down(g, lane);
    from.wait();
    // What arrived is this process's own to destroy until end().
    std::byte* current = const_cast<std::byte*>(from.current());
    if (g + 1 < dims_) {
      exchange::Exchange& to = down(g + 1, lane);
      to.open();
      down_[g + 1].transform->scatter(current, down_[g + 1].rows, to);
      from.end();
      to.send();
    } else {
      local_backward(current, out);
      from.end();
    }
  }
}

void Engine::local_forward(const std::byte* in, std::byte* work) {
  const exchange::Stopwatch watch(times_.fft);
  const std::vector<std::int64_t> work_strides = strides(before_.back(), element_before(dims_ - 1));
  std::vector<std::int64_t> planes;
  for (std::size_t axis = 0; axis < dims_; ++axis) planes.push_back(local(physical_, axis));
  for_each(planes, user_physical_, work_strides,
           [&](std::int64_t at, std::int64_t to) { local_->forward(in + at, work + to); });
  Streaming::fence();
}

void Engine::local_backward(std::byte* work, std::byte* out) {
  const exchange::Stopwatch watch(times_.fft);
  const std::vector<std::int64_t> work_strides = strides(before_.back(), element_before(dims_ - 1));
  std::vector<std::int64_t> planes;
  for (std::size_t axis = 0; axis < dims_; ++axis) planes.push_back(local(physical_, axis));
  for_each(planes, user_physical_, work_strides,
           [&](std::int64_t to, std::int64_t at) { local_->backward(work + at, out + to); });
  Streaming::fence();
}

/// Between the work array of the last transpose and the user's, which have the axes in the same order.
void Engine::copy_natural(const std::byte* from, const std::vector<std::int64_t>& from_strides, std::byte* to,
                          const std::vector<std::int64_t>& to_strides) {
  const exchange::Stopwatch watch(times_.copy);
  std::vector<std::int64_t> lengths;
  for (std::size_t axis = 0; axis < problem_.ndims(); ++axis) lengths.push_back(local(spectral_, axis));
  const std::int64_t row = lengths.back() * problem_.spectral_element();
  lengths.pop_back();
  std::int64_t all = row;
  for (const std::int64_t length : lengths) all *= length;
  const Streaming streaming(all);
  for_each(lengths, from_strides, to_strides,
           [&](std::int64_t a, std::int64_t b) { streaming.copy(to + b, from + a, row); });
}

}  // namespace cartwright::fft
