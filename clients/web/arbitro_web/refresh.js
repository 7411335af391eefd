// Keeps server-made parts of a page fresh: when something changed the page is fetched again, and every element marked
// data-fresh is exchanged for its new self. One way to render, with JavaScript or without.

import { el } from "./dom.js";
import { say } from "./words.js";

const PAUSE_MS = 1_500;
const JITTER_MS = 1_000;

export class Refresh {
  constructor(done = () => {}) {
    this.done = done;
    this.timer = null;
  }

  /** Something changed: exchange soon, and not all watchers at the same moment. */
  soon() {
    this.timer ??= setTimeout(() => this.now(), PAUSE_MS + Math.random() * JITTER_MS);
  }

  async now() {
    clearTimeout(this.timer);
    this.timer = null;
    const response = await fetch(location.pathname + location.search, { cache: "no-cache" }).catch(() => null);
    if (!response?.ok) return;
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    for (const old of document.querySelectorAll("[data-fresh]")) {
      const replacement = fresh.getElementById(old.id);
      if (!replacement || replacement.outerHTML === old.outerHTML || old.contains(document.activeElement)) continue;
      old.replaceWith(document.importNode(replacement, true));
    }
    this.done(fresh);
  }
}

/** A line across the page while the referee does not answer. */
export function lostLine() {
  const line = el("p", { class: "lost", role: "status", hidden: true }, say("match.lost"));
  document.body.prepend(line);
  return { lost: () => (line.hidden = false), found: () => (line.hidden = true) };
}
