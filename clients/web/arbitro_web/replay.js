// A match as a list of steps, whatever it came from: the public feed of a live match, or a whole log.
//
// One step is one public event, so that a step's number means the same to everybody: a moment's address stays right
// when the full log opens. What only some may know of (cards, a hand shown) hangs on the step it belongs to; records
// without any public event (a refusal, a sealed answer) stand aside, after the step they followed.

import { banks } from "./clocks.js";
import { isPublic } from "./events.js";
import { asTold } from "./telling.js";

/** What makes a step worth a tick on the slider. */
const REMARKABLE = new Set(["challenged", "fined", "caught", "saved", "retired", "round_ended", "match_ended"]);

export class Replay {
  /** facts: match, run, tournament, bots, names, rules, time, faults, deals, commitment, seeded, state. */
  constructor(facts) {
    this.facts = { names: facts.bots, ...facts };
    this.steps = [];
    this.asides = [];
    this.end = null;
    this.secret = null;
    this.nonces = [];
    /** Whether hidden cards are known: the full log is open. */
    this.full = false;
    /** Banks by seat in microseconds, as [step, banks], where they are known. */
    this.banks = [];
  }

  get seats() {
    return this.facts.bots.length;
  }

  /** Whether the match is over as far as this replay knows. */
  get over() {
    return this.end !== null;
  }

  /** Add public events as they come; a match's end among them gives the end. */
  append(events) {
    for (const event of events) this.#step(event, null);
  }

  /** Events before seq were left out: the table begins anew there, with these scores and without these seats. */
  leap(seq, scores, out) {
    const gap = { event: Object.freeze({ kind: "gap", scores, out }), extras: [], record: null };
    while (this.steps.length < seq) this.steps.push(gap);
  }

  /** Add a record of a full log. */
  add(record) {
    const before = this.steps.length;
    for (const event of record.events ?? []) {
      if (isPublic(event)) this.#step(event, this.steps.length === before ? record : null);
      else this.steps.at(-1)?.extras.push(event);
    }
    if (this.steps.length === before && ASIDES.has(record.kind)) this.asides.push({ after: before, record });
    if (record.kind === "end") this.end = record.end;
    if (record.kind === "reveal") Object.assign(this, { secret: record.secret, nonces: record.nonces ?? [] });
  }

  #step(event, record) {
    this.steps.push({ event, extras: [], record });
    if (event.kind === "match_ended" && !this.end) {
      this.end = { ending: event.why, winner: event.seat, blame: event.other, scores: event.scores };
    }
  }

  /** The step at which the first cards lie on the table; 0 while there are none. */
  get opening() {
    return this.steps.findIndex(({ event }) => event.kind === "turned") + 1;
  }

  /** The banks by seat after n steps in microseconds, null where they are not known. */
  banksAt(n) {
    return this.banks.findLast(([step]) => step <= n)?.[1] ?? null;
  }

  /** What step n (from 1) shows that is worth stopping at: a kind, or null. */
  mark(n) {
    const { event, record } = this.steps[n - 1];
    if (record?.kind === "timeout") return "timeout";
    if (REMARKABLE.has(event.kind)) return event.kind;
    if (event.kind === "played" && event.card === "W+4") return "draw_four";
    if (event.kind === "played" && event.flag) return "shout";
    return null;
  }
}

const ASIDES = new Set(["answer", "refused", "timeout", "lost", "back", "retire", "arbiter", "cap", "restart"]);

/** The replay of a full log: the records of readLog, the header's first. */
export function replayOf(records) {
  const { header } = records[0];
  const { overrides, options, ...named } = header.rules ?? {};
  const rules = { ...named, overrides: mapping(overrides), options: mapping(options) };
  const replay = new Replay({ ...header, run: header.run ?? 0, rules, time: timeText(header.time) });
  replay.full = true;
  const places = new Map();
  for (const record of asTold(records.slice(1))) {
    replay.add(record);
    places.set(record, replay.steps.length);
  }
  const known = banks(records, header.time, replay.seats);
  replay.banks = known.map(({ record, banks: left }) => [places.get(record), left]);
  return replay;
}

const mapping = (entries = []) => Object.fromEntries(entries.map(({ key, value }) => [key, value]));

/** A time control's text form, as `1s+30s`. */
function timeText(time) {
  if (!time || time.unlimited) return "none";
  const duration = (us) => (us % 1e6 === 0 ? `${us / 1e6}s` : us % 1000 === 0 ? `${us / 1000}ms` : `${us}us`);
  const parts = [time.allowance_us ?? 0, time.bank_us ?? 0, ...(time.increment_us ? [time.increment_us] : [])];
  return parts.map(duration).join("+");
}
