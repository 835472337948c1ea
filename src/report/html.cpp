// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "report/page.hpp"
#include "report/picture.hpp"
#include "report/writers_p.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace cartwright {

std::string write_html(const Placement& placement) {
  const Grid& grid = placement.problem.grid();
  if (grid.size() > most_cells_of_a_picture)
    fail(Status::unsupported, "a page of {} cells is too large: at most {} can be drawn", grid.size(),
         most_cells_of_a_picture);
  Json colors = Json::array();
  for (const Color& color : palette) colors.push_back(hex(color));
  const Json data = {
      {"report", placement.report},
      {"node", placement.nodes},
      {"slot", placement.slots},
      {"color", color_nodes(grid, placement.nodes, static_cast<std::int64_t>(placement.hosts.size()), palette.size())},
      {"palette", colors},
      {"hosts", placement.hosts}};
  // "</script>" in a host name must not end the script.
  std::string text;
  for (const char c : data.dump())
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  constexpr std::string_view mark = "/*DATA*/";
  std::string page(page_template);
  return page.replace(page.find(mark), mark.size(), text);
}

}  // namespace cartwright
