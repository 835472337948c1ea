// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import type { Rect } from "./layout/layout.ts";

/** The part of the plane that a canvas shows: screen = (world - origin) * scale. */
export class Camera {
  x = 0;
  y = 0;
  scale = 1;
  private fitted = 1;

  /** Shows all of `bounds`, centered in the area inside the insets. */
  fit(bounds: Rect, width: number, height: number, inset = { top: 0, right: 0, bottom: 0, left: 0 }): void {
    const free = {
      w: Math.max(1, width - inset.left - inset.right),
      h: Math.max(1, height - inset.top - inset.bottom),
    };
    this.scale = this.fitted = Math.min(free.w / bounds.w, free.h / bounds.h);
    this.x = bounds.x + bounds.w / 2 - (inset.left + free.w / 2) / this.scale;
    this.y = bounds.y + bounds.h / 2 - (inset.top + free.h / 2) / this.scale;
  }

  pan(dx: number, dy: number): void {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
  }

  /** Zooms around the point (px, py) of the screen. */
  zoom(factor: number, px: number, py: number): void {
    const next = Math.min(Math.max(this.scale * factor, this.fitted * 0.5), this.fitted * 200);
    this.x += px / this.scale - px / next;
    this.y += py / this.scale - py / next;
    this.scale = next;
  }

  /** Moves by the least amount that makes a point visible. */
  reveal(x: number, y: number, width: number, height: number, margin = 40): void {
    const [px, py] = this.toScreen(x, y);
    this.pan(
      px < margin ? margin - px : px > width - margin ? width - margin - px : 0,
      py < margin ? margin - py : py > height - margin ? height - margin - py : 0,
    );
  }

  toScreen(x: number, y: number): [number, number] {
    return [(x - this.x) * this.scale, (y - this.y) * this.scale];
  }

  toWorld(px: number, py: number): [number, number] {
    return [px / this.scale + this.x, py / this.scale + this.y];
  }
}
