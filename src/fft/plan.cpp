// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fft/plan.hpp"

#include "base/hash.hpp"
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
    text += fmt::format("/{} {} {}", static_cast<int>(axis.kind), axis.physical, axis.modes);
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

void Plan::begin(Direction direction, const std::function<void()>& check) {
  ++transforms_;
  workspace_->waits().begin("transform", fmt::format("in transform {}", transforms_), request_.max_seconds);
  const int mine = direction == Direction::forward ? 1 : 2;
  int values[] = {0, mine, -mine};
  // This costs one reduction for each transform.
  mpi::collectively(comm_, check, [&](int failed) {
    values[0] = failed;
    workspace_->waits().least(values);
    return values[0];
  });
  if (values[1] != -values[2])
    base::fail(base::Status::invalid_argument,
               "this process transforms {}, and others transform {}: call the same function on all of them",
               mine == 1 ? "forward" : "backward", mine == 1 ? "backward" : "forward");
}

void Plan::barrier() {
  workspace_->waits().begin("transform", fmt::format("before transform {}", transforms_ + 1), request_.max_seconds);
  workspace_->waits().least(0);
  workspace_->waits().end();
}

void Plan::start(Direction direction, const std::byte* in, std::byte* out) {
  const exchange::Stopwatch watch(counts_.total);
  direction_ = direction;
  out_ = out;
  const bool forward = direction == Direction::forward;
  ++(forward ? counts_.forward : counts_.backward);
  if (physical_reshape_ && physical_array_.data() == nullptr)
    physical_array_ = base::Pages(physical_bytes(engine_->physical(rank_)));
  if (spectral_reshape_ && spectral_array_.data() == nullptr)
    spectral_array_ = base::Pages(spectral_bytes(engine_->spectral(rank_)));
  if (forward && physical_reshape_) {
    for (std::int64_t field = 0; field < problem_.fields; ++field)
      physical_reshape_->forward(
          in + field * physical_bytes(physical_boxes_[me()]) / problem_.fields,
          physical_array_.data() + field * physical_bytes(engine_->physical(rank_)) / problem_.fields);
    in = physical_array_.data();
  }
  if (!forward && spectral_reshape_) {
    for (std::int64_t field = 0; field < problem_.fields; ++field)
      spectral_reshape_->backward(
          in + field * spectral_bytes(spectral_boxes_[me()]) / problem_.fields,
          spectral_array_.data() + field * spectral_bytes(engine_->spectral(rank_)) / problem_.fields);
    in = spectral_array_.data();
  }
  if (forward && spectral_reshape_) out = spectral_array_.data();
  if (!forward && physical_reshape_) out = physical_array_.data();
  engine_->start(direction, in, out);
  open_ = true;
  workspace_->set_busy(true);
}

void Plan::finish() {
  const exchange::Stopwatch watch(counts_.total);
  open_ = false;
  workspace_->set_busy(false);
  engine_->finish();
  if (direction_ == Direction::forward && spectral_reshape_)
    for (std::int64_t field = 0; field < problem_.fields; ++field)
      spectral_reshape_->forward(
          spectral_array_.data() + field * spectral_bytes(engine_->spectral(rank_)) / problem_.fields,
          out_ + field * spectral_bytes(spectral_boxes_[me()]) / problem_.fields);
  if (direction_ == Direction::backward && physical_reshape_)
    for (std::int64_t field = 0; field < problem_.fields; ++field)
      physical_reshape_->backward(
          physical_array_.data() + field * physical_bytes(engine_->physical(rank_)) / problem_.fields,
          out_ + field * physical_bytes(physical_boxes_[me()]) / problem_.fields);
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
