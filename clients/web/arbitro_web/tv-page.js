// The projector: one table at a time, in big type, going on to the next by itself; the standings beside it.

import { el, write } from "./dom.js";
import { loadSymbols } from "./faces.js";
import { Live } from "./live.js";
import { Refresh, lostLine } from "./refresh.js";
import { WatchedTable } from "./watched.js";

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
  if (!named().some(({ match }) => match === shown?.facts.match)) next();
});

await loadSymbols();
next();

/** Go to the table after the one shown. */
function next() {
  clearTimeout(timer);
  timer = setTimeout(next, STAY_MS);
  const tables = named();
  const facts = tables[(tables.findIndex(({ match }) => match === shown?.facts.match) + 1) % Math.max(1, tables.length)];
  if (facts && facts.match === shown?.facts.match) return;
  if (!facts && shown?.replay.over && live) return; // the last match's end stays until there is another
  shown = facts ? new WatchedTable(facts) : null;
  const rest = document.getElementById("rest");
  write(title, facts ? facts.names.join(" – ") : rest.dataset.title);
  stage.replaceChildren(shown ? shown.board.root : el("p", { class: "rest" }, rest.textContent));
  live?.close();
  live = new Live({ matches: facts ? [{ id: facts.match, from: "now" }] : [], topics: topics.split(" ") }, {
    public: (_match, seq, events) => shown?.append(seq, events),
    snapshot: (_match, seq, _dropped, scores, out) => shown?.leap(seq, scores, out),
    changed: () => refresh.soon(),
    lost: line.lost,
    found: () => {
      line.found();
      refresh.soon();
    },
  });
}
