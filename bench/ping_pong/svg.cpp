// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "ping_pong/report.hpp"
#include "report/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace cartwright::bench {

namespace {

constexpr double left = 64, top = 126, panel_width = 540, panel_height = 160, step_x = 610, step_y = 246;
constexpr std::string_view pale = "#c9ced6";

struct Look {
  const char *name, *title;
  std::string_view color;
};
constexpr std::array<Look, 3> looks = {{{"manual", "manual packing", "#ccbb44"},
                                        {"types", "MPI's datatypes", "#ee6677"},
                                        {"preloaded", "the same under Cartwright", "#4477aa"}}};

/// The lower and the upper part of a bar.
struct Bar {
  double lower = 0, upper = 0;
  std::string_view color;
};
struct Group {
  std::string label;
  std::vector<Bar> bars;
};

/// A panel of grouped bars per MPI, two beside each other.
template <typename Groups>
std::string panels(const Json& report, const std::string& title, const std::string& y_title, double highest,
                   std::string_view lower_title, Groups groups_of) {
  const Json& mpis = report["mpis"];
  const double rows = std::ceil(static_cast<double>(mpis.size()) / 2);
  report::Drawing drawing(left + 2 * step_x, top + rows * step_y, title, report["machine"].get<std::string>(), 11);
  double legend = 24;
  for (const Look& look : looks) legend = drawing.legend(legend, 80, look.color, look.title);
  if (!lower_title.empty()) drawing.legend(legend, 80, pale, lower_title);
  for (std::size_t i = 0; i < mpis.size(); ++i) {
    const double x = left + step_x * static_cast<double>(i % 2), y = top + step_y * static_cast<double>(i / 2);
    const double bottom = y + panel_height;
    const std::vector<Group> groups = groups_of(mpis[i]["id"]);
    if (groups.empty()) continue;  // its layouts were not measured
    double most = highest;
    for (const Group& group : groups)
      for (const Bar& bar : group.bars) most = std::max(most, 1.06 * (bar.lower + bar.upper));
    const auto height = [&](double value) { return panel_height * value / most; };
    for (double tick = 0; tick <= most; tick += report::tick_step(most)) {
      drawing.path(fmt::format("stroke=\"{}\"", report::faint),
                   fmt::format("M{:g} {:.5g}h{:g}", x, bottom - height(tick), panel_width));
      drawing.write(x - 6, bottom - height(tick) + 4, fmt::format("{:g}", tick), "text-anchor=\"end\"");
    }
    const double step = panel_width / static_cast<double>(groups.size());
    const double bar_width = std::min(18.0, 0.26 * step);
    for (std::size_t k = 0; k < groups.size(); ++k) {
      const double middle = x + step * (static_cast<double>(k) + 0.5);
      double at = middle - bar_width * static_cast<double>(groups[k].bars.size()) / 2;
      for (const Bar& bar : groups[k].bars) {
        if (bar.lower > 0) drawing.bar(at, bottom - height(bar.lower), bar_width - 3, height(bar.lower), pale, false);
        drawing.bar(at, bottom - height(bar.lower + bar.upper), bar_width - 3, height(bar.upper), bar.color, false);
        at += bar_width;
      }
      drawing.write(middle, bottom + 15, groups[k].label, "text-anchor=\"middle\" font-size=\"10\"");
    }
    drawing.path(fmt::format("stroke=\"{}\"", report::ink),
                 fmt::format("M{:g} {:g}v{:g}h{:g}", x, y, panel_height, panel_width));
    drawing.write(x, y - 10, mpis[i]["title"].template get<std::string>(), "font-size=\"14\" font-weight=\"600\"");
    drawing.write(x + panel_width, y - 10, y_title,
                  fmt::format("text-anchor=\"end\" font-size=\"12\" fill=\"{}\"", report::gray));
  }
  return std::move(drawing).finish();
}

}  // namespace

std::string overhead_svg(const Json& report) {
  const auto groups_of = [&](const std::string& mpi) {
    std::vector<Group> groups;
    for (const std::string layout : {"WRF_x_sa 8x8", "MILC_su3_zd 8x16x16x16", "NAS_MG_x 130"})
      for (const Json& row : report["results"]) {
        if (row["mpi"] != mpi || row["layout"] != layout) continue;
        Group group{layout, {}};
        const double contiguous = row["seconds"]["contiguous"];
        for (const Look& look : looks)
          if (row["seconds"].contains(look.name)) {
            const double all = row["seconds"][look.name];
            group.bars.push_back({1e6 * std::min(contiguous, all), 1e6 * std::max(0.0, all - contiguous), look.color});
          }
        groups.push_back(std::move(group));
      }
    return groups;
  };
  return panels(report, "Sending what is not contiguous: three codes", "round trip, microseconds", 0,
                "the message alone", groups_of);
}

std::string share_svg(const Json& report) {
  const auto groups_of = [&](const std::string& mpi) {
    std::vector<Group> groups;
    std::vector<int> rows;
    for (const Json& row : report["results"]) {
      if (row["mpi"] != mpi) continue;
      auto group = std::ranges::find(groups, row["application"].get<std::string>(), &Group::label);
      if (group == groups.end()) {
        Group made{row["application"], {}};
        for (const Look& look : looks)
          if (row["seconds"].contains(look.name)) made.bars.push_back({0, 0, look.color});
        groups.push_back(std::move(made));
        rows.push_back(0);
        group = groups.end() - 1;
      }
      auto bar = group->bars.begin();
      for (const Look& look : looks)
        if (row["seconds"].contains(look.name)) (bar++)->upper += 100 * packing_share(row, look.name);
      ++rows[group - groups.begin()];
    }
    for (std::size_t i = 0; i < groups.size(); ++i)
      for (Bar& bar : groups[i].bars) bar.upper /= rows[i];
    return groups;
  };
  return panels(report, "Packing overhead per application", "share of a round trip spent packing, percent", 100, "",
                groups_of);
}

}  // namespace cartwright::bench
