// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/reader.hpp"
#include "machine/machine.hpp"

#include <span>
#include <string>
#include <string_view>

namespace cartwright::machine {

/// Reads a machine from a text or a file; docs/machines.md is the guide for users.
///  * short notation: "50x48", "4x2x6", "30*48,30*32", "group:4 node:8 core:48";
///  * a file: its contents decide which reader reads it;
///  * copies of files: "50*node.xml", "30*thin.xml,2*fat.xml";
///  * a host list of Slurm: "nid[1-60]:48(x60)";
///  * NAME: before one of these selects a reader by name: "hwloc-pu:50*node.xml".
/// Throws Error: no such file, a malformed text, a machine that is too large.
Machine read_machine(const std::string& spec);

/// A source of machines: one file in this folder, and one line in the registry.
using MachineReader = base::Reader<Machine>;

/// All of them, in the order in which a file is offered to them.
std::span<const MachineReader> machine_readers();

/// Cartwright's own format (docs/schemas/machine.schema.json); the json reader gives back the same machine.
std::string machine_to_json(const Machine& machine);

}  // namespace cartwright::machine
