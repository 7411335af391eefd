// Draws cards as SVG: colour, letter, shape and pattern each tell the colour; signs come from symbols.svg.

import { COLORS, isWild, symbolOf } from "./cards.js";
import { svg } from "./dom.js";
import { cardName } from "./sentences.js";
import { say } from "./words.js";

/** Put the symbol set into the document, unless it stands there already (as in a saved page). */
export async function loadSymbols() {
  if (document.getElementById("shape-R")) return;
  const response = await fetch(new URL("./symbols.svg", import.meta.url));
  const set = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
  document.body.prepend(document.importNode(set, true));
}

const use = (id, attributes) => svg("use", { href: `#${id}`, ...attributes });

/** A colour's shape with its letter in it, as a small picture with a name. */
export function chip(color, label) {
  const art = svg("svg", { class: `chip of-${color || "none"}`, viewBox: "-54 -54 108 108", role: "img", "aria-label": label });
  if (color) {
    art.append(
      use(`shape-${color}`, { x: -50, y: -50, width: 100, height: 100, class: "field" }),
      svg("text", { y: 17, class: "letter" }, color),
    );
  } else {
    art.append(svg("circle", { r: 44, class: "field" }));
  }
  return art;
}

/** A card, face up. named: the colour a wild was given. */
export function face(card, named = "") {
  const art = svg("svg", {
    class: `card of-${isWild(card) ? "W" : card[0]}`, viewBox: "0 0 100 150", role: "img",
    "aria-label": cardName(card, named), "data-card": card,
  });
  art.append(svg("rect", { class: "paper", x: 1, y: 1, width: 98, height: 148, rx: 12 }));
  return isWild(card) ? wild(art, card, named) : colored(art, card);
}

function colored(art, card) {
  const color = card[0];
  const symbol = symbolOf(card);
  art.append(
    svg("rect", { class: "field", x: 6, y: 6, width: 88, height: 138, rx: 8 }),
    svg("rect", { class: "pattern", x: 6, y: 6, width: 88, height: 138, rx: 8, fill: `url(#pattern-${color})` }),
    use(`shape-${color}`, { class: "plate", x: 9, y: 45, width: 82, height: 82 }),
    sign(symbol, 50, 86, 40),
    svg("rect", { class: "tab", x: 6, y: 6, width: 68, height: 34, rx: 8 }),
    sign(symbol, 26, 23, 26),
    svg("text", { class: "letter", x: 58, y: 32 }, color),
  );
  return art;
}

function wild(art, card, named) {
  const symbol = symbolOf(card);
  art.append(
    svg("rect", { class: "field", x: 6, y: 6, width: 88, height: 138, rx: 8 }),
    ...COLORS.map((color, at) =>
      use(`shape-${color}`, {
        class: `mini of-${color}${named && named !== color ? " faded" : ""}`,
        x: at % 2 ? 51 : 11, y: at < 2 ? 48 : 94, width: 38, height: 38,
      }),
    ),
    svg("circle", { class: "hub", cx: 50, cy: 90, r: 23 }),
    named ? svg("text", { class: "glyph", x: 50, y: 102, "font-size": 34 }, named) : sign(symbol, 50, 90, symbol === "W" ? 30 : 25),
    svg("rect", { class: "tab", x: 6, y: 6, width: 62, height: 33, rx: 8 }),
    svg("text", { class: "letter", x: 37, y: 31 }, symbol),
  );
  return art;
}

/** A symbol centred on a point: a digit or +2 as text, skip and reverse as signs. size: the height of the figures. */
function sign(symbol, x, y, size) {
  if (symbol === "S" || symbol === "R") {
    const side = size * 1.25;
    return use(`sign-${symbol}`, { class: "glyph", x: x - side / 2, y: y - side / 2, width: side, height: side });
  }
  const width = symbol.length > 1 ? size * 0.92 : size * 1.25;
  const text = svg("text", { class: "glyph", x, y: y + width * 0.36, "font-size": width }, symbol);
  // 6 and 9 would be told apart by nothing but what is up.
  if (symbol !== "6" && symbol !== "9") return text;
  const bar = { class: "bar", x: x - width * 0.26, y: y + width * 0.44, width: width * 0.52, height: width * 0.09 };
  return svg("g", {}, text, svg("rect", bar));
}

/** The back of a card. */
export function back() {
  return svg(
    "svg", { class: "card back", viewBox: "0 0 100 150", role: "img", "aria-label": say("card.hidden") },
    svg("rect", { class: "paper", x: 1, y: 1, width: 98, height: 148, rx: 12 }),
    svg("rect", { class: "field", x: 6, y: 6, width: 88, height: 138, rx: 8 }),
    svg("rect", { x: 6, y: 6, width: 88, height: 138, rx: 8, fill: "url(#pattern-back)" }),
  );
}
