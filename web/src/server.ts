/** Requests to the server that this page came from, and what it answers. */

/** One way to mend a finding: the text to put at `start` to `end`, and its words for people. */
export interface Suggestion {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

/** Something that readers may object to. Offsets count UTF-16 units, as JavaScript does. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  readonly group: string;
  readonly title: string;
  readonly explanation: string;
  readonly suggestions: readonly Suggestion[];
  readonly confidence: number | null;
  readonly share: number | null;
  readonly key: string;
  /** The name of the page about its kind, at `explain/NAME`; empty if there is none. */
  readonly page: string;
  /** Whether the first suggestion may be followed without asking. */
  readonly is_sure: boolean;
}

/** A kind of error; `default` is false for one that is looked for only if it is asked for. */
export interface Kind {
  readonly kind: string;
  readonly name: string;
  readonly group: string;
  readonly default: boolean;
}

export interface CheckRequest {
  readonly text: string;
  readonly audience: string;
  readonly kinds: readonly string[] | null;
  readonly dictionary: readonly string[];
  /** Null for the variety that prevails in the text, or that of the project. */
  readonly variety: string | null;
}

export interface CheckAnswer {
  readonly findings: readonly Finding[];
  /** Sentences about the text, such as which lines are not English. */
  readonly notes: readonly string[];
  /** What is not looked for with these settings. */
  readonly limits: string;
}

export interface OpenedDocument {
  readonly name: string;
  readonly text: string;
  readonly notes: readonly string[];
  /** The ending of a file that can be saved again with its format; empty for others. */
  readonly format: string;
  /** That file. */
  readonly original?: File | undefined;
}

/** An answer that says no, in the words of the server. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export async function check(body: CheckRequest, signal: AbortSignal): Promise<CheckAnswer> {
  return (await post("check", JSON.stringify(body), signal)).json();
}

export async function kinds(): Promise<readonly Kind[]> {
  return (await (await accepted(await fetch("kinds"))).json()).kinds;
}

/** The document that `solecism write FILE` was given; its text is empty if there was none. */
export async function givenDocument(): Promise<OpenedDocument> {
  const opened = await (await accepted(await fetch("document"))).json();
  if (!opened.format) return opened;
  const original = await (await accepted(await fetch("document/original"))).blob();
  return { ...opened, original: new File([original], opened.name) };
}

export async function open(file: File): Promise<OpenedDocument> {
  const form = new FormData();
  form.set("file", file);
  const opened = await (await post("open", form)).json();
  return opened.format ? { ...opened, original: file } : opened;
}

/** A file with another text, and its format as it was. */
export async function edited(file: File, text: string): Promise<Blob> {
  const form = new FormData();
  form.set("file", file);
  form.set("text", new Blob([text], { type: "text/plain" }), "text");
  return (await post("edited", form)).blob();
}

/** The text as a Word document. */
export async function wordDocument(text: string, name: string): Promise<Blob> {
  return (await post("save", JSON.stringify({ text, name, format: "docx" }))).blob();
}

async function post(
  path: string,
  body: string | FormData,
  signal?: AbortSignal,
): Promise<Response> {
  const headers: HeadersInit =
    typeof body === "string" ? { "content-type": "application/json" } : {};
  return accepted(await fetch(path, { method: "POST", body, headers, signal: signal ?? null }));
}

async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response;
  const text = await response.text();
  throw new Refusal(response.status, message(text) || `The server answered ${response.status}.`);
}

/** The server explains errors in JSON (`error`) or as one line of plain text. */
function message(text: string): string {
  try {
    const { error } = JSON.parse(text);
    return typeof error === "string" ? error : "";
  } catch {
    return text.startsWith("<") ? "" : text.slice(0, 300);
  }
}
