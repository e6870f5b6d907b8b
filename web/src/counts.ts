/** How many findings there are of each group and each kind, and how many were corrected. */
import type { EditorState } from "@codemirror/state";
import { corrected } from "./actions";
import { byId, make } from "./dom";
import { lineClass, shownFindings } from "./findings";

let shown = "";

/** Show the numbers, if they are others than before. */
export function showCounts(state: EditorState): void {
  const findings = shownFindings(state);
  const groups = counts(findings.map((each) => each.group));
  const kinds = counts(findings.map((each) => each.kind));
  const done = corrected(state);
  const now = JSON.stringify([...groups, ...kinds, ...done]);
  if (now === shown) return;
  shown = now;
  byId("groups").replaceChildren(...[...groups].map(([group, count]) => entry(group, count)));
  for (const place of document.querySelectorAll<HTMLElement>("[data-count]")) {
    place.textContent = String(kinds.get(place.dataset.count!) ?? "");
  }
  showSummary(counts(findings.map((each) => each.title)), done);
}

/** The table of all kinds that were found: how many are left, and how many were corrected. */
function showSummary(
  left: ReadonlyMap<string, number>,
  done: ReadonlyMap<string, number>,
): void {
  const titles = [...new Set([...left.keys(), ...done.keys()])].filter(
    (title) => left.get(title) || done.get(title),
  );
  const total = (title: string) => (left.get(title) ?? 0) + (done.get(title) ?? 0);
  titles.sort((a, b) => total(b) - total(a) || a.localeCompare(b));
  const rows = titles.map((title) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, title),
      make("td", {}, String(left.get(title) ?? 0)),
      make("td", {}, String(done.get(title) ?? 0)),
    ),
  );
  const head = ["Kind", "Left", "Corrected"].map((name) => make("th", { scope: "col" }, name));
  const table = make(
    "table",
    {},
    make("thead", {}, make("tr", {}, ...head)),
    make("tbody", {}, ...rows),
  );
  const none = make("p", { class: "quiet" }, "Nothing has been found so far.");
  byId("summary").replaceChildren(rows.length ? table : none);
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
