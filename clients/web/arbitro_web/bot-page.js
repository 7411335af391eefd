// A bot's notes, for who has its token. The token is kept by this tab alone.

import { el, write } from "./dom.js";
import { say } from "./words.js";

const form = document.getElementById("notes");
const answer = el("div", { role: "status" });
const token = el("input", { type: "password", id: "token", autocomplete: "off" });
const button = el("button", { type: "button", class: "primary", onclick: show }, say("bot.show"));

form.replaceChildren(
  el("p", {}, el("label", { for: "token" }, say("bot.token")), " ", token, " ", button),
  answer,
);
token.addEventListener("keydown", (event) => event.key === "Enter" && show());

async function show() {
  const response = await fetch(form.dataset.notes, { headers: { authorization: `Bearer ${token.value.trim()}` } }).catch(() => null);
  if (!response?.ok) return void write(answer, say(response ? "bot.notes.refused" : "match.lost"));
  const notes = await response.json();
  answer.replaceChildren(
    notes.length === 0 ? el("p", {}, say("bot.notes.none"))
      : el("table", {}, el("tbody", {}, ...notes.map(({ match, decision, text }) =>
        el("tr", {}, el("th", { scope: "row" }, el("a", { href: `/m/${match}` }, match)), el("td", { class: "n" }, decision), el("td", {}, text))))),
  );
}
