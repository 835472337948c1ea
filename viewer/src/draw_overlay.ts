// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import type { Camera } from "./camera.ts";
import { loadColor, type Theme } from "./colors.ts";
import { trace } from "./draw_links.ts";
import type { Frame, Layout, Rect } from "./layout/layout.ts";
import type { Store } from "./store.ts";

interface Window {
  context: CanvasRenderingContext2D;
  camera: Camera;
  width: number;
  height: number;
  theme: Theme;
}

/** The state that changes with every mouse move: selection, hover, keyboard cursor, the box being dragged. */
export function drawOverlay(w: Window, layout: Layout, store: Store, box: Rect | null, ratio: number): void {
  const { context, theme } = w;
  const { hover, cursor } = store.state;
  drawSelection(w, layout, store);
  if (hover?.kind === "node") {
    drawCables(w, layout, store, store.machine.cablesOf(store.machine.switchOf[hover.node]), ratio);
    ring(w, layout, hover.node, theme.ink, 2.5);
  }
  if (hover?.kind === "cable") {
    drawCables(w, layout, store, [hover.cable], ratio);
    ends(w, layout, store, hover.cable);
  }
  if (hover?.kind === "pair" && layout.bundles) {
    const { curve } = layout.bundles.pairs[hover.pair];
    line(w, [curve], theme.ink, 3, ratio);
  }
  if (hover?.kind === "frame") outline(w, hover.frame);
  if (cursor >= 0) cursorMark(w, layout, cursor);
  if (box) {
    context.fillStyle = theme.accent;
    context.globalAlpha = 0.15;
    context.fillRect(box.x, box.y, box.w, box.h);
    context.globalAlpha = 1;
    context.strokeStyle = theme.accent;
    context.lineWidth = 1.5;
    context.strokeRect(box.x, box.y, box.w, box.h);
  }
}

function drawSelection({ context, camera, theme }: Window, layout: Layout, { selected }: Store): void {
  context.beginPath();
  for (let i = 0; i < selected.length; ++i) {
    if (!selected[i]) continue;
    const [x, y] = camera.toScreen(layout.nodeX[i], layout.nodeY[i]);
    const r = layout.nodeR[i] * camera.scale + 1;
    context.rect(x - r, y - r, 2 * r, 2 * r);
  }
  // A dark line next to a light line is visible on any color.
  context.lineWidth = 3.5;
  context.strokeStyle = theme.paper;
  context.stroke();
  context.lineWidth = 1.8;
  context.strokeStyle = theme.accent;
  context.stroke();
}

function ring({ context, camera, theme }: Window, layout: Layout, node: number, color: string, width: number): void {
  const [x, y] = camera.toScreen(layout.nodeX[node], layout.nodeY[node]);
  const r = Math.max(layout.nodeR[node] * camera.scale, 3) + 3;
  for (const [stroke, thick] of [
    [theme.paper, width + 3],
    [color, width],
  ] as const) {
    context.strokeStyle = stroke;
    context.lineWidth = thick;
    context.beginPath();
    context.arc(x, y, r * 1.2, 0, 2 * Math.PI);
    context.stroke();
  }
}

/** Draws cables, colored by load, above everything else. */
function drawCables(w: Window, layout: Layout, { machine }: Store, cables: ArrayLike<number>, ratio: number): void {
  const order = Array.from(cables).sort((a, b) => machine.cables.seconds[a] - machine.cables.seconds[b]);
  for (const c of order) {
    const part = machine.hottest ? machine.cables.seconds[c] / machine.hottest : 0;
    line(
      w,
      [layout.curves.subarray(6 * c, 6 * c + 6)],
      part > 0 ? loadColor(part, w.theme) : w.theme.soft,
      cables.length === 1 ? 3.5 : part > 0 ? 1.2 + 1.6 * part : 0.7,
      ratio,
    );
  }
}

function line(
  { context, camera, theme }: Window,
  curves: ArrayLike<number>[],
  color: string,
  width: number,
  ratio: number,
): void {
  const k = camera.scale * ratio;
  context.setTransform(k, 0, 0, k, -camera.x * k, -camera.y * k);
  context.beginPath();
  for (const curve of curves) trace(context, curve, 0);
  context.lineCap = "round";
  context.lineWidth = (width + 2) / camera.scale;
  context.strokeStyle = theme.paper;
  context.globalAlpha = 0.6;
  context.stroke();
  context.globalAlpha = 1;
  context.lineWidth = width / camera.scale;
  context.strokeStyle = color;
  context.stroke();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
}

/** The nodes at both ends of a cable. */
function ends(w: Window, layout: Layout, { machine }: Store, cable: number): void {
  for (const at of [machine.cables.from[cable], machine.cables.to[cable]])
    for (const node of machine.nodesOn.row(at)) ring(w, layout, node, w.theme.accent, 1.5);
}

function outline({ context, camera, theme }: Window, { rect, shape }: Frame): void {
  const [x, y] = camera.toScreen(rect.x, rect.y);
  const [width, height] = [rect.w * camera.scale, rect.h * camera.scale];
  context.strokeStyle = theme.accent;
  context.lineWidth = 2;
  context.beginPath();
  if (shape === "circle") context.arc(x + width / 2, y + height / 2, width / 2 + 4, 0, 2 * Math.PI);
  else context.roundRect(x - 1, y - 1, width + 2, height + 2, 5);
  context.stroke();
}

function cursorMark({ context, camera, theme }: Window, layout: Layout, node: number): void {
  const [x, y] = camera.toScreen(layout.nodeX[node], layout.nodeY[node]);
  const r = Math.max(layout.nodeR[node] * camera.scale, 3) + 5;
  context.lineWidth = 4.5;
  context.strokeStyle = theme.paper;
  context.strokeRect(x - r, y - r, 2 * r, 2 * r);
  context.setLineDash([5, 3]);
  context.lineWidth = 2.5;
  context.strokeStyle = theme.ink;
  context.strokeRect(x - r, y - r, 2 * r, 2 * r);
  context.setLineDash([]);
}
