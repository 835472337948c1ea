// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
//
// Bundles src/ into dist/view.html, one self-contained file. The command replaces the mark /*MODEL*/ by its data. The
// output is ASCII, which is the same in any encoding.
import { build } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const license = async (name) =>
  `${name}:\n${(await readFile(new URL(`node_modules/${name}/LICENSE`, import.meta.url), "utf8")).trim()}`;
const ascii = (text) => text.replace(/[^\x00-\x7f]/gu, (c) => `&#${c.codePointAt(0)};`);

const bundle = async (entry) => {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    charset: "ascii",
    legalComments: "none",
    target: ["chrome110", "firefox115", "safari16.4"],
    format: "iife",
    absWorkingDir: fileURLToPath(new URL(".", import.meta.url)),
  });
  return outputFiles[0].text.trim();
};

const script = await bundle("src/main.ts");
if (script.includes("</script")) throw new Error("the script contains </script, which would end it");
const notes = await Promise.all(
  ["d3-scale-chromatic", "d3-interpolate", "d3-color", "flatbush", "flatqueue"].map(license),
);
const style = await bundle("src/page.css");
const page = ascii(await readFile(new URL("src/page.html", import.meta.url), "utf8"))
  .replace("/*LICENSES*/", () => ascii(`This page contains:\n\n${notes.join("\n\n")}\n`.replaceAll("--", "- -")))
  .replace("/*STYLE*/", () => style)
  .replace("/*SCRIPT*/", () => script);
await mkdir(new URL("dist", import.meta.url), { recursive: true });
await writeFile(new URL("dist/view.html", import.meta.url), page);
