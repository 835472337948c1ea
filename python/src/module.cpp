// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "base/version.hpp"
#include "bind_p.hpp"

NB_MODULE(_core, module) {
  using namespace cartwright::python;
  module.doc() = "The core of Cartwright. Import cartwright instead.";
  module.def("version", [] { return cartwright::base::version_string; }, "The version of the library: '1.2.3'.");
  bind_errors(module);
  bind_grid(module);
  bind_dims(module);
  bind_stencil(module);
  bind_machine(module);
  bind_mapping(module);
  bind_comparison(module);
  bind_place(module);
  bind_network(module);
  bind_job(module);
  bind_layout(module);
}
