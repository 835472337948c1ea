// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/timed_wait.hpp"

#include "base/error.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/succeed.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace cartwright::mpi {

namespace {

constexpr int tag = 1;

/// MPI polls for messages while it waits. Processes that wait for long leave the core to others.
constexpr double polling_seconds = 1;

constexpr double seconds_between_looks = 1e-3;
constexpr double seconds_between_looks_for_ended = 0.1;
/// Processes that wait answer within milliseconds, unless their cores are busy.
constexpr double seconds_for_answers = 2;

/// "rank 2", or "ranks 2, 3 and 14 others".
std::string name(const std::vector<int>& ranks) {
  constexpr std::size_t most = 8;
  if (ranks.size() == 1) return fmt::format("rank {}", ranks.front());
  if (ranks.size() <= most) return fmt::format("ranks {}", fmt::join(ranks, ", "));
  return fmt::format("ranks {} and {} others", fmt::join(ranks.begin(), ranks.begin() + most, ", "),
                     ranks.size() - most);
}

}  // namespace

TimedWait::TimedWait(MPI_Comm comm, const transport::Crowd& crowd) : crowd_(crowd) {
  PMPI_Comm_dup(comm, &comm_);
  PMPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
  PMPI_Comm_rank(comm_, &rank_);
  PMPI_Comm_size(comm_, &size_);
}

TimedWait::~TimedWait() {
  int finalized = 0;
  PMPI_Finalized(&finalized);
  if (!finalized) PMPI_Comm_free(&comm_);
}

void TimedWait::begin(std::string verb, std::string where, double max_seconds) {
  verb_ = std::move(verb);
  where_ = std::move(where);
  max_seconds_ = max_seconds;
  ++operation_;
  // Others may have given up while this process was away. MPI may find a message that has arrived only at the second
  // call.
  check();
  for (int look = 0; look < 2; ++look) hear();
}

void TimedWait::end() {
  if (mine_ != nullptr) mine_->store(operation_, std::memory_order_release);
}

void TimedWait::watch(std::vector<Watched> watched, std::atomic<std::int64_t>* mine) {
  watched_ = std::move(watched);
  mine_ = mine;
}

void TimedWait::until_complete(std::span<MPI_Request> requests, MPI_Status* statuses) {
  const double begin = transport::Backoff::now();
  until(
      [&] {
        int done = 0;
        succeed(real().Testall(static_cast<int>(requests.size()), requests.data(), &done, statuses));
        return done != 0;
      },
      [&] { transport::Backoff::now() - begin < polling_seconds ? transport::yield() : transport::nap(); });
}

void TimedWait::least(std::span<int> values) {
  // If this fails, MPI may still write to the memory.
  reduced_.assign(values.begin(), values.end());
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Status status;
  succeed(real().Iallreduce(MPI_IN_PLACE, reduced_.data(), static_cast<int>(values.size()), MPI_INT, MPI_MIN, comm_,
                            &request));
  until_complete({&request, 1}, &status);
  std::ranges::copy(reduced_, values.begin());
}

void TimedWait::check() const {
  if (failed())
    base::fail(base::Status::invalid_argument,
               "an operation of this plan, or of one that shares its work space, has failed before: free the plan, and "
               "make a new one");
}

void TimedWait::look(Looks& looks, double waited) {
  if (waited < looks.next) return;
  looks.next = waited + seconds_between_looks;
  hear();
  if (waited >= looks.next_for_ended) {
    looks.next_for_ended = waited + seconds_between_looks_for_ended;
    look_for_ended();
  }
  if (max_seconds_ <= 0 || waited < max_seconds_) return;
  if (looks.asked && waited > *looks.asked + seconds_for_answers) name_missing();
  // One question is enough: the others get its verdict.
  if (looks.asked || transport::Backoff::now() < others_ask_until_) return;
  looks.asked = waited;
  ask();
}

void TimedWait::look_for_ended() {
  for (const Watched& other : watched_) {
    // It may have done what is needed, and ended then: look at its counter last.
    if (!transport::has_ended(other.pid) || other.ended->load(std::memory_order_acquire) >= operation_) continue;
    give_up(base::Status::peer_failed, fmt::format("with rank {}", other.rank),
            fmt::format("it has ended, and this process waits for it {}", where_));
  }
}

void TimedWait::hear() {
  std::erase_if(sent_, [](const std::unique_ptr<Sent>& sent) {
    int done = 0;
    return real().Test(&sent->request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done != 0;
  });
  for (;;) {
    // Some MPIs return errors here when another process has ended.
    int found = 0;
    MPI_Status status;
    if (real().Iprobe(MPI_ANY_SOURCE, tag, comm_, &found, &status) != MPI_SUCCESS || found == 0) return;
    Note note;
    if (real().Recv(&note, sizeof note, MPI_BYTE, status.MPI_SOURCE, tag, comm_, MPI_STATUS_IGNORE) != MPI_SUCCESS)
      return;
    switch (note.word) {
      case Word::question:
        others_ask_until_ = transport::Backoff::now() + 2 * seconds_for_answers;
        send(status.MPI_SOURCE, {.word = Word::answer, .question = note.question});
        break;
      case Word::answer:
        if (note.question == question_) answered_[static_cast<std::size_t>(status.MPI_SOURCE)] = 1;
        break;
      case Word::verdict: failure_ = note.text; throw base::Error(note.status, failure_);
    }
  }
}

void TimedWait::send(int to, const Note& note) {
  Sent& sent = *sent_.emplace_back(std::make_unique<Sent>(Sent{MPI_REQUEST_NULL, note}));
  real().Isend(&sent.note, sizeof sent.note, MPI_BYTE, to, tag, comm_, &sent.request);
}

void TimedWait::send_to_all(const Note& note) {
  for (int to = 0; to < size_; ++to)
    if (to != rank_) send(to, note);
}

void TimedWait::ask() {
  answered_.assign(static_cast<std::size_t>(size_), 0);
  send_to_all({.word = Word::question, .question = ++question_});
}

void TimedWait::name_missing() {
  // A process that has done its part of the operation need not wait.
  for (const Watched& other : watched_)
    if (other.ended->load(std::memory_order_acquire) >= operation_) answered_[static_cast<std::size_t>(other.rank)] = 1;
  std::vector<int> missing;
  for (int rank = 0; rank < size_; ++rank)
    if (rank != rank_ && answered_[static_cast<std::size_t>(rank)] == 0) missing.push_back(rank);
  if (missing.empty())
    give_up(
        base::Status::timeout, "",
        fmt::format("this process waited {} s {} (the timeout is an option), and so do all others: they have called "
                    "different functions",
                    max_seconds_, where_));
  give_up(base::Status::timeout, "with " + name(missing),
          fmt::format("this process waited {} s for {} {} (the timeout is an option)", max_seconds_,
                      missing.size() == 1 ? "it" : "one of them", where_));
}

void TimedWait::give_up(base::Status status, const std::string& others, const std::string& reason) {
  failure_ = fmt::format("rank {} cannot {}{}{}: {}", rank_, verb_, others.empty() ? "" : " ", others, reason);
  Note verdict{.word = Word::verdict, .status = status};
  std::strncpy(verdict.text, failure_.c_str(), sizeof verdict.text - 1);
  send_to_all(verdict);
  throw base::Error(status, failure_);
}

}  // namespace cartwright::mpi
