// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace cartwright::measure {

/// The program of `cartwright calibrate collectives`: starts MPI and calls one function with several sizes and roots,
/// in its blocking forms, its nonblocking and persistent ones, or both; empty messages for "messages", nothing for
/// "none". Only these calls are recorded. Returns the exit status.
int call_collectives(int argc, char** argv, std::string_view function, bool blocking, bool nonblocking);

}  // namespace cartwright::measure
