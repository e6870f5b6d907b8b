/** Documents: opening, dropping, saving and copying them, and the warning for unsaved text. */
import { invertedEffects, isolateHistory } from "@codemirror/commands";
import { EditorSelection, type EditorState, StateEffect, StateField, Text } from "@codemirror/state";
import type { EditorView, ViewUpdate } from "@codemirror/view";
import { forgetCorrected } from "./actions";
import { announce, clearNotice, notice } from "./announce";
import { byId } from "./dom";
import * as server from "./server";

export const UNTITLED = "Untitled";

/** What is being written: its name, and the file that it came from if that can be saved again. */
export interface Source {
  readonly name: string;
  readonly original: File | null;
  readonly format: string;
}

const NEW: Source = { name: "", original: null, format: "" };
const setSource = StateEffect.define<Source>();
const source = StateField.define<Source>({
  create: () => NEW,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setSource)) value = effect.value;
    return value;
  },
});

/** What is being written. */
export function sourceOf(state: EditorState): Source {
  return state.field(source);
}

/** Undoing the opening of a document brings back the name and the file of the one before. */
export const documentSource = [
  source,
  invertedEffects.of((transaction) =>
    transaction.effects.some((effect) => effect.is(setSource))
      ? [setSource.of(transaction.startState.field(source))]
      : [],
  ),
];

/** The document that is written, its name, and whether it has been saved. */
export class Documents {
  private saved = Text.empty;
  private shown: Source = NEW;
  /** Whether the text is kept on this computer, so that it may be left without saving it. */
  isKept: () => boolean = () => false;

  constructor(private readonly view: EditorView) {
    const input = byId<HTMLInputElement>("file");
    byId("open").addEventListener("click", () => input.click());
    input.addEventListener("change", () => {
      const [file] = input.files ?? [];
      if (file) void this.openFile(file);
      input.value = "";
    });
    byId("copy").addEventListener("click", () => void this.copy());
    byId("save-txt").addEventListener("click", () => this.saveText());
    byId("save-docx").addEventListener("click", () => void this.saveDocument());
    addEventListener("keydown", (event) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (this.source.original) void this.saveDocument();
      else this.saveText();
    });
    // These come before the editor's own, which would read any file as text.
    addEventListener(
      "dragover",
      (event) => hasFile(event.dataTransfer) && event.preventDefault(),
      true,
    );
    addEventListener("drop", (event) => this.take(event, event.dataTransfer), true);
    addEventListener("paste", (event) => this.take(event, event.clipboardData), true);
    addEventListener("paste", (event) => sayWhatIsLeftOut(event.clipboardData));
    addEventListener("beforeunload", (event) => {
      if (this.isUnsaved && !this.isKept()) event.preventDefault();
    });
  }

  /** Show the document that the command was given; false if there was none. */
  async showGiven(): Promise<boolean> {
    const given = await server.givenDocument();
    const isGiven = Boolean(given.text || given.name);
    if (isGiven) this.show(given);
    return isGiven;
  }

  /** Give the document another name. */
  rename(name: string): void {
    this.view.dispatch({ effects: setSource.of({ ...this.source, name }) });
  }

  /** Say that the text has not been saved as a file. */
  setUnsaved(): void {
    this.setSaved(Text.empty);
  }

  /** Put a text into the editor; undoing brings back what was there. */
  show({ name, text, notes, format, original }: server.OpenedDocument): void {
    const { view } = this;
    const hadText = view.state.doc.length > 0;
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: text },
      selection: EditorSelection.cursor(0),
      effects: [
        setSource.of({ name, format, original: original ?? null }),
        forgetCorrected.of(null),
      ],
      annotations: isolateHistory.of("full"),
      scrollIntoView: true,
    });
    this.setSaved(view.state.doc);
    clearNotice();
    const said = [`Opened ${this.name}.`, ...notes];
    if (hadText) said.splice(1, 0, "Undo brings back the text that was here.");
    if (original) said.push(keeps(format));
    if (said.length > 1) notice(said.join(" "));
    else announce(`Opened ${this.name}.`);
    view.focus();
  }

  /** Say beside the name whether there is something to save; to be called with each update. */
  update({ docChanged }: ViewUpdate): void {
    if (this.source !== this.shown) this.showSource();
    else if (docChanged) this.showUnsaved();
  }

  private showUnsaved(): void {
    byId("name").classList.toggle("unsaved", this.isUnsaved);
  }

  private get source(): Source {
    return sourceOf(this.view.state);
  }

  private get name(): string {
    return this.source.name || UNTITLED;
  }

  /** Show the name, and in which format the document is saved. */
  private showSource(): void {
    this.shown = this.source;
    byId("name").textContent = this.name;
    document.title = `${this.name} · Solecism`;
    const { original, format } = this.source;
    const save = byId("save-docx");
    save.textContent = original ? format : ".docx";
    const what = original ? `“${correctedName(this.name)}”, with its format` : "a Word document";
    save.title = `Save as ${what}`;
    save.setAttribute("aria-label", original ? `Save as ${what}` : "Save as a Word document, .docx");
    this.showUnsaved();
  }

  private get isUnsaved(): boolean {
    const { doc } = this.view.state;
    return doc.length > 0 && !doc.eq(this.saved);
  }

  private setSaved(doc: Text): void {
    this.saved = doc;
    this.showUnsaved();
  }

  /** The name without its ending. */
  private get stem(): string {
    return this.name.replace(/\.\w{1,8}$/, "") || UNTITLED;
  }

  /** Open the file that was dropped or pasted; text is left to the editor. */
  private take(event: Event, transfer: DataTransfer | null): void {
    if (!hasFile(transfer)) return;
    event.preventDefault();
    event.stopPropagation();
    const [file] = transfer?.files ?? [];
    if (file) void this.openFile(file);
  }

  private async openFile(file: File): Promise<void> {
    await this.attempt(`“${file.name}” was not opened`, async () => {
      this.show(await server.open(file));
    });
  }

  /** Save the file that was opened, with its format, or else a new Word document. */
  private async saveDocument(): Promise<void> {
    const { doc } = this.view.state;
    const { original } = this.source;
    await this.attempt("The document was not saved", async () => {
      const text = doc.toString().toWellFormed();
      if (original) download(await server.edited(original, text), correctedName(this.name));
      else download(await server.wordDocument(text, this.stem), `${this.stem}.docx`);
      this.setSaved(doc);
      announce(original ? "Saved with its format." : "Saved as a Word document.");
    });
  }

  /** Save the text, which needs no server. */
  private saveText(): void {
    const { doc } = this.view.state;
    download(new Blob([doc.toString()], { type: "text/plain;charset=utf-8" }), `${this.stem}.txt`);
    this.setSaved(doc);
    announce("Saved as text.");
  }

  private async copy(): Promise<void> {
    await this.attempt("The text was not copied", async () => {
      await this.copyAll();
      const place = byId("copy");
      place.textContent = "Copied";
      setTimeout(() => (place.textContent = "Copy"), 2_000);
      announce("The whole text is copied.");
    });
  }

  /** Copy the text, also where `navigator.clipboard` is missing: over HTTP from elsewhere. */
  private async copyAll(): Promise<void> {
    const { view } = this;
    if (isSecureContext) return navigator.clipboard.writeText(view.state.doc.toString());
    const { selection } = view.state;
    view.focus();
    view.dispatch({ selection: EditorSelection.range(0, view.state.doc.length) });
    const isCopied = document.execCommand("copy");
    view.dispatch({ selection });
    if (!isCopied) throw new Error("copy");
  }

  private async attempt(failure: string, run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      const unknown = "The server does not answer, or the browser forbids it.";
      const why = error instanceof server.Refusal ? error.message : unknown;
      notice(`${failure}. ${why}`);
    }
  }
}

/** Whether this is a file; word processors put a picture beside the text that they copy. */
function hasFile(transfer: DataTransfer | null): boolean {
  const types = transfer?.types ?? [];
  return types.includes("Files") && !types.includes("text/plain");
}

/** The name under which a corrected file is saved. */
function correctedName(name: string): string {
  return name.replace(/(?: corrected)?(\.\w{1,8})?$/, " corrected$1");
}

function keeps(format: string): string {
  return (
    "You see its text alone. Its headings, links, tables and pictures are kept when you save it " +
    `as ${format}.`
  );
}

/** What pasted text had that a plain text cannot have. */
const LEFT_OUT = [
  ["headings", "h1, h2, h3, h4, h5, h6"],
  ["bold and italics", "b:not([style*='font-weight:normal']), strong, i, em, u"],
  ["links", "a[href]"],
  ["lists", "ul, ol"],
  ["tables", "table"],
  ["pictures", "img"],
] as const;

/** Say what of pasted text is left out, because only its words are taken. */
function sayWhatIsLeftOut(transfer: DataTransfer | null): void {
  const html = transfer?.getData("text/html");
  if (!html) return;
  // This reads the markup, and neither runs nor loads anything in it.
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const found = LEFT_OUT.filter(([, selector]) => body.querySelector(selector));
  if (!found.length) return;
  const names = new Intl.ListFormat("en").format(found.map(([name]) => name));
  notice(`Pasted as plain text, without its ${names}. Open the file itself to keep them.`);
}

/** Save something to the writer's downloads. */
export function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
