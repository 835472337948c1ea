// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import { Machine, stateNames, type ViewDocument } from "../../src/model.ts";

/** Groups of chassis of switches, connected all-to-all at each level; with cnames if `located` is set. */
export function dragonfly(groups: number, chassis: number, switches: number, nodes: number, located = false): Machine {
  const per = chassis * switches;
  const count = groups * per;
  const links = { from: [] as number[], to: [] as number[], class: [] as number[] };
  const cable = (a: number, b: number, c: number) => {
    links.from.push(a, b);
    links.to.push(b, a);
    links.class.push(c, c);
  };
  for (let a = 0; a < count; ++a)
    for (let b = a + 1; b < count; ++b) {
      if (Math.floor(a / switches) === Math.floor(b / switches)) cable(a, b, 0);
      else if (Math.floor(a / per) === Math.floor(b / per) && a % switches === b % switches) cable(a, b, 1);
      else if (Math.floor(a / per) !== Math.floor(b / per) && a % per === b % per) cable(a, b, 2);
    }
  const of = <T>(length: number, value: (i: number) => T) => Array.from({ length }, (_, i) => value(i));
  const all = count * nodes;
  const at = (i: number) => Math.floor(i / nodes);
  const document: ViewDocument = {
    schema: "cartwright-view/2",
    version: "0.1.0",
    network: {
      text: "test",
      kind: "dragonfly",
      classes: ["green", "black", "blue"].map((name) => ({ name, title: name, bandwidth: 1e9 })),
      terminal_bandwidth: 1e10,
      switches: of(count, (i) => `s${i}`),
      levels: [
        { name: "group", domain: of(count, (i) => Math.floor(i / per)) },
        { name: "chassis", domain: of(count, (i) => Math.floor(i / switches)) },
      ],
      links,
    },
    nodes: {
      name: of(all, (i) => `nid${String(i).padStart(5, "0")}`),
      switch: of(all, at),
      state: of(all, (i) => i % stateNames.length),
      batch_job: of(all, (i) => (i % stateNames.length === 1 ? 0 : -1)),
      ...(located && {
        location: {
          cabinet: of(all, (i) => Math.floor(at(i) / per)),
          chassis: of(all, (i) => Math.floor(at(i) / switches) % chassis),
          slot: of(all, (i) => at(i) % switches),
          node: of(all, (i) => i % nodes),
        },
      }),
    },
    batch_jobs: ["4711"],
    cabinets: located ? of(groups, (i) => ({ name: `c${i}-0`, row: 0, column: i })) : [],
    job: {
      dims: [2, 3, all],
      pattern: "stencil",
      mapping: "blocked",
      routing: "minimal",
      node_of_rank: of(6 * all, (i) => Math.floor(i / 6)),
    },
    loads: {
      links: of(links.from.length, (i) => (i % 5 === 0 ? 0 : 1000 * i)),
      injection: of(all, (i) => i),
      ejection: of(all, (i) => 2 * i),
    },
  };
  return new Machine(document);
}
