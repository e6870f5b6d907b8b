/** The editor: CodeMirror with plain text, undo, and the findings. */
import {
  history,
  historyKeymap,
  redo,
  redoDepth,
  standardKeymap,
  undo,
  undoDepth,
} from "@codemirror/commands";
import { EditorState, type Range } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  type KeyBinding,
  ViewPlugin,
  type ViewUpdate,
  keymap,
} from "@codemirror/view";
import { activation, correctedFindings } from "./actions";
import { documentSource } from "./documents";
import { byId } from "./dom";
import { activate, activeFinding, findingAt, findingsField } from "./findings";

const NONCE = document.querySelector("script")?.nonce ?? "";

/**
 * An editor in the page. `keys` are bound before its own, `listen` gets every update, and `cover`
 * is the height of what lies over its lower end.
 */
export function makeEditor(
  keys: readonly KeyBinding[],
  cover: () => number,
  listen: (update: ViewUpdate) => void,
): EditorView {
  const view = new EditorView({
    parent: byId("editor"),
    extensions: [
      EditorView.cspNonce.of(NONCE),
      EditorState.tabSize.of(4),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({
        id: "text",
        tabindex: "0",
        "aria-label": "Your text",
        // Phones may help with letters; the browser's own underlines would be in the way.
        autocapitalize: "sentences",
        autocorrect: "on",
        spellcheck: "false",
      }),
      EditorView.scrollMargins.of(() => ({ bottom: cover() })),
      history(),
      documentSource,
      correctedFindings,
      findingsField,
      EditorView.perLineTextDirection.of(true),
      ownDirections,
      showAtCursor,
      keymap.of([...keys, ...historyKeymap, ...standardKeymap]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) showHistory(update.view);
        listen(update);
      }),
    ],
  });
  for (const [id, run] of [
    ["undo", undo],
    ["redo", redo],
  ] as const) {
    byId(id).addEventListener("click", () => {
      run(view);
      view.focus();
    });
  }
  return view;
}

const ownDirection = Decoration.line({ attributes: { dir: "auto" } });

/** Each line is written from left to right or from right to left, as its own first letter says. */
const ownDirections = ViewPlugin.fromClass(
  class {
    lines: DecorationSet;

    constructor(view: EditorView) {
      this.lines = visibleLines(view);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.lines = visibleLines(update.view);
    }
  },
  { decorations: (plugin) => plugin.lines },
);

function visibleLines({ state, visibleRanges }: EditorView): DecorationSet {
  const lines: Range<Decoration>[] = [];
  for (const { from, to } of visibleRanges) {
    for (let place = from; place <= to; ) {
      const line = state.doc.lineAt(place);
      if (line.from >= (lines.at(-1)?.from ?? -1) + 1) lines.push(ownDirection.range(line.from));
      place = line.to + 1;
    }
  }
  return Decoration.set(lines);
}

/** The card follows the cursor where the writer puts it, but does not appear while they type. */
const showAtCursor = EditorState.transactionExtender.of((transaction) => {
  if (transaction.effects.some((effect) => effect.is(activate))) return null;
  if (transaction.docChanged || !transaction.selection) return null;
  const { main } = transaction.newSelection;
  const finding = main.empty ? findingAt(transaction.startState, main.head) : null;
  if (finding === activeFinding(transaction.startState)) return null;
  return { effects: finding ? activation(finding) : activate.of(null) };
});

function showHistory(view: EditorView): void {
  byId<HTMLButtonElement>("undo").disabled = !undoDepth(view.state);
  byId<HTMLButtonElement>("redo").disabled = !redoDepth(view.state);
}
