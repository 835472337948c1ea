// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// The physical layout of the machine: cabinets in rows, chassis stacked in a cabinet, blades in a chassis, nodes on a
// blade [Aseeri2019, figures 2 and 5]. A machine without locations is drawn as nested boxes of its levels.
import { Rows, type Machine } from "../model.ts";
import { columnsFor } from "./columns.ts";
import { bend, boundsOf, emptyLayout, type Frame, type Layout } from "./layout.ts";
import { nodesOf, treeOfLevels, treeOfLocations, type Tree } from "./tree.ts";

/** A tree with its size and the positions of its children. */
interface Arranged {
  tree: Tree;
  w: number;
  h: number;
  children: { at: Arranged; x: number; y: number }[];
  /** The frame of the tree itself. */
  frame: { x: number; y: number; w: number; h: number };
  side: "left" | "top";
}

const strip = 0.62; // width of a label along the left edge
const header = 2.1; // height of a label above
const bracket = 2.3; // height of the bracket above a group of cabinets

function blade(tree: Tree): Arranged {
  const many = tree.room ?? tree.nodes.length;
  const columns = many <= 4 ? many : many <= 8 ? Math.ceil(many / 2) : columnsFor(many, 1, 1, 1.6);
  const w = columns + strip;
  const h = Math.ceil(many / columns);
  return { tree, w, h, children: [], frame: { x: 0, y: 0, w, h }, side: "left" };
}

/** Children in rows of `columns`, spaced for the largest child. With `upwards`, the first row is at the bottom. */
function rows(tree: Tree, children: Arranged[], columns: number, side: "left" | "top", upwards: boolean): Arranged {
  const gap = tree.level === "chassis" ? 0.18 : 0.34 + 0.1 * depthBelow(tree);
  const w = Math.max(...children.map((child) => child.w));
  const h = Math.max(...children.map((child) => child.h));
  const lines = Math.ceil(children.length / columns);
  const left = side === "left" ? strip + 0.25 : gap;
  const top = side === "top" ? header : 0.12;
  const arranged = children.map((at, i) => ({
    at,
    x: left + (i % columns) * (w + gap),
    y: top + (upwards ? lines - 1 - Math.floor(i / columns) : Math.floor(i / columns)) * (h + gap),
  }));
  const width = left + columns * w + (columns - 1) * gap + (side === "left" ? 0.12 : gap);
  const height = top + lines * h + (lines - 1) * gap + (side === "left" ? 0.12 : gap);
  return { tree, w: width, h: height, children: arranged, frame: { x: 0, y: 0, w: width, h: height }, side };
}

const depthBelow = (tree: Tree): number => (tree.children.length ? 1 + depthBelow(tree.children[0]) : 0);

function arrange(tree: Tree, aspect: number, depth = 0): Arranged {
  if (!tree.children.length) return blade(tree);
  const children = tree.children.map((child) => arrange(child, 2, depth + 1));
  if (tree.level === "machine") return floor(tree, children, aspect);
  if (tree.level === "chassis" && tree.children[0].level === "blade") {
    // Slots are numbered upwards in the left column, then in the right one.
    const columns = children.length > 8 ? 2 : 1;
    const lines = Math.ceil(children.length / columns);
    const order = children.map((_, i) => children[(i % columns) * lines + Math.floor(i / columns)]).filter(Boolean);
    return rows(tree, order.length === children.length ? order : children, columns, "left", true);
  }
  if (tree.level === "cabinet") return rows(tree, children, children.length > 4 ? 2 : 1, "top", true);
  const w = Math.max(...children.map((child) => child.w));
  const h = Math.max(...children.map((child) => child.h));
  const inner = depthBelow(tree) < 2;
  return rows(
    tree,
    children,
    columnsFor(children.length, w, h, inner ? 1.6 : 1),
    inner && depth > 1 ? "left" : "top",
    false,
  );
}

/** The floor: cabinets at their locations, other boxes in rows. A machine in one long row is broken into several. */
function floor(tree: Tree, children: Arranged[], aspect: number): Arranged {
  const w = Math.max(...children.map((child) => child.w));
  const h = Math.max(...children.map((child) => child.h));
  const gap = 0.9;
  const standing = tree.children.every((child) => child.row !== undefined);
  const aisle = standing ? gap + bracket : gap;
  const order = children
    .slice()
    .sort((a, b) => (a.tree.row ?? 0) - (b.tree.row ?? 0) || (a.tree.column ?? 0) - (b.tree.column ?? 0));
  const lines = new Set(order.map((child) => child.tree.row)).size;
  const columns = columnsFor(order.length, w + gap, h + aisle, aspect);
  let [x, y] = [0, 0];
  const arranged = order.map((at, i) => {
    const fresh = standing && lines > 1 ? i > 0 && at.tree.row !== order[i - 1].tree.row : i > 0 && i % columns === 0;
    if (fresh) [x, y] = [0, y + h + aisle];
    const result = { at, x, y };
    x += w + gap;
    return result;
  });
  const width = Math.max(...arranged.map((child) => child.x)) + w;
  return { tree, w: width, h: y + h, children: arranged, frame: { x: 0, y: 0, w: 0, h: 0 }, side: "top" };
}

/** `aspect` is the aspect ratio of the window. */
export function boxes(machine: Machine, aspect: number): Layout {
  const layout = emptyLayout(machine);
  const tree = machine.doc.nodes.location ? treeOfLocations(machine) : treeOfLevels(machine);
  const put = (arranged: Arranged, x: number, y: number, depth: number) => {
    if (arranged.tree.level !== "machine") layout.frames.push(frameOf(arranged, x, y, depth));
    for (const child of arranged.children) put(child.at, x + child.x, y + child.y, depth + 1);
    if (!arranged.children.length) fillBlade(layout, arranged, x, y);
  };
  put(arrange(tree, aspect), 0, 0, -1);
  // A switch is in the middle of its nodes.
  for (let at = 0; at < machine.switches; ++at) {
    const nodes = machine.nodesOn.row(at);
    for (const node of nodes) {
      layout.switchX[at] += layout.nodeX[node] / nodes.length;
      layout.switchY[at] += layout.nodeY[node] / nodes.length;
    }
  }
  groupBrackets(layout, machine);
  layout.frames.sort((a, b) => a.depth - b.depth);
  layout.bounds = boundsOf(layout, 0.8);
  bend(layout, machine, (c, [x, y]) => {
    const [dx, dy] = ["switchX", "switchY"].map(
      (axis) => layout[axis as "switchX"][machine.cables.to[c]] - layout[axis as "switchX"][machine.cables.from[c]],
    );
    return [x + 0.18 * dy, y - 0.18 * dx, 1];
  });
  return layout;
}

function fillBlade(layout: Layout, { tree, w }: Arranged, x: number, y: number): void {
  const columns = Math.round(w - strip);
  const center = (i: number) => [x + strip + (i % columns) + 0.5, y + Math.floor(i / columns) + 0.5];
  const taken = new Set<number>();
  tree.nodes.forEach((node, i) => {
    const at = tree.positions?.[i] ?? i;
    taken.add(at);
    [layout.nodeX[node], layout.nodeY[node]] = center(at);
    layout.nodeR[node] = 0.4;
  });
  for (let i = 0; i < (tree.room ?? 0); ++i) if (!taken.has(i)) layout.vacant.push(...center(i));
}

/** Adds brackets over adjacent cabinets of the same group of the network. */
function groupBrackets(layout: Layout, machine: Machine): void {
  const [level] = machine.levels;
  const cabinets = layout.frames.filter((frame) => frame.level === "cabinet");
  if (!level || !cabinets.length || level.domains < 2) return;
  const groupOf = (node: number) => level.domain[machine.switchOf[node]];
  const members = Rows.group(level.domains, machine.nodes, groupOf);
  for (let i = 0, j = 0; i < cabinets.length; i = j) {
    const group = groupOf(cabinets[i].nodes[0]);
    const { x, y } = cabinets[i].rect;
    for (j = i; j < cabinets.length && cabinets[j].rect.y === y && groupOf(cabinets[j].nodes[0]) === group; ++j);
    const last = cabinets[j - 1].rect;
    const rect = { x, y: y - bracket, w: last.x + last.w - x, h: bracket - 0.25 };
    const name = `${level.name} ${group}`;
    layout.frames.push({
      level: level.name,
      name,
      depth: 0,
      shape: "box",
      rect,
      label: rect,
      side: "top",
      nodes: members.row(group),
    });
  }
}

function frameOf(arranged: Arranged, x: number, y: number, depth: number): Frame {
  const { frame, side, tree } = arranged;
  const rect = { x: x + frame.x, y: y + frame.y, w: frame.w, h: frame.h };
  const label = side === "top" ? { ...rect, h: header } : { ...rect, w: strip };
  return {
    level: tree.level,
    name: tree.name,
    depth,
    shape: "box",
    rect,
    label,
    side,
    nodes: Int32Array.from(nodesOf(tree)),
  };
}
