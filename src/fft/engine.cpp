// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/engine.hpp"

#include "device/memory.hpp"
#include "mpi/base/collectively.hpp"
#include "mpi/base/comm.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

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

/// Whether both transposes begin with arrays of the same shape.
bool same_arrays(const exchange::Transpose& a, const exchange::Transpose& b) {
  return a.axes() == b.axes() && a.element() == b.element();
}

}  // namespace

Engine::Engine(Backend& backend, const Problem& problem, MPI_Comm comm, exchange::Workspace& workspace,
               const EngineRequest& request)
    : problem_(problem),
      comm_(comm),
      workspace_(workspace),
      user_(workspace.add_user()),
      rank_(mpi::rank_in(comm)),
      grid_(request.grid),
      cells_(request.cells),
      methods_(request.methods),
      lanes_(request.lanes),
      caches_(request.caches),
      rows_(problem, distribute(problem, grid_.size(), false).spectral, grid_, coords_of(grid_, cells_, rank_)) {
  mpi::collectively(comm, [&] {
    layout_ = make_layout(problem, grid_, coords_of(grid_, cells_, rank_), request.natural, caches_.tile_bytes);
    plan_transforms(backend, request.effort);
  });
  make_exchanges();
}

Engine::~Engine() {
  int finalized = 0;
  PMPI_Finalized(&finalized);
  exchanges_.clear();
  for (std::vector<MPI_Comm>* comms : {&comms_, &lines_})
    for (MPI_Comm& comm : *comms)
      if (!finalized) PMPI_Comm_free(&comm);
}

void Engine::check(const void* array, const char* name) const {
  if (device::kind_of(array) == device::MemoryKind::device)
    base::fail(base::Status::invalid_argument,
               "{} {} is in memory of a GPU, and this plan is for memory of the host: make a plan with memory = "
               "CW_FFT_MEMORY_DEVICE, or copy the array",
               name, array);
}

void Engine::plan_transforms(Backend& backend, cw_fft_effort effort) {
  const Streaming streaming(std::max(layout_.physical_bytes, layout_.spectral_bytes) >= caches_.streamed_bytes);
  const std::vector<std::int64_t>& strides = layout_.steps.front().loops.after;
  const auto dims = static_cast<std::ptrdiff_t>(grid_.size());
  planes_ = std::make_unique<LocalTransform>(backend, problem_, grid_.size(),
                                             std::vector<std::int64_t>(strides.begin() + dims, strides.end()),
                                             problem_.backward_factor(), streaming, caches_.cached_bytes, effort);
  tiles_.resize(layout_.steps.size());
  for (std::size_t i = 0; i < tiles_.size(); ++i) {
    const Step& step = layout_.steps[i];
    if (step.kind == Step::Kind::planes || step.kind == Step::Kind::copy) continue;
    // Axis 0 is the last that is transformed forward.
    const long double factor = step.transforms && step.axis == 0 ? problem_.forward_factor() : 1;
    tiles_[i] = std::make_unique<TileTransform>(backend, problem_, step, layout_.stage_of(i).transpose, factor,
                                                streaming, effort, times_);
  }
}

void Engine::make_exchanges() {
  const std::vector<std::int64_t> coords = coords_of(grid_, cells_, rank_);
  for (std::size_t g = 0; g < grid_.size(); ++g)
    PMPI_Comm_split(comm_, line_of(grid_, cells_, rank_, g).front(), static_cast<int>(coords[g]),
                    &lines_.emplace_back());
  std::vector<Wanted> wanted;
  for (std::size_t i = 0; i < layout_.stages.size(); ++i) {
    const Stage& stage = layout_.stages[i];
    // In shared memory no other process uses the tiles that a process turns: they may go back to where they came from.
    const bool turns = i > 0 && layout_.stages[i - 1].axis == stage.axis;
    const bool in_place = turns && methods_[stage.axis] == &exchange::shared_method &&
                          same_arrays(stage.transpose, layout_.stages[i - 1].transpose);
    for (std::size_t lane = 0; lane < lanes_; ++lane) wanted.push_back({i, lane, in_place ? i - 1 : i});
  }
  add_exchanges(wanted);
}

/// Collective: adds the transposes that an operator needs beside those of a forward transform. One takes tiles back to
/// where they came from. Fields that the operator takes at once have separate lanes on both sides of it.
void Engine::prepare(const Operator& to_apply) {
  const std::size_t lanes = to_apply.all_fields ? static_cast<std::size_t>(problem_.fields) : lanes_;
  const bool in_place = methods_[0] == &exchange::shared_method;
  std::vector<Wanted> wanted;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    if (!exists(number(last_transpose(), lane))) wanted.push_back({last_transpose(), lane, last_transpose()});
    if (!exists(number(way_back(), lane)))
      wanted.push_back({way_back(), lane, in_place ? last_transpose() : way_back()});
  }
  if (wanted.empty()) return;
  if (to_apply.all_fields) mpi::collectively(comm_, [&] { tiles_[last_transform()]->make_room(problem_.fields); });
  add_exchanges(wanted);
}

void Engine::add_exchanges(const std::vector<Wanted>& wanted) {
  constexpr std::int64_t flags_bytes = 4096;
  constexpr std::size_t parts_of_each = 4;
  struct Made {
    std::size_t number;
    const exchange::Method* method;
    exchange::ExchangeParts parts;
  };
  std::vector<Made> made;
  std::size_t end = 0;
  for (const Wanted& one : wanted) {
    const Stage& stage = layout_.stages[one.transpose == way_back() ? last_transpose() : one.transpose];
    const std::size_t part = parts_of_each * number(one.transpose, one.lane);
    PMPI_Comm_dup(lines_[stage.axis], &comms_.emplace_back());
    made.push_back({number(one.transpose, one.lane),
                    methods_[stage.axis],
                    {stage.transpose, workspace_, comms_.back(), line_of(grid_, cells_, rank_, stage.axis),
                     parts_of_each * number(one.arrays, one.lane), part + 1, part + 2, part + 3, times_}});
    end = std::max(end, made.back().number + 1);
  }
  std::vector<std::int64_t> bytes;
  mpi::collectively(comm_, [&] {
    bytes.resize(parts_of_each * end);
    for (const auto& [number, method, parts] : made) {
      const exchange::ExchangeBytes needs = method->bytes(parts);
      bytes[parts.array_part] = needs.array;
      bytes[parts.first_buffer_part] = needs.first_buffer;
      bytes[parts.second_buffer_part] = needs.second_buffer;
      bytes[parts.flags_part] = flags_bytes;
    }
  });
  workspace_.reserve(bytes);
  exchanges_.resize(std::max(exchanges_.size(), end));
  for (auto& [number, method, parts] : made) exchanges_[number] = method->make(std::move(parts));
}

/// The exchange that a field takes part in.
exchange::Exchange* Engine::exchange(std::size_t transpose, std::int64_t field) const {
  const bool beside_operator = transpose == last_transpose() || transpose == way_back();
  const auto lane = static_cast<std::size_t>(field);
  return exchanges_[number(transpose, joins() && beside_operator ? lane : lane % lanes_)].get();
}

void Engine::start(Direction direction, const std::byte* in, std::byte* out) {
  operator_ = nullptr;
  begin(direction, in, out);
}

void Engine::apply(const Operator& to_apply, const std::byte* in, std::byte* out) {
  prepare(to_apply);
  operator_ = &to_apply;
  begin(Direction::forward, in, out);
  finish();
}

/// Runs the first step of the first field.
void Engine::begin(Direction direction, const std::byte* in, std::byte* out) {
  times_.begin();
  // The work space may be shared: all processes must be done with its last user.
  if (workspace_.change_user(user_)) {
    const exchange::Phase phase(times_, &exchange::Times::wait);
    workspace_.waits().least(0);
  }
  workspace_.take_pages();
  direction_ = direction;
  in_ = in;
  out_ = out;
  if (in == out && problem_.fields > 1 && operator_ == nullptr) {
    // Fields may differ in size: the output of one may cover the input of the next.
    const std::int64_t bytes =
        problem_.fields * (direction == Direction::forward ? layout_.physical_bytes : layout_.spectral_bytes);
    if (copy_of_input_.size() < bytes) copy_of_input_ = base::Pages(bytes);
    if (bytes > 0) std::memcpy(copy_of_input_.data(), in, bytes);
    in_ = copy_of_input_.data();
  }
  flights_.push_back({0, 0});
  next_field_ = 1;
  advance(flights_.front());
}

void Engine::finish() {
  times_.begin();
  if (!joins()) return run_fields(0, steps());
  run_fields(0, last_transform());
  run_operator(0, problem_.fields);
  next_field_ = 0;
  run_fields(last_transform() + 1, steps());
}

/// Runs steps of the fields that are under way, and of the next ones, which begin with step `first`, up to step `last`.
void Engine::run_fields(std::size_t first, std::size_t last) {
  while (!flights_.empty() || next_field_ < problem_.fields) {
    if (!flights_.empty() && flights_.front().steps_done == last) {
      flights_.pop_front();
    } else if (next_field_ < problem_.fields && flights_.size() < lanes_) {
      flights_.push_back({next_field_++, first});
      advance(flights_.back());
    } else {
      advance(flights_.front());
    }
  }
}

/// Runs the next step of a field, up to where it would wait for other processes.
void Engine::advance(Flight& flight) {
  const std::size_t done = flight.steps_done++;
  if (operator_ != nullptr && done == last_transform()) return run_operator(flight.field, 1);
  const bool forward = direction_ == Direction::forward;
  const bool returns = operator_ != nullptr && done > last_transform();
  const std::size_t step = returns ? steps() - 1 - done : forward ? done : layout_.steps.size() - 1 - done;
  const bool to_spectral = forward && operator_ == nullptr;
  run(returns ? Direction::backward : direction_, step, flight,
      in_ + flight.field * (forward ? layout_.physical_bytes : layout_.spectral_bytes),
      out_ + flight.field * (to_spectral ? layout_.spectral_bytes : layout_.physical_bytes));
}

/// Takes the tiles of the fields first, ..., first + count - 1 through the operator.
void Engine::run_operator(std::int64_t first, std::int64_t count) {
  std::vector<TileTransform::Passage> passages;
  for (std::int64_t field = first; field < first + count; ++field) {
    passages.push_back({exchange(last_transpose(), field), exchange(way_back(), field)});
    passages.back().to->open();
  }
  tiles_[last_transform()]->apply(
      passages, [&](std::int64_t number, void** rows) { rows_.apply(*operator_, first, count, number, rows); });
  for (const TileTransform::Passage& passage : passages) {
    passage.from->end();
    passage.to->send();
  }
}

/// `in` and `out` are the user's arrays.
void Engine::run(Direction direction, std::size_t i, const Flight& flight, const std::byte* in, std::byte* out) {
  using enum Step::Kind;
  const Step& step = layout_.steps[i];
  const bool forward = direction == Direction::forward;
  // The exchanges that the step takes data from and gives data to; null at the user's arrays.
  exchange::Exchange* from = i > 0 ? exchange(i - 1, flight.field) : nullptr;
  exchange::Exchange* to = i < layout_.stages.size() ? exchange(i, flight.field) : nullptr;
  if (operator_ != nullptr && i == last_transpose() && !forward) to = exchange(way_back(), flight.field);
  if (!forward) std::swap(from, to);
  const bool takes_tiles = step.kind == turn || step.kind == (forward ? gather : scatter);
  const bool gives_tiles = step.kind == turn || step.kind == (forward ? scatter : gather);
  if (!takes_tiles && from != nullptr) {
    from->wait();
    in = from->current();
  }
  if (gives_tiles)
    to->open();
  else if (to != nullptr)
    out = to->array();

  if (step.kind == planes)
    run_planes(direction, step.loops, in, out);
  else if (step.kind == copy)
    run_copy(direction, step.loops, in, out);
  else if (step.kind == turn)
    tiles_[i]->turn(direction, *from, *to);
  else if (takes_tiles)
    tiles_[i]->gather(*from, out);
  else
    tiles_[i]->scatter(in, *to);

  if (!gives_tiles) Streaming::fence();
  if (from != nullptr) from->end();
  if (gives_tiles)
    to->send();
  else if (to != nullptr)
    to->start();
}

void Engine::run_planes(Direction direction, const LoopNest& loops, const std::byte* in, std::byte* out) {
  const exchange::Phase phase(times_, &exchange::Times::fft);
  if (direction == Direction::forward) {
    for_each(loops.lengths, loops.before, loops.after,
             [&](std::int64_t user, std::int64_t work) { planes_->forward(in + user, out + work); });
  } else {
    // A work array that an exchange has filled may be destroyed until its end().
    std::byte* filled = const_cast<std::byte*>(in);
    for_each(loops.lengths, loops.before, loops.after,
             [&](std::int64_t user, std::int64_t work) { planes_->backward(filled + work, out + user); });
  }
}

void Engine::run_copy(Direction direction, const LoopNest& loops, const std::byte* in, std::byte* out) {
  const exchange::Phase phase(times_, &exchange::Times::copy);
  const bool forward = direction == Direction::forward;
  std::int64_t rows = 1;
  for (const std::int64_t length : loops.lengths) rows *= length;
  if (rows == 0) return;
  const std::int64_t row_bytes = layout_.spectral_bytes / rows;
  const Streaming streaming(layout_.spectral_bytes >= caches_.streamed_bytes);
  for_each(loops.lengths, forward ? loops.before : loops.after, forward ? loops.after : loops.before,
           [&](std::int64_t at, std::int64_t to) { streaming.copy(out + to, in + at, row_bytes); });
}

}  // namespace cartwright::fft
