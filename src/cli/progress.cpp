// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/progress.hpp"

#include "base/output_file.hpp"
#include "base/printable.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <unistd.h>

namespace cartwright::cli {

Progress::Progress(bool quiet, std::string title)
    : title_(std::move(title)), wanted_(!quiet && isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (drawn_) base::write_fully(STDERR_FILENO, "\r\x1b[K");
}

void Progress::show(double share) const {
  using namespace std::chrono_literals;
  const Clock::time_point now = Clock::now();
  if (!wanted_ || now - start_ < 1s || now - last_ < 100ms) return;
  last_ = now;
  drawn_ = true;
  constexpr int width = 32;
  const int filled = static_cast<int>(std::clamp(share, 0.0, 1.0) * width);
  base::write_fully(STDERR_FILENO, fmt::format("\r{} [{:#<{}}{:.<{}}] {:3.0f} %\x1b[K", base::printable(title_), "",
                                               filled, "", width - filled, 100 * share));
}

choose::Result solve_with_progress(const mapping::Problem& problem, choose::Request request,
                                   const std::vector<double>& bounds, bool quiet) {
  const Progress progress(quiet, request.mapping);
  request.options.progress = [&](double share) { progress.show(share); };
  return choose::solve(problem, request, bounds);
}

}  // namespace cartwright::cli
