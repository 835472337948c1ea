// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import { Camera } from "./camera.ts";
import { nodeStyles, readTheme, type Style, type Theme } from "./colors.ts";
import { detailAt, LinkPainter } from "./draw_links.ts";
import { drawFrames, drawLabels, drawNodeNames, drawNodes, drawSwitches } from "./draw_nodes.ts";
import { drawOverlay } from "./draw_overlay.ts";
import { Hits } from "./picking.ts";
import { boxes } from "./layout/boxes.ts";
import type { Layout, Rect } from "./layout/layout.ts";
import { network } from "./layout/network.ts";
import type { Machine } from "./model.ts";
import type { Hover, Store, View } from "./store.ts";
import { nextFrame, Surface } from "./surface.ts";

interface Scene {
  layout: Layout;
  hits: Hits;
  links: LinkPainter;
  camera: Camera;
  fitted: boolean;
  /** The aspect ratio of the window that the layout was made for. */
  aspect: number;
}

const LINKS = 0;
const NODES = 1;
const OVERLAY = 2;
/** With more curves than this, panning moves the picture of the links, and they are redrawn when it stops. */
const mostCurvesInMotion = 1500;

/** The main picture. Draws the machine or the network, and finds objects by position. input.ts handles input. */
export class Canvas {
  readonly surface: Surface;
  /** The box being dragged, in units of the page. */
  box: Rect | null = null;
  private readonly scenes = new Map<View, Scene>();
  private readonly machine: Machine;
  private theme: Theme;
  private styles: { styles: Style[]; of: Uint16Array };
  private readonly switchHeat: Float64Array;
  private filters = 0;
  private drawnCamera = new Camera();
  private restTimer = 0;

  readonly redraw = nextFrame(() => this.drawAll());
  readonly redrawOverlay = nextFrame(() => this.drawTop());

  constructor(
    private readonly store: Store,
    host: HTMLElement,
    /** The legend and the buttons over the lower edge: no picture is fitted below them. */
    private readonly corners: HTMLElement,
  ) {
    this.machine = store.machine;
    this.theme = readTheme();
    this.styles = nodeStyles(this.machine, store.state.color, this.theme);
    this.switchHeat = heatOfSwitches(this.machine);
    this.surface = new Surface(host, 3, () => {
      for (const [view, scene] of this.scenes) {
        scene.fitted = false;
        if (Math.abs(Math.log(this.aspect / scene.aspect)) > 0.25) this.scenes.delete(view);
      }
      this.redraw();
    });
    store.listen((changed) => {
      if (changed.has("threshold") || changed.has("classes") || changed.has("ranges")) ++this.filters;
      if (changed.has("color")) this.restyle();
      const small = [...changed].every((key) => key === "hover" || key === "cursor" || key === "selection");
      if (small) this.redrawOverlay();
      else this.redraw();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.restyle());
    this.redraw();
  }

  restyle(): void {
    this.theme = readTheme();
    this.styles = nodeStyles(this.machine, this.store.state.color, this.theme);
    this.redraw();
  }

  /** The aspect ratio of the window, as layouts use it. */
  private get aspect(): number {
    return Math.max(0.6, Math.min(2.4, this.surface.width / Math.max(1, this.surface.height)));
  }

  /** Layouts are made when they are first shown, and again when the window gets another shape. */
  get scene(): Scene {
    const { view } = this.store.state;
    let scene = this.scenes.get(view);
    if (!scene) {
      const { aspect } = this;
      const layout = (view === "machine" ? boxes : network)(this.machine, aspect);
      scene = {
        layout,
        hits: new Hits(layout),
        links: new LinkPainter(this.machine, layout),
        camera: new Camera(),
        fitted: false,
        aspect,
      };
      this.scenes.set(view, scene);
    }
    if (!scene.fitted) {
      scene.camera.fit(scene.layout.bounds, this.surface.width, this.surface.height, {
        top: 14,
        right: 14,
        bottom: this.corners.offsetHeight + 20,
        left: 14,
      });
      scene.fitted = true;
    }
    return scene;
  }

  fit(): void {
    this.scene.fitted = false;
    this.redraw();
  }

  /** The object at a point of the page. */
  at(px: number, py: number): Hover | null {
    const { layout, hits, camera, links } = this.scene;
    const [x, y] = camera.toWorld(px, py);
    const node = hits.node(x, y, 1.5 / camera.scale);
    if (node >= 0) return { kind: "node", node };
    const label = hits.label(x, y);
    const reach = 5 / camera.scale;
    const linksFirst = this.store.state.view === "network";
    if (label >= 0 && !(linksFirst && layout.frames[label].shape === "circle"))
      return { kind: "frame", frame: layout.frames[label] };
    if (this.store.state.links) {
      const detail = detailAt(layout, camera.scale);
      const { bundles } = layout;
      const cable = hits.cable(x, y, reach, (c) => {
        if (bundles && (bundles.pairOf[c] >= 0 ? detail.bundled : !detail.insides)) return false;
        return this.store.shows(c);
      });
      if (cable >= 0) return { kind: "cable", cable };
      const pair = detail.bundled ? hits.pair(x, y, reach, (p) => links.pairSeconds[p] >= 0) : -1;
      if (pair >= 0) return { kind: "pair", pair };
    }
    return label >= 0 ? { kind: "frame", frame: layout.frames[label] } : null;
  }

  nodesIn(box: Rect): number[] {
    const { hits, camera } = this.scene;
    const [x, y] = camera.toWorld(box.x, box.y);
    return hits.nodesIn({ x, y, w: box.w / camera.scale, h: box.h / camera.scale });
  }

  /** The position of a node on the page. */
  locate(node: number): [number, number] {
    const { layout, camera } = this.scene;
    return camera.toScreen(layout.nodeX[node], layout.nodeY[node]);
  }

  reveal(node: number): void {
    const { layout, camera } = this.scene;
    const before = [camera.x, camera.y];
    camera.reveal(layout.nodeX[node], layout.nodeY[node], this.surface.width, this.surface.height);
    if (camera.x !== before[0] || camera.y !== before[1]) this.redraw();
  }

  private get window() {
    const { width, height } = this.surface;
    return { camera: this.scene.camera, width, height, theme: this.theme };
  }

  private drawAll(): void {
    if (!this.surface.width || !this.surface.height) return;
    const { layout } = this.scene;
    this.updateLinks();
    const w = { ...this.window, context: this.surface.clear(NODES) };
    drawFrames(w, layout, this.store.state.view === "machine");
    drawSwitches(w, layout, this.switchHeat);
    drawNodes(w, layout, this.styles.styles, this.styles.of);
    drawNodeNames(w, layout, this.machine);
    drawLabels(w, layout);
    this.drawTop();
  }

  /** Draws links now, or moves their picture and draws them when the movement stops. */
  private updateLinks(): void {
    if (!this.store.state.links) {
      this.surface.clear(LINKS);
      return;
    }
    const { canvas } = this.surface.contexts[LINKS];
    canvas.style.zIndex = this.store.state.view === "machine" ? "1" : "0";
    clearTimeout(this.restTimer);
    if (!this.moving || this.scene.links.curves < mostCurvesInMotion) {
      this.drawLinks();
      return;
    }
    const { camera } = this.scene;
    const k = camera.scale / this.drawnCamera.scale;
    const [x, y] = camera.toScreen(this.drawnCamera.x, this.drawnCamera.y);
    canvas.style.transform = `matrix(${k},0,0,${k},${x},${y})`;
    this.restTimer = window.setTimeout(() => this.drawLinks(), 90);
  }

  private drawLinks(): void {
    const { layout, links, camera } = this.scene;
    const context = this.surface.clear(LINKS);
    context.canvas.style.transform = "";
    links.prepare(this.filters, detailAt(layout, camera.scale), (cable) => this.store.shows(cable));
    links.draw(context, camera, this.surface.ratio, this.theme);
    Object.assign(this.drawnCamera, camera);
    this.moving = false;
  }

  /** Set by panning and zooming. */
  moving = false;

  private drawTop(): void {
    const context = this.surface.clear(OVERLAY);
    drawOverlay({ ...this.window, context }, this.scene.layout, this.store, this.box, this.surface.ratio);
  }
}

/** For every switch, the load of its hottest cable as a fraction of the hottest of all. */
function heatOfSwitches(machine: Machine): Float64Array {
  const heat = new Float64Array(machine.switches);
  const { from, to, seconds, count } = machine.cables;
  for (let c = 0; c < count; ++c)
    for (const at of [from[c], to[c]]) heat[at] = Math.max(heat[at], seconds[c] / (machine.hottest || 1));
  return heat;
}
