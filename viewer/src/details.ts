// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import { element } from "./dom.ts";
import type { Bundles } from "./layout/layout.ts";
import type { Machine } from "./model.ts";
import type { Hover } from "./store.ts";
import * as units from "./units.ts";

type Fact = [name: string, value: string];

export interface Details {
  title: string;
  facts: Fact[];
}

const some = (values: string[], most = 4): string =>
  values.length > most ? `${values.slice(0, most).join(", ")}, \u2026 (${values.length})` : values.join(", ");

/** The contents of the tooltip. */
export function detailsOf(machine: Machine, hover: Hover, bundles?: Bundles): Details {
  switch (hover.kind) {
    case "node":
      return ofNode(machine, hover.node, hover.rank);
    case "cable":
      return ofCable(machine, hover.cable);
    case "pair":
      return ofPair(machine, hover.pair, bundles);
    case "frame": {
      const { nodes, name } = hover.frame;
      const free = nodes.filter((node) => machine.state[node] === 0 && !machine.ranksOn.row(node).length).length;
      const ours = nodes.filter((node) => machine.ranksOn.row(node).length).length;
      const facts: Fact[] = [["nodes", units.count(nodes.length)]];
      if (ours) facts.push(["of this job", units.count(ours)]);
      facts.push(["free", units.count(free)], ["click", "selects them"]);
      return { title: name, facts };
    }
  }
}

function ofNode(machine: Machine, node: number, rank?: number): Details {
  const ranks = machine.ranksOn.row(node);
  const facts: Fact[] = [];
  if (rank !== undefined) facts.push(["rank", `${units.count(rank)} at (${machine.coordinates(rank).join(", ")})`]);
  const alias = machine.alias(node);
  if (alias && alias !== machine.name(node)) facts.push(["location", alias]);
  const at = machine.switchName(machine.switchOf[node]);
  if (at !== machine.name(node) && at !== alias) facts.push(["switch", at]);
  for (const { name, domain } of machine.levels) facts.push([name, String(domain[machine.switchOf[node]])]);
  facts.push(["state", machine.stateName(node)]);
  const job = machine.doc.batch_jobs[machine.doc.nodes.batch_job[node]];
  if (job) facts.push(["job", job]);
  if (ranks.length && rank === undefined)
    facts.push([
      ranks.length === 1 ? "rank" : "ranks",
      some(
        [...ranks].map((r) => (machine.ranks > 1e5 ? String(r) : `${r} (${machine.coordinates(r).join(", ")})`)),
        2,
      ),
    ]);
  const { injection, ejection } = machine.doc.loads ?? {};
  if (injection?.length && ejection && injection[node] + ejection[node] > 0)
    facts.push(["sends", units.bytes(injection[node])], ["receives", units.bytes(ejection[node])]);
  if (machine.nodeSeconds[node] > 0) {
    const busiest = [...machine.cablesOf(machine.switchOf[node])].sort(
      (a, b) => machine.cables.seconds[b] - machine.cables.seconds[a],
    )[0];
    if (busiest !== undefined)
      facts.push([
        "busiest link",
        `${units.bytes(machine.cables.bytes[busiest])} \u00b7 ${units.seconds(machine.cables.seconds[busiest])}`,
      ]);
  }
  return { title: machine.name(node), facts };
}

function ofCable(machine: Machine, cable: number): Details {
  const { from, to, linkClass, links, seconds } = machine.cables;
  const { name, title, bandwidth } = machine.doc.network.classes[linkClass[cable]];
  const all = [...links.row(cable)];
  const facts: Fact[] = [["class", title ? `${name}, ${title}` : name]];
  const loads = machine.doc.loads?.links;
  const starts = machine.doc.network.links.from;
  for (const [end, arrow] of [
    [from[cable], "\u2192"],
    [to[cable], "\u2190"],
  ] as const) {
    const own = all.filter((link) => starts[link] === end);
    const bytes = loads ? Math.max(...own.map((link) => loads[link])) : 0;
    const parallel = own.length > 1 ? `${own.length} x ` : "";
    facts.push([
      arrow,
      loads
        ? `${parallel}${units.bytes(bytes)} \u00b7 ${units.seconds(bytes / bandwidth)}`
        : `${parallel}${units.bandwidth(bandwidth)}`,
    ]);
  }
  if (machine.hottest) facts.push(["relative to hottest", `${Math.round((100 * seconds[cable]) / machine.hottest)} %`]);
  return { title: `${machine.switchName(from[cable])} \u2013 ${machine.switchName(to[cable])}`, facts };
}

function ofPair(machine: Machine, pair: number, bundles?: Bundles): Details {
  if (!bundles) return { title: "", facts: [] };
  const { a, b, cables } = bundles.pairs[pair];
  const level = machine.levels[0].name;
  const { bytes, seconds } = machine.cables;
  const hottest = cables.reduce((best, c) => (seconds[c] > seconds[best] ? c : best), cables[0]);
  const facts: Fact[] = [["cables", units.count(cables.length)]];
  if (machine.doc.loads) {
    facts.push(["in use", units.count(cables.filter((c) => bytes[c] > 0).length)]);
    facts.push(["hottest", `${units.bytes(bytes[hottest])} \u00b7 ${units.seconds(seconds[hottest])}`]);
  }
  return { title: `${level} ${a} \u2013 ${level} ${b}`, facts };
}

/** Shows details next to the pointer, inside the window. */
export class Tooltip {
  private at = { x: 0, y: 0 };

  constructor(private readonly host: HTMLElement) {}

  show({ title, facts }: Details): void {
    const list = element("dl");
    for (const [name, value] of facts) list.append(element("dt", {}, name), element("dd", {}, value));
    this.host.replaceChildren(element("b", {}, title), list);
    this.host.hidden = false;
    this.reposition();
  }

  hide(): void {
    this.host.hidden = true;
  }

  move(x: number, y: number): void {
    this.at = { x, y };
    if (!this.host.hidden) this.reposition();
  }

  private reposition(): void {
    const { x, y } = this.at;
    const { offsetWidth, offsetHeight } = this.host;
    const left = x + 18 + offsetWidth > innerWidth ? x - 14 - offsetWidth : x + 18;
    const top = Math.min(y + 14, innerHeight - offsetHeight - 8);
    this.host.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, top)}px)`;
  }
}
