// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/base/check_all_interposed.hpp"

#include "mpi/base/comm.hpp"
#include "mpi/base/quiet_errors.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/report.hpp"
#include "mpi/base/settings.hpp"
#include "mpi/base/uncounted.hpp"
#include "preload/base/world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace cartwright::preload {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr int arity = 8;
constexpr int tag = 31847;

bool all_answered = false;

/// Seconds to wait for an answer.
Seconds max_wait() {
  const char* text = std::getenv("CARTWRIGHT_WAIT");
  const double seconds = text == nullptr ? 0 : std::strtod(text, nullptr);
  return Seconds(seconds > 0 && seconds < 1e6 ? seconds : 10);
}

/// Repeats `done()` with growing pauses until it is true or the time is over. Returns the last result.
template <typename Done>
bool ask(Clock::time_point until, Done&& done) {
  Seconds pause(20e-6);
  while (!done()) {
    if (Clock::now() > until) return false;
    std::this_thread::sleep_for(pause);
    pause = std::min<Seconds>(2 * pause, Seconds(5e-3));
  }
  return true;
}

/// A name that the launcher keeps while this object lives.
class PublishedName {
 public:
  explicit PublishedName(std::string name)
      : name_(std::move(name)), kept_(PMPI_Publish_name(name_.c_str(), MPI_INFO_NULL, port) == MPI_SUCCESS) {}
  ~PublishedName() {
    if (kept_) PMPI_Unpublish_name(name_.c_str(), MPI_INFO_NULL, port);
  }
  PublishedName(const PublishedName&) = delete;
  bool kept() const { return kept_; }

 private:
  static constexpr const char* port = "here";
  std::string name_;
  bool kept_;
};

/// The verdict that the parent sends.
class Verdict {
 public:
  explicit Verdict(int parent) { mpi::real().Irecv(&verdict_, 1, MPI_INT, parent, tag, MPI_COMM_WORLD, &request_); }
  ~Verdict() {
    if (request_ == MPI_REQUEST_NULL) return;
    mpi::real().Cancel(&request_);
    mpi::real().Wait(&request_, MPI_STATUS_IGNORE);
  }
  Verdict(const Verdict&) = delete;
  /// Empty if no verdict has arrived by then.
  std::optional<bool> wait(Clock::time_point until) {
    const bool arrived = ask(until, [&] {
      int done = 0;
      return mpi::real().Test(&request_, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done != 0;
    });
    return arrived ? std::optional(verdict_ != 0) : std::nullopt;
  }

 private:
  int verdict_ = 0;
  MPI_Request request_ = MPI_REQUEST_NULL;
};

/// One process of the tree.
class Caller {
 public:
  Caller() {
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    PMPI_Comm_size(MPI_COMM_WORLD, &size_);
    // A program started by MPI_Comm_spawn shares the launcher's names.
    if (const char* job = std::getenv("PMIX_NAMESPACE")) job_ = job;
  }

  bool everyone_answers() {
    std::optional<Verdict> from_parent;
    if (rank_ > 0) from_parent.emplace(parent());

    std::optional<PublishedName> asks;
    if (!children_of(rank_).empty()) {
      asks.emplace(name_of(rank_) + "/asks");
      if (!asks->kept()) return true;
      if (!find_children()) return give_up();
    }
    const PublishedName answers(name_of(rank_));
    if (!answers.kept()) return true;
    const bool verdict = rank_ == 0 || listen(*from_parent);
    pass_down(verdict);
    return verdict;
  }

 private:
  int parent() const { return (rank_ - 1) / arity; }
  std::vector<int> children_of(int rank) const {
    std::vector<int> ranks;
    const std::int64_t first = std::int64_t{arity} * rank + 1;
    for (std::int64_t child = first; child < first + arity && child < size_; ++child)
      ranks.push_back(static_cast<int>(child));
    return ranks;
  }
  std::string name_of(int rank) const { return fmt::format("cartwright/{}/{}", job_, rank); }

  bool answers(int rank) const {
    char port[MPI_MAX_PORT_NAME];
    return PMPI_Lookup_name(name_of(rank).c_str(), MPI_INFO_NULL, port) == MPI_SUCCESS;
  }

  /// Whether all children answer in time.
  bool find_children() {
    for (const int child : children_of(rank_)) {
      if (ask(start_ + wait_, [&] { return answers(child); }))
        found_.push_back(child);
      else if (missing_ < 0)
        missing_ = child;
    }
    return missing_ < 0;
  }

  bool give_up() {
    if (rank_ == 0) complain(missing_);
    pass_down(false);
    return false;
  }

  /// The parent's verdict. Every process answers within `wait_` after its start, and all start when MPI_Init ends.
  /// After twice that time the parent is missing.
  bool listen(Verdict& from_parent) {
    if (const auto verdict = from_parent.wait(start_ + wait_)) return *verdict;
    const std::vector<int> siblings = children_of(parent());
    const bool first = std::ranges::none_of(siblings, [&](int other) { return other < rank_ && answers(other); });
    if (const auto verdict = from_parent.wait(start_ + 2 * wait_)) return *verdict;
    if (first) complain(parent());
    return false;
  }

  void pass_down(bool verdict) {
    const int word = verdict ? 1 : 0;
    for (const int child : found_) mpi::real().Send(&word, 1, MPI_INT, child, tag, MPI_COMM_WORLD);
  }

  void complain(int rank) const {
    mpi::say(
        fmt::format("process {} of MPI_COMM_WORLD, or one that it waits for, has not answered within {} s: it runs "
                    "without the interposer or with CARTWRIGHT=off, so processes keep their ranks. Load the interposer "
                    "into all processes, or set CARTWRIGHT=off for all",
                    rank, Seconds(wait_).count()));
  }

  int rank_ = 0;
  int size_ = 0;
  std::string job_;
  const Clock::time_point start_ = Clock::now();
  const Clock::duration wait_ = std::chrono::duration_cast<Clock::duration>(max_wait());
  std::vector<int> found_;  ///< children that answered
  int missing_ = -1;        ///< the first child that did not
};

}  // namespace

void check_all_interposed() {
  if (mpi::switched_off()) return;
  const int size = mpi::size_of(MPI_COMM_WORLD);
  const mpi::QuietErrors quiet;
  all_answered = size == 1 || Caller().everyone_answers();
}

bool all_interposed(MPI_Comm comm) {
  if (!all_answered) return false;
  const std::vector<int> ranks = world_ranks(comm);
  return std::ranges::count(ranks, MPI_UNDEFINED) == 0;
}

bool all_want_reordering(MPI_Comm comm, int reorder) {
  const mpi::Uncounted own;
  int all = reorder != 0 && !mpi::switched_off() ? 1 : 0;
  return mpi::real().Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, comm) == MPI_SUCCESS && all != 0;
}

}  // namespace cartwright::preload
