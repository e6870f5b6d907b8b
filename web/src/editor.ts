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
import { EditorState } from "@codemirror/state";
import { EditorView, type KeyBinding, type ViewUpdate, keymap } from "@codemirror/view";
import { activation } from "./actions";
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
      findingsField,
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
