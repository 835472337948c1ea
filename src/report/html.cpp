// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/error.hpp"
#include "report/page.hpp"
#include "report/picture.hpp"
#include "report/writers_p.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace cartwright::report {

std::string write_html(const Placement& placement) {
  const grid::Grid& grid = placement.problem.grid();
  if (grid.size() > max_cells_of_a_picture)
    base::fail(base::Status::unsupported, "a page of {} cells is too large: at most {} can be drawn: write csv instead",
               grid.size(), max_cells_of_a_picture);
  Json colors = Json::array();
  for (const Color& color : palette) colors.push_back(hex(color));
  const Json data = {
      {"report", placement.report},
      {"node", placement.nodes.items()},
      {"slot", base::numbers(placement.slots)},
      {"color", color_nodes(grid, placement.nodes, static_cast<std::int64_t>(placement.hosts.size()), palette.size())},
      {"palette", colors},
      {"hosts", placement.hosts}};
  return fill_page(page_template, "/*DATA*/", line_of(data));
}

}  // namespace cartwright::report
