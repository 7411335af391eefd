// What the page's modules make of a log, for tests to compare: node look.mjs REQUEST, a file of JSON
// {log, perspective, steps: [n...]}, {log, events: true} or {log, sentences: language}; prints JSON.

import { readFileSync } from "node:fs";
import { readFile } from "../../clients/web/arbitro_web/logfile.js";
import { publicView } from "../../clients/web/arbitro_web/events.js";
import { sentence } from "../../clients/web/arbitro_web/sentences.js";
import { Timeline, turnOf } from "../../clients/web/arbitro_web/table.js";

const request = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { replay, torn } = readFile(new Uint8Array(readFileSync(request.log)));
const timeline = new Timeline(replay, request.perspective ?? "public");
const look = (step) => ({ ...timeline.at(step), turn: turnOf(timeline.at(step)) });

process.stdout.write(JSON.stringify({
  torn,
  length: replay.steps.length,
  facts: replay.facts,
  end: replay.end,
  secret: replay.secret,
  banks: replay.banks,
  states: (request.steps ?? []).map(look),
  events: request.events ? replay.steps.map(({ event }) => publicView(event)) : [],
  sentences: request.sentences ? replay.steps.map(({ event }) => sentence(event, replay.facts.names)) : [],
}));
