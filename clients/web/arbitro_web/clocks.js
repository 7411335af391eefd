// Think times and banks, from the records of a finished match (architecture 5: allowance first, then the bank).

import { goesOn } from "./telling.js";

const OF_A_TURN = new Set(["turn", "after_draw", "color"]);
const TIMED = new Set(["answer", "refused", "timeout"]);

/** How long a seat thought about what a record answers, in microseconds; null for records that answer nothing. */
export function spent(record) {
  if (!TIMED.has(record.kind)) return null;
  return Math.max(0, (record.read_us ?? 0) - (record.asked_us ?? 0) - (record.lag_us ?? 0));
}

/**
 * The banks after each record that answers something: [{record, banks}], microseconds by seat.
 * records: of a whole log; time: the header's time control.
 */
export function banks(records, time, seats) {
  if (!time || time.unlimited) return [];
  const left = Array.from({ length: seats }, () => ({ bank: time.bank_us ?? 0, allowance: 0, turn: false }));
  return records.filter(({ kind }) => TIMED.has(kind)).map((record) => {
    const seat = left[record.seat];
    if (!seat.turn && !record.attempt) seat.allowance = time.allowance_us ?? 0;
    const short = (record.charge_us ?? 0) - seat.allowance;
    seat.allowance = Math.max(0, -short);
    seat.bank = Math.max(0, seat.bank - Math.max(0, short));
    seat.turn = goesOn(record);
    if (record.kind === "answer" && OF_A_TURN.has(record.question) && !seat.turn) seat.bank += time.increment_us ?? 0;
    return { record, banks: left.map(({ bank }) => bank) };
  });
}
