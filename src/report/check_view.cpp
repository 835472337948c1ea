// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/checked.hpp"
#include "base/error.hpp"
#include "base/json_input.hpp"
#include "base/text.hpp"
#include "report/view.hpp"

#include <cmath>

namespace cartwright::report {

using nlohmann::json;

namespace {

constexpr std::size_t any = SIZE_MAX;

/// The member as an array of `length` entries, or of any number of entries up to `most`.
const json& column(const json& object, std::string_view what, const char* name, std::size_t length,
                   std::size_t most = max_links_of_a_view) {
  const std::string whole = fmt::format("{}.{}", what, name);
  const json& values = base::expect_array(base::member(object, what, name), whole);
  if (length != any && values.size() != length)
    base::fail(base::Status::parse, "{} has {} entries: it must have {}", whole, values.size(), length);
  if (values.size() > most)
    base::fail(base::Status::overflow, "{} has {} entries: a page shows at most {}", whole, values.size(), most);
  return values;
}

void check_integers(const json& values, std::string_view what, std::int64_t least, std::int64_t below) {
  for (const json& value : values)
    if (const std::int64_t number = base::expect_int(value, what); number < least || number >= below)
      base::fail(base::Status::parse, "{}: {} is out of range: give {} to {}", what, number, least, below - 1);
}

void check_numbers(const json& values, std::string_view what) {
  for (const json& value : values)
    if (const double number = base::expect_number(value, what); !(number >= 0) || !std::isfinite(number))
      base::fail(base::Status::parse, "{}: {} is not a number of bytes: give a finite number, 0 or more", what, number);
}

void check_strings(const json& values, std::string_view what) {
  for (const json& value : values) base::expect_string(value, what);
}

double check_bandwidth(const json& value, std::string_view what, bool zero) {
  const double number = base::expect_number(value, what);
  if (!(zero ? number >= 0 : number > 0) || !std::isfinite(number))
    base::fail(base::Status::parse, "{} is {}: give a finite number, {}", what, number, zero ? "0 or more" : "above 0");
  return number;
}

std::int64_t signed_size(const json& values) { return static_cast<std::int64_t>(values.size()); }

/// Returns the number of switches.
std::int64_t check_network(const json& network) {
  base::expect_members(network, "network",
                       {"text", "kind", "classes", "terminal_bandwidth", "switches", "levels", "links"});
  base::expect_string(base::member(network, "network", "text"), "network.text");
  base::expect_string(base::member(network, "network", "kind"), "network.kind");
  check_bandwidth(base::member(network, "network", "terminal_bandwidth"), "network.terminal_bandwidth", true);
  const json& classes = column(network, "network", "classes", any);
  for (const json& one : classes) {
    base::expect_members(one, "network.classes", {"name", "title", "bandwidth"});
    base::expect_string(base::member(one, "network.classes", "name"), "network.classes.name");
    base::expect_string(base::member(one, "network.classes", "title"), "network.classes.title");
    check_bandwidth(base::member(one, "network.classes", "bandwidth"), "network.classes.bandwidth", false);
  }
  const json& switches = column(network, "network", "switches", any);
  check_strings(switches, "network.switches");
  for (const json& level : column(network, "network", "levels", any, 16)) {
    base::expect_members(level, "network.levels", {"name", "domain"});
    base::expect_string(base::member(level, "network.levels", "name"), "network.levels.name");
    check_integers(column(level, "network.levels", "domain", switches.size()), "network.levels.domain", 0,
                   signed_size(switches));
  }
  const json& links = base::member(network, "network", "links");
  base::expect_members(links, "network.links", {"from", "to", "class"});
  const std::size_t count = column(links, "network.links", "from", any).size();
  for (const char* end : {"from", "to"})
    check_integers(column(links, "network.links", end, count), "network.links", 0, signed_size(switches));
  check_integers(column(links, "network.links", "class", count), "network.links.class", 0, signed_size(classes));
  return signed_size(switches);
}

/// Returns the number of nodes.
std::size_t check_nodes(const json& document, std::int64_t switches) {
  const json& nodes = base::member(document, "the view", "nodes");
  base::expect_members(nodes, "nodes", {"name", "network_name", "switch", "state", "batch_job", "location"});
  const json& names = column(nodes, "nodes", "name", any, max_nodes_of_a_view);
  if (names.empty()) base::fail(base::Status::parse, "nodes.name is empty: a machine needs at least one node");
  check_strings(names, "nodes.name");
  if (nodes.contains("network_name"))
    check_strings(column(nodes, "nodes", "network_name", names.size()), "nodes.network_name");
  const json& batch_jobs = column(document, "the view", "batch_jobs", any);
  check_strings(batch_jobs, "batch_jobs");
  check_integers(column(nodes, "nodes", "switch", names.size()), "nodes.switch", 0, switches);
  check_integers(column(nodes, "nodes", "state", names.size()), "nodes.state", 0, 4);
  check_integers(column(nodes, "nodes", "batch_job", names.size()), "nodes.batch_job", -1, signed_size(batch_jobs));
  const json& cabinets = column(document, "the view", "cabinets", any);
  for (const json& cabinet : cabinets) {
    base::expect_members(cabinet, "cabinets", {"name", "row", "column"});
    base::expect_string(base::member(cabinet, "cabinets", "name"), "cabinets.name");
    base::expect_int(base::member(cabinet, "cabinets", "row"), "cabinets.row");
    base::expect_int(base::member(cabinet, "cabinets", "column"), "cabinets.column");
  }
  if (!nodes.contains("location")) return names.size();
  const json& location = nodes["location"];
  base::expect_members(location, "nodes.location", {"cabinet", "chassis", "slot", "node"});
  check_integers(column(location, "nodes.location", "cabinet", names.size()), "nodes.location.cabinet", 0,
                 signed_size(cabinets));
  for (const char* name : {"chassis", "slot", "node"})
    check_integers(column(location, "nodes.location", name, names.size()), "nodes.location", 0, max_slots_of_a_view);
  return names.size();
}

void check_job(const json& job, std::size_t nodes) {
  base::expect_members(job, "job", {"dims", "pattern", "mapping", "routing", "node_of_rank"});
  for (const char* name : {"pattern", "mapping", "routing"}) base::expect_string(base::member(job, "job", name), name);
  const json& ranks = column(job, "job", "node_of_rank", any, max_ranks_of_a_view);
  check_integers(ranks, "job.node_of_rank", 0, static_cast<std::int64_t>(nodes));
  const json& dims = column(job, "job", "dims", any, 64);
  check_integers(dims, "job.dims", 1, signed_size(ranks) + 1);
  std::int64_t cells = 1;
  for (const json& size : dims) cells = base::checked_mul(cells, size.get<std::int64_t>(), "job.dims");
  if (cells != signed_size(ranks))
    base::fail(base::Status::parse, "job.dims hold {} processes, job.node_of_rank has {}", cells, ranks.size());
}

}  // namespace

void check_view(const json& document) {
  base::expect_members(document, "the view",
                       {"schema", "version", "network", "nodes", "batch_jobs", "cabinets", "job", "loads"});
  if (const std::string schema = base::expect_string(base::member(document, "the view", "schema"), "schema");
      schema != view_schema)
    base::fail(base::Status::parse, "schema is {}: only {} is supported", base::quote(schema), view_schema);
  base::expect_string(base::member(document, "the view", "version"), "version");
  const json& network = base::member(document, "the view", "network");
  const std::int64_t switches = check_network(network);
  const std::size_t nodes = check_nodes(document, switches);
  if (document.contains("job")) check_job(document["job"], nodes);
  if (!document.contains("loads")) return;
  const json& loads = document["loads"];
  base::expect_members(loads, "loads", {"links", "injection", "ejection"});
  check_numbers(column(loads, "loads", "links", network["links"]["from"].size()), "loads.links");
  // Without a terminal bandwidth these loads have no time.
  const std::size_t terminal = network["terminal_bandwidth"].get<double>() > 0 ? any : 0;
  for (const char* name : {"injection", "ejection"}) {
    const json& values = column(loads, "loads", name, terminal);
    if (!values.empty()) check_numbers(column(loads, "loads", name, nodes), name);
  }
}

}  // namespace cartwright::report
