// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
import { byId } from "./dom.ts";
import { compress, NodeFinder } from "./hostlist.ts";
import type { Store } from "./store.ts";
import * as units from "./units.ts";

/** The list of selected nodes, for copying, and the field for a list to paste and select. */
export function connectSelection(store: Store, announce: (text: string) => void): void {
  const { machine } = store;
  const list = byId<HTMLTextAreaElement>("list");
  const summary = byId("selected-count");
  const copy = byId<HTMLButtonElement>("copy");
  const form = () => byId<HTMLInputElement>("plain").checked;

  const show = () => {
    const nodes = store.selection();
    const names = nodes.map((node) => machine.name(node));
    list.value = form() ? names.join("\n") : compress(names);
    summary.textContent = nodes.length ? units.plural(nodes.length, "node") : "none";
    copy.disabled = byId<HTMLButtonElement>("clear").disabled = !nodes.length;
  };
  store.listen((changed) => changed.has("selection") && show());
  for (const id of ["compressed", "plain"]) byId(id).addEventListener("change", show);
  show();

  copy.addEventListener("click", async () => {
    const done = await copied(list);
    copy.textContent = done ? "Copied" : "Press Ctrl+C";
    announce(done ? "Node list copied" : "The list is selected: press Control C to copy it");
    setTimeout(() => (copy.textContent = "Copy"), 1600);
  });
  byId("clear").addEventListener("click", () => store.select([], false));
  byId("free").addEventListener("click", () =>
    select(store, announce, (node) => machine.state[node] === 0 && !machine.ranksOn.row(node).length),
  );
  const ours = byId("ours");
  ours.hidden = !machine.ranks;
  ours.addEventListener("click", () => select(store, announce, (node) => machine.ranksOn.row(node).length > 0));

  const finder = new NodeFinder(machine.doc.nodes.name, machine.doc.nodes.network_name);
  const found = byId("found");
  byId("mark").addEventListener("submit", (event) => {
    event.preventDefault();
    try {
      const { nodes, unknown } = finder.find(byId<HTMLTextAreaElement>("pasted").value);
      store.select(nodes, false);
      found.textContent = `${units.plural(nodes.length, "node")} marked${unknown.length ? `; unknown: ${unknown.slice(0, 3).join(", ")}${unknown.length > 3 ? ` and ${unknown.length - 3} more` : ""}` : ""}`;
    } catch (error) {
      found.textContent = (error as Error).message;
    }
    announce(found.textContent ?? "");
  });
}

function select(store: Store, announce: (text: string) => void, wanted: (node: number) => boolean): void {
  store.select(Array.from({ length: store.machine.nodes }, (_, node) => node).filter(wanted), false);
  announce(`${store.selectedCount} nodes selected`);
}

/** A browser may deny pages from disk the clipboard. Then this selects the text and tries the older command. */
async function copied(list: HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(list.value);
    return true;
  } catch {
    list.focus();
    list.select();
    return document.execCommand("copy");
  }
}
