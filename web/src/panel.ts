/** The list of findings beside the text, their number, and the way from one to the next. */
import type { EditorState } from "@codemirror/state";
import type { EditorView, ViewUpdate } from "@codemirror/view";
import { goTo, goToNext } from "./actions";
import { announce } from "./announce";
import { byId, make } from "./dom";
import { activeFinding, lineClass, shownFindings } from "./findings";
import type { Finding } from "./server";
import { action, capitalised, counted, isMissing } from "./wording";

// A list of thousands would slow down typing, and nobody reads it.
const MOST_LISTED = 200;
const MOST_BESIDE = 28;
const QUIET_MS = 1_000;

/** Shows how many findings there are, lists them, and leads to each. */
export class Panel {
  private listed = "";
  private announced = 0;
  private quiet = 0;
  private readonly list = byId("findings");

  constructor(private readonly view: EditorView) {
    for (const go of document.querySelectorAll<HTMLElement>("[data-go]")) {
      go.addEventListener("click", () => {
        goToNext(view, go.dataset.go === "next" ? 1 : -1);
      });
    }
    byId("open-panel").addEventListener("click", () => this.open(true));
    byId("close-panel").addEventListener("click", () => this.open(false));
    byId("panel").addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.open(false);
    });
  }

  update({ state }: ViewUpdate): void {
    const findings = shownFindings(state);
    const items = findings.slice(0, MOST_LISTED).map((each) => listItem(state, each));
    // Elements stay while they say the same, so that none loses the focus.
    const listed = JSON.stringify([findings.length, items]);
    if (listed !== this.listed) this.show(findings, items);
    this.listed = listed;
    const active = activeFinding(state);
    const index = active ? findings.indexOf(active) : -1;
    const [current, next] = [this.list.querySelector("[aria-current]"), this.list.children[index]?.firstElementChild];
    if (current === (next ?? null)) return;
    current?.removeAttribute("aria-current");
    next?.setAttribute("aria-current", "true");
    next?.scrollIntoView({ block: "nearest" });
  }

  private show(findings: readonly Finding[], items: readonly ListItem[]): void {
    const number = findings.length;
    const count = number ? counted(number, "finding") : "No findings";
    byId("count").textContent = count;
    byId("open-panel").textContent = count;
    for (const go of document.querySelectorAll<HTMLButtonElement>("[data-go]")) {
      go.disabled = !number;
    }
    this.list.replaceChildren(...items.map((item, index) => this.element(item, index)));
    byId("more").textContent =
      number > MOST_LISTED ? `${counted(number - MOST_LISTED, "more finding")} not listed.` : "";
    byId("groups").replaceChildren(...groups(findings));
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.announceNumber(number, count), QUIET_MS);
  }

  /** Say the number of findings when the writer pauses, if it is another than before. */
  private announceNumber(number: number, count: string): void {
    if (number !== this.announced) announce(`${count}.`);
    this.announced = number;
  }

  private element(item: ListItem, index: number): HTMLElement {
    const mark = make("mark", { class: item.line }, item.words);
    const go = make(
      "button",
      { type: "button", click: () => this.choose(index) },
      make("span", { class: "what" }, item.title),
      make("span", { class: "where" }, item.before, mark, item.after),
    );
    if (item.instead) go.append(make("span", { class: "instead" }, item.instead));
    return make("li", {}, go);
  }

  private choose(index: number): void {
    const finding = shownFindings(this.view.state)[index];
    this.open(false);
    this.view.focus();
    if (finding) goTo(this.view, finding);
  }

  /** Open or close the panel, which covers the text in a narrow window. */
  private open(isOpen: boolean): void {
    if (isOpen === document.body.classList.contains("panel-open")) return;
    document.body.classList.toggle("panel-open", isOpen);
    byId("open-panel").setAttribute("aria-expanded", String(isOpen));
    byId(isOpen ? "count" : "open-panel").focus();
  }
}

interface ListItem {
  readonly title: string;
  readonly before: string;
  readonly words: string;
  readonly after: string;
  readonly line: string;
  readonly instead: string;
}

/** What the list says about a finding: its words, some beside them, and the first suggestion. */
function listItem(state: EditorState, finding: Finding): ListItem {
  const { start, end } = finding;
  const line = state.doc.lineAt(start);
  const before = state.sliceDoc(Math.max(line.from, start - MOST_BESIDE), start);
  const after = state.sliceDoc(end, Math.max(end, Math.min(line.to, end + MOST_BESIDE)));
  const [first] = finding.suggestions;
  return {
    title: capitalised(finding.title),
    before: start - line.from > MOST_BESIDE ? before.replace(/^\S*\s/, "…") : before,
    words: state.sliceDoc(start, Math.min(end, start + 2 * MOST_BESIDE)),
    after: after.length === MOST_BESIDE ? after.replace(/\s\S*$/, "…") : after,
    line: `${lineClass(finding.group)}${isMissing(finding) ? " missing" : ""}`,
    instead: first ? action(finding, first) : "",
  };
}

/** How many findings each group has, with the line that it is underlined by. */
function groups(findings: readonly Finding[]): HTMLElement[] {
  const counts = new Map<string, number>();
  for (const { group } of findings) counts.set(group, (counts.get(group) ?? 0) + 1);
  return [...counts].map(([group, count]) =>
    make(
      "li",
      {},
      make("span", { class: `sign ${lineClass(group)}`, "aria-hidden": "true" }),
      `${capitalised(group)} ${count}`,
    ),
  );
}
