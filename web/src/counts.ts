/** How many findings there are of each group and each kind. */
import { byId, make } from "./dom";
import { lineClass } from "./findings";
import type { Finding } from "./server";

let shown = "";

/** Show the numbers, if they are others than before. */
export function showCounts(findings: readonly Finding[]): void {
  const groups = counts(findings.map((each) => each.group));
  const kinds = counts(findings.map((each) => each.kind));
  const now = JSON.stringify([...groups, ...kinds]);
  if (now === shown) return;
  shown = now;
  byId("groups").replaceChildren(...[...groups].map(([group, count]) => entry(group, count)));
  for (const place of document.querySelectorAll<HTMLElement>("[data-count]")) {
    place.textContent = String(kinds.get(place.dataset.count!) ?? "");
  }
}

function entry(group: string, count: number): HTMLElement {
  const sign = make("span", { class: `sign ${lineClass(group)}`, "aria-hidden": "true" });
  return make("li", {}, sign, `${group} ${count.toLocaleString("en")}`);
}

function counts(names: readonly string[]): Map<string, number> {
  const result = new Map<string, number>();
  for (const name of names) result.set(name, (result.get(name) ?? 0) + 1);
  return result;
}
