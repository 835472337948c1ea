// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "pack/report.hpp"
#include "report/box_stats.hpp"

#include <algorithm>
#include <cmath>

namespace cartwright::bench {

namespace {

const Json* row_of(const Json& report, const Json& layout, const std::string& direction) {
  for (const Json& row : report["results"])
    if (row["residency"] == "milc" && row["layout"] == layout && row["direction"] == direction) return &row;
  return nullptr;
}

/// The number of uses, each a pack or an unpack, that save as much time as the commit took.
Json uses_until_paid(const Json& pack, const Json& unpack, const std::string& id, double commit_seconds) {
  double saved = 0;
  for (const Json* row : {&pack, &unpack})
    saved += ((*row)["seconds"][id].get<double>() - (*row)["seconds"]["ours"].get<double>()) / 2;
  if (saved <= 0) return {};
  return std::ceil(commit_seconds / saved);
}

Json against(const Json& report, const Json& contender) {
  const std::string id = contender["id"];
  Json types = Json::array();
  double quick = 0;
  std::vector<double> uses;
  for (const Json& commit : report["commit"]) {
    const Json* const pack = row_of(report, commit["layout"], "pack");
    if (pack == nullptr) continue;
    const double speedup = (*pack)["speedup"][id];
    const Json paid = uses_until_paid(*pack, *row_of(report, commit["layout"], "unpack"), id, commit["seconds"]);
    types.push_back({{"layout", commit["layout"]}, {"speedup", speedup}, {"uses", paid}});
    quick += speedup > 7;
    uses.push_back(paid.is_null() ? INFINITY : paid.get<double>());
  }
  if (types.empty()) return {};
  std::ranges::nth_element(uses, uses.begin() + std::ssize(uses) / 2);
  const double median = uses[uses.size() / 2];
  const double share = quick / static_cast<double>(types.size());
  return {{"id", id},
          {"title", contender["title"]},
          {"types", std::move(types)},
          {"seventh", share},
          {"median_uses", std::isfinite(median) ? Json(median) : Json()}};
}

}  // namespace

void evaluate(Json& report) {
  report["milc"] = Json::array();
  for (const Json& contender : report["contenders"]) {
    if (contender["mpi"] == "") continue;
    Json made = against(report, contender);
    if (!made.is_null()) report["milc"].push_back(std::move(made));
  }
}

}  // namespace cartwright::bench
