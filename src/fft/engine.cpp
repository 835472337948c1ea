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
  for (MPI_Comm& comm : comms_)
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
  std::vector<MPI_Comm> lines;
  const std::vector<std::int64_t> coords = coords_of(grid_, cells_, rank_);
  for (std::size_t g = 0; g < grid_.size(); ++g)
    PMPI_Comm_split(comm_, line_of(grid_, cells_, rank_, g).front(), static_cast<int>(coords[g]),
                    &lines.emplace_back());
  std::vector<Wanted> wanted;
  for (std::size_t i = 0; i < layout_.stages.size(); ++i) {
    const Stage& stage = layout_.stages[i];
    // In shared memory no other process uses the tiles that a process turns: they may go back to where they came from.
    const bool turns = i > 0 && layout_.stages[i - 1].axis == stage.axis;
    const bool in_place = turns && methods_[stage.axis] == &exchange::shared_method &&
                          same_arrays(stage.transpose, layout_.stages[i - 1].transpose);
    wanted.push_back({stage, lines[stage.axis], in_place ? i - 1 : i});
  }
  add_exchanges(wanted);
  for (MPI_Comm& line : lines) PMPI_Comm_free(&line);
}

/// Collective: the transpose that takes tiles back to where they came from.
void Engine::add_way_back() {
  if (exchanges_.size() > way_back() * lanes_) return;
  const bool in_place = methods_[0] == &exchange::shared_method;
  add_exchanges({{layout_.stages[last_transpose()], comms_[last_transpose() * lanes_],
                  in_place ? last_transpose() : way_back()}});
}

void Engine::add_exchanges(const std::vector<Wanted>& wanted) {
  constexpr std::int64_t flags_bytes = 4096;
  constexpr std::size_t parts_of_each = 4;
  const std::size_t first = exchanges_.size();
  std::vector<std::pair<const exchange::Method*, exchange::ExchangeParts>> made;
  for (const Wanted& one : wanted)
    for (std::size_t lane = 0; lane < lanes_; ++lane) {
      const std::size_t g = one.stage.axis;
      const std::size_t part = parts_of_each * (first + made.size());
      PMPI_Comm_dup(one.line, &comms_.emplace_back());
      made.push_back({methods_[g],
                      {one.stage.transpose, workspace_, comms_.back(), line_of(grid_, cells_, rank_, g),
                       parts_of_each * (one.arrays * lanes_ + lane), part + 1, part + 2, part + 3, times_}});
    }
  std::vector<std::int64_t> bytes;
  mpi::collectively(comm_, [&] {
    bytes.resize(parts_of_each * (first + made.size()));
    for (const auto& [method, parts] : made) {
      const exchange::ExchangeBytes needs = method->bytes(parts);
      bytes[parts.array_part] = needs.array;
      bytes[parts.first_buffer_part] = needs.first_buffer;
      bytes[parts.second_buffer_part] = needs.second_buffer;
      bytes[parts.flags_part] = flags_bytes;
    }
  });
  workspace_.reserve(bytes);
  for (auto& [method, parts] : made) exchanges_.push_back(method->make(std::move(parts)));
}

void Engine::start(Direction direction, const std::byte* in, std::byte* out) {
  operator_ = nullptr;
  begin(direction, in, out);
}

void Engine::apply(const Operator& to_apply, const std::byte* in, std::byte* out) {
  add_way_back();
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
  flights_.push_back({0, 0, 0});
  next_field_ = 1;
  advance(flights_.front());
}

void Engine::finish() {
  times_.begin();
  while (!flights_.empty() || next_field_ < problem_.fields) {
    if (next_field_ < problem_.fields && flights_.size() < lanes_) {
      flights_.push_back({next_field_, next_field_ % lanes_, 0});
      ++next_field_;
      advance(flights_.back());
    } else {
      advance(flights_.front());
      if (flights_.front().steps_done == steps()) flights_.pop_front();
    }
  }
}

/// Runs the next step of a field, up to where it would wait for other processes.
void Engine::advance(Flight& flight) {
  const std::size_t done = flight.steps_done++;
  const bool forward = direction_ == Direction::forward;
  const bool returns = operator_ != nullptr && done > last_transform();
  const std::size_t step = returns ? steps() - 1 - done : forward ? done : layout_.steps.size() - 1 - done;
  const bool to_spectral = forward && operator_ == nullptr;
  run(returns ? Direction::backward : direction_, step, flight,
      in_ + flight.field * (forward ? layout_.physical_bytes : layout_.spectral_bytes),
      out_ + flight.field * (to_spectral ? layout_.spectral_bytes : layout_.physical_bytes));
}

/// `in` and `out` are the user's arrays.
void Engine::run(Direction direction, std::size_t i, const Flight& flight, const std::byte* in, std::byte* out) {
  using enum Step::Kind;
  const Step& step = layout_.steps[i];
  const bool forward = direction == Direction::forward;
  const bool applies = operator_ != nullptr && i == last_transform();
  // The exchanges that the step takes data from and gives data to; null at the user's arrays.
  exchange::Exchange* from = i > 0 ? exchange(i - 1, flight.lane) : nullptr;
  exchange::Exchange* to = i < layout_.stages.size() ? exchange(i, flight.lane) : nullptr;
  if (applies || (operator_ != nullptr && i == last_transpose() && !forward)) to = exchange(way_back(), flight.lane);
  if (!forward) std::swap(from, to);
  const bool takes_tiles = applies || step.kind == turn || step.kind == (forward ? gather : scatter);
  const bool gives_tiles = applies || step.kind == turn || step.kind == (forward ? scatter : gather);
  if (!takes_tiles && from != nullptr) {
    from->wait();
    in = from->current();
  }
  if (gives_tiles)
    to->open();
  else if (to != nullptr)
    out = to->array();

  if (applies)
    tiles_[i]->apply(*from, *to,
                     [&](std::int64_t number, std::byte* row) { rows_.apply(*operator_, flight.field, number, row); });
  else if (step.kind == planes)
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
