// One connection of this tab to the referee: events of several matches, and word of what else has changed.
//
// The browser reconnects by itself and says how far it got (Last-Event-ID). Where it gives up (the referee was stopped and
// answered with an error), this asks again, waiting longer each time.

const SOONEST_MS = 500;
const LATEST_MS = 15_000;

export class Live {
  /**
   * matches: [{id, from}], from: the first event wanted, or "now" for the table as it stands. topics: tournaments' ids.
   * on: {public(match, seq, events), snapshot(match, seq, dropped, scores, out), changed(topic), lost(), found()}.
   */
  constructor({ matches = [], topics = [] }, on) {
    Object.assign(this, { matches, topics, on, pause: SOONEST_MS, isLost: false, last: "" });
    this.ended = new AbortController();
    this.#open();
    const { signal } = this.ended;
    addEventListener("pagehide", () => this.#rest(), { signal });
    addEventListener("pageshow", (event) => event.persisted && this.#open(), { signal });
  }

  /** Hear no more, also when the page is come back to. */
  close() {
    this.ended.abort();
    this.#rest();
  }

  #rest() {
    clearTimeout(this.timer);
    this.source.close();
  }

  #open() {
    const query = new URLSearchParams();
    for (const { id, from = 0 } of this.matches) query.append("m", `${id}@${from}`);
    for (const topic of this.topics) query.append("t", topic);
    if (this.last) query.append("last", this.last);
    const source = (this.source = new EventSource(`/live?${query}`));
    const hear = (name, take) =>
      source.addEventListener(name, (event) => {
        this.last = event.lastEventId || this.last;
        take(event.data ? JSON.parse(event.data) : {});
      });
    hear("public", ({ match, seq, events }) => this.on.public?.(match, seq, events));
    hear("snapshot", ({ match, seq, dropped, scores, out }) => this.on.snapshot?.(match, seq, dropped, scores, out));
    hear("changed", ({ topic }) => this.on.changed?.(topic));
    source.addEventListener("open", () => {
      this.pause = SOONEST_MS;
      if (this.isLost) this.on.found?.();
      this.isLost = false;
    });
    source.addEventListener("error", () => {
      if (!this.isLost) this.on.lost?.();
      this.isLost = true;
      if (source.readyState === EventSource.CLOSED) {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.#open(), this.pause);
        this.pause = Math.min(LATEST_MS, this.pause * 2);
      }
    });
  }
}
