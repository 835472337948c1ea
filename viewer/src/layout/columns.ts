// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

/** The number of columns for `count` boxes of w x h: the whole has about the ratio `aspect`, and few cells are empty. */
export function columnsFor(count: number, w: number, h: number, aspect: number): number {
  let best = 1;
  let least = Infinity;
  const wide = Math.min(count, Math.ceil(4 * Math.sqrt((count * aspect * h) / w)));
  for (let columns = 1; columns <= wide; ++columns) {
    const rows = Math.ceil(count / columns);
    const off = Math.abs(Math.log((columns * w) / (rows * h) / aspect)) + (2 * (columns * rows - count)) / count;
    if (off < least) [least, best] = [off, columns];
  }
  return best;
}
