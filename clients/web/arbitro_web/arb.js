// Reads .arb logs: ARB1, then records as u32le length and a LogRecord message (docs/reference/log-format.md).

import { CARDS, COLORS } from "./cards.js";
import { CAUSES, KINDS } from "./events.js";
import { BYTES, Damaged, FLAG, NUMBER, TEXT, names, readMessage } from "./wire.js";

/** A file that is no log; the message is a key of the strings file. */
export class NotALog extends Error {}

const RECORD_MAX = 1 << 20;

const CARD = names(CARDS);
const OPTIONS = [{ 1: ["key", TEXT], 2: ["value", TEXT] }];
const RULES = { 1: ["profile", TEXT], 2: ["overrides", OPTIONS], 3: ["hash", BYTES], 4: ["options", OPTIONS] };
const TIME = {
  1: ["allowance_us", NUMBER], 2: ["bank_us", NUMBER], 3: ["increment_us", NUMBER], 4: ["match_cap_us", NUMBER],
  5: ["unlimited", FLAG],
};
const FAULTS = { 1: ["name", TEXT], 2: ["strikes", NUMBER] };
const EVENT = {
  1: ["kind", names(KINDS)], 2: ["seat", NUMBER], 3: ["card", CARD], 4: ["color", names(["", ...COLORS])],
  5: ["count", NUMBER], 6: ["other", NUMBER], 7: ["why", names(CAUSES)], 8: ["flag", FLAG], 9: ["points", [NUMBER]],
  10: ["scores", [NUMBER]], 11: ["cards", [CARD]],
};
const HEADER = {
  1: ["format", NUMBER], 2: ["engine", TEXT], 3: ["match", TEXT], 4: ["run", NUMBER], 5: ["tournament", TEXT],
  6: ["set", TEXT], 7: ["bots", [TEXT]], 8: ["rules", RULES], 9: ["time", TIME], 10: ["faults", FAULTS],
  11: ["deals", names(["", "fresh", "duplicate"])], 12: ["commitment", BYTES], 13: ["seeded", FLAG],
  15: ["started_unix", NUMBER],
};
const ENDING = names([
  "", "target", "round_cap", "time_cap", "time", "illegal", "disconnect", "withdrawal", "conduct", "cancelled",
  "infrastructure",
]);
const END = {
  1: ["ending", ENDING], 2: ["winner", NUMBER], 3: ["scores", [NUMBER]], 4: ["blame", NUMBER], 5: ["rounds", NUMBER],
  6: ["rounds_won", [NUMBER]], 7: ["strikes", [NUMBER]], 8: ["decisions", NUMBER],
};
const REFUSAL = names([
  "", "not_your_turn", "not_this_decision", "not_in_hand", "no_match", "color_missing", "color_not_allowed",
  "wild_draw_four_not_allowed", "only_drawn_card", "must_take_or_stack", "draw_not_allowed", "keep_not_allowed",
  "nothing_to_draw", "pass_not_allowed", "number_needs_no_color", "already_answered", "unknown_act",
]);
const RECORD = {
  1: ["kind", names([
    "", "header", "begin", "answer", "refused", "timeout", "lost", "back", "retire", "arbiter", "cap", "restart", "end",
    "reveal", "signature", "next_round", "order", "failure",
  ])],
  2: ["seat", NUMBER], 3: ["decision", NUMBER], 4: ["attempt", NUMBER],
  5: ["question", names(["", "turn", "after_draw", "stack", "challenge", "catch", "color"])],
  6: ["act", names([
    "", "play", "draw", "keep", "take", "pass", "challenge", "accept", "catch", "ignore", "self", "color",
  ])],
  7: ["card", CARD], 8: ["color", names(["", ...COLORS])], 9: ["uno", FLAG], 10: ["asked_us", NUMBER],
  11: ["read_us", NUMBER], 12: ["lag_us", NUMBER], 13: ["tolerance_us", NUMBER], 14: ["charge_us", NUMBER],
  15: ["refusal", REFUSAL], 16: ["text", TEXT], 17: ["cause", TEXT], 18: ["did", [TEXT]], 19: ["ending", ENDING],
  20: ["events", [EVENT]], 21: ["header", HEADER], 22: ["nonces", [BYTES]],
  23: ["arbiter", names(["", "fine", "retire", "void"])], 24: ["cards", NUMBER], 25: ["who", TEXT], 26: ["why", TEXT],
  27: ["end", END], 28: ["secret", BYTES], 29: ["signature", BYTES], 30: ["signer", BYTES], 37: ["hash", BYTES],
  40: ["at_us", NUMBER],
};

const MAGIC = [0x41, 0x52, 0x42, 0x31];

/** Whether a file begins as a log does. */
export const isLog = (data) => MAGIC.every((byte, at) => data[at] === byte);

/**
 * The whole records of a log file (Uint8Array), in order, and how many bytes stand torn behind the last.
 * Throws NotALog if the bytes do not begin as a log does or a record is damaged.
 */
export function readLog(data) {
  if (!isLog(data)) throw new NotALog("not_a_log");
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const records = [];
  let at = MAGIC.length;
  while (data.length - at >= 4) {
    const length = view.getUint32(at, true);
    if (length === 0 || length > RECORD_MAX || length > data.length - at - 4) break;
    records.push(readRecord(data.subarray(at + 4, at + 4 + length)));
    at += 4 + length;
  }
  return { records, torn: data.length - at };
}

function readRecord(bytes) {
  try {
    return readMessage(bytes, RECORD);
  } catch (error) {
    if (error instanceof Damaged) throw new NotALog("damaged_log");
    throw error;
  }
}
