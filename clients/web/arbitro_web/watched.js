// A table that is watched without controls: always the newest state.

import { Board } from "./board.js";
import { Replay } from "./replay.js";
import { sentence } from "./sentences.js";
import { Timeline } from "./table.js";

export class WatchedTable {
  /** facts: match, bots, names, rules. small: for a grid of tables. */
  constructor(facts, { small = false } = {}) {
    this.facts = facts;
    this.replay = new Replay(facts);
    this.timeline = new Timeline(this.replay, "public");
    this.board = new Board(facts.names, { small });
    this.board.show(this.timeline.at(0));
  }

  /** Events came, the first of them with this number. */
  append(seq, events) {
    this.replay.append(events.slice(Math.max(0, this.replay.steps.length - seq)));
    const last = this.replay.steps.length;
    if (last === 0) return;
    const { event } = this.replay.steps[last - 1];
    this.board.show(this.timeline.at(last), { said: sentence(event, this.facts.names), by: event.seat });
  }

  /** Earlier events were left out. */
  leap(seq, scores, out) {
    this.replay.leap(seq, scores, out);
  }
}
