// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#ifndef CARTWRIGHT_CARTWRIGHT_HPP
#define CARTWRIGHT_CARTWRIGHT_HPP

/// \file
/// All of libcartwright for C++20: mappings, layouts and networks.

#include <cartwright/layout.hpp>
#include <cartwright/mapping.hpp>
#include <cartwright/network.hpp>
#include <cartwright/status.hpp>

#endif
