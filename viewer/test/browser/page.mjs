// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// A browser that opens pages from disk and blocks all other requests.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const command = process.env.CARTWRIGHT;
const folder = mkdtempSync(join(tmpdir(), "cartwright-view-"));

let browser;
export async function start() {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-dev-shm-usage",
    ].concat(["--disable-background-networking", "--disable-component-update", "--disable-sync"]),
  });
}
export const stop = () => browser.close();

/** Writes a page with the command; returns its file. */
export function write(name, ...options) {
  const file = join(folder, `${name}.html`);
  execFileSync(command, ["view", "--quiet", "--force", "--output", file, ...options]);
  return file;
}

/** Opens a page. Records all other requests, errors and dialogs, and asserts that there are none. */
export async function open(file, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, offline: true, ...options });
  const page = await context.newPage();
  const wrong = [];
  await page.route("**/*", (route) => {
    if (route.request().url() === `file://${file}`) return route.continue();
    wrong.push(`request ${route.request().url()}`);
    return route.abort();
  });
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(error.stack));
  page.on("dialog", (dialog) => {
    wrong.push(`dialog ${dialog.message()}`);
    return dialog.dismiss();
  });
  await page.goto(`file://${file}`);
  await page.waitForSelector("html[data-ready]");
  await settled(page);
  page.done = async () => {
    assert.deepEqual(wrong, []);
    await context.close();
  };
  return page;
}

/** Waits two frames, after which all requested drawing is done. */
export const settled = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** The position of a node in the window. */
export async function at(page, node) {
  const [x, y] = await page.evaluate((i) => window.cartwright.canvas.locate(i), node);
  const { x: left, y: top } = await page.locator("#canvas").boundingBox();
  return [left + x, top + y];
}

export async function click(page, node, shift = false) {
  if (shift) await page.keyboard.down("Shift");
  await page.mouse.click(...(await at(page, node)));
  if (shift) await page.keyboard.up("Shift");
}

export const state = (page) => page.evaluate(() => window.cartwright.store.state);
export const selection = (page) => page.evaluate(() => window.cartwright.store.selection());
export const names = (page, nodes) =>
  page.evaluate((list) => list.map((i) => window.cartwright.store.machine.name(i)), nodes);
export const list = (page) => page.locator("#list").inputValue();
export const choose = (page, name, value) => page.locator(`input[name=${name}][value=${value}]`).check({ force: true });

/** The number of drawn pixels in a layer of the canvas. */
export const drawn = (page, layer) =>
  page.evaluate((i) => {
    const { canvas } = window.cartwright.canvas.surface.contexts[i];
    // Reads from a copy, as reading back from a canvas changes how the browser draws it.
    const context = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let k = 3; k < data.length; k += 4) if (data[k] > 0) ++count;
    return count;
  }, layer);
