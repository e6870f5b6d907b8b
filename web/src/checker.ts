/** Checks the text after each edit, and again when the server has been away. */
import type { ChangeDesc } from "@codemirror/state";
import type { EditorView, ViewUpdate } from "@codemirror/view";
import { finishTyping, movedFinding, replaceFindings } from "./findings";
import * as server from "./server";
import type { Settings } from "./settings";

/** What the checker is doing; `gone` is a server that does not answer. */
export type State = "ready" | "checking" | "checked" | "gone" | "refused" | "too-long";

/** What the checker is doing, and what the server says about that or about the text. */
export interface Report {
  readonly state: State;
  readonly message?: string;
  readonly answer?: server.CheckAnswer;
}

/** Texts of more bytes than this are not checked. */
export const MOST_BYTES = 1_000_000;
const PAUSE_MS = 250;
// Somebody who types without a pause is answered all the same.
const LONGEST_PAUSE_MS = 1_500;
const LONGEST_REQUEST_MS = 60_000;
const LONGEST_RETRY_MS = 15_000;
const UNFINISHED_WORD_MS = 1_500;

interface Request {
  readonly controller: AbortController;
  /** The edits since the request was sent. */
  changes: ChangeDesc | null;
}

/**
 * Sends the text when the writer pauses, one request at a time. The writer may go on meanwhile: the
 * answer is moved by the edits since then, and the newest text is sent next.
 */
export class Checker {
  private request: Request | null = null;
  private timer = 0;
  private waitingSince = 0;
  private wordTimer = 0;
  private nFailures = 0;

  constructor(
    private readonly view: () => EditorView,
    private readonly settings: Settings,
    private readonly report: (report: Report) => void,
  ) {}

  /** To be called with each update of the editor. */
  update(update: ViewUpdate): void {
    if (!update.docChanged) return;
    const request = this.request;
    if (request) {
      request.changes = request.changes?.composeDesc(update.changes.desc) ?? update.changes.desc;
    }
    this.waitingSince ||= Date.now();
    const waited = Date.now() - this.waitingSince;
    this.checkIn(Math.max(0, Math.min(PAUSE_MS, LONGEST_PAUSE_MS - waited)));
    clearTimeout(this.wordTimer);
    this.wordTimer = setTimeout(() => {
      this.view().dispatch({ effects: finishTyping.of(null) });
    }, UNFINISHED_WORD_MS);
  }

  /** Check at once, because the settings changed or the server may be back. */
  checkNow(): void {
    this.request?.controller.abort();
    this.request = null;
    this.checkIn(0);
  }

  private checkIn(delay: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), delay);
  }

  private async check(): Promise<void> {
    // The answer that is under way comes first; it asks again if there were edits.
    if (this.request) return;
    this.waitingSince = 0;
    // Half of a pair of surrogates cannot be sent; what replaces it is as long.
    const text = this.view().state.doc.toString().toWellFormed();
    if (!text.trim()) return this.show([], { state: "ready" });
    if (isTooLong(text)) return this.show([], { state: "too-long" });
    const request: Request = { controller: new AbortController(), changes: null };
    this.request = request;
    this.report({ state: "checking" });
    const limit = setTimeout(() => request.controller.abort(), LONGEST_REQUEST_MS);
    try {
      const answer = await server.check(this.settings.request(text), request.controller.signal);
      if (this.request !== request) return;
      this.nFailures = 0;
      this.show(moved(answer.findings, request.changes), { state: "checked", answer });
    } catch (error) {
      if (this.request === request) this.fail(error);
    } finally {
      clearTimeout(limit);
      if (this.request === request) {
        this.request = null;
        if (request.changes && !this.nFailures) this.checkIn(PAUSE_MS);
      }
    }
  }

  private show(findings: readonly server.Finding[], report: Report): void {
    const view = this.view();
    const words = (each: server.Finding) => view.state.sliceDoc(each.start, each.end);
    const wanted = findings.filter((each) => this.settings.shows(each, words(each)));
    view.dispatch({ effects: replaceFindings.of(wanted) });
    this.report(report);
  }

  /** Say what went wrong, keep the text and its findings, and try again where that may help. */
  private fail(error: unknown): void {
    const status = error instanceof server.Refusal ? error.status : 0;
    if (status === 413) return this.show([], { state: "too-long" });
    const isTemporary = status === 0 || status === 426 || status === 429 || status >= 500;
    this.nFailures += 1;
    if (isTemporary) {
      this.report({ state: "gone" });
      this.checkIn(Math.min(LONGEST_RETRY_MS, 500 * 2 ** Math.min(this.nFailures, 10)));
    } else {
      this.report({ state: "refused", message: error instanceof Error ? error.message : "" });
    }
  }
}

function moved(
  findings: readonly server.Finding[],
  changes: ChangeDesc | null,
): readonly server.Finding[] {
  if (!changes) return findings;
  return findings.map((each) => movedFinding(each, changes)).filter((each) => each !== null);
}

function isTooLong(text: string): boolean {
  // No UTF-16 unit takes more than three bytes.
  if (3 * text.length <= MOST_BYTES) return false;
  return text.length > MOST_BYTES || new TextEncoder().encode(text).length > MOST_BYTES;
}
