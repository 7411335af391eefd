// What a file must say before a table is made of it. Damage changes any byte, and a line of JSON may hold anything: what
// is folded, drawn and told later may rely on what is checked here.

import { CARDS, COLORS, isWild } from "./cards.js";

const SEATED = new Set([
  "round_started", "dealer_draw", "dealt", "played", "drew", "forgiven", "passed", "skipped", "catch_poll",
  "caught", "saved", "challenge_poll", "unchallenged", "challenged", "revealed", "fined", "retired",
]);
const WITH_CARD = new Set(["dealer_draw", "turned", "put_back", "played"]);
const WITH_OTHER = new Set(["caught", "challenged", "revealed"]);
/** Records that answer for a seat, or take it out. */
const OF_A_SEAT = new Set(["answer", "refused", "timeout", "lost", "back", "retire"]);
/** More cards than any table has. */
const CARDS_MAX = 1000;

const known = new Set(CARDS.slice(1));
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isSeat = (value, seats) => isCount(value) && value < seats;
const areCounts = (values) => Array.isArray(values) && values.every(isCount);
const areCards = (cards) => Array.isArray(cards) && cards.every((card) => known.has(card));

/** Whether a match of these seats can be shown: ids of two bots or more. */
export const areSeats = (bots) => Array.isArray(bots) && bots.length > 1 && bots.every((bot) => typeof bot === "string");

/** Whether an event holds what its kind is about, and nothing that cannot be at a table of so many seats. */
export function isSound(event, seats) {
  const { kind, seat, other, card, color, count, points, scores, cards } = event;
  return (
    (seat === undefined ? !SEATED.has(kind) : isSeat(seat, seats)) &&
    (other === undefined ? !WITH_OTHER.has(kind) : isSeat(other, seats)) &&
    (card ? known.has(card) : !WITH_CARD.has(kind)) &&
    (color ? COLORS.includes(color) : kind !== "played" || !isWild(card)) &&
    isCount(count ?? 0) && (kind === "round_started" || (count ?? 0) <= CARDS_MAX) &&
    areCounts(points ?? []) && areCounts(scores ?? []) && areCards(cards ?? [])
  );
}

/** Whether the end of a match names nobody but its seats. */
export function isSoundEnd(end, seats) {
  const { winner, blame, scores } = end ?? { winner: NaN };
  return [winner, blame].every((seat) => seat === undefined || isSeat(seat, seats)) && areCounts(scores ?? []);
}

/** Whether a record of a log is about a seat there is, where it is about one, and so are its events and its end. */
export function isSoundRecord({ kind, seat, events = [], end }, seats) {
  return (!OF_A_SEAT.has(kind) || isSeat(seat, seats)) && (kind !== "end" || isSoundEnd(end, seats)) &&
    events.every((event) => isSound(event, seats));
}
