/** What a writer can do with a finding: go to it, follow a suggestion, and have it left out. */
import { invertedEffects, isolateHistory, undo } from "@codemirror/commands";
import { EditorSelection, type EditorState, StateEffect, StateField } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { announce, clearNotice, notice } from "./announce";
import { activate, activeFinding, replaceFindings, shownFindings } from "./findings";
import type { Finding, Suggestion } from "./server";
import type { Settings } from "./settings";
import { action, counted } from "./wording";

/** How many findings of each kind, by its title, were corrected, or are no longer after an undo. */
const correct = StateEffect.define<ReadonlyMap<string, number>>();
export const forgetCorrected = StateEffect.define<null>();
const correctedField = StateField.define<ReadonlyMap<string, number>>({
  create: () => new Map(),
  update(value, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(forgetCorrected)) value = new Map();
      if (!effect.is(correct)) continue;
      const sum = new Map(value);
      for (const [title, number] of effect.value) sum.set(title, (sum.get(title) ?? 0) + number);
      value = sum;
    }
    return value;
  },
});
export const correctedFindings = [
  correctedField,
  invertedEffects.of(({ effects }) =>
    effects
      .filter((effect) => effect.is(correct))
      .map(({ value }) => correct.of(new Map([...value].map(([title, n]) => [title, -n])))),
  ),
];

/** How many findings of each kind were corrected, by the title of the kind. */
export function corrected(state: EditorState): ReadonlyMap<string, number> {
  return state.field(correctedField);
}

/** Effects that show the card of a finding, and its words where they can be seen. */
export function activation(finding: Finding): StateEffect<unknown>[] {
  const words = EditorSelection.range(finding.start, finding.end);
  return [activate.of(finding), EditorView.scrollIntoView(words, { yMargin: 40 })];
}

/** Put the cursor to a finding and show its card. */
export function goTo(view: EditorView, finding: Finding): void {
  view.dispatch({
    selection: EditorSelection.cursor(finding.start),
    effects: activation(finding),
  });
  const all = shownFindings(view.state);
  const words = view.state.sliceDoc(finding.start, finding.end);
  const [first] = finding.suggestions;
  announce(
    `Finding ${all.indexOf(finding) + 1} of ${all.length}: ${finding.title}, “${words}”. ` +
      `${finding.explanation} ${first ? `${action(finding, first)}? ` : ""}Press Tab for the card.`,
  );
}

/** Go to the finding after or before the one that is shown, or the cursor. */
export function goToNext(view: EditorView, direction: 1 | -1): void {
  const all = shownFindings(view.state);
  const active = activeFinding(view.state);
  const place = view.state.selection.main.head;
  let index: number;
  if (active) index = all.indexOf(active) + direction;
  else if (direction === 1) index = all.findIndex((each) => each.start >= place);
  else index = all.findLastIndex((each) => each.start < place);
  if (!active && index === -1) index = direction === 1 ? 0 : all.length - 1;
  const next = all[(index + all.length) % all.length];
  if (next) goTo(view, next);
  else announce("There are no findings.");
}

/** Follow a suggestion, as one step that can be undone. */
export function follow(view: EditorView, finding: Finding, suggestion: Suggestion): void {
  const { start, end, insert } = suggestion;
  const words = view.state.sliceDoc(finding.start, finding.end);
  view.dispatch({
    changes: { from: start, to: end, insert },
    selection: EditorSelection.cursor(start + insert.length),
    effects: correct.of(new Map([[finding.title, 1]])),
    annotations: isolateHistory.of("full"),
    userEvent: "input.complete",
    scrollIntoView: true,
  });
  const left = counted(shownFindings(view.state).length, "finding");
  announce(`“${words}”: ${action(finding, suggestion)}. Done. ${left} left.`);
}

/**
 * The findings whose first suggestion is sure, in the order of the text. Of those that would change
 * the same words only the first is among them.
 */
export function sureFindings(state: EditorState): readonly Finding[] {
  let last = -1;
  return shownFindings(state).filter(({ is_sure, suggestions: [first] }) => {
    if (!is_sure || !first || first.start <= last) return false;
    last = first.end;
    return true;
  });
}

/** Follow the first suggestion of each of these findings, as one step that can be undone. */
export function followAll(view: EditorView, findings: readonly Finding[]): void {
  const titles = new Map<string, number>();
  for (const { title } of findings) titles.set(title, (titles.get(title) ?? 0) + 1);
  view.dispatch({
    changes: findings.map(({ suggestions: [first] }) => {
      const { start, end, insert } = first!;
      return { from: start, to: end, insert };
    }),
    effects: [correct.of(titles), activate.of(null)],
    annotations: isolateHistory.of("full"),
    userEvent: "input.complete",
  });
  const done = `${counted(findings.length, "suggestion")} accepted.`;
  notice(done, { label: "Undo", run: () => undo(view) && clearNotice() });
}

/** Look no longer for findings of this kind. */
export function ignoreKind(view: EditorView, settings: Settings, finding: Finding): void {
  const kind = settings.kinds.find((each) => each.kind === finding.kind);
  if (!kind) return;
  settings.turn([kind], false);
  view.dispatch({ effects: activate.of(null) });
  const again = () => {
    settings.turn([kind], true);
    clearNotice();
  };
  notice(`${finding.title}: no longer looked for.`, { label: "Look for it again", run: again });
}

/** Leave a finding out, this time only. */
export function ignore(view: EditorView, settings: Settings, finding: Finding): void {
  settings.ignore(finding);
  removeUnwanted(view, settings, "Ignored.");
}

/** Never show this kind of finding for these words again. */
export function neverAgain(view: EditorView, settings: Settings, finding: Finding): void {
  settings.accept(finding, view.state.sliceDoc(finding.start, finding.end));
  removeUnwanted(view, settings, "Accepted from now on.");
}

/** Add the word of a finding to the writer's dictionary. */
export function addToDictionary(view: EditorView, settings: Settings, finding: Finding): void {
  const word = view.state.sliceDoc(finding.start, finding.end);
  settings.addWord(word);
  removeUnwanted(view, settings, `“${word}” is in your dictionary.`);
}

function removeUnwanted(view: EditorView, settings: Settings, done: string): void {
  const wanted = shownFindings(view.state).filter((each) =>
    settings.shows(each, view.state.sliceDoc(each.start, each.end)),
  );
  view.dispatch({ effects: [replaceFindings.of(wanted), activate.of(null)] });
  announce(`${done} ${counted(wanted.length, "finding")} left.`);
}
