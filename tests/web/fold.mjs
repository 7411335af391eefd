// Folds a log as the page does and prints what everybody sees after the numbers of events given:
// node fold.mjs LOG PERSPECTIVE N...

import { readFileSync } from "node:fs";
import { readLog } from "../../clients/web/arbitro_web/arb.js";
import { replayOf } from "../../clients/web/arbitro_web/replay.js";
import { Timeline } from "../../clients/web/arbitro_web/table.js";

const [file, perspective, ...steps] = process.argv.slice(2);
const replay = replayOf(readLog(new Uint8Array(readFileSync(file))).records);
const timeline = new Timeline(replay, /^\d+$/.test(perspective) ? Number(perspective) : perspective);
const states = steps.map((step) => timeline.at(Number(step)));
process.stdout.write(JSON.stringify({ length: timeline.length, end: replay.end, banks: replay.banksAt(timeline.length), states }));
