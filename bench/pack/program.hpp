// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/error.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string>

namespace cartwright::bench {

/// A program that answers every line with a line, and ends at the end of its input. It sleeps between questions, while
/// others are measured.
class Program {
 public:
  /// `command` is for the shell; `argument` is appended. Throws Error{io} if the system has no more processes.
  Program(const std::string& command, const std::string& argument) : command_(command) {
    std::array<int, 2> there{}, back{};
    if (pipe2(there.data(), O_CLOEXEC) != 0 || pipe2(back.data(), O_CLOEXEC) != 0)
      base::fail(base::Status::io, "the system has no more pipes");
    const std::string line = "exec " + command + " \"$0\"";
    process_ = fork();
    if (process_ < 0) base::fail(base::Status::io, "the system has no more processes");
    if (process_ == 0) {
      dup2(there[0], STDIN_FILENO);
      dup2(back[1], STDOUT_FILENO);
      execl("/bin/sh", "sh", "-c", line.c_str(), argument.c_str(), static_cast<char*>(nullptr));
      _exit(127);
    }
    close(there[0]);
    close(back[1]);
    to_ = fdopen(there[1], "w");
    from_ = fdopen(back[0], "r");
  }
  ~Program() {
    // A word is needed, because the launcher of Open MPI 5 does not forward the end of its input.
    std::fputs("quit\n", to_);
    std::fclose(to_);
    waitpid(process_, nullptr, 0);
    std::fclose(from_);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Throws Error{unsupported} if the program has ended.
  std::string ask(const std::string& question) {
    std::fprintf(to_, "%s\n", question.c_str());
    std::fflush(to_);
    return read();
  }
  /// Reads one line, for instance the greeting at the start.
  std::string read() {
    std::string text;
    for (int c = std::fgetc(from_); c != '\n'; c = std::fgetc(from_)) {
      if (c == EOF)
        base::fail(base::Status::unsupported, "'{}' ended before it answered: run it by hand to see why", command_);
      text += static_cast<char>(c);
    }
    return text;
  }

 private:
  const std::string command_;
  pid_t process_ = -1;
  std::FILE* to_ = nullptr;
  std::FILE* from_ = nullptr;
};

}  // namespace cartwright::bench
