// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "record/calibration.hpp"

#include "base/cache_file.hpp"
#include "base/error.hpp"
#include "base/input_file.hpp"
#include "base/json_input.hpp"
#include "base/text.hpp"

#include <algorithm>

namespace cartwright::record {

namespace {

using nlohmann::json;

/// One object with a member for each MPI.
std::string file_in(const std::string& folder) { return folder + "/collectives.json"; }

Source parse_source(const std::string& name) {
  const auto found = std::ranges::find(source_names, name);
  if (found == source_names.end()) base::fail(base::Status::parse, "unknown source {}", base::quote(name));
  return static_cast<Source>(found - source_names.begin());
}

Calibration parse(const json& object, const std::string& mpi) {
  const auto text = [](const json& from, const char* name) {
    return base::expect_string(base::member(from, "a calibration", name), name);
  };
  const auto number = [](const json& from, const char* name) {
    return base::expect_number(base::member(from, "a calibration", name), name);
  };
  Calibration made = {.mpi = mpi,
                      .date = text(object, "date"),
                      .processes = base::expect_int(base::member(object, mpi, "processes"), "processes"),
                      .hosts = base::expect_int(base::member(object, mpi, "hosts"), "hosts"),
                      .checked = {}};
  for (const json& row : base::expect_array(base::member(object, mpi, "checked"), "checked"))
    made.checked.push_back({.function = text(row, "function"),
                            .source = parse_source(text(row, "source")),
                            .recorded = number(row, "recorded"),
                            .carried = number(row, "carried"),
                            .agree = base::expect_bool(base::member(row, mpi, "agree"), "agree")});
  return made;
}

json read(const std::string& folder) try {
  json all = base::parse_json(base::read_file(file_in(folder)), "calibrations");
  return all.is_object() ? std::move(all) : json::object();
} catch (const base::Error&) {
  return json::object();
}

}  // namespace

bool Calibration::refutes_tables(std::string_view function, bool nonblocking) const {
  return std::ranges::any_of(checked, [&](const Checked& one) {
    const bool same = one.function == function || (nonblocking && one.function == "i" + std::string(function));
    return same && one.source == Source::tables && !one.agree;
  });
}

nlohmann::ordered_json to_json(const Calibration& calibration) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Checked& one : calibration.checked)
    rows.push_back({{"function", one.function},
                    {"source", source_names[static_cast<std::size_t>(one.source)]},
                    {"recorded", one.recorded},
                    {"carried", one.carried},
                    {"agree", one.agree}});
  return {{"mpi", calibration.mpi},
          {"date", calibration.date},
          {"processes", calibration.processes},
          {"hosts", calibration.hosts},
          {"checked", rows}};
}

std::optional<Calibration> kept_calibration(const std::string& folder, const std::string& mpi) try {
  if (folder.empty()) return std::nullopt;
  const json all = read(folder);
  const auto found = all.find(mpi);
  if (found == all.end()) return std::nullopt;
  return parse(*found, mpi);
} catch (const base::Error&) {
  return std::nullopt;
}

void keep(const Calibration& calibration, const std::string& folder) {
  if (folder.empty()) return;
  json all = read(folder);
  all[calibration.mpi] = to_json(calibration);
  base::write_kept_file(file_in(folder), all.dump(1) + "\n");
}

}  // namespace cartwright::record
