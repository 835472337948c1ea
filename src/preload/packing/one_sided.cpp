// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/packing/one_sided.hpp"

#include "datatype/layout.hpp"
#include "mpi/base/own_comm.hpp"
#include "mpi/base/threads.hpp"
#include "mpi/datatypes/contents.hpp"

#include <algorithm>
#include <exception>
#include <map>
#include <tuple>
#include <vector>

namespace cartwright::preload {

using Clock = std::chrono::steady_clock;

std::size_t pending_origins = 0;
std::size_t timed_origins = 0;

/// Operations that are not complete, and the trials. Only one thread at a time uses it: see never_in_parallel().
class PendingOrigins {
 public:
  /// Null if there are too many.
  OriginTrial* trial_of(const OperationKey& operation, const mpi::Datatype& type) {
    const Key key{operation.window, operation.target, operation.transfer, type.pack_statistics, operation.count_class};
    const auto found = trials_.find(key);
    if (found != trials_.end()) return &found->second;
    return trials_.size() == max_items ? nullptr : &trials_[key];
  }

  bool has_room(std::int64_t bytes) {
    constexpr std::int64_t max_bytes = std::int64_t{64} << 20;
    if (pending_.empty()) pending_.reserve(max_items);
    return pending_.size() < max_items && bytes_ + bytes <= max_bytes;
  }
  void add(OriginData&& origin) noexcept {
    bytes_ += packed_bytes(origin);
    timed_origins += origin.trial_ != nullptr ? 1 : 0;
    pending_.push_back(std::move(origin));
    pending_origins = pending_.size();
  }

  void complete(MPI_Win window, int target, Clock::time_point start) noexcept {
    const auto first = uncompleted_end(window, target);
    const Clock::duration left = since(start);
    for (auto origin = first; origin != pending_.end(); ++origin)
      if (origin->transfer_ == Transfer::get && origin->packed() != nullptr)
        unpack(origin->elements_, origin->packed(), origin->elements_.bytes(), CallKind::packing);
    const Clock::duration packed = since(start);
    for (auto origin = first; origin != pending_.end(); ++origin)
      if (origin->trial_ != nullptr) {
        origin->trial_->issuing += origin->time_;
        ++origin->trial_->operations;
      }
    for (auto origin = first; origin != pending_.end(); ++origin)
      if (origin->trial_ != nullptr && origin->trial_->operations != 0)
        count(*origin->trial_, origin->trial_->ways.other() ? packed : left);
    erase_from(first);
  }
  void forget(MPI_Win window) noexcept {
    erase_from(uncompleted_end(window, any_target));
    for (KnownOperation& known : known_operations)
      if (known.key.window == window) known.generation = 0;
    std::erase_if(trials_, [&](const auto& item) { return std::get<0>(item.first) == window; });
  }

 private:
  using Key = std::tuple<MPI_Win, int, Transfer, std::shared_ptr<mpi::PackStatistics>, std::uint8_t>;
  using Position = std::vector<OriginData>::iterator;

  static std::int64_t packed_bytes(const OriginData& origin) {
    return origin.packed() == nullptr ? 0 : origin.elements_.bytes();
  }
  static Clock::duration since(Clock::time_point start) {
    return timed_origins == 0 ? Clock::duration() : Clock::now() - start;
  }
  static void count(OriginTrial& trial, Clock::duration completing) {
    // To find the datatype and to keep the data, which is not timed.
    constexpr std::int64_t looking_after = 150;
    const std::int64_t untimed = trial.ways.other() ? looking_after : 0;
    const std::int64_t nanoseconds = (trial.issuing + completing).count() / trial.operations + untimed;
    if (trial.ways.count(nanoseconds)) trial.ways.decide();
    trial.issuing = {};
    trial.operations = 0;
  }

  /// Moves those that go to such a target to the end.
  Position uncompleted_end(MPI_Win window, int target) {
    return std::partition(pending_.begin(), pending_.end(), [&](const OriginData& origin) {
      return origin.window_ != window || (target != any_target && origin.target_ != target);
    });
  }
  void erase_from(Position first) noexcept {
    for (auto origin = first; origin != pending_.end(); ++origin) {
      bytes_ -= packed_bytes(*origin);
      timed_origins -= origin->trial_ != nullptr ? 1 : 0;
    }
    pending_.erase(first, pending_.end());
    pending_origins = pending_.size();
  }

  static constexpr std::size_t max_items = 4096;
  std::map<Key, OriginTrial> trials_;
  std::vector<OriginData> pending_;
  std::int64_t bytes_ = 0;  ///< of packed data
};

namespace {

PendingOrigins& pending() {
  static auto& origins = *new PendingOrigins;  // windows may be used while a program ends
  return origins;
}

/// Two threads could complete operations of each other.
bool never_in_parallel() {
  static const bool never = !mpi::calls_overlap();
  return never;
}

/// The predefined datatype of all data in a datatype; null if there are several.
MPI_Datatype element_of(MPI_Datatype type) {
  if (mpi::is_predefined(type)) return type;
  const mpi::Contents contents(type);
  MPI_Datatype element = MPI_DATATYPE_NULL;
  for (MPI_Datatype part : contents.types()) {
    const MPI_Datatype of_part = element_of(part);
    if (of_part == MPI_DATATYPE_NULL || (element != MPI_DATATYPE_NULL && of_part != element)) return MPI_DATATYPE_NULL;
    element = of_part;
  }
  return element;
}

/// To accumulate, both sides must have elements of one predefined datatype. Open MPI raises an error if not. It adds
/// elements of 1 or 2 bytes with saturation if they are contiguous, and without if not.
bool elements_agree(const Operation& operation) {
  const MPI_Datatype element = element_of(operation.type);
  int bytes = 0;
  return element != MPI_DATATYPE_NULL && element == element_of(operation.target_type) &&
         PMPI_Type_size(element, &bytes) == MPI_SUCCESS && bytes > 2;
}

/// Whether all data of such elements is one block.
bool is_block(MPI_Datatype type, const mpi::Extents& extents) {
  if (extents.extent != extents.size || extents.true_extent != extents.size || extents.true_lb != 0) return false;
  if (mpi::is_predefined(type)) return true;
  const datatype::Layout layout = datatype::normalize(*mpi::decode(type));
  return layout.root->kind == datatype::Node::Kind::block;
}

/// Whether packed data may take the place of the data of the user.
bool may_pack(const Operation& operation, const mpi::Extents& target) {
  return is_block(operation.target_type, target) &&
         (operation.transfer != Transfer::accumulate || elements_agree(operation));
}

}  // namespace

OriginData::OriginData(const Operation& operation) noexcept
    : window_(operation.window), target_(operation.target), transfer_(operation.transfer) {
  if (datatypes() == mpi::Datatypes::off || mpi::own_comm() == MPI_COMM_NULL || !never_in_parallel()) return;
  if (target_ < 0) return;
  try {
    choose(operation);
  } catch (const std::exception&) {
    trial_ = nullptr;
    return;
  }
  if (packed() != nullptr && transfer_ != Transfer::get) pack(elements_, packed(), CallKind::packing);
}

void OriginData::choose(const Operation& operation) {
  const std::uint64_t generation = mpi::datatype_generation();
  elements_ = compiled_elements(operation.buffer, operation.count, operation.type);
  if (!elements_.compiled || operation.target_type == MPI_DATATYPE_NULL) return;
  const std::int64_t bytes = elements_.bytes();
  const std::optional<mpi::Extents> target = mpi::extents_of(operation.target_type);
  if (!target || target->size * operation.target_count != bytes || too_large(bytes)) return;
  bool packs = true;
  if (datatypes() == mpi::Datatypes::always) {
    if (!may_pack(operation, *target)) return;
  } else {
    const OperationKey key(operation);
    KnownOperation& known = known_operation_of(key);
    if (!known.is(key)) {
      OriginTrial* const trial = may_pack(operation, *target) ? pending().trial_of(key, *elements_.compiled) : nullptr;
      known = {key, generation, trial};
    }
    if (known.trial == nullptr) return;
    WayTrial& ways = known.trial->ways;
    packs = ways.other();
    if (!ways.in_trial()) {
      ways.count(0);
    } else if (pending().has_room(bytes)) {
      trial_ = known.trial;
      if (packs) elements_.compiled->packer->prepare();
      start_ = Clock::now();
    }
  }
  if (packs && pending().has_room(bytes)) packed_ = base::Buffer(bytes);
}

void OriginData::issued(int error) && noexcept {
  if (trial_ != nullptr) time_ = Clock::now() - start_;
  if (error == MPI_SUCCESS && (trial_ != nullptr || packed() != nullptr)) pending().add(std::move(*this));
}

void complete_origins(MPI_Win window, int target, Clock::time_point start) noexcept {
  pending().complete(window, target, start);
}
void forget_origins(MPI_Win window) noexcept { pending().forget(window); }

}  // namespace cartwright::preload
