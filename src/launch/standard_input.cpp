// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "launch/standard_input.hpp"

#include <cstdlib>

#include <sys/stat.h>
#include <unistd.h>

namespace cartwright::launch {

namespace {

bool has_input() {
  struct stat input{};
  struct stat null{};
  if (fstat(STDIN_FILENO, &input) != 0 || isatty(STDIN_FILENO) == 1) return false;
  return stat("/dev/null", &null) != 0 || !S_ISCHR(input.st_mode) || input.st_rdev != null.st_rdev;
}

}  // namespace

void note_standard_input() {
  const bool ordered = std::getenv("CARTWRIGHT_ORDER") != nullptr || std::getenv("CARTWRIGHT_LEARN") != nullptr;
  if (ordered && !has_input())
    setenv("CARTWRIGHT_INPUT", "none", 1);
  else
    unsetenv("CARTWRIGHT_INPUT");
}

}  // namespace cartwright::launch
