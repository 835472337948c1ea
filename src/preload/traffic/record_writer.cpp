// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "preload/traffic/record_writer.hpp"

#include "base/cache_file.hpp"
#include "base/error.hpp"
#include "base/hash.hpp"
#include "base/input_file.hpp"
#include "base/output_file.hpp"
#include "base/text.hpp"
#include "mpi/base/comm.hpp"
#include "mpi/base/library_version.hpp"
#include "mpi/base/program_world.hpp"
#include "mpi/base/real.hpp"
#include "mpi/base/report.hpp"
#include "mpi/base/settings.hpp"
#include "preload/base/world.hpp"
#include "preload/traffic/calibrated.hpp"
#include "preload/traffic/monitoring.hpp"
#include "preload/traffic/mpich_choices.hpp"
#include "preload/traffic/recorder.hpp"
#include "record/record_file.hpp"

#include <fmt/chrono.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace cartwright::preload {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

int write_end = -1;  ///< of the pipe that wakes the thread
pid_t recorded_process = 0;

void on_sigterm(int) {
  // A child of fork() inherits this handler, but not the thread.
  if (write_end < 0 || getpid() != recorded_process) {
    std::signal(SIGTERM, SIG_DFL);
    std::raise(SIGTERM);
    return;
  }
  const int before = errno;
  const char byte = 't';
  if (write(write_end, &byte, 1) < 0) errno = before;  // full: the thread is awake
  errno = before;
}

}  // namespace

const std::optional<record::Calibration>& calibrated() {
  static const auto& kept = *new std::optional(
      record::kept_calibration(base::cache_folder(std::getenv), base::mpi_name(mpi::library_version())));
  return kept;
}

record::Header header_of_this_process() {
  record::Header header;
  const int size = mpi::size_of(mpi::program_world());
  header.ranks = size;
  std::error_code none;
  header.program = fs::read_symlink("/proc/self/exe", none).string();
  base::Hash hash;
  try {
    hash.add(base::read_file("/proc/self/cmdline"));
  } catch (const base::Error&) {
    // The record then names no arguments.
  }
  header.arguments = fmt::format("{:016x}", hash.value());
  header.mpi = base::mpi_name(mpi::library_version());
  header.started = fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr)));
  if (calibrated()) header.calibrated = calibrated()->date;
  return header;
}

namespace {

/// The first line of the file, as rank 0 sees the program. Collective over MPI_COMM_WORLD.
std::string agreed_header_line() {
  std::string line = line_of(header_of_this_process());
  auto length = static_cast<std::int64_t>(line.size());
  mpi::real().Bcast(&length, 1, MPI_INT64_T, 0, mpi::program_world());
  line.resize(static_cast<std::size_t>(length));
  mpi::real().Bcast(line.data(), static_cast<int>(length), MPI_CHAR, 0, mpi::program_world());
  return line;
}

class Writer {
 public:
  explicit Writer(mpi::RecordSettings settings) : settings_(std::move(settings)), header_line_(agreed_header_line()) {
    std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
    int length = 0;
    PMPI_Get_processor_name(name.data(), &length);
    PMPI_Comm_rank(mpi::program_world(), &rank_);
    PMPI_Comm_size(mpi::program_world(), &size_);
    if (!counted_) find_mpich_choices();
    host_ = world()->location.pretended ? fmt::format("pretended-{}", world()->ranks.node(choose::Rank(rank_)))
                                        : name.data();
    if (settings_.file[0] != '/') settings_.file = (fs::current_path() / settings_.file).string();
    is_recording = settings_.from == 0;
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) base::fail(base::Status::io, "no pipe: {}", errno);
    read_end_ = ends[0];
    write_end = ends[1];
    recorded_process = getpid();
    // The program's threads handle its signals, and not this one.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::thread([this] { watch(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    struct sigaction now{};
    if (sigaction(SIGTERM, nullptr, &now) == 0 && (now.sa_flags & SA_SIGINFO) == 0 && now.sa_handler == SIG_DFL) {
      now.sa_handler = on_sigterm;
      now.sa_flags = SA_RESTART;
      handles_sigterm_ = sigaction(SIGTERM, &now, nullptr) == 0;
    }
  }

  void pause(bool pause) {
    const std::lock_guard lock(mutex_);
    paused_ = pause;
    switch_at(elapsed());
  }

  /// Writes FILE.parts/RANK.
  void write_part() try {
    const std::lock_guard lock(file_mutex_);
    if (finished_) return;
    const fs::path folder = settings_.file + ".parts";
    std::error_code none;
    fs::create_directory(folder, none);
    base::write_file(folder / std::to_string(rank_), header_line_ + line(false), base::Existing::replace, access());
  } catch (const std::exception& error) {
    mpi::warn_once(fmt::format("the record is not written: {}", base::as_error(error).what()));
  }

  void end() {
    stop();
    is_recording = false;
    const std::string mine = line(true);
    std::string failure;
    gather(mine, failure);
    int failed = failure.empty() ? 0 : 1;
    mpi::real().Bcast(&failed, 1, MPI_INT, 0, mpi::program_world());
    const std::lock_guard lock(file_mutex_);
    finished_ = true;
    if (!failure.empty()) mpi::say(fmt::format("the record is not written: {}", failure));
    if (failed != 0) return;  // the parts of the last interval stay
    const fs::path folder = settings_.file + ".parts";
    std::error_code none;
    fs::remove(folder / std::to_string(rank_), none);
    fs::remove(folder, none);  // succeeds when it is empty
  }

 private:
  /// Records that are learned are in a cache.
  static base::Access access() {
    return world()->settings.learn.empty() ? base::Access::by_umask : base::Access::owner;
  }

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  std::string line(bool finished) {
    record::RankRecord mine = recorded();
    mine.host = host_;
    mine.seconds = elapsed();
    mine.finished = finished;
    mine.counted = counted_;
    mine.by_nodes = counted_ && collectives_look_at_nodes();
    return line_of(mine);
  }

  /// The time is within the limits of the settings.
  void switch_at(double now) {
    is_recording = !paused_ && now >= settings_.from && (settings_.to == 0 || now < settings_.to);
  }

  /// The thread: wakes each second, at the limits of the settings, and at the end.
  void watch() {
    double next_part = settings_.interval;
    double next_tick = 1;
    for (;;) {
      double wake = next_tick;
      for (const double limit : {settings_.from, settings_.to})
        if (limit > elapsed()) wake = std::min(wake, limit);
      pollfd woken{.fd = read_end_, .events = POLLIN, .revents = 0};
      const int timeout = static_cast<int>(std::max(0.0, (wake - elapsed()) * 1000)) + 1;
      if (poll(&woken, 1, timeout) > 0) {
        char why = 0;
        if (read(read_end_, &why, 1) == 1 && why == 'e') return;
        if (why == 't') terminate();
      }
      const double now = elapsed();
      {
        const std::lock_guard lock(mutex_);
        switch_at(now);
      }
      if (now >= next_tick) {
        next_window();
        next_tick += 1;
      }
      if (settings_.interval > 0 && now >= next_part) {
        write_part();
        next_part = elapsed() + settings_.interval;
      }
    }
  }

  [[noreturn]] void terminate() {
    write_part();
    std::signal(SIGTERM, SIG_DFL);
    kill(getpid(), SIGTERM);
    for (;;) ::pause();
  }

  void stop() {
    if (handles_sigterm_) {
      struct sigaction now{};
      if (sigaction(SIGTERM, nullptr, &now) == 0 && now.sa_handler == on_sigterm) std::signal(SIGTERM, SIG_DFL);
    }
    const char byte = 'e';
    while (write(write_end, &byte, 1) < 0 && errno == EAGAIN) std::this_thread::yield();
    thread_.join();
    close(read_end_);
    close(write_end);
    write_end = -1;
  }

  /// Rank 0 gets the lines of all processes, in pieces that the counts of MPI can express, and writes the file.
  void gather(const std::string& mine, std::string& failure) try {
    constexpr std::int64_t max_bytes = 1 << 28;
    const mpi::RealFunctions& real = mpi::real();
    std::vector<std::int64_t> lengths(static_cast<std::size_t>(rank_ == 0 ? size_ : 0));
    const auto length = static_cast<std::int64_t>(mine.size());
    real.Gather(&length, 1, MPI_INT64_T, lengths.data(), 1, MPI_INT64_T, 0, mpi::program_world());
    // The last rank of each piece.
    std::vector<int> ends;
    if (rank_ == 0) {
      std::int64_t sum = 0;
      for (int rank = 0; rank < size_; ++rank) {
        if (sum + lengths[rank] > max_bytes && sum > 0) {
          ends.push_back(rank);
          sum = 0;
        }
        sum += lengths[rank];
      }
      ends.push_back(size_);
    }
    int pieces = static_cast<int>(ends.size());
    real.Bcast(&pieces, 1, MPI_INT, 0, mpi::program_world());
    ends.resize(static_cast<std::size_t>(pieces));
    real.Bcast(ends.data(), pieces, MPI_INT, 0, mpi::program_world());
    std::string text = rank_ == 0 ? header_line_ : "";
    int begin = 0;
    for (const int end : ends) {
      std::vector<int> counts(lengths.size());
      std::vector<int> starts(lengths.size());
      int sum = 0;
      for (int rank = begin; rank < end && rank_ == 0; ++rank) {
        counts[rank] = static_cast<int>(lengths[rank]);
        starts[rank] = sum;
        sum += counts[rank];
      }
      const std::size_t before = text.size();
      text.resize(before + static_cast<std::size_t>(sum));
      const bool sends = rank_ >= begin && rank_ < end;
      real.Gatherv(mine.data(), sends ? static_cast<int>(length) : 0, MPI_CHAR, text.data() + before, counts.data(),
                   starts.data(), MPI_CHAR, 0, mpi::program_world());
      begin = end;
    }
    if (rank_ == 0) base::write_file(settings_.file, text, base::Existing::replace, access());
  } catch (const std::exception& error) {
    failure = base::as_error(error).what();
  }

  mpi::RecordSettings settings_;
  std::string header_line_;
  std::string host_;
  int rank_ = 0;
  int size_ = 0;
  bool counted_ = begin_monitoring();
  Clock::time_point start_ = Clock::now();
  int read_end_ = -1;
  bool handles_sigterm_ = false;
  std::mutex mutex_;  ///< of paused_
  bool paused_ = false;
  std::mutex file_mutex_;
  bool finished_ = false;
  std::thread thread_;
};

/// Not destroyed at exit(): its thread may run until the process is gone.
Writer* writer = nullptr;

}  // namespace

bool is_recorded() {
  const auto is_set = [](const char* name) {
    const char* const value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  return !mpi::switched_off() && (is_set("CARTWRIGHT_RECORD") || is_set("CARTWRIGHT_LEARN"));
}

void begin_record() try {
  if (!has_record()) {
    const int rank = mpi::rank_in(MPI_COMM_WORLD);
    if (rank == 0 && std::getenv("CARTWRIGHT_RECORD") != nullptr && mpi::is_spawned())
      mpi::warn_once("processes that MPI_Comm_spawn started are not recorded");
    return;
  }
  writer = new Writer(world()->settings.record);
} catch (const std::exception& error) {
  mpi::say(fmt::format("the program is not recorded: {}", base::as_error(error).what()));
}

void pause_record(bool pause) {
  if (writer != nullptr) writer->pause(pause);
}

void keep_record() {
  if (writer != nullptr) writer->write_part();
}

void end_record() {
  if (writer == nullptr) return;
  writer->end();
  delete writer;
  writer = nullptr;
}

}  // namespace cartwright::preload
