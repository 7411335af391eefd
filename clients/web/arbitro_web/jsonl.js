// Reads the JSON Lines that `arbitro export --public` or `--seat K` writes, and that the referee serves of a match in
// play: a header line, a line for each public event, and a seat's private ones.

import { NotALog } from "./arb.js";
import { KINDS } from "./events.js";
import { Replay } from "./replay.js";

/** The replay of a text of lines. Throws NotALog with a key of the strings file. */
export function replayOfLines(text) {
  const [header, ...lines] = text.split("\n").filter((line) => line.trim()).map(parse);
  if (header?.type !== "header" || !Array.isArray(header.seats)) throw new NotALog("not_a_log");
  const replay = new Replay({
    match: header.match, run: header.run ?? 0, tournament: header.tournament ?? "", bots: header.seats.map(String),
    rules: header.rules ?? {}, time: header.time ?? "", faults: { name: header.faults?.policy }, deals: header.deals,
    commitment: header.commitment, seeded: header.seeded,
  });
  replay.append(lines.filter(({ type }) => type === "public").map(eventOf));
  if (replay.steps.length === 0) throw new NotALog("no_events");
  for (const line of lines) if (line.type === "private") reveal(replay, line);
  const end = lines.find(({ type }) => type === "end");
  if (end) replay.end = { ...end, winner: end.winner ?? undefined, blame: end.blame ?? undefined };
  return replay;
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    throw new NotALog("not_a_log");
  }
}

function eventOf({ type, seq, event, ...fields }) {
  if (!KINDS.includes(event)) throw new NotALog("damaged_log");
  return { kind: event, ...fields };
}

/** Give a seat's cards to the event they came with: the next of its kind that has none yet. */
function reveal(replay, { event, seat, cards, after }) {
  replay.full = true;
  if (event === "revealed") {
    replay.steps[after - 1]?.extras.push({ kind: event, seat, other: replay.seen, cards });
    return;
  }
  replay.seen = seat;
  const step = replay.steps.find(({ event: one }) => one.kind === event && one.seat === seat && !one.cards);
  if (step) step.event = { ...step.event, cards };
}
