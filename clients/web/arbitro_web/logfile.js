// A log file of either kind as a replay: .arb (the log itself) or .jsonl (events, one a line).

import { NotALog, isLog, readLog } from "./arb.js";
import { replayOfLines } from "./jsonl.js";
import { replayOf } from "./replay.js";
import { areSeats, isSoundRecord } from "./sound.js";

/** {replay, torn}: torn bytes stand behind the last whole record. Throws NotALog with a key of the strings file. */
export function readFile(data) {
  if (!isLog(data)) return { replay: replayOfLines(new TextDecoder().decode(data)), torn: 0 };
  const { records, torn } = readLog(data);
  const header = records[0]?.header;
  if (!header) throw new NotALog("not_a_log");
  const { bots } = header;
  if (!areSeats(bots) || !records.every((record) => isSoundRecord(record, bots.length))) throw new NotALog("damaged_log");
  return { replay: replayOf(records), torn };
}
