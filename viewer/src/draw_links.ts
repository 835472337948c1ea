// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import type { Camera } from "./camera.ts";
import { loadColor, type Theme } from "./colors.ts";
import type { Layout } from "./layout/layout.ts";
import type { Machine } from "./model.ts";

const buckets = 14;
const mostUnused = 5000;

/** Decides at a given scale which cables are drawn individually and which as bundles. */
export interface Detail {
  bundled: boolean;
  insides: boolean;
}

export function detailAt(layout: Layout, scale: number): Detail {
  if (!layout.bundles) return { bundled: false, insides: true };
  const radius = layout.bundles.radius * scale;
  return { bundled: radius < 110, insides: radius > 12 };
}

interface Bucket {
  path: Path2D;
  part: number;
  any: boolean;
}

/**
 * Draws cables from cold to hot. Each step of the scale has one path with all its curves. Paths are rebuilt only when
 * filters or the level of detail change; panning and zooming reuse them.
 */
export class LinkPainter {
  private paths: Bucket[] = [];
  private bundles: { path: Path2D; part: number }[] = [];
  private key = "";
  /** The hottest shown cable of each bundle, in seconds; 0 if none is shown. */
  pairSeconds: Float64Array = new Float64Array(0);
  /** The number of curves that `draw` draws. */
  curves = 0;

  constructor(
    private readonly machine: Machine,
    private readonly layout: Layout,
  ) {}

  /** `version` changes with the filters. */
  prepare(version: number, detail: Detail, shows: (cable: number) => boolean): void {
    const key = `${version} ${detail.bundled} ${detail.insides}`;
    if (key === this.key) return;
    this.key = key;
    this.curves = 0;
    const { count, seconds } = this.machine.cables;
    const hottest = this.machine.hottest || 1;
    const { curves, bundles } = this.layout;
    this.paths = Array.from({ length: buckets + 1 }, (_, i) => ({ path: new Path2D(), part: i / buckets, any: false }));
    this.pairSeconds = new Float64Array(bundles?.pairs.length ?? 0).fill(-1);
    for (let c = 0; c < count; ++c) {
      if (!shows(c)) continue;
      const pair = bundles ? bundles.pairOf[c] : -1;
      if (pair >= 0) this.pairSeconds[pair] = Math.max(this.pairSeconds[pair], seconds[c]);
      if (bundles && (pair >= 0 ? detail.bundled : !detail.insides)) continue;
      // Unused cables have a separate bucket.
      const bucket = this.paths[seconds[c] > 0 ? Math.max(1, Math.ceil((seconds[c] / hottest) * buckets)) : 0];
      trace(bucket.path, curves, 6 * c);
      bucket.any = true;
      ++this.curves;
    }
    this.bundles = [];
    if (!detail.bundled) return;
    // Many unused cables would obscure those in use.
    const least = this.machine.hottest > 0 && this.pairSeconds.length > mostUnused ? Number.MIN_VALUE : 0;
    const order = [...this.pairSeconds.keys()].filter((i) => this.pairSeconds[i] >= least);
    order.sort((a, b) => this.pairSeconds[a] - this.pairSeconds[b]);
    for (const i of order) {
      const path = new Path2D();
      trace(path, bundles?.pairs[i].curve ?? [], 0);
      this.bundles.push({ path, part: this.pairSeconds[i] / hottest });
    }
  }

  draw(context: CanvasRenderingContext2D, camera: Camera, ratio: number, theme: Theme): void {
    const k = camera.scale * ratio;
    context.setTransform(k, 0, 0, k, -camera.x * k, -camera.y * k);
    context.lineCap = "butt";
    const loaded = this.machine.hottest > 0;
    const many = this.machine.cables.count > 8000;
    const stroke = (path: Path2D, part: number, width: number) => {
      // Links without load are fainter than links in use. Without any known loads, all links look the same.
      context.strokeStyle = part > 0 ? loadColor(part, theme) : loaded ? theme.line : theme.soft;
      context.globalAlpha = part > 0 ? 0.22 + 0.75 * part ** 1.5 : 0.3;
      context.lineWidth = (width * ratio) / k;
      context.stroke(path);
    };
    for (const { path, part, any } of this.paths) if (any) stroke(path, part, (many ? 0.5 : 0.7) + 1.8 * part ** 2);
    // Many hot bundles must not cover each other.
    const hot = this.bundles.filter(({ part }) => part > 0.3).length;
    const widest = Math.min(4, Math.max(0.8, 200 / hot));
    for (const { path, part } of this.bundles) stroke(path, part, 0.7 + widest * part ** 1.5);
    context.globalAlpha = 1;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }
}

export function trace(path: Path2D | CanvasRenderingContext2D, curves: ArrayLike<number>, at: number): void {
  path.moveTo(curves[at], curves[at + 1]);
  path.quadraticCurveTo(curves[at + 2], curves[at + 3], curves[at + 4], curves[at + 5]);
}
