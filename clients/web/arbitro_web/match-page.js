// The page of one match: live while it runs, a replay afterwards, with all cards once its log is open.

import { loadSymbols } from "./faces.js";
import { readFile } from "./logfile.js";
import { Live } from "./live.js";
import { Refresh, lostLine } from "./refresh.js";
import { Replay } from "./replay.js";
import { Viewer } from "./viewer.js";

const facts = JSON.parse(document.getElementById("facts").textContent);
const root = document.getElementById("viewer");
/** Turn to the match before or behind, if there is one; say whether there is. */
function go(direction) {
  const link = document.querySelector(`a[rel="${direction === "later" ? "next" : "prev"}"]`);
  link?.click();
  return link !== null;
}
let viewer;
let opened = false;

await loadSymbols();
if (!(await openLog(facts.log))) follow();

/** Show the whole log, once it is open. */
async function openLog(address) {
  if (!address || opened) return opened;
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) return false;
  const { replay } = readFile(new Uint8Array(await response.arrayBuffer()));
  replay.facts.names = facts.names;
  opened = true;
  if (viewer) viewer.restart(replay);
  else viewer = new Viewer(root, replay, { go });
  return true;
}

/** Show what everybody may see, from the first event on and as it comes. */
function follow() {
  const replay = new Replay(facts);
  viewer = new Viewer(root, replay, { live: facts.state !== "finished", go });
  const line = lostLine();
  const refresh = new Refresh(async (fresh) => {
    const news = JSON.parse(fresh.getElementById("facts").textContent);
    if (news.run !== facts.run) location.reload();
    else if (await openLog(news.log)) live.close();
  });
  const live = new Live({ matches: [{ id: facts.match, from: `${facts.run}.0` }], topics: [facts.match] }, {
    public: (_match, seq, events) => {
      replay.append(events.slice(Math.max(0, replay.steps.length - seq)));
      viewer.grown();
      if (replay.over) viewer.finished();
    },
    snapshot: (_match, seq, dropped, scores, out) => {
      replay.leap(seq, scores, out);
      viewer.skipped(dropped);
    },
    changed: () => refresh.soon(),
    lost: line.lost,
    found: () => {
      line.found();
      refresh.soon();
    },
  });
}
