// Cards and colours: the numbers of the wire and their text forms (docs/reference/scenarios.md).

export const COLORS = ["R", "Y", "G", "B"];
const SYMBOLS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "S", "R", "+2"];

/** All 54 kinds in canonical order (ruling 1); a card's wire number is its index here. 0 is unset. */
export const CARDS = ["", ...COLORS.flatMap((color) => SYMBOLS.map((symbol) => color + symbol)), "W", "W+4"];

const NUMBERS = new Map(CARDS.map((card, number) => [card, number]));

export const isWild = (card) => card.startsWith("W");

/** What stands on a card beside its colour: a digit, S, R, +2, W or +4. */
export const symbolOf = (card) => (card === "W" ? "W" : card === "W+4" ? "+4" : card.slice(1));

/** Cards in canonical order; unknown ones ("") last. */
export function sorted(cards) {
  const place = (card) => NUMBERS.get(card) || CARDS.length;
  return [...cards].sort((one, other) => place(one) - place(other));
}
