// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import { readTheme, loadColor } from "./colors.ts";
import { element, svg } from "./dom.ts";
import type { ClassLoads } from "./model.ts";
import type { Store } from "./store.ts";
import * as units from "./units.ts";

const bins = 24;
const [width, height] = [300, 54];

/** The number of loads in each of `count` equal bins from 0 to `most`. A load on a border belongs to the lower bin. */
export function histogram(loads: ArrayLike<number>, most: number, count: number): number[] {
  const result = new Array<number>(count).fill(0);
  for (let i = 0; i < loads.length; ++i) {
    const bin = most > 0 ? Math.ceil((loads[i] / most) * count) - 1 : 0;
    ++result[Math.max(0, Math.min(count - 1, bin))];
  }
  return result;
}

/** The panel of a class of links: its statistics, a check box, and a histogram to select a range. */
export function showHistograms(store: Store, host: HTMLElement): void {
  store.machine.classes.forEach((entry, c) => host.append(panel(store, entry, c)));
}

function panel(store: Store, entry: ClassLoads, c: number): HTMLElement {
  const links = c < store.state.classes.length; // the others are injection and ejection, which are not drawn
  const toggle = element("input", { type: "checkbox", ...(links ? { checked: "" } : { disabled: "", hidden: "" }) });
  toggle.addEventListener("change", () => store.set({ classes: store.state.classes.with(c, toggle.checked) }));
  const title = element(
    "label",
    { class: "class-title" },
    toggle,
    element("b", {}, entry.name),
    element("span", {}, entry.title),
  );
  const figures = element("p", { class: "figures" });
  figures.append(
    store.machine.doc.loads
      ? `${units.count(entry.used)} of ${units.plural(entry.links, "link")} used`
      : units.plural(entry.links, "link"),
    element(
      "span",
      {},
      entry.used
        ? `most ${units.bytes(entry.most)} \u00b7 ${units.seconds(entry.most / entry.bandwidth)}`
        : units.bandwidth(entry.bandwidth),
    ),
  );
  const made = element("section", { class: "class-loads", "data-class": entry.name }, title, figures);
  if (entry.used) made.append(chart(store, entry, c, links, figures));
  return made;
}

function chart(store: Store, entry: ClassLoads, c: number, links: boolean, figures: HTMLElement): HTMLElement {
  const counts = histogram(entry.loads, entry.most, bins);
  const tallest = Math.max(...counts);
  const drawing = svg("svg", {
    viewBox: `0 0 ${width} ${height + 12}`,
    role: "img",
    "aria-label": `Histogram of the loads of ${entry.name} links`,
  });
  const bars = counts.map((value, i) => {
    const tall = value ? Math.max(2, (Math.sqrt(value) / Math.sqrt(tallest)) * height) : 0;
    const bar = svg("rect", {
      x: (i * width) / bins + 0.75,
      y: height - tall,
      width: width / bins - 1.5,
      height: tall,
      rx: 1.5,
      class: "bar",
      "data-count": value,
    });
    bar.append(
      svg(
        "title",
        {},
        `${units.count(value)} links of ${units.bytes((i * entry.most) / bins)} to ${units.bytes(((i + 1) * entry.most) / bins)}`,
      ),
    );
    return bar;
  });
  const band = svg("rect", { class: "band", y: 0, height, x: 0, width, visibility: "hidden" });
  const axis = svg("line", { x1: 0, x2: width, y1: height + 0.5, y2: height + 0.5, class: "axis" });
  drawing.append(
    band,
    ...bars,
    axis,
    svg("text", { x: 0, y: height + 11 }, "0"),
    svg("text", { x: width, y: height + 11, "text-anchor": "end" }, units.bytes(entry.most)),
  );
  const host = element("div", { class: "histogram" }, drawing);

  const paint = () => {
    const theme = readTheme();
    const range = store.state.ranges[c];
    bars.forEach((bar, i) => {
      const [low, high] = [(i * entry.most) / bins, ((i + 1) * entry.most) / bins];
      const middle = (low + high) / 2;
      bar.setAttribute("fill", loadColor(Math.min(1, middle / entry.bandwidth / (store.machine.hottest || 1)), theme));
      bar.setAttribute("opacity", range && (high <= range[0] || low >= range[1]) ? "0.25" : "1");
    });
    if (range) {
      band.setAttribute("x", String((range[0] / entry.most) * width));
      band.setAttribute("width", String(((range[1] - range[0]) / entry.most) * width));
    }
    band.setAttribute("visibility", range ? "visible" : "hidden");
  };
  store.listen((changed) => changed.has("ranges") && paint());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
  paint();
  if (links) figures.append(brush(store, entry, c, drawing));
  return host;
}

/**
 * Dragging over the histogram shows only the links in that range. A click, or the button that appears, shows all links
 * again. Arrow keys move the lower end of the range; with shift, the upper end.
 */
function brush(store: Store, entry: ClassLoads, c: number, drawing: SVGElement): HTMLElement {
  const clear = element("button", { type: "button", class: "quiet", hidden: "" }, "all");
  clear.setAttribute("aria-label", `Show all ${entry.name} links again`);
  const set = (range: [number, number] | null) => store.set({ ranges: store.state.ranges.with(c, range) });
  clear.addEventListener("click", () => set(null));
  store.listen((changed) => changed.has("ranges") && (clear.hidden = !store.state.ranges[c]));
  const bytesAt = (event: PointerEvent) => {
    const { left, width: wide } = drawing.getBoundingClientRect();
    return Math.max(0, Math.min(1, (event.clientX - left) / wide)) * entry.most;
  };
  let from: number | null = null;
  drawing.addEventListener("pointerdown", (event) => {
    from = bytesAt(event);
    drawing.setPointerCapture(event.pointerId);
  });
  drawing.addEventListener("pointermove", (event) => {
    if (from === null) return;
    const to = bytesAt(event);
    if (Math.abs(to - from) > entry.most / 100) set([Math.min(from, to), Math.max(from, to)]);
  });
  drawing.addEventListener("pointerup", (event) => {
    if (from !== null && Math.abs(bytesAt(event) - from) <= entry.most / 100) set(null);
    from = null;
  });
  drawing.setAttribute("tabindex", "0");
  drawing.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const [low, high] = store.state.ranges[c] ?? [0, entry.most];
    const by = (step * entry.most) / bins;
    const inside = (value: number) => Math.max(0, Math.min(entry.most, value));
    set(event.shiftKey ? [low, Math.max(low, inside(high + by))] : [Math.min(high, inside(low + by)), high]);
  });
  return clear;
}
