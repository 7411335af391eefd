// Reads JSON Lines: a header line, then events, either one a line or in the "events" of the lines that caused them.

import { NotALog } from "./arb.js";
import { KINDS } from "./events.js";
import { Replay } from "./replay.js";

/** The replay of a text of lines. Throws NotALog with a key of the strings file. */
export function linesOf(text) {
  const lines = text.split("\n").filter((line) => line.trim()).map(parse);
  const header = lines[0];
  if (header?.type !== "header" || !Array.isArray(header.seats)) throw new NotALog("not_a_log");
  const replay = new Replay({
    match: header.match, run: header.run ?? 0, tournament: header.tournament ?? "", bots: header.seats.map(String),
    rules: header.rules ?? {}, time: header.time ?? "", faults: { name: header.faults?.policy }, deals: header.deals,
    commitment: header.commitment, seeded: header.seeded,
  });
  for (const line of lines.slice(1)) {
    for (const event of line.type === "event" ? [line] : (line.events ?? [])) {
      if (!KINDS.includes(event.kind)) throw new NotALog("damaged_log");
      replay.full ||= (event.cards ?? []).length > 0;
      replay.add({ kind: line.type, events: [event] });
    }
    if (line.type === "end") {
      replay.end = { ...line, winner: line.winner ?? undefined, blame: line.blame ?? undefined };
    }
    if (line.type === "reveal") Object.assign(replay, { secret: line.secret, nonces: line.nonces ?? [] });
  }
  if (replay.steps.length === 0) throw new NotALog("no_events");
  return replay;
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    throw new NotALog("not_a_log");
  }
}
