// One question in the page: what is filled in, what is asked next, and which key does what.

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
  // The values by field; a button that was pressed answers its field.
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
  // Fields that the main answer does not ask for are put away.
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
  // Where a key looks first: the field that has the focus, the next one to answer, then all.
  places() {
    const focused = document.activeElement?.closest?.("[data-field]");
    const next = this.nextField();
    return [this.isAnswered(focused ?? this.form) ? null : focused, next, ...this.fields, this.form].filter(Boolean);
  }
  press(key) {
    const wanted = `[data-key='${CSS.escape(key)}']`;
    for (const place of this.places()) {
      const found = visible(place) && place.querySelector(wanted);
      if (found && !found.closest("[hidden]")) return this.use(found);
    }
    return false;
  }
  use(found) {
    if (found.tagName === "BUTTON") {
      this.form.requestSubmit(found);
      return true;
    }
    found.checked = found.type === "checkbox" ? !found.checked : true;
    this.refresh();
    const next = this.nextField();
    const text = next?.querySelector("input[type='text']");
    if (text) text.focus();
    else found.focus();
    if (found.type === "radio" && !next) this.form.requestSubmit();
    return true;
  }
  // Enter in a box goes on to what is not answered yet.
  enter(input) {
    const next = this.nextField();
    if (!input.value.trim() || !next) return false;
    next.querySelector("input").focus();
    return true;
  }
  tell(problem) {
    const line = this.form.querySelector("#problem");
    line.hidden = false;
    line.textContent = problem;
  }
  focus() {
    const box = this.form.querySelector("input[autofocus]");
    (box ?? this.form.querySelector("h1")).focus();
  }
}
