// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

// How a library was built, as one string literal: version, compiler, and CARTWRIGHT_BUILD_OPTIONS of the build system.

#define CARTWRIGHT_TEXT_OF(x) #x
#define CARTWRIGHT_TEXT(x) CARTWRIGHT_TEXT_OF(x)

#if defined(__clang__)
#define CARTWRIGHT_COMPILER "Clang " __clang_version__
#elif defined(__GNUC__)
#define CARTWRIGHT_COMPILER "GCC " __VERSION__
#else
#define CARTWRIGHT_COMPILER "unknown compiler"
#endif

#define CARTWRIGHT_BUILD_INFO "Cartwright " CARTWRIGHT_VERSION ", " CARTWRIGHT_COMPILER ", " CARTWRIGHT_BUILD_OPTIONS
