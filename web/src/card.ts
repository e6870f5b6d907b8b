/** The card of a finding: what is wrong, what to write instead, and who would object. */
import type { EditorView, ViewUpdate } from "@codemirror/view";
import { addToDictionary, follow, ignore, ignoreKind, neverAgain } from "./actions";
import { announce } from "./announce";
import { button, byId, make } from "./dom";
import { activate, activeFinding, lineClass } from "./findings";
import type { Finding } from "./server";
import type { Settings } from "./settings";
import { action, capitalised, objections } from "./wording";

type LeaveOut = (view: EditorView, settings: Settings, finding: Finding) => void;

const GAP = 8;
/** In a narrow window the card lies at the bottom; the style sheet has the same width. */
const NARROW = matchMedia("(max-width: 56rem)");

/** Shows the card of the active finding beside its words. */
export class Card {
  private readonly element = byId("card");
  private finding: Finding | null = null;

  constructor(
    private readonly view: EditorView,
    private readonly settings: Settings,
  ) {
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
    view.scrollDOM.addEventListener("scroll", () => this.place());
    addEventListener("resize", () => this.place());
  }

  update(update: ViewUpdate): void {
    const finding = activeFinding(update.state);
    const isOther = said(finding) !== said(this.finding);
    if (isOther) this.show(finding);
    this.finding = finding;
    if (finding && (isOther || update.docChanged || update.geometryChanged)) this.place();
  }

  /** How much of the text the card covers at the bottom of a narrow window. */
  get cover(): number {
    if (!this.finding || !NARROW.matches) return 0;
    const pane = this.view.scrollDOM.getBoundingClientRect();
    return Math.max(0, pane.bottom - this.element.getBoundingClientRect().top);
  }

  get hasFocus(): boolean {
    return this.element.contains(document.activeElement);
  }

  /** Move the focus to the first thing that can be done; false if no card is shown. */
  focus(): boolean {
    if (!this.finding) return false;
    this.element.querySelector("button")?.focus();
    return true;
  }

  /** Close the card and go on writing; false if no card is shown. */
  close(): boolean {
    if (!this.finding) return false;
    this.view.dispatch({ effects: activate.of(null) });
    this.view.focus();
    return true;
  }

  private show(finding: Finding | null): void {
    const hadFocus = this.hasFocus;
    if (finding) this.element.replaceChildren(...this.content(finding));
    this.element.hidden = !finding;
    this.finding = finding;
    if (hadFocus && !this.focus()) this.view.focus();
    if (hadFocus || !finding) return;
    announce(`${finding.title}. ${finding.explanation} Press Tab for the card.`);
  }

  private content(finding: Finding): Node[] {
    const suggestions = finding.suggestions.map((suggestion, index) =>
      button(
        action(finding, suggestion),
        this.doing((now) => follow(this.view, now, now.suggestions[index]!)),
        { class: index === 0 ? "suggestion first" : "suggestion" },
      ),
    );
    const others = [
      this.offer("Ignore once", ignore),
      this.offer(
        "Never again",
        neverAgain,
        "Never show this kind of finding for these words again",
      ),
    ];
    others.push(
      this.offer("Ignore this kind", ignoreKind, `Look no longer for this kind: ${finding.title}`),
    );
    if (finding.kind === "spelling") others.push(this.offer("Add to dictionary", addToDictionary));
    const sign = make("span", { class: `sign ${lineClass(finding.group)}`, "aria-hidden": "true" });
    return [
      make("h2", { id: "card-title" }, sign, capitalised(finding.title)),
      make("p", { id: "card-explanation" }, finding.explanation.replace(/"([^"]*)"/g, "“$1”")),
      suggestions.length
        ? group("suggestions", "Write instead", suggestions)
        : make("p", { class: "quiet" }, "There is no suggestion for this one."),
      ...certainty(finding),
      ...rules(finding),
      group("others", "Leave it as it is", others),
      button("×", () => this.close(), { class: "close", "aria-label": "Close the card" }),
    ];
  }

  /** A button that has the finding left out in one of several ways. */
  private offer(label: string, leaveOut: LeaveOut, title = label): HTMLButtonElement {
    return button(
      label,
      this.doing((now) => leaveOut(this.view, this.settings, now)),
      { title },
    );
  }

  /** A listener that does something with the finding as it is by then, and returns to the text. */
  private doing(run: (finding: Finding) => void): () => void {
    return () => {
      const finding = activeFinding(this.view.state);
      if (finding) run(finding);
      this.view.focus();
    };
  }

  /** Put the card below its words, or above them where there is no room. */
  private place(): void {
    const { element, finding, view } = this;
    if (!finding) return;
    if (NARROW.matches) {
      element.removeAttribute("style");
      element.classList.remove("away");
      return;
    }
    view.requestMeasure({
      key: this,
      read: () => ({
        words: view.coordsAtPos(Math.min(finding.start, view.state.doc.length), 1),
        pane: view.scrollDOM.getBoundingClientRect(),
        card: element.getBoundingClientRect(),
      }),
      write: ({ words, pane, card }) => {
        const isVisible = words && words.bottom > pane.top && words.top < pane.bottom;
        element.classList.toggle("away", !isVisible);
        if (!isVisible) return;
        const isBelow = words.bottom + GAP + card.height < innerHeight;
        const top = isBelow ? words.bottom + GAP : Math.max(GAP, words.top - GAP - card.height);
        const right = pane.right - card.width - 2 * GAP;
        element.style.top = `${top}px`;
        element.style.left = `${Math.max(GAP, Math.min(words.left - 2 * GAP, right))}px`;
      },
    });
  }
}

/** What a card says and offers; it stays as it is while this does, and so does the focus in it. */
function said(finding: Finding | null): string {
  if (!finding) return "";
  const { key, explanation, suggestions } = finding;
  return JSON.stringify([key, explanation, suggestions.map((each) => each.text)]);
}

function group(name: string, label: string, buttons: readonly HTMLElement[]): HTMLElement {
  return make("div", { class: name, role: "group", "aria-label": label }, ...buttons);
}

/** A link to the page about the kind of error, which opens beside the text. */
function rules({ page }: Finding): Node[] {
  if (!page) return [];
  const address = `explain/${encodeURIComponent(page)}`;
  const link = make("a", { href: address, target: "_blank", rel: "noopener" }, "Rules and examples");
  return [make("p", { class: "more" }, link)];
}

/** How many readers would object, as a row of ten and in words, and how sure that is. */
function certainty({ share, confidence }: Finding): Node[] {
  const words: string[] = [];
  if (share !== null) words.push(objections(share));
  if (confidence !== null) words.push(`${Math.round(100 * confidence)}% sure`);
  if (!words.length) return [];
  const row = make("span", { class: "readers", "aria-hidden": "true" });
  for (let reader = 0; share !== null && reader < 10; reader++) {
    row.append(make("i", { class: reader < Math.round(10 * share) ? "objects" : "" }));
  }
  return [make("p", { class: "certainty" }, ...(share === null ? [] : [row]), words.join(" · "))];
}
