// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/study_p.hpp"
#include "report/table.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace cartwright::report {

namespace {

const Json* row_of(const Json& summary, std::string_view stencil, std::string_view mapping) {
  const auto found = std::ranges::find_if(
      summary, [&](const Json& row) { return row["stencil"] == stencil && row["mapping"] == mapping; });
  return found == summary.end() ? nullptr : &*found;
}

}  // namespace

Json study_claims(const Json& summary) {
  Json claims = Json::array();
  for (const char* stencil : {"nn", "hops", "component"})
    for (const char* mapping : {"hyperplane", "strips"}) {
      const Json* const one = row_of(summary, stencil, mapping);
      const Json* const other = row_of(summary, stencil, "nodecart");
      if (one == nullptr || other == nullptr) continue;
      Json claim = {{"stencil", stencil}, {"mapping", mapping}};
      for (const char* kind : {"sum", "max"})
        claim[kind] = (*one)[kind]["confidence"][1].get<double>() < (*other)[kind]["confidence"][0].get<double>();
      claims.push_back(claim);
    }
  return claims;
}

std::string study_claims_text(const Json& claims, const Style& style) {
  if (claims.empty()) return "";
  using Align = Table::Align;
  Table table({{"better than nodecart", Align::left}, {"stencil", Align::left}, {"J_sum"}, {"J_max"}});
  const auto verdict = [](const Json& holds) { return holds.get<bool>() ? "reproduced" : "not reproduced"; };
  for (const Json& claim : claims)
    table.add_row({claim["mapping"], claim["stencil"], verdict(claim["sum"]), verdict(claim["max"])});
  return "\nPublished: the medians of hyperplane and strips are better than nodecart's with every stencil, because "
         "the\n"
         "confidence intervals do not overlap. Here:\n" +
         table.text(style);
}

}  // namespace cartwright::report
