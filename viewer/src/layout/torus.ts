// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// A torus as slices side by side. The last two dimensions form a slice.
import type { Machine } from "../model.ts";
import { columnsFor } from "./columns.ts";
import { bend, boundsOf, emptyLayout, type Layout } from "./layout.ts";

/** The numbers in the name of a switch: "t1-2-3" is at (1, 2, 3). */
const numbers = (name: string): number[] => (name.match(/\d+/g) ?? []).map(Number);

/** The dims of a torus with coordinates in the names of its switches; null for other networks. */
export function torusDims(machine: Machine): number[] | null {
  if (machine.doc.network.kind !== "torus") return null;
  const dims: number[] = [];
  for (let at = 0; at < machine.switches; ++at)
    numbers(machine.switchName(at)).forEach((value, i) => (dims[i] = Math.max(dims[i] ?? 1, value + 1)));
  return dims.reduce((a, b) => a * b, 1) === machine.switches ? dims : null;
}

export function torus(machine: Machine, dims: number[], aspect: number): Layout {
  const layout = emptyLayout(machine);
  const [rows, columns] = [dims.at(-2) ?? 1, dims.at(-1) ?? 1];
  const slices = machine.switches / (rows * columns);
  const pitch = 3;
  const across = columnsFor(slices, columns + 1, rows + 1, aspect);
  for (let at = 0; at < machine.switches; ++at) {
    const where = numbers(machine.switchName(at));
    const slice = where.slice(0, -2).reduce((sum, value, i) => sum * dims[i] + value, 0);
    layout.switchX[at] = ((where.at(-1) ?? 0) + (slice % across) * (columns + 1.2)) * pitch;
    layout.switchY[at] = ((where.at(-2) ?? 0) + Math.floor(slice / across) * (rows + 1.2)) * pitch;
    const nodes = machine.nodesOn.row(at);
    layout.switchR[at] = nodes.length > 1 ? 0.3 : 0;
    nodes.forEach((node, n) => {
      const angle = (2 * Math.PI * n) / nodes.length - Math.PI / 4;
      const far = nodes.length > 1 ? 0.75 : 0;
      layout.nodeX[node] = layout.switchX[at] + far * Math.cos(angle);
      layout.nodeY[node] = layout.switchY[at] + far * Math.sin(angle);
      layout.nodeR[node] = nodes.length > 1 ? Math.min(0.35, 1.6 / nodes.length) : 0.55;
    });
  }
  for (let slice = 0; slice < slices && dims.length > 2; ++slice) {
    const x = ((slice % across) * (columns + 1.2) - 0.6) * pitch;
    const y = (Math.floor(slice / across) * (rows + 1.2) - 0.6) * pitch;
    const inSlice = (node: number) =>
      numbers(machine.switchName(machine.switchOf[node]))
        .slice(0, -2)
        .reduce((sum, value, i) => sum * dims[i] + value, 0) === slice;
    const index = [];
    for (let i = dims.length - 3, rest = slice; i >= 0; rest = Math.floor(rest / dims[i]), --i)
      index.unshift(rest % dims[i]);
    layout.frames.push({
      level: "slice",
      name: `slice ${index.join(", ")}`,
      depth: 0,
      shape: "box",
      rect: { x, y, w: (columns + 0.2) * pitch, h: (rows + 0.2) * pitch },
      label: { x, y: y - 1.3, w: (columns + 0.2) * pitch, h: 1.2 },
      side: "top",
      nodes: Int32Array.from(Array.from({ length: machine.nodes }, (_, i) => i)).filter(inSlice),
    });
  }
  // Links that wrap around, and links between slices, are curved to be distinguishable.
  bend(layout, machine, (c, [x, y]) => {
    const [a, b] = [machine.cables.from[c], machine.cables.to[c]];
    const [dx, dy] = [layout.switchX[b] - layout.switchX[a], layout.switchY[b] - layout.switchY[a]];
    const far = Math.hypot(dx, dy);
    return far < 1.5 * pitch ? [x, y, 0] : [x + 0.12 * dy, y - 0.12 * Math.abs(dx) - 0.05 * far, 1];
  });
  layout.bounds = boundsOf(layout, 1.5);
  return layout;
}
