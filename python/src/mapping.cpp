// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mapping.hpp"

#include "base/output_file.hpp"
#include "bind_p.hpp"
#include "mapping/algorithm.hpp"
#include "report/text.hpp"
#include "report/writers.hpp"

#include <nlohmann/json.hpp>

namespace cartwright::python {

namespace {

/// The cost at one level.
struct Cost {
  std::string level;
  std::int64_t domains;
  double j_sum, j_max, lower_bound;
  std::optional<double> gap;
  std::vector<double> per_domain;
};

Cost cost_at(const Mapped& mapped, std::size_t level) {
  const cost::LevelCut& cut = mapped.result.cuts[level];
  const double bound = mapped.given->bounds[level];
  return {cut.level,     static_cast<std::int64_t>(cut.per_domain.size()),
          cut.j_sum,     cut.j_max,
          bound,         bound::gap(cut.j_sum, bound),
          cut.per_domain};
}

/// A level by its name or its index; None is the level of nodes.
Cost cost(const Mapped& mapped, const std::optional<std::variant<std::int64_t, std::string>>& level) {
  const machine::Machine& machine = mapped.given->machine.machine;
  if (!level) return cost_at(mapped, machine.node_level());
  const auto count = static_cast<std::int64_t>(machine.levels().size());
  if (const auto* index = std::get_if<std::int64_t>(&*level)) {
    if (*index < 0 || *index >= count)
      base::fail(base::Status::invalid_argument, "level {} is outside 0 to {}", *index, count - 1);
    return cost_at(mapped, *index);
  }
  std::string names;
  for (std::size_t i = 0; i < machine.levels().size(); ++i) {
    if (machine.levels()[i].name == std::get<std::string>(*level)) return cost_at(mapped, i);
    names += (i == 0 ? "" : ", ") + machine.levels()[i].name;
  }
  base::fail(base::Status::invalid_argument, "no level '{}': the machine has {}", std::get<std::string>(*level), names);
}

std::vector<Cost> costs(const Mapped& mapped) {
  std::vector<Cost> all;
  for (std::size_t i = 0; i < mapped.result.cuts.size(); ++i) all.push_back(cost_at(mapped, i));
  return all;
}

/// A view of values of the mapping, one per cell, in the shape of the grid. Valid as long as the mapping.
Array<std::int64_t> per_cell(const Mapped& mapped, std::span<const std::int64_t> values) {
  std::vector<std::size_t> shape;
  for (const std::int64_t dim : mapped.given->problem.grid().dims()) shape.push_back(dim);
  return {values.data(), shape.size(), shape.data(), nb::handle()};
}

std::string summary(const Mapped& mapped) {
  const Cost node = cost(mapped, std::nullopt);
  return fmt::format("<Mapping {} of {} on {} nodes: j_sum {:g}, j_max {:g}, lower bound {:g}>",
                     mapped.result.algorithm, grid::to_string(mapped.given->problem.grid().dims()), node.domains,
                     node.j_sum, node.j_max, node.lower_bound);
}

std::vector<std::string> write(const Mapped& mapped, const std::string& format, const Path& path, bool overwrite) {
  const report::Writer& writer = report::find_writer(format);
  base::write_file(path.string(), writer.write(mapped.placement),
                   overwrite ? base::Existing::replace : base::Existing::refuse);
  std::vector<std::string> remarks;
  if (writer.names_hosts && mapped.given->machine.machine.hosts().empty())
    remarks.push_back(fmt::format("the machine names no hosts: the file says {}, ...", mapped.placement.hosts.front()));
  if (writer.caveat != nullptr)
    if (std::string caveat = writer.caveat(mapped.placement); !caveat.empty()) remarks.push_back(std::move(caveat));
  return remarks;
}

/// None when no picture is possible: notebooks then show another form.
std::optional<std::string> picture(const Mapped& mapped) {
  if (mapped.given->problem.size() > report::max_cells_of_a_picture) return std::nullopt;
  return report::find_writer("svg").write(mapped.placement);
}

std::shared_ptr<const NamedProblem> prepared(const GridArgument& grid, const MachineArgument& machine,
                                             const StencilArgument& stencil) {
  auto given = std::make_shared<NamedProblem>(grid, machine, stencil);
  const nb::gil_scoped_release unlocked;
  given->prepare();
  return given;
}

std::shared_ptr<Mapped> map(const GridArgument& grid, const MachineArgument& machine, const StencilArgument& stencil,
                            const std::string& mapping, const std::optional<std::string>& tier,
                            std::optional<double> budget, std::uint64_t seed, const ProgressArgument& progress) {
  const choose::Request request = request_for(mapping, {tier, budget, seed});
  const auto given = prepared(grid, machine, stencil);
  choose::Result result = solve_unlocked(*given, request, progress);
  const nb::gil_scoped_release unlocked;
  return std::make_shared<Mapped>(given, std::move(result), "map");
}

std::shared_ptr<Mapped> evaluate(const std::variant<Array1<std::int64_t>, Integers>& order, const GridArgument& grid,
                                 const MachineArgument& machine, const StencilArgument& stencil,
                                 const std::string& name) {
  mapping::Order given_order;
  const auto take = [&](const std::int64_t* cells, std::size_t count) {
    for (const std::int64_t cell : std::span(cells, count)) given_order.push_back(grid::Cell(cell));
  };
  if (const auto* array = std::get_if<Array1<std::int64_t>>(&order))
    take(array->data(), array->size());
  else
    take(std::get<Integers>(order).data(), std::get<Integers>(order).size());
  const auto given = prepared(grid, machine, stencil);
  const nb::gil_scoped_release unlocked;
  if (given_order.size() != static_cast<std::size_t>(given->problem.size()))
    base::fail(base::Status::invalid_argument, "the order has {} entries, the grid {} has {} processes",
               given_order.size(), grid::to_string(given->problem.grid().dims()), given->problem.size());
  mapping::slots_of(given_order);  // throws unless it is a permutation
  return std::make_shared<Mapped>(given, choose::cost_order(given->problem, name, std::move(given_order)), "evaluate");
}

constexpr const char* map_doc = R"(Maps the processes of a grid onto the nodes of a machine.

Args:
    grid: a Grid, or dims; dims of 0 are chosen as by dims_create.
    machine: a Machine, an argument of its constructor, or the number of processes on each node.
    stencil: the communication stencil: a Stencil, or an argument of its constructor.
    mapping: an algorithm by its name (see `algorithms`), or 'auto' for the best one that the tier finds.
    tier: the effort of 'auto': 'fast', 'balanced' (milliseconds for thousands of processes), or 'best', which refines
        until the budget is spent or the lower bound is reached. None is 'balanced', or 'best' with a budget.
    budget: seconds for refinement; None is 1.
    seed: seed of the random numbers. The same seed gives the same mapping, unless the budget ended the work.
    progress: a function that is called from time to time with the share of the work that is done, from 0 to 1.

Raises:
    InvalidArgumentError: a grid that does not fit the machine, an unknown algorithm or tier.
    UnsupportedError: an algorithm that cannot solve this problem.
    KeyboardInterrupt: Ctrl-C during refinement.

>>> mapping = cartwright.map((50, 48), '50x48')
>>> mapping.cost()
Cost(level='node', j_sum=1204, j_max=28, lower_bound=1204, gap=0)
>>> mapping.node_of_cell.shape, mapping.order.shape
((50, 48), (2400,))
)";

constexpr const char* evaluate_doc = R"(The cost of a given order.

Args:
    order: the cell of each slot of the machine: a permutation of 0 to size - 1.
    grid, machine, stencil: as for `map`.
    name: the name of the order in reports.

>>> import numpy
>>> cartwright.evaluate(numpy.arange(16), (4, 4), '4x4').cost().j_sum
24.0
)";

}  // namespace

void bind_mapping(nb::module_& module) {
  nb::class_<Cost>(module, "Cost", "Communication between the domains of one level, in weighted edges.")
      .def_ro("level", &Cost::level, "'node', 'socket', ...")
      .def_ro("domains", &Cost::domains, "Number of domains.")
      .def_ro("j_sum", &Cost::j_sum, "Weight of all edges between different domains.")
      .def_ro("j_max", &Cost::j_max, "Largest weight of the edges that leave one domain.")
      .def_ro("lower_bound", &Cost::lower_bound, "No mapping has a smaller j_sum.")
      .def_ro("gap", &Cost::gap, "j_sum / lower_bound - 1; 0 for 0 / 0, None when only the bound is 0.")
      .def_prop_ro(
          "per_domain", [](const Cost& cost) { return array_of(cost.per_domain); }, nb::rv_policy::automatic,
          "float64 of shape (domains,): weight of the edges that leave each domain.")
      .def("__repr__", [](const Cost& cost) {
        return fmt::format("Cost(level='{}', j_sum={:g}, j_max={:g}, lower_bound={:g}, gap={})", cost.level, cost.j_sum,
                           cost.j_max, cost.lower_bound, cost.gap ? fmt::format("{:g}", *cost.gap) : "None");
      });

  nb::class_<Mapped>(
      module, "Mapping",
      "A mapping of a grid onto a machine, and its cost. From `map`, `compare` or `evaluate`; it never changes.\n\n"
      "A notebook shows its picture and its cost.")
      .def_prop_ro(
          "grid", [](const Mapped& self) { return self.given->problem.grid(); }, "The grid.")
      .def_prop_ro(
          "stencil", [](const Mapped& self) { return self.given->stencil; }, "The stencil.")
      .def_prop_ro(
          "machine", [](const Mapped& self) { return self.given->machine; }, "The machine.")
      .def_prop_ro(
          "order",
          [](const Mapped& self) {
            return Array1<std::int64_t>(base::numbers(self.result.order).data(), {self.result.order.size()},
                                        nb::handle());
          },
          nb::rv_policy::reference_internal,
          "int64 of shape (size,): the cell (row-major rank) of each slot of the machine.")
      .def_prop_ro(
          "slots", [](const Mapped& self) { return per_cell(self, base::numbers(self.placement.slots)); },
          nb::rv_policy::reference_internal,
          "int64 of the shape of the grid: the slot (old rank, blocked by node) of each cell.")
      .def_prop_ro(
          "node_of_cell", [](const Mapped& self) { return per_cell(self, self.placement.nodes.items()); },
          nb::rv_policy::reference_internal, "int64 of the shape of the grid: the node that hosts each cell.")
      .def_prop_ro(
          "mapping", [](const Mapped& self) { return self.result.mapping; }, "The requested mapping, such as 'auto'.")
      .def_prop_ro(
          "algorithm", [](const Mapped& self) { return self.result.algorithm; }, "The algorithm that found the order.")
      .def_prop_ro(
          "seconds", [](const Mapped& self) { return self.result.seconds; }, "Time to find the order.")
      .def_prop_ro(
          "notes", [](const Mapped& self) { return tuple_of(self.result.notes); },
          nb::sig("def notes(self) -> tuple[str, ...]"), "Remarks of the algorithm.")
      .def("cost", cost, "level"_a = nb::none(),
           "The cost at a level of the machine, by its name or its index (0 is the outermost); None is the level of "
           "nodes.")
      .def_prop_ro(
          "costs", [](const Mapped& self) { return tuple_of(costs(self)); },
          nb::sig("def costs(self) -> tuple[Cost, ...]"), "The cost at every level of the machine, outermost first.")
      .def(
          "svg", [](const Mapped& self) { return report::find_writer("svg").write(self.placement); },
          "A picture of the grid, colored by node. Raises UnsupportedError above a million cells.")
      .def(
          "text",
          [](const Mapped& self, const std::string& format) {
            return report::find_writer(format).write(self.placement);
          },
          "format"_a, "The file of `write`, as text.")
      .def("write", write, "format"_a, "path"_a, nb::kw_only(), "overwrite"_a = false,
           "Writes the mapping to a file for a launcher, a person or a program: see `formats`.\n\n"
           "Returns remarks about the file, mostly none.\n\n"
           "Raises:\n"
           "    InvalidArgumentError: an unknown format.\n"
           "    FileExistsError: the file exists, and `overwrite` is not set.\n"
           "    FileError: the file cannot be written.")
      .def(
          "to_json", [](const Mapped& self) { return report::pretty(*self.report); },
          "The report, in the format of `cartwright map --json` (docs/schemas/report.schema.json).")
      .def(
          "to_dict", [](const Mapped& self) { return nb::module_::import_("json").attr("loads")(self.report->dump()); },
          nb::sig("def to_dict(self) -> dict[str, typing.Any]"), "The same as a dictionary.")
      .def("_repr_svg_", picture)
      .def("_repr_html_", [](const Mapped& self) { return notebook_html(self); })
      .def("__str__",
           [](const Mapped& self) {
             return report::problem_text(*self.report, {}) + report::mapping_text(*self.report, {});
           })
      .def("__repr__", summary);

  module.def("map", map, "grid"_a, "machine"_a, "stencil"_a = "nn", nb::kw_only(), "mapping"_a = "auto",
             "tier"_a = nb::none(), "budget"_a = nb::none(), "seed"_a = 0, "progress"_a = nb::none(), map_doc);
  module.def("evaluate", evaluate, "order"_a, "grid"_a, "machine"_a, "stencil"_a = "nn", nb::kw_only(),
             "name"_a = "given", evaluate_doc);
}

}  // namespace cartwright::python
