// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "machine/link_speeds.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace cartwright::machine {

namespace {

double read_number(std::string_view text) {
  const double number = base::parse_number(text, "a speed");
  if (!(number > 0)) base::fail(base::Status::parse, "{} is not a positive number", base::quote(text));
  return number;
}

}  // namespace

LinkSpeeds::LinkSpeeds(const Measured& measured, std::string source) : source_(std::move(source)) {
  for (const MeasuredLink& link : measured.links)
    speeds_.push_back({link.between, link.latency().median, link.injection().bytes_per_second.median,
                       link.messages_per_second.median});
}

const LinkSpeed* LinkSpeeds::between(std::string_view level) const {
  const auto found = std::ranges::find(speeds_, level, &LinkSpeed::between);
  return found == speeds_.end() ? nullptr : &*found;
}

std::string LinkSpeeds::text() const {
  std::string text = source_;
  for (const LinkSpeed& speed : speeds_)
    text += fmt::format("\n{}\t{}\t{}\t{}", speed.between, speed.latency, speed.bandwidth, speed.message_rate);
  return text;
}

LinkSpeeds LinkSpeeds::from_text(std::string_view text) {
  LinkSpeeds made;
  const std::vector<std::string_view> lines = base::split(text, '\n');
  made.source_ = lines.front();
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string_view> row = base::split(lines[i], '\t');
    if (row.size() != 4)
      base::fail(base::Status::parse, "a link has {} fields: give its level and three numbers", row.size());
    made.speeds_.push_back({std::string(row[0]), read_number(row[1]), read_number(row[2]), read_number(row[3])});
  }
  return made;
}

std::string weigh(Machine& machine, const LinkSpeeds& speeds) {
  if (speeds.empty()) return {};
  std::vector<double> weights;
  std::string text;
  for (const Level& level : machine.levels()) {
    const LinkSpeed* const speed = speeds.between(level.name);
    if (speed == nullptr)
      return fmt::format("links between the domains of level {} were not measured ({}): levels have no weights",
                         base::quote(level.name), speeds.source());
    weights.push_back(1 / speed->bandwidth);
    text += fmt::format("{}{} {:.3g} GB/s", text.empty() ? "" : ", ", level.name, speed->bandwidth * 1e-9);
  }
  // The innermost links are those between processes; where each process has a domain alone, there are none.
  const LinkSpeed& innermost = speeds.speeds().back();
  weights.push_back(innermost.between == machine.levels().back().name ? 0 : 1 / innermost.bandwidth);
  for (std::size_t i = 0; i + 1 < weights.size(); ++i) weights[i] = std::max(0.0, weights[i] - weights[i + 1]);
  weights.pop_back();
  machine.set_weights(weights);
  return fmt::format("levels are weighted by measured links ({}): {}", speeds.source(), text);
}

}  // namespace cartwright::machine
