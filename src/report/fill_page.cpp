// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/page.hpp"

namespace cartwright::report {

std::string fill_page(std::string_view page, std::string_view mark, std::string_view json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json)
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  std::string filled(page);
  return filled.replace(filled.find(mark), mark.size(), text);
}

}  // namespace cartwright::report
