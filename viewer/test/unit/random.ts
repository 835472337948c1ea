// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

/** Numbers below n, reproducible from the seed (a linear congruential generator, good enough to vary inputs). */
export function random(seed: number): (n: number) => number {
  let state = BigInt(seed) + 1n;
  return (n) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % (1n << 64n);
    return Number((state >> 33n) % BigInt(n));
  };
}
