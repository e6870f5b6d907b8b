/** The settings in the panel: strictness, variety of English, kinds of error, accepted words, and remembering them. */
import { button, byId, make } from "./dom";
import { lineClass } from "./findings";
import type { Kind } from "./server";
import { AUDIENCES, VARIETIES, type Settings } from "./settings";
import { capitalised, counted } from "./wording";

const MEANINGS = {
  author: ["Author", "For an author: few findings, 9 of 10 right."],
  learner: ["Learner", "For a learner: more findings, 8 of 10 right."],
  teacher: ["Teacher", "For a teacher: most findings, 6 of 10 right."],
} as const;

/** Keeps the form and the settings the same. */
export class SettingsForm {
  private readonly strictness = byId<HTMLInputElement>("strictness");
  private readonly variety = byId<HTMLSelectElement>("variety");
  private readonly remember = byId<HTMLInputElement>("remember");

  constructor(private readonly settings: Settings) {
    this.strictness.addEventListener("input", () => {
      settings.setAudience(AUDIENCES[this.strictness.valueAsNumber]!);
    });
    this.variety.addEventListener("change", () => {
      settings.setVariety(VARIETIES[this.variety.selectedIndex]!);
    });
    this.remember.addEventListener("change", () => settings.remember(this.remember.checked));
    settings.onChange(() => this.show());
    this.show();
  }

  /** Make the switches, when the server has said which kinds there are. */
  showKinds(kinds: readonly Kind[]): void {
    const groups = [...new Set(kinds.map((kind) => kind.group))];
    const sets = groups.map((group) =>
      this.switches(
        group,
        kinds.filter((kind) => kind.group === group),
      ),
    );
    byId("kinds").replaceChildren(...sets);
    this.show();
  }

  private switches(group: string, kinds: readonly Kind[]): HTMLElement {
    const sign = make("span", { class: `sign ${lineClass(group)}`, "aria-hidden": "true" });
    const set = make("fieldset", {}, make("legend", {}, sign, capitalised(group)));
    for (const kind of kinds) {
      const box = make("input", { type: "checkbox", "data-kind": kind.kind });
      box.addEventListener("change", () => this.settings.turn([kind], box.checked));
      const count = make("span", { class: "count", "data-count": kind.kind });
      set.append(make("label", {}, box, ` ${capitalised(kind.name)} `, count));
    }
    return set;
  }

  private show(): void {
    const { settings } = this;
    const [name, meaning] = MEANINGS[settings.audience];
    this.strictness.value = String(AUDIENCES.indexOf(settings.audience));
    this.strictness.setAttribute("aria-valuetext", name);
    byId("strictness-meaning").textContent = meaning;
    this.variety.value = settings.variety;
    this.remember.checked = settings.isRemembered;
    for (const kind of settings.kinds) {
      const box = document.querySelector<HTMLInputElement>(
        `[data-kind="${CSS.escape(kind.kind)}"]`,
      );
      if (box) box.checked = settings.isOn(kind);
    }
    const nOn = settings.kinds.filter((kind) => settings.isOn(kind)).length;
    byId("kinds-on").textContent = settings.kinds.length
      ? `${nOn} of ${settings.kinds.length}`
      : "";
    this.showAccepted();
  }

  /** The words and findings that are left out, each with a button that takes this back. */
  private showAccepted(): void {
    const { settings } = this;
    const number = settings.dictionary.length + settings.accepted.length + settings.nIgnored;
    byId("n-accepted").textContent = number ? String(number) : "";
    const items = [
      ...settings.dictionary.map((word) =>
        entry(word, "dictionary", () => settings.removeWord(word)),
      ),
      ...settings.accepted.map((each) =>
        entry(each.words, each.title, () => settings.unaccept(each)),
      ),
    ];
    const list = make("ul", { class: "accepted" }, ...items);
    if (settings.nIgnored) {
      const again = button("Show again", () => settings.showIgnored(), { class: "plain" });
      list.append(make("li", {}, `${counted(settings.nIgnored, "finding")} ignored once `, again));
    }
    const none = "None. The card of each finding has buttons for this.";
    byId("accepted").replaceChildren(number ? list : make("p", { class: "quiet" }, none));
  }
}

function entry(words: string, why: string, remove: () => void): HTMLElement {
  const label = `Remove “${words}” (${why})`;
  return make(
    "li",
    {},
    make("span", {}, `“${words}” `, make("span", { class: "aside" }, why)),
    button("Remove", remove, { class: "plain", "aria-label": label }),
  );
}
