// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import type { Machine } from "../model.ts";
import { layers } from "./layers.ts";
import type { Layout } from "./layout.ts";
import { rings } from "./rings.ts";
import { torus, torusDims } from "./torus.ts";

/** The layout of switches and links for the kind of the network. */
export function network(machine: Machine, aspect: number): Layout {
  const dims = torusDims(machine);
  if (dims) return torus(machine, dims, aspect);
  const grouped = machine.levels[0]?.name === "group";
  const spines = Array.from({ length: machine.switches }, (_, at) => at).some((at) => !machine.nodesOn.row(at).length);
  return spines && !grouped ? layers(machine, aspect) : rings(machine, aspect);
}
