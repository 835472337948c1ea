// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <string>

namespace cartwright::bench {

/// A program that answers every line with a line, and ends at the end of its input. It sleeps between questions, while
/// others are measured.
class Program {
 public:
  /// `command` is for the shell; `argument` is appended. Throws Error{io} if the system has no more processes.
  Program(const std::string& command, const std::string& argument);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Throws Error{unsupported} if the program has ended.
  std::string ask(const std::string& question);
  /// Reads one line, for instance the greeting at the start.
  std::string read();

 private:
  const std::string command_;
  pid_t process_ = -1;
  std::FILE* to_ = nullptr;
  std::FILE* from_ = nullptr;
};

}  // namespace cartwright::bench
