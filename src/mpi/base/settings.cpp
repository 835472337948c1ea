// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/base/settings.hpp"

#include "base/error.hpp"
#include "base/hash.hpp"
#include "grid/parse.hpp"
#include "mpi/base/known_programs.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace cartwright::mpi {

namespace {

bool parse_switch(std::string_view value) {
  if (value == "on" || value == "1" || value == "true") return true;
  if (value == "off" || value == "0" || value == "false") return false;
  base::fail(base::Status::parse, "'{}' is not a switch: use on or off", value);
}

Datatypes parse_datatypes(std::string_view value) {
  if (value == "always") return Datatypes::always;
  if (value == "on") return Datatypes::measured;
  if (value == "off") return Datatypes::off;
  base::fail(base::Status::parse, "'{}' is not a mode for datatypes: use on, off or always", value);
}

constexpr std::string_view gpu_modes[] = {"ask", "off", "aware", "half", "staged"};

Gpu parse_gpu(std::string_view value) {
  const auto* const found = std::ranges::find(gpu_modes, value);
  if (found == std::end(gpu_modes))
    base::fail(base::Status::parse, "'{}' is not a mode for memory of GPUs: use ask, aware, half, staged or off",
               value);
  return static_cast<Gpu>(found - gpu_modes);
}

template <typename T>
T parse_number(std::string_view value) {
  T number{};
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc{} || end != value.data() + value.size())
    base::fail(base::Status::parse, "'{}' is not a number: use 0 or more", value);
  return number;
}

double parse_seconds(std::string_view value) {
  const auto seconds = parse_number<double>(value);
  if (!std::isfinite(seconds) || seconds < 0)
    base::fail(base::Status::parse, "'{}' is not a number of seconds: use 0 or more", value);
  return seconds;
}

/// The folder of the program when it first read its settings. It may change to another one before a report is written.
const std::filesystem::path& first_folder() {
  static const std::filesystem::path folder = [] {
    std::error_code none;
    return std::filesystem::current_path(none);
  }();
  return folder;
}

std::string report_file(const std::string& value) {
  return value == "1" || value == "stderr" ? "stderr" : (first_folder() / value).string();
}

/// A setting that can be changed by its name: in the environment, by an info key, or by both.
enum class By { variable, key, both };
struct Entry {
  std::string_view name;
  By by;
  void (*set)(Settings&, const std::string& value);
};

constexpr Entry entries[] = {
    {"nodes", By::both, [](Settings& s, const std::string& value) { s.nodes = value; }},
    {"network", By::variable, [](Settings& s, const std::string& value) { s.network = value; }},
    {"measured", By::variable, [](Settings& s, const std::string& value) { s.measured = value; }},
    {"stencil", By::both, [](Settings& s, const std::string& value) { s.stencil = value; }},
    {"mapping", By::both, [](Settings& s, const std::string& value) { s.place.mapping = value; }},
    {"report", By::both, [](Settings& s, const std::string& value) { s.report = report_file(value); }},
    {"datatype", By::both, [](Settings& s, const std::string& value) { s.datatypes = parse_datatypes(value); }},
    {"gpu", By::variable, [](Settings& s, const std::string& value) { s.gpu = parse_gpu(value); }},
    {"seed", By::both,
     [](Settings& s, const std::string& value) { s.place.seed = parse_number<std::uint64_t>(value); }},
    {"budget", By::both,
     [](Settings& s, const std::string& value) {
       s.place.budget_seconds = parse_seconds(value);
       s.place.tier = choose::Tier::best;
     }},
    // After the budget, which implies a tier.
    {"tier", By::both, [](Settings& s, const std::string& value) { s.place.tier = choose::parse_tier(value); }},
    {"input", By::variable, [](Settings& s, const std::string& value) { s.keep_first = value != "none"; }},
    {"keep_rank_0", By::both,
     [](Settings& s, const std::string& value) { s.keep_first = s.place.keep_rank_0 = parse_switch(value); }},
    {"reorder", By::both, [](Settings& s, const std::string& value) { s.reorder = parse_switch(value); }},
    {"dims", By::key,
     [](Settings& s, const std::string& value) {
       grid::parse_dims(value);
       s.dims = value;
     }},
    {"order", By::variable, [](Settings& s, const std::string& value) { s.order = value; }},
    {"partial", By::variable, [](Settings& s, const std::string& value) { s.partial = parse_switch(value); }},
    {"learn", By::variable, [](Settings& s, const std::string& value) { s.learn = value; }},
    {"record", By::variable, [](Settings& s, const std::string& value) { s.record.file = value; }},
    {"record_from", By::variable, [](Settings& s, const std::string& value) { s.record.from = parse_seconds(value); }},
    {"record_to", By::variable, [](Settings& s, const std::string& value) { s.record.to = parse_seconds(value); }},
    {"record_interval", By::variable,
     [](Settings& s, const std::string& value) { s.record.interval = parse_seconds(value); }},
    {"record_keep_ranks", By::variable,
     [](Settings& s, const std::string& value) { s.record.keep_ranks = parse_switch(value); }},
};

}  // namespace

std::string_view name_of(Gpu mode) { return gpu_modes[static_cast<std::size_t>(mode)]; }

std::uint64_t Settings::fingerprint() const {
  base::Hash hash;
  hash.add(nodes);
  hash.add(network);
  hash.add(measured);
  hash.add(stencil);
  hash.add(dims);
  hash.add(place.mapping);
  hash.add(static_cast<std::uint64_t>(place.tier));
  hash.add(place.budget_seconds);
  hash.add(place.seed);
  hash.add(std::uint64_t{place.keep_rank_0});
  hash.add(std::uint64_t{reorder});
  hash.add(order);
  hash.add(learn);
  hash.add(record.file);
  hash.add(std::uint64_t{record.keep_ranks});
  hash.add(std::uint64_t{report.empty()});
  return hash.value();
}

namespace {
bool is_off(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && (std::string_view(value) == "off" || std::string_view(value) == "0");
}
}  // namespace

namespace {

void set_known(const KnownProgram& known, Settings& settings) {
  for (const NamedValue& one : known.settings) {
    const auto* const entry = std::ranges::find(entries, one.name, &Entry::name);
    if (entry == std::end(entries) || entry->by == By::key)
      base::fail(base::Status::parse, "'{}' is not a setting: reorder, keep_rank_0 and stencil are some", one.name);
    entry->set(settings, one.value);
  }
  settings.known_as = known.pattern;
}

}  // namespace

void check_known_programs(std::string_view text) {
  Settings unused;
  for (const KnownProgram& known : parse_known_programs(text)) set_known(known, unused);
}

bool switched_off() { return is_off("CARTWRIGHT"); }

bool generates_code() { return !is_off("CARTWRIGHT_JIT"); }

Settings read_settings() {
  first_folder();
  Settings settings;
  for (const KnownProgram& known : known_of_this_program()) set_known(known, settings);
  for (const Entry& entry : entries) {
    std::string variable = fmt::format("CARTWRIGHT_{}", entry.name);
    std::ranges::transform(variable, variable.begin(), [](unsigned char c) { return std::toupper(c); });
    const char* value = entry.by != By::key ? std::getenv(variable.c_str()) : nullptr;
    if (value == nullptr || *value == '\0') continue;
    try {
      entry.set(settings, value);
    } catch (const base::Error& error) {
      base::fail(base::Status::parse, "{}={}: {}", variable, value, error.what());
    }
  }
  if (!settings.known_as.empty() && (!settings.reorder || settings.stencil == "off"))
    settings.keep_reason =
        fmt::format("{} is in the table of programs that other ranks would harm; {} overrides that", settings.known_as,
                    settings.reorder ? "CARTWRIGHT_STENCIL=nn" : "CARTWRIGHT_REORDER=on");
  const bool recorded_as_launched = !settings.record.file.empty() && settings.record.keep_ranks;
  if (settings.reorder && (!settings.order.empty() || !settings.learn.empty() || recorded_as_launched)) {
    settings.reorder = false;
    settings.keep_reason = !recorded_as_launched || !settings.order.empty()
                               ? "MPI_COMM_WORLD has an order for what the program sends: other communicators keep it"
                               : "processes keep their ranks while they are recorded";
  }
  return settings;
}

void apply_keys(const std::vector<NamedValue>& keys, Settings& settings) {
  constexpr std::string_view prefix = "cartwright_";
  const auto entry_of = [&](const std::string& key) {
    return std::ranges::find_if(entries, [&](const Entry& entry) {
      return entry.by != By::variable && key.starts_with(prefix) && key.substr(prefix.size()) == entry.name;
    });
  };
  for (const NamedValue& key : keys)
    if (entry_of(key.name) == std::end(entries)) settings.unknown_keys.push_back(key.name);
  for (const Entry& entry : entries)
    for (const NamedValue& key : keys) try {
        if (entry_of(key.name) == &entry) entry.set(settings, key.value);
      } catch (const base::Error& error) {
        base::fail(base::Status::parse, "info key {}={}: {}", key.name, key.value, error.what());
      }
}

}  // namespace cartwright::mpi
