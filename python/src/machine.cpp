// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "machine.hpp"

#include "bind_p.hpp"
#include "machine/readers.hpp"

#include <fmt/ranges.h>

#include <utility>

namespace cartwright::python {

namespace {

/// The largest array of sizes. They are kept as runs: "1000000000x48" would be an array of 8 GB.
constexpr std::int64_t max_listed = 100'000'000;

Array1<std::int64_t> array_of_sizes(const machine::Sizes& sizes) {
  if (sizes.count() > max_listed)
    base::fail(base::Status::unsupported, "{} sizes are too many for an array: at most {} are listed", sizes.count(),
               max_listed);
  return array_of(sizes.expand());
}

/// "30*48,30*32", as read_machine reads it.
std::string text_of(const machine::Sizes& sizes) {
  std::vector<std::string> runs;
  std::int64_t parts = 0;
  for (const machine::Sizes::Run& run : sizes.runs()) {
    runs.push_back(fmt::format("{}*{}", run.last_part - parts, run.size));
    parts = run.last_part;
  }
  return fmt::format("{}", fmt::join(runs, ","));
}

NamedMachine from_nodes(const std::vector<std::int64_t>& sizes, std::vector<std::string> hosts) {
  const machine::Sizes nodes(sizes);
  return {machine::Machine({{"node", nodes}}, std::move(hosts)), text_of(nodes)};
}

NamedMachine from_text(const std::string& text, const std::string& name) {
  for (const machine::MachineReader& reader : machine::machine_readers())
    if (reader.recognizes(text)) return {reader.read(text), name};
  base::fail(base::Status::parse, "the text does not describe a machine: give JSON, hwloc XML or a host file");
}

bool equal(const NamedMachine& a, const NamedMachine& b) {
  return a.machine.hosts() == b.machine.hosts() &&
         std::ranges::equal(
             a.machine.levels(), b.machine.levels(),
             [](const machine::Level& x, const machine::Level& y) { return x.name == y.name && x.sizes == y.sizes; });
}

constexpr const char* doc = R"(A machine: nodes, and the levels around and inside them.

Slots, one for each process, count from 0 in the order of the launcher: those of node 0, then those of node 1, ...

Args:
    spec: a notation ('50x48', '50x2x24', '30*48,30*32', 'group:4 node:8 core:48', 'nid[1-60]:48'), or the name of a
        file: a host file of Open MPI, MPICH or Slurm, hwloc XML ('50*node.xml'), JSON.

Raises:
    ParseError: neither a notation nor a file, or a malformed file.
    FileError: the file cannot be read.

>>> machine = cartwright.Machine('50x2x24')
>>> machine.size, machine.nodes, [level.name for level in machine.levels]
(2400, 50, ['node', 'socket'])
)";

constexpr const char* from_nodes_doc = R"(A machine with one level: nodes.

Args:
    sizes: number of processes on each node, 1 or more, in the order of the launcher.
    hosts: a name for each node, or none.

>>> cartwright.Machine.from_nodes([48, 48, 32])
Machine('2*48,1*32')
)";

}  // namespace

NamedMachine machine_from(const MachineArgument& machine) {
  if (const auto* whole = std::get_if<NamedMachine>(&machine)) return *whole;
  if (const auto* sizes = std::get_if<std::vector<std::int64_t>>(&machine)) return from_nodes(*sizes, {});
  const std::string spec = std::get<Path>(machine).string();
  return {machine::read_machine(spec), spec};
}

void bind_machine(nb::module_& module) {
  nb::class_<machine::Level>(module, "Level",
                             "One level of a machine: the domains (nodes, sockets, ...) of its slots, in order.")
      .def_ro("name", &machine::Level::name, "'node', 'socket', ...")
      .def_prop_ro(
          "domains", [](const machine::Level& level) { return level.sizes.count(); }, "Number of domains.")
      .def_prop_ro(
          "sizes", [](const machine::Level& level) { return array_of_sizes(level.sizes); }, nb::rv_policy::automatic,
          "int64 of shape (domains,): processes in each domain.")
      .def("__repr__", [](const machine::Level& level) {
        return fmt::format("<Level {}: {} domains, {} processes>", level.name, level.sizes.count(),
                           level.sizes.total());
      });

  nb::class_<NamedMachine>(module, "Machine", doc)
      .def(
          "__init__",
          [](NamedMachine* self, const Path& spec) {
            new (self) NamedMachine{machine::read_machine(spec.string()), spec.string()};
          },
          "spec"_a)
      .def_static("from_nodes", from_nodes, "sizes"_a, "hosts"_a = std::vector<std::string>{}, from_nodes_doc)
      .def_static(
          "from_text", from_text, "text"_a, "name"_a = "text",
          "A machine from the contents of a file: host file, hwloc XML, or JSON of `to_json`. `name` is its name in "
          "reports.")
      .def_prop_ro(
          "size", [](const NamedMachine& self) { return self.machine.size(); }, "Number of processes.")
      .def_prop_ro(
          "nodes", [](const NamedMachine& self) { return self.machine.node_sizes().count(); }, "Number of nodes.")
      .def_prop_ro(
          "node_sizes", [](const NamedMachine& self) { return array_of_sizes(self.machine.node_sizes()); },
          nb::rv_policy::automatic, "int64 of shape (nodes,): processes on each node.")
      .def_prop_ro(
          "levels", [](const NamedMachine& self) { return tuple_of(self.machine.levels()); },
          nb::sig("def levels(self) -> tuple[Level, ...]"), "All levels, outermost first.")
      .def_prop_ro(
          "hosts", [](const NamedMachine& self) { return tuple_of(self.machine.hosts()); },
          nb::sig("def hosts(self) -> tuple[str, ...]"), "A name for each node; empty when the source has none.")
      .def(
          "to_json", [](const NamedMachine& self) { return machine::machine_to_json(self.machine); },
          "The machine in JSON (docs/schemas/machine.schema.json).")
      .def("__repr__", [](const NamedMachine& self) { return fmt::format("Machine('{}')", self.text); })
      .def("__eq__", equal, nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [](const NamedMachine& self) { return nb::hash(nb::str(machine::machine_to_json(self.machine).c_str())); })
      .def("__getstate__",
           [](const NamedMachine& self) { return std::pair(machine::machine_to_json(self.machine), self.text); })
      .def("__setstate__", [](NamedMachine* self, const std::pair<std::string, std::string>& kept) {
        new (self) NamedMachine(from_text(kept.first, kept.second));
      });
}

}  // namespace cartwright::python
