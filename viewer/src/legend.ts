// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import { idleStyle, jobStyle, loadColor, ownStyle, rankColor, readTheme, stateStyle, type Style, type Theme } from "./colors.ts";
import { element } from "./dom.ts";
import { mark } from "./draw_nodes.ts";
import { type Machine, stateNames } from "./model.ts";
import type { Store } from "./store.ts";
import * as units from "./units.ts";

/** The largest number of jobs in the legend. The tooltip shows the others. */
const mostJobs = 6;

/** Explains the colors and forms of the current view. */
export function connectLegend(store: Store, host: HTMLElement): void {
  const show = () => host.replaceChildren(...entries(store, readTheme()));
  store.listen((changed) => (changed.has("color") || changed.has("links") || changed.has("view")) && show());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  show();
}

function entries({ machine, state }: Store, theme: Theme): HTMLElement[] {
  const own: [Style, string][] = machine.ranks ? [[ownStyle(theme), "this job"]] : [];
  const others = stateNames
    .map((name, i): [Style, string] => [idleStyle(i, theme), name])
    .filter(([, name]) => present(machine, name));
  const result: HTMLElement[] = [];
  switch (state.color) {
    case "state":
      result.push(
        ...marks(
          [...own, ...stateNames.map((name, i): [Style, string] => [stateStyle(i, theme), name])].filter(
            ([, name]) => present(machine, name),
          ),
          theme,
        ),
      );
      break;
    case "job":
      result.push(
        ...marks(
          [...own, ...machine.doc.batch_jobs.slice(0, mostJobs).map((name, i): [Style, string] => [jobStyle(i), name])],
          theme,
        ),
      );
      if (machine.doc.batch_jobs.length > mostJobs)
        result.push(element("span", {}, `and ${machine.doc.batch_jobs.length - mostJobs} more`));
      break;
    case "rank":
      result.push(scale(rankColor, "rank 0", units.count(machine.ranks - 1)), ...marks(others, theme));
      break;
    case "load":
      result.push(...marks(others, theme));
  }
  if (machine.hottest > 0 && (state.color === "load" || state.links))
    result.push(scale((part) => loadColor(part, theme), "link load 0", units.seconds(machine.hottest)));
  return result;
}

const present = (machine: Machine, name: string): boolean =>
  name === "this job" || machine.state.includes(stateNames.indexOf(name));

function marks(list: [Style, string][], theme: Theme): HTMLElement[] {
  return list.map(([style, name]) => {
    const canvas = element("canvas", { width: "28", height: "28" });
    const context = canvas.getContext("2d");
    if (context) mark(context, style, 14, 14, 11, theme);
    return element("span", { class: "mark" }, canvas, name);
  });
}

function scale(color: (part: number) => string, low: string, high: string): HTMLElement {
  const stops = Array.from({ length: 9 }, (_, i) => color(i / 8)).join(", ");
  return element(
    "span",
    { class: "scale" },
    low,
    element("i", { style: `background: linear-gradient(90deg, ${stops})` }),
    high,
  );
}
