// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "network.hpp"

#include "base/error.hpp"
#include "bind_p.hpp"
#include "html_table.hpp"
#include "network/networks.hpp"
#include "placement/parse_job.hpp"
#include "report/job_report.hpp"
#include "report/link_report.hpp"
#include "report/text.hpp"

#include <nlohmann/json.hpp>

namespace cartwright::python {

NamedNetwork::NamedNetwork(const std::string& spec) : text(spec), network(network::read_network(spec)) {}

std::shared_ptr<const NamedNetwork> network_from(const NetworkArgument& network) {
  if (const auto* whole = std::get_if<std::shared_ptr<const NamedNetwork>>(&network)) return *whole;
  return std::make_shared<const NamedNetwork>(std::get<Path>(network).string());
}

std::vector<traffic::Message> messages_from(const Messages& messages) {
  std::vector<traffic::Message> list;
  for (const auto& [from, to, bytes] : messages) list.push_back({traffic::Rank(from), traffic::Rank(to), bytes});
  return list;
}

traffic::Routing routing_from(const RoutingArguments& arguments) {
  traffic::Routing routing;
  routing.kind = traffic::parse_routing(arguments.routing);
  routing.paths = placement::parse_paths(arguments.paths);
  if (arguments.samples < 0)
    base::fail(base::Status::invalid_argument, "samples {} is negative: give 1 or more, or 0 for the expected value",
               arguments.samples);
  routing.samples = arguments.samples;
  routing.seed = arguments.seed;
  return routing;
}

void check_index(std::int64_t index, std::int64_t count, const char* name) {
  if (index < 0 || index >= count)
    base::fail(base::Status::invalid_argument, "{} {} is outside 0 to {}", name, index, count - 1);
}

std::string classes_html(const report::Json& rows) {
  const bool loaded = rows[0].contains("used");
  std::vector<std::string> headings = {"links", "there are", "GB/s each"};
  if (loaded) headings.insert(headings.end(), {"used", "least B", "average B", "most B", "busiest needs"});
  HtmlTable table(headings);
  for (const report::Json& row : rows) {
    std::vector<std::string> cells = {row["class"], report::number_text(row["links"]),
                                      fmt::format("{:.5g}", row["bandwidth"].get<double>() / 1e9)};
    if (loaded)
      cells.insert(cells.end(), {report::number_text(row["used"]), report::number_text(row["least"]),
                                 fmt::format("{:.6g}", row["average"].get<double>()), report::number_text(row["most"]),
                                 report::short_time_text(row["bound_seconds"])});
    table.row(cells);
  }
  return table.html();
}

namespace {

/// One link, with the names of its ends.
struct NamedLink {
  std::int64_t source, destination;
  std::string source_name, destination_name, link_class;
  double bandwidth;
};

NamedLink link_at(const NamedNetwork& self, std::int64_t index) {
  const network::Wiring& wiring = self.wiring();
  check_index(index, static_cast<std::int64_t>(wiring.links().size()), "link");
  const network::Link& link = wiring.links()[network::LinkId(index)];
  const network::LinkClass& its_class = wiring.classes()[link.link_class];
  return {link.from.number(),          link.to.number(), wiring.switch_name(link.from),
          wiring.switch_name(link.to), its_class.name,   its_class.bandwidth};
}

network::Node node_at(const NamedNetwork& self, std::int64_t node) {
  check_index(node, self.wiring().nodes(), "node");
  return network::Node(node);
}

std::int64_t find_node(const NamedNetwork& self, const std::string& name) {
  const network::Node node = self.wiring().find_node(name);
  if (node == network::Node(-1)) base::fail(base::Status::invalid_argument, "node '{}' is not in the network", name);
  return node.number();
}

std::vector<std::pair<std::int64_t, double>> route(const NamedNetwork& self, std::int64_t source,
                                                   std::int64_t destination, const std::string& paths) {
  network::Route route;
  {
    const nb::gil_scoped_release unlocked;
    self.network->route(node_at(self, source), node_at(self, destination), placement::parse_paths(paths), route);
  }
  std::vector<std::pair<std::int64_t, double>> links;
  for (const network::Share& share : route) links.emplace_back(share.link.number(), share.part);
  return links;
}

Array1<double> loads(const NamedNetwork& self, const Messages& messages, const std::string& routing,
                     const std::string& paths, std::int64_t samples, std::uint64_t seed) {
  std::vector<double> found;
  {
    const nb::gil_scoped_release unlocked;
    const std::int32_t nodes = self.wiring().nodes();
    traffic::NodeOfRank every;  // one rank on each node
    for (const network::Node node : base::ids<network::Node>(nodes)) every.push_back(node);
    const auto flows = traffic::flows_between(*traffic::message_traffic(nodes, messages_from(messages)), every, nodes);
    const traffic::Routing how = routing_from({routing, paths, samples, seed});
    found = traffic::link_loads(*self.network, flows, how).links.items();
  }
  return array_of(std::move(found));
}

std::string notebook_html(const NamedNetwork& self) {
  const report::Json network = report::network_json(*self.network, self.text);
  return fmt::format("<div>\n<p>{}: {} nodes on {} switches, {} links</p>\n{}</div>\n", escape(self.text),
                     self.wiring().nodes(), self.wiring().switches(), self.wiring().links().size(),
                     classes_html(network["classes"]));
}

constexpr const char* doc = R"(Nodes, switches, the links between switches, and a rule for routes.

Nodes, switches and links count from 0. A link is one direction of one cable.

Args:
    spec: a kind with its parameters ('percs:supernodes=64', 'dragonfly:routers=16,global=8,nodes=8'), the name of a
        file, or several names with commas between them (docs/networks.md).

Raises:
    InvalidArgumentError, ParseError: neither a kind nor a file, or a malformed one.
    FileError: the file cannot be read.

>>> network = cartwright.Network('torus:dims=8x8')
>>> network.nodes, network.switches, network.links
(64, 64, 256)
>>> network.route(0, 2, paths='single')
[(2, 1.0), (6, 1.0)]
)";

constexpr const char* route_doc = R"(The minimal route between two nodes.

Args:
    source, destination: nodes.
    paths: with several minimal paths, 'shared' splits evenly, 'single' uses one.

Returns:
    A pair for each link: the link, and the part of the traffic that crosses it. Nothing if both nodes are on one
    switch.
)";

constexpr const char* loads_doc = R"(The bytes on every link when nodes send to each other.

Args:
    messages: (source, destination, bytes) for each message.
    routing: 'minimal', 'valiant' or 'ugal'.
    paths: with several minimal paths, 'shared' splits evenly, 'single' uses one.
    samples: for 'valiant': detours drawn for each pair of nodes; 0 takes the expected value over all.
    seed: of the samples.

Returns:
    float64 of shape (links,).

>>> float(cartwright.Network('torus:dims=8x8').loads([(0, 1, 500), (1, 0, 200)]).sum())
700.0
)";

}  // namespace

void bind_network(nb::module_& module) {
  nb::class_<NamedLink>(module, "Link", "One direction of one cable between two switches.")
      .def_ro("source", &NamedLink::source, "The switch that sends.")
      .def_ro("destination", &NamedLink::destination, "The switch that receives.")
      .def_ro("source_name", &NamedLink::source_name, "Its name.")
      .def_ro("destination_name", &NamedLink::destination_name, "Its name.")
      .def_ro("link_class", &NamedLink::link_class, "'green', 'global', ...")
      .def_ro("bandwidth", &NamedLink::bandwidth, "Bytes per second.")
      .def("__repr__", [](const NamedLink& link) {
        return fmt::format("<Link {} -> {}: {}, {:.5g} GB/s>", link.source_name, link.destination_name, link.link_class,
                           link.bandwidth / 1e9);
      });

  nb::class_<NamedNetwork>(module, "Network", doc)
      .def(
          "__init__", [](NamedNetwork* self, const Path& spec) { new (self) NamedNetwork(spec.string()); }, "spec"_a)
      .def_prop_ro(
          "kind", [](const NamedNetwork& self) { return self.network->kind(); }, "'percs', 'torus', 'json', ...")
      .def_prop_ro(
          "nodes", [](const NamedNetwork& self) { return self.wiring().nodes(); }, "Number of compute nodes.")
      .def_prop_ro(
          "switches", [](const NamedNetwork& self) { return self.wiring().switches(); }, "Number of switches.")
      .def_prop_ro(
          "links", [](const NamedNetwork& self) { return self.wiring().links().size(); },
          "Number of links between switches, each direction of each cable.")
      .def_prop_ro(
          "terminal_bandwidth", [](const NamedNetwork& self) { return self.wiring().terminal_bandwidth(); },
          "Bytes per second of the link between a node and its switch; 0 if such links carry no load.")
      .def(
          "node_name",
          [](const NamedNetwork& self, std::int64_t node) { return self.wiring().node_name(node_at(self, node)); },
          "node"_a, "The name of a node.")
      .def("find_node", find_node, "name"_a, "The node of this name. Raises InvalidArgumentError if there is none.")
      .def("link", link_at, "index"_a, "One link, 0 <= index < links.")
      .def("route", route, "source"_a, "destination"_a, nb::kw_only(), "paths"_a = "shared", route_doc)
      .def("loads", loads, "messages"_a, nb::kw_only(), "routing"_a = "minimal", "paths"_a = "shared", "samples"_a = 0,
           "seed"_a = 0, nb::rv_policy::automatic, loads_doc)
      .def("_repr_html_", [](const NamedNetwork& self) { return notebook_html(self); })
      .def("__repr__", [](const NamedNetwork& self) { return fmt::format("Network('{}')", self.text); });
}

}  // namespace cartwright::python
