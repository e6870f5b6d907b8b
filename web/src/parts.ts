/** The parts of a long text, which are checked one after the other, and again when they are edited. */
import type { ChangeDesc, Text } from "@codemirror/state";
import type { CheckAnswer } from "./server";

/**
 * Characters `from` to `to` of the text, and what the server said about them, if it has. The version
 * is another one after an edit of the part itself, and the same after all others.
 */
export interface Part {
  readonly from: number;
  readonly to: number;
  readonly answer: CheckAnswer | null;
  readonly version: symbol;
}

/** A text of this length is checked as a whole, unless much of it is new. */
const WHOLE = 10_000;
/** An insertion of this length is new text, which takes a server a second or more. */
const MUCH = 1_500;
/** Parts have at least this length, which is two or three sentences. */
const LEAST = 250;
/** A part ends with a paragraph if it is no longer than this. */
const PARAGRAPHS = 500;
/** A part ends with a sentence if it is no longer than this, and with a word else. */
const SENTENCES = 2_000;
/** A request has at least this length: how many errors there are in it says how sure one is. */
const CONTEXT = 2_000;
/** A request has new text of this length, or one part. */
const MOST = 4_000;
/** How long an answer should take: if it takes less, the next request has more text. */
const ANSWER_MS = 1_000;

/** The parts of a text that has not been checked. */
export function partsOf(doc: Text): readonly Part[] {
  if (doc.length <= WHOLE) return [unchecked(0, doc.length)];
  return divided(doc, 0, doc.length);
}

/** The parts of a text that the server may not know, whose first findings should come soon. */
export function newParts(doc: Text): readonly Part[] {
  return doc.length > MUCH ? divided(doc, 0, doc.length) : partsOf(doc);
}

/** The parts after an edit: those that it touched have to be checked again. */
export function changedParts(
  parts: readonly Part[],
  changes: ChangeDesc,
  doc: Text,
): readonly Part[] {
  const touched: [number, number][] = [];
  let inserted = 0;
  changes.iterChangedRanges((from, to, fromNew, toNew) => {
    touched.push([from, to]);
    inserted = Math.max(inserted, toNew - fromNew);
  });
  if (parts.length < 2) return inserted > MUCH ? newParts(doc) : partsOf(doc);
  const result: Part[] = [];
  for (const part of parts) {
    const isTouched = touched.some(([from, to]) => from <= part.to && to >= part.from);
    const from = result.at(-1)?.to ?? 0;
    // Text that is inserted between two parts belongs to the first one.
    const to = part === parts.at(-1) ? doc.length : Math.max(from, changes.mapPos(part.to, 1));
    if (from === to) continue;
    if (isTouched && to - from > MUCH) result.push(...divided(doc, from, to));
    else result.push(isTouched ? unchecked(from, to) : { ...part, from, to });
  }
  return result;
}

/** The first length for `nextParts`, with which the first findings about a new text come soon. */
export const FIRST_LENGTH = LEAST;

/** The next length, if an answer about new text of this length took so long. */
export function nextLength(length: number, milliseconds: number): number {
  const factor = Math.min(2, ANSWER_MS / Math.max(1, milliseconds));
  return Math.min(MOST, Math.max(2 * LEAST, length * factor));
}

/**
 * The parts to check next: new ones of at most this length together, or one, around what can be
 * seen, with those beside them. Those are known to the server, so that they take little time.
 */
export function nextParts(
  parts: readonly Part[],
  seen: readonly { readonly from: number; readonly to: number }[],
  length: number,
): { readonly asked: readonly Part[]; readonly newLength: number } | null {
  let start = nearest(parts, seen);
  if (start < 0) return null;
  let end = start + 1;
  const lengthOf = (start: number, end: number) => parts[end - 1]!.to - parts[start]!.from;
  const isNew = (number: number) => parts[number]?.answer === null;
  while (isNew(end) && lengthOf(start, end + 1) <= length) end += 1;
  while (isNew(start - 1) && lengthOf(start - 1, end) <= length) start -= 1;
  const newLength = lengthOf(start, end);
  while (parts[start - 1]?.answer && lengthOf(start, end) < CONTEXT) start -= 1;
  while (parts[end]?.answer && lengthOf(start, end) < CONTEXT) end += 1;
  return { asked: parts.slice(start, end), newLength };
}

/** The number of the part without an answer that is nearest to what can be seen; -1 for none. */
function nearest(
  parts: readonly Part[],
  seen: readonly { readonly from: number; readonly to: number }[],
): number {
  let best = -1;
  let least = Infinity;
  for (const [number, part] of parts.entries()) {
    if (part.answer) continue;
    const distances = seen.map(({ from, to }) => Math.max(part.from - to, from - part.to, 0));
    const distance = Math.min(Number.MAX_VALUE, ...distances);
    if (distance < least) [best, least] = [number, distance];
  }
  return best;
}

/**
 * The parts after an answer about some of them. When a text that is not long is known part by part,
 * it is one part, to be checked as a whole.
 */
export function answeredParts(
  parts: readonly Part[],
  asked: readonly Part[],
  answer: CheckAnswer,
): readonly Part[] {
  const versions = new Set(asked.map((each) => each.version));
  const result = parts.map((each) => (versions.has(each.version) ? { ...each, answer } : each));
  const length = result.at(-1)?.to ?? 0;
  const isKnown = result.every((each) => each.answer);
  return isKnown && result.length > 1 && length <= WHOLE ? [unchecked(0, length)] : result;
}

function unchecked(from: number, to: number): Part {
  return { from, to, answer: null, version: Symbol() };
}

function divided(doc: Text, from: number, to: number): Part[] {
  const parts: Part[] = [];
  while (from < to) {
    const isLast = to - from <= 1.5 * LEAST;
    const end = isLast ? to : from + cut(doc.sliceString(from, Math.min(to, from + SENTENCES)));
    parts.push(unchecked(from, end));
    from = end;
  }
  return parts;
}

/** Ends of paragraphs, lines and sentences, and how long a part may become to end there. */
const ENDS: readonly [RegExp, number][] = [
  [/\n\s*\n/g, PARAGRAPHS],
  [/\n/g, PARAGRAPHS],
  [/(?:\p{Ll}{3,}|\d{2,})[.!?]["'”’)]*\s+/gu, SENTENCES],
];

/** Where to divide a text: soon, but in a sentence only if it is long, and then after a word. */
function cut(text: string): number {
  for (const [ends, longest] of ENDS) {
    for (const found of text.matchAll(ends)) {
      const end = found.index + found[0].length;
      if (end >= LEAST && end <= longest) return end;
    }
  }
  const lastWord = text.search(/\S+$/);
  if (lastWord > LEAST) return lastWord;
  // Half of a character would be left.
  const isPair = /[\ud800-\udbff]$/.test(text);
  return text.length - (isPair ? 1 : 0);
}
