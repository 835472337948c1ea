// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Groups on a circle, with the switches of each group on a small circle. Links are chords: no two of them overlap in
// all-to-all connections.
import { Rows, type Machine } from "../model.ts";
import { bend, boundsOf, emptyLayout, type Frame, type Layout } from "./layout.ts";

/** With more groups than this, groups are in rows: on a circle each would be too small. */
const mostInCircle = 72;

interface Group {
  x: number;
  y: number;
  r: number;
}

/** `reach` is the distance of the outermost nodes of a group from its center. */
function arrangeGroups(count: number, r: number, reach: number, aspect: number): Group[] {
  if (count === 1) return [{ x: 0, y: 0, r }];
  if (count > mostInCircle) {
    const columns = Math.ceil(Math.sqrt(count * aspect));
    return Array.from({ length: count }, (_, g) => ({
      x: (g % columns) * 2.2 * reach,
      y: Math.floor(g / columns) * 2.2 * reach,
      r,
    }));
  }
  const far = Math.max(2.2 * r, (1.1 * reach) / Math.sin(Math.PI / count));
  const stretch = Math.min(1.3, Math.max(1, aspect));
  return Array.from({ length: count }, (_, g) => {
    const angle = (2 * Math.PI * g) / count - Math.PI / 2;
    return { x: stretch * far * Math.cos(angle), y: far * Math.sin(angle), r };
  });
}

/** The size of the marks in a group, for an angle of `step` radians between switches. */
const markSize = (step: number, r: number): number => Math.min(0.36, 0.4 * step) * r;

export function rings(machine: Machine, aspect: number): Layout {
  const layout = emptyLayout(machine);
  const outer = machine.levels[0];
  const groupOf = outer?.domain ?? new Int32Array(machine.switches);
  const count = outer?.domains ?? 1;
  const members = Rows.group(count, machine.switches, (at) => groupOf[at]);
  const largest = Math.max(...Array.from({ length: count }, (_, g) => members.row(g).length));
  const deepest = Math.max(...Array.from({ length: machine.switches }, (_, at) => machine.nodesOn.row(at).length));
  const r = Math.max(4, largest * 0.42);
  const reach = r + markSize((2 * Math.PI) / largest, r) * (deepest > 1 ? 2.4 + 1.7 * (deepest - 1) : 1);
  const groups = arrangeGroups(count, r, reach, aspect);
  groups.forEach((group, g) => seatGroup(layout, machine, group, members.row(g)));
  groups.forEach((group, g) => layout.frames.push(frameOf(machine, group, g, groups.length)));

  const middle = count > mostInCircle || count === 1 ? null : { x: 0, y: 0 };
  bend(layout, machine, (c, [x, y]) => {
    const a = groupOf[machine.cables.from[c]];
    const b = groupOf[machine.cables.to[c]];
    if (a === b) return [groups[a].x, groups[a].y, 0.45];
    return middle ? [middle.x, middle.y, 0.62] : [x, y - groups[a].r, 0.5];
  });
  if (count > 1) bundle(layout, machine, groups, groupOf, middle);
  layout.bounds = boundsOf(layout, groups[0].r * 0.25);
  return layout;
}

/** Switches on a circle, with a gap between chassis. Their nodes are outside the circle. */
function seatGroup(layout: Layout, machine: Machine, group: Group, switches: Int32Array): void {
  const inner = machine.levels[1]?.domain;
  const sorted = inner ? [...switches].sort((a, b) => inner[a] - inner[b] || a - b) : [...switches];
  const gaps = inner ? sorted.filter((at, i) => i > 0 && inner[at] !== inner[sorted[i - 1]]).length + 1 : 0;
  const step = (2 * Math.PI) / (sorted.length + (gaps > 1 ? gaps * 1.2 : 0));
  let angle = -Math.PI / 2 + step / 2;
  const size = markSize(step, group.r);
  sorted.forEach((at, i) => {
    if (gaps > 1 && i > 0 && inner && inner[at] !== inner[sorted[i - 1]]) angle += 1.2 * step;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    layout.switchX[at] = group.x + group.r * dx;
    layout.switchY[at] = group.y + group.r * dy;
    const nodes = machine.nodesOn.row(at);
    const itself = nodes.length === 1;
    layout.switchR[at] = itself ? 0 : size * 0.62;
    nodes.forEach((node, n) => {
      const far = itself ? group.r : group.r + size * (1.5 + 1.7 * n);
      layout.nodeX[node] = group.x + far * dx;
      layout.nodeY[node] = group.y + far * dy;
      layout.nodeR[node] = itself ? size * 0.9 : size * 0.72;
    });
    angle += step;
  });
}

function frameOf(machine: Machine, { x, y, r }: Group, g: number, groups: number): Frame {
  const level = machine.levels[0]?.name ?? "network";
  const nodes = Int32Array.from(Array.from({ length: machine.nodes }, (_, i) => i)).filter(
    (node) => groups === 1 || machine.levels[0].domain[machine.switchOf[node]] === g,
  );
  const box = { x: x - r * 0.8, y: y - r * 0.22, w: 1.6 * r, h: 0.44 * r };
  return {
    level,
    name: groups === 1 ? "network" : `${level} ${g}`,
    depth: 0,
    shape: "circle",
    rect: { x: x - r, y: y - r, w: 2 * r, h: 2 * r },
    label: box,
    side: "top",
    nodes,
  };
}

/** One curve for all links between two groups, from rim to rim. */
function bundle(
  layout: Layout,
  machine: Machine,
  groups: Group[],
  groupOf: Int32Array,
  middle: { x: number; y: number } | null,
): void {
  const pairs = new Map<number, { a: number; b: number; cables: number[]; curve: number[] }>();
  const { from, to, count } = machine.cables;
  const pairOf = new Int32Array(count).fill(-1);
  const index = new Map<number, number>();
  for (let c = 0; c < count; ++c) {
    const a = Math.min(groupOf[from[c]], groupOf[to[c]]);
    const b = Math.max(groupOf[from[c]], groupOf[to[c]]);
    if (a === b) continue;
    const key = a * groups.length + b;
    let pair = pairs.get(key);
    if (!pair) {
      pairs.set(key, (pair = { a, b, cables: [], curve: curveBetween(groups[a], groups[b], middle) }));
      index.set(key, index.size);
    }
    pair.cables.push(c);
    pairOf[c] = index.get(key) ?? -1;
  }
  layout.bundles = { groupOf, radius: groups[0].r, pairs: [...pairs.values()], pairOf };
}

function curveBetween(a: Group, b: Group, middle: { x: number; y: number } | null): number[] {
  const [mx, my] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  const pull = 0.62;
  const [cx, cy] = middle ? [mx + (middle.x - mx) * pull, my + (middle.y - my) * pull] : [mx, my - a.r];
  const rim = ({ x, y, r }: Group): [number, number] => {
    const far = Math.hypot(cx - x, cy - y) || 1;
    return [x + ((cx - x) / far) * r, y + ((cy - y) / far) * r];
  };
  return [...rim(a), cx, cy, ...rim(b)];
}
