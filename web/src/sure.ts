/** The list of all sure suggestions, to look through before they are accepted together. */
import type { EditorView, ViewUpdate } from "@codemirror/view";
import { followAll, sureFindings } from "./actions";
import { button, byId, make } from "./dom";
import type { Finding } from "./server";
import { counted } from "./wording";

// Nobody looks through more at once.
const MOST = 500;
const BESIDE = 32;

/** Offers to accept all sure suggestions; each can be left out before. */
export class SureSuggestions {
  private readonly dialog = byId<HTMLDialogElement>("sure");
  private readonly open = byId<HTMLButtonElement>("open-sure");
  private number = 0;

  constructor(private readonly view: EditorView) {
    this.open.addEventListener("click", () => this.show());
    this.dialog.addEventListener("close", () => this.view.focus());
  }

  update({ state }: ViewUpdate): void {
    const number = Math.min(MOST, sureFindings(state).length);
    if (number === this.number) return;
    this.number = number;
    this.open.hidden = !number;
    this.open.textContent = `Accept ${counted(number, "sure suggestion")} …`;
  }

  private show(): void {
    const { state } = this.view;
    const findings = sureFindings(state).slice(0, MOST);
    if (!findings.length) return;
    const boxes = findings.map(() =>
      make("input", { type: "checkbox", checked: true, change: () => this.count(boxes, accept) }),
    );
    const items = findings.map((finding, index) =>
      make("li", {}, make("label", {}, boxes[index]!, this.described(finding))),
    );
    const accept = button("", () => {
      this.dialog.close();
      // The text cannot have changed, because nothing else can be reached meanwhile.
      followAll(
        this.view,
        findings.filter((_, index) => boxes[index]!.checked),
      );
    });
    accept.className = "action";
    this.count(boxes, accept);
    this.dialog.replaceChildren(
      make("h2", { id: "sure-title" }, "Accept what is sure"),
      make("p", { class: "quiet" }, "Take out what you do not want. One undo takes all back."),
      make("ol", {}, ...items),
      make(
        "p",
        { class: "todo" },
        accept,
        button("Cancel", () => this.dialog.close(), { class: "plain" }),
      ),
    );
    this.dialog.showModal();
  }

  private count(boxes: readonly HTMLInputElement[], accept: HTMLButtonElement): void {
    const number = boxes.filter((box) => box.checked).length;
    accept.textContent = `Accept ${number}`;
    accept.disabled = !number;
  }

  /** The words around a suggestion, with what goes and what comes. */
  private described({ title, suggestions: [first] }: Finding): HTMLElement {
    const { state } = this.view;
    const { start, end, insert } = first!;
    const line = state.doc.lineAt(start);
    const before = state.sliceDoc(Math.max(line.from, start - BESIDE), start);
    const after = state.sliceDoc(end, Math.max(end, Math.min(line.to, end + BESIDE)));
    const removed = state.sliceDoc(start, end);
    return make(
      "span",
      {},
      make("span", { class: "what" }, title),
      make(
        "span",
        { class: "where", dir: "auto" },
        start - line.from > BESIDE ? before.replace(/^\S*\s/, "…") : before,
        ...(removed ? [make("del", {}, removed)] : []),
        ...(insert ? [make("ins", {}, insert)] : []),
        after.length === BESIDE ? after.replace(/\s\S*$/, "…") : after,
      ),
    );
  }
}
