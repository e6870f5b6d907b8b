/** Elements of the page: finding those of the document, and making new ones. */

/** The element of the document with this id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

type Attributes = Record<string, string | boolean | ((event: Event) => void)>;

/**
 * A new element. Attributes that are functions are listeners, those that are true stand alone, and
 * those that are false are left out. Text is never read as markup.
 */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** A button with a listener. */
export function button(
  label: string,
  click: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  return make("button", { type: "button", click, ...attributes }, label);
}
