// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import assert from "node:assert/strict";
import { test } from "node:test";
import { nodeStyles, type Theme } from "../../src/colors.ts";
import { histogram } from "../../src/histogram.ts";
import { distanceToCurve } from "../../src/picking.ts";
import * as units from "../../src/units.ts";
import { dragonfly } from "./machines.ts";
import { random } from "./random.ts";

const machine = dragonfly(3, 2, 4, 2);

test("a cable is both directions of its links, as busy as the busier one", () => {
  const { from, to, class: kinds } = machine.doc.network.links;
  const loads = machine.doc.loads?.links ?? [];
  assert.equal(2 * machine.cables.count, from.length);
  for (let c = 0; c < machine.cables.count; ++c) {
    const links = [...machine.cables.links.row(c)];
    assert.equal(links.length, 2);
    assert.equal(machine.cables.bytes[c], Math.max(...links.map((i) => loads[i])));
    for (const i of links) {
      assert.deepEqual(new Set([from[i], to[i]]), new Set([machine.cables.from[c], machine.cables.to[c]]));
      assert.equal(kinds[i], machine.cables.linkClass[c]);
    }
  }
});

test("the cables of a switch are those that end there", () => {
  for (let at = 0; at < machine.switches; ++at)
    assert.deepEqual(
      [...machine.cablesOf(at)].sort((a, b) => a - b),
      Array.from({ length: machine.cables.count }, (_, c) => c).filter(
        (c) => machine.cables.from[c] === at || machine.cables.to[c] === at,
      ),
    );
});

test("classes count links in use, terminal links among them", () => {
  const total = machine.classes.slice(0, 3).reduce((sum, entry) => sum + entry.used, 0);
  assert.equal(total, machine.doc.loads?.links.filter((bytes) => bytes > 0).length);
  assert.deepEqual(
    machine.classes.map(({ name }) => name),
    ["green", "black", "blue", "injection", "ejection"],
  );
});

test("every link is in one bin of the histogram, and borders belong to the lower bin", () => {
  assert.deepEqual(histogram([1, 2, 3, 4], 4, 4), [1, 1, 1, 1]);
  assert.deepEqual(histogram([0, 0.5, 4], 4, 2), [2, 1]);
  const next = random(7);
  const loads = Array.from({ length: 1000 }, () => next(1e6));
  assert.equal(
    histogram(loads, Math.max(...loads), 24).reduce((a, b) => a + b),
    1000,
  );
});

test("coordinates are row-major", () => {
  assert.deepEqual(machine.coordinates(0), [0, 0, 0]);
  assert.deepEqual(machine.coordinates(machine.ranks - 1), [1, 2, machine.nodes - 1]);
  assert.deepEqual(machine.coordinates(machine.nodes), [0, 1, 0]);
});

test("states differ in form, not in color alone", () => {
  const theme: Theme = {
    dark: true,
    paper: "#000",
    card: "#111",
    ink: "#fff",
    soft: "#888",
    line: "#333",
    faint: "#444",
    accent: "#6cf",
  };
  const bare = dragonfly(1, 1, 4, 1);
  bare.ranksOn.row = () => new Int32Array(0);
  const { styles, of } = nodeStyles(bare, "state", theme);
  assert.equal(new Set([...of].map((i) => styles[i].glyph)).size, 4);
});

test("a point on a curve has distance 0", () => {
  const curve = [0, 0, 2, 2, 4, 0];
  assert.equal(distanceToCurve(curve, 0, 0, 0), 0);
  assert.ok(distanceToCurve(curve, 0, 2, 1) < 1e-12);
  assert.ok(Math.abs(distanceToCurve(curve, 0, 2, 3) - 2) < 1e-12);
});

test("units are readable", () => {
  assert.equal(units.bytes(1536), "1.5 KiB");
  assert.equal(units.bytes(0), "0 B");
  assert.equal(units.seconds(0.0032), "3.2 ms");
  assert.equal(units.seconds(0), "0 s");
  assert.equal(units.bandwidth(5.25e9), "5.25 GB/s");
  assert.equal(units.plural(2, "switch"), "2 switches");
});
