// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause

/** Stacked canvases that fill an element, at the resolution of the screen. */
export class Surface {
  readonly contexts: CanvasRenderingContext2D[];
  width = 0;
  height = 0;
  ratio = 1;

  constructor(
    readonly host: HTMLElement,
    layers: number,
    resized: () => void,
  ) {
    this.contexts = Array.from({ length: layers }, () => {
      const canvas = document.createElement("canvas");
      canvas.setAttribute("aria-hidden", "true");
      host.append(canvas);
      return canvas.getContext("2d") as CanvasRenderingContext2D;
    });
    new ResizeObserver(() => {
      if (this.measure()) resized();
    }).observe(host);
    this.measure();
  }

  /** The cleared layer, in units of the page. */
  clear(layer: number): CanvasRenderingContext2D {
    const context = this.contexts[layer];
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    return context;
  }

  private measure(): boolean {
    const { clientWidth, clientHeight } = this.host;
    const ratio = window.devicePixelRatio || 1;
    if (clientWidth === this.width && clientHeight === this.height && ratio === this.ratio) return false;
    [this.width, this.height, this.ratio] = [clientWidth, clientHeight, ratio];
    for (const { canvas } of this.contexts) {
      canvas.width = Math.round(clientWidth * ratio);
      canvas.height = Math.round(clientHeight * ratio);
    }
    return true;
  }
}

/** Returns a function that requests a call of `draw` in the next frame. Several requests make one call. */
export function nextFrame(draw: () => void): () => void {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      draw();
    });
  };
}
