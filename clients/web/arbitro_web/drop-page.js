// The page that opens a log file: chosen or dropped, read here, sent nowhere.

import { el, write } from "./dom.js";
import { loadSymbols } from "./faces.js";
import { readFile } from "./logfile.js";
import { NotALog } from "./arb.js";
import { Viewer } from "./viewer.js";
import { factsOf } from "./facts.js";
import { say } from "./words.js";

const place = document.getElementById("drop");
let viewer = null;
const fault = el("p", { class: "fault-note", role: "alert" });
const input = el("input", { type: "file", id: "file", accept: ".arb,.jsonl", class: "unseen", onchange: () => open(input.files[0]) });

place.replaceChildren(
  el("p", {}, say("drop.lead")),
  el("p", {}, input, el("label", { for: "file", class: "button primary" }, say("drop.choose"))),
  fault,
);

addEventListener("dragover", (event) => {
  event.preventDefault();
  place.classList.add("over");
});
addEventListener("dragleave", () => place.classList.remove("over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  place.classList.remove("over");
  open(event.dataTransfer.files[0]);
});

async function open(file) {
  if (!file) return;
  try {
    const { replay, torn } = readFile(new Uint8Array(await file.arrayBuffer()));
    write(fault, torn ? say("drop.torn") : "");
    await loadSymbols();
    show(replay, file.name);
  } catch (error) {
    if (!(error instanceof NotALog)) throw error;
    write(fault, say(`drop.${error.message}`));
  }
}

function show(replay, name) {
  place.classList.add("small");
  const root = el("div");
  history.replaceState(null, "", location.pathname + location.search);
  document.getElementById("opened").replaceChildren(
    el("h2", {}, replay.facts.match || name), factsOf(replay), root,
  );
  viewer?.close();
  viewer = new Viewer(root, replay);
  root.focus();
}
