// The controls under the table: step, play, speed, and a slider with a tick at every event worth seeing.

import { el, kept, svg, write } from "./dom.js";
import { say } from "./words.js";

export const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32];

export class Transport {
  /** act: called with the name of what a control asks for, as the keyboard does. */
  constructor(act) {
    const button = (name, art) =>
      el("button", { type: "button", class: name, title: say(`keys.${name}`), "aria-label": say(`keys.${name}`),
        onclick: () => act(name) }, icon(art));
    this.playing = button("play", PLAY);
    this.slider = el("input", { type: "range", min: 0, max: 0, value: 0, step: 1, "aria-label": say("transport.slider"),
      oninput: () => act("go", Number(this.slider.value)) });
    this.ticks = svg("svg", { class: "ticks", viewBox: "0 0 1000 12", preserveAspectRatio: "none", "aria-hidden": "true" });
    this.place = el("output", { class: "place-of" });
    this.speed = el("select", { "aria-label": say("transport.speed"), onchange: () => act("speed", Number(this.speed.value)) },
      ...SPEEDS.map((speed) => el("option", { value: speed }, `${speed}×`)));
    this.live = el("button", { type: "button", class: "live", hidden: true, onclick: () => act("live") }, say("transport.live"));
    this.root = el(
      "div", { class: "transport", role: "group", "aria-label": say("transport") },
      el("div", { class: "track" }, this.ticks, this.slider),
      el("div", { class: "buttons" },
        button("first", FIRST), button("back", BACK), button("previous", PREVIOUS), this.playing,
        button("next", NEXT), button("on", ON), button("last", LAST), this.speed, this.place, this.live),
    );
    this.drawn = "";
  }

  show({ at, replay, playing, speed, live, following }) {
    const length = replay.steps.length;
    this.slider.max = length;
    this.slider.value = at;
    this.slider.setAttribute("aria-valuetext", say("transport.place", { at, length }));
    write(this.place, `${at} / ${length}`);
    this.speed.value = speed;
    this.live.hidden = !live;
    this.live.classList.toggle("on", following);
    write(this.live, say(following ? "transport.following" : "transport.live"));
    const label = say(playing ? "keys.pause" : "keys.play");
    if (this.playing.title !== label) {
      this.playing.title = label;
      this.playing.setAttribute("aria-label", label);
      this.playing.replaceChildren(icon(playing ? PAUSE : PLAY));
    }
    this.#tick(replay, length);
  }

  #tick(replay, length) {
    // Live matches grow by the second: ticks are drawn anew when the scale has visibly changed.
    const key = `${length >> (length > 512 ? 4 : 0)}:${replay.full}:${replay.over}`;
    if (this.drawn === key) return;
    this.drawn = key;
    const marks = replay.steps.flatMap((_, step) => {
      const mark = replay.mark(step + 1);
      return mark ? [[mark, ((step + 1) / length) * 1000]] : [];
    });
    this.ticks.replaceChildren(
      ...marks.map(([mark, x]) => svg("rect", { class: `tick is-${mark}`, x: x - 1, y: 0, width: 2, height: 12 })),
    );
  }
}

export const speedKept = () => {
  const speed = Number(kept.get("speed", "1"));
  return SPEEDS.includes(speed) ? speed : 1;
};

const PLAY = "M-20-28V28L30 0Z";
const PAUSE = "M-24-28H-6V28H-24ZM6-28H24V28H6Z";
const NEXT = "M-14-26 16 0-14 26Z";
const PREVIOUS = "M14-26-16 0 14 26Z";
const LAST = "M-26-26 4 0-26 26ZM10-26H22V26H10Z";
const FIRST = "M26-26-4 0 26 26ZM-10-26H-22V26H-10Z";
const ON = "M-30-22-4 0-30 22ZM0-22 26 0 0 22Z";
const BACK = "M30-22 4 0 30 22ZM0-22-26 0 0 22Z";

const icon = (d) => svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, svg("path", { d, fill: "currentColor" }));
