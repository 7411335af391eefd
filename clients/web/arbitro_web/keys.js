// The keyboard: which key does what. The help lists this table, so it cannot be out of date.

import { el, kept } from "./dom.js";
import { say } from "./words.js";

/** Keys by act, in the order of the help. */
const KEYS = {
  next: ["ArrowRight", "l", "j"],
  previous: ["ArrowLeft", "h", "k"],
  first: ["Home", "0"],
  last: ["End", "$"],
  play: [" "],
  faster: ["ArrowUp"],
  slower: ["ArrowDown"],
  later: ["n"],
  earlier: ["p"],
  back: [","],
  on: ["."],
  perspective: ["v"],
  full: ["f"],
  text: ["t"],
  help: ["?"],
};

const ACTS = new Map(Object.entries(KEYS).flatMap(([act, keys]) => keys.map((key) => [key, act])));
const BUSY = "input, textarea, select, button, a[href], summary, [contenteditable]";
const LABELS = {
  ArrowRight: "→", ArrowLeft: "←", ArrowUp: "↑", ArrowDown: "↓", " ": "keys.space", Home: "keys.home", End: "keys.end",
};

/**
 * Call act(name, digit) for each key that means something, until signal. After v the next digit (or p, a) is the
 * perspective's.
 */
export class Keyboard {
  constructor(act, signal) {
    this.act = act;
    this.choosing = false;
    document.addEventListener("keydown", (event) => this.#press(event), { signal });
  }

  /** Whether keys of one letter act: they can be switched off (WCAG 2.1.4). */
  get letters() {
    return kept.get("letters", "on") === "on";
  }

  set letters(on) {
    kept.set("letters", on ? "on" : "off");
  }

  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const busy = document.activeElement?.closest(BUSY);
    // A dialog that was closed a moment ago may still hold the focus.
    if ((busy && !busy.closest("dialog:not([open])")) || document.querySelector("dialog[open]")) return;
    const { key } = event;
    if (!this.letters && key.length === 1 && key !== " ") return;
    if (this.choosing && /^[0-9ap]$/.test(key)) {
      this.choosing = false;
      this.act("see", key);
    } else {
      const act = ACTS.get(key);
      this.choosing = act === "perspective";
      if (!act) return;
      if (act !== "perspective") this.act(act);
    }
    event.preventDefault();
  }
}

/** The help, made of the table above. */
export function helpDialog(keyboard) {
  const label = (key) => (LABELS[key]?.startsWith("keys.") ? say(LABELS[key]) : (LABELS[key] ?? key));
  const rows = Object.entries(KEYS).map(([act, keys]) =>
    el("tr", {}, el("th", { scope: "row" }, ...keys.flatMap((key) => [el("kbd", {}, label(key)), " "])), el("td", {}, say(`keys.${act}`))),
  );
  const letters = el("input", { type: "checkbox", onchange: () => (keyboard.letters = letters.checked) });
  letters.checked = keyboard.letters;
  const dialog = el(
    "dialog", { class: "help", "aria-labelledby": "help-title" },
    el("h2", { id: "help-title" }, say("keys.title")),
    el("table", {}, el("tbody", {}, ...rows)),
    el("p", {}, say("keys.focus")),
    el("p", {}, el("label", {}, letters, " ", say("keys.letters"))),
    el("button", { type: "button", class: "primary", onclick: () => dialog.close() }, say("keys.close")),
  );
  return dialog;
}
