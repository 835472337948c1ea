// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/plan.hpp"

#include "base/hash.hpp"
#include "fft/operators.hpp"
#include "fft/wisdom.hpp"
#include "mpi/base/collectively.hpp"
#include "mpi/base/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>

namespace cartwright::fft {

namespace {

/// The array of the process that has this box, packed densely.
Array array_of_box(const cw_fft_box& box, const std::vector<std::int64_t>& global) {
  Array array;
  array.global = global;
  array.start.assign(box.start, box.start + global.size());
  array.count.assign(box.count, box.count + global.size());
  array.stride.resize(global.size());
  std::int64_t stride = 1;
  for (std::size_t i = global.size(); i-- > 0; stride *= std::max<std::int64_t>(1, array.count[i]))
    array.stride[i] = stride;
  return array;
}

bool overlap(const Array& a, const Array& b) {
  for (std::size_t i = 0; i < a.count.size(); ++i)
    if (std::max(a.start[i], b.start[i]) >= std::min(a.start[i] + a.count[i], b.start[i] + b.count[i])) return false;
  return true;
}

/// Gathers the boxes of all processes. Throws on all of them unless every element is in exactly one.
std::vector<Array> gather_boxes(MPI_Comm comm, int rank, int size, const cw_fft_box& mine,
                                const std::vector<std::int64_t>& global, const char* space) {
  std::vector<cw_fft_box> boxes(size);
  mpi::real().Allgather(&mine, sizeof mine, MPI_BYTE, boxes.data(), sizeof mine, MPI_BYTE, comm);
  std::vector<Array> arrays;
  mpi::collectively(comm, [&] {
    for (int other = 0; other < size; ++other) {
      const cw_fft_box& box = boxes[other];
      for (std::size_t i = 0; i < global.size(); ++i)
        if (box.start[i] < 0 || box.count[i] < 0 || box.start[i] > global[i] || box.count[i] > global[i] - box.start[i])
          base::fail(base::Status::invalid_argument, "{} box of rank {}: [{}, {} + {}) exceeds axis {} of {} entries",
                     space, other, box.start[i], box.start[i], box.count[i], i, global[i]);
      arrays.push_back(array_of_box(box, global));
    }
    const Array& own = arrays[rank];
    std::int64_t held = 0;
    std::int64_t all = 1;
    for (const std::int64_t length : global) all *= length;
    for (int other = 0; other < size; ++other) {
      const Array& theirs = arrays[other];
      held += theirs.elements();
      if (other != rank && overlap(own, theirs))
        base::fail(base::Status::invalid_argument, "the {} boxes of ranks {} and {} overlap", space, rank, other);
    }
    if (held != all)
      base::fail(base::Status::invalid_argument, "the {} boxes hold {} elements, the array has {}: they must cover it",
                 space, held, all);
  });
  return arrays;
}

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

std::uint64_t fingerprint(const Problem& problem, const PlanRequest& request) {
  std::string text = fmt::format("{} {} {} {} {}", static_cast<int>(problem.precision), problem.real, problem.fields,
                                 static_cast<int>(problem.scale), request.order);
  for (const AxisProblem& axis : problem.axes)
    text +=
        fmt::format("/{} {} {} {} {}", static_cast<int>(axis.kind), axis.physical, axis.modes, axis.first, axis.length);
  text += fmt::format("/{} {} {} {} {} {} {}", request.backend->name(), request.method, request.transposed,
                      static_cast<int>(request.effort), request.physical_box.has_value(),
                      request.spectral_box.has_value(), request.grid_ndims);
  text += fmt::format(" {} {}", static_cast<int>(request.memory), request.nodes);
  for (const int dim : request.grid) text += fmt::format("x{}", dim);
  base::Hash hash;
  hash.add(text);
  return hash.value();
}

Plan::Plan(MPI_Comm comm, Problem problem, PlanRequest request, Plan* share)
    : problem_(std::move(problem)), request_(std::move(request)) {
  const double begin = now();
  PMPI_Comm_dup(comm, &comm_);
  PMPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
  try {
    PMPI_Comm_rank(comm_, &rank_);
    PMPI_Comm_size(comm_, &size_);
    make(share);
  } catch (...) {
    release();
    throw;
  }
  planning_seconds_ = now() - begin;
  explain();
}

void Plan::make(Plan* share) {
  mpi::Settings settings;
  mpi::collectively(comm_, [&] {
    settings = mpi::read_settings();
    if (share == nullptr) return;
    check_shared(*share);
  });
  workspace_ = share != nullptr ? share->workspace_ : std::make_shared<exchange::Workspace>(comm_, request_.nodes);
  workspace_->waits().begin("plan", "in planning", request_.max_seconds);
  if (request_.physical_box) {
    std::vector<std::int64_t> global;
    for (const AxisProblem& axis : problem_.axes) global.push_back(axis.physical);
    physical_boxes_ = gather_boxes(comm_, rank_, size_, *request_.physical_box, global, "physical");
  }
  if (request_.spectral_box) {
    std::vector<std::int64_t> global;
    for (const AxisProblem& axis : problem_.axes) global.push_back(axis.spectral);
    spectral_boxes_ = gather_boxes(comm_, rank_, size_, *request_.spectral_box, global, "spectral");
  }
  if (on_device()) {
    neighbors_ = share != nullptr ? share->neighbors_ : nullptr;
    return make_device_engine(settings);
  }
  const WisdomCache wisdom(comm_, *request_.backend, request_.effort);
  choose_grid(settings);
  wisdom.save();
  make_reshapes();
  workspace_->waits().end();
}

void Plan::check_shared(const Plan& share) const {
  int same = MPI_UNEQUAL;
  PMPI_Comm_compare(comm_, share.comm_, &same);
  if (same != MPI_CONGRUENT)
    base::fail(base::Status::invalid_argument,
               "the plan to share work space with has other processes: share plans of one communicator");
  if (share.busy())
    base::fail(base::Status::invalid_argument,
               "the plan to share work space with has a transform open: finish it first");
  if (share.request_.memory != request_.memory || share.request_.stream != request_.stream)
    base::fail(
        base::Status::invalid_argument,
        "the plan to share work space with is for another memory or stream: share plans whose options memory and "
        "stream are equal");
}

Plan::~Plan() { release(); }

void Plan::abandon() {
  // Reachable until the process ends.
  static auto& remains = *new std::vector<std::shared_ptr<void>>;
  for (std::shared_ptr<void> part :
       {std::shared_ptr<void>(std::move(engine_)), std::shared_ptr<void>(neighbors_), std::shared_ptr<void>(workspace_),
        std::shared_ptr<void>(std::move(physical_reshape_)), std::shared_ptr<void>(std::move(spectral_reshape_))})
    remains.push_back(std::move(part));
  comm_ = MPI_COMM_NULL;
}

void Plan::release() {
  if (workspace_ && workspace_->waits().failed()) abandon();
  engine_.reset();
  neighbors_.reset();
  workspace_.reset();
  int finalized = 0;
  PMPI_Finalized(&finalized);
  if (!finalized && comm_ != MPI_COMM_NULL) PMPI_Comm_free(&comm_);
}

EngineRequest Plan::engine_request(const choice::GridChoice& grid, const std::vector<TransposeChoice>& choices) const {
  EngineRequest request;
  request.grid = grid.dims;
  request.cells = grid.cells;
  bool messages = false;
  for (const TransposeChoice& choice : choices) {
    request.methods.push_back(choice.method);
    messages = messages || choice.method != &exchange::shared_method;
  }
  request.natural = !request_.transposed && !request_.spectral_box;
  // While the messages of one field are sent, another field is transformed. Shared memory needs no messages.
  request.lanes = messages && problem_.fields > 1 ? 2 : 1;
  request.effort = request_.effort;
  request.caches = calibration_.caches;
  return request;
}

void Plan::make_reshapes() {
  const auto of_all = [&](cw_fft_space space) {
    std::vector<Array> arrays;
    for (int rank = 0; rank < size_; ++rank)
      arrays.push_back(space == CW_FFT_PHYSICAL ? engine_->physical(rank) : engine_->spectral(rank));
    return arrays;
  };
  mpi::collectively(comm_, [&] {
    if (!physical_boxes_.empty())
      physical_reshape_ = std::make_unique<Reshape>(comm_, workspace_->waits(), physical_boxes_,
                                                    of_all(CW_FFT_PHYSICAL), problem_.physical_element());
    if (!spectral_boxes_.empty())
      spectral_reshape_ = std::make_unique<Reshape>(comm_, workspace_->waits(), of_all(CW_FFT_SPECTRAL),
                                                    spectral_boxes_, problem_.spectral_element());
  });
}

Array Plan::array(cw_fft_space space, int rank) const {
  const std::vector<Array>& boxes = space == CW_FFT_PHYSICAL ? physical_boxes_ : spectral_boxes_;
  if (!boxes.empty()) return boxes[rank];
  return space == CW_FFT_PHYSICAL ? engine_->physical(rank) : engine_->spectral(rank);
}

std::int64_t Plan::work_bytes() const {
  std::int64_t bytes = workspace_->bytes() + (neighbors_ ? neighbors_->own().bytes() : 0);
  if (physical_reshape_) bytes += physical_reshape_->buffer_bytes() + physical_bytes(engine_->physical(rank_));
  if (spectral_reshape_) bytes += spectral_reshape_->buffer_bytes() + spectral_bytes(engine_->spectral(rank_));
  return bytes;
}

std::int64_t Plan::physical_bytes(const Array& array) const {
  return array.elements() * problem_.physical_element() * problem_.fields;
}

std::int64_t Plan::spectral_bytes(const Array& array) const {
  return array.elements() * problem_.spectral_element() * problem_.fields;
}

void Plan::begin(Call call, const std::function<void()>& check) {
  ++transforms_;
  workspace_->waits().begin("transform", fmt::format("in transform {}", transforms_), request_.max_seconds);
  const int mine = static_cast<int>(call);
  int values[] = {0, mine, -mine};
  // This costs one reduction for each transform.
  mpi::collectively(comm_, check, [&](int failed) {
    values[0] = failed;
    workspace_->waits().least(values);
    return values[0];
  });
  constexpr const char* functions[] = {"", "cw_fft_forward", "cw_fft_backward", "cw_fft_apply", "cw_fft_apply_fields"};
  if (const int other = values[1] == mine ? -values[2] : values[1]; other != mine)
    base::fail(base::Status::invalid_argument,
               "this process calls {}, and others call {}: call the same function on all of them", functions[mine],
               functions[other]);
}

void Plan::barrier() {
  workspace_->waits().begin("transform", fmt::format("before transform {}", transforms_ + 1), request_.max_seconds);
  workspace_->waits().least(0);
  workspace_->waits().end();
}

void Plan::check(const Operator& given) const {
  const bool transposed = request_.transposed && spectral_boxes_.empty();
  check_operator(given, problem_, transposed, array(CW_FFT_SPECTRAL, rank_).elements() > 0);
}

/// The array that the engine uses for an array of the user: the same, or another if there are boxes.
std::byte* Plan::engine_array(cw_fft_space space, std::byte* users) {
  const bool physical = space == CW_FFT_PHYSICAL;
  if (!(physical ? physical_reshape_ : spectral_reshape_)) return users;
  base::Pages& pages = physical ? physical_array_ : spectral_array_;
  if (pages.data() == nullptr)
    pages = base::Pages(physical ? physical_bytes(engine_->physical(rank_)) : spectral_bytes(engine_->spectral(rank_)));
  return pages.data();
}

/// Moves all fields between an array of the user and that of the engine.
void Plan::move(cw_fft_space space, bool to_engine, std::byte* users) {
  const bool physical = space == CW_FFT_PHYSICAL;
  Reshape* const reshape = (physical ? physical_reshape_ : spectral_reshape_).get();
  if (reshape == nullptr) return;
  const std::int64_t element = physical ? problem_.physical_element() : problem_.spectral_element();
  const std::int64_t engines_bytes =
      element * (physical ? engine_->physical(rank_) : engine_->spectral(rank_)).elements();
  const std::int64_t users_bytes = element * array(space, rank_).elements();
  std::byte* engines = engine_array(space, users);
  for (std::int64_t field = 0; field < problem_.fields; ++field) {
    std::byte* const from = to_engine ? users + field * users_bytes : engines + field * engines_bytes;
    std::byte* const to = to_engine ? engines + field * engines_bytes : users + field * users_bytes;
    if (to_engine == physical)
      reshape->forward(from, to);
    else
      reshape->backward(from, to);
  }
}

void Plan::start(Direction direction, const std::byte* in, std::byte* out) {
  const exchange::Stopwatch watch(counts_.total);
  direction_ = direction;
  out_ = out;
  const bool forward = direction == Direction::forward;
  ++(forward ? counts_.forward : counts_.backward);
  auto* const given = const_cast<std::byte*>(in);  // which is only read
  move(forward ? CW_FFT_PHYSICAL : CW_FFT_SPECTRAL, true, given);
  engine_->start(direction, engine_array(forward ? CW_FFT_PHYSICAL : CW_FFT_SPECTRAL, given),
                 engine_array(forward ? CW_FFT_SPECTRAL : CW_FFT_PHYSICAL, out));
  open_ = true;
  workspace_->set_busy(true);
}

void Plan::finish() {
  const exchange::Stopwatch watch(counts_.total);
  open_ = false;
  workspace_->set_busy(false);
  engine_->finish();
  move(direction_ == Direction::forward ? CW_FFT_SPECTRAL : CW_FFT_PHYSICAL, false, out_);
  workspace_->waits().end();
}

void Plan::apply(const Operator& to_apply, const std::byte* in, std::byte* out) {
  const exchange::Stopwatch watch(counts_.total);
  ++counts_.forward;
  ++counts_.backward;
  auto* const given = const_cast<std::byte*>(in);  // which is only read
  move(CW_FFT_PHYSICAL, true, given);
  engine_->apply(to_apply, engine_array(CW_FFT_PHYSICAL, given), engine_array(CW_FFT_PHYSICAL, out));
  move(CW_FFT_PHYSICAL, false, out);
  workspace_->waits().end();
}

Plan::Counts Plan::counts() const {
  Counts counts = counts_;
  counts.times = engine_->times();
  return counts;
}

void Plan::reset_counts() {
  counts_ = {};
  engine_->reset_times();
}

}  // namespace cartwright::fft
