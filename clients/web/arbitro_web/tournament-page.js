// Pages about a tournament, or all of them: tables in play as small boards, everything else exchanged as it changes.

import { el } from "./dom.js";
import { loadSymbols } from "./faces.js";
import { Live } from "./live.js";
import { Refresh, lostLine } from "./refresh.js";
import { WatchedTable } from "./watched.js";

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
  for (const [match, facts] of wanted) if (!tables.has(match)) tables.set(match, new WatchedTable(facts, { small: true }));
  if (named) place.closest("section").hidden = named.closest("section").hidden;
  if (live && before === [...tables.keys()].join(" ")) return;
  if (tables.size) place.replaceChildren(...[...tables.values()].map(tile));
  else if (named) place.replaceChildren(...[...named.childNodes].map((node) => document.importNode(node, true)));
  live?.close();
  const matches = [...tables.keys()].map((id) => ({ id, from: "now" }));
  live = new Live({ matches, topics: topics.split(" ") }, {
    public: (match, seq, events) => tables.get(match)?.append(seq, events),
    snapshot: (match, seq, _dropped, scores, out) => tables.get(match)?.leap(seq, scores, out),
    changed: () => refresh.soon(),
    lost: line.lost,
    found: () => {
      line.found();
      refresh.soon();
    },
  });
}

function tile({ facts, board }) {
  const link = el("a", { href: `/m/${facts.match}` }, facts.names.join(" – "));
  return el("li", { class: "tile" }, el("h3", {}, link), board.root);
}
