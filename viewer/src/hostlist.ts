// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

/** Host lists of launchers: Slurm writes "nid00012,nid00013,nid00020" as "nid[00012-00013,00020]". */

interface Run {
  prefix: string;
  ranges: { first: string; last: string }[];
}

/**
 * The host list of names, in their order. Consecutive numbers with the same prefix and width become ranges, where they end
 * their names: Slurm takes no text after the last bracket.
 */
export function compress(names: readonly string[]): string {
  const runs: Run[] = [];
  for (const name of names) {
    const [, prefix, digits] = /^(.*?)(\d{1,15})$/.exec(name) ?? ["", name, ""];
    const run = runs.at(-1);
    const range = run?.ranges.at(-1);
    if (!run || !range || !digits || !range.last || run.prefix !== prefix)
      runs.push({ prefix, ranges: [{ first: digits, last: digits }] });
    else if (follows(range.last, digits)) range.last = digits;
    else run.ranges.push({ first: digits, last: digits });
  }
  return runs.map(written).join(",");
}

function written({ prefix, ranges }: Run): string {
  const inside = ranges.map(({ first, last }) => (first === last ? first : `${first}-${last}`)).join(",");
  return /[,-]/.test(inside) ? `${prefix}[${inside}]` : prefix + inside;
}

/** "09" is followed by "10" and "9" by "10", but "09" not by "010": a range keeps the width of its first number. */
function follows(last: string, next: string): boolean {
  if (Number(next) !== Number(last) + 1) return false;
  return next.length === last.length || (next.length > last.length && !last.startsWith("0") && !next.startsWith("0"));
}

/** The largest number of names in a pasted list. */
const mostNames = 1 << 20;

/** The names of a host list. Blanks, line ends and commas separate entries. Throws Error on a malformed list. */
export function expand(text: string): string[] {
  const names: string[] = [];
  for (const entry of entries(text)) {
    for (const name of product(entry)) {
      names.push(name);
      if (names.length > mostNames) throw new Error(`the list has more than ${mostNames} names`);
    }
  }
  return names;
}

function* entries(text: string): Generator<string> {
  let entry = "";
  let depth = 0;
  for (const c of `${text},`) {
    if (c === "[") ++depth;
    if (c === "]") --depth;
    if (depth < 0 || depth > 1) throw new Error(`brackets do not match after "${entry.slice(0, 40)}"`);
    if (depth > 0 || !/[\s,;]/.test(c)) {
      entry += c;
    } else {
      if (entry) yield entry;
      entry = "";
    }
  }
  if (depth > 0) throw new Error(`"${entry.slice(0, 40)}" opens a bracket and does not close it`);
}

function* product(entry: string): Generator<string> {
  const open = entry.indexOf("[");
  if (open < 0) {
    yield entry;
    return;
  }
  const end = entry.indexOf("]", open);
  for (const part of entry.slice(open + 1, end).split(",")) {
    const match = /^\s*(\d{1,15})(?:-(\d{1,15}))?\s*$/.exec(part);
    if (!match) throw new Error(`"${part.slice(0, 40)}" is not a number or a range`);
    const [, first, last = first] = match;
    if (Number(last) < Number(first)) throw new Error(`"${part}" runs backwards`);
    if (Number(last) - Number(first) >= mostNames) throw new Error(`"${part}" has more than ${mostNames} names`);
    for (let i = Number(first); i <= Number(last); ++i)
      for (const rest of product(entry.slice(end + 1)))
        yield entry.slice(0, open) + String(i).padStart(first.length, "0") + rest;
  }
}

/** Finds the nodes of a pasted list by their names, by their names in the network, or by plain numbers. */
export class NodeFinder {
  private readonly byName = new Map<string, number>();
  private readonly byNumber = new Map<number, number>();

  constructor(names: readonly string[], aliases: readonly string[] = []) {
    aliases.forEach((name, node) => this.byName.set(name, node));
    names.forEach((name, node) => this.byName.set(name, node));
    names.forEach((name, node) => {
      const digits = /^\D*(\d{1,15})$/.exec(name);
      if (digits && !this.byNumber.has(Number(digits[1]))) this.byNumber.set(Number(digits[1]), node);
    });
  }

  /** Throws Error on a malformed list. Returns unknown names separately. */
  find(text: string): { nodes: number[]; unknown: string[] } {
    const nodes: number[] = [];
    const unknown: string[] = [];
    // nid lists have the form "12-15", without a prefix.
    const bare = text.replace(/(^|[\s,;])(\d+-\d+)(?=$|[\s,;])/g, "$1[$2]");
    for (const name of expand(bare)) {
      const node = this.byName.get(name) ?? (/^\d+$/.test(name) ? this.byNumber.get(Number(name)) : undefined);
      if (node === undefined) unknown.push(name);
      else nodes.push(node);
    }
    return { nodes, unknown };
  }
}
