// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import { Camera } from "./camera.ts";
import { nodeStyles, readTheme } from "./colors.ts";
import { Slices } from "./layout/slices.ts";
import type { Store } from "./store.ts";
import { nextFrame, Surface } from "./surface.ts";

const CELLS = 0;
const SELECTION = 1;
const OVERLAY = 2;

/**
 * The process grid. Every process has the color of its node, by rank or by load; lines separate different nodes.
 * Pointing at a process marks its node.
 */
export class ProcessGrid {
  readonly surface: Surface;
  private readonly slices: Slices;
  private readonly cellX: Int32Array;
  private readonly cellY: Int32Array;
  private readonly camera = new Camera();
  private fitted = false;
  private painted: { key: string; canvas: OffscreenCanvas } | null = null;
  private drag: { x: number; y: number; moved: boolean } | null = null;

  private readonly redraw = nextFrame(() => this.draw());
  private readonly redrawTop = nextFrame(() => this.drawTop());

  constructor(
    private readonly store: Store,
    host: HTMLElement,
    private readonly pointed: (x: number, y: number) => void,
    private readonly announce: (text: string) => void,
  ) {
    const { machine } = store;
    this.slices = new Slices(machine.doc.job?.dims ?? [], machine.ranks);
    this.cellX = new Int32Array(machine.ranks);
    this.cellY = new Int32Array(machine.ranks);
    for (let rank = 0; rank < machine.ranks; ++rank) [this.cellX[rank], this.cellY[rank]] = this.slices.cell(rank);
    this.surface = new Surface(host, 3, () => {
      this.fitted = false;
      this.redraw();
    });
    store.listen((changed) => {
      if (changed.has("color")) this.redraw();
      if (changed.has("selection")) this.drawSelection();
      if (changed.has("hover")) this.redrawTop();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this.redraw);
    this.listen(host);
    this.redraw();
  }

  private listen(host: HTMLElement): void {
    const where = (event: MouseEvent): [number, number] => {
      const { left, top } = host.getBoundingClientRect();
      return [event.clientX - left, event.clientY - top];
    };
    host.addEventListener("pointerdown", (event) => {
      const [x, y] = where(event);
      this.drag = { x, y, moved: false };
      host.setPointerCapture(event.pointerId);
    });
    host.addEventListener("pointermove", (event) => {
      const [x, y] = where(event);
      if (this.drag && (this.drag.moved || Math.hypot(x - this.drag.x, y - this.drag.y) > 4)) {
        this.camera.pan(x - this.drag.x, y - this.drag.y);
        this.drag = { x, y, moved: true };
        this.redraw();
        return;
      }
      this.pointed(event.clientX, event.clientY);
      this.point(this.rankAt(x, y));
    });
    host.addEventListener("pointerup", (event) => {
      const rank = this.drag?.moved ? -1 : this.rankAt(...where(event));
      this.drag = null;
      if (rank >= 0)
        this.store.select([this.store.machine.rankNode[rank]], event.shiftKey || event.ctrlKey || event.metaKey);
    });
    host.addEventListener("pointerleave", () => this.store.set({ hover: null }));
    host.addEventListener("dblclick", () => this.fit());
    host.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.camera.zoom(Math.exp(-event.deltaY * 0.0016), ...where(event));
        this.redraw();
      },
      { passive: false },
    );
    host.addEventListener("keydown", (event) => this.key(event));
  }

  private key(event: KeyboardEvent): void {
    const { hover } = this.store.state;
    const { machine } = this.store;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const rank = hover?.kind === "node" ? (hover.rank ?? machine.ranksOn.row(hover.node)[0] ?? 0) : -1;
    if (event.key === " " && rank >= 0) this.store.select([machine.rankNode[rank]], true);
    else if (steps[event.key]) this.goTo(rank < 0 ? 0 : this.nextRank(rank, ...steps[event.key]));
    else return;
    event.preventDefault();
  }

  private goTo(rank: number): void {
    const { machine } = this.store;
    const { left, top } = this.surface.host.getBoundingClientRect();
    const [x, y] = this.camera.toScreen(this.cellX[rank], this.cellY[rank]);
    this.pointed(left + x, top + y);
    this.point(rank);
    this.announce(`rank ${rank} at ${machine.coordinates(rank).join(", ")}, ${machine.name(machine.rankNode[rank])}`);
  }

  /** The next rank in a direction, across gaps. */
  private nextRank(rank: number, dx: number, dy: number): number {
    let [x, y] = [this.cellX[rank] + dx, this.cellY[rank] + dy];
    while (x >= 0 && y >= 0 && x < this.slices.width && y < this.slices.height) {
      const next = this.slices.rankAt(x, y);
      if (next >= 0) return next;
      x += dx;
      y += dy;
    }
    return rank;
  }

  private fit(): void {
    this.fitted = false;
    this.redraw();
  }

  private point(rank: number): void {
    const { hover } = this.store.state;
    if (rank >= 0) {
      const now = hover?.kind === "node" ? hover.rank : -1;
      if (now !== rank) this.store.set({ hover: { kind: "node", node: this.store.machine.rankNode[rank], rank } });
    } else if (hover) this.store.set({ hover: null });
  }

  private rankAt(px: number, py: number): number {
    return this.slices.rankAt(...this.camera.toWorld(px, py));
  }

  private draw(): void {
    const { width, height } = this.surface;
    if (!width || !height) return;
    if (!this.fitted)
      this.camera.fit({ x: 0, y: 0, w: this.slices.width, h: this.slices.height }, width, height, {
        top: 6,
        right: 6,
        bottom: 6,
        left: 6,
      });
    this.fitted = true;
    const theme = readTheme();
    const context = this.surface.clear(CELLS);
    const size = this.camera.scale;
    context.imageSmoothingEnabled = size < 1;
    const [x, y] = this.camera.toScreen(0, 0);
    context.drawImage(this.picture(), x, y, this.slices.width * size, this.slices.height * size);
    if (size >= 3) this.drawBorders(context, theme.paper, Math.min(1.6, size * 0.14));
    if (size >= 17) this.drawNumbers(context);
    this.drawSelection();
    this.drawTop();
  }

  /** All cells, one pixel each. Redrawn when colors change. */
  private picture(): OffscreenCanvas {
    const { machine, state } = this.store;
    const theme = readTheme();
    // All ranks belong to one job: if nodes are colored by job, the grid is colored by rank instead.
    const mode = state.color === "load" ? "load" : "rank";
    const key = `${mode} ${theme.dark}`;
    if (this.painted?.key === key) return this.painted.canvas;
    const canvas = new OffscreenCanvas(this.slices.width, this.slices.height);
    const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
    const { styles, of } = nodeStyles(machine, mode, theme);
    let last = -1;
    for (let rank = 0; rank < machine.ranks; ++rank) {
      const style = of[machine.rankNode[rank]];
      if (style !== last) context.fillStyle = styles[(last = style)].color;
      context.fillRect(this.cellX[rank], this.cellY[rank], 1, 1);
    }
    this.painted = { key, canvas };
    return canvas;
  }

  private drawBorders(context: CanvasRenderingContext2D, color: string, width: number): void {
    const { machine } = this.store;
    const size = this.camera.scale;
    context.beginPath();
    for (let rank = 0; rank < machine.ranks; ++rank) {
      const [cx, cy] = [this.cellX[rank], this.cellY[rank]];
      const [x, y] = this.camera.toScreen(cx, cy);
      if (x + size < 0 || y + size < 0 || x > this.surface.width || y > this.surface.height) continue;
      const differs = (other: number) => other >= 0 && machine.rankNode[other] !== machine.rankNode[rank];
      if (differs(this.slices.rankAt(cx + 1, cy))) {
        context.moveTo(x + size, y);
        context.lineTo(x + size, y + size);
      }
      if (differs(this.slices.rankAt(cx, cy + 1))) {
        context.moveTo(x, y + size);
        context.lineTo(x + size, y + size);
      }
    }
    context.strokeStyle = color;
    context.lineWidth = width;
    context.stroke();
  }

  private drawNumbers(context: CanvasRenderingContext2D): void {
    const { width, height } = this.surface;
    const size = this.camera.scale;
    const longest = String(this.store.machine.ranks - 1).length;
    context.font = `${Math.min(12, (1.45 * size) / longest)}px system-ui, "DejaVu Sans", sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.shadowColor = "#0009";
    context.shadowBlur = 3;
    context.fillStyle = "#fff";
    for (let rank = 0; rank < this.store.machine.ranks; ++rank) {
      const [x, y] = this.camera.toScreen(this.cellX[rank] + 0.5, this.cellY[rank] + 0.5);
      if (x > 0 && y > 0 && x < width && y < height) context.fillText(String(rank), x, y);
    }
    context.shadowBlur = 0;
  }

  private drawSelection(): void {
    const context = this.surface.clear(SELECTION);
    const { machine, selected, selectedCount } = this.store;
    const ranks = selectedCount ? machine.rankNode.map((node, rank) => (selected[node] ? rank : -1)) : [];
    this.mark(
      context,
      ranks.filter((rank) => rank >= 0),
      readTheme().accent,
      1.2,
    );
  }

  private drawTop(): void {
    const context = this.surface.clear(OVERLAY);
    const { machine, state } = this.store;
    const { ink, accent } = readTheme();
    const { hover } = state;
    const onNodes = (nodes: Iterable<number>) => [...nodes].flatMap((node) => [...machine.ranksOn.row(node)]);
    if (hover?.kind === "node") {
      this.mark(context, machine.ranksOn.row(hover.node), ink, 1.6);
      if (hover.rank !== undefined) this.mark(context, [hover.rank], ink, 3);
    }
    if (hover?.kind === "frame") this.mark(context, onNodes(hover.frame.nodes), accent, 1);
    if (hover?.kind === "cable")
      for (const at of [machine.cables.from[hover.cable], machine.cables.to[hover.cable]])
        this.mark(context, onNodes(machine.nodesOn.row(at)), ink, 1.6);
  }

  private mark(context: CanvasRenderingContext2D, ranks: ArrayLike<number>, color: string, width: number): void {
    const size = this.camera.scale;
    context.beginPath();
    for (let i = 0; i < ranks.length; ++i) {
      const [x, y] = this.camera.toScreen(this.cellX[ranks[i]], this.cellY[ranks[i]]);
      context.rect(x, y, size, size);
    }
    context.lineWidth = width + 2;
    context.strokeStyle = readTheme().paper;
    context.stroke();
    context.lineWidth = width;
    context.strokeStyle = color;
    context.stroke();
  }
}
