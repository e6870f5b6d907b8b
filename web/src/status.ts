/** The line below the text: the number of words, whether it is checked, and where it goes. */
import { clearNotice, notice } from "./announce";
import type { Report, State } from "./checker";
import { byId } from "./dom";
import { capitalised, counted, wordCount } from "./wording";

const WORDS_MS = 200;
const LABELS: Record<State, string> = {
  ready: "Ready",
  checking: "Checking",
  checked: "Checked",
  gone: "Not connected",
  refused: "Not checked",
  "too-long": "Too long",
};
const TOO_LONG =
  "This text is longer than 1 MB and is not checked. You can go on writing and save it; " +
  "divide it to have it checked.";
const GONE =
  "Solecism does not answer, so new text is not checked. Your text is still here, and this page " +
  "tries again by itself. You can save as .txt.";
const HONESTY = "What is not underlined may still be wrong.";

let wordTimer = 0;
let shown: State = "ready";

/** Count the words when the writer pauses. */
export function countWords(text: () => string): void {
  clearTimeout(wordTimer);
  wordTimer = setTimeout(() => {
    byId("words").textContent = counted(wordCount(text()), "word");
  }, WORDS_MS);
}

/** Show what the checker is doing, and a notice where the writer should know. */
export function showState({ state, message, answer, progress }: Report, tryNow: () => void): void {
  // While the server is away, every attempt would flicker.
  if (state === "checking" && !answer && isTrouble(shown)) return;
  const place = byId("state");
  place.dataset.state = state;
  const share = state === "checking" && progress ? ` ${Math.floor(100 * progress)}%` : "";
  place.textContent = `${LABELS[state]}${share}`;
  if (state !== "checking") {
    byId("notes").textContent = answer ? [...answer.notes, HONESTY].join(" ") : "";
    byId("limits").textContent = answer ? capitalised(answer.limits) : "";
  }
  if (state !== shown) {
    if (isTrouble(shown) && !isTrouble(state)) clearNotice();
    if (state === "gone") notice(GONE, { label: "Try now", run: tryNow });
    if (state === "too-long") notice(TOO_LONG);
    if (state === "refused") notice(`The text was not checked. ${message}`);
  }
  shown = state;
}

function isTrouble(state: State): boolean {
  return state === "gone" || state === "refused" || state === "too-long";
}

/** Say where the text goes, which depends on where the server is, and whether it is kept. */
export function showPrivacy(isKept = false): void {
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  const place = isHere
    ? "Your text stays on this computer."
    : `Your text is sent to ${location.hostname} only, and not stored there.`;
  const kept = isKept ? " It is kept in this browser." : "";
  const none = isHere ? " Nothing is stored unless you save it." : "";
  byId("privacy").textContent = `${place}${kept || none}`;
}
