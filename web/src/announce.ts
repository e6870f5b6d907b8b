/** Messages for screen readers, and the notice above the text for everybody. */
import { byId, button } from "./dom";

/** Let a screen reader say something when it has finished what it says now. */
export function announce(text: string): void {
  byId("live").textContent = text;
}

/** Show a notice above the text until it is replaced or taken away, with one thing to do. */
export function notice(text: string, todo?: { label: string; run: () => void }): void {
  const place = byId("notice");
  place.replaceChildren(text);
  if (todo) place.append(" ", button(todo.label, todo.run, { class: "plain" }));
  place.append(button("Close", clearNotice, { class: "plain close" }));
  place.hidden = false;
}

export function clearNotice(): void {
  const place = byId("notice");
  place.hidden = true;
  place.replaceChildren();
}
