// The form of one question: its values, its next field, and its keys.

const visible = (field) => !field.hidden;

export class QuestionForm {
  constructor(form) {
    this.form = form;
    this.fields = [...form.querySelectorAll("[data-field]")];
    form.addEventListener("input", () => this.refresh());
    this.refresh();
  }
  get token() {
    return this.form.dataset.token;
  }
  get isPractice() {
    return "practice" in this.form.dataset;
  }
  // The values by field; a button that was pressed is the answer to its field.
  values(button) {
    const values = {};
    for (const [name, value] of new FormData(this.form)) {
      if (name.startsWith("field:") && value) (values[name.slice(6)] ??= []).push(value);
    }
    const [, kind, name] = /^(field|pick):(.*)$/.exec(button?.name ?? "") ?? [];
    if (kind) values[name] = [button.value];
    return values;
  }
  fill(values) {
    for (const input of this.form.querySelectorAll("input[name^='field:']")) {
      const given = values[input.name.slice(6)] ?? [];
      if (input.type === "text") input.value = given.join(", ");
      else input.checked = given.includes(input.value);
    }
    this.refresh();
  }
  // Fields that the main answer does not need are hidden.
  refresh() {
    const chosen = this.form.querySelector("[name='field:answer']:checked")?.value;
    for (const field of this.fields) {
      const when = field.dataset.when;
      if (when) field.hidden = !when.split(" ").includes(chosen);
    }
    const current = this.nextField();
    for (const field of this.fields) field.classList.toggle("current", field === current);
  }
  isAnswered(field) {
    const text = field.querySelector("input[type='text']");
    if (text) return text.value.trim() !== "";
    return field.querySelector("input[type='checkbox']") !== null || field.querySelector(":checked") !== null;
  }
  nextField() {
    return this.fields.find((field) => visible(field) && !this.isAnswered(field));
  }
  // Where a key is looked up: in the field with the focus, in the next field, then in all fields.
  places() {
    const focused = document.activeElement?.closest?.("[data-field]");
    const next = this.nextField();
    return [this.isAnswered(focused ?? this.form) ? null : focused, next, ...this.fields, this.form].filter(Boolean);
  }
  press(key) {
    const wanted = `[data-key='${CSS.escape(key)}']`;
    for (const place of this.places()) {
      const option = visible(place) && place.querySelector(wanted);
      if (option && !option.closest("[hidden]")) return this.choose(option);
    }
    return false;
  }
  choose(option) {
    if (option.tagName === "BUTTON") {
      this.form.requestSubmit(option);
      return true;
    }
    option.checked = option.type === "checkbox" ? !option.checked : true;
    this.refresh();
    option.dispatchEvent(new Event("input", { bubbles: true }));
    const next = this.nextField();
    const text = next?.querySelector("input[type='text']");
    if (text) text.focus();
    else option.focus();
    if (option.type === "radio" && !next) this.form.requestSubmit();
    return true;
  }
  // Enter in a text box moves to the next unanswered field.
  enter(input) {
    const next = this.nextField();
    if (!input.value.trim() || !next) return false;
    next.querySelector("input").focus();
    return true;
  }
  showProblem(problem) {
    const line = this.form.querySelector("#problem");
    line.hidden = false;
    line.textContent = problem;
  }
  focus() {
    const box = this.form.querySelector("input[autofocus]");
    (box ?? this.form.querySelector("h1")).focus();
  }
}
