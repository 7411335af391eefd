// The list of what happened: one line a step, by rounds, following the cursor; a click goes there.

import { spent } from "./clocks.js";
import { el } from "./dom.js";
import { durationText, moveText, sentence } from "./sentences.js";
import { ALL, isPublic, viewFor } from "./events.js";
import { say } from "./words.js";

export class Moves {
  /** go: called with a step's number. */
  constructor(go) {
    this.list = el("ol", { class: "moves", tabindex: 0, "aria-label": say("moves") });
    this.root = this.list;
    this.lines = [];
    this.listed = 0;
    this.aside = 0;
    this.list.addEventListener("click", (event) => {
      const line = event.target.closest("[data-step]");
      if (line) go(Number(line.dataset.step));
    });
  }

  /** List a replay in a perspective from the start. */
  restart(replay, perspective) {
    Object.assign(this, { replay, perspective, lines: [], listed: 0, aside: 0, current: null });
    this.list.replaceChildren();
    this.extend();
  }

  /** List what has come since. */
  extend() {
    const fresh = document.createDocumentFragment();
    const { steps, facts } = this.replay;
    this.#asides(fresh, 0);
    for (let step = this.listed + 1; step <= steps.length; step++) {
      const { event, extras, record } = steps[step - 1];
      if (event.kind === "gap" && steps[step]?.event === event) continue;
      const line = el("li", { "data-step": step, "data-kind": event.kind, class: `is-${this.replay.mark(step) ?? "plain"}` },
        el("span", { class: "number", "aria-hidden": "true" }, step), " ",
        el("span", { class: "what" }, sentence(event, facts.names)));
      // Of a match in play only the length of whole turns is known.
      const time = record ? spent(record) : event.took_ms && event.took_ms * 1000;
      if (time) line.append(" ", el("span", { class: "time" }, durationText(time)));
      if (record?.cause) line.append(" ", el("b", { class: "fault" }, say(`cause.${record.cause}`)));
      for (const extra of extras) {
        if (!isPublic(extra) && viewFor(extra, this.perspective) && extra.kind !== "seat_order") {
          line.append(el("span", { class: "extra" }, sentence(extra, facts.names)));
        }
      }
      this.lines[step] = line;
      fresh.append(line);
      this.#asides(fresh, step);
    }
    this.listed = steps.length;
    this.list.append(fresh);
  }

  // What hangs between steps: refusals, sealed answers, losses. Others' answers are told to no seat (rules 6).
  #asides(fresh, step) {
    const { asides, facts } = this.replay;
    for (; asides[this.aside]?.after === step; this.aside++) {
      const { record } = asides[this.aside];
      const seat = facts.names[record.seat] ?? "";
      const sealed = ["answer", "refused", "timeout"].includes(record.kind);
      if (sealed && this.perspective !== ALL && this.perspective !== record.seat) continue;
      const values = {
        seat, move: record.text || moveText(record), cause: record.cause && say(`cause.${record.cause}`),
        why: record.refusal ? say(`refusal.${record.refusal}`) : (record.why ?? ""), who: record.who ?? "", count: record.cards ?? 0,
      };
      const line = el("li", { class: `aside is-${record.kind}`, "data-step": step }, say(`aside.${record.kind}`, values));
      const time = spent(record);
      if (time) line.append(" ", el("span", { class: "time" }, durationText(time)));
      fresh.append(line);
    }
  }

  /** Mark the line of the cursor and bring it into view, moving nothing but the list. */
  show(at) {
    this.current?.removeAttribute("aria-current");
    this.current = this.lines[at] ?? null;
    if (!this.current) return void (this.list.scrollTop = 0);
    this.current.setAttribute("aria-current", "step");
    const middle = this.current.offsetTop - this.list.clientHeight / 2;
    this.list.scrollTop = middle;
  }
}
