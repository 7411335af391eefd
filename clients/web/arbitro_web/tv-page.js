// The projector: one table at a time, in big type, going on to the next by itself; the standings beside it.

import { Board } from "./board.js";
import { el, write } from "./dom.js";
import { loadSymbols } from "./faces.js";
import { Live } from "./live.js";
import { Refresh, lostLine } from "./refresh.js";
import { Replay } from "./replay.js";
import { sentence } from "./sentences.js";
import { Timeline } from "./table.js";
import { say } from "./words.js";

const STAY_MS = 20_000;

const stage = document.getElementById("stage");
const title = document.getElementById("table-name");
const line = lostLine();
const { topics } = document.body.dataset;
let shown = null;
let live = null;
let timer = null;

const named = () => JSON.parse(document.getElementById("tables").dataset.tables);
const refresh = new Refresh(() => {
  if (!named().some(({ match }) => match === shown?.replay.facts.match)) next();
});

await loadSymbols();
next();

/** Go to the table after the one shown. */
function next() {
  clearTimeout(timer);
  timer = setTimeout(next, STAY_MS);
  const tables = named();
  const facts = tables[(tables.findIndex(({ match }) => match === shown?.replay.facts.match) + 1) % Math.max(1, tables.length)];
  if (facts && facts.match === shown?.replay.facts.match) return;
  if (!facts && shown?.replay.over && live) return; // the last match's end stays until there is another
  shown = facts ? new BigTable(facts) : null;
  write(title, facts ? facts.names.join(" – ") : say("tv.none"));
  stage.replaceChildren(shown ? shown.root : el("p", { class: "note" }, say("tv.none")));
  live?.close();
  live = new Live({ matches: facts ? [{ id: facts.match, from: "now" }] : [], topics: topics.split(" ") }, {
    public: (_match, seq, events) => shown?.append(seq, events),
    snapshot: (_match, seq, _dropped, scores, out) => shown?.replay.leap(seq, scores, out),
    changed: () => refresh.soon(),
    lost: line.lost,
    found: () => {
      line.found();
      refresh.soon();
    },
  });
}

class BigTable {
  constructor(facts) {
    this.replay = new Replay(facts);
    this.board = new Board(facts.names);
    this.root = this.board.root;
  }

  append(seq, events) {
    this.replay.append(events.slice(Math.max(0, this.replay.steps.length - seq)));
    const last = this.replay.steps.length;
    const { event } = this.replay.steps[last - 1];
    const said = sentence(event, this.replay.facts.names);
    this.board.show(new Timeline(this.replay, "public").at(last), { said, by: event.seat });
  }
}
