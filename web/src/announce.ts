/** Messages for screen readers, and the notice above the text for everybody. */
import { byId, button } from "./dom";

let pending = 0;

/** Let a screen reader say something when it has finished what it says now. */
export function announce(text: string): void {
  clearTimeout(pending);
  byId("live").textContent = text;
}

/** The same after a pause, unless there is something else to say before. */
export function announceIn(delay: number, text: string): void {
  clearTimeout(pending);
  pending = setTimeout(() => announce(text), delay);
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
