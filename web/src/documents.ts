/** Documents: opening, dropping, saving and copying them, and the warning for unsaved text. */
import { isolateHistory } from "@codemirror/commands";
import { EditorSelection, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { announce, clearNotice, notice } from "./announce";
import { byId } from "./dom";
import * as server from "./server";

const UNTITLED = "Untitled";

/** The document that is written, its name, and whether it has been saved. */
export class Documents {
  private name = UNTITLED;
  private saved = Text.empty;

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
    byId("save-docx").addEventListener("click", () => void this.saveWord());
    addEventListener("keydown", (event) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.saveText();
    });
    // These come before the editor's own, which would read any file as text.
    addEventListener(
      "dragover",
      (event) => hasFile(event.dataTransfer) && event.preventDefault(),
      true,
    );
    addEventListener("drop", (event) => this.take(event, event.dataTransfer), true);
    addEventListener("paste", (event) => this.take(event, event.clipboardData), true);
    addEventListener("beforeunload", (event) => {
      if (this.isUnsaved) event.preventDefault();
    });
  }

  /** Show the document that the command was given, if there was one. */
  async showGiven(): Promise<void> {
    const given = await server.givenDocument();
    if (given.text || given.name) this.show(given);
  }

  /** Put a text into the editor; undoing brings back what was there. */
  show({ name, text, notes }: server.OpenedDocument): void {
    const { view } = this;
    const hadText = view.state.doc.length > 0;
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: text },
      selection: EditorSelection.cursor(0),
      annotations: isolateHistory.of("full"),
      scrollIntoView: true,
    });
    this.rename(name);
    this.setSaved(view.state.doc);
    clearNotice();
    const back = hadText ? " Undo brings back the text that was here." : "";
    if (notes.length || hadText) notice([`Opened ${this.name}.${back}`, ...notes].join(" "));
    else announce(`Opened ${this.name}.`);
    view.focus();
  }

  /** Say beside the name whether there is something to save; to be called after each edit. */
  update(): void {
    byId("name").classList.toggle("unsaved", this.isUnsaved);
  }

  private get isUnsaved(): boolean {
    const { doc } = this.view.state;
    return doc.length > 0 && !doc.eq(this.saved);
  }

  private setSaved(doc: Text): void {
    this.saved = doc;
    this.update();
  }

  private rename(name: string): void {
    this.name = name || UNTITLED;
    byId("name").textContent = this.name;
    document.title = `${this.name} · Solecism`;
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

  private async saveWord(): Promise<void> {
    const { doc } = this.view.state;
    await this.attempt("The document was not saved", async () => {
      download(await server.wordDocument(doc.toString(), this.stem), `${this.stem}.docx`);
      this.setSaved(doc);
      announce("Saved as a Word document.");
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

function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
