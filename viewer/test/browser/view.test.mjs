// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { at, choose, click, drawn, list, names, open, selection, settled, start, state, stop, write } from "./page.mjs";

const LINKS = 0;
let small;

before(async () => {
  await start();
  // 2 groups x 3 chassis x 4 blades x 2 nodes, and 48 ranks on 24 of the nodes.
  small = write(
    "small",
    "--network",
    "cube:groups=2,chassis=3,blades=4,nodes=2",
    "--dims",
    "6x8",
    "--ranks-per-node",
    "2",
    "--mapping",
    "blocked",
  );
});
after(stop);

test("a page from disk makes no requests and no errors, in light and dark themes, wide and narrow", async () => {
  for (const options of [
    { colorScheme: "dark" },
    { colorScheme: "light" },
    { viewport: { width: 480, height: 800 } },
  ]) {
    const page = await open(small, options);
    await choose(page, "view", "network");
    await settled(page);
    assert.ok((await drawn(page, LINKS)) > 500);
    await page.done();
  }
});

test("no part is cut off or hidden, in windows of any width", async () => {
  const page = await open(small);
  for (const width of [480, 800, 1280, 480]) {
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
    await settled(page);
    const found = await page.evaluate(() => {
      const box = (selector) => document.querySelector(selector).getBoundingClientRect();
      const { layout, camera } = window.cartwright.canvas.scene;
      const { x, y, w, h } = layout.bounds;
      const [left, top] = camera.toScreen(x, y);
      const [right, bottom] = camera.toScreen(x + w, y + h);
      const [canvas, legend, zoom] = [box("#canvas"), box("#legend"), box(".zoom")];
      const wide = [...document.querySelectorAll("body *:not(.unseen, textarea, legend, svg *)")];
      return {
        used: Math.max((right - left) / canvas.width, (bottom - top) / canvas.height),
        cut: Math.max(-left, -top, right - canvas.width, canvas.y + bottom - Math.min(legend.y, zoom.y)),
        apart: legend.right <= zoom.x || legend.bottom <= zoom.y || zoom.bottom <= legend.y,
        overflowing: wide.filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth).map((one) => one.id || one.tagName),
        page: document.documentElement.scrollWidth,
      };
    });
    assert.ok(found.used > 0.75, `${width}: the picture takes ${found.used} of its pane`);
    assert.ok(found.cut <= 0 && found.apart, `${width}: the legend hides ${found.cut} pixels of the picture`);
    assert.deepEqual(found.overflowing, [], `${width}`);
    assert.equal(found.page, width);
  }
  await page.done();
});

test("a click selects a node, shift adds and removes, the list is a host list or plain names", async () => {
  const page = await open(small);
  await click(page, 3);
  assert.deepEqual(await selection(page), [3]);
  await click(page, 4, true);
  await click(page, 5, true);
  assert.deepEqual(await selection(page), [3, 4, 5]);
  assert.match(await page.locator("#selected-count").textContent(), /3 nodes/);
  await page.locator("#plain").check({ force: true });
  assert.deepEqual((await list(page)).split("\n"), await names(page, [3, 4, 5]));
  await click(page, 4, true);
  assert.deepEqual(await selection(page), [3, 5]);
  await page.done();
});

test("a dragged box selects the nodes in it", async () => {
  const page = await open(small);
  const [[x0, y0], [x1, y1]] = [await at(page, 0), await at(page, 7)];
  const [left, right] = [Math.min(x0, x1) - 6, Math.max(x0, x1) + 6];
  const [top, bottom] = [Math.min(y0, y1) - 6, Math.max(y0, y1) + 6];
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(right, bottom, { steps: 5 });
  await page.mouse.up();
  const chosen = await selection(page);
  assert.ok(chosen.includes(0) && chosen.includes(7));
  for (let node = 0; node < 48; ++node) {
    const [x, y] = await at(page, node);
    assert.equal(chosen.includes(node), x > left && x < right && y > top && y < bottom, `node ${node}`);
  }
  await page.done();
});

test("labels select whole blades, chassis, cabinets and groups", async () => {
  const page = await open(small);
  const sizes = { blade: 2, chassis: 8, cabinet: 24, group: 24 };
  for (const [level, size] of Object.entries(sizes)) {
    const [x, y] = await page.evaluate((wanted) => {
      const { layout, camera } = window.cartwright.canvas.scene;
      const { label } = layout.frames.find((frame) => frame.level === wanted);
      return camera.toScreen(label.x + label.w / 2, label.y + label.h / 2);
    }, level);
    const box = await page.locator("#canvas").boundingBox();
    await page.mouse.click(box.x + x, box.y + y);
    assert.equal((await selection(page)).length, size, level);
  }
  await page.done();
});

test("copying copies the selection", async () => {
  const page = await open(small, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.locator("#ours").click();
  assert.equal((await selection(page)).length, 24);
  await page.locator("#copy").click();
  await page.locator("#copy", { hasText: "Copied" }).waitFor();
  await page.locator("#pasted").focus();
  await page.keyboard.press("Control+V");
  assert.equal(await page.locator("#pasted").inputValue(), await list(page));
  await page.done();
});

test("a pasted list selects its nodes, and unknown names are reported", async () => {
  const page = await open(small);
  const [first, last] = await names(page, [1, 40]);
  await page.locator("#pasted").fill(`${first}, nowhere\n${last}`);
  await page.locator("#mark button").click();
  assert.deepEqual(await selection(page), [1, 40]);
  assert.match(await page.locator("#found").textContent(), /2 nodes marked; unknown: nowhere/);
  await page.locator("#pasted").fill("nid[1-");
  await page.locator("#mark button").click();
  assert.match(await page.locator("#found").textContent(), /does not close/);
  await page.done();
});

test("the keyboard moves, selects, widens and clears, and its actions are announced", async () => {
  const page = await open(small);
  for (let i = 0; i < 20 && !(await page.evaluate(() => document.activeElement?.id === "canvas")); ++i)
    await page.keyboard.press("Tab");
  const begin = (await state(page)).cursor;
  assert.ok(begin >= 0, "tab reaches the picture");
  await page.keyboard.press("ArrowRight");
  const next = (await state(page)).cursor;
  assert.notEqual(next, begin);
  await page.keyboard.press("Space");
  assert.deepEqual(await selection(page), [next]);
  assert.match(await page.locator("#live").textContent(), /1 of 48 nodes selected/);
  await page.keyboard.press("Shift+ArrowRight");
  assert.equal((await selection(page)).length, 2);
  await page.keyboard.press("Escape");
  assert.deepEqual(await selection(page), []);
  for (const size of [2, 8, 24]) {
    await page.keyboard.press("e");
    assert.equal((await selection(page)).length, size);
  }
  const outline = await page.locator("#canvas").evaluate((canvas) => getComputedStyle(canvas).outlineStyle);
  assert.equal(outline, "solid", "focus is seen");
  await page.done();
});

test("the keyboard also reaches the process grid and the histograms", async () => {
  const page = await open(small);
  await page.locator("#grid").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const { hover } = await state(page);
  assert.equal(hover.rank, 1);
  assert.match(await page.locator("#live").textContent(), /rank 1 at 0, 1/);
  await page.keyboard.press("Space");
  assert.deepEqual(await selection(page), [hover.node]);
  await page.locator(".histogram svg").first().focus();
  await page.keyboard.press("ArrowRight");
  const [[low, high]] = (await state(page)).ranges;
  assert.ok(low > 0 && high > low);
  await page.done();
});

test("links are hidden by the slider, by class, and by the range of a histogram", async () => {
  const page = await open(small);
  await choose(page, "view", "network");
  const shown = () =>
    page.evaluate(
      () =>
        Array.from({ length: window.cartwright.store.machine.cables.count }, (_, c) =>
          window.cartwright.store.shows(c),
        ).filter(Boolean).length,
    );
  await settled(page);
  const [all, ink] = [await shown(), await drawn(page, LINKS)];
  await page.locator("#threshold").fill("60");
  await settled(page);
  const few = await shown();
  assert.ok(few > 0 && few < all);
  assert.ok((await drawn(page, LINKS)) < ink);
  assert.match(await page.locator("#threshold-value").textContent(), new RegExp(`60 % . ${few} cable`));
  await page.locator("#threshold").fill("0");
  const [first] = await page.locator(".class-loads input:enabled").all();
  await first.uncheck();
  assert.ok((await shown()) < all);
  await first.check();
  assert.equal(await shown(), all);
  const chart = page.locator(".histogram svg").first();
  await chart.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await chart.boundingBox();
  await page.mouse.move(x + width * 0.7, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width, y + height / 2, { steps: 4 });
  await page.mouse.up();
  assert.ok((await shown()) < all);
  await page.locator(".class-loads button").first().click();
  assert.equal(await shown(), all);
  await page.done();
});

test("the bars of a histogram add up to the links in use", async () => {
  const page = await open(small);
  const used = await page.evaluate(() =>
    window.cartwright.store.machine.classes.filter((entry) => entry.used).map((entry) => entry.used),
  );
  const sums = await page.evaluate(() =>
    [...document.querySelectorAll(".histogram")].map((chart) =>
      [...chart.querySelectorAll(".bar")].reduce((sum, bar) => sum + Number(bar.dataset.count), 0),
    ),
  );
  assert.ok(used.length > 1);
  assert.deepEqual(sums, used);
  await page.done();
});

test("pointing at a rank marks its node, pointing at a node marks its ranks, and both are described", async () => {
  const page = await open(small);
  const grid = page.locator("#grid");
  const { x, y, width, height } = await grid.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  const { hover } = await state(page);
  assert.equal(hover.kind, "node");
  assert.equal(hover.node, await page.evaluate((rank) => window.cartwright.store.machine.rankNode[rank], hover.rank));
  const tip = page.locator("#tooltip");
  const [name] = await names(page, [hover.node]);
  assert.equal(await tip.locator("b").textContent(), name);
  assert.match(await tip.textContent(), /rank\d+ at \(\d, \d\)/);
  const ranked = await page.evaluate(() => window.cartwright.store.machine.rankNode[9]);
  const empty = await grid
    .locator("canvas")
    .nth(2)
    .evaluate((canvas) => canvas.toDataURL());
  await page.mouse.move(...(await at(page, ranked)));
  await settled(page);
  assert.match(await tip.textContent(), /ranks8 \(1, 0\), 9 \(1, 1\)|ranks/);
  assert.notEqual(
    await grid
      .locator("canvas")
      .nth(2)
      .evaluate((canvas) => canvas.toDataURL()),
    empty,
  );
  await page.done();
});

test("pointing at a link shows its ends, class, bytes and seconds", async () => {
  const page = await open(small);
  await choose(page, "view", "network");
  await settled(page);
  const [x, y] = await page.evaluate(() => {
    const { layout, camera } = window.cartwright.canvas.scene;
    const { machine } = window.cartwright.store;
    const c = Array.from({ length: machine.cables.count }, (_, i) => i).find(
      (i) => machine.cables.bytes[i] > 0 && machine.cables.linkClass[i] === 0,
    );
    const [ax, ay, cx, cy, bx, by] = layout.curves.subarray(6 * c, 6 * c + 6);
    return camera.toScreen(0.25 * ax + 0.5 * cx + 0.25 * bx, 0.25 * ay + 0.5 * cy + 0.25 * by);
  });
  const box = await page.locator("#canvas").boundingBox();
  await page.mouse.move(box.x + x, box.y + y);
  assert.equal((await state(page)).hover.kind, "cable");
  assert.match(await page.locator("#tooltip").textContent(), /\u2013.*class.*(KiB|MiB).*(\u00b5s|ms)/s);
  await page.done();
});

test("every color mode draws a different picture", async () => {
  const page = await open(small);
  const pictures = new Set();
  for (const mode of ["state", "rank", "load"]) {
    await choose(page, "color", mode);
    await settled(page);
    pictures.add(await page.evaluate(() => window.cartwright.canvas.surface.contexts[1].canvas.toDataURL()));
  }
  assert.equal(pictures.size, 3);
  await page.done();
});

test("markup in names stays text", async () => {
  const evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
  const model = JSON.parse(
    JSON.stringify({
      schema: "cartwright-view/2",
      version: "0.1.0",
      network: {
        text: evil,
        kind: evil,
        terminal_bandwidth: 1,
        switches: [evil, "b"],
        levels: [{ name: evil, domain: [0, 1] }],
        classes: [{ name: evil, title: evil, bandwidth: 1 }],
        links: { from: [0, 1], to: [1, 0], class: [0, 0] },
      },
      nodes: { name: [evil, "n2"], switch: [0, 1], state: [0, 1], batch_job: [-1, 0] },
      batch_jobs: [evil],
      cabinets: [],
      job: { dims: [2], pattern: evil, mapping: evil, routing: evil, node_of_rank: [0, 1] },
      loads: { links: [1, 2], injection: [], ejection: [] },
    }),
  );
  const file = join(process.env.TMPDIR ?? "/tmp", `cartwright-evil-${process.pid}.json`);
  writeFileSync(file, JSON.stringify(model));
  const page = await open(write("evil", "--from", file));
  await choose(page, "color", "job");
  await click(page, 0);
  assert.equal(await list(page), evil);
  await page.mouse.move(...(await at(page, 0)));
  assert.equal(await page.locator("#tooltip b").textContent(), evil);
  assert.equal(await page.locator("img").count(), 0);
  await page.done();
});

test("machines of every kind open: nested boxes, rings, layers, torus", async () => {
  for (const [name, spec] of [
    ["percs", "percs:supernodes=4"],
    ["tree", "fat-tree:down=4x4x4"],
    ["torus", "torus:dims=4x4x4"],
    ["dragonfly", "dragonfly:routers=4,global=2,nodes=2"],
  ]) {
    const page = await open(write(name, "--network", spec));
    await choose(page, "view", "network");
    await settled(page);
    assert.ok((await drawn(page, LINKS)) > 500, name);
    await page.done();
  }
});

test("a machine of Shaheen's size is drawn, searched and selected", async () => {
  const page = await open(write("large", "--network", "cube", "--dims", "16x16x24", "--mapping", "blocked"));
  const nodes = await page.evaluate(() => window.cartwright.store.machine.nodes);
  assert.ok(nodes > 6000);
  await choose(page, "view", "network");
  await settled(page);
  assert.ok((await drawn(page, LINKS)) > 5000);
  await choose(page, "view", "machine");
  await settled(page);
  await click(page, 5000);
  assert.deepEqual(await selection(page), [5000]);
  await page.locator("#free").click();
  assert.ok((await selection(page)).length > 0);
  await page.done();
});
