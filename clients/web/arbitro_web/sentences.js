// What happened, as a sentence. The server's sentences.py says the same for readers without JavaScript.

import { isWild, symbolOf } from "./cards.js";
import { hasWords, say } from "./words.js";

/** A card as people say it: "red 7", "wild draw four". named: the colour a wild was given. */
export function cardName(card, named = "") {
  if (!card) return say("card.unknown");
  if (!isWild(card)) return say("card.colored", { color: colorName(card[0]), symbol: symbolName(symbolOf(card)) });
  const name = symbolName(symbolOf(card));
  return named ? say("card.named", { card: name, color: colorName(named) }) : name;
}

export const colorName = (color) => say(color ? `color.${color}` : "color.none");
const symbolName = (symbol) => (hasWords(`symbol.${symbol}`) ? say(`symbol.${symbol}`) : symbol);

/** The sentence of an event; names: the seats' display names. */
export function sentence(event, names) {
  const values = {
    seat: event.seat === undefined ? say("nobody") : names[event.seat],
    other: event.other === undefined ? say("nobody") : names[event.other],
    card: event.card ? cardName(event.card, event.kind === "played" ? event.color : "") : "",
    color: colorName(event.color ?? ""),
    count: event.count ?? 0,
    round: (event.count ?? 0) + 1,
    why: event.why && hasWords(`why.${event.why}`) ? say(`why.${event.why}`) : (event.why ?? ""),
  };
  return say(`event.${keyOf(event)}`, values);
}

/** The key of an event's sentence: its kind, and what makes it another sentence. */
function keyOf(event) {
  const { kind, seat, other, flag, count = 0 } = event;
  if (kind === "played") return count === 0 ? "played.out" : flag ? "played.uno" : "played";
  if (kind === "reversed" || kind === "challenged") return flag ? `${kind}.yes` : `${kind}.no`;
  if (kind === "fined") return `fined.${event.why}`;
  if (kind === "chance") return `chance.${event.why}`;
  if ((kind === "round_ended" || kind === "match_ended" || kind === "color_named") && seat === undefined) {
    return `${kind}.nobody`;
  }
  if (kind === "match_ended" && other !== undefined) return "match_ended.blame";
  return kind;
}

/** A move's text form, as in scenarios: `play W:G uno`. */
export function moveText({ act = "", card, color, uno }) {
  const object = card ? card + (color ? `:${color}` : "") : (color ?? "");
  return [act, object, uno ? "uno" : ""].filter(Boolean).join(" ");
}

/** A duration in the unit that reads best. us: microseconds. */
export function durationText(us) {
  if (us === 0) return "0 s";
  if (us < 1e3) return `${us} µs`;
  if (us < 1e6) return `${(us / 1e3).toFixed(us < 1e4 ? 1 : 0)} ms`;
  return us < 6e7 ? `${(us / 1e6).toFixed(1)} s` : `${Math.floor(us / 6e7)} min ${Math.round((us % 6e7) / 1e6)} s`;
}
