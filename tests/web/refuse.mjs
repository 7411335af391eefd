// Reads files given as a JSON list of hex on stdin; prints for each "read" or the name of its refusal.

import { readFileSync } from "node:fs";
import { NotALog } from "../../clients/web/arbitro_web/arb.js";
import { readFile } from "../../clients/web/arbitro_web/logfile.js";
import { Timeline } from "../../clients/web/arbitro_web/table.js";

const answers = JSON.parse(readFileSync(0, "utf8")).map((hex) => {
  try {
    const { replay } = readFile(new Uint8Array(Buffer.from(hex, "hex")));
    new Timeline(replay, "all").at(replay.steps.length);
    for (let n = 1; n <= replay.steps.length; n++) [replay.mark(n), replay.banksAt(n)];
    return "read";
  } catch (error) {
    if (error instanceof NotALog) return error.message;
    throw error;
  }
});
process.stdout.write(JSON.stringify(answers));
