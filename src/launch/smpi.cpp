// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "launch/smpi.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cartwright::launch {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uintmax_t max_output = std::uintmax_t{4} << 20;     // of a log; SimGrid's messages are at its end
constexpr std::uintmax_t max_program = std::uintmax_t{256} << 20;  // of a program, searched for names of libraries

/// A file that is open for writing during the lifetime of this object.
class OpenFile {
 public:
  explicit OpenFile(const std::string& path)
      : descriptor_(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)) {
    if (descriptor_ < 0) base::fail(base::Status::io, "cannot write '{}': {}", path, std::strerror(errno));
  }
  ~OpenFile() { close(descriptor_); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

/// Terminates smpirun, which terminates the program. Kills it if it does not end within 5 seconds.
void end(pid_t child) {
  kill(child, SIGTERM);
  for (int i = 0; i < 50; ++i) {
    int status = 0;
    if (waitpid(child, &status, WNOHANG) == child) return;
    usleep(100'000);
  }
  kill(child, SIGKILL);
  wait_for(child);
}

int wait_within(pid_t child, double timeout_seconds, const AwaitedSignals& signals,
                const std::function<void()>& progress) {
  const Clock::time_point start = Clock::now();
  for (;;) {
    const auto info = signals.next(std::chrono::milliseconds(200));
    int status = 0;
    if (waitpid(child, &status, WNOHANG) == child) return exit_status_of(status);
    if (info && info->si_signo != SIGCHLD) {
      end(child);
      base::fail(base::Status::io, "the simulation was interrupted by signal {}", info->si_signo);
    }
    if (std::chrono::duration<double>(Clock::now() - start).count() > timeout_seconds) {
      end(child);
      base::fail(base::Status::unsupported,
                 "the simulation did not end within {} s: raise --timeout, or give the program a smaller problem",
                 timeout_seconds);
    }
    progress();
  }
}

/// The last bytes of a file, at most `max_bytes`.
std::string end_of(const std::string& path, std::uintmax_t max_bytes) {
  std::ifstream file(path, std::ios::binary);
  const std::uintmax_t size = std::filesystem::file_size(path);
  file.seekg(static_cast<std::streamoff>(size - std::min(size, max_bytes)));
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The text between the last occurrence of a mark and the end of its line. Empty if the mark does not occur.
std::string_view after(std::string_view text, std::string_view mark) {
  const std::size_t found = text.rfind(mark);
  if (found == std::string_view::npos) return {};
  text.remove_prefix(found + mark.size());
  return base::trim(text.substr(0, text.find('\n')));
}

/// Throws an Error with the reason of a failed run, from its output.
[[noreturn]] void fail_by(const std::string& output, const std::string& file, int status) {
  const std::string name = std::filesystem::path(file).filename().string();
  if (const std::string_view missing = after(output, "CRITICAL] Not yet implemented: "); !missing.empty()) {
    std::string_view function = missing.substr(0, missing.find('.'));
    if (function.starts_with("PMPI_")) function.remove_prefix(1);
    base::fail(base::Status::unsupported,
               "the program calls {}, which SimGrid's MPI lacks (docs/simulate.md lists such functions): use "
               "point-to-point messages instead",
               function);
  }
  if (output.find("[root/CRITICAL] dlopen failed") != std::string::npos)
    base::fail(base::Status::unsupported,
               "smpirun cannot load the program: compile it with SimGrid's smpicc, smpicxx or smpif90");
  if (output.find("MPI_Abort was called") != std::string::npos)
    base::fail(base::Status::unsupported, "the program called MPI_Abort under smpirun: see {}, kept by --keep", name);
  if (output.find("Deadlock detected") != std::string::npos)
    base::fail(base::Status::unsupported,
               "the program deadlocks under smpirun: does it wait for a message that is never sent?");
  std::string_view last = after(output, "CRITICAL] ");
  if (last.empty())
    for (const std::string_view line : base::split(output, '\n'))
      if (!base::trim(line).empty() && !line.starts_with("Execution failed with code")) last = base::trim(line);
  base::fail(base::Status::unsupported, "the program failed under smpirun with status {}{}: see {}, kept by --keep",
             status, last.empty() ? "" : fmt::format(" after {}", base::quote(last)), name);
}

}  // namespace

std::string simgrid_version() {
  std::string output;
  try {
    output = run_quietly({"smpirun", "-version"}).output;
  } catch (const base::Error&) {
    base::fail(base::Status::unsupported, "simulate needs SimGrid's smpirun: install it (Debian: libsimgrid-dev)");
  }
  const std::string_view version = after(output, "version ");
  return version.empty() ? "unknown" : std::string(version);
}

void check_smpi_program(const CommandLine& program) {
  const std::string& path = program.front();
  if (!std::filesystem::is_regular_file(path) || access(path.c_str(), R_OK | X_OK) != 0)
    base::fail(base::Status::invalid_argument, "'{}' is not an executable file: give the path of the program", path);
  for (const std::string& argument : program)
    if (argument.empty() || argument.find_first_of(" \t\n*?[") != std::string::npos)
      base::fail(base::Status::unsupported,
                 "smpirun does not pass {} on as one argument: avoid blanks, '*', '?' and '['", base::quote(argument));
  // A binary contains the names of its libraries as strings.
  const std::string binary = end_of(path, max_program);
  const auto names = [&](std::string_view library) {
    return binary.find('\0' + std::string(library)) != std::string::npos;
  };
  if (names("libsimgrid.so")) return;
  constexpr std::array<std::string_view, 3> others = {"libmpi.so", "libmpich.so", "libmpi_mpifh.so"};
  if (std::ranges::any_of(others, names))
    base::fail(base::Status::unsupported,
               "'{}' is linked with another MPI: compile it with SimGrid's smpicc, smpicxx or smpif90", path);
}

SmpiRun run_under_smpi(const SmpiJob& job, const std::function<void()>& progress) {
  CommandLine command = {"smpirun",
                         "-platform",
                         job.platform,
                         "-hostfile",
                         job.hosts,
                         "-np",
                         std::to_string(job.ranks),
                         "-quiet",
                         "--log=xbt_cfg.thresh:warning",
                         "--log=smpi_config.thresh:warning"};
  for (const std::string& setting : job.settings) command.push_back("--cfg=" + setting);
  command.emplace_back("--cfg=smpi/display-timing:yes");
  command.insert(command.end(), job.program.begin(), job.program.end());

  const Clock::time_point start_time = Clock::now();
  int status = 0;
  {
    const AwaitedSignals signals;
    const OpenFile output(job.output);
    status = wait_within(start(command, {.output = output.descriptor()}), job.timeout_seconds, signals, progress);
  }
  const std::string output = end_of(job.output, max_output);
  // SimGrid exits with status 0 even if the program aborted or deadlocked.
  if (status != 0 || output.find("CRITICAL] ") != std::string::npos ||
      output.find("MPI_Abort was called") != std::string::npos)
    fail_by(output, job.output, status);
  std::string_view time = after(output, "Simulated time: ");
  time = time.substr(0, time.find(' '));
  if (time.empty())
    base::fail(base::Status::unsupported, "the program ended without a simulated time: was it compiled with smpicc?");
  return {base::parse_number(time, "simulated time"), std::chrono::duration<double>(Clock::now() - start_time).count()};
}

}  // namespace cartwright::launch
