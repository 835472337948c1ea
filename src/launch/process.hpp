// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "launch/signals.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace cartwright::launch {

/// A program and its arguments. No shell interprets them.
using CommandLine = std::vector<std::string>;

/// The command as a shell command line, quoted where needed.
std::string shell_text(const CommandLine& command);

/// Searches a program like a shell, in `folders` (in the format of PATH) or in PATH. Returns its path, or empty if it
/// does not exist.
std::string find_program(const std::string& name, std::string_view folders);
std::string find_program(const std::string& name);

/// Replaces this process by the command, with the same environment. Throws Error{io} if the program does not exist.
[[noreturn]] void become(const CommandLine& command);

/// How a command is started.
struct Starting {
  int output = -1;              ///< for standard output and standard error; standard input is then empty
  bool own_group = false;       ///< of processes
  bool ends_with_this = false;  ///< it gets SIGTERM when this program ends
};

/// Starts a command, searched in PATH, with no signal blocked. Throws Error{io} if the program does not exist.
pid_t start(const CommandLine& command, const Starting& how = {});

/// The exit status for a status from waitpid(): 128 + n if signal n ended the process.
int exit_status_of(int wait_status);

/// Waits for a child and returns its exit status.
int wait_for(pid_t child);

/// How a child gets the signals that this program gets.
struct Forwarding {
  bool own_group = false;  ///< of processes: the terminal sends its signals only to this program
  /// How long the child may live after a signal that ends jobs, before it is killed. The exit status is then that of
  /// the signal.
  std::optional<std::chrono::milliseconds> patience = {};
};

/// Waits for a child, forwards signals to it, and reaps other children. Returns its exit status.
int wait_forwarding_signals(pid_t child, const AwaitedSignals& signals, const Forwarding& how);

/// Runs a command and waits. Returns its exit status, or 128 + n if signal n ended it. Signals go to the command, which
/// decides what they end. Throws Error{io} if the program does not exist.
int run_and_wait(const CommandLine& command);

/// The exit status of a short command, and its output on both streams.
struct Finished {
  int status = 0;
  bool timed_out = false;  ///< it ran longer than it should, and was killed
  std::string output = {};
};
/// Runs a command for at most `limit`. Throws Error{io} if the program does not exist.
Finished run_quietly(const CommandLine& command, std::chrono::seconds limit = std::chrono::seconds(30));

}  // namespace cartwright::launch
