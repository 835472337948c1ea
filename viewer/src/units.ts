// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

const rounded = (value: number): string => (value >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString());

/** "1.5 MiB" */
export function bytes(value: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
  let unit = 0;
  while (value >= 1024 && unit + 1 < units.length) {
    value /= 1024;
    ++unit;
  }
  return `${rounded(value)} ${units[unit]}`;
}

/** "5 GB/s": bandwidths are decimal, as vendors give them. */
export const bandwidth = (value: number): string => `${rounded(value / 1e9)} GB/s`;

/** "3.2 ms" */
export function seconds(value: number): string {
  for (const [unit, size] of [
    ["s", 1],
    ["ms", 1e-3],
    ["\u00b5s", 1e-6],
  ] as const)
    if (value >= size) return `${rounded(value / size)} ${unit}`;
  return value === 0 ? "0 s" : `${rounded(value / 1e-9)} ns`;
}

/** "6,174" */
export const count = (value: number): string => value.toLocaleString("en");

/** "1 node", "6,174 nodes" */
export function plural(value: number, noun: string): string {
  const many = /(ch|sh|s|x)$/.test(noun) ? `${noun}es` : `${noun}s`;
  return `${count(value)} ${value === 1 || noun === "chassis" ? noun : many}`;
}
