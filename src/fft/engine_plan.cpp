// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/engine.hpp"

#include "base/checked.hpp"
#include "fft/collectively.hpp"

#include <algorithm>
#include <utility>

// How an engine is put together: the arrays between the steps, the transposes, the plans.

namespace cartwright::fft {

namespace {

/// Bytes in a row of a tile: two cache lines, one where the tile would be too large for the second cache.
constexpr std::int64_t row_bytes = 128;
constexpr std::int64_t narrow_row_bytes = 64;
constexpr std::int64_t most_tile_bytes = 256 * 1024;

std::vector<std::int64_t> lengths_of(const Problem& problem, std::int64_t AxisProblem::* length) {
  std::vector<std::int64_t> lengths;
  for (const AxisProblem& axis : problem.axes) lengths.push_back(axis.*length);
  return lengths;
}

/// The memory order after axis g was gathered: it lies innermost.
std::vector<std::size_t> order_after(std::vector<std::size_t> memory, std::size_t g) {
  std::erase(memory, g);
  memory.push_back(g);
  return memory;
}

}  // namespace

std::vector<std::int64_t> Engine::coords_of(int rank) const {
  std::vector<std::int64_t> coords(dims_);
  std::int64_t cell = cells_[static_cast<std::size_t>(rank)];
  for (std::size_t i = dims_; i-- > 0; cell /= grid_[i]) coords[i] = cell % grid_[i];
  return coords;
}

std::int64_t Engine::local(const State& state, std::size_t axis) const {
  const int dim = state.distribution.grid_dim[axis];
  if (dim < 0) return state.lengths[axis];
  const auto cut = static_cast<std::size_t>(dim);
  return exchange::Split{state.lengths[axis], grid_[cut]}.count(coords_[cut]);
}

/// Of the work array in this state, in bytes, in memory order: the same on all processes.
std::vector<std::int64_t> Engine::strides(const State& state, std::int64_t element) const {
  std::vector<std::int64_t> lengths;
  for (const std::size_t axis : state.distribution.memory) {
    const int dim = state.distribution.grid_dim[axis];
    lengths.push_back(dim < 0 ? state.lengths[axis]
                              : exchange::Split{state.lengths[axis], grid_[static_cast<std::size_t>(dim)]}.longest());
  }
  return padded_strides(lengths, element);
}

std::int64_t Engine::element_before(std::size_t g) const {
  return problem_.real_bytes() * (!problem_.real || problem_.halved > static_cast<int>(g) ? 2 : 1);
}

/// Columns of the tiles of both transposes of a dim.
std::int64_t Engine::tile_width(std::size_t g) const {
  const std::int64_t element = problem_.spectral_element();
  const std::int64_t length = std::max(problem_.axes[g].physical, problem_.axes[g].spectral);
  return std::max<std::int64_t>(1, (length <= most_tile_bytes / row_bytes ? row_bytes : narrow_row_bytes) / element);
}

std::unique_ptr<exchange::Transpose> Engine::make_transpose(const State& state, std::size_t g, std::int64_t element,
                                                  std::int64_t width) const {
  const std::vector<std::int64_t> strides = this->strides(state, element);
  std::vector<exchange::Transpose::Axis> axes;
  std::size_t gained = 0;
  std::size_t lost = 0;
  for (std::size_t i = 0; i < strides.size(); ++i) {
    const std::size_t axis = state.distribution.memory[i];
    if (axis == g) gained = i;
    if (axis == g + 1) lost = i;
    axes.push_back({axis == g || axis == g + 1 ? state.lengths[axis] : local(state, axis), strides[i]});
  }
  return std::make_unique<exchange::Transpose>(std::move(axes), gained, lost, element, grid_[g], coords_[g], width);
}

/// `strides` in bytes per place in memory. The innermost axis is the one of the rows.
Rows Engine::rows_after(const State& after, const std::vector<std::int64_t>& strides) const {
  Rows rows;
  for (std::size_t i = 0; i + 1 < strides.size(); ++i) {
    rows.lengths.push_back(local(after, after.distribution.memory[i]));
    rows.strides.push_back(strides[i]);
  }
  return rows;
}

void Engine::make_stages() {
  const std::size_t ndims = problem_.ndims();
  physical_.lengths = lengths_of(problem_, &AxisProblem::physical);
  for (std::size_t axis = 0; axis < ndims; ++axis) {
    physical_.distribution.grid_dim.push_back(axis < dims_ ? static_cast<int>(axis) : -1);
    physical_.distribution.memory.push_back(axis);
  }
  const std::vector<std::int64_t> spectral_lengths = lengths_of(problem_, &AxisProblem::spectral);

  // The states from the first transpose, g = dims_ - 1, to the last, and the one after it.
  std::vector<State> states(dims_ + 1);
  State state = physical_;
  for (std::size_t axis = dims_; axis < ndims; ++axis) state.lengths[axis] = spectral_lengths[axis];
  states[dims_] = state;
  for (std::size_t g = dims_; g-- > 0;) {
    state.lengths[g] = spectral_lengths[g];
    state.distribution.memory = order_after(state.distribution.memory, g);
    state.distribution.grid_dim[g + 1] = static_cast<int>(g);
    state.distribution.grid_dim[g] = -1;
    states[g] = state;
  }
  spectral_ = states[0];
  if (natural_) spectral_ = {spectral_lengths, physical_.distribution};
  before_.assign(states.begin() + 1, states.end());
  before_up_ = before_;
  for (State& up : before_up_) up.lengths = spectral_lengths;

  const Array mine = physical(rank_);
  for (const std::int64_t stride : mine.stride) user_physical_.push_back(stride * problem_.physical_element());
  const Array result = spectral(rank_);
  for (const std::size_t axis : spectral_.distribution.memory)
    user_spectral_.push_back(result.stride[axis] * problem_.spectral_element());

  const std::int64_t bytes =
      std::max(mine.elements() * problem_.physical_element(), result.elements() * problem_.spectral_element());
  const Streaming streaming(bytes);
  const std::vector<std::int64_t> first = strides(before_.back(), element_before(dims_ - 1));
  local_ = std::make_unique<LocalTransform>(
      backend_, problem_, dims_,
      std::vector<std::int64_t>(first.begin() + static_cast<std::ptrdiff_t>(dims_), first.end()),
      problem_.backward_factor(), streaming, effort_);
  down_.resize(dims_);
  up_.resize(natural_ ? dims_ : 0);
  const std::int64_t element = problem_.spectral_element();
  for (std::size_t g = 0; g < dims_; ++g) {
    down_[g].transpose = make_transpose(before_[g], g, element_before(g), tile_width(g));
    if (g > 0 || !natural_)
      down_[g].rows = rows_after(states[g], g > 0 ? strides(before_[g - 1], element_before(g - 1)) : user_spectral_);
    down_[g].transform = std::make_unique<TileTransform>(
        backend_, problem_, g, true, element_before(g) == 2 * problem_.real_bytes(), *down_[g].transpose,
        g == 0 ? problem_.forward_factor() : 1, 1, streaming, effort_, times_);
    if (!natural_) continue;
    up_[g].transpose = make_transpose(before_up_[g], g, element, tile_width(g));
    if (g == 0) continue;  // its tiles are those of the way down
    up_[g].rows = rows_after(before_up_[g - 1], strides(before_up_[g - 1], element));
    up_[g].transform = std::make_unique<TileTransform>(backend_, problem_, g, false, problem_.complex_spectral(),
                                                       *up_[g].transpose, 1, 1, streaming, effort_, times_);
  }
}

/// Whether the array before the last transpose looks the same before and after axis 0 is transformed.
bool Engine::turns_alike() const {
  return problem_.axes[0].spectral == problem_.axes[0].physical && problem_.halved != 0;
}

void Engine::make_exchanges(const std::vector<const exchange::Method*>& methods, int lanes) {
  constexpr std::int64_t flags_bytes = 4096;
  struct Wanted {
    Stage* stage;
    const exchange::Method* method;
    exchange::ExchangeParts parts;
  };
  std::vector<Wanted> all;
  std::size_t part = 0;
  for (std::size_t g = 0; g < dims_; ++g) {
    const std::vector<int> members = line_of(grid_, cells_, rank_, g);
    MPI_Comm comm = MPI_COMM_NULL;
    PMPI_Comm_split(comm_, members.front(), static_cast<int>(coords_[g]), &comm);
    for (std::vector<Stage>* stages : {&down_, &up_})
      for (int lane = 0; lane < lanes && g < stages->size(); ++lane, part += 4) {
        Stage& stage = (*stages)[g];
        stage.comms.push_back(MPI_COMM_NULL);
        PMPI_Comm_dup(comm, &stage.comms.back());
        // The tiles that a process turns in shared memory are nobody else's: they go back to where they were.
        const bool turns_in_place = stages == &up_ && g == 0 && methods[g] == &exchange::shared_method && turns_alike();
        const std::size_t array = turns_in_place ? part - 4 * static_cast<std::size_t>(lanes) : part;
        all.push_back(
            {&stage,
             methods[g],
             {*stage.transpose, workspace_, stage.comms.back(), members, array, part + 1, part + 2, part + 3, times_}});
      }
    PMPI_Comm_free(&comm);
  }
  std::vector<std::int64_t> bytes;
  collectively(comm_, [&] {
    bytes.resize(part);
    for (const Wanted& wanted : all) {
      const exchange::ExchangeBytes needs = wanted.method->bytes(wanted.parts);
      bytes[wanted.parts.array_part] = needs.array;
      bytes[wanted.parts.first_buffer_part] = needs.first_buffer;
      bytes[wanted.parts.second_buffer_part] = needs.second_buffer;
      bytes[wanted.parts.flags_part] = flags_bytes;
    }
  });
  workspace_.reserve(bytes);
  for (Wanted& wanted : all) wanted.stage->exchanges.push_back(wanted.method->make(std::move(wanted.parts)));
}

Engine::Engine(Backend& backend, const Problem& problem, MPI_Comm comm, exchange::Workspace& workspace,
               const EngineRequest& request)
    : backend_(backend),
      problem_(problem),
      comm_(comm),
      workspace_(workspace),
      user_(workspace.add_user()),
      dims_(request.grid.size()),
      grid_(request.grid),
      cells_(request.cells),
      natural_(request.natural),
      effort_(request.effort) {
  PMPI_Comm_rank(comm, &rank_);
  coords_ = coords_of(rank_);
  collectively(comm, [&] { make_stages(); });
  make_exchanges(request.methods, request.lanes);
}

Engine::~Engine() {
  int finalized = 0;
  PMPI_Finalized(&finalized);
  for (std::vector<Stage>* stages : {&down_, &up_})
    for (Stage& stage : *stages) {
      stage.exchanges.clear();
      for (MPI_Comm& comm : stage.comms)
        if (!finalized) PMPI_Comm_free(&comm);
    }
}

Array Engine::physical(int rank) const {
  return array_of(physical_.lengths, physical_.distribution, grid_, coords_of(rank));
}

Array Engine::spectral(int rank) const {
  return array_of(spectral_.lengths, spectral_.distribution, grid_, coords_of(rank));
}

}  // namespace cartwright::fft
