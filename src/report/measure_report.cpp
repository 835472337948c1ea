// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "report/measure_report.hpp"

#include "report/line_chart.hpp"
#include "report/link_report.hpp"
#include "report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace cartwright::report {

namespace {

using machine::Interval;

/// Three digits.
std::string digits(double value) {
  return fmt::format("{:.{}f}", value, value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3);
}

/// "12.4 (12.1-12.7)"
std::string interval_text(const Interval& interval, double unit) {
  return fmt::format("{} ({}-{})", digits(interval.median / unit), digits(interval.low / unit),
                     digits(interval.high / unit));
}

std::string message_text(std::int64_t bytes) {
  const ByteUnit unit = byte_unit(static_cast<double>(bytes));
  return fmt::format("{} {}", unit.text(static_cast<double>(bytes)), unit.name);
}

std::string head_text(const machine::Measured& measured, const Style& style) {
  std::string out = style.bold(fmt::format("{} processes", measured.processes)) +
                    fmt::format(" on {} node{} ({}{}): {}, {}\n", measured.nodes, measured.nodes == 1 ? "" : "s",
                                measured.pretended.empty() ? "" : "pretended, ",
                                to_string(machine::obtained_nodes(measured)), measured.mpi, measured.host);
  out += fmt::format("Medians of {} rounds, with 95 % confidence intervals; measured in {:.1f} s\n", measured.rounds,
                     measured.elapsed);
  return out;
}

std::string pairs_text(const machine::Measured& measured, const Style& style) {
  Table table({{"pairs", Table::Align::left},
               {"latency (us)"},
               {"GB/s"},
               {"message", Table::Align::right, 1},
               {"million messages/s", Table::Align::right, 2}});
  for (const machine::MeasuredLink& link : measured.links) {
    table.add_row({link.title, interval_text(link.latency(), 1e-6), interval_text(link.largest().bytes_per_second, 1e9),
                   message_text(link.largest().bytes), interval_text(link.messages_per_second, 1e6)});
  }
  const machine::MeasuredLink* const inner = measured.in_node();
  if (const machine::MeasuredMessage* const cached = inner == nullptr ? nullptr : inner->cached())
    table.add_row(
        {"in a core's cache", "-", interval_text(cached->bytes_per_second, 1e9), message_text(cached->bytes), "-"});
  return table.text(style);
}

/// The ring with the same processes and message size in turned directions, or "-".
std::string toggled_text(const machine::MeasuredLink& link, const machine::MeasuredRing& ring) {
  for (const machine::MeasuredRing& other : link.rings)
    if (other.toggled && other.processes == ring.processes && other.bytes == ring.bytes)
      return interval_text(other.bytes_per_second, 1e9);
  return "-";
}

std::string rings_text(const machine::Measured& measured, const Style& style) {
  Table table({{"rings", Table::Align::left},
               {"processes"},
               {"message"},
               {"GB/s of a node"},
               {"toggled", Table::Align::right, 1}});
  for (const machine::MeasuredLink& link : measured.links) {
    std::string title = link.title;
    for (const machine::MeasuredRing& ring : link.rings) {
      if (ring.toggled) continue;
      table.add_row({std::exchange(title, ""), fmt::format("{}", ring.processes), message_text(ring.bytes),
                     interval_text(ring.bytes_per_second, 1e9), toggled_text(link, ring)});
    }
  }
  return table.text(style);
}

/// The ways of non-contiguous data in a node, and which the interposer will take.
std::string same_node_text(const machine::Measured& measured, const Style& style) {
  if (!measured.same_node) return "";
  const machine::SameNode& same_node = *measured.same_node;
  Table table({{"blocks in a node", Table::Align::left}, {"by MPI (us)"}, {"copied"}, {"read"}});
  for (const machine::MeasuredWays& message : same_node.messages)
    table.add_row({message_text(message.bytes), interval_text(message.mpi, 1e-6), interval_text(message.copied, 1e-6),
                   interval_text(message.read, 1e-6)});
  std::string out = "\n" + table.text(style) + "\nNon-contiguous data in a node goes through ";
  if (same_node.least_bytes == machine::SameNode::never) return out + "MPI: this was always faster.\n";
  out += fmt::format("shared memory from {} on", message_text(same_node.least_bytes));
  if (same_node.max_read_bytes > 0)
    out += fmt::format("; up to {}, receivers read it where they can", message_text(same_node.max_read_bytes));
  return out + ".\n";
}

/// The comparison of [Niethammer2019, slide 5].
std::string ratio_text(const machine::Measured& measured) {
  const machine::MeasuredLink* const outside = measured.between_nodes();
  const machine::MeasuredLink* const inside = measured.in_node();
  if (outside == nullptr || inside == nullptr) return "";
  return fmt::format(
      "\nThe processes of a node send {:.2g} times as many bytes per second to each other as to other nodes.\n",
      inside->injection().bytes_per_second.median / outside->injection().bytes_per_second.median);
}

constexpr std::array<std::string_view, 6> line_colors = {"#4477aa", "#ee6677", "#228833",
                                                         "#aa3377", "#ccbb44", "#66ccee"};

}  // namespace

std::string measure_text(const machine::Measured& measured, const Style& style) {
  std::string out = head_text(measured, style) + "\n" + pairs_text(measured, style) + "\n" +
                    rings_text(measured, style) + same_node_text(measured, style) + ratio_text(measured);
  if (measured.oversubscribed)
    out += "\nnote: a host has more processes than processors, which delays messages: start fewer processes\n";
  for (const std::string& note : measured.notes) out += fmt::format("\nnote: {}\n", note);
  return out;
}

std::string measure_svg(const machine::Measured& measured) {
  Chart pairs{"a pair of processes", "bytes of a message", "GB/s", {}, true};
  Chart rings{"all processes of a node", "bytes of a message", "GB/s", {}, true};
  for (std::size_t i = 0; i < measured.links.size(); ++i) {
    const machine::MeasuredLink& link = measured.links[i];
    const std::string_view color = line_colors[i % line_colors.size()];
    ChartLine line{link.title, color, false, {}};
    for (const machine::MeasuredMessage& one : link.messages)
      line.points.emplace_back(static_cast<double>(one.bytes), one.bytes_per_second.median / 1e9);
    pairs.lines.push_back(std::move(line));
    std::int64_t most = 0;
    for (const machine::MeasuredRing& ring : link.rings) most = std::max(most, ring.processes);
    for (const bool toggled : {false, true}) {
      ChartLine ways{link.title + (toggled ? ", toggled" : ", both directions"), color, toggled, {}};
      for (const machine::MeasuredRing& ring : link.rings)
        if (ring.toggled == toggled && ring.processes == most)
          ways.points.emplace_back(static_cast<double>(ring.bytes), ring.bytes_per_second.median / 1e9);
      rings.lines.push_back(std::move(ways));
    }
  }
  return line_charts("Bandwidth of the links of a machine",
                     fmt::format("{} processes on {} node{}{}: {}, {}", measured.processes, measured.nodes,
                                 measured.nodes == 1 ? "" : "s", measured.pretended.empty() ? "" : ", pretended",
                                 measured.mpi, measured.host),
                     {pairs, rings});
}

}  // namespace cartwright::report
