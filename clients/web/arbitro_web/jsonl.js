// Reads the JSON Lines that `arbitro export --public` or `--seat K` writes, and that the referee serves of a match in
// play: a header line, a line for each public event, and a seat's private ones.

import { NotALog } from "./arb.js";
import { KINDS } from "./events.js";
import { Replay } from "./replay.js";
import { areSeats, isSound, isSoundEnd } from "./sound.js";

/** The replay of a text of lines. Throws NotALog with a key of the strings file. */
export function replayOfLines(text) {
  const [header, ...lines] = text.split("\n").filter((line) => line.trim()).map(parse);
  if (header?.type !== "header" || !areSeats(header.seats)) throw new NotALog("not_a_log");
  const seats = header.seats.length;
  const replay = new Replay({
    match: header.match, run: header.run ?? 0, tournament: header.tournament ?? "", bots: header.seats,
    rules: header.rules ?? {}, time: header.time ?? "", faults: { name: header.faults?.policy }, deals: header.deals,
    commitment: header.commitment, seeded: header.seeded,
  });
  replay.append(lines.filter(({ type }) => type === "public").map((line) => eventOf(line, seats)));
  if (replay.steps.length === 0) throw new NotALog("no_events");
  for (const line of lines) {
    if (line.type !== "private") continue;
    if (!isSound({ kind: "drew", seat: line.seat, cards: line.cards }, seats)) throw new NotALog("damaged_log");
    reveal(replay, line);
  }
  const last = lines.find(({ type }) => type === "end");
  if (last) {
    const end = { ...last, winner: last.winner ?? undefined, blame: last.blame ?? undefined };
    if (!isSoundEnd(end, seats)) throw new NotALog("damaged_log");
    replay.end = end;
  }
  return replay;
}

function parse(line) {
  let value = null;
  try {
    value = JSON.parse(line);
  } catch {
    // what is no JSON is no line of a log either
  }
  if (typeof value !== "object" || value === null) throw new NotALog("not_a_log");
  return value;
}

function eventOf({ type, seq, event, seat, other, ...fields }, seats) {
  const made = { kind: event, seat: seat ?? undefined, other: other ?? undefined, ...fields };
  if (!KINDS.includes(event) || !isSound(made, seats)) throw new NotALog("damaged_log");
  return made;
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
