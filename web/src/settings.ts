/** What the writer chose: how strict, which kinds, which words and findings they accept. */
import type { CheckRequest, Finding, Kind } from "./server";

export const AUDIENCES = ["author", "learner", "teacher"] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Varieties of English; the empty one is that of the text, or of the project. */
export const VARIETIES = ["", "british", "american", "any"] as const;
export type Variety = (typeof VARIETIES)[number];

/** A kind of error with words that the writer never wants to hear about again. */
export interface Accepted {
  readonly kind: string;
  readonly words: string;
  readonly title: string;
}

interface Kept {
  audience: Audience;
  variety: Variety;
  turned: Record<string, boolean>;
  dictionary: string[];
  accepted: Accepted[];
}

const PLACE = "solecism";

/** Settings. They live in this page, and on this computer only if the writer agrees. */
export class Settings {
  isRemembered = false;
  kinds: readonly Kind[] = [];
  private kept: Kept = {
    audience: "author",
    variety: "",
    turned: {},
    dictionary: [],
    accepted: [],
  };
  private ignored = new Set<string>();
  private listeners: (() => void)[] = [];

  constructor() {
    const kept = stored();
    if (kept) {
      this.kept = { ...this.kept, ...kept };
      this.isRemembered = true;
    }
  }

  get audience(): Audience {
    return this.kept.audience;
  }

  get variety(): Variety {
    return this.kept.variety;
  }

  get dictionary(): readonly string[] {
    return this.kept.dictionary;
  }

  get accepted(): readonly Accepted[] {
    return this.kept.accepted;
  }

  get nIgnored(): number {
    return this.ignored.size;
  }

  /** Have a function called after each change. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  isOn(kind: Kind): boolean {
    return this.kept.turned[kind.kind] ?? kind.default;
  }

  /** Whether a finding is to be shown. */
  shows(finding: Finding, words: string): boolean {
    const isKnown = finding.kind === "spelling" && this.kept.dictionary.includes(words);
    return (
      !isKnown &&
      !this.ignored.has(finding.key) &&
      !this.kept.accepted.some((each) => each.kind === finding.kind && each.words === plain(words))
    );
  }

  /** The request to check a text with these settings. */
  request(text: string): CheckRequest {
    const { audience, dictionary, variety } = this.kept;
    const chosen = this.kinds.filter((kind) => this.isOn(kind)).map((kind) => kind.kind);
    const isUsual = this.kinds.every((kind) => this.isOn(kind) === kind.default);
    const kinds = isUsual ? null : chosen;
    return { text, audience, kinds, dictionary, variety: variety || null };
  }

  setAudience(audience: Audience): void {
    this.change(() => (this.kept.audience = audience));
  }

  setVariety(variety: Variety): void {
    this.change(() => (this.kept.variety = variety));
  }

  turn(kinds: readonly Kind[], isOn: boolean): void {
    this.change(() => {
      for (const kind of kinds) {
        delete this.kept.turned[kind.kind];
        if (isOn !== kind.default) this.kept.turned[kind.kind] = isOn;
      }
    });
  }

  ignore(finding: Finding): void {
    this.change(() => this.ignored.add(finding.key));
  }

  showIgnored(): void {
    this.change(() => this.ignored.clear());
  }

  accept({ kind, title }: Finding, words: string): void {
    this.change(() => this.kept.accepted.push({ kind, title, words: plain(words) }));
  }

  unaccept(entry: Accepted): void {
    this.change(() => (this.kept.accepted = this.kept.accepted.filter((each) => each !== entry)));
  }

  addWord(word: string): void {
    this.change(() => {
      if (!this.kept.dictionary.includes(word)) this.kept.dictionary.push(word);
    });
  }

  removeWord(word: string): void {
    this.change(
      () => (this.kept.dictionary = this.kept.dictionary.filter((each) => each !== word)),
    );
  }

  remember(isRemembered: boolean): void {
    this.change(() => (this.isRemembered = isRemembered));
  }

  private change(run: () => void): void {
    run();
    store(this.isRemembered ? this.kept : null);
    for (const listener of this.listeners) listener();
  }
}

function plain(words: string): string {
  return words.toLowerCase().replace(/\s+/g, " ");
}

/** What is stored on this computer, as far as it makes sense; null if there is nothing. */
function stored(): Partial<Kept> | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "null");
    if (typeof found !== "object" || found === null) return null;
    const { audience, variety, turned, dictionary, accepted } = found as Partial<Kept>;
    const kept: Partial<Kept> = {};
    if (audience && AUDIENCES.includes(audience)) kept.audience = audience;
    if (variety && VARIETIES.includes(variety)) kept.variety = variety;
    if (turned && typeof turned === "object") {
      const switches = Object.entries(turned).filter(([, isOn]) => typeof isOn === "boolean");
      kept.turned = Object.fromEntries(switches);
    }
    if (Array.isArray(dictionary)) {
      kept.dictionary = dictionary.filter((word) => typeof word === "string");
    }
    if (Array.isArray(accepted)) kept.accepted = accepted.filter(isAccepted);
    return kept;
  } catch {
    // The browser forbids to store anything, or something else has written there.
    return null;
  }
}

function isAccepted(entry: unknown): entry is Accepted {
  if (typeof entry !== "object" || entry === null) return false;
  const { kind, words, title } = entry as Partial<Accepted>;
  return [kind, words, title].every((each) => typeof each === "string");
}

function store(kept: Kept | null): void {
  try {
    if (kept) localStorage.setItem(PLACE, JSON.stringify(kept));
    else localStorage.removeItem(PLACE);
  } catch {
    // The browser forbids to store anything: the settings hold until the page is closed.
  }
}
