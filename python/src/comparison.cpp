// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "bind_p.hpp"
#include "mapping.hpp"
#include "mapping/algorithm.hpp"
#include "report/text.hpp"
#include "report/writers.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace cartwright::python {

namespace {

/// Mappings of one problem, side by side.
struct Comparison {
  std::vector<std::shared_ptr<Mapped>> mappings;
  std::map<std::string, std::string> errors;  ///< of algorithms that could not solve the problem
  std::shared_ptr<const report::Json> report;
};

Comparison compare(const GridArgument& grid, const MachineArgument& machine, const StencilArgument& stencil,
                   std::optional<std::vector<std::string>> names, const std::optional<std::string>& tier,
                   std::optional<double> budget, std::uint64_t seed, const ProgressArgument& progress) {
  const auto given = std::make_shared<NamedProblem>(grid, machine, stencil);
  {
    const nb::gil_scoped_release unlocked;
    given->prepare();
  }
  if (!names) {
    names.emplace();
    for (const mapping::Algorithm* algorithm : mapping::algorithms_for(given->problem))
      names->emplace_back(algorithm->name);
    names->emplace_back("auto");
  }
  Comparison comparison;
  report::Json rows = report::Json::array();
  for (const std::string& name : *names) {
    if (name != "auto") mapping::find_algorithm(name);
    const choose::Request request = request_for(name, {tier, budget, seed});
    try {
      comparison.mappings.push_back(std::make_shared<Mapped>(given, solve_unlocked(*given, request, progress), "map"));
      rows.push_back((*comparison.mappings.back()->report)["mappings"][0]);
    } catch (const base::Error& error) {
      if (error.status() == base::Status::internal) throw;
      comparison.errors[name] = error.what();
      rows.push_back({{"mapping", name}, {"error", error.what()}});
    }
    report::add_source(rows.back());
  }
  report::Json report = given->head("compare");
  report["mappings"] = std::move(rows);
  comparison.report = std::make_shared<const report::Json>(std::move(report));
  return comparison;
}

const std::shared_ptr<Mapped>& best(const Comparison& self) {
  if (self.mappings.empty()) base::fail(base::Status::invalid_argument, "no mapping was possible: see errors");
  return *std::ranges::min_element(self.mappings, {}, [](const std::shared_ptr<Mapped>& mapped) {
    const cost::LevelCut& cut = mapped->result.cuts[mapped->given->machine.machine.node_level()];
    return std::pair(cut.j_sum, cut.j_max);
  });
}

std::string text(const Comparison& self) {
  return report::problem_text(*self.report, {}) + "\n" + report::compare_text(*self.report, {});
}

constexpr const char* compare_doc = R"(Runs all algorithms on one problem.

Args:
    grid, machine, stencil, tier, budget, seed, progress: as for `map`.
    mappings: names of algorithms, and 'auto'; None is all of them. Those that cannot solve the problem are in `errors`.

>>> comparison = cartwright.compare((12, 12), '12x12', mappings=['blocked', 'strips', 'auto'])
>>> [mapping.cost().j_sum for mapping in comparison.mappings]
[264.0, 120.0, 120.0]
>>> comparison.best.cost().j_sum
120.0
)";

}  // namespace

void bind_comparison(nb::module_& module) {
  nb::class_<Comparison>(module, "Comparison",
                         "Mappings of one problem, side by side. Printed, and in a notebook, a table.")
      .def_prop_ro(
          "mappings", [](const Comparison& self) { return tuple_of(self.mappings); },
          nb::sig("def mappings(self) -> tuple[Mapping, ...]"), "The mappings that were found, in the requested order.")
      .def_ro("errors", &Comparison::errors, nb::rv_policy::copy,
              "The error of each algorithm that failed, by its name.")
      .def_prop_ro("best", best,
                   "The mapping with the least j_sum; of equals that with the least j_max, then the first.")
      .def(
          "to_json", [](const Comparison& self) { return report::pretty(*self.report); },
          "The report, in the format of `cartwright compare --json`.")
      .def(
          "to_dict",
          [](const Comparison& self) { return nb::module_::import_("json").attr("loads")(self.report->dump()); },
          nb::sig("def to_dict(self) -> dict[str, typing.Any]"), "The same as a dictionary.")
      .def("_repr_html_", [](const Comparison& self) { return notebook_html(*self.report); })
      .def("__str__", text)
      .def("__repr__", [](const Comparison& self) {
        return fmt::format("<Comparison of {} mappings, best {}>", self.mappings.size(), best(self)->result.mapping);
      });

  nb::class_<mapping::Algorithm>(module, "Algorithm", "An algorithm of `map`.")
      .def_ro("name", &mapping::Algorithm::name, "Its name, for `map(..., mapping=name)`.")
      .def_ro("title", &mapping::Algorithm::title, "A readable name.")
      .def_ro("source", &mapping::Algorithm::source, "The paper that describes it, or Cartwright.")
      .def("__repr__",
           [](const mapping::Algorithm& self) { return fmt::format("<Algorithm {}: {}>", self.name, self.title); });

  module.def("compare", compare, "grid"_a, "machine"_a, "stencil"_a = "nn", nb::kw_only(), "mappings"_a = nb::none(),
             "tier"_a = nb::none(), "budget"_a = nb::none(), "seed"_a = 0, "progress"_a = nb::none(), compare_doc);
  module.def(
      "algorithms", [] { return tuple_of(mapping::algorithms()); },
      nb::sig("def algorithms() -> tuple[Algorithm, ...]"), "All algorithms of `map`, in the order of the tables.");
  module.def(
      "formats",
      [] {
        nb::dict titles;
        for (const report::Writer& writer : report::writers()) titles[nb::cast(writer.name)] = nb::cast(writer.title);
        return titles;
      },
      nb::sig("def formats() -> dict[str, str]"), "The formats of `Mapping.write`, and the reader of each.");
}

}  // namespace cartwright::python
