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
#include <spawn.h>
#include <sys/mman.h>
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

/// Keeps this process alive on a signal. A signal that was ignored stays ignored.
class Survive {
 public:
  explicit Survive(int number) : number_(number), before_(std::signal(number, [](int) {})) {
    if (before_ == SIG_IGN) std::signal(number, SIG_IGN);
  }
  ~Survive() { std::signal(number_, before_); }
  Survive(const Survive&) = delete;

 private:
  int number_;
  sighandler_t before_;
};

}  // namespace

void become(const CommandLine& command) {
  execvp(command.front().c_str(), arguments_of(command).data());
  base::fail(base::Status::io, "cannot start '{}': {}", command.front(), std::strerror(errno));
}

pid_t start(const CommandLine& command, int output) {
  const std::vector<char*> arguments = arguments_of(command);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (output >= 0) {
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  }
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t child = 0;
  const int error = posix_spawnp(&child, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) base::fail(base::Status::io, "cannot start '{}': {}", command.front(), std::strerror(error));
  return child;
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

int run_and_wait(const CommandLine& command) {
  // As in system(): the command, in the same process group, gets the interrupt, and this program waits for it. Unlike
  // SIG_IGN, a handler is not inherited by the command.
  const Survive interrupt(SIGINT);
  const Survive quit(SIGQUIT);
  return wait_for(start(command));
}

Finished run_quietly(const CommandLine& command, std::chrono::seconds limit) {
  // Not a pipe: processes that the command leaves behind may hold it open.
  const int file = memfd_create("output", MFD_CLOEXEC);
  if (file < 0) base::fail(base::Status::io, "cannot make a file in memory: {}", std::strerror(errno));
  Finished finished;
  try {
    const pid_t child = start(command, file);
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
