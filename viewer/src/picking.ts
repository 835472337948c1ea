// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import Flatbush from "flatbush";
import type { Layout, Rect } from "./layout/layout.ts";

/** The distance of a point from a quadratic curve, approximated by eight line segments. */
export function distanceToCurve(curve: ArrayLike<number>, at: number, x: number, y: number): number {
  const [ax, ay, cx, cy, bx, by] = [0, 1, 2, 3, 4, 5].map((i) => curve[at + i]);
  let least = Infinity;
  let [px, py] = [ax, ay];
  for (let i = 1; i <= 8; ++i) {
    const t = i / 8;
    const s = 1 - t;
    const qx = s * s * ax + 2 * s * t * cx + t * t * bx;
    const qy = s * s * ay + 2 * s * t * cy + t * t * by;
    const [dx, dy] = [qx - px, qy - py];
    const along = Math.max(0, Math.min(1, ((x - px) * dx + (y - py) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(x - px - along * dx, y - py - along * dy));
    [px, py] = [qx, qy];
  }
  return least;
}

/** Finds the objects at a point or in a box of a layout, in layout units, with R-trees. */
export class Hits {
  private readonly nodes: Flatbush;
  private readonly cables: Flatbush | null;

  constructor(private readonly layout: Layout) {
    const { nodeX, nodeY, nodeR, curves } = layout;
    this.nodes = new Flatbush(nodeX.length);
    nodeX.forEach((x, i) => {
      const [y, r] = [nodeY[i], nodeR[i]];
      this.nodes.add(x - r, y - r, x + r, y + r);
    });
    this.nodes.finish();
    const count = curves.length / 6;
    this.cables = count ? new Flatbush(count) : null;
    for (let c = 0; c < count; ++c) {
      const at = 6 * c;
      this.cables?.add(
        Math.min(curves[at], curves[at + 2], curves[at + 4]),
        Math.min(curves[at + 1], curves[at + 3], curves[at + 5]),
        Math.max(curves[at], curves[at + 2], curves[at + 4]),
        Math.max(curves[at + 1], curves[at + 3], curves[at + 5]),
      );
    }
    this.cables?.finish();
  }

  /** The node there, or -1. */
  node(x: number, y: number, reach: number): number {
    const { nodeX, nodeY } = this.layout;
    let [best, least] = [-1, Infinity];
    for (const node of this.nodes.search(x - reach, y - reach, x + reach, y + reach)) {
      const far = Math.hypot(nodeX[node] - x, nodeY[node] - y);
      if (far < least) [best, least] = [node, far];
    }
    return best;
  }

  /** Nodes whose center is in the box, ascending. */
  nodesIn({ x, y, w, h }: Rect): number[] {
    const { nodeX, nodeY } = this.layout;
    return this.nodes
      .search(x, y, x + w, y + h, (i) => nodeX[i] >= x && nodeX[i] <= x + w && nodeY[i] >= y && nodeY[i] <= y + h)
      .sort((a, b) => a - b);
  }

  /** The nearest cable within reach of the point for which `shown` is true, or -1. */
  cable(x: number, y: number, reach: number, shown: (cable: number) => boolean): number {
    let [best, least] = [-1, reach];
    for (const c of this.cables?.search(x - reach, y - reach, x + reach, y + reach, shown) ?? []) {
      const far = distanceToCurve(this.layout.curves, 6 * c, x, y);
      if (far < least) [best, least] = [c, far];
    }
    return best;
  }

  /** The bundle of cables between two groups there, or -1. */
  pair(x: number, y: number, reach: number, shown: (pair: number) => boolean): number {
    let [best, least] = [-1, reach];
    this.layout.bundles?.pairs.forEach(({ curve }, i) => {
      const far = shown(i) ? distanceToCurve(curve, 0, x, y) : Infinity;
      if (far < least) [best, least] = [i, far];
    });
    return best;
  }

  /** The innermost frame whose label is there, or -1. */
  label(x: number, y: number): number {
    for (let i = this.layout.frames.length; i-- > 0;) {
      const { label } = this.layout.frames[i];
      if (x >= label.x && x <= label.x + label.w && y >= label.y && y <= label.y + label.h) return i;
    }
    return -1;
  }

  /** The next node from another one in a direction, or -1. It is near and close to the straight line. */
  next(from: number, dx: number, dy: number): number {
    const { nodeX, nodeY } = this.layout;
    let [best, least] = [-1, Infinity];
    for (let i = 0; i < nodeX.length; ++i) {
      const [x, y] = [nodeX[i] - nodeX[from], nodeY[i] - nodeY[from]];
      const along = x * dx + y * dy;
      const off = Math.abs(x * dy) + Math.abs(y * dx);
      if (along > 1e-3 && off < 2 * along && along + 2.5 * off < least) [best, least] = [i, along + 2.5 * off];
    }
    return best;
  }
}
