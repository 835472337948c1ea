// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace cartwright::launch {

/// A program and its arguments, as they are: no shell reads them.
using CommandLine = std::vector<std::string>;

/// The command as a line that a shell takes.
std::string shell_text(const CommandLine& command);

/// The path of a program, found along `folders` (PATH as it is) as a shell finds it. Empty: there is no such program.
std::string find_program(const std::string& name, std::string_view folders);
std::string find_program(const std::string& name);

/// Becomes that command, with the environment as it is. Throws Error{io}: there is no such program.
[[noreturn]] void become(const CommandLine& command);

/// Starts a command, found along PATH, with no signal blocked; what it prints, on both streams, goes to `output`
/// unless that is -1. Throws Error{io}: there is no such program.
pid_t start(const CommandLine& command, int output = -1);

/// The exit status in what waitpid() gives: 128 + n when signal n ended the process.
int exit_status_of(int wait_status);

/// Waits for a child. Returns its exit status.
int wait_for(pid_t child);

/// Runs a command and waits. Returns its exit status, 128 + n when signal n ended it. Interrupts from the terminal are
/// left to the command. Throws Error{io}: there is no such program.
int run_and_wait(const CommandLine& command);

/// Runs a short command and keeps what it prints.
struct Finished {
  int status;
  std::string output;
};
Finished run_quietly(const CommandLine& command);

}  // namespace cartwright::launch
