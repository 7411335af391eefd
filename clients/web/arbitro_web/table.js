// Folds events into the state of a table: the one place that knows what an event does to what is seen.
//
// A state is a plain frozen object; `after` makes the next one and never changes the one before. It knows as much as the
// events it is given: where an event carries cards, hands have faces; where it does not, a hand is a count.

import { viewFor } from "./events.js";
import { isWild, sorted } from "./cards.js";

const CHECKPOINT = 64;
const EMPTY_HANDED = Object.freeze({ count: 0, cards: null, active: true, score: 0, uno: false });

/** What of the rules a table shows before any event tells: the size of the deck, and which way rounds begin. */
function termsOf(rules) {
  const options = rules?.options;
  return { deck: options?.deck === "single_actions96" ? 96 : 108, clockwise: options?.first_seat !== "right" };
}

/** The state before anything has happened. terms: of termsOf. */
function blank(seats, terms = termsOf()) {
  return Object.freeze({
    terms,
    round: null,
    dealer: null,
    clockwise: terms.clockwise,
    top: "",
    color: "",
    pending: 0,
    draw: terms.deck,
    discard: 0,
    poll: null, // {kind: "catch" or "challenge", seat}
    shown: null, // {seat, to, cards}: a hand revealed by a challenge
    actor: null, // the seat that acted last
    drawing: false, // it drew and may still play
    fined: null, // the seat that draws a fine now
    result: null, // of the round: {seat, why, points}
    ended: null, // of the match: {seat, why, blame}
    seats: Array.from({ length: seats }, () => EMPTY_HANDED),
  });
}

/** The seat whose turn it is by what is seen, null where a poll is open or nobody acts. */
export function turnOf(state) {
  if (state.poll || state.result || state.ended || state.actor === null) return null;
  if (state.seats.some(({ active, count }) => active && count === 0)) return null; // somebody is out
  if (state.drawing) return state.actor;
  const count = state.seats.length;
  for (let step = 1; step <= count; step++) {
    const seat = (state.actor + (state.clockwise ? step : count * step - step)) % count;
    if (state.seats[seat].active) return seat;
  }
  return null;
}

/** The state after an event. */
function after(state, event) {
  const change = CHANGES[event.kind];
  return change ? Object.freeze({ ...state, ...change(state, event) }) : state;
}

const seatsWith = (state, seat, change) =>
  state.seats.map((one, at) => (at === seat ? { ...one, ...change(one) } : one));

const CHANGES = {
  round_started: (state, event) => ({
    ...blank(state.seats.length, state.terms),
    round: event.count ?? 0,
    dealer: event.seat,
    seats: state.seats.map((seat) => ({ ...seat, count: 0, cards: null, uno: false })),
  }),
  dealt: draw,
  drew: draw,
  turned: (state, { card, color }) => ({ top: card, color: color ?? "", draw: state.draw - 1, discard: state.discard + 1 }),
  put_back: (state) => ({ top: "", color: "", draw: state.draw + 1, discard: state.discard - 1 }),
  shuffled: (state, { count }) => ({ draw: count, discard: state.top ? 1 : 0 }),
  color_named: (state, { color }) => ({ color }),
  played: (state, event) => ({
    top: event.card,
    color: isWild(event.card) ? event.color : event.card[0],
    discard: state.discard + 1,
    actor: event.seat,
    drawing: false,
    poll: null,
    shown: null,
    seats: seatsWith(state, event.seat, ({ cards }) => ({
      count: event.count ?? 0,
      cards: cards && without(cards, event.card),
      uno: Boolean(event.flag) && event.count === 1,
    })),
  }),
  pending: (_state, { count }) => ({ pending: count ?? 0 }),
  passed: acted,
  skipped: acted,
  reversed: (_state, { flag }) => ({ clockwise: Boolean(flag) }),
  catch_poll: (_state, { seat }) => ({ poll: { kind: "catch", seat } }),
  caught: () => ({ poll: null }),
  saved: () => ({ poll: null }),
  challenge_poll: (_state, { seat }) => ({ poll: { kind: "challenge", seat } }),
  unchallenged: () => ({ poll: null }),
  challenged: () => ({ poll: null }),
  revealed: (_state, { seat, other, cards }) => ({ shown: { seat, to: other, cards } }),
  gap: (state, { scores, out }) => ({
    ...blank(state.seats.length, state.terms),
    seats: state.seats.map((_, at) => ({ ...EMPTY_HANDED, active: !out.includes(at), score: scores[at] })),
  }),
  fined: (_state, { seat }) => ({ fined: seat }),
  retired: (state, { seat }) => ({
    seats: seatsWith(state, seat, () => ({ active: false, count: 0, cards: null, uno: false })),
  }),
  round_ended: (state, { seat, why, points, scores }) => ({
    poll: null,
    pending: 0,
    drawing: false,
    result: { seat, why, points: points ?? [] },
    seats: state.seats.map((one, at) => ({ ...one, score: scores?.[at] ?? one.score })),
  }),
  match_ended: (state, { seat, why, other, scores }) => ({
    poll: null,
    pending: 0,
    drawing: false,
    ended: { seat, why, blame: other },
    seats: state.seats.map((one, at) => ({ ...one, score: scores?.[at] ?? one.score })),
  }),
};

function draw(state, event) {
  const { seat, count = 0, cards } = event;
  return {
    draw: Math.max(0, state.draw - count),
    fined: null,
    // Dealing and fines are nobody's turn, and a fine leaves what lies on the next seat.
    ...(event.kind === "drew" && state.fined === null
      ? { pending: Math.max(0, state.pending - count), actor: seat, drawing: state.pending === 0 && state.actor !== seat }
      : {}),
    seats: seatsWith(state, seat, (one) => ({
      count: one.count + count,
      cards: cards ? sorted([...(one.cards ?? []), ...cards]) : one.cards,
      uno: false,
    })),
  };
}

function acted(state, { seat }) {
  return { actor: seat, drawing: false, poll: null, shown: null };
}

function without(cards, card) {
  const at = cards.indexOf(card);
  return at < 0 ? cards : cards.toSpliced(at, 1);
}

/** All states of a replay in one perspective. Reading one costs at most CHECKPOINT folds. */
export class Timeline {
  constructor(replay, perspective) {
    this.replay = replay;
    this.perspective = perspective;
    this.points = [blank(replay.seats, termsOf(replay.facts.rules))];
  }

  get length() {
    return this.replay.steps.length;
  }

  /** The state after n steps, 0 to length. */
  at(n) {
    const last = Math.min(Math.floor(n / CHECKPOINT), this.points.length - 1);
    let state = this.points[last];
    for (let step = last * CHECKPOINT; step < n; step++) {
      const { event, extras } = this.replay.steps[step];
      for (const one of [event, ...extras]) {
        const view = viewFor(one, this.perspective);
        if (view) state = after(state, view);
      }
      if ((step + 1) % CHECKPOINT === 0) this.points[(step + 1) / CHECKPOINT] ??= state;
    }
    return state;
  }
}
