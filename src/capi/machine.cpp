// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/boundary.hpp"
#include "capi/handles_p.hpp"
#include "machine/readers.hpp"

using namespace cartwright;
using boundary::guarded;
using boundary::required;

cw_status cw_machine_create(const char* spec, cw_machine** machine) {
  return guarded([&] {
    required(machine, "machine");
    *machine = new cw_machine{machine::read_machine(&required(spec, "spec"))};
  });
}

cw_status cw_machine_from_nodes(size_t count, const int64_t sizes[], cw_machine** machine) {
  return guarded([&] {
    required(machine, "machine");
    machine::Sizes nodes;
    for (std::size_t i = 0; i < count; ++i) nodes.append((&required(sizes, "sizes"))[i]);
    *machine = new cw_machine{machine::Machine::nodes(std::move(nodes))};
  });
}

cw_status cw_machine_size(const cw_machine* machine, int64_t* processes) {
  return guarded([&] { required(processes, "processes") = required(machine, "machine").machine.size(); });
}

cw_status cw_machine_level_count(const cw_machine* machine, size_t* levels) {
  return guarded([&] { required(levels, "levels") = required(machine, "machine").machine.levels().size(); });
}

void cw_machine_free(cw_machine* machine) { delete machine; }
