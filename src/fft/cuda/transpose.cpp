// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/cuda/transpose.hpp"

#include "base/checked.hpp"

#include <algorithm>
#include <utility>

namespace cartwright::fft::cuda {

namespace {

constexpr const char* array_name = "an array in memory of a GPU";

std::int64_t product(std::initializer_list<std::int64_t> factors) {
  std::int64_t all = 1;
  for (const std::int64_t factor : factors) all = base::checked_mul(all, factor, array_name);
  return all;
}

/// A loop of a copy, with its strides on both sides.
struct Loop {
  std::int64_t count = 1, from = 0, to = 0;
};

/// Blocks of `bytes` bytes in loops, the outermost first.
jit::Program nest(std::initializer_list<Loop> loops, std::int64_t bytes) {
  jit::Program program;
  program.direction = jit::Direction::between;
  jit::Copy body;
  body.bytes = bytes;
  const std::vector<Loop> all(loops);
  for (auto loop = all.rbegin(); loop != all.rend(); ++loop) {
    if (loop->count == 1) continue;
    jit::Copy outer;
    outer.kind = jit::Copy::Kind::loop;
    outer.bytes = body.bytes * loop->count;
    outer.count = loop->count;
    outer.from_stride = loop->from;
    outer.to_stride = loop->to;
    outer.parts.push_back({0, 0, std::move(body)});
    body = std::move(outer);
  }
  program.body = std::move(body);
  return program;
}

/// The strides of the array before the transpose, of that after it, and of a message, which has the order of the first.
struct Strides {
  std::int64_t outer, gained, middle, lost, inner;
};

Strides before_strides(const TransposeShape& shape, std::int64_t gained_here, std::int64_t lost_here) {
  Strides strides{};
  strides.inner = shape.element;
  strides.lost = strides.inner * shape.inner;
  strides.middle = strides.lost * lost_here;
  strides.gained = strides.middle * shape.middle;
  strides.outer = strides.gained * gained_here;
  return strides;
}

Strides after_strides(const TransposeShape& shape, std::int64_t lost_here) {
  Strides strides{};
  strides.gained = shape.element;
  strides.inner = strides.gained * shape.gained;
  strides.lost = strides.inner * shape.inner;
  strides.middle = strides.lost * lost_here;
  strides.outer = strides.middle * shape.middle;
  return strides;
}

/// Between an array before the transpose and a message: both end with whole rows [lost][inner].
jit::Program rows(const TransposeShape& shape, std::int64_t gained, std::int64_t lost, const Strides& from,
                  const Strides& to) {
  return nest(
      {{shape.outer, from.outer, to.outer}, {gained, from.gained, to.gained}, {shape.middle, from.middle, to.middle}},
      lost * shape.inner * shape.element);
}

/// From the order of messages into that after the transpose: threads write next to each other.
jit::Program gather(const TransposeShape& shape, std::int64_t gained, std::int64_t lost, const Strides& from,
                    const Strides& to) {
  return nest({{shape.outer, from.outer, to.outer},
               {shape.middle, from.middle, to.middle},
               {lost, from.lost, to.lost},
               {shape.inner, from.inner, to.inner},
               {gained, from.gained, to.gained}},
              shape.element);
}

/// The opposite.
jit::Program scatter(const TransposeShape& shape, std::int64_t gained, std::int64_t lost, const Strides& from,
                     const Strides& to) {
  return nest({{shape.outer, from.outer, to.outer},
               {gained, from.gained, to.gained},
               {shape.middle, from.middle, to.middle},
               {lost, from.lost, to.lost},
               {shape.inner, from.inner, to.inner}},
              shape.element);
}

}  // namespace

std::int64_t TransposeShape::before_bytes() const {
  return product({outer, gained_split().count(rank), middle, lost, inner, element});
}

std::int64_t TransposeShape::after_bytes() const {
  return product({outer, middle, lost_split().count(rank), inner, gained, element});
}

std::int64_t TransposeShape::message_bytes(std::int64_t from, std::int64_t to) const {
  return product({outer, gained_split().count(from), middle, lost_split().count(to), inner, element});
}

void Moves::add(const jit::Program& program, std::int64_t from, std::int64_t to) {
  if (program.body.bytes == 0) return;
  auto batch = jit::BatchProgram::of(program);
  if (!batch) base::fail(base::Status::internal, "a transpose has too many loops");
  moves_.push_back({std::move(*batch), from, to});
}

void Moves::run(const std::byte* from, std::byte* to, const Workspace& workspace) {
  constexpr std::size_t remembered = 4;
  if (moves_.empty()) return;
  auto found = std::ranges::find_if(known_, [&](const Known& one) { return one.from == from && one.to == to; });
  const gpu::Current current(workspace.context());
  if (found == known_.end()) {
    Known made{from, to, {}, nullptr};
    for (const Move& move : moves_)
      move.program.append(reinterpret_cast<std::uint64_t>(to) + static_cast<std::uint64_t>(move.to),
                          reinterpret_cast<std::uint64_t>(from) + static_cast<std::uint64_t>(move.from), 1, 0,
                          made.jobs);
    if (made.jobs.size() > jit::most_jobs_in_parameters)
      made.batch = std::make_unique<gpu::Batch>(current, std::exchange(made.jobs, {}), workspace.stream());
    if (known_.size() == remembered) known_.pop_back();
    found = known_.insert(known_.begin(), std::move(made));
  }
  std::rotate(known_.begin(), found, found + 1);
  Known& last = known_.front();
  if (last.batch)
    last.batch->run(workspace.stream());
  else
    gpu::run_jobs(current, last.jobs, workspace.stream());
}

Transpose::Transpose(const TransposeShape& shape, MPI_Comm comm, bool aware, Workspace& workspace)
    : shape_(shape), workspace_(workspace) {
  const std::int64_t rows_here = shape.gained_split().count(shape.rank);
  const std::int64_t columns_here = shape.lost_split().count(shape.rank);
  const Strides before = before_strides(shape, rows_here, shape.lost);
  const Strides after = after_strides(shape, columns_here);
  if (alone()) {
    before_.pack.add(gather(shape, shape.gained, shape.lost, before, after), 0, 0);
    before_.unpack.add(scatter(shape, shape.gained, shape.lost, after, before), 0, 0);
    return;
  }
  for (std::int64_t other = 0; other < shape.members; ++other) {
    const std::int64_t columns = shape.lost_split().count(other);
    const std::int64_t first = shape.lost_split().first(other) * before.lost;
    const Strides message = before_strides(shape, rows_here, columns);
    const std::int64_t at = before_.messages.bytes();
    before_.messages.add(shape.message_bytes(shape.rank, other));
    if (rows_here * columns == 0) continue;
    before_.pack.add(rows(shape, rows_here, columns, before, message), first, at);
    before_.unpack.add(rows(shape, rows_here, columns, message, before), at, first);
  }
  for (std::int64_t other = 0; other < shape.members; ++other) {
    const std::int64_t rows = shape.gained_split().count(other);
    const std::int64_t first = shape.gained_split().first(other) * after.gained;
    const Strides message = before_strides(shape, rows, columns_here);
    const std::int64_t at = after_.messages.bytes();
    after_.messages.add(shape.message_bytes(other, shape.rank));
    if (rows * columns_here == 0) continue;
    after_.unpack.add(gather(shape, rows, columns_here, message, after), at, first);
    after_.pack.add(scatter(shape, rows, columns_here, after, message), first, at);
  }
  messages_.emplace(comm, static_cast<int>(shape.rank), aware, workspace);
}

std::int64_t Transpose::array_bytes() const {
  return std::max({shape_.before_bytes(), shape_.after_bytes(), message_bytes()});
}

std::int64_t Transpose::message_bytes() const { return std::max(before_.messages.bytes(), after_.messages.bytes()); }

void Transpose::pack(bool forward, const std::byte* from, std::byte* send) {
  (forward ? before_ : after_).pack.run(from, send, workspace_);
}

void Transpose::exchange(bool forward, const std::byte* send, std::byte* receive, std::byte* to, Failure& failure) {
  Side& source = forward ? before_ : after_;
  Side& target = forward ? after_ : before_;
  messages_->exchange(source.messages, send, target.messages, receive, failure);
  failure.attempt([&] { target.unpack.run(receive, to, workspace_); });
}

void Transpose::move(bool forward, const std::byte* from, std::byte* to) {
  (forward ? before_.pack : before_.unpack).run(from, to, workspace_);
}

}  // namespace cartwright::fft::cuda
