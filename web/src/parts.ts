/** The parts of a long text, which are checked one after the other, and again when they are edited. */
import type { ChangeDesc, Text } from "@codemirror/state";
import type { CheckAnswer } from "./server";

/** Characters `from` to `to` of the text, and what the server said about them, if it has. */
export interface Part {
  readonly from: number;
  readonly to: number;
  readonly answer: CheckAnswer | null;
}

/** A text of this length is checked as a whole. */
const WHOLE = 10_000;
/** The usual length of a part: about 350 words, which a server reads in less than a second. */
const USUAL = 2_000;

/** The parts of a text that has not been checked. */
export function partsOf(doc: Text): readonly Part[] {
  if (doc.length <= WHOLE) return [{ from: 0, to: doc.length, answer: null }];
  return divided(doc, 0, doc.length);
}

/** The parts after an edit: those that it touched have to be checked again. */
export function changedParts(
  parts: readonly Part[],
  changes: ChangeDesc,
  doc: Text,
): readonly Part[] {
  if (doc.length <= WHOLE || parts.length < 2) return partsOf(doc);
  const touched: [number, number][] = [];
  changes.iterChangedRanges((from, to) => touched.push([from, to]));
  const result: Part[] = [];
  for (const part of parts) {
    const isTouched = touched.some(([from, to]) => from <= part.to && to >= part.from);
    const from = result.at(-1)?.to ?? 0;
    // Text that is inserted between two parts belongs to the first one.
    const to = part === parts.at(-1) ? doc.length : Math.max(from, changes.mapPos(part.to, 1));
    if (from === to) continue;
    if (isTouched && to - from > 2 * USUAL) result.push(...divided(doc, from, to));
    else result.push({ from, to, answer: isTouched ? null : part.answer });
  }
  return result;
}

/** The part to check next: the one nearest to what can be seen. */
export function nextPart(
  parts: readonly Part[],
  seen: readonly { readonly from: number; readonly to: number }[],
): Part | null {
  let best: Part | null = null;
  let least = Infinity;
  for (const part of parts) {
    if (part.answer) continue;
    const distances = seen.map(({ from, to }) => Math.max(part.from - to, from - part.to, 0));
    const distance = Math.min(Number.MAX_VALUE, ...distances);
    if (distance < least) [best, least] = [part, distance];
  }
  return best;
}

function divided(doc: Text, from: number, to: number): Part[] {
  const parts: Part[] = [];
  while (from < to) {
    const end = to - from <= 1.5 * USUAL ? to : from + cut(doc.sliceString(from, from + USUAL));
    parts.push({ from, to: end, answer: null });
    from = end;
  }
  return parts;
}

/** Where to divide a text: after a paragraph, a line, a sentence or a word, as late as possible. */
const ENDS = [/\n\s*\n/g, /\n/g, /\p{Ll}{3,}[.!?]["'”’)]*\s+/gu, /\s+/g];

function cut(text: string): number {
  for (const end of ENDS) {
    let last = 0;
    for (const found of text.matchAll(end)) last = found.index + found[0].length;
    if (last > text.length / 3) return last;
  }
  // Half of a character would be left.
  const isPair = /[\ud800-\udbff]$/.test(text);
  return text.length - (isPair ? 1 : 0);
}
