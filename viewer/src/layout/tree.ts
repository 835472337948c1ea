// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import type { Machine } from "../model.ts";

/** The machine as nested boxes. Leaves hold nodes; only blades of machines with locations may be empty. */
export interface Tree {
  level: string;
  name: string;
  children: Tree[];
  nodes: number[];
  /** For a blade of a machine with locations: its number of positions, and the position of each node. */
  room?: number;
  positions?: number[];
  /** The location of a cabinet, if it is known. */
  row?: number;
  column?: number;
}

export const nodesOf = (tree: Tree): number[] => (tree.children.length ? tree.children.flatMap(nodesOf) : tree.nodes);

/** Cabinets, chassis and blades, from the locations of the nodes. */
export function treeOfLocations(machine: Machine): Tree {
  const { location } = machine.doc.nodes;
  const root: Tree = { level: "machine", name: "machine", children: [], nodes: [] };
  if (!location) return root;
  const { cabinet, chassis, slot, node: position } = location;
  const order = Array.from({ length: machine.nodes }, (_, i) => i).sort(
    (a, b) => cabinet[a] - cabinet[b] || chassis[a] - chassis[b] || slot[a] - slot[b] || position[a] - position[b],
  );
  const room = 1 + Math.max(...position);
  const slots = 1 + Math.max(...slot);
  const child = (of: Tree, level: string, name: string): Tree => {
    const last = of.children.at(-1);
    if (last?.name === name) return last;
    const made: Tree = { level, name, children: [], nodes: [] };
    of.children.push(made);
    return made;
  };
  for (const node of order) {
    const { name, row, column } = machine.doc.cabinets[cabinet[node]];
    const inCabinet = child(root, "cabinet", name);
    inCabinet.row = row;
    inCabinet.column = column;
    const inChassis = child(inCabinet, "chassis", `chassis ${chassis[node]}`);
    // All chassis have the same number of slots. Slots without nodes are vacant [Aseeri2019, figure 5].
    for (let i = inChassis.children.length; i < slots; ++i)
      inChassis.children.push({ level: "blade", name: `blade ${i}`, children: [], nodes: [], room, positions: [] });
    const blade = inChassis.children[slot[node]];
    blade.nodes.push(node);
    blade.positions?.push(position[node]);
  }
  return root;
}

/** The levels of the network, outermost first, then the switches if they have several nodes. */
export function treeOfLevels(machine: Machine): Tree {
  const build = (level: number, switches: number[], name: string, label: string): Tree | null => {
    const tree: Tree = { level: label, name, children: [], nodes: [] };
    if (level < machine.levels.length) {
      const { name: inner, domain } = machine.levels[level];
      const parts = new Map<number, number[]>();
      for (const at of switches) {
        const part = parts.get(domain[at]);
        if (part) part.push(at);
        else parts.set(domain[at], [at]);
      }
      for (const [number, members] of [...parts].sort(([a], [b]) => a - b)) {
        const made = build(level + 1, members, `${inner} ${number}`, inner);
        if (made) tree.children.push(made);
      }
    } else {
      const crowded = switches.length > 1 && switches.some((at) => machine.nodesOn.row(at).length > 1);
      for (const at of switches) {
        const nodes = [...machine.nodesOn.row(at)];
        if (!nodes.length) continue;
        if (crowded) tree.children.push({ level: "switch", name: machine.switchName(at), children: [], nodes });
        else tree.nodes.push(...nodes);
      }
    }
    return tree.children.length || tree.nodes.length ? tree : null;
  };
  const all = Array.from({ length: machine.switches }, (_, at) => at);
  return build(0, all, "machine", "machine") ?? { level: "machine", name: "machine", children: [], nodes: [] };
}
