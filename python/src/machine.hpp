// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "machine/machine.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <cstdint>

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace cartwright::python {

/// A machine and its name in reports.
struct NamedMachine {
  machine::Machine machine;
  std::string text;
};

/// The name of a file, or a notation: str or os.PathLike[str].
struct Path : std::filesystem::path {};

/// An argument for a machine.
using MachineArgument = std::variant<NamedMachine, Path, std::vector<std::int64_t>>;
NamedMachine machine_from(const MachineArgument& machine);

}  // namespace cartwright::python

/// The caster of nanobind for a path, with a type that strict type checkers accept.
template <>
struct nanobind::detail::type_caster<cartwright::python::Path> {
  NB_TYPE_CASTER(cartwright::python::Path, const_name("str | os.PathLike[str]"))

  bool from_python(handle source, auto flags, cleanup_list* cleanup) noexcept {
    make_caster<std::filesystem::path> path;
    const bool is_path = path.from_python(source, flags, cleanup);
    if (is_path) static_cast<std::filesystem::path&>(value) = std::move(path.value);
    return is_path;
  }
};
