// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "launch/process.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <fmt/ranges.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <thread>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cartwright::launch {

std::string shell_text(const CommandLine& command) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%+,-./:=@_";
  std::vector<std::string> words;
  for (const std::string& word : command) {
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) {
      words.push_back(word);
      continue;
    }
    std::string quoted(1, '\'');
    for (const char c : word)
      if (c == '\'')
        quoted.append("'\\''");
      else
        quoted.push_back(c);
    quoted.push_back('\'');
    words.push_back(std::move(quoted));
  }
  return fmt::format("{}", fmt::join(words, " "));
}

std::string find_program(const std::string& name, std::string_view folders) {
  const auto runs = [](const std::filesystem::path& file) {
    return std::filesystem::is_regular_file(file) && access(file.c_str(), X_OK) == 0;
  };
  if (name.find('/') != std::string::npos) return runs(name) ? name : "";
  for (const std::string_view folder : base::split(folders, ':'))
    if (const std::filesystem::path file = std::filesystem::path(folder.empty() ? "." : folder) / name; runs(file))
      return file.string();
  return "";
}

std::string find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  return find_program(name, path == nullptr ? "/bin:/usr/bin" : path);
}

namespace {

std::vector<char*> arguments_of(const CommandLine& command) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  return arguments;
}

/// Whether the terminal sends its signals to this process and to the others of its group.
bool is_in_foreground() {
  const int terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0) return false;
  const bool foreground = tcgetpgrp(terminal) == getpgrp();
  close(terminal);
  return foreground;
}

/// In the child after fork(): becomes the command. Returns the error.
int become_child(const std::vector<char*>& arguments, const Starting& how) {
  if (how.own_group) setpgid(0, 0);
  if (how.ends_with_this) prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (how.output >= 0) {
    dup2(open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
    dup2(how.output, STDOUT_FILENO);
    dup2(how.output, STDERR_FILENO);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execvp(arguments.front(), arguments.data());
  return errno;
}

}  // namespace

void become(const CommandLine& command) {
  execvp(command.front().c_str(), arguments_of(command).data());
  base::fail(base::Status::io, "cannot start '{}': {}", command.front(), std::strerror(errno));
}

pid_t start(const CommandLine& command, const Starting& how) {
  const std::vector<char*> arguments = arguments_of(command);
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    base::fail(base::Status::io, "cannot start '{}': {}", command.front(), std::strerror(errno));
  int error = 0;
  const pid_t child = fork();
  if (child == 0) {
    error = become_child(arguments, how);
    if (write(ends[1], &error, sizeof error) < 0) _exit(126);
    _exit(127);
  }
  if (child < 0) error = errno;
  close(ends[1]);
  const bool failed = child < 0 || read(ends[0], &error, sizeof error) > 0;
  close(ends[0]);
  if (!failed) return child;
  if (child > 0) wait_for(child);
  base::fail(base::Status::io, "cannot start '{}': {}", command.front(), std::strerror(error));
}

int exit_status_of(int wait_status) {
  return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) base::fail(base::Status::io, "cannot wait for a process: {}", std::strerror(errno));
  return exit_status_of(status);
}

int wait_forwarding_signals(pid_t child, const AwaitedSignals& signals, const Forwarding& how) {
  int ended_by = 0;
  for (;;) {
    const auto info = ended_by != 0 ? signals.next(how.patience) : signals.next();
    if (!info && ended_by != 0 && how.patience) kill(child, SIGKILL);
    int status = 0;
    for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;)
      if (ended == child) return ended_by != 0 && how.patience ? 128 + ended_by : exit_status_of(status);
    if (!info || info->si_signo == SIGCHLD) continue;
    const int number = info->si_signo;
    const bool ends_jobs = number == SIGTERM || number == SIGINT || number == SIGHUP || number == SIGQUIT;
    if (ends_jobs) ended_by = number;
    // The terminal itself sends these signals to a child in the same group, and launchers end at once if they get two.
    if (!ends_jobs || info->si_code != SI_KERNEL || how.own_group) kill(child, number);
  }
}

int run_and_wait(const CommandLine& command) {
  const AwaitedSignals signals;
  while (const auto info = signals.next(std::chrono::milliseconds(0)))
    if (info->si_signo != SIGCHLD) return 128 + info->si_signo;
  // timeout signals a whole group. A child in this group would get the signal twice: from timeout and from us.
  const bool own_group = !is_in_foreground();
  return wait_forwarding_signals(start(command, {.own_group = own_group, .ends_with_this = true}), signals,
                                 {.own_group = own_group});
}

Finished run_quietly(const CommandLine& command, std::chrono::seconds limit) {
  // Not a pipe: processes that the command leaves behind may hold it open.
  const int file = memfd_create("output", MFD_CLOEXEC);
  if (file < 0) base::fail(base::Status::io, "cannot make a file in memory: {}", std::strerror(errno));
  Finished finished;
  try {
    const pid_t child = start(command, {.output = file});
    int status = 0;
    pid_t ended = 0;
    const auto deadline = std::chrono::steady_clock::now() + limit;
    while ((ended = waitpid(child, &status, WNOHANG)) == 0 && std::chrono::steady_clock::now() < deadline)
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    finished.timed_out = ended == 0;
    if (finished.timed_out) kill(child, SIGKILL);
    finished.status = ended == 0 ? wait_for(child) : exit_status_of(status);
  } catch (const base::Error&) {
    close(file);
    throw;
  }
  std::array<char, 4096> buffer;
  for (ssize_t count; (count = pread(file, buffer.data(), buffer.size(), std::ssize(finished.output))) > 0;)
    finished.output.append(buffer.data(), static_cast<std::size_t>(count));
  close(file);
  return finished;
}

}  // namespace cartwright::launch
