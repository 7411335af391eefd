// The address of a moment: #s=57&seat=2&speed=2, kept in step with what is shown.

import { ALL, PUBLIC } from "./events.js";

const PAUSE_MS = 250; // browsers refuse more than some hundred changes in half a minute

/** What a fragment says: {step, perspective, speed}, each undefined where it says nothing or nonsense. */
export function readAddress(fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const whole = (name) => (/^\d{1,9}$/.test(fields.get(name) ?? "") ? Number(fields.get(name)) : undefined);
  const seat = fields.get("seat") === ALL ? ALL : whole("seat");
  const speed = Number(fields.get("speed"));
  return { step: whole("s"), perspective: seat, speed: speed > 0 ? speed : undefined };
}

/** The fragment of a moment; what is usual is left out. */
function addressOf({ step, perspective, speed }) {
  const fields = [`s=${step}`];
  if (perspective !== PUBLIC) fields.push(`seat=${perspective}`);
  if (speed !== 1) fields.push(`speed=${speed}`);
  return `#${fields.join("&")}`;
}

/** Keeps the page's address, writing at most a few times a second. */
export class Address {
  constructor() {
    this.wanted = null;
    this.timer = null;
  }

  keep(moment) {
    this.wanted = moment && addressOf(moment);
    this.timer ??= setTimeout(() => {
      this.timer = null;
      const fragment = this.wanted ?? location.pathname + location.search;
      if (location.hash !== this.wanted) history.replaceState(null, "", fragment);
    }, PAUSE_MS);
  }

  /** Write no more: the page is being left, and a change of its address would call that off. */
  rest() {
    clearTimeout(this.timer);
    this.timer = 0; // no moment is kept any more
  }
}
