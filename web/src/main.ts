/** The page to write in: joins the editor, the card, the panel, the documents and the server. */
import type { ViewUpdate } from "@codemirror/view";
import { goToNext } from "./actions";
import { Card } from "./card";
import { Checker } from "./checker";
import { showCounts } from "./counts";
import { Documents } from "./documents";
import { byId } from "./dom";
import { Drafts } from "./drafts";
import { makeEditor } from "./editor";
import { Panel } from "./panel";
import { SAMPLE } from "./sample";
import * as server from "./server";
import { Settings } from "./settings";
import { SettingsForm } from "./settings_form";
import { SureSuggestions } from "./sure";
import { countWords, showState } from "./status";

const RETRY_MS = 3_000;

const settings = new Settings();
const form = new SettingsForm(settings);
const checker: Checker = new Checker(
  () => view,
  settings,
  (report) => showState(report, () => checker.checkNow()),
);
const view = makeEditor(
  [
    { key: "Mod-.", run: () => card.focus() },
    { key: "Escape", run: () => card.close() },
  ],
  () => card.cover,
  update,
);
const card = new Card(view, settings);
const panel = new Panel(view);
const sure = new SureSuggestions(view);
const documents = new Documents(view);
const drafts = new Drafts(view, documents);

function update(change: ViewUpdate): void {
  checker.update(change);
  card.update(change);
  panel.update(change);
  sure.update(change);
  showCounts(change.state);
  documents.update(change);
  drafts.update(change);
  if (!change.docChanged) return;
  byId("welcome").hidden = change.state.doc.length > 0;
  countWords(() => change.state.doc.toString());
}

/** Ask which kinds of error there are, until the server answers. */
async function learnKinds(): Promise<void> {
  try {
    settings.kinds = await server.kinds();
  } catch {
    setTimeout(() => void learnKinds(), RETRY_MS);
    return;
  }
  form.showKinds(settings.kinds);
}

settings.onChange(() => checker.checkNow());
byId("sample").addEventListener("click", () => {
  documents.show({ name: "", text: SAMPLE, notes: [], format: "" });
});
addEventListener("keydown", (event) => {
  if (event.key !== "F8") return;
  event.preventDefault();
  if (!card.hasFocus) view.focus();
  goToNext(view, event.shiftKey ? -1 : 1);
});
addEventListener("online", () => checker.checkNow());
await learnKinds();
const isGiven = await documents.showGiven().catch(() => false);
if (!isGiven) await drafts.showLast();
if (matchMedia("(hover: hover)").matches) view.focus();
