// Answers wait here, on this device, until the server confirms that it has saved them.
// Each has a key of its own: if it is sent twice, it is saved once.

const RETRY_MS = [1000, 2000, 5000, 10000, 20000];
const TIMEOUT_MS = 20000;
// Where one server has several studies, each is under a path of its own.
const ROOT = document.documentElement.dataset.root ?? "";

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Local storage of one rater. If the browser refuses it, values are kept in this page only.
export class DeviceStorage {
  constructor(space) {
    this.prefix = `solecism:${space}:`;
    this.memory = new Map();
  }
  read(name, fallback) {
    const text = this.memory.get(name) ?? this.stored(name);
    return text == null ? fallback : JSON.parse(text);
  }
  stored(name) {
    try {
      return localStorage.getItem(this.prefix + name);
    } catch {
      return null;
    }
  }
  write(name, value) {
    const text = JSON.stringify(value);
    try {
      localStorage.setItem(this.prefix + name, text);
      this.memory.delete(name);
    } catch {
      this.memory.set(name, text);
    }
  }
  names(prefix) {
    const names = new Set(this.memory.keys());
    try {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith(this.prefix)) names.add(key.slice(this.prefix.length));
      }
    } catch {
      // Local storage cannot be read.
    }
    return [...names].filter((name) => name.startsWith(prefix));
  }
  remove(name) {
    this.memory.delete(name);
    try {
      localStorage.removeItem(this.prefix + name);
    } catch {
      // Local storage cannot be changed.
    }
  }
}

export class Outbox {
  // `page` has heldTokens(), onSaved(receipt, answer), onRefused(problem, answer), onChange().
  constructor(storage, csrf, page) {
    Object.assign(this, { storage, csrf, page, sending: null, state: "saved", tries: 0, timer: 0 });
    addEventListener("online", () => this.flush());
    addEventListener("storage", () => this.page.onChange());
    addEventListener("beforeunload", (event) => this.isUnstored() && event.preventDefault());
  }
  // Each answer has an entry of its own, so that two windows cannot overwrite one another's.
  get waiting() {
    const answers = this.storage.names("outbox:").map((name) => this.storage.read(name, null));
    return answers.filter(Boolean).sort((one, other) => one.at - other.at);
  }
  isUnstored() {
    return [...this.storage.memory.keys()].some((name) => name.startsWith("outbox:"));
  }
  tokens() {
    return new Set(this.waiting.map((answer) => answer.token));
  }
  add(answer) {
    this.storage.write(`outbox:${answer.request}`, { ...answer, at: Date.now() });
    this.page.onChange();
    return this.flush();
  }
  // Remove an answer that has not been sent yet; false if it may have been.
  remove(token) {
    const answer = this.waiting.find((answer) => answer.token === token);
    if (!answer || this.inFlight === token) return false;
    this.storage.remove(`outbox:${answer.request}`);
    this.page.onChange();
    return true;
  }
  flush() {
    clearTimeout(this.timer);
    this.sending ??= this.sendAll().finally(() => {
      this.sending = null;
      this.inFlight = null;
      this.page.onChange();
    });
    return this.sending;
  }
  async sendAll() {
    for (let answer = this.waiting[0]; answer; answer = this.waiting[0]) {
      this.inFlight = answer.token;
      if (!(await this.send(answer))) return;
    }
    this.state = "saved";
  }
  done(answer) {
    this.tries = 0;
    this.storage.remove(`outbox:${answer.request}`);
  }
  async send(answer, isSecond = false) {
    const { at: _, ...body } = answer;
    let response;
    try {
      response = await this.post("/work/answers", { ...body, held: this.page.heldTokens() });
    } catch {
      return this.wait("offline");
    }
    if (response.ok) {
      this.done(answer);
      this.page.onSaved(await response.json(), answer);
      return true;
    }
    if (response.status === 401) return this.wait("signed-out", false);
    if (response.status === 403 && !isSecond && (await this.fetchState())) return this.send(answer, true);
    if ([408, 429].includes(response.status) || response.status >= 500) return this.wait("offline");
    this.done(answer);
    this.page.onRefused(await problemOf(response), answer);
    return true;
  }
  // The rater's state on the server; null if it cannot be had, or belongs to another rater.
  async fetchState() {
    try {
      const response = await fetch(`${ROOT}/work/questions`, { headers: { accept: "application/json" } });
      const state = response.ok ? await response.json() : null;
      if (!state || !this.storage.prefix.includes(state.space)) return null;
      // A page that was open for long has an old CSRF token.
      this.csrf = state.csrf;
      return state;
    } catch {
      return null;
    }
  }
  wait(state, willRetry = true) {
    this.state = state;
    if (willRetry) {
      const pause = RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)];
      this.timer = setTimeout(() => this.flush(), pause);
    }
    return false;
  }
  post(path, body) {
    return fetch(ROOT + path, {
      method: "POST",
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        "x-csrf-token": this.csrf,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout?.(TIMEOUT_MS),
    });
  }
}

export async function problemOf(response) {
  try {
    return (await response.json()).detail;
  } catch {
    return `The server answered with error ${response.status}.`;
  }
}

// The state of saving, and the words for it.
export function savingStatus(outbox) {
  const n = outbox.waiting.length;
  if (!n) return ["saved", "Saved"];
  const stored = `${n === 1 ? "1 answer is" : `${n} answers are`} stored ${
    outbox.isUnstored() ? "in this window only (please keep it open)" : "on this device"
  }`;
  if (outbox.state === "signed-out") {
    return ["unsent", `${stored}. Open your link again to send ${n === 1 ? "it" : "them"}.`];
  }
  if (outbox.state === "offline") {
    return ["unsent", `${stored} and will be sent when the connection is back.`];
  }
  return ["sending", "Saving…"];
}
