// The replay viewer: a board, the move list and the controls over one replay, live or finished.

import { Address, readAddress } from "./address.js";
import { Board } from "./board.js";
import { el, kept, write } from "./dom.js";
import { ALL, PUBLIC, viewFor } from "./events.js";
import { Keyboard, helpDialog } from "./keys.js";
import { Moves } from "./moves.js";
import { durationText, sentence } from "./sentences.js";
import { textOf } from "./textmode.js";
import { Timeline } from "./table.js";
import { SPEEDS, Transport, speedKept } from "./transport.js";
import { say } from "./words.js";

const BEAT_MS = 800;
// Dealing is many small steps of no interest of their own.
const HASTE = { dealt: 0.2, round_started: 0.4, dealer_draw: 0.4, turned: 0.6, pending: 0.4, shuffled: 0.4, round_ended: 2.5 };
const LOUDEST_SPEED = 2;

export class Viewer {
  /**
   * replay: what to show, growing while live. live: whether more may come. go: called with "later" or "earlier" to turn
   * to the next or previous match; it says whether there is one.
   */
  constructor(root, replay, { live = false, go = () => false } = {}) {
    Object.assign(this, { root, replay, live, following: live, at: replay.opening, perspective: PUBLIC, timer: null, leave: go });
    this.wanted = null; // the step that an address named, until it has come
    this.speed = speedKept();
    this.address = new Address();
    this.board = new Board(replay.facts.names);
    this.moves = new Moves((step) => this.act("go", step));
    this.transport = new Transport((name, value) => this.act(name, value));
    this.voice = el("p", { class: "voice", role: "status", "aria-live": "polite" });
    this.text = el("section", { class: "text-mode", hidden: true, "aria-label": say("text") });
    this.see = el("select", { onchange: () => this.act("see", this.see.value) });
    this.dropped = el("p", { class: "note dropped", hidden: true });
    this.ended = new AbortController();
    const { signal } = this.ended;
    const keyboard = new Keyboard((name, value) => this.act(name, value), signal);
    this.help = helpDialog(keyboard);
    const small = (name) =>
      el("button", { type: "button", class: "quiet", onclick: () => this.act(name) }, say(`viewer.${name}`));
    root.classList.add("viewer");
    root.tabIndex = -1;
    root.replaceChildren(
      el("div", { class: "stage" },
        el("div", { class: "options" }, el("label", {}, say("viewer.see"), " ", this.see),
          small("text"), small("full"), small("help")),
        this.dropped, el("h2", { class: "unseen" }, say("board")), this.board.root, this.text, this.transport.root, this.voice),
      el("aside", { class: "side" }, el("h2", {}, say("moves")), this.moves.root),
      this.help,
    );
    // A click must not take the keyboard away: buttons keep the focus only for those who tab.
    root.addEventListener("click", (event) => {
      if (event.detail > 0 && event.target.closest("button")) root.focus({ preventScroll: true });
    });
    // The new address is the event's: the page's own may have been written again since.
    addEventListener("hashchange", ({ newURL }) => this.#arrive(new URL(newURL).hash), { signal });
    this.restart(replay);
    this.#showText(kept.get("text", "off") === "on");
  }

  /** Show another replay of the same match: the full log has opened. The cursor stays. */
  restart(replay) {
    this.replay = replay;
    this.see.replaceChildren(
      el("option", { value: PUBLIC }, say("viewer.public")),
      ...(replay.full ? replay.facts.names.map((name, seat) => el("option", { value: seat }, say("viewer.seat", { seat, name }))) : []),
      ...(replay.full ? [el("option", { value: ALL }, say("viewer.all"))] : []),
    );
    this.see.disabled = !replay.full;
    this.see.title = replay.full ? "" : say("viewer.sealed");
    this.#look(this.perspective);
    this.#arrive();
  }

  /** Make room for another viewer: hear no key, play no more, and leave the page's address alone. */
  close() {
    this.ended.abort();
    clearTimeout(this.timer);
    this.address.rest();
  }

  /** Take note that the replay has grown. */
  grown() {
    this.moves.extend();
    const last = this.replay.steps.length;
    if (this.following) this.#to(last);
    else if (this.wanted !== null) this.#reach(this.wanted);
    else this.#show();
  }

  /** No more will come. */
  finished() {
    this.live = this.following = false;
    this.wanted = null;
    this.#to(this.at || this.replay.opening);
  }

  /** The server left out events because this page did not read fast enough. */
  skipped(count) {
    this.dropped.hidden = false;
    write(this.dropped, say("viewer.dropped", { count }));
  }

  /** Do what a key or a control asks for. */
  act(name, value) {
    const { length } = this.replay.steps;
    const step = (n) => this.#to(n, true);
    const acts = {
      next: () => step(this.at + 1),
      previous: () => step(this.at - 1),
      first: () => step(0),
      last: () => step(length),
      go: () => step(value),
      on: () => step(this.#marked(+1) ?? length),
      back: () => step(this.#marked(-1) ?? 0),
      live: () => this.#follow(),
      play: () => this.#play(this.timer === null),
      speed: () => this.#hasten(value),
      faster: () => this.#hasten(SPEEDS[Math.min(SPEEDS.indexOf(this.speed) + 1, SPEEDS.length - 1)]),
      slower: () => this.#hasten(SPEEDS[Math.max(SPEEDS.indexOf(this.speed) - 1, 0)]),
      see: () => this.#look(value === "p" ? PUBLIC : value === "a" || value === ALL ? ALL : value === PUBLIC ? PUBLIC : Number(value)),
      text: () => this.#showText(this.text.hidden),
      full: () => (document.fullscreenElement ? document.exitFullscreen() : this.root.requestFullscreen?.()),
      help: () => this.help.showModal(),
      later: () => this.#turnTo("later"),
      earlier: () => this.#turnTo("earlier"),
    };
    acts[name]?.();
  }

  #turnTo(where) {
    if (this.leave(where)) this.address.rest();
  }

  #marked(direction) {
    for (let n = this.at + direction; n >= 1 && n <= this.replay.steps.length; n += direction) {
      if (this.replay.mark(n)) return n;
    }
    return null;
  }

  #arrive(fragment = location.hash) {
    const { step, perspective, speed } = readAddress(fragment);
    if (SPEEDS.includes(speed)) this.speed = speed;
    if (perspective !== undefined) this.#look(perspective);
    if (step !== undefined) this.#reach(step);
    else this.#to(this.following || !this.replay.over ? this.replay.steps.length : this.at);
  }

  /** Go to a step that may not have come yet: the events of a match come one after the other. */
  #reach(step) {
    this.#to(step, true);
    this.wanted = step > this.at ? step : null;
  }

  #look(perspective) {
    const known = perspective === PUBLIC || (this.replay.full && (perspective === ALL || perspective < this.replay.seats));
    this.perspective = known ? perspective : PUBLIC;
    this.see.value = this.perspective;
    this.timeline = new Timeline(this.replay, this.perspective);
    this.moves.restart(this.replay, this.perspective);
    this.#show();
  }

  #follow() {
    this.#play(false);
    this.following = true;
    this.#to(this.replay.steps.length);
  }

  #hasten(speed) {
    this.speed = speed;
    kept.set("speed", String(speed));
    this.#show();
  }

  #play(on) {
    clearTimeout(this.timer);
    this.timer = null;
    if (on) {
      this.following = false;
      if (this.at >= this.replay.steps.length) this.at = 0;
      this.#beat();
    }
    this.#show();
  }

  #beat() {
    const next = this.replay.steps[this.at];
    if (!next) return this.#play(false);
    const pause = (BEAT_MS * (HASTE[next.event.kind] ?? 1)) / this.speed;
    this.timer = setTimeout(() => {
      this.#to(this.at + 1);
      this.#beat();
    }, pause);
  }

  #to(step, byHand = false) {
    if (byHand) {
      if (this.timer !== null) this.#play(false);
      this.following = false;
      this.wanted = null;
    }
    this.at = Math.max(0, Math.min(step, this.replay.steps.length));
    this.#show();
  }

  #show() {
    if (!this.timeline) return;
    const state = this.timeline.at(this.at);
    const step = this.replay.steps[this.at - 1];
    const said = step ? sentence(viewFor(step.event, this.perspective), this.replay.facts.names) : "";
    const banks = this.replay.banksAt(this.at)?.map(durationText);
    this.board.show(state, { said, by: step?.event.seat, bank: banks });
    this.moves.show(this.at);
    this.transport.show({ ...this, playing: this.timer !== null });
    if (!this.text.hidden) this.text.replaceChildren(...textOf(state, this.replay, this.perspective, said));
    // Nobody can listen faster than this.
    if (this.timer === null || this.speed <= LOUDEST_SPEED) write(this.voice, said);
    const isUsual = this.following || (this.at === this.replay.opening && this.perspective === PUBLIC);
    if (this.wanted === null) this.address.keep(isUsual ? null : { step: this.at, perspective: this.perspective, speed: this.speed });
  }

  #showText(on) {
    kept.set("text", on ? "on" : "off");
    this.text.hidden = !on;
    this.board.root.hidden = on;
    this.#show();
  }
}
