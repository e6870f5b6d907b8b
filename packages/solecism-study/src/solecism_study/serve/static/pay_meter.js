// The line that says how much was done of how much, in which time, and what it earned.

const UNIT = 1e6;
// An amount is told with all the digits that it has.
const money = (amount, currency) =>
  `${(amount / UNIT).toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 6 })} ${currency}`;

const duration = (milliseconds) => {
  const minutes = Math.floor(milliseconds / 60000);
  const hours = Math.floor(minutes / 60);
  return hours ? `${hours} h ${String(minutes % 60).padStart(2, "0")} min` : `${minutes} min`;
};

export class PayMeter {
  constructor(line) {
    const { answers, active, earned, price, currency, done, total, each } = line.dataset;
    Object.assign(this, { answers: +answers, active: +active, earned: +earned, price: +price, currency });
    // How far the rater was in this round when the page was made, all of it, and the usual time.
    Object.assign(this, { before: +done - +answers, total: +total, each: +each });
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
    write("answers", this.countOfAnswers());
    write("left", this.whatIsLeft());
    write("time", duration(this.active));
    write("earned", money(this.earned, this.currency));
    const hourly = (this.earned / this.active) * 3600000;
    const cents = Math.round(hourly / 10000) * 10000;
    write("hourly", minutes ? `${money(cents, this.currency)} per hour` : "");
    document.title = document.title.replace(/\d+/, this.answers + 1);
    const bar = document.getElementById("meter-done");
    if (bar) bar.value = this.done;
  }
  get done() {
    return Math.max(0, Math.min(this.total, this.before + this.answers));
  }
  countOfAnswers() {
    if (this.total) return `${this.done} of ${this.total}`;
    return `${this.answers} ${this.answers === 1 ? "answer" : "answers"}`;
  }
  whatIsLeft() {
    const left = this.total - this.done;
    if (!left) return "";
    const time = this.each ? `about ${duration(Math.max(60000, left * this.each))}` : "";
    const pay = this.price ? money(left * this.price, this.currency) : "";
    const words = [time, pay].filter(Boolean).join(" and ");
    return words && `${words} left`;
  }
}
