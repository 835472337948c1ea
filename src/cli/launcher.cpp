// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/launcher.hpp"

#include "base/error.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cartwright::cli {

namespace {

/// Starts a command, found along PATH; its standard output goes to `output` unless that is -1.
pid_t start(const CommandLine& command, int output) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (output >= 0) {
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  }
  pid_t child = 0;
  const int error = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) fail(Status::io, "cannot start '{}': {}", command.front(), std::strerror(error));
  return child;
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) fail(Status::io, "cannot wait for the launcher: {}", std::strerror(errno));
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/// What a short command prints.
std::string output_of(const CommandLine& command) {
  std::array<int, 2> pipe_ends;
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) fail(Status::io, "cannot make a pipe: {}", std::strerror(errno));
  pid_t child = 0;
  try {
    child = start(command, pipe_ends[1]);
  } catch (const Error&) {
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    throw;
  }
  close(pipe_ends[1]);
  std::string text;
  std::array<char, 4096> buffer;
  for (ssize_t count; (count = read(pipe_ends[0], buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(count));
  close(pipe_ends[0]);
  wait_for(child);
  return text;
}

bool mentions(std::string_view text, std::string_view word) { return text.find(word) != std::string_view::npos; }

/// Outlives a signal, unless it was ignored already.
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

std::string detect_mpi(const std::string& launcher) {
  const std::string text = output_of({launcher, "--version"});
  if (mentions(text, "Open MPI") || mentions(text, "OpenRTE") || mentions(text, "PRRTE")) return "openmpi";
  if (mentions(text, "HYDRA") || mentions(text, "MPICH") || mentions(text, "mpich")) return "mpich";
  fail(Status::invalid_argument, "cannot tell which MPI '{}' belongs to: say --mpi openmpi or --mpi mpich", launcher);
}

std::string find_preload(const std::string& mpi) {
  const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
  const std::filesystem::path file = std::filesystem::path(mpi) / "libcartwright_preload.so";
  for (const auto& folder : {here / "lib", here / CARTWRIGHT_LIBDIR / "cartwright"})
    if (std::filesystem::exists(folder / file)) return (folder / file).string();
  fail(Status::unsupported, "no {} beside {}: install the MPI's development package and build again, or choose --mpi",
       file.string(), here.string());
}

std::vector<std::string> cartwright_variables() {
  std::vector<std::string> names;
  for (char** variable = environ; *variable != nullptr; ++variable)
    if (const std::string_view text = *variable; text.starts_with("CARTWRIGHT"))
      names.emplace_back(text.substr(0, text.find('=')));
  std::ranges::sort(names);
  return names;
}

CommandLine with_preload(const CommandLine& command, const std::string& mpi, const std::string& preload) {
  const char* before = std::getenv("LD_PRELOAD");
  const std::string all = before == nullptr || *before == '\0' ? preload : fmt::format("{}:{}", preload, before);
  CommandLine changed = {command.front()};
  if (mpi == "openmpi") {
    // Open MPI hands on to other hosts what it is told to.
    changed.insert(changed.end(), {"-x", "LD_PRELOAD=" + all});
    for (const std::string& name : cartwright_variables()) changed.insert(changed.end(), {"-x", name});
  } else {
    // Hydra hands on the whole environment.
    changed.insert(changed.end(), {"-genv", "LD_PRELOAD", all});
  }
  changed.insert(changed.end(), command.begin() + 1, command.end());
  return changed;
}

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

int run_and_wait(const CommandLine& command) {
  // As system() does: the launcher, in the same process group, gets the interrupt, and this program waits to see how
  // it ends. A handler, unlike SIG_IGN, is not passed on to it.
  const Survive interrupt(SIGINT);
  const Survive quit(SIGQUIT);
  return wait_for(start(command, -1));
}

}  // namespace cartwright::cli
