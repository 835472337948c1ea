// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Fat trees: switches with nodes at the bottom, the others above, by their distance to the nodes.
import type { Machine } from "../model.ts";
import { bend, boundsOf, emptyLayout, type Frame, type Layout } from "./layout.ts";

/** For every switch, its distance in links to the nearest switch with nodes. */
export function layerOfSwitches(machine: Machine): Int32Array {
  const layer = new Int32Array(machine.switches).fill(-1);
  let front: number[] = [];
  for (let at = 0; at < machine.switches; ++at) {
    if (!machine.nodesOn.row(at).length) continue;
    layer[at] = 0;
    front.push(at);
  }
  const { from, to } = machine.cables;
  while (front.length) {
    const next: number[] = [];
    for (const at of front)
      for (const c of machine.cablesOf(at)) {
        const other = from[c] === at ? to[c] : from[c];
        if (layer[other] >= 0) continue;
        layer[other] = layer[at] + 1;
        next.push(other);
      }
    front = next;
  }
  return layer.map((value) => Math.max(value, 0));
}

export function layers(machine: Machine, aspect: number): Layout {
  const layout = emptyLayout(machine);
  const layer = layerOfSwitches(machine);
  const top = Math.max(...layer);
  const rows: number[][] = Array.from({ length: top + 1 }, () => []);
  layer.forEach((value, at) => rows[value].push(at));
  const nodeRoom = Math.max(...rows[0].map((at) => machine.nodesOn.row(at).length));
  const across = Math.max(1, Math.min(4, Math.ceil(Math.sqrt(nodeRoom / 2)))); // nodes side by side below a switch
  const pitch = across + 1;
  const widest = Math.max(...rows.map((row) => row.length));
  const width = widest * pitch;
  const rise = Math.max(4, (width / aspect - nodeRoom / across) / (top + 1));
  rows.forEach((row, i) =>
    row.forEach((at, k) => {
      layout.switchX[at] = ((k + 0.5) * width) / row.length;
      layout.switchY[at] = (top - i) * rise;
      layout.switchR[at] = Math.min(0.42 * pitch, (0.3 * width) / row.length, 0.16 * rise);
    }),
  );
  for (const at of rows[0])
    machine.nodesOn.row(at).forEach((node, n) => {
      layout.nodeX[node] = layout.switchX[at] + (n % across) - (across - 1) / 2;
      layout.nodeY[node] = layout.switchY[at] + layout.switchR[at] + 1.4 + Math.floor(n / across);
      layout.nodeR[node] = 0.4;
    });
  rows[0].forEach((at) => layout.frames.push(leafFrame(machine, layout, at, across)));
  bend(layout, machine, (_, [x, y]) => [x, y, 0]);
  layout.bounds = boundsOf(layout, 1.5);
  return layout;
}

function leafFrame(machine: Machine, layout: Layout, at: number, across: number): Frame {
  const nodes = machine.nodesOn.row(at);
  const r = layout.switchR[at];
  const x = layout.switchX[at] - across / 2 - 0.1;
  const y = layout.switchY[at] + r + 0.75;
  return {
    level: "switch",
    name: machine.switchName(at),
    depth: 0,
    shape: "box",
    rect: { x, y, w: across + 0.2, h: Math.ceil(nodes.length / across) + 0.3 },
    label: { x: layout.switchX[at] - r, y: layout.switchY[at] - r, w: 2 * r, h: 2 * r },
    side: "top",
    nodes,
  };
}
