// On pages without a question: answers that wait on this device are sent all the same.
import { Outbox, Shelf, savedWords } from "./outbox.js";

const work = document.getElementById("work");
const saved = document.getElementById("saved");
const outbox = new Outbox(new Shelf(work.dataset.space), work.dataset.csrf, {
  held: () => [],
  kept: () => {},
  refused: () => {},
  changed: () => {
    const [state, words] = savedWords(outbox);
    saved.dataset.state = state;
    saved.textContent = words;
  },
});
// The server does not know where its reader is.
for (const time of document.querySelectorAll("time")) {
  const shown = { dateStyle: "full", timeStyle: "short" };
  time.textContent = new Date(time.dateTime).toLocaleString("en", shown);
}
if (outbox.waiting.length) outbox.flush().then(() => outbox.waiting.length || location.reload());
