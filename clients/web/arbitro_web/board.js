// Shows one state of a table: the piles, what is in force, and every seat with its hand.

import { back, chip, face } from "./faces.js";
import { el, svg, write } from "./dom.js";
import { cardName, colorName } from "./sentences.js";
import { turnOf } from "./table.js";
import { say } from "./words.js";

const BACKS_SHOWN = 12;

export class Board {
  /** names: display names by seat. small: without hands, for a grid of tables. */
  constructor(names, { small = false } = {}) {
    this.names = names;
    this.small = small;
    this.center = new Center();
    this.places = names.map((name, seat) => new Place(name, seat, small));
    this.root = el("div", { class: `board${small ? " small" : ""}`, "data-seats": names.length }, this.center.root);
    this.#seatInRows();
  }

  // Clockwise: up the left side, down the right; two seats face each other.
  #seatInRows() {
    const left = Math.ceil(this.places.length / 2);
    for (const place of this.places) {
      const onLeft = place.seat < left;
      place.root.style.setProperty("--row", onLeft ? left - place.seat : place.seat - left + 1);
      place.root.style.setProperty("--side", onLeft ? 1 : 3);
      this.root.append(place.root);
    }
    this.root.style.setProperty("--rows", left);
  }

  /** Show a state. said: what happened last, as a sentence, shown at the seat that did it. */
  show(state, { said = "", by = null, bank = null } = {}) {
    this.center.show(state);
    const turn = turnOf(state);
    for (const place of this.places) {
      place.show(state, {
        turn: place.seat === turn,
        said: place.seat === by ? said : "",
        bank: bank?.[place.seat],
      });
    }
  }
}

class Center {
  constructor() {
    this.draw = el("span", { class: "number" });
    this.discard = el("div", { class: "top" });
    this.color = el("span", { class: "force" });
    this.direction = svg("svg", { viewBox: "-50 -50 100 100", role: "img", class: "direction" });
    this.direction.append(
      svg("path", { d: "M-30 12A32 32 0 1 1 8 31", fill: "none", stroke: "currentColor", "stroke-width": 10, "stroke-linecap": "round" }),
      svg("path", { d: "M14 14V46L-8 31Z", fill: "currentColor" }),
    );
    this.pending = el("p", { class: "pending", hidden: true });
    this.poll = el("p", { class: "poll", hidden: true });
    this.root = el(
      "div", { class: "center", role: "group", "aria-label": say("board.center") },
      el("div", { class: "piles" },
        el("div", { class: "pile" }, back(), el("p", {}, this.draw, " ", el("span", { class: "what" }, say("board.draw")))),
        el("div", { class: "pile" }, this.discard, el("p", { class: "in-force" }, this.color, this.direction)),
      ),
      this.pending, this.poll,
    );
  }

  show(state) {
    write(this.draw, String(state.draw));
    const key = `${state.top}:${state.color}`;
    if (this.discard.dataset.shows !== key) {
      this.discard.dataset.shows = key;
      this.discard.replaceChildren(state.top ? face(state.top, state.color) : el("div", { class: "card gap" }));
      this.color.replaceChildren(chip(state.color, say("board.color", { color: colorName(state.color) })));
    }
    const direction = say(state.clockwise ? "board.clockwise" : "board.counter");
    if (this.direction.getAttribute("aria-label") !== direction) this.direction.setAttribute("aria-label", direction);
    this.direction.classList.toggle("counter", !state.clockwise);
    this.pending.hidden = state.pending === 0;
    write(this.pending, state.pending ? say("board.pending", { count: state.pending }) : "");
    this.poll.hidden = state.poll === null;
    write(this.poll, state.poll ? say(`board.poll.${state.poll.kind}`) : "");
  }
}

class Place {
  constructor(name, seat, small) {
    this.name = name;
    this.seat = seat;
    this.score = el("b", { class: "score" });
    this.count = el("b", { class: "number" });
    this.badge = el("span", { class: "badge", hidden: true });
    this.bank = el("span", { class: "bank", hidden: true });
    this.said = el("p", { class: "said" });
    this.hand = el("ul", { class: "hand" });
    this.shown = null;
    this.root = el(
      "div", { class: "place", role: "group", "aria-label": say("board.seat", { seat, name }) },
      el("header", {}, el("h3", { title: name }, name), this.badge,
        el("p", { class: "tallies" }, this.bank,
          el("span", {}, this.count, " ", el("span", { class: "what" }, say("board.cards"))),
          el("span", {}, this.score, " ", el("span", { class: "what" }, say("board.points"))))),
      small ? null : this.hand,
      small ? null : this.said,
    );
  }

  show(state, { turn, said, bank }) {
    const seat = state.seats[this.seat];
    write(this.score, String(seat.score));
    write(this.count, String(seat.count));
    this.#badge(state, seat, turn);
    this.bank.hidden = bank === undefined;
    write(this.bank, bank === undefined ? "" : say("board.bank", { time: bank }));
    this.root.classList.toggle("turn", turn);
    this.root.classList.toggle("out", !seat.active);
    this.root.classList.toggle("won", (state.ended ?? state.result)?.seat === this.seat);
    write(this.said, said);
    this.#hand(state, seat);
  }

  #badge(state, seat, turn) {
    const key = !seat.active ? "out"
      : state.ended?.seat === this.seat ? "won"
      : state.result?.seat === this.seat && !state.ended ? "round"
      : seat.uno ? "uno"
      : state.poll?.seat === this.seat ? state.poll.kind
      : turn ? "turn"
      : state.dealer === this.seat && state.actor === null ? "dealer" : "";
    this.badge.hidden = key === "";
    this.badge.dataset.is = key;
    write(this.badge, key && say(`badge.${key}`));
  }

  #hand(state, seat) {
    const revealed = state.shown?.seat === this.seat && seat.cards === null ? state.shown.cards : null;
    const cards = seat.cards ?? revealed;
    const key = cards ? cards.join(" ") : `${seat.count}`;
    if (this.shown === key) return;
    this.shown = key;
    this.hand.classList.toggle("revealed", revealed !== null);
    this.hand.setAttribute("aria-label", say("board.hand", { name: this.name, count: cards?.length ?? seat.count }));
    this.hand.style.setProperty("--cards", Math.max(1, cards?.length ?? Math.min(seat.count, BACKS_SHOWN)));
    if (cards) {
      this.hand.replaceChildren(...cards.map((card) => el("li", { title: cardName(card) }, card ? face(card) : back())));
    } else {
      const backs = Array.from({ length: Math.min(seat.count, BACKS_SHOWN) }, () => el("li", { "aria-hidden": "true" }, back()));
      this.hand.replaceChildren(...backs);
    }
  }
}
