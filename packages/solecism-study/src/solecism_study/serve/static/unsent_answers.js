// On pages without a question: send the answers that are still stored on this device.
import { DeviceStorage, Outbox, savingStatus } from "./outbox.js";

const work = document.getElementById("work");
const saved = document.getElementById("saved");
const outbox = new Outbox(new DeviceStorage(work.dataset.space), work.dataset.csrf, {
  heldTokens: () => [],
  onSaved: () => {},
  onRefused: () => {},
  onChange: () => {
    const [state, words] = savingStatus(outbox);
    saved.dataset.state = state;
    saved.textContent = words;
  },
});
// The server does not know the time zone of the reader.
for (const time of document.querySelectorAll("time")) {
  const shown = { dateStyle: "full", timeStyle: "short" };
  time.textContent = new Date(time.dateTime).toLocaleString("en", shown);
}
if (outbox.waiting.length) outbox.flush().then(() => outbox.waiting.length || location.reload());
