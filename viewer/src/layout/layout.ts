// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import type { Machine } from "../model.ts";

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A named box of nodes: a cabinet, a chassis, a blade, a group. Its label selects all its nodes. */
export interface Frame {
  level: string;
  name: string;
  /** 0 is outermost. */
  depth: number;
  shape: "box" | "circle";
  rect: Rect;
  label: Rect;
  /** Along the left edge, or above. */
  side: "left" | "top";
  nodes: Int32Array;
}

/** The positions of all parts, in layout units: a node of a cabinet has a size of about 1. */
export interface Layout {
  bounds: Rect;
  /** Center of every node, and half of its side. */
  nodeX: Float32Array;
  nodeY: Float32Array;
  nodeR: Float32Array;
  /** Centers of positions without nodes, x and y alternating. */
  vacant: number[];
  /** Switches. They are drawn as discs, or not at all if the radius is 0. */
  switchX: Float32Array;
  switchY: Float32Array;
  switchR: Float32Array;
  /** Outermost first. */
  frames: Frame[];
  /** Per cable: begin, control point and end of a quadratic curve. */
  curves: Float32Array;
  /** Bundles of the cables between two groups: one curve replaces them while groups are drawn small. */
  bundles?: Bundles;
}

export interface Bundles {
  groupOf: Int32Array;
  /** Radius of a group, which decides whether it is drawn small. */
  radius: number;
  pairs: { a: number; b: number; cables: number[]; curve: number[] }[];
  /** By cable: its pair, or -1 inside a group. */
  pairOf: Int32Array;
}

export const emptyLayout = (machine: Machine): Layout => ({
  bounds: { x: 0, y: 0, w: 1, h: 1 },
  nodeX: new Float32Array(machine.nodes),
  nodeY: new Float32Array(machine.nodes),
  nodeR: new Float32Array(machine.nodes),
  switchX: new Float32Array(machine.switches),
  switchY: new Float32Array(machine.switches),
  switchR: new Float32Array(machine.switches),
  vacant: [],
  frames: [],
  curves: new Float32Array(6 * machine.cables.count),
});

/** Bends every cable. The control point is the fraction `pull` of the way from its middle to the point of `towards`. */
export function bend(
  layout: Layout,
  machine: Machine,
  towards: (cable: number, middle: [number, number]) => [x: number, y: number, pull: number],
): void {
  const { from, to, count } = machine.cables;
  for (let c = 0; c < count; ++c) {
    const [ax, ay] = [layout.switchX[from[c]], layout.switchY[from[c]]];
    const [bx, by] = [layout.switchX[to[c]], layout.switchY[to[c]]];
    const middle: [number, number] = [(ax + bx) / 2, (ay + by) / 2];
    const [x, y, pull] = towards(c, middle);
    layout.curves.set([ax, ay, middle[0] + (x - middle[0]) * pull, middle[1] + (y - middle[1]) * pull, bx, by], 6 * c);
  }
}

/** The bounding box of all frames, nodes and switches. */
export function boundsOf(layout: Layout, margin: number): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const grow = (x: number, y: number, w: number, h: number) => {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + w);
    bottom = Math.max(bottom, y + h);
  };
  layout.nodeX.forEach((x, i) => {
    const r = layout.nodeR[i];
    grow(x - r, layout.nodeY[i] - r, 2 * r, 2 * r);
  });
  layout.switchX.forEach((x, i) => {
    const r = layout.switchR[i];
    if (r > 0) grow(x - r, layout.switchY[i] - r, 2 * r, 2 * r);
  });
  for (const { rect, label } of layout.frames) for (const { x, y, w, h } of [rect, label]) grow(x, y, w, h);
  return { x: left - margin, y: top - margin, w: right - left + 2 * margin, h: bottom - top + 2 * margin };
}
