// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import assert from "node:assert/strict";
import { test } from "node:test";
import { Hits } from "../../src/picking.ts";
import { boxes } from "../../src/layout/boxes.ts";
import { layerOfSwitches, layers } from "../../src/layout/layers.ts";
import type { Layout } from "../../src/layout/layout.ts";
import { network } from "../../src/layout/network.ts";
import { Slices, wrapped } from "../../src/layout/slices.ts";
import { torus, torusDims } from "../../src/layout/torus.ts";
import { Machine } from "../../src/model.ts";
import { dragonfly } from "./machines.ts";
import { random } from "./random.ts";

function overlaps(layout: Layout): number {
  let count = 0;
  const { nodeX: x, nodeY: y, nodeR: r } = layout;
  for (let i = 0; i < x.length; ++i)
    for (let j = 0; j < i; ++j)
      if (Math.max(Math.abs(x[i] - x[j]), Math.abs(y[i] - y[j])) < 0.99 * Math.min(r[i], r[j])) ++count;
  return count;
}

const layouts: [string, Layout][] = [
  ["boxes by locations", boxes(dragonfly(3, 3, 16, 4, true), 1.4)],
  ["boxes by levels", boxes(dragonfly(3, 2, 8, 2), 1.4)],
  ["boxes of nodes that are switches", boxes(dragonfly(4, 4, 8, 1), 1.4)],
  ["rings", network(dragonfly(5, 3, 6, 3), 1.4)],
  ["a hundred groups", network(dragonfly(100, 1, 3, 2), 1.4)],
  ["one group", network(dragonfly(1, 2, 8, 4), 1.4)],
];

test("nodes do not overlap and are inside the bounds", () => {
  for (const [name, layout] of layouts) {
    assert.equal(overlaps(layout), 0, name);
    const { x, y, w, h } = layout.bounds;
    for (let i = 0; i < layout.nodeX.length; ++i)
      assert.ok(layout.nodeX[i] > x && layout.nodeX[i] < x + w && layout.nodeY[i] > y && layout.nodeY[i] < y + h, name);
  }
});

test("a node is found where it is drawn", () => {
  for (const [name, layout] of layouts) {
    const hits = new Hits(layout);
    layout.nodeX.forEach((x, i) => assert.equal(hits.node(x, layout.nodeY[i], 0.01), i, name));
  }
});

test("frames contain their nodes, and each level contains every node once", () => {
  for (const [name, layout] of layouts)
    for (const level of new Set(layout.frames.map((frame) => frame.level))) {
      const frames = layout.frames.filter((frame) => frame.level === level);
      // A group in two rows has two brackets with the same nodes.
      const names = new Map(
        frames.map((frame) => [frame.name + (level === "group" ? "" : frame.rect.x + frame.rect.y), frame.nodes]),
      );
      const nodes = [...names.values()].flatMap((list) => [...list]);
      assert.equal(new Set(nodes).size, nodes.length, `${name} ${level}`);
      assert.equal(nodes.length, layout.nodeX.length, `${name} ${level}`);
    }
});

test("positions without nodes stay vacant on a blade", () => {
  const full = dragonfly(1, 1, 4, 4, true).doc;
  const keep = (values: number[]) => values.filter((_, i) => i !== 5 && i !== 6);
  const { location } = full.nodes;
  const machine = new Machine({
    ...full,
    nodes: {
      name: full.nodes.name.filter((_, i) => i !== 5 && i !== 6),
      switch: keep(full.nodes.switch),
      state: keep(full.nodes.state),
      batch_job: keep(full.nodes.batch_job),
      location: location && {
        cabinet: keep(location.cabinet),
        chassis: keep(location.chassis),
        slot: keep(location.slot),
        node: keep(location.node),
      },
    },
    job: undefined,
    loads: undefined,
  });
  assert.equal(boxes(machine, 1).vacant.length, 2 * 2);
});

test("a box selects the same nodes as a search over all nodes", () => {
  const seed = Date.now() % 1e6;
  const next = random(seed);
  const [, layout] = layouts[0];
  const hits = new Hits(layout);
  for (let round = 0; round < 100; ++round) {
    const [x, y, w, h] = [next(60), next(60), next(60), next(60)];
    const slow = [...layout.nodeX.keys()].filter((i) => {
      const [nx, ny] = [layout.nodeX[i], layout.nodeY[i]];
      return nx >= x && nx <= x + w && ny >= y && ny <= y + h;
    });
    assert.deepEqual(hits.nodesIn({ x, y, w, h }), slow, `seed ${seed}`);
  }
});

test("switches further from nodes are drawn above nearer ones", () => {
  // Two leaves with two nodes each, two spines, one core.
  const doc = dragonfly(1, 1, 5, 1).doc;
  const machine = new Machine({
    ...doc,
    network: {
      ...doc.network,
      levels: [],
      links: { from: [0, 0, 1, 1, 2, 3], to: [2, 3, 2, 3, 4, 4], class: [0, 0, 0, 0, 1, 1] },
    },
    nodes: { name: ["a", "b", "c", "d"], switch: [0, 0, 1, 1], state: [0, 0, 0, 0], batch_job: [-1, -1, -1, -1] },
    job: undefined,
    loads: undefined,
  });
  assert.deepEqual([...layerOfSwitches(machine)], [0, 0, 1, 1, 2]);
  const { switchY } = layers(machine, 1);
  assert.ok(switchY[4] < switchY[2] && switchY[2] < switchY[0]);
});

test("a torus is recognized by the names of its switches", () => {
  const doc = dragonfly(1, 1, 12, 1).doc;
  const named = (kind: string, names: string[]) =>
    new Machine({
      ...doc,
      network: { ...doc.network, kind, switches: names, levels: [] },
      job: undefined,
      loads: undefined,
    });
  const names = Array.from({ length: 12 }, (_, i) => `t${Math.floor(i / 6)}-${Math.floor(i / 2) % 3}-${i % 2}`);
  assert.deepEqual(torusDims(named("torus", names)), [2, 3, 2]);
  assert.equal(torusDims(named("mesh", names)), null);
  const layout = torus(named("torus", names), [2, 3, 2], 1);
  assert.equal(overlaps(layout), 0);
});

test("every rank has its own cell, and every cell its rank", () => {
  for (const dims of [
    [7],
    [12],
    [1000],
    [5, 9],
    [3, 4, 5],
    [16, 2, 2],
    [2, 3, 4, 5],
    [2, 2, 3, 2, 3],
    [1],
    [1, 1, 1],
  ]) {
    const ranks = dims.reduce((a, b) => a * b, 1);
    const slices = new Slices(dims, ranks);
    const cells = new Set<string>();
    for (let rank = 0; rank < ranks; ++rank) {
      const [x, y] = slices.cell(rank);
      assert.equal(slices.rankAt(x, y), rank, `${dims}`);
      cells.add(`${x} ${y}`);
    }
    assert.equal(cells.size, ranks);
    let found = 0;
    for (let x = -1; x <= slices.width; ++x)
      for (let y = -1; y <= slices.height; ++y) found += slices.rankAt(x, y) >= 0 ? 1 : 0;
    assert.equal(found, ranks, `${dims}`);
  }
  assert.deepEqual(wrapped([2, 3, 4, 5]), [2, 3, 4, 5]);
});
