// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"
#include "transport/waiting.hpp"

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cartwright::mpi {

/// The waits of the processes of a communicator for each other, which end: when some do not come in time, all that wait
/// get an error that names them.
///
/// Nothing is sent as long as all come. A process that has waited for its time asks the others whether they wait, too.
/// Those that do not answer for two seconds are missing. It tells all others so, and fails; they fail with its message.
class TimedWait {
 public:
  /// Collective: duplicates the communicator. `crowd`: the processes of this host.
  TimedWait(MPI_Comm comm, const transport::Crowd& crowd);
  ~TimedWait();
  TimedWait(const TimedWait&) = delete;

  /// The waits until end() belong to one operation, which may wait for so many seconds each time; 0: no limit. All
  /// processes begin the same operations. Throws Error if others have given up. `verb` and `where` are words of the
  /// error: "transform", "in transform 3".
  void begin(std::string verb, std::string where, double max_seconds);
  void end();

  /// A process of this host, and the operations that it has ended, in memory that it shares.
  struct Watched {
    int rank = 0;
    int pid = 0;
    const std::atomic<std::int64_t>* ended = nullptr;
  };
  /// The processes that are missing as soon as they have ended, and the counter of this one.
  void watch(std::vector<Watched> watched, std::atomic<std::int64_t>* mine);

  /// Waits until there() is true; calls sleep(), which takes about a millisecond at most, when it has waited for a
  /// while. Throws Error{timeout} or Error{peer_failed} when other processes are missing, and from then on.
  template <typename There, typename Sleep>
  void until(There there, Sleep sleep) {
    check();
    transport::Backoff backoff(crowd_);
    Looks looks;
    while (!there()) {
      backoff.wait(sleep);
      if (backoff.sleeps() > 0) look(looks, backoff.waited());
    }
  }
  /// Waits for messages and collectives. `statuses` has as many entries.
  void until_complete(std::span<MPI_Request> requests, MPI_Status* statuses);
  /// Collective: the least of each value on all processes, or of one.
  void least(std::span<int> values);
  int least(int value) {
    least({&value, 1});
    return value;
  }

  /// Whether an operation has failed. Messages may still come then: their memory must never be freed.
  bool failed() const { return !failure_.empty(); }
  /// Throws the error of later operations if one has failed.
  void check() const;

 private:
  enum class Word : std::int64_t { question, answer, verdict };
  struct Note {
    Word word = Word::question;
    std::int64_t question = 0;               ///< the number of the question that is asked or answered
    base::Status status = base::Status::ok;  ///< of a verdict
    char text[492] = "";                     ///< of a verdict
  };
  struct Sent {
    MPI_Request request = MPI_REQUEST_NULL;
    Note note;
  };
  /// When a wait does what, in seconds since it began to sleep.
  struct Looks {
    double next = 0;
    double next_for_ended = 0;
    std::optional<double> asked;
  };

  void look(Looks& looks, double waited);
  void look_for_ended();
  void hear();
  void send(int to, const Note& note);
  void send_to_all(const Note& note);
  void ask();
  [[noreturn]] void name_missing();
  [[noreturn]] void give_up(base::Status status, const std::string& others, const std::string& reason);

  MPI_Comm comm_ = MPI_COMM_NULL;
  transport::Crowd crowd_;
  int rank_ = 0, size_ = 1;
  std::string verb_ = "communicate", where_ = "in an operation";
  double max_seconds_ = 0;
  std::int64_t operation_ = 0;  ///< the number of the last one
  std::vector<Watched> watched_;
  std::atomic<std::int64_t>* mine_ = nullptr;
  std::int64_t question_ = 0;    ///< the number of the last one
  std::vector<char> answered_;   ///< per rank: the last question
  double others_ask_until_ = 0;  ///< seconds of the clock
  std::vector<std::unique_ptr<Sent>> sent_;
  std::vector<int> reduced_;
  std::string failure_;
};

}  // namespace cartwright::mpi
