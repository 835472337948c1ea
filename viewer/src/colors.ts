// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import { interpolateMagma, interpolateViridis } from "d3-scale-chromatic";
import type { Machine } from "./model.ts";

export type ColorMode = "state" | "job" | "rank" | "load";

/** How a node is drawn. States differ in form as well as in color, for people with color vision deficiency. */
export type Glyph = "full" | "hollow" | "dotted" | "cross" | "small" | "diamond";
export interface Style {
  color: string;
  glyph: Glyph;
}

export interface Theme {
  dark: boolean;
  paper: string;
  card: string;
  ink: string;
  soft: string;
  line: string;
  faint: string;
  accent: string;
}

export function readTheme(): Theme {
  const css = getComputedStyle(document.documentElement);
  const value = (name: string) => css.getPropertyValue(`--${name}`).trim();
  return {
    dark: matchMedia("(prefers-color-scheme: dark)").matches,
    paper: value("paper"),
    card: value("card"),
    ink: value("ink"),
    soft: value("soft"),
    line: value("line"),
    faint: value("faint"),
    accent: value("accent"),
  };
}

/** From cold to hot. Hot colors contrast with the background in the light and in the dark theme. */
export const loadColor = (part: number, theme: Theme): string =>
  theme.dark ? interpolateMagma(0.28 + 0.67 * part) : interpolateMagma(0.86 - 0.7 * part);

export const rankColor = (part: number): string => interpolateViridis(0.06 + 0.9 * part);

// Okabe and Ito's colors, which differ in every kind of color vision, without those close to the color of this job.
const vermilion = "#d55e00";
const jobColors = ["#56b4e9", "#009e73", "#cc79a7", "#d55e00", "#0072b2", "#999999"];
const jobGlyphs: Glyph[] = ["full", "hollow", "dotted"];

export const stateStyle = (state: number, theme: Theme): Style =>
  [
    { color: theme.dark ? "#2f9e8f" : "#1b8a7a", glyph: "full" as const },
    { color: theme.dark ? "#7785a0" : "#7c8799", glyph: "hollow" as const },
    { color: vermilion, glyph: "cross" as const },
    { color: theme.dark ? "#cc79a7" : "#a8558a", glyph: "diamond" as const },
  ][state];
/** A node that the picture is not about. */
export const idleStyle = (state: number, theme: Theme): Style => ({
  color: theme.faint,
  glyph: (["small", "hollow", "cross", "diamond"] as const)[state],
});
export const ownStyle = (theme: Theme): Style => ({ color: theme.dark ? "#ffc247" : "#e08a00", glyph: "dotted" });
export const jobStyle = (job: number): Style => ({
  color: jobColors[job % jobColors.length],
  glyph: jobGlyphs[Math.floor(job / jobColors.length) % jobGlyphs.length],
});

/** The number of steps of a scale. Nodes with the same step are drawn together. */
const steps = 48;
const stepped = (part: number): number => Math.round(part * steps) / steps;

/** The first rank on a node as a fraction of all ranks. */
export const rankPart = (machine: Machine, node: number): number =>
  machine.ranksOn.row(node)[0] / Math.max(1, machine.ranks - 1);

/** The distinct styles, and the style of each node. */
export function nodeStyles(machine: Machine, mode: ColorMode, theme: Theme): { styles: Style[]; of: Uint16Array } {
  const index = new Map<string, number>();
  const styles: Style[] = [];
  const of = Uint16Array.from({ length: machine.nodes }, (_, node) => {
    const style = nodeStyle(machine, mode, theme, node);
    const key = style.glyph + style.color;
    let at = index.get(key);
    if (at === undefined) {
      index.set(key, (at = styles.length));
      styles.push(style);
    }
    return at;
  });
  return { styles, of };
}

function nodeStyle(machine: Machine, mode: ColorMode, theme: Theme, node: number): Style {
  const ours = machine.ranksOn.row(node).length > 0;
  const idle = idleStyle(machine.state[node], theme);
  switch (mode) {
    case "state":
      return ours ? ownStyle(theme) : stateStyle(machine.state[node], theme);
    case "job": {
      if (ours) return ownStyle(theme);
      const job = machine.doc.nodes.batch_job[node];
      return job >= 0 ? jobStyle(job) : idle;
    }
    case "rank":
      return ours ? { color: rankColor(stepped(rankPart(machine, node))), glyph: "full" } : idle;
    case "load": {
      const seconds = machine.nodeSeconds[node];
      return seconds > 0
        ? { color: loadColor(stepped(Math.min(1, seconds / machine.hottest)), theme), glyph: "full" }
        : idle;
    }
  }
}
