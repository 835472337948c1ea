// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import assert from "node:assert/strict";
import { test } from "node:test";
import { compress, expand, NodeFinder } from "../../src/hostlist.ts";
import { random } from "./random.ts";

test("consecutive numbers become ranges", () => {
  assert.equal(compress(["nid00012", "nid00013", "nid00014", "nid00020"]), "nid[00012-00014,00020]");
  assert.equal(compress(["nid00012"]), "nid00012");
  assert.equal(compress(["login", "a1", "a2", "b3"]), "login,a[1-2],b3");
  assert.equal(compress([]), "");
});

test("a range keeps the width of its numbers", () => {
  assert.equal(compress(["n8", "n9", "n10"]), "n[8-10]");
  assert.equal(compress(["n09", "n10"]), "n[09-10]");
  assert.equal(compress(["n9", "n010"]), "n[9,010]");
  assert.equal(compress(["n99", "n100"]), "n[99-100]");
  assert.equal(compress(["n099", "n0100"]), "n[099,0100]");
});

test("names without a number at their end stand alone", () => {
  assert.equal(compress(["alpha", "beta", "beta"]), "alpha,beta,beta");
  assert.equal(compress(["n1-ib", "n2-ib"]), "n1-ib,n2-ib");
});

/** Expands names that have at most one bracket, at their end, as Slurm demands. */
function expandSlowly(list: string): string[] {
  return list.split(/,(?![^[]*\])/).flatMap((name) => {
    const [prefix, ranges] = name.replace("]", "").split("[");
    return ranges === undefined
      ? [name]
      : ranges.split(",").flatMap((range) => {
          const [low, high = low] = range.split("-");
          const length = Number(high) - Number(low) + 1;
          return Array.from({ length }, (_, i) => prefix + String(Number(low) + i).padStart(low.length, "0"));
        });
  });
}

test("a compressed list expands to the same names", () => {
  const seed = Date.now() % 1e6;
  const next = random(seed);
  for (let round = 0; round < 300; ++round) {
    const names: string[] = [];
    for (let i = 0; i < 40; ++i) {
      const width = 1 + next(5);
      const first = next(1200);
      const prefix = ["nid", "x1000c0s0b0n", "r2i0n", "host-", ""][next(5)];
      for (let k = 0; k < 1 + next(6); ++k)
        names.push(prefix + String(first + k).padStart(width, "0") + ["", "", "-ib"][next(3)]);
    }
    const list = compress(names);
    assert.deepEqual(expand(list), names, `seed ${seed}`);
    assert.deepEqual(expandSlowly(list), names, `seed ${seed}`);
  }
});

test("several brackets are a product", () => {
  assert.deepEqual(expand("r[1-2]n[0-1]"), ["r1n0", "r1n1", "r2n0", "r2n1"]);
  assert.deepEqual(expand(" a1 , b2\nc3;d[04,06-07]"), ["a1", "b2", "c3", "d04", "d06", "d07"]);
});

test("a malformed list is rejected with a reason", () => {
  for (const [list, reason] of [
    ["nid[1-", /does not close/],
    ["nid]1", /brackets do not match/],
    ["nid[[1]]", /brackets do not match/],
    ["nid[x]", /not a number/],
    ["nid[9-3]", /runs backwards/],
    ["nid[0-999999999]", /more than/],
    ["nid[0-999][0-999][0-999]", /more than/],
  ] as const)
    assert.throws(() => expand(list), reason, list);
});

test("nodes are found by name, by their name in the network, and by number", () => {
  const finder = new NodeFinder(["nid00012", "nid00013"], ["c0-0c0s3n0", "c0-0c0s3n1"]);
  assert.deepEqual(finder.find("nid[00012-00013]").nodes, [0, 1]);
  assert.deepEqual(finder.find("c0-0c0s3n1").nodes, [1]);
  assert.deepEqual(finder.find("12-13").nodes, [0, 1]);
  assert.deepEqual(finder.find("13, 99"), { nodes: [1], unknown: ["99"] });
});
