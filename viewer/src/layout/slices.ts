// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import { columnsFor } from "./columns.ts";

interface Axis {
  across: boolean;
  step: number;
  size: number;
}

/** Breaks a long line into several lines, and a long row of slices into several rows. Ranks do not change. */
export function wrapped(dims: readonly number[]): number[] {
  const [outer = 1, rows = 1, columns = 1] = dims;
  if (dims.length % 2 === 0) return [...dims];
  const across = dims.length === 1 ? columnsFor(outer, 1, 1, 1.3) : columnsFor(outer, columns + 1, rows + 1, 1.2);
  return [Math.ceil(outer / across), across, ...dims.slice(1)];
}

/**
 * A flat layout of a process grid with any number of dimensions. The last two dimensions form a slice. Slices are
 * arranged by the other dimensions, alternately in rows and columns, with wider gaps for outer dimensions.
 */
export class Slices {
  readonly width: number;
  readonly height: number;
  private readonly axes: Axis[] = [];

  constructor(
    dims: readonly number[],
    private readonly ranks: number,
  ) {
    const shape = wrapped(dims);
    const extent = { across: 1, down: 1 };
    for (let i = shape.length; i-- > 0;) {
      const inner = shape.length - 1 - i;
      const side = inner % 2 === 0 ? "across" : "down";
      const gap = inner < 2 ? 0 : Math.max(1, Math.round(0.1 * Math.min(extent.across, extent.down)));
      const step = inner < 2 ? 1 : extent[side] + gap;
      this.axes[i] = { across: side === "across", step, size: shape[i] };
      extent[side] += (shape[i] - 1) * step;
    }
    this.width = extent.across;
    this.height = extent.down;
  }

  /** Column and row of a rank. */
  cell(rank: number): [x: number, y: number] {
    let [x, y] = [0, 0];
    for (let i = this.axes.length; i-- > 0;) {
      const { across, step, size } = this.axes[i];
      const at = rank % size;
      rank = Math.floor(rank / size);
      if (across) x += at * step;
      else y += at * step;
    }
    return [x, y];
  }

  /** The rank at a column and row, or -1 if there is none. */
  rankAt(x: number, y: number): number {
    const rest = { across: Math.floor(x), down: Math.floor(y) };
    if (rest.across < 0 || rest.down < 0) return -1;
    let rank = 0;
    // Outer dimensions come first, and have the longer steps.
    for (const { across, step, size } of this.axes) {
      const side = across ? "across" : "down";
      const at = Math.floor(rest[side] / step);
      if (at >= size) return -1;
      rest[side] -= at * step;
      rank = rank * size + at;
    }
    return rest.across > 0 || rest.down > 0 || rank >= this.ranks ? -1 : rank;
  }
}
