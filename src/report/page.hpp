// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace cartwright::report {

/// src/report/page.html, which the build makes into a string. Its data go where it says /*DATA*/.
extern const std::string_view page_template;

/// A page with JSON where it has its mark. No string in there can end the script that it is put into: "</script>" in a
/// host name, say.
std::string fill_page(std::string_view page, std::string_view mark, std::string_view json);

}  // namespace cartwright::report
