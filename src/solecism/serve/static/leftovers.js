// Answers that wait on this device are sent from any page that a rater comes back to.
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
if (outbox.waiting.length) outbox.flush().then(() => outbox.waiting.length || location.reload());
