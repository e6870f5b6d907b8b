/** Texts are kept on this computer while they are written, if the writer asks for it. */
import type { Text } from "@codemirror/state";
import type { EditorView, ViewUpdate } from "@codemirror/view";
import { strToU8, zipSync } from "fflate";
import { announce, clearNotice, notice } from "./announce";
import { type Documents, type Source, UNTITLED, download, sourceOf } from "./documents";
import { byId, button, make } from "./dom";
import { ChangedElsewhere, type Draft, drafts, keep, remove, removeAll } from "./draft_store";
import { showPrivacy } from "./status";
import { counted } from "./wording";

const PLACE = "solecism keeps texts";
const PAUSE_MS = 400;
const FEW_LETTERS = 40;
const NO_ROOM =
  "This text is not kept, because the browser has no more room for it. Save it, or delete texts " +
  "that are kept.";
const FORBIDDEN =
  "The browser does not allow this page to keep texts. Save your text before you close the page.";
const TWO_VERSIONS =
  "This text was changed in another tab as well. Both versions are kept: this one has another name.";

/** Keeps the text that is written, and lists all that are kept. */
export class Drafts {
  private isOn = localStorageItem() !== null;
  private readonly known = new WeakMap<Source, Draft>();
  private kept: Text | null = null;
  private work: Promise<void> = Promise.resolve();
  private timer = 0;
  private hasFailed = false;
  private readonly box = byId<HTMLInputElement>("keep");

  constructor(
    private readonly view: EditorView,
    private readonly documents: Documents,
  ) {
    documents.isKept = () => this.isOn && this.kept === view.state.doc;
    this.box.checked = this.isOn;
    this.box.addEventListener("change", () => void this.turn(this.box.checked));
    byId("kept-texts").addEventListener("toggle", () => void this.list());
    // A page that is closed, or put aside on a phone, may never come back.
    addEventListener("pagehide", () => this.keepNow());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.keepNow();
    });
    this.showState();
  }

  update({ docChanged }: ViewUpdate): void {
    if (!docChanged || !this.isOn) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keepNow(), PAUSE_MS);
  }

  /** Show the text that was written last. */
  async showLast(): Promise<void> {
    if (!this.isOn) return;
    try {
      const [last] = await drafts();
      if (last && !this.view.state.doc.length) this.open(last);
      await this.list();
    } catch {
      this.fail(FORBIDDEN);
    }
  }

  private async turn(isOn: boolean): Promise<void> {
    if (!isOn) {
      await this.deleteAll();
      return;
    }
    try {
      // Where the browser forbids it, this is what fails.
      await drafts();
      localStorage.setItem(PLACE, "yes");
    } catch {
      this.box.checked = false;
      notice(FORBIDDEN);
      return;
    }
    this.isOn = true;
    this.showState();
    this.keepNow();
    announce("Your text is kept on this computer.");
  }

  private keepNow(): void {
    clearTimeout(this.timer);
    this.work = this.work.then(() => this.keepText());
  }

  private async keepText(): Promise<void> {
    const { doc } = this.view.state;
    if (!this.isOn || doc === this.kept) return;
    if (localStorageItem() === null) {
      // All texts were deleted in another tab.
      this.isOn = false;
      this.showState();
      return;
    }
    const source = sourceOf(this.view.state);
    try {
      await this.put(source, doc);
      this.kept = doc;
      if (this.hasFailed) clearNotice();
      this.hasFailed = false;
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
      this.fail(isFull ? NO_ROOM : FORBIDDEN);
    }
    await this.list();
  }

  private async put(source: Source, doc: Text): Promise<void> {
    const { name, format, original } = source;
    const text = doc.toString();
    const former = this.known.get(source);
    if (!text.trim() && !original) {
      if (former) await remove(former.id);
      this.known.delete(source);
      return;
    }
    const draft = former ?? { id: newId(), name, changed: 0, revision: 0 };
    try {
      this.known.set(source, await keep({ ...draft, text, format, original }));
    } catch (error) {
      if (!(error instanceof ChangedElsewhere)) throw error;
      const copy = { id: newId(), name: copyName(draft.name), changed: 0, revision: 0 };
      const kept = await keep({ ...copy, text, format, original });
      this.known.set(source, kept);
      if (sourceOf(this.view.state) === source) {
        this.documents.rename(kept.name);
        this.known.set(sourceOf(this.view.state), kept);
      }
      notice(TWO_VERSIONS);
    }
  }

  private fail(message: string): void {
    if (!this.hasFailed) notice(message);
    this.hasFailed = true;
  }

  private open(draft: Draft): void {
    this.documents.show({ ...draft, notes: [], original: draft.original ?? undefined });
    this.documents.setUnsaved();
    const { state } = this.view;
    this.known.set(sourceOf(state), draft);
    this.kept = state.doc;
    void this.list();
  }

  private async deleteAll(): Promise<void> {
    const all = await drafts().catch(() => []);
    const question =
      `Delete ${counted(all.length, "text")} from this computer? ` +
      "What you see stays until you close the page.";
    if (all.length && !confirm(question)) {
      this.box.checked = this.isOn;
      return;
    }
    clearTimeout(this.timer);
    await this.work;
    this.isOn = false;
    this.kept = null;
    this.known.delete(sourceOf(this.view.state));
    localStorage.removeItem(PLACE);
    await removeAll().catch(() => undefined);
    this.showState();
    announce("All texts are deleted from this computer.");
  }

  private showState(): void {
    this.box.checked = this.isOn;
    byId("kept-texts").hidden = !this.isOn;
    showPrivacy(this.isOn);
    void this.list();
  }

  /** List the texts that are kept. */
  private async list(): Promise<void> {
    if (!this.isOn || !byId<HTMLDetailsElement>("kept-texts").open) return;
    const all = await drafts().catch(() => []);
    byId("n-kept").textContent = String(all.length);
    const current = this.known.get(sourceOf(this.view.state))?.id;
    byId("kept").replaceChildren(
      make("ul", { class: "accepted" }, ...all.map((draft) => this.entry(draft, current))),
      button("New text", () => this.begin(), { class: "plain" }),
      button("Save all", () => saveAll(all), { class: "plain" }),
      button("Delete all", () => void this.deleteAll(), { class: "plain" }),
    );
  }

  private entry(draft: Draft, current: string | undefined): HTMLElement {
    const title = titleOf(draft);
    const when = new Date(draft.changed).toLocaleString(undefined, {
      dateStyle: "medium",
      timeStyle: "short",
    });
    const isOpen = draft.id === current;
    const open = button("Open", () => this.open(draft), {
      class: "plain",
      "aria-label": `Open “${title}”`,
      disabled: isOpen,
    });
    const drop = button("Delete", () => void this.drop(draft), {
      class: "plain",
      "aria-label": `Delete “${title}”`,
      disabled: isOpen,
    });
    const words = make("span", { dir: "auto" }, title, make("span", { class: "aside" }, when));
    return make("li", {}, words, open, drop);
  }

  private async drop(draft: Draft): Promise<void> {
    if (!confirm(`Delete “${titleOf(draft)}” from this computer?`)) return;
    await remove(draft.id).catch(() => undefined);
    await this.list();
    byId("kept-texts").querySelector("summary")?.focus();
  }

  private begin(): void {
    this.keepNow();
    this.documents.show({ name: "", text: "", notes: [], format: "" });
    void this.list();
  }
}

function titleOf({ name, text }: Draft): string {
  return name || `${text.trim().slice(0, FEW_LETTERS)}…`;
}

function copyName(name: string): string {
  const [, stem = "", ending = ""] = /^(.*?)(\.\w{1,8})?$/.exec(name || UNTITLED) ?? [];
  return `${stem} (other version)${ending}`;
}

/** Save all texts in one archive, with the files that they came from. */
function saveAll(all: readonly Draft[]): void {
  const files: Record<string, Uint8Array> = {};
  for (const draft of all) {
    const stem = (draft.name || UNTITLED).replace(/\.\w{1,8}$/, "").replace(/[\\/:*?"<>|]/g, "_");
    let name = `${stem}.txt`;
    for (let n = 2; name in files; n++) name = `${stem} ${n}.txt`;
    files[name] = strToU8(draft.text);
  }
  const archive = new Uint8Array(zipSync(files));
  download(new Blob([archive], { type: "application/zip" }), "texts.zip");
}

function newId(): string {
  // There is no crypto.randomUUID where the page comes over HTTP from another computer.
  return [...crypto.getRandomValues(new Uint32Array(4))].map((each) => each.toString(36)).join("");
}

function localStorageItem(): string | null {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    return null;
  }
}
