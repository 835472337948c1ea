// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace cartwright {

/// src/report/page.html, which the build makes into a string. Its data go where it says /*DATA*/.
extern const std::string_view page_template;

}  // namespace cartwright
