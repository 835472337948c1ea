// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "cli/cluster_speeds.hpp"

#include "base/error.hpp"
#include "base/text.hpp"

#include <fmt/ranges.h>

#include <algorithm>

namespace cartwright::cli {

namespace {

constexpr double least_bits = 8e3;  // per second

struct Unit {
  std::string_view name;
  double factor;
};

/// Parses a positive number with a unit, such as "100mbit".
double with_unit(const std::string& text, const char* option, std::initializer_list<Unit> units, const char* example) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  for (const Unit& unit : units)
    if (end > 0 && text.substr(end) == unit.name) {
      const double value = base::parse_number(text.substr(0, end), option) * unit.factor;
      if (value > 0) return value;
    }
  base::fail(base::Status::invalid_argument, "{} {}: give a positive number and a unit, for example {}", option,
             base::quote(text), example);
}

void set_rate(launch::LinkSpeed& speed, const std::string& text) {
  speed.rate = text;
  speed.bits_per_second =
      with_unit(text, "--rate", {{"bit", 1}, {"kbit", 1e3}, {"mbit", 1e6}, {"gbit", 1e9}}, "100mbit");
  if (speed.bits_per_second < least_bits || speed.bits_per_second > 1e12)
    base::fail(base::Status::invalid_argument, "--rate {} is not between 8kbit and 1000gbit", text);
}

void set_delay(launch::LinkSpeed& speed, const std::string& text) {
  speed.delay = text;
  speed.delay_seconds = with_unit(text, "--delay", {{"us", 1e-6}, {"ms", 1e-3}, {"s", 1}}, "1ms");
  if (speed.delay_seconds > 60) base::fail(base::Status::invalid_argument, "--delay {} is more than 60s", text);
}

using Set = void (*)(launch::LinkSpeed& speed, const std::string& text);

std::string uniform_value(const std::vector<std::string>& values, const char* option) {
  if (values.size() > 1)
    base::fail(base::Status::invalid_argument, "{} is given {} times: give one value, or a --network with classes",
               option, values.size());
  if (!values.empty() && values.front().find('=') != std::string::npos)
    base::fail(base::Status::invalid_argument, "{} {} names a class of links: that needs --network", option,
               base::quote(values.front()));
  return values.empty() ? "" : values.front();
}

/// Sets the classes that are named, and returns the value without a name, or an empty text.
std::string set_named(std::vector<launch::LinkSpeed>& speeds, const std::vector<std::string>& names,
                      const std::vector<std::string>& values, const char* option, Set set) {
  std::string plain;
  std::vector<bool> given(names.size() + 1, false);
  for (const std::string& value : values) {
    const std::size_t equals = value.find('=');
    const std::string name = value.substr(0, equals == std::string::npos ? 0 : equals);
    const auto found = std::ranges::find(names, name);
    if (equals != std::string::npos && found == names.end())
      base::fail(base::Status::invalid_argument, "{} {}: the network has no links of class {}, only {}", option, value,
                 base::quote(name), fmt::join(names, ", "));
    const auto index = static_cast<std::size_t>(found - names.begin());
    if (given[index])
      base::fail(base::Status::invalid_argument, "{} is given twice for {}: leave one out", option,
                 name.empty() ? "all links" : "class " + name);
    given[index] = true;
    if (name.empty())
      plain = value;
    else
      set(speeds[index], value.substr(equals + 1));
  }
  return plain;
}

}  // namespace

launch::LinkSpeed uniform_speed(const std::vector<std::string>& rates, const std::vector<std::string>& delays) {
  launch::LinkSpeed speed;
  if (const std::string rate = uniform_value(rates, "--rate"); !rate.empty()) set_rate(speed, rate);
  if (const std::string delay = uniform_value(delays, "--delay"); !delay.empty()) set_delay(speed, delay);
  return speed;
}

std::vector<launch::LinkSpeed> class_speeds(const network::Wiring& wiring, const std::vector<std::string>& rates,
                                            const std::vector<std::string>& delays) {
  std::vector<std::string> names;
  std::vector<double> bandwidths;
  for (const network::LinkClass& one : wiring.classes()) {
    names.push_back(one.name);
    bandwidths.push_back(one.bandwidth);
  }
  names.emplace_back("terminal");
  bandwidths.push_back(wiring.terminal_bandwidth());
  std::vector<launch::LinkSpeed> speeds(names.size());
  const std::string rate = set_named(speeds, names, rates, "--rate", set_rate);
  const std::string delay = set_named(speeds, names, delays, "--delay", set_delay);
  if (!rate.empty()) {
    launch::LinkSpeed fastest;
    set_rate(fastest, rate);
    const double most = std::ranges::max(bandwidths);
    for (std::size_t i = 0; i < speeds.size(); ++i) {
      if (!speeds[i].rate.empty() || bandwidths[i] <= 0) continue;
      const double bits = fastest.bits_per_second * bandwidths[i] / most;
      if (bits < least_bits)
        base::fail(base::Status::invalid_argument,
                   "--rate {} leaves {:.0f}bit for links of class {}, less than 8kbit: give a higher rate", rate, bits,
                   names[i]);
      set_rate(speeds[i], fmt::format("{:.0f}bit", bits));
    }
  }
  for (std::size_t i = 0; i + 1 < speeds.size(); ++i)
    if (speeds[i].delay.empty() && !delay.empty()) set_delay(speeds[i], delay);
  return speeds;
}

}  // namespace cartwright::cli
