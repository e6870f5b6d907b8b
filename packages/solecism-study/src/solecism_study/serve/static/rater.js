// The rater's page: every answer is stored on this device, then sent, and the next question is
// shown at once. Without this script the same page works with plain forms.
import { ActiveTime } from "./active_time.js";
import { DeviceStorage, Outbox, newKey, problemOf, savingStatus } from "./outbox.js";
import { PayMeter } from "./pay_meter.js";
import { QuestionForm } from "./question_form.js";

const TICK_MS = 5000;
const UNDO_LATER = "You are offline. The last answer can be undone when the connection is back.";
const work = document.getElementById("work");
const stage = document.getElementById("question");
const saved = document.getElementById("saved");
const notices = document.getElementById("notices");
const undoForm = document.getElementById("undo");
const undoButton = undoForm.querySelector("button");
const { space, csrf, idle, lease, guideline } = work.dataset;

const storage = new DeviceStorage(space);
const time = new ActiveTime(idle * 1000);
const meter = new PayMeter(document.getElementById("meter"));
const known = new Map(); // token -> HTML of the questions that are assigned to us
let order = []; // tokens in the order in which they are asked
let current = null; // the QuestionForm in the page
let last = null; // what was answered last: token, html, values
let isBusy = false;

const outbox = new Outbox(storage, csrf, { heldTokens: () => [...known.keys()], onSaved, onRefused, onChange });

function onChange() {
  const [state, words] = savingStatus(outbox);
  if (state === "saved" && !last && !saved.dataset.state) return;
  saved.dataset.state = state;
  if (saved.textContent !== words) saved.textContent = words;
}

function notice(words, action) {
  const line = document.createElement("p");
  line.className = "notice";
  const text = document.createElement("span");
  text.textContent = words;
  const button = document.createElement("button");
  button.textContent = action?.words ?? "Dismiss";
  button.className = "quiet";
  button.addEventListener("click", () => {
    line.remove();
    action?.act();
    current?.focus();
  });
  line.append(text, button);
  notices.replaceChildren(line);
}

function put(html) {
  stage.replaceChildren(new DOMParser().parseFromString(html, "text/html").body.firstElementChild);
  return stage.firstElementChild;
}

function show(token, { isFirst = false, values } = {}) {
  const form = isFirst ? stage.querySelector("form") : put(known.get(token));
  current = new QuestionForm(form);
  const draft = values ?? storage.read(`draft:${token}`, null);
  if (draft) current.fill(draft);
  if (!isFirst) current.focus();
}

function showNext() {
  const sent = outbox.tokens();
  const token = order.find((one) => !sent.has(one) && known.has(one));
  if (current?.token === token && token) return;
  if (token) return show(token);
  current = null;
  const line = document.createElement("p");
  line.className = "note";
  line.tabIndex = -1;
  line.textContent = "The next question will appear when your answers have been sent.";
  stage.replaceChildren(line);
  line.focus();
}

function merge({ questions, waiting, verdict }) {
  order = questions.map((question) => question.token);
  for (const question of questions) if (question.html) known.set(question.token, question.html);
  for (const token of [...known.keys()]) if (!order.includes(token)) known.delete(token);
  // The server expects questions here that are missing: a fresh page has them all.
  if (order.some((token) => !known.has(token))) return location.reload();
  // After feedback the rater goes on when they have read it.
  if (waiting && !verdict && !outbox.waiting.length) location.reload();
}

function onSaved(receipt, answer) {
  meter.add({ active: answer.active_ms, earned: receipt.paid });
  const wasShown = current?.token;
  merge(receipt);
  if (receipt.verdict) return showVerdict(receipt.verdict);
  if (!current || current.token !== wasShown || !order.includes(wasShown)) showNext();
}

// An answer that was refused is shown again if its question is still assigned to the rater.
async function onRefused(problem, answer) {
  last = null;
  const state = await outbox.fetchState();
  if (state) {
    Object.assign(meter, state.meter);
    meter.add({ answers: outbox.waiting.length });
    merge(state);
  }
  if (state && order.includes(answer.token)) {
    show(answer.token, { values: answer.values });
    current.showProblem(problem);
  } else {
    notice(`An answer was not accepted: ${problem}`);
    if (!current || !order.includes(current.token)) showNext();
  }
}

function showVerdict(html) {
  current = null;
  const section = put(html);
  const link = section.querySelector("[data-continue]");
  link.addEventListener("click", (event) => {
    event.preventDefault();
    // After the last practice question the page counts anew.
    isPracticeHtml(known.get(order[0])) ? showNext() : location.reload();
  });
  section.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target === section) link.click();
  });
  section.focus();
}

const isPracticeHtml = (html) => Boolean(html?.includes("data-practice"));

// What can be undone: the answer that was given last, unless it was practice.
function remember(token, values, isPractice) {
  last = { token, html: known.get(token), values };
  undoButton.hidden = isPractice;
}

function submit(event) {
  if (!event.target.matches("form.question")) return;
  event.preventDefault();
  if (isBusy || !current) return;
  const { token, isPractice } = current;
  const values = current.values(event.submitter);
  const answer = { token, values, request: newKey(), active_ms: time.take() };
  remember(token, values, isPractice);
  storage.remove(`draft:${token}`);
  meter.add({ answers: 1 });
  const going = outbox.add(answer);
  current = null;
  if (isPractice) {
    isBusy = true;
    going.finally(() => {
      isBusy = false;
      if (outbox.waiting.length) showNext();
    });
  } else {
    showNext();
  }
}

async function undo() {
  if (isBusy || undoButton.hidden) return;
  isBusy = true;
  try {
    const again = last;
    if (again && outbox.remove(again.token)) {
      meter.add({ answers: -1 });
      return showAgain(again);
    }
    await outbox.flush();
    if (outbox.waiting.length) return notice(UNDO_LATER);
    const response = await outbox.post("/work/take-back", { request: newKey(), held: [...known.keys()] });
    if (!response.ok) return notice(`The last answer was not undone: ${await problemOf(response)}`);
    merge(await response.json());
    meter.add({ answers: -1, earned: -meter.price });
    show(order[0], { values: again?.token === order[0] ? again.values : undefined });
  } catch {
    notice(UNDO_LATER);
  } finally {
    last = null;
    isBusy = false;
  }
}

function showAgain({ token, html, values }) {
  known.set(token, html);
  order = [token, ...order.filter((one) => one !== token)];
  show(token, { values });
}

function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const box = event.target.closest?.("input[type='text'], textarea, select");
  const isEmptyBox = box?.matches("#question input") && box.value === "";
  if (event.key === "Enter" && current && box?.matches("#question input")) {
    if (current.enter(box)) event.preventDefault();
    return;
  }
  if (work.dataset.keys === "off" || event.key.length > 1 || event.repeat) return;
  // In a text box letters are typed; other keys choose an option while the box is empty.
  if (box && !(isEmptyBox && !/\p{L}/u.test(event.key))) return;
  if (event.target.closest?.("button, a, summary") && event.key === " ") return;
  const key = event.key.toLowerCase();
  if (key === "u" ? (undo(), true) : current?.press(key)) event.preventDefault();
}

async function renewLeases() {
  if (time.isIdle()) return;
  try {
    const response = await outbox.post("/work/alive", {});
    const state = response.ok ? await response.json() : {};
    if (state.guideline && String(state.guideline) !== guideline) {
      const act = () => location.reload();
      notice("The instructions have changed.", { words: "Read them", act });
    }
  } catch {
    // There is no connection; the outbox says so.
  }
}

function start() {
  document.documentElement.classList.add("js");
  const first = stage.querySelector("form");
  order = [first.dataset.token];
  known.set(order[0], first.outerHTML);
  for (const template of work.querySelectorAll("template")) {
    order.push(template.dataset.token);
    known.set(template.dataset.token, template.innerHTML);
  }
  for (const name of storage.names("draft:")) {
    if (!order.includes(name.slice("draft:".length))) storage.remove(name);
  }
  document.addEventListener("submit", submit);
  document.addEventListener("keydown", onKey);
  undoForm.addEventListener("submit", (event) => (event.preventDefault(), undo()));
  stage.addEventListener("input", () => current && storage.write(`draft:${current.token}`, current.values()));
  const keepWaiting = (event) => {
    if (!outbox.waiting.length) return;
    event.preventDefault();
    notice("Some answers on this device have not been sent yet. Please wait until they are.");
  };
  for (const form of document.querySelectorAll("#leave, .log-out")) form.addEventListener("submit", keepWaiting);
  show(order[0], { isFirst: true });
  if (outbox.waiting.length) {
    // What is asked again has not reached the server, which neither counts nor can undo it.
    const unsent = outbox.waiting.filter((answer) => known.has(answer.token));
    meter.add({ answers: unsent.length });
    const latest = unsent.at(-1);
    if (latest) remember(latest.token, latest.values, isPracticeHtml(known.get(latest.token)));
    if (outbox.tokens().has(order[0])) showNext();
    outbox.flush();
  }
  onChange();
  setInterval(renewLeases, (lease * 60000) / 4);
  setInterval(() => {
    if (time.isBreakDue()) notice("You have worked for 25 minutes. Take a short break: it keeps your judgment fresh.");
  }, TICK_MS);
}

start();
