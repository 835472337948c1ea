// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import type { Camera } from "./camera.ts";
import { loadColor, type Style, type Theme } from "./colors.ts";
import type { Frame, Layout } from "./layout/layout.ts";
import type { Machine } from "./model.ts";

/** One mark of `style` around (x, y). Used for nodes and in the legend. */
export function mark(
  context: CanvasRenderingContext2D,
  style: Style,
  x: number,
  y: number,
  r: number,
  theme: Theme,
): void {
  context.fillStyle = style.color;
  if (r < 1.6 && style.glyph !== "small") {
    context.fillRect(x - r, y - r, 2 * r, 2 * r);
    return;
  }
  switch (style.glyph) {
    case "full":
      context.fillRect(x - r, y - r, 2 * r, 2 * r);
      break;
    case "hollow": {
      const edge = Math.max(1, 0.42 * r);
      context.fillRect(x - r, y - r, 2 * r, edge);
      context.fillRect(x - r, y + r - edge, 2 * r, edge);
      context.fillRect(x - r, y - r, edge, 2 * r);
      context.fillRect(x + r - edge, y - r, edge, 2 * r);
      break;
    }
    case "dotted": {
      context.fillRect(x - r, y - r, 2 * r, 2 * r);
      if (r < 2.2) break;
      context.fillStyle = theme.paper;
      const dot = Math.max(0.8, 0.34 * r);
      context.fillRect(x - dot, y - dot, 2 * dot, 2 * dot);
      break;
    }
    case "cross":
      context.strokeStyle = style.color;
      context.lineWidth = Math.max(1, 0.4 * r);
      context.beginPath();
      context.moveTo(x - 0.75 * r, y - 0.75 * r);
      context.lineTo(x + 0.75 * r, y + 0.75 * r);
      context.moveTo(x + 0.75 * r, y - 0.75 * r);
      context.lineTo(x - 0.75 * r, y + 0.75 * r);
      context.stroke();
      break;
    case "diamond":
      context.beginPath();
      context.moveTo(x, y - r);
      context.lineTo(x + r, y);
      context.lineTo(x, y + r);
      context.lineTo(x - r, y);
      context.fill();
      break;
    case "small":
      context.fillRect(x - 0.5 * r, y - 0.5 * r, r, r);
  }
}

interface Window {
  context: CanvasRenderingContext2D;
  camera: Camera;
  width: number;
  height: number;
  theme: Theme;
}

export function drawNodes(w: Window, layout: Layout, styles: Style[], of: Uint16Array): void {
  const { context, camera } = w;
  const { nodeX, nodeY, nodeR } = layout;
  const visible: number[][] = styles.map(() => []);
  for (let i = 0; i < nodeX.length; ++i) {
    const [x, y] = camera.toScreen(nodeX[i], nodeY[i]);
    const r = nodeR[i] * camera.scale;
    if (x + r >= 0 && x - r <= w.width && y + r >= 0 && y - r <= w.height) visible[of[i]].push(i);
  }
  visible.forEach((nodes, s) => {
    for (const i of nodes) {
      const [x, y] = camera.toScreen(nodeX[i], nodeY[i]);
      mark(context, styles[s], x, y, nodeR[i] * camera.scale, w.theme);
    }
  });
  const vacant: Style = { color: w.theme.faint, glyph: "small" };
  context.globalAlpha = 0.45;
  for (let i = 0; i < layout.vacant.length; i += 2) {
    const [x, y] = camera.toScreen(layout.vacant[i], layout.vacant[i + 1]);
    mark(context, vacant, x, y, 0.2 * camera.scale, w.theme);
  }
  context.globalAlpha = 1;
}

export function drawNodeNames(w: Window, layout: Layout, machine: Machine): void {
  const { context, camera } = w;
  if (!layout.nodeR.length || layout.nodeR[0] * camera.scale < 22) return;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (let i = 0; i < machine.nodes; ++i) {
    const [x, y] = camera.toScreen(layout.nodeX[i], layout.nodeY[i]);
    const r = layout.nodeR[i] * camera.scale;
    if (r < 22 || x < -r || y < -r || x > w.width + r || y > w.height + r) continue;
    const name = machine.name(i);
    const size = Math.min(13, (3 * r) / name.length);
    if (size < 6.5) continue;
    context.font = `600 ${size}px ui-monospace, "DejaVu Sans Mono", monospace`;
    context.lineWidth = 3;
    context.strokeStyle = w.theme.paper;
    context.strokeText(name, x, y + r * 0.62);
    context.fillStyle = w.theme.ink;
    context.fillText(name, x, y + r * 0.62);
  }
}

/** Draws switches as discs, colored by their hottest link. */
export function drawSwitches(w: Window, layout: Layout, heat: ArrayLike<number>): void {
  const { context, camera, theme } = w;
  for (let at = 0; at < layout.switchX.length; ++at) {
    const r = layout.switchR[at] * camera.scale;
    if (r < 0.4) continue;
    const [x, y] = camera.toScreen(layout.switchX[at], layout.switchY[at]);
    if (x < -r || y < -r || x > w.width + r || y > w.height + r) continue;
    context.fillStyle = heat[at] > 0 ? loadColor(heat[at], theme) : theme.soft;
    context.beginPath();
    context.arc(x, y, Math.max(r, 0.8), 0, 2 * Math.PI);
    context.fill();
  }
}

/** Draws frames. They are `solid` if links are drawn above them. */
export function drawFrames(w: Window, layout: Layout, solid: boolean): void {
  const { context, camera, theme } = w;
  for (const frame of layout.frames) {
    const { rect, depth, shape } = frame;
    const [x, y] = camera.toScreen(rect.x, rect.y);
    const [width, height] = [rect.w * camera.scale, rect.h * camera.scale];
    if (x > w.width || y > w.height || x + width < 0 || y + height < 0 || width < 3) continue;
    context.strokeStyle = theme.line;
    context.lineWidth = depth === 0 ? 1.2 : 1;
    context.globalAlpha = depth === 0 ? 1 : depth === 1 ? 0.85 : 0.55;
    context.beginPath();
    if (shape === "circle") context.arc(x + width / 2, y + height / 2, width / 2, 0, 2 * Math.PI);
    else context.roundRect(x, y, width, height, Math.min(6, 0.4 * camera.scale, height / 3));
    if (solid && shape === "box" && depth === 0) {
      context.fillStyle = theme.card;
      context.fill();
    }
    if (shape === "box" && (depth < 2 || camera.scale > 7)) context.stroke();
    context.globalAlpha = 1;
  }
}

export function drawLabels(w: Window, layout: Layout): void {
  for (const frame of layout.frames) drawLabel(w, frame);
}

function drawLabel(
  { context, camera, width, height, theme }: Window,
  { label, name, side, shape, depth }: Frame,
): void {
  const [x, y] = camera.toScreen(label.x, label.y);
  const [w, h] = [label.w * camera.scale, label.h * camera.scale];
  if (x > width || y > height || x + w < 0 || y + h < 0) return;
  const upright = side === "left";
  const size = Math.min(13, (upright ? w : h) * (shape === "circle" ? 0.66 : 0.72));
  if (size < 6) return;
  context.font = `${depth === 0 ? 600 : 500} ${size}px system-ui, "DejaVu Sans", sans-serif`;
  const room = (upright ? h : w) - 4;
  // The full name if it fits, else only its number.
  const text = [name, name.replace(/^\D+ (?=\d)/, "")].find((form) => context.measureText(form).width <= room);
  if (!text) return;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = depth === 0 ? theme.ink : theme.soft;
  context.save();
  context.translate(x + w / 2, y + h / 2);
  if (upright) context.rotate(-Math.PI / 2);
  if (shape === "circle") {
    context.lineWidth = 4;
    context.strokeStyle = theme.paper;
    context.globalAlpha = 0.8;
    context.strokeText(text, 0, 0);
    context.globalAlpha = 1;
  }
  context.fillText(text, 0, 0);
  context.restore();
}
