/** The findings in the text: where they are after each edit, and how they are underlined. */
import { type ChangeDesc, type EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import type { Finding, Suggestion } from "./server";
import { isMissing } from "./wording";

interface Findings {
  /** In the order of the text. */
  readonly all: readonly Finding[];
  /** The one whose card is shown. */
  readonly active: Finding | null;
  /** Where a word is being typed, which is not judged before it is finished. */
  readonly typing: number | null;
  /** All but those at the word that is being typed. */
  readonly shown: readonly Finding[];
}

export const replaceFindings = StateEffect.define<readonly Finding[]>();
export const activate = StateEffect.define<Finding | null>();
export const finishTyping = StateEffect.define<null>();

export const findingsField = StateField.define<Findings>({
  create: () => ({ all: [], active: null, typing: null, shown: [] }),
  update(value, transaction) {
    let { all, active, typing } = value;
    if (transaction.docChanged) {
      const moved = new Map(all.map((each) => [each, movedFinding(each, transaction.changes)]));
      all = [...moved.values()].filter((each) => each !== null);
      active = (active && moved.get(active)) ?? null;
      typing = transaction.isUserEvent("input.type") ? transaction.newSelection.main.head : null;
    } else if (transaction.selection) {
      typing = null;
    }
    for (const effect of transaction.effects) {
      if (effect.is(replaceFindings)) {
        all = [...effect.value].sort((a, b) => a.start - b.start || a.end - b.end);
        active = active && same(all, active);
      } else if (effect.is(activate)) {
        active = effect.value;
      } else if (effect.is(finishTyping)) {
        typing = null;
      }
    }
    const isSame = all === value.all && active === value.active && typing === value.typing;
    return isSame ? value : { all, active, typing, shown: finished(all, typing) };
  },
  provide: (field) => EditorView.decorations.from(field, underlines),
});

/** The findings that are underlined, in the order of the text. */
export function shownFindings(state: EditorState): readonly Finding[] {
  return state.field(findingsField).shown;
}

/** All findings, also those at the word that is being typed. */
export function allFindings(state: EditorState): readonly Finding[] {
  return state.field(findingsField).all;
}

export function activeFinding(state: EditorState): Finding | null {
  return state.field(findingsField).active;
}

/**
 * The finding at a place of the text, its ends included; the shortest if there are several. Where a
 * word is missing, the space before belongs to it.
 */
export function findingAt(state: EditorState, place: number): Finding | null {
  const here = shownFindings(state).filter(
    (each) => each.start - (isMissing(each) ? 1 : 0) <= place && place <= each.end,
  );
  return here.sort((a, b) => a.end - a.start - (b.end - b.start))[0] ?? null;
}

/** A finding after an edit elsewhere; null if the edit touched its words. */
export function movedFinding(finding: Finding, changes: ChangeDesc): Finding | null {
  const starts = [finding, ...finding.suggestions].map((each) => each.start);
  const ends = [finding, ...finding.suggestions].map((each) => each.end);
  const start = Math.min(...starts);
  const end = Math.max(...ends);
  const gaps = finding.suggestions.filter((each) => each.start === each.end);
  let isTouched = false;
  changes.iterChangedRanges((from, to) => {
    isTouched ||= from < end && to > start;
    isTouched ||= gaps.some((gap) => from <= gap.start && gap.start <= to);
  });
  if (isTouched) return null;
  // The words did not change, so everything in them moves alike.
  const by = changes.mapPos(start, 1) - start;
  if (by === 0) return finding;
  const move = (each: Suggestion) => ({ ...each, start: each.start + by, end: each.end + by });
  const suggestions = finding.suggestions.map(move);
  return { ...finding, start: finding.start + by, end: finding.end + by, suggestions };
}

function finished(all: readonly Finding[], typing: number | null): readonly Finding[] {
  if (typing === null) return all;
  return all.filter((each) => typing < each.start || each.end < typing);
}

/**
 * The finding of a new answer that was there before: the nearest with its key, or the one of its
 * kind at its place, because the key is another one where words around it have changed.
 */
function same(all: readonly Finding[], former: Finding): Finding | null {
  const alike = all.filter((each) => each.key === former.key);
  const distance = (each: Finding) => Math.abs(each.start - former.start);
  const isThere = (each: Finding) =>
    each.kind === former.kind && each.start === former.start && each.end === former.end;
  return alike.sort((a, b) => distance(a) - distance(b))[0] ?? all.find(isThere) ?? null;
}

function underlines(findings: Findings): DecorationSet {
  const ranges = findings.shown
    .filter((each) => each.start < each.end)
    .map((each) => underline(each, each === findings.active).range(each.start, each.end));
  return Decoration.set(ranges, true);
}

const marks = new Map<string, Decoration>();

/** The mark of a finding. Those that look alike share one, which the editor compares quickly. */
function underline(finding: Finding, isActive: boolean): Decoration {
  const classes = ["finding", lineClass(finding.group)];
  if (isMissing(finding)) classes.push("missing");
  if (isActive) classes.push("active");
  // Screen readers say "spelling error" or "grammar error" where they come to such words.
  const what = finding.kind === "spelling" ? "spelling" : "grammar";
  const name = [...classes, what].join(" ");
  const mark =
    marks.get(name) ??
    Decoration.mark({ class: classes.join(" "), attributes: { "aria-invalid": what } });
  marks.set(name, mark);
  return mark;
}

/** Groups differ by their lines, not by colours; groups that are alike share one. */
const LINES: Readonly<Record<string, string>> = {
  Spelling: "wavy",
  "Capitals and punctuation": "wavy",
  Prepositions: "solid",
  Articles: "dotted",
  "Singular and plural": "dotted",
  Agreement: "double",
  "Tense and verb forms": "double",
};

/** The class of a group's line. */
export function lineClass(group: string): string {
  return `line-${LINES[group] ?? "dashed"}`;
}
