/** Checks the text after each edit, and again when the server has been away. */
import type { ChangeDesc, Text } from "@codemirror/state";
import type { EditorView, ViewUpdate } from "@codemirror/view";
import { allFindings, finishTyping, movedFinding, replaceFindings } from "./findings";
import {
  FIRST_LENGTH,
  type Part,
  answeredParts,
  changedParts,
  newParts,
  nextLength,
  nextParts,
  partsOf,
} from "./parts";
import * as server from "./server";
import type { Settings } from "./settings";

/** What the checker is doing; `gone` is a server that does not answer. */
export type State = "ready" | "checking" | "checked" | "gone" | "refused" | "too-long";

/** What the checker is doing, and what the server says about that or about the text. */
export interface Report {
  readonly state: State;
  readonly message?: string;
  readonly answer?: server.CheckAnswer;
  /** Which share of the text has been checked. */
  readonly progress?: number;
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
  /** The parts that were sent, one after another. */
  readonly parts: readonly Part[];
  /** The edits since the request was sent. */
  changes: ChangeDesc | null;
}

const OTHER_LANGUAGE = "Some lines do not look like English and were not checked.";

/**
 * Sends the text when the writer pauses, one request at a time: a short text as a whole, a long or
 * new one part by part, what can be seen first, and as much at once as the server reads in less than
 * a second. The writer may go on meanwhile: the answer is moved by the edits since then, and what
 * was edited is sent again.
 */
export class Checker {
  private request: Request | null = null;
  private parts: readonly Part[] = [];
  private length = FIRST_LENGTH;
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
    this.parts = changedParts(this.parts, update.changes.desc, update.state.doc);
    this.waitingSince ||= Date.now();
    const waited = Date.now() - this.waitingSince;
    this.checkIn(Math.max(0, Math.min(PAUSE_MS, LONGEST_PAUSE_MS - waited)));
    clearTimeout(this.wordTimer);
    this.wordTimer = setTimeout(() => {
      this.view().dispatch({ effects: finishTyping.of(null) });
    }, UNFINISHED_WORD_MS);
  }

  /** Check everything at once, because the settings changed or the server may be back. */
  checkNow(): void {
    this.request?.controller.abort();
    this.request = null;
    this.parts = partsOf(this.view().state.doc);
    this.checkIn(0);
  }

  private checkIn(delay: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), delay);
  }

  private async check(): Promise<void> {
    // The answer that is under way comes first; the next part follows it.
    if (this.request) return;
    this.waitingSince = 0;
    const { doc } = this.view().state;
    if (isTooLong(doc)) return this.show([], { state: "too-long" });
    const next = nextParts(this.parts, this.view().visibleRanges, this.length);
    if (!next) {
      if (!doc.toString().trim()) this.show([], { state: "ready" });
      return;
    }
    const { asked, newLength } = next;
    const { from, to } = span(asked);
    // Half of a pair of surrogates cannot be sent; what replaces it is as long.
    const text = doc.sliceString(from, to).toWellFormed();
    if (!text.trim()) return this.take(asked, { findings: [], notes: [], limits: "" }, null);
    const request: Request = { controller: new AbortController(), parts: asked, changes: null };
    this.request = request;
    this.report({ state: "checking", progress: this.progress });
    const began = Date.now();
    const limit = setTimeout(() => request.controller.abort(), LONGEST_REQUEST_MS);
    try {
      const answer = await server.check(this.settings.request(text), request.controller.signal);
      if (this.request !== request) return;
      this.nFailures = 0;
      this.request = null;
      this.length = nextLength(newLength, Date.now() - began);
      this.take(asked, answer, request.changes);
    } catch (error) {
      if (this.request === request) {
        this.request = null;
        this.fail(error);
      }
    } finally {
      clearTimeout(limit);
    }
  }

  /** Show the findings of some parts with those of all others, and go on with the next ones. */
  private take(
    asked: readonly Part[],
    answer: server.CheckAnswer,
    changes: ChangeDesc | null,
  ): void {
    const part = span(asked);
    const found = answer.findings.map((each) => shifted(each, part.from));
    // A part that was edited meanwhile is another one by now, and will be checked again.
    this.parts = answeredParts(this.parts, asked, answer);
    const [from, to] = changes
      ? [changes.mapPos(part.from, 1), changes.mapPos(part.to, -1)]
      : [part.from, part.to];
    const others = allFindings(this.view().state).filter(
      (each) => each.start < from || each.start >= to,
    );
    const isDone = this.parts.every((each) => each.answer);
    const state = isDone ? "checked" : "checking";
    if (isDone) this.length = FIRST_LENGTH;
    const { view } = this;
    if (!view().state.doc.toString().trim()) return this.show([], { state: "ready" });
    this.show([...others, ...moved(found, changes)], {
      state,
      progress: this.progress,
      answer: this.joined(answer),
    });
    if (!isDone) this.checkIn(changes ? PAUSE_MS : 0);
  }

  /** What the answers about all parts say together. */
  private joined(answer: server.CheckAnswer): server.CheckAnswer {
    if (this.parts.length === 1) return answer;
    const hasNotes = this.parts.some((each) => each.answer?.notes.length);
    return { ...answer, notes: hasNotes ? [OTHER_LANGUAGE] : [] };
  }

  private get progress(): number {
    let done = 0;
    let all = 0;
    for (const { from, to, answer } of this.parts) {
      all += to - from;
      if (answer) done += to - from;
    }
    return all ? done / all : 0;
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
      // A server that has been started again, or is slow, should have to read little at once.
      if (this.parts.length === 1) this.parts = newParts(this.view().state.doc);
      this.length = FIRST_LENGTH;
      this.report({ state: "gone" });
      this.checkIn(Math.min(LONGEST_RETRY_MS, 500 * 2 ** Math.min(this.nFailures, 10)));
    } else {
      this.report({ state: "refused", message: error instanceof Error ? error.message : "" });
    }
  }
}

/** Where the parts begin and end, which follow one another. */
function span(parts: readonly Part[]): { from: number; to: number } {
  return { from: parts[0]?.from ?? 0, to: parts.at(-1)?.to ?? 0 };
}

function moved(
  findings: readonly server.Finding[],
  changes: ChangeDesc | null,
): readonly server.Finding[] {
  if (!changes) return findings;
  return findings.map((each) => movedFinding(each, changes)).filter((each) => each !== null);
}

/** A finding of a part, in the text. */
function shifted(finding: server.Finding, by: number): server.Finding {
  if (!by) return finding;
  const move = <T extends { start: number; end: number }>(each: T): T => ({
    ...each,
    start: each.start + by,
    end: each.end + by,
  });
  return { ...move(finding), suggestions: finding.suggestions.map(move) };
}

const tooLong = new WeakMap<Text, boolean>();

function isTooLong(doc: Text): boolean {
  // No UTF-16 unit takes more than three bytes.
  if (3 * doc.length <= MOST_BYTES) return false;
  const isIt =
    tooLong.get(doc) ??
    (doc.length > MOST_BYTES || new TextEncoder().encode(doc.toString()).length > MOST_BYTES);
  tooLong.set(doc, isIt);
  return isIt;
}
