// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Bundles the unit tests and runs them: not every version of node can run TypeScript.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const out = fileURLToPath(new URL("../../out/", import.meta.url));
const entryPoints = readdirSync(folder)
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => folder + name);
await build({
  entryPoints,
  bundle: true,
  platform: "node",
  format: "esm",
  outdir: out,
  outExtension: { ".js": ".mjs" },
});
const tests = entryPoints.map((name) => name.replace(folder, out).replace(/\.ts$/, ".mjs"));
process.exit(spawnSync(process.execPath, ["--test", ...tests], { stdio: "inherit" }).status ?? 1);
