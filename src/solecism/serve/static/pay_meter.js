// The line that says how much was done, in which time, and what it earned.

const UNIT = 1e6;
// An amount is told with all the digits that it has.
const money = (amount, currency) =>
  `${(amount / UNIT).toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 6 })} ${currency}`;

export class PayMeter {
  constructor(line) {
    const { answers, active, earned, price, currency } = line.dataset;
    Object.assign(this, { answers: +answers, active: +active, earned: +earned, price: +price, currency });
  }
  add({ answers = 0, active = 0, earned = 0 }) {
    this.answers += answers;
    this.active += active;
    this.earned += earned;
    this.show();
  }
  show() {
    const write = (name, words) => {
      const place = document.getElementById(`meter-${name}`);
      if (place) place.textContent = words;
    };
    const minutes = Math.floor(this.active / 60000);
    const hours = Math.floor(minutes / 60);
    const rest = String(minutes % 60).padStart(2, "0");
    write("answers", `${this.answers} ${this.answers === 1 ? "answer" : "answers"}`);
    write("time", hours ? `${hours} h ${rest} min` : `${minutes} min`);
    write("earned", money(this.earned, this.currency));
    const hourly = (this.earned / this.active) * 3600000;
    const cents = Math.round(hourly / 10000) * 10000;
    write("hourly", minutes ? `${money(cents, this.currency)} per hour` : "");
    document.title = document.title.replace(/\d+/, this.answers + 1);
  }
}
