// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fluid/fair_shares.hpp"

#include <algorithm>

namespace cartwright::fluid {

namespace {

/// Levels that differ by less are equal: rounding errors of sums.
constexpr double rounding = 1e-9;

/// The level at which a resource would be full when it was queued. The actual one is never lower.
struct Queued {
  double level;
  Resource resource;
  bool operator<(const Queued& other) const { return level > other.level; }  // std heaps have the largest first
};

}  // namespace

double FairShares::Use::full() const { return std::max(0.0, bandwidth - stopped) / weight; }

FairShares::FairShares(const Transfers& transfers)
    : transfers_(transfers),
      state_(transfers.size(), State::waiting),
      level_(transfers.size(), 0),
      use_(transfers.resources()),
      first_(transfers.resources(), 0),
      lowest_(Model::unlimited) {
  end_ = first_;
  for (const Resource resource : use_.ids()) use_[resource].bandwidth = transfers.bandwidth(resource);
  const auto each_crossing = [&](auto visit) {
    for (const Transfer transfer : state_.ids())
      for (const Crossing& crossing : transfers.crossings(transfer)) visit(transfer, crossing.resource);
  };
  each_crossing([&](Transfer, Resource resource) { ++end_[resource]; });
  std::size_t sum = 0;
  for (const Resource resource : use_.ids()) {
    first_[resource] = sum;
    sum += end_[resource];
    end_[resource] = first_[resource];
  }
  users_.resize(sum);
  each_crossing([&](Transfer transfer, Resource resource) { users_[end_[resource]++] = transfer; });
}

void FairShares::add(Transfer transfer) {
  added_.push_back(transfer);
  const double weight = this->weight(transfer);
  for (const Crossing& crossing : transfers_.crossings(transfer))
    use_[crossing.resource].max_weight += crossing.part * weight;
}

void FairShares::remove(Transfer transfer) {
  const double weight = this->weight(transfer);
  const double level = level_[transfer];
  for (const Crossing& crossing : transfers_.crossings(transfer)) {
    Use& use = use_[crossing.resource];
    use.stopped -= crossing.part * weight * level;
    use.max_weight -= crossing.part * weight;
  }
  lowest_ = std::min(lowest_, level_[transfer]);
  state_[transfer] = State::ended;
}

std::span<const Transfer> FairShares::update() {
  for (const Transfer transfer : added_)
    for (const Crossing& crossing : transfers_.crossings(transfer)) {
      // No transfer of this resource gets more than level / penalty, so it is not full below this level.
      const Use& use = use_[crossing.resource];
      lowest_ = std::min(lowest_, (1 - rounding) * use.bandwidth / use.max_weight);
    }
  const auto changed =
      std::ranges::lower_bound(stopped_, lowest_, {}, [&](Transfer transfer) { return level_[transfer]; });
  const auto kept = static_cast<std::size_t>(changed - stopped_.begin());
  rising_.assign(changed, stopped_.end());
  std::erase_if(rising_, [&](Transfer transfer) { return state_[transfer] == State::ended; });
  rising_.insert(rising_.end(), added_.begin(), added_.end());
  stopped_.resize(kept);
  added_.clear();
  lowest_ = Model::unlimited;
  fill(kept > 0 ? level_[stopped_.back()] : 0);
  return std::span(stopped_).subspan(kept);
}

void FairShares::fill(double level) {
  touched_.clear();
  for (const Transfer transfer : rising_) {
    const double weight = this->weight(transfer);
    const double before = state_[transfer] == State::stopped ? weight * level_[transfer] : 0;
    state_[transfer] = State::rising;
    for (const Crossing& crossing : transfers_.crossings(transfer)) {
      Use& use = use_[crossing.resource];
      use.stopped -= crossing.part * before;
      if (use.rising++ == 0) {
        use.weight = 0;
        touched_.push_back(crossing.resource);
      }
      use.weight += crossing.part * weight;
    }
  }
  std::vector<Queued> queue;
  queue.reserve(touched_.size());
  for (const Resource resource : touched_) queue.push_back({use_[resource].full(), resource});
  std::make_heap(queue.begin(), queue.end());
  while (!queue.empty()) {
    std::pop_heap(queue.begin(), queue.end());
    Queued& next = queue.back();
    const Use& use = use_[next.resource];
    if (use.rising == 0) {
      queue.pop_back();
    } else if (const double full = use.full(); full > next.level * (1 + rounding)) {
      next.level = full;  // transfers that stopped elsewhere left it more
      std::push_heap(queue.begin(), queue.end());
    } else {
      level = std::max(level, full);
      const Resource resource = next.resource;
      queue.pop_back();
      stop_users(resource, level);
    }
  }
}

void FairShares::stop_users(Resource resource, double level) {
  for (std::size_t i = first_[resource]; i < end_[resource];) {
    const Transfer transfer = users_[i];
    if (state_[transfer] == State::ended) {
      users_[i] = users_[--end_[resource]];
      continue;
    }
    ++i;
    if (state_[transfer] != State::rising) continue;
    state_[transfer] = State::stopped;
    level_[transfer] = level;
    stopped_.push_back(transfer);
    const double weight = this->weight(transfer);
    for (const Crossing& crossing : transfers_.crossings(transfer)) {
      Use& use = use_[crossing.resource];
      --use.rising;
      use.weight -= crossing.part * weight;
      use.stopped += crossing.part * weight * level;
    }
  }
}

}  // namespace cartwright::fluid
