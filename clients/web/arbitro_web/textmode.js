// A state as text: the same data as the board, in lists that read well aloud and copy well.

import { el } from "./dom.js";
import { PUBLIC } from "./events.js";
import { cardName, colorName } from "./sentences.js";
import { turnOf } from "./table.js";
import { say } from "./words.js";

/** The elements that tell a state. said: what happened last. */
export function textOf(state, replay, perspective, said) {
  const { names } = replay.facts;
  const turn = turnOf(state);
  const facts = [
    [say("text.last"), said || say("text.nothing")],
    [say("text.round"), state.round === null ? say("text.nothing") : String(state.round + 1)],
    [say("text.top"), state.top ? cardName(state.top, state.color) : say("text.nothing")],
    [say("text.color"), colorName(state.color)],
    [say("text.direction"), say(state.clockwise ? "board.clockwise" : "board.counter")],
    [say("text.pending"), String(state.pending)],
    [say("text.piles"), say("text.sizes", { draw: state.draw, discard: state.discard })],
    [say("text.turn"), state.poll ? say(`board.poll.${state.poll.kind}`) : turn === null ? say("nobody") : names[turn]],
    [say("text.seen"), perspective === PUBLIC ? say("viewer.public") : typeof perspective === "number" ? names[perspective] : say("viewer.all")],
  ];
  const seats = state.seats.map((seat, at) => {
    const cards = seat.cards ?? (state.shown?.seat === at ? state.shown.cards : null);
    const held = cards?.length ? cards.map((card) => cardName(card)).join(", ") : say("text.cards", { count: seat.count });
    const row = [names[at], String(seat.score), String(seat.count), seat.active ? held : say("badge.out")];
    return el("tr", {}, el("th", { scope: "row" }, row[0]), ...row.slice(1).map((cell) => el("td", {}, cell)));
  });
  const heads = ["text.seat", "text.score", "text.count", "text.hand"].map((key) => el("th", { scope: "col" }, say(key)));
  return [
    el("dl", {}, ...facts.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])),
    el("table", {}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...seats)),
  ];
}
