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

Slots TransposeShape::slots(std::int64_t of, std::int64_t before) const {
  Slots slots;
  for (std::int64_t other = 0; other < before; ++other) slots.add(message_bytes(of, other), message_bytes(other, of));
  return slots;
}

void Moves::add(const jit::Program& program, std::int64_t from, std::int64_t to, std::size_t target) {
  if (program.body.bytes == 0) return;
  auto batch = jit::BatchProgram::of(program);
  if (!batch) base::fail(base::Status::internal, "a transpose has too many loops");
  moves_.push_back({std::move(*batch), from, to, target});
}

void Moves::run(const std::byte* from, const std::vector<std::byte*>& targets, const Workspace& workspace) {
  constexpr std::size_t remembered = 4;
  if (moves_.empty()) return;
  auto found =
      std::ranges::find_if(known_, [&](const Known& one) { return one.from == from && one.targets == targets; });
  const gpu::Current current(workspace.context());
  if (found == known_.end()) {
    Known made{from, targets, {}, nullptr};
    for (const Move& move : moves_)
      move.program.append(reinterpret_cast<std::uint64_t>(targets[move.target]) + static_cast<std::uint64_t>(move.to),
                          reinterpret_cast<std::uint64_t>(from) + static_cast<std::uint64_t>(move.from), 1, 0,
                          made.jobs);
    if (made.jobs.size() > jit::max_jobs_in_parameters)
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

Transpose::Transpose(const TransposeShape& shape, MPI_Comm comm, std::vector<int> ranks, bool aware,
                     Neighbors& neighbors)
    : shape_(shape), ranks_(std::move(ranks)), aware_(aware), neighbors_(neighbors), workspace_(neighbors.own()) {
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
    const auto member = static_cast<std::size_t>(other);
    slots_.add(shape.message_bytes(shape.rank, other), shape.message_bytes(other, shape.rank));
    there_.push_back(neighbors.on_node(ranks_[member]) ? shape.slots(other, shape.rank).bytes() : 0);
    const std::int64_t columns = shape.lost_split().count(other);
    if (const std::int64_t first = shape.lost_split().first(other) * before.lost; rows_here * columns > 0) {
      const Strides message = before_strides(shape, rows_here, columns);
      before_.pack.add(rows(shape, rows_here, columns, before, message), first, 0, member);
      before_.unpack.add(rows(shape, rows_here, columns, message, before), slots_.offset(member), first);
    }
    const std::int64_t rows_there = shape.gained_split().count(other);
    if (const std::int64_t first = shape.gained_split().first(other) * after.gained; rows_there * columns_here > 0) {
      const Strides message = before_strides(shape, rows_there, columns_here);
      after_.pack.add(scatter(shape, rows_there, columns_here, after, message), first, 0, member);
      after_.unpack.add(gather(shape, rows_there, columns_here, message, after), slots_.offset(member), first);
    }
  }
  messages_.emplace(comm, aware, slots_, workspace_, neighbors.waits());
}

std::int64_t Transpose::array_bytes() const {
  return std::max({shape_.before_bytes(), shape_.after_bytes(), slots_.bytes()});
}

std::int64_t Transpose::pinned_bytes() const {
  bool far = false;
  for (std::size_t member = 0; member < slots_.members(); ++member) far = far || route(member) == Route::far;
  return far && !aware_ ? slots_.bytes() : 0;
}

Pairs Transpose::pairs() const {
  Pairs pairs;
  for (std::size_t member = 0; member < slots_.members(); ++member) {
    const Route taken = route(member);
    pairs.shared += taken == Route::near ? 1 : 0;
    pairs.all += taken == Route::near || taken == Route::far ? 1 : 0;
  }
  return pairs;
}

/// How data goes to a member and comes from it.
Transpose::Route Transpose::route(std::size_t member) const {
  if (static_cast<std::int64_t>(member) == shape_.rank) return Route::own;
  if (!sends(true, member) && !sends(false, member)) return Route::none;
  return neighbors_.reaches(ranks_[member]) ? Route::near : Route::far;
}

void Transpose::run(bool forward, std::byte* from, std::byte* to, Failure& failure) {
  const std::size_t spare = workspace_.other(from);
  std::byte* const here = workspace_.array(spare);
  std::vector<std::byte*> targets;
  std::vector<bool> far;
  std::vector<std::size_t> near;
  for (std::size_t member = 0; member < slots_.members(); ++member) {
    targets.push_back(here + slots_.offset(member));
    const Route taken = route(member);
    far.push_back(taken == Route::far);
    if (taken == Route::near) near.push_back(member);
  }
  if (!near.empty()) failure.attempt([&] { workspace_.wait(); });
  neighbors_.offer(spare);
  for (const std::size_t member : near)
    if (sends(forward, member))
      targets[member] = neighbors_.array(ranks_[member], neighbors_.await_offer(ranks_[member])) + there_[member];
  failure.attempt([&] { (forward ? before_ : after_).pack.run(from, targets, workspace_); });
  messages_->start(forward, far, here, from, failure);  // waits for the stream
  neighbors_.deliver();
  messages_->finish(forward, here, failure);
  for (const std::size_t member : near)
    if (sends(!forward, member)) neighbors_.await_delivery(ranks_[member]);
  failure.attempt([&] { (forward ? after_ : before_).unpack.run(here, {to}, workspace_); });
}

void Transpose::move(bool forward, const std::byte* from, std::byte* to) {
  (forward ? before_.pack : before_.unpack).run(from, {to}, workspace_);
}

}  // namespace cartwright::fft::cuda
