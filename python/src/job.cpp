// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/checked.hpp"
#include "base/error.hpp"
#include "base/output_file.hpp"
#include "bind_p.hpp"
#include "grid/parse.hpp"
#include "html_table.hpp"
#include "machine/hosts.hpp"
#include "mapping.hpp"
#include "network.hpp"
#include "placement/job_launch.hpp"
#include "placement/parse_job.hpp"
#include "report/job_report.hpp"
#include "report/link_report.hpp"
#include "report/writers.hpp"

#include <nlohmann/json.hpp>

namespace cartwright::python {

namespace {

/// A placed job as Python sees it: never changes once made.
struct Job {
  Job(std::shared_ptr<const NamedNetwork> given, placement::JobSpec wanted, inventory::NodeTable nodes,
      const placement::JobProgress& progress, std::int64_t sockets)
      : network(std::move(given)),
        spec(std::move(wanted)),
        table(std::move(nodes)),
        placed(placement::place_job(spec, *network->network, table, progress)),
        launch(placement::make_launch(placed, table, sockets)),
        loads(placement::link_loads(placed, *network->network)),
        report(make_report()),
        files(report::make_placement(launch.problem, launch.order, report)) {
    for (const network::Node node : placed.node_of_rank) node_of_rank.push_back(node.number());
    for (std::size_t slot = 0; slot < launch.order.size(); slot += static_cast<std::size_t>(placed.ranks_per_node))
      node_list.push_back(node_of_rank[launch.order[machine::Slot(slot)].index()]);
  }
  Job(const Job&) = delete;

  std::shared_ptr<const NamedNetwork> network;
  placement::JobSpec spec;
  inventory::NodeTable table;
  placement::PlacedJob placed;
  placement::JobLaunch launch;
  traffic::LinkLoads loads;
  report::Json report;
  report::Placement files;  ///< of the members above
  std::vector<std::int64_t> node_of_rank;
  std::vector<std::int64_t> node_list;  ///< sorted by name

  const report::Json& chosen() const { return report["choices"][0]; }

 private:
  report::Json make_report() const {
    report::Json made = report::report_head("place");
    report::add_placed_jobs(made, *network->network, network->text, table, std::span(&placed, 1), spec);
    return made;
  }
};

/// Statistics of the links of one class.
struct LinkStats {
  std::string name, title;
  double bandwidth;
  std::int64_t links, used;
  double bytes, least, average, most, seconds;
};

std::vector<LinkStats> stats_of(const Job& job) {
  std::vector<LinkStats> all;
  for (const report::Json& row : job.chosen()["loads"]["classes"])
    all.push_back({row["class"], row["title"], row["bandwidth"], row["links"], row["used"], row["bytes"], row["least"],
                   row["average"], row["most"], row["bound_seconds"]});
  return all;
}

using Pattern = std::variant<Path, Messages>;
using NodesArgument = std::variant<std::string, std::vector<std::string>>;
using StepProgress = std::optional<nb::typed<nb::callable, nb::object(std::string, double)>>;

placement::JobTraffic::Messages as_messages(const Messages& given) {
  placement::JobTraffic::Messages messages{0, messages_from(given)};
  for (const traffic::Message& message : messages.list)
    messages.ranks = std::max({messages.ranks, base::checked_add(message.from.number(), 1, "a rank"),
                               base::checked_add(message.to.number(), 1, "a rank")});
  return messages;
}

void set_grid(const GridArgument& grid, placement::JobSpec& spec) {
  if (const auto* whole = std::get_if<grid::Grid>(&grid)) {
    spec.dims = whole->dims();
    spec.periods.emplace();
    for (std::size_t i = 0; i < whole->ndims(); ++i) spec.periods->push_back(whole->periodic(i));
  } else if (const auto* text = std::get_if<std::string>(&grid)) {
    spec.dims = grid::parse_dims(*text);
  } else {
    const Integers& dims = std::get<Integers>(grid);
    spec.dims = grid::Coords(dims.begin(), dims.end());
  }
}

/// Needs the dims, which it sets where they are empty.
void set_traffic(const Pattern& pattern, const StencilArgument& stencil, double bytes, placement::JobSpec& spec) {
  const auto* const messages = std::get_if<Messages>(&pattern);
  const auto* const stencil_text = std::get_if<std::string>(&stencil);
  spec.traffic.bytes = bytes;
  if (messages != nullptr && spec.dims.empty()) spec.dims = {0};
  placement::parse_job_traffic(messages != nullptr ? "stencil" : std::get<Path>(pattern).string(),
                               stencil_text != nullptr ? *stencil_text : "nn", 2, spec);
  if (stencil_text == nullptr) {
    const NamedStencil named = stencil_from(stencil, spec.dims.size());
    spec.traffic.stencil = named.stencil;
    spec.traffic.stencil_text = named.text;
  }
  if (messages != nullptr) {
    spec.traffic.pattern = as_messages(*messages);
    spec.traffic.pattern_text = "messages";
  }
}

/// Calls back into Python, which may raise, as Ctrl-C does.
placement::JobProgress progress_from(const StepProgress& progress) {
  return [&progress](std::string_view step, double share) {
    const nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (progress) (*progress)(std::string(step), share);
  };
}

std::shared_ptr<Job> place_job(const NetworkArgument& network, const std::optional<GridArgument>& grid,
                               const Pattern& pattern, const StencilArgument& stencil, double bytes,
                               std::int64_t ranks_per_node, std::int64_t node_count,
                               const std::optional<NodesArgument>& nodes, const std::optional<Path>& state,
                               const std::string& policy, const std::string& mapping, const std::string& routing,
                               const std::string& paths, std::int64_t samples, std::int64_t sockets,
                               const std::optional<std::string>& tier, std::optional<double> budget, std::uint64_t seed,
                               const StepProgress& progress) {
  placement::JobSpec spec;
  spec.dims = {};
  if (grid) set_grid(*grid, spec);
  set_traffic(pattern, stencil, bytes, spec);
  spec.ranks_per_node = ranks_per_node;
  spec.node_count = node_count;
  if (nodes) {
    const auto* const list = std::get_if<std::string>(&*nodes);
    spec.nodes = list != nullptr ? machine::expand_host_list(*list) : std::get<std::vector<std::string>>(*nodes);
  }
  spec.policy = policy;
  spec.mapping = mapping;
  spec.tier = request_for(mapping, {tier, budget, seed}).tier;
  spec.budget_seconds = budget;
  spec.seed = seed;
  spec.routing = routing_from({routing, paths, samples, seed});

  const nb::gil_scoped_release unlocked;
  const std::shared_ptr<const NamedNetwork> given = network_from(network);
  inventory::NodeTable table = state ? inventory::match(*given->network, inventory::read_inventory(state->string()))
                                     : inventory::all_free(*given->network);
  return std::make_shared<Job>(given, std::move(spec), std::move(table), progress_from(progress), sockets);
}

Array1<std::int64_t> view(std::span<const std::int64_t> values) {
  return Array1<std::int64_t>(values.data(), {values.size()}, nb::handle());
}

Array<std::int64_t> per_rank(const Job& job) {
  std::vector<std::size_t> shape;
  for (const std::int64_t dim : job.placed.grid.dims()) shape.push_back(static_cast<std::size_t>(dim));
  return {job.node_of_rank.data(), shape.size(), shape.data(), nb::handle()};
}

const report::Writer& writer_of(const std::string& format) {
  const report::Writer& writer = report::find_writer(format);
  if (writer.needs_costs)
    base::fail(base::Status::unsupported, "format '{}' shows the costs of a mapping: use Mapping.write, or svg()",
               format);
  return writer;
}

std::vector<std::string> write(const Job& job, const std::string& format, const Path& path, bool overwrite) {
  const report::Writer& writer = writer_of(format);
  base::write_file(path.string(), writer.write(job.files),
                   overwrite ? base::Existing::replace : base::Existing::refuse);
  if (writer.caveat == nullptr) return {};
  std::string caveat = writer.caveat(job.files);
  return caveat.empty() ? std::vector<std::string>{} : std::vector<std::string>{std::move(caveat)};
}

std::string svg(const Job& job) {
  return report::histograms_svg(fmt::format("Loads of the links of {}", job.network->network->kind()),
                                report::Json::array({job.chosen()["loads"]}));
}

std::string notebook_html(const Job& job) {
  return fmt::format(
      "<div>\n<p>{}</p>\n{}{}</div>\n",
      escape(fmt::format("{} ranks of {} on {}: {}", job.placed.grid.size(), job.spec.traffic.pattern_text,
                         job.network->text, job.chosen()["node_list"].get<std::string>())),
      classes_html(job.chosen()["loads"]["classes"]), svg(job));
}

constexpr const char* doc = R"(Selects the nodes of a job on a network, and maps its ranks onto them.

Args:
    network: a Network, or what its constructor takes.
    grid: the process grid: a Grid, or dims, of which 0s are chosen. None: 2 dims are chosen, 1 if the pattern follows
        no grid.
    pattern: what the ranks send in one iteration: 'stencil', 'rows', 'columns', 'transposes', 'alltoall',
        'multicast:TARGETS:STRIDE', the name of a file (docs/link-loads.md), or messages: (source, destination, bytes)
        for each, by ranks.
    stencil: the stencil of the pattern 'stencil': a Stencil, or what its constructor takes.
    bytes: of a message along an offset of weight 1, or per pair of ranks.
    ranks_per_node: processes on each node.
    node_count: number of nodes; 0: as many as the grid needs, or all that are free if the grid is open.
    nodes: the nodes by name in the order in which ranks fill them, as a list or a host list ('nid[0-3]'). None: the
        policy selects them.
    state: a file that says which nodes are free: output of a batch system (docs/placement.md). None: all are.
    policy: selects the nodes: 'predicted', 'contiguous', 'level-spread', ...
    mapping: 'auto', 'network', a mapping of [PERCS] ('BDM'), or an algorithm by its name (see `algorithms`).
    routing: 'minimal', 'valiant' or 'ugal'.
    paths: with several minimal paths, 'shared' splits evenly, 'single' uses one.
    samples: for 'valiant': detours drawn for each pair of nodes; 0 takes the expected value over all.
    sockets: sockets of a node; ranks that send each other most share one.
    tier, seed: as for `map`.
    budget: seconds that each refinement may take. None: 2 for nodes, 1 for ranks.
    progress: called now and then with the name of a step and the share of it that is done, from 0 to 1.

Raises:
    InvalidArgumentError: parts that do not fit each other, an unknown name, too few free nodes.
    UnsupportedError: a mapping that cannot take this job.
    KeyboardInterrupt: Ctrl-C during refinement.

>>> job = cartwright.place_job('dragonfly:routers=4,global=1,nodes=2', (8, 4), 'transposes', ranks_per_node=4, budget=0)
>>> job.node_of_rank.shape, job.order.shape, len(job.nodes)
((8, 4), (32,), 8)
>>> job.node_list
'g0r0n[0-1],g0r1n[0-1],g0r2n[0-1],g0r3n[0-1]'
)";

}  // namespace

void bind_job(nb::module_& module) {
  nb::class_<LinkStats>(module, "LinkStats",
                        "How loaded the links of one class are. Least and average are over the links in use.")
      .def_ro("name", &LinkStats::name, "'green', 'global', ..., 'injection', 'ejection'.")
      .def_ro("title", &LinkStats::title, "For people: 'between groups'.")
      .def_ro("bandwidth", &LinkStats::bandwidth, "Bytes per second of one link.")
      .def_ro("links", &LinkStats::links, "How many there are.")
      .def_ro("used", &LinkStats::used, "How many carry a byte.")
      .def_ro("bytes", &LinkStats::bytes, "Bytes on all of them.")
      .def_ro("least", &LinkStats::least, "Bytes on the least loaded link in use.")
      .def_ro("average", &LinkStats::average, "Bytes on a link in use.")
      .def_ro("most", &LinkStats::most, "Bytes on the busiest link.")
      .def_ro("seconds", &LinkStats::seconds, "The busiest link needs this long for its bytes.")
      .def("__repr__", [](const LinkStats& stats) {
        return fmt::format("LinkStats(name='{}', links={}, used={}, most={:g}, seconds={:g})", stats.name, stats.links,
                           stats.used, stats.most, stats.seconds);
      });

  nb::class_<Job>(module, "Job",
                  "A job on its nodes, and the load of every link. From `place_job`; never changes.\n\n"
                  "A notebook shows how loaded the links are.")
      .def_prop_ro(
          "network", [](const Job& self) { return self.network; }, "The network.")
      .def_prop_ro(
          "grid", [](const Job& self) { return self.placed.grid; }, "The process grid.")
      .def_prop_ro("node_of_rank", per_rank, nb::rv_policy::reference_internal,
                   "int64 of the shape of the grid: the node of every rank.")
      .def_prop_ro(
          "nodes", [](const Job& self) { return view(self.node_list); }, nb::rv_policy::reference_internal,
          "int64 of shape (nodes,): the nodes in the order in which batch systems fill them, that of their names.")
      .def_prop_ro(
          "hosts", [](const Job& self) { return tuple_of(self.launch.problem.machine().hosts()); },
          nb::sig("def hosts(self) -> tuple[str, ...]"), "The names of these nodes.")
      .def_prop_ro(
          "node_list", [](const Job& self) { return self.chosen()["node_list"].get<std::string>(); },
          "The same as a host list for a launcher: 'nid[00003-00005]'.")
      .def_prop_ro(
          "order", [](const Job& self) { return view(base::numbers(self.launch.order)); },
          nb::rv_policy::reference_internal,
          "int64 of shape (ranks,): for each slot, node by node in the order of `nodes`, the rank that takes it.")
      .def_prop_ro(
          "policy", [](const Job& self) { return self.placed.policy; }, "That selected the nodes, or 'given'.")
      .def_prop_ro(
          "mapping", [](const Job& self) { return self.placed.mapping; }, "As asked for: 'auto'.")
      .def_prop_ro(
          "loads",
          [](const Job& self) {
            return Array1<double>(self.loads.links.items().data(), {self.loads.links.size()}, nb::handle());
          },
          nb::rv_policy::reference_internal, "float64 of shape (links,): the bytes that one iteration puts on each.")
      .def_prop_ro(
          "stats", [](const Job& self) { return tuple_of(stats_of(self)); },
          nb::sig("def stats(self) -> tuple[LinkStats, ...]"), "How loaded the links of each class are.")
      .def_prop_ro(
          "bound_seconds", [](const Job& self) { return self.chosen()["loads"]["bound_seconds"].get<double>(); },
          "The busiest link needs this long for its bytes: no iteration takes less.")
      .def_prop_ro(
          "busiest_link",
          [](const Job& self) -> std::optional<std::int64_t> {
            const report::Json& busiest = self.chosen()["loads"]["busiest"];
            if (busiest.is_null()) return std::nullopt;
            return busiest["link"].get<std::int64_t>();
          },
          "The busiest link between switches; None if none carries a byte.")
      .def("svg", svg, "A picture: how many links carry how much, for each class.")
      .def(
          "text", [](const Job& self, const std::string& format) { return writer_of(format).write(self.files); },
          "format"_a, "What `write` writes, as text.")
      .def("write", write, "format"_a, "path"_a, nb::kw_only(), "overwrite"_a = false,
           "Writes the nodes and the order to a file for a launcher: 'slurm', 'nodelist', 'rankfile', ... "
           "(`formats`).\n\n"
           "Returns what the reader of that file should know, mostly nothing.\n\n"
           "Raises:\n"
           "    InvalidArgumentError: an unknown format.\n"
           "    FileExistsError: the file exists, and `overwrite` is not set.\n"
           "    UnsupportedError: a format that shows the costs of a mapping.\n"
           "    FileError: the operating system refused the file.")
      .def(
          "to_json", [](const Job& self) { return report::pretty(self.report); },
          "The report, as `cartwright place --json` prints it (docs/schemas/report.schema.json).")
      .def(
          "to_dict", [](const Job& self) { return nb::module_::import_("json").attr("loads")(self.report.dump()); },
          nb::sig("def to_dict(self) -> dict[str, typing.Any]"), "The same as a dictionary.")
      .def("_repr_svg_", svg)
      .def("_repr_html_", [](const Job& self) { return notebook_html(self); })
      .def("__str__", [](const Job& self) { return report::place_text(self.report, {}); })
      .def("__repr__", [](const Job& self) {
        return fmt::format("<Job of {} ranks on {} nodes: busiest link {}>", self.placed.grid.size(),
                           self.node_list.size(), report::short_time_text(self.chosen()["loads"]["bound_seconds"]));
      });

  module.def("place_job", place_job, "network"_a, "grid"_a = nb::none(), "pattern"_a = "stencil", "stencil"_a = "nn",
             nb::kw_only(), "bytes"_a = 0x1p20, "ranks_per_node"_a = 1, "node_count"_a = 0, "nodes"_a = nb::none(),
             "state"_a = nb::none(), "policy"_a = "predicted", "mapping"_a = "auto", "routing"_a = "minimal",
             "paths"_a = "shared", "samples"_a = 0, "sockets"_a = 1, "tier"_a = nb::none(), "budget"_a = nb::none(),
             "seed"_a = 0, "progress"_a = nb::none(), doc);
}

}  // namespace cartwright::python
