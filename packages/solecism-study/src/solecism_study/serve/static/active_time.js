// Active time: the time between one sign of activity and the next, up to the idle limit.

const SIGNS = ["keydown", "pointerdown", "pointermove", "wheel", "touchstart", "focus"];
const BREAK_AFTER_MS = 25 * 60000;
const BREAK_MS = 5 * 60000;

export class ActiveTime {
  constructor(idleMs) {
    this.idleMs = idleMs;
    this.last = performance.now();
    this.item = this.stretch = 0;
    for (const sign of SIGNS) addEventListener(sign, () => this.sign(), { passive: true });
    document.addEventListener("visibilitychange", () => this.sign());
  }
  sign() {
    const now = performance.now();
    const gap = now - this.last;
    this.last = now;
    const counted = Math.min(gap, this.idleMs);
    this.item += counted;
    this.stretch = gap >= BREAK_MS ? 0 : this.stretch + counted;
  }
  isIdle() {
    return performance.now() - this.last > this.idleMs;
  }
  // The time that this question took; the next one begins now.
  take() {
    this.sign();
    const took = Math.round(this.item);
    this.item = 0;
    return took;
  }
  isBreakDue() {
    if (this.stretch < BREAK_AFTER_MS) return false;
    this.stretch = 0;
    return true;
  }
}
