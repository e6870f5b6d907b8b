/** The list of findings beside the text, their number, and the way from one to the next. */
import type { EditorState } from "@codemirror/state";
import type { EditorView, ViewUpdate } from "@codemirror/view";
import { goTo, goToNext } from "./actions";
import { announceIn } from "./announce";
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
  private listed: readonly string[] = [];
  private number = 0;
  private findings: readonly Finding[] = [];
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
    if (findings !== this.findings) this.show(state, findings);
    this.findings = findings;
    this.mark(activeFinding(state));
  }

  private show(state: EditorState, findings: readonly Finding[]): void {
    this.showItems(findings.slice(0, MOST_LISTED).map((each) => listItem(state, each)));
    const number = findings.length;
    if (number === this.number) return;
    this.number = number;
    const count = number ? counted(number, "finding") : "No findings";
    byId("count").textContent = count;
    byId("open-panel").textContent = count;
    for (const go of document.querySelectorAll<HTMLButtonElement>("[data-go]")) {
      go.disabled = !number;
    }
    byId("more").textContent =
      number > MOST_LISTED ? `${counted(number - MOST_LISTED, "more finding")} not listed.` : "";
    announceIn(QUIET_MS, `${count}.`);
  }

  /** List the items. Elements that say the same stay, which is quick and keeps the focus. */
  private showItems(items: readonly ListItem[]): void {
    const listed = items.map((item) => JSON.stringify(item));
    items.forEach((item, index) => {
      if (listed[index] === this.listed[index]) return;
      const [former, now] = [this.list.children[index], this.element(item, index)];
      if (former) former.replaceWith(now);
      else this.list.append(now);
    });
    while (this.list.children.length > items.length) this.list.lastElementChild?.remove();
    this.listed = listed;
  }

  /** Mark the finding whose card is shown. */
  private mark(active: Finding | null): void {
    const index = active ? this.findings.indexOf(active) : -1;
    const next = this.list.children[index]?.firstElementChild ?? null;
    const current = this.list.querySelector("[aria-current]");
    if (current === next) return;
    current?.removeAttribute("aria-current");
    next?.setAttribute("aria-current", "true");
    next?.scrollIntoView({ block: "nearest" });
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
