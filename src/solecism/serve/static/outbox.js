// Answers wait here, on this device, until the server has said that it keeps them.
// Each carries a key of its own: sent twice, it is kept once.

const RETRY_MS = [1000, 2000, 5000, 10000, 20000];
const PATIENCE_MS = 20000;

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// A browser may refuse storage; then answers wait in this page only.
export class Shelf {
  constructor(space) {
    this.prefix = `solecism:${space}:`;
    this.spare = new Map();
  }
  read(name, otherwise) {
    const text = this.spare.get(name) ?? this.kept(name);
    return text == null ? otherwise : JSON.parse(text);
  }
  kept(name) {
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
      this.spare.delete(name);
    } catch {
      this.spare.set(name, text);
    }
  }
  names(beginning) {
    const found = new Set(this.spare.keys());
    try {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith(this.prefix)) found.add(key.slice(this.prefix.length));
      }
    } catch {
      // Nothing is kept there.
    }
    return [...found].filter((name) => name.startsWith(beginning));
  }
  remove(name) {
    this.spare.delete(name);
    try {
      localStorage.removeItem(this.prefix + name);
    } catch {
      // Nothing was kept there.
    }
  }
}

export class Outbox {
  // `told` has kept(receipt, answer), refused(problem, answer), changed().
  constructor(shelf, csrf, told) {
    Object.assign(this, { shelf, csrf, told, sending: null, state: "saved", tries: 0, timer: 0 });
    addEventListener("online", () => this.flush());
    addEventListener("storage", () => this.told.changed());
    addEventListener("beforeunload", (event) => this.isFleeting() && event.preventDefault());
  }
  // Each answer has a place of its own: windows of one rater cannot overwrite one another's.
  get waiting() {
    const found = this.shelf.names("outbox:").map((name) => this.shelf.read(name, null));
    return found.filter(Boolean).sort((one, other) => one.at - other.at);
  }
  isFleeting() {
    return [...this.shelf.spare.keys()].some((name) => name.startsWith("outbox:"));
  }
  tokens() {
    return new Set(this.waiting.map((answer) => answer.token));
  }
  add(answer) {
    this.shelf.write(`outbox:${answer.request}`, { ...answer, at: Date.now() });
    this.told.changed();
    return this.flush();
  }
  // Take back an answer that has not left yet; false where it may have.
  remove(token) {
    const found = this.waiting.find((answer) => answer.token === token);
    if (!found || this.underway === token) return false;
    this.shelf.remove(`outbox:${found.request}`);
    this.told.changed();
    return true;
  }
  flush() {
    clearTimeout(this.timer);
    this.sending ??= this.sendAll().finally(() => {
      this.sending = null;
      this.underway = null;
      this.told.changed();
    });
    return this.sending;
  }
  async sendAll() {
    for (let answer = this.waiting[0]; answer; answer = this.waiting[0]) {
      this.underway = answer.token;
      if (!(await this.send(answer))) return;
    }
    this.state = "saved";
  }
  done(answer) {
    this.tries = 0;
    this.shelf.remove(`outbox:${answer.request}`);
  }
  async send(answer, isSecond = false) {
    const { at: _, ...said } = answer;
    let response;
    try {
      response = await this.post("/work/answers", { ...said, held: this.told.held() });
    } catch {
      return this.wait("offline");
    }
    if (response.ok) {
      this.done(answer);
      this.told.kept(await response.json(), answer);
      return true;
    }
    if (response.status === 401) return this.wait("out", false);
    if (response.status === 403 && !isSecond && (await this.ask())) return this.send(answer, true);
    if (response.status === 429 || response.status >= 500) return this.wait("offline");
    this.done(answer);
    this.told.refused(await problemOf(response), answer);
    return true;
  }
  // How the rater stands with the server; null where it does not say, or means somebody else.
  async ask() {
    try {
      const response = await fetch("/work/questions", { headers: { accept: "application/json" } });
      const found = response.ok ? await response.json() : null;
      if (!found || !this.shelf.prefix.includes(found.space)) return null;
      // A page that was open for long has an old token for changes.
      this.csrf = found.csrf;
      return found;
    } catch {
      return null;
    }
  }
  wait(state, again = true) {
    this.state = state;
    if (again) {
      const pause = RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)];
      this.timer = setTimeout(() => this.flush(), pause);
    }
    return false;
  }
  post(where, body) {
    return fetch(where, {
      method: "POST",
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        "x-csrf-token": this.csrf,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout?.(PATIENCE_MS),
    });
  }
}

export async function problemOf(response) {
  try {
    return (await response.json()).detail;
  } catch {
    return `The server said ${response.status}.`;
  }
}

// What is said of the answers that wait, and how it is marked.
export function savedWords(outbox) {
  const n = outbox.waiting.length;
  if (!n) return ["saved", "Saved"];
  const some = `${n === 1 ? "1 answer is" : `${n} answers are`} kept ${
    outbox.isFleeting() ? "in this window only (leave it open)" : "on this device"
  }`;
  if (outbox.state === "out") {
    return ["kept", `${some}. Open your link again to send.`];
  }
  if (outbox.state === "offline") {
    return ["kept", `${some}, and will be sent when the line is back.`];
  }
  return ["sending", "Saving"];
}
