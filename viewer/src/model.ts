// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

/** The names of the states of nodes; a state is an index. */
export const stateNames = ["free", "taken", "down", "service"];

/** The document of the page, see docs/schemas/view.schema.json: columns with one entry per node, switch or link. */
export interface ViewDocument {
  schema: "cartwright-view/2";
  version: string;
  network: {
    text: string;
    kind: string;
    classes: { name: string; title: string; bandwidth: number }[];
    terminal_bandwidth: number;
    switches: string[];
    levels: { name: string; domain: number[] }[];
    links: { from: number[]; to: number[]; class: number[] };
  };
  nodes: {
    name: string[];
    network_name?: string[];
    switch: number[];
    state: number[];
    batch_job: number[];
    location?: { cabinet: number[]; chassis: number[]; slot: number[]; node: number[] };
  };
  batch_jobs: string[];
  cabinets: { name: string; row: number; column: number }[];
  job?: {
    dims: number[];
    pattern: string;
    mapping: string;
    routing: string;
    node_of_rank: number[];
  };
  loads?: { links: number[]; injection: number[]; ejection: number[] };
}

/** Rows of different lengths, stored one after the other. */
export class Rows {
  private constructor(
    private readonly start: Int32Array,
    private readonly items: Int32Array,
  ) {}

  /** Row r has every i with rowOf(i) = r, in ascending order. */
  static group(rows: number, count: number, rowOf: (i: number) => number): Rows {
    const start = new Int32Array(rows + 1);
    for (let i = 0; i < count; ++i) ++start[rowOf(i) + 1];
    for (let r = 0; r < rows; ++r) start[r + 1] += start[r];
    const next = start.slice();
    const items = new Int32Array(count);
    for (let i = 0; i < count; ++i) items[next[rowOf(i)]++] = i;
    return new Rows(start, items);
  }

  row(r: number): Int32Array {
    return this.items.subarray(this.start[r], this.start[r + 1]);
  }
}

/** Cables, each drawn as one line: all links of one class between two switches, in both directions. */
export interface Cables {
  count: number;
  from: Int32Array;
  to: Int32Array;
  linkClass: Int32Array;
  links: Rows;
  /** The load of its busiest link. */
  bytes: Float64Array;
  seconds: Float64Array;
}

export interface ClassLoads {
  name: string;
  title: string;
  bandwidth: number;
  links: number;
  used: number;
  most: number;
  /** Bytes of every link in use. */
  loads: Float64Array;
}

const most = (values: ArrayLike<number>): number => {
  let result = 0;
  for (let i = 0; i < values.length; ++i) if (values[i] > result) result = values[i];
  return result;
};

/** The document with derived data. Immutable. */
export class Machine {
  readonly nodes: number;
  readonly switches: number;
  readonly switchOf: Int32Array;
  readonly state: Uint8Array;
  readonly nodesOn: Rows;
  readonly levels: { name: string; domain: Int32Array; domains: number }[];
  readonly cables: Cables;
  /** For each switch: 2c for a cable c that begins there, 2c + 1 for one that ends there. */
  private readonly endsAt: Rows;
  readonly classes: ClassLoads[];
  /** The time of the hottest link, in seconds, without terminal links. */
  readonly hottest: number;
  readonly ranks: number;
  readonly rankNode: Int32Array;
  readonly ranksOn: Rows;
  /** For each node, the time of the busiest link at its switch, or of its own links. */
  readonly nodeSeconds: Float64Array;

  constructor(readonly doc: ViewDocument) {
    const { network, nodes } = doc;
    this.nodes = nodes.name.length;
    this.switches = network.switches.length;
    this.switchOf = Int32Array.from(nodes.switch);
    this.state = Uint8Array.from(nodes.state);
    this.nodesOn = Rows.group(this.switches, this.nodes, (i) => this.switchOf[i]);
    this.levels = network.levels.map(({ name, domain }) => ({
      name,
      domain: Int32Array.from(domain),
      domains: most(domain) + 1,
    }));
    this.cables = this.bundle();
    const { count, from, to } = this.cables;
    this.endsAt = Rows.group(this.switches, 2 * count, (i) => (i % 2 === 0 ? from : to)[i >> 1]);
    this.hottest = most(this.cables.seconds);
    this.classes = this.classLoads();
    this.ranks = doc.job?.node_of_rank.length ?? 0;
    this.rankNode = Int32Array.from(doc.job?.node_of_rank ?? []);
    this.ranksOn = Rows.group(this.nodes, this.ranks, (rank) => this.rankNode[rank]);
    this.nodeSeconds = this.loadOfNodes();
  }

  name(node: number): string {
    return this.doc.nodes.name[node];
  }

  /** The name of the node in the network, if launchers use another name. */
  alias(node: number): string | undefined {
    return this.doc.nodes.network_name?.[node];
  }

  /** "this job", or one of `stateNames`. */
  stateName(node: number): string {
    return this.ranksOn.row(node).length ? "this job" : stateNames[this.state[node]];
  }

  switchName(at: number): string {
    return this.doc.network.switches[at];
  }

  bandwidth(linkClass: number): number {
    return this.doc.network.classes[linkClass].bandwidth;
  }

  cablesOf(at: number): Int32Array {
    return this.endsAt.row(at).map((end) => end >> 1);
  }

  /** Row-major, last dimension fastest. */
  coordinates(rank: number): number[] {
    const dims = this.doc.job?.dims ?? [];
    const result = new Array<number>(dims.length);
    for (let i = dims.length; i-- > 0; rank = Math.floor(rank / dims[i])) result[i] = rank % dims[i];
    return result;
  }

  private bundle(): Cables {
    const { links, classes } = this.doc.network;
    const ids = new Map<number, number>();
    const cableOf = new Int32Array(links.from.length);
    const from: number[] = [];
    const to: number[] = [];
    const linkClass: number[] = [];
    for (let i = 0; i < cableOf.length; ++i) {
      const a = Math.min(links.from[i], links.to[i]);
      const b = Math.max(links.from[i], links.to[i]);
      const key = (a * this.switches + b) * classes.length + links.class[i];
      let id = ids.get(key);
      if (id === undefined) {
        ids.set(key, (id = from.length));
        from.push(a);
        to.push(b);
        linkClass.push(links.class[i]);
      }
      cableOf[i] = id;
    }
    const bytes = new Float64Array(from.length);
    const loads = this.doc.loads?.links;
    if (loads) cableOf.forEach((id, i) => (bytes[id] = Math.max(bytes[id], loads[i])));
    return {
      count: from.length,
      from: Int32Array.from(from),
      to: Int32Array.from(to),
      linkClass: Int32Array.from(linkClass),
      links: Rows.group(from.length, cableOf.length, (i) => cableOf[i]),
      bytes,
      seconds: bytes.map((value, i) => value / classes[linkClass[i]].bandwidth),
    };
  }

  private classLoads(): ClassLoads[] {
    const { links, classes, terminal_bandwidth } = this.doc.network;
    const loads = this.doc.loads;
    const describe = (name: string, title: string, bandwidth: number, all: number[]): ClassLoads => {
      const used = Float64Array.from(all.filter((bytes) => bytes > 0));
      return { name, title, bandwidth, links: all.length, used: used.length, most: most(used), loads: used };
    };
    const result = classes.map(({ name, title, bandwidth }, c) =>
      describe(name, title, bandwidth, loads ? loads.links.filter((_, i) => links.class[i] === c) : []),
    );
    if (!loads) result.forEach((entry, c) => (entry.links = links.class.filter((k) => k === c).length));
    if (loads?.injection.length) {
      result.push(describe("injection", "from nodes into the network", terminal_bandwidth, loads.injection));
      result.push(describe("ejection", "from the network to nodes", terminal_bandwidth, loads.ejection));
    }
    return result;
  }

  private loadOfNodes(): Float64Array {
    const { from, to, seconds, count } = this.cables;
    const atSwitch = new Float64Array(this.switches);
    for (let c = 0; c < count; ++c)
      for (const end of [from[c], to[c]]) if (seconds[c] > atSwitch[end]) atSwitch[end] = seconds[c];
    const { injection = [], ejection = [] } = this.doc.loads ?? {};
    const bandwidth = this.doc.network.terminal_bandwidth;
    return Float64Array.from(this.switchOf, (at, node) =>
      injection.length ? Math.max(atSwitch[at], injection[node] / bandwidth, ejection[node] / bandwidth) : atSwitch[at],
    );
  }
}
