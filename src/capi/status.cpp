// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cartwright/status.h"

#include "base/version.hpp"

#include <string>

// Every library has these functions. Calls of cw_set_last_error() go through the dynamic linker, also within a library,
// so all libraries of a program use that of the first one, and its message.

#define CW_TEXT(x) #x
#define CW_DOTTED(major, minor, patch) CW_TEXT(major) "." CW_TEXT(minor) "." CW_TEXT(patch)
static_assert(cartwright::base::version_string == CW_DOTTED(CW_VERSION_MAJOR, CW_VERSION_MINOR, CW_VERSION_PATCH),
              "status.h and CMakeLists.txt have different versions");

const char* cw_status_string(cw_status status) {
  switch (status) {
    case CW_OK: return "ok";
    case CW_INVALID_ARGUMENT: return "invalid argument";
    case CW_OVERFLOW: return "overflow";
    case CW_PARSE: return "parse error";
    case CW_IO: return "input/output error";
    case CW_UNSUPPORTED: return "unsupported";
    case CW_NO_MEMORY: return "out of memory";
    case CW_INTERNAL: return "internal error";
    case CW_TIMEOUT: return "timeout";
    case CW_PEER_FAILED: return "another process failed";
  }
  return "unknown status";
}

const char* cw_last_error(void) { return cw_set_last_error(nullptr); }

// Not inlined, as the function of another library may take its place.
[[gnu::noinline]] const char* cw_set_last_error(const char* message) {
  thread_local std::string kept;
  try {
    if (message != nullptr) kept = message;
  } catch (...) {
    kept.clear();  // no memory left for the message
  }
  return kept.c_str();
}
