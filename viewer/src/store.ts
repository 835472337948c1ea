// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import type { ColorMode } from "./colors.ts";
import type { Frame } from "./layout/layout.ts";
import type { Machine } from "./model.ts";

export type View = "machine" | "network";

export type Hover =
  | { kind: "node"; node: number; rank?: number }
  | { kind: "cable"; cable: number }
  | { kind: "pair"; pair: number }
  | { kind: "frame"; frame: Frame };

/** A key that is equal for equal targets. */
export function hoverKey(hover: Hover | null): string {
  switch (hover?.kind) {
    case "node":
      return `node ${hover.node} ${hover.rank}`;
    case "cable":
      return `cable ${hover.cable}`;
    case "pair":
      return `pair ${hover.pair}`;
    case "frame":
      return `frame ${hover.frame.name} ${hover.frame.rect.x} ${hover.frame.rect.y}`;
    default:
      return "";
  }
}

/** The state of the page. Views listen to it; controls set it. */
export interface State {
  view: View;
  color: ColorMode;
  links: boolean;
  tool: "select" | "move";
  /** Links below this fraction of the time of the hottest link are not shown. */
  threshold: number;
  classes: boolean[];
  /** For each class, the range of bytes of its shown links, or null for any. */
  ranges: ([low: number, high: number] | null)[];
  hover: Hover | null;
  /** The node at the keyboard cursor, or -1. */
  cursor: number;
}

type Listener = (changed: ReadonlySet<keyof State | "selection">) => void;

export class Store {
  readonly selected: Uint8Array;
  selectedCount = 0;
  private readonly listeners: Listener[] = [];

  constructor(
    readonly machine: Machine,
    public state: State,
  ) {
    this.selected = new Uint8Array(machine.nodes);
  }

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  set(patch: Partial<State>): void {
    const changed = new Set<keyof State>();
    for (const key of Object.keys(patch) as (keyof State)[]) if (this.state[key] !== patch[key]) changed.add(key);
    if (!changed.size) return;
    this.state = { ...this.state, ...patch };
    for (const listener of this.listeners) listener(changed);
  }

  /** `add` extends the selection. If all nodes are already selected, it removes them instead. */
  select(nodes: ArrayLike<number>, add: boolean): void {
    let all = nodes.length > 0;
    for (let i = 0; i < nodes.length; ++i) all &&= this.selected[nodes[i]] === 1;
    if (!add) this.selected.fill(0);
    const value = add && all ? 0 : 1;
    for (let i = 0; i < nodes.length; ++i) this.selected[nodes[i]] = value;
    this.selectedCount = this.selected.reduce((sum, one) => sum + one, 0);
    for (const listener of this.listeners) listener(new Set(["selection"]));
  }

  /** In the order of the network. */
  selection(): number[] {
    return Array.from(this.selected.keys()).filter((node) => this.selected[node]);
  }

  /** Whether a cable passes the filters. */
  shows(cable: number): boolean {
    const { linkClass, bytes, seconds } = this.machine.cables;
    const { classes, ranges, threshold } = this.state;
    const range = ranges[linkClass[cable]];
    if (!classes[linkClass[cable]] || (range && (bytes[cable] < range[0] || bytes[cable] > range[1]))) return false;
    return threshold === 0 || seconds[cable] >= threshold * this.machine.hottest * (1 - 1e-9);
  }
}
