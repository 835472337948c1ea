// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import type { Frame } from "./layout/layout.ts";
import type { Canvas } from "./canvas.ts";
import { hoverKey, type Store } from "./store.ts";

/** Mouse, touch and keyboard on the canvas. `announce` speaks to screen readers. */
export class Input {
  private start: { x: number; y: number; panning: boolean; moved: boolean } | null = null;
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private pinchDistance = 0;

  constructor(
    private readonly store: Store,
    private readonly canvas: Canvas,
    private readonly announce: (text: string) => void,
    private readonly pointed: (x: number, y: number) => void,
  ) {
    const { host } = canvas.surface;
    host.addEventListener("pointerdown", (event) => this.down(event));
    host.addEventListener("pointermove", (event) => this.move(event));
    host.addEventListener("pointerup", (event) => this.up(event));
    host.addEventListener("pointercancel", (event) => this.up(event));
    host.addEventListener("pointerleave", () => this.start ?? store.set({ hover: null }));
    host.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("contextmenu", (event) => event.preventDefault());
    // The cursor marks the keyboard position; the mouse has its own pointer.
    host.addEventListener("focus", () => {
      if (this.store.state.cursor < 0 && host.matches(":focus-visible")) this.goTo(this.firstNode());
    });
    host.addEventListener("blur", () => this.store.set({ cursor: -1 }));
  }

  private where(event: MouseEvent): [number, number] {
    const { left, top } = this.canvas.surface.host.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  private down(event: PointerEvent): void {
    const [x, y] = this.where(event);
    this.canvas.surface.host.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x, y });
    if (this.pointers.size === 2) this.start = null;
    this.pinchDistance = 0;
    const panning = event.button !== 0 || this.store.state.tool === "move";
    if (this.pointers.size === 1) this.start = { x, y, panning, moved: false };
  }

  private move(event: PointerEvent): void {
    const [x, y] = this.where(event);
    const last = this.pointers.get(event.pointerId);
    if (last && this.pointers.size === 2) this.pinch(event.pointerId, x, y);
    else if (this.start && last) this.drag(x, y, last);
    else this.hover(x, y);
    if (last) this.pointers.set(event.pointerId, { x, y });
  }

  private drag(x: number, y: number, last: { x: number; y: number }): void {
    const { start } = this;
    if (!start) return;
    start.moved ||= Math.hypot(x - start.x, y - start.y) > 4;
    if (!start.moved) return;
    if (start.panning) {
      this.canvas.scene.camera.pan(x - last.x, y - last.y);
      this.canvas.moving = true;
      this.canvas.redraw();
    } else {
      this.canvas.box = {
        x: Math.min(x, start.x),
        y: Math.min(y, start.y),
        w: Math.abs(x - start.x),
        h: Math.abs(y - start.y),
      };
      this.canvas.redrawOverlay();
    }
  }

  private pinch(moving: number, x: number, y: number): void {
    const other = [...this.pointers].find(([id]) => id !== moving)?.[1];
    if (!other) return;
    const distance = Math.hypot(x - other.x, y - other.y);
    if (this.pinchDistance > 0) this.zoom(distance / this.pinchDistance, (x + other.x) / 2, (y + other.y) / 2);
    this.pinchDistance = distance;
  }

  private up(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
    const { start } = this;
    const { box } = this.canvas;
    this.start = null;
    this.canvas.box = null;
    if (!start) return;
    const add = event.shiftKey || event.ctrlKey || event.metaKey;
    if (box) this.select(this.canvas.nodesIn(box), add);
    else if (!start.moved && !start.panning) this.click(start.x, start.y, add);
    this.canvas.redrawOverlay();
  }

  private click(x: number, y: number, add: boolean): void {
    const hit = this.canvas.at(x, y);
    if (hit?.kind === "node") {
      this.select([hit.node], add);
      this.store.set({ cursor: hit.node });
    } else if (hit?.kind === "frame") this.select(hit.frame.nodes, add);
    else if (hit?.kind === "cable") this.select(this.endsOf(hit.cable), add);
    else if (!hit && !add) this.select([], false);
  }

  private endsOf(cable: number): number[] {
    const { machine } = this.store;
    return [machine.cables.from[cable], machine.cables.to[cable]].flatMap((at) => [...machine.nodesOn.row(at)]);
  }

  private hover(x: number, y: number): void {
    this.pointed(x, y);
    const hover = this.canvas.at(x, y);
    if (hoverKey(this.store.state.hover) !== hoverKey(hover)) this.store.set({ hover });
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const [x, y] = this.where(event);
    this.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), x, y);
  }

  zoom(factor: number, x = this.canvas.surface.width / 2, y = this.canvas.surface.height / 2): void {
    this.canvas.scene.camera.zoom(factor, x, y);
    this.canvas.moving = true;
    this.canvas.redraw();
  }

  private firstNode(): number {
    const ranks = this.store.machine.rankNode;
    return ranks.length ? ranks[0] : 0;
  }

  private goTo(node: number): void {
    if (node < 0) return;
    this.canvas.reveal(node);
    const [x, y] = this.canvas.locate(node);
    this.pointed(x, y);
    this.store.set({ cursor: node, hover: { kind: "node", node } });
    this.announce(this.spoken(node));
  }

  /** "nid00012, free, ranks 4 to 7, selected" */
  private spoken(node: number): string {
    const { machine, selected } = this.store;
    const ranks = machine.ranksOn.row(node);
    const words = [
      machine.name(node),
      machine.doc.batch_jobs[machine.doc.nodes.batch_job[node]] ?? "",
      machine.stateName(node),
    ];
    if (ranks.length) words.push(ranks.length > 1 ? `${ranks.length} ranks from ${ranks[0]}` : `rank ${ranks[0]}`);
    if (selected[node]) words.push("selected");
    return words.filter(Boolean).join(", ");
  }

  private key(event: KeyboardEvent): void {
    const { cursor } = this.store.state;
    const arrows: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const actions: Record<string, () => void> = {
      " ": () => cursor >= 0 && this.select([cursor], true),
      Enter: () => cursor >= 0 && this.select([cursor], false),
      e: () => cursor >= 0 && this.widen(cursor),
      Escape: () => this.select([], false),
      "+": () => this.zoom(1.3),
      "=": () => this.zoom(1.3),
      "-": () => this.zoom(1 / 1.3),
      "0": () => this.canvas.fit(),
      Home: () => this.goTo(this.firstNode()),
    };
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = arrows[event.key];
    const action = actions[event.key];
    if (!arrow && !action) return;
    event.preventDefault();
    action?.();
    if (!arrow) return;
    const next = this.canvas.scene.hits.next(cursor < 0 ? this.firstNode() : cursor, ...arrow);
    if (event.shiftKey && next >= 0)
      this.select(
        this.store
          .selection()
          .concat(cursor, next)
          .filter((n) => n >= 0),
        false,
      );
    this.goTo(next);
  }

  /** Selects the innermost frame around a node that is not yet fully selected: blade, then chassis, then cabinet. */
  private widen(node: number): void {
    const { selected } = this.store;
    const around = this.canvas.scene.layout.frames.filter((frame: Frame) => frame.nodes.includes(node));
    around.sort((a, b) => a.nodes.length - b.nodes.length);
    const frame = around.find(({ nodes }) => !nodes.every((one) => selected[one]));
    if (frame)
      this.select(
        frame.nodes.filter((one) => !selected[one]),
        true,
      );
  }

  private select(nodes: ArrayLike<number>, add: boolean): void {
    this.store.select(nodes, add);
    this.announce(`${this.store.selectedCount} of ${this.store.machine.nodes} nodes selected`);
  }
}
