// Events: what happened at a table, and what each watcher may know of it.
//
// An event is a plain object: kind, and where they say something seat, card, color, count, other, why, flag, points,
// scores; full events (from logs) have cards too. Cards, colours and causes are in text form.

/** Kinds by wire number (events.proto). */
export const KINDS = [
  "", "round_started", "dealer_draw", "dealt", "turned", "put_back", "shuffled", "seat_order", "chance", "color_named",
  "played", "pending", "drew", "forgiven", "passed", "skipped", "reversed", "catch_poll", "caught", "saved",
  "challenge_poll", "unchallenged", "challenged", "revealed", "fined", "retired", "round_ended", "match_ended",
];

/** Causes by wire number (events.proto). */
export const CAUSES = [
  "", "turn", "penalty", "fine", "missed_uno", "false_uno", "wrong_card", "advice", "out", "blocked", "capped",
  "retired", "color", "coin", "", "", "", "", "", "", "target", "round_cap", "time_cap", "time", "illegal",
  "disconnect", "withdrawal", "conduct", "cancelled", "infrastructure",
];

/** Perspectives beside the numbers of seats. */
export const PUBLIC = "public";
export const ALL = "all";

// What everybody may know of each kind: the same list as the referee's (rules/view.py). Kinds not here are not public.
const SHOWN = {
  round_started: ["seat", "count"],
  dealer_draw: ["seat", "card"],
  dealt: ["seat", "count"],
  turned: ["card", "color"],
  put_back: ["card"],
  shuffled: ["count"],
  color_named: ["seat", "color"],
  played: ["seat", "card", "color", "count", "flag"],
  pending: ["count"],
  drew: ["seat", "count"],
  forgiven: ["seat", "count"],
  passed: ["seat"],
  skipped: ["seat"],
  reversed: ["flag"],
  catch_poll: ["seat"],
  caught: ["seat", "other"],
  saved: ["seat"],
  challenge_poll: ["seat"],
  unchallenged: ["seat"],
  challenged: ["seat", "other", "flag"],
  fined: ["seat", "count", "why"],
  retired: ["seat", "count", "why"],
  round_ended: ["seat", "count", "why", "points", "scores"],
  match_ended: ["seat", "other", "why", "scores"],
};

/** In place of events that a slow reader was not sent (of the feed alone). */
const GAP = "gap";

/** Whether everybody learns that this happened. A fine for a wrong card stays between referee and seat (rules 5.9). */
export const isPublic = (event) => event.kind in SHOWN && event.why !== "wrong_card";

/** What everybody may know of a full event, null if nothing. Built from the list above, never stripped. */
export function publicView(event) {
  if (!isPublic(event)) return null;
  const view = { kind: event.kind };
  for (const field of SHOWN[event.kind]) if (event[field] !== undefined) view[field] = event[field];
  return view;
}

/** What a watcher with a perspective (PUBLIC, ALL or a seat's number) may know of a full event, null if nothing. */
export function viewFor(event, perspective) {
  if (perspective === ALL || event.kind === GAP) return event;
  const view = publicView(event);
  if (perspective === PUBLIC) return view;
  const own = (event.kind === "dealt" || event.kind === "drew") && event.seat === perspective;
  const shown = event.kind === "revealed" && event.other === perspective;
  if (own) return { ...view, cards: event.cards };
  if (shown) return { kind: event.kind, seat: event.seat, other: event.other, cards: event.cards };
  return view;
}
