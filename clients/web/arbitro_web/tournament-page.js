// Pages about a tournament, or all of them: tables in play as small boards, everything else exchanged as it changes.

import { Board } from "./board.js";
import { el } from "./dom.js";
import { loadSymbols } from "./faces.js";
import { Live } from "./live.js";
import { Refresh, lostLine } from "./refresh.js";
import { Replay } from "./replay.js";
import { Timeline } from "./table.js";

const { topics } = document.body.dataset;
const line = lostLine();
const refresh = new Refresh((page) => seat(page.getElementById("tables")));
const place = document.getElementById("tables");
const tables = new Map();
let live = null;

await loadSymbols();
seat(place);

/** Show the tables that the (newest) page names. The connection is a new one only where they are others. */
function seat(named) {
  const wanted = new Map(JSON.parse(named?.dataset.tables ?? "[]").map((facts) => [facts.match, facts]));
  const before = [...tables.keys()].join(" ");
  for (const match of tables.keys()) if (!wanted.has(match)) tables.delete(match);
  for (const [match, facts] of wanted) if (!tables.has(match)) tables.set(match, new SmallTable(facts));
  if (live && before === [...tables.keys()].join(" ")) return;
  if (tables.size) place.replaceChildren(...[...tables.values()].map((table) => table.root));
  else if (named) place.replaceChildren(...[...named.childNodes].map((node) => document.importNode(node, true)));
  live?.close();
  const matches = [...tables.values()].map(({ replay }) => ({ id: replay.facts.match, from: "now" }));
  live = new Live({ matches, topics: topics.split(" ") }, {
    public: (match, seq, events) => tables.get(match)?.append(seq, events),
    snapshot: (match, seq, _dropped, scores, out) => tables.get(match)?.replay.leap(seq, scores, out),
    changed: () => refresh.soon(),
    lost: line.lost,
    found: () => {
      line.found();
      refresh.soon();
    },
  });
}

class SmallTable {
  constructor(facts) {
    this.replay = new Replay(facts);
    this.board = new Board(facts.names, { small: true });
    this.root = el("li", { class: "tile" },
      el("h3", {}, el("a", { href: `/m/${facts.match}` }, facts.names.join(" – "))), this.board.root);
  }

  append(seq, events) {
    this.replay.append(events.slice(Math.max(0, this.replay.steps.length - seq)));
    const last = this.replay.steps.length;
    this.board.show(new Timeline(this.replay, "public").at(last));
  }
}
