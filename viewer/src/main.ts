// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import type { ColorMode } from "./colors.ts";
import { detailsOf, Tooltip } from "./details.ts";
import { byId, element } from "./dom.ts";
import { ProcessGrid } from "./grid.ts";
import { Input } from "./input.ts";
import { showHistograms } from "./histogram.ts";
import { connectLegend } from "./legend.ts";
import { Machine, type ViewDocument } from "./model.ts";
import { connectSelection } from "./selection_panel.ts";
import { Canvas } from "./canvas.ts";
import { Store, type State, type View } from "./store.ts";
import * as units from "./units.ts";

function initialState(machine: Machine): State {
  const color: ColorMode = machine.ranks ? "rank" : machine.state.some((state) => state > 0) ? "state" : "load";
  return {
    view: "machine",
    color: color === "load" && !machine.hottest ? "state" : color,
    links: false,
    tool: "select",
    threshold: 0,
    classes: machine.doc.network.classes.map(() => true),
    ranges: machine.doc.network.classes.map(() => null),
    hover: null,
    cursor: -1,
  };
}

function showHeadline({ doc, nodes, switches, classes, hottest, ranks }: Machine): void {
  // For a file, its name is enough.
  const name = doc.network.text.replace(/^.*[/\\](?=.)/, "");
  document.title = `${name} \u2013 Cartwright`;
  byId("title").textContent = name;
  const links = doc.network.links.from.length;
  byId("subtitle").textContent =
    `${units.plural(nodes, "node")} \u00b7 ${units.plural(switches, "switch")} \u00b7 ${units.plural(links, "link")}`;
  const facts: [string, string][] = [];
  if (doc.job) {
    facts.push(
      ["process grid", doc.job.dims.join(" \u00d7 ")],
      ["ranks", units.count(ranks)],
      ["pattern", doc.job.pattern],
    );
    facts.push(["mapping", doc.job.mapping], ["routing", doc.job.routing]);
  }
  if (hottest > 0) {
    const busiest = classes.filter((entry) => entry.most / entry.bandwidth >= hottest * (1 - 1e-9))[0];
    facts.push(["hottest link", `${units.seconds(hottest)}${busiest ? ` (${busiest.name})` : ""}`]);
  }
  byId("facts").replaceChildren(
    ...facts.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
  );
}

/** Connects the radio buttons of one name to one member of the state. */
function connectRadios<K extends "view" | "color" | "tool">(store: Store, name: K): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)) {
    input.checked = input.value === store.state[name];
    input.addEventListener("change", () => input.checked && store.set({ [name]: input.value } as Pick<State, K>));
  }
}

function connectToolbar(store: Store, canvas: Canvas, input: Input): void {
  const { machine } = store;
  connectRadios(store, "view");
  connectRadios(store, "color");
  connectRadios(store, "tool");
  const unavailable: Record<string, boolean> = {
    rank: !machine.ranks,
    load: !machine.hottest,
    job: !machine.ranks && !machine.doc.batch_jobs.length,
  };
  for (const [value, missing] of Object.entries(unavailable))
    byId<HTMLInputElement>(`color-${value}`).disabled = missing;
  const links = byId<HTMLInputElement>("links");
  links.addEventListener("change", () => store.set({ links: links.checked }));
  // Links are shown in the network view, and at first hidden in the machine view.
  const wanted: Record<View, boolean> = { machine: false, network: true };
  store.listen((changed) => {
    if (changed.has("links")) wanted[store.state.view] = store.state.links;
    else if (changed.has("view")) store.set({ links: (links.checked = wanted[store.state.view]), hover: null });
  });
  const threshold = byId<HTMLInputElement>("threshold");
  const shown = byId("threshold-value");
  const count = () => {
    const percent = Number(threshold.value);
    let left = 0;
    for (let c = 0; c < machine.cables.count; ++c) left += store.shows(c) ? 1 : 0;
    shown.textContent = `${percent} % \u00b7 ${units.plural(left, "cable")}`;
  };
  threshold.disabled = !machine.hottest;
  threshold.addEventListener("input", () => store.set({ threshold: Number(threshold.value) / 100 }));
  store.listen((changed) => (changed.has("threshold") || changed.has("classes") || changed.has("ranges")) && count());
  count();
  byId("zoom-in").addEventListener("click", () => input.zoom(1.4));
  byId("zoom-out").addEventListener("click", () => input.zoom(1 / 1.4));
  byId("zoom-fit").addEventListener("click", () => canvas.fit());
}

function start(): void {
  const machine = new Machine(JSON.parse(byId("model").textContent ?? "") as ViewDocument);
  const store = new Store(machine, initialState(machine));
  const live = byId("live");
  const announce = (text: string) => (live.textContent = text);
  const tooltip = new Tooltip(byId("tooltip"));
  showHeadline(machine);
  const host = byId("canvas");
  const canvas = new Canvas(store, host, byId("corners"));
  const input = new Input(store, canvas, announce, (x, y) => {
    const { left, top } = host.getBoundingClientRect();
    tooltip.move(left + x, top + y);
  });
  store.listen((changed) => {
    if (!changed.has("hover")) return;
    const { hover } = store.state;
    if (hover) tooltip.show(detailsOf(machine, hover, canvas.scene.layout.bundles));
    else tooltip.hide();
  });
  connectToolbar(store, canvas, input);
  connectLegend(store, byId("legend"));
  connectSelection(store, announce);
  showHistograms(store, byId("histograms"));
  byId("loads-panel").hidden = !machine.classes.length;
  if (!machine.doc.loads) byId("loads-title").textContent = "Links";
  byId("loads-note").hidden = !machine.doc.loads;
  if (machine.ranks) {
    new ProcessGrid(store, byId("grid"), (x, y) => tooltip.move(x, y), announce);
    byId("grid-title").append(element("span", {}, (machine.doc.job?.dims ?? []).join(" \u00d7 ")));
  }
  byId("grid-panel").hidden = !machine.ranks;
  // For the console of the browser, and for tests.
  Object.assign(window, { cartwright: { store, canvas } });
  document.documentElement.dataset.ready = "true";
}

start();
