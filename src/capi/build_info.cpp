// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/build_info.hpp"

#include "cartwright/status.h"

int cw_version(void) { return CW_VERSION; }

const char* cw_build_info(void) { return CARTWRIGHT_BUILD_INFO; }
