// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "fluid/simulate.hpp"

#include "fluid/fair_shares.hpp"

#include <algorithm>

namespace cartwright::fluid {

namespace {

/// Transfers on their way, the one that ends first at the top of a heap.
class Ends {
 public:
  explicit Ends(std::int64_t transfers) : end_(transfers, -1) {}

  /// The time of the first end; infinite if there is none.
  double first() {
    while (!heap_.empty() && stale(heap_.front())) pop();
    return heap_.empty() ? Model::unlimited : heap_.front().at;
  }
  Transfer take() {
    const Transfer transfer = heap_.front().transfer;
    end_[transfer] = -1;
    --active_;
    pop();
    return transfer;
  }
  void set(Transfer transfer, double at) {
    if (end_[transfer] < 0) ++active_;
    end_[transfer] = at;
    heap_.push_back({at, transfer});
    ++unsorted_;
  }
  /// Takes the new times in.
  void sort() {
    if (unsorted_ > heap_.size() / 8 || heap_.size() > 2 * active_ + 1024) {
      std::erase_if(heap_, [&](const End& end) { return stale(end); });
      std::make_heap(heap_.begin(), heap_.end());
    } else {
      for (std::size_t sorted = heap_.size() - unsorted_ + 1; sorted <= heap_.size(); ++sorted)
        std::push_heap(heap_.begin(), heap_.begin() + static_cast<std::ptrdiff_t>(sorted));
    }
    unsorted_ = 0;
  }

 private:
  struct End {
    double at;
    Transfer transfer;
    bool operator<(const End& other) const { return at > other.at; }  // std heaps have the largest first
  };
  bool stale(const End& end) const { return end_[end.transfer] != end.at; }
  void pop() {
    std::pop_heap(heap_.begin(), heap_.end());
    heap_.pop_back();
  }

  base::IndexVector<Transfer, double> end_;  ///< -1: not on its way
  std::vector<End> heap_;
  std::size_t unsorted_ = 0;
  std::size_t active_ = 0;
};

}  // namespace

Simulated simulate(const Transfers& transfers, double tolerance, const std::function<void(double)>& progress) {
  Simulated result;
  result.transfers = transfers.size();
  const double window = tolerance * transfers.busiest_seconds();
  struct Going {
    double left = 0;  ///< bytes of each message at `since`
    double since = 0;
    double rate = 0;
  };
  base::IndexVector<Transfer, Going> going(transfers.size());
  std::vector<Transfer> starts;
  for (const Transfer transfer : going.ids()) {
    const Transfers::Entry& entry = transfers[transfer];
    if (transfers.crossings(transfer).empty())
      result.seconds = std::max(result.seconds, entry.start);
    else
      starts.push_back(transfer);
  }
  const std::size_t all = starts.size();
  std::ranges::stable_sort(starts, {}, [&](Transfer transfer) { return transfers[transfer].start; });
  FairShares shares(transfers);
  Ends ends(transfers.size());
  std::size_t started = 0, ended = 0;
  while (ended < all) {
    const auto next_start = [&] { return started < all ? transfers[starts[started]].start : Model::unlimited; };
    double now = std::min(next_start(), ends.first());
    const double last = now + window;
    for (double at = 0; (at = ends.first()) <= last; ++ended) {
      now = std::max(now, at);
      shares.remove(ends.take());
    }
    for (double at = 0; (at = next_start()) <= last; ++started) {
      now = std::max(now, at);
      going[starts[started]].left = transfers[starts[started]].bytes;
      shares.add(starts[started]);
    }
    for (const Transfer transfer : shares.update()) {
      Going& one = going[transfer];
      const double rate = shares.rate(transfer);
      if (one.rate > 0) one.left = std::max(0.0, one.left - one.rate * (now - one.since));
      one.since = now;
      one.rate = rate;
      ends.set(transfer, now + one.left / rate);
    }
    ends.sort();
    ++result.steps;
    result.seconds = std::max(result.seconds, now);
    if (progress) progress(static_cast<double>(ended) / static_cast<double>(all));
  }
  return result;
}

}  // namespace cartwright::fluid
