// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace cartwright::report {

/// The contents of src/report/page.html. The mark /*DATA*/ is replaced by the data.
extern const std::string_view page_template;

/// Replaces the mark of a page by JSON. No string in the JSON can end the enclosing script, such as a host name with
/// "</script>".
std::string fill_page(std::string_view page, std::string_view mark, std::string_view json);

}  // namespace cartwright::report
