// A bot's page: kept fresh; and its notes, for who has its token. The token is kept by this tab alone.

import { el, write } from "./dom.js";
import { Live } from "./live.js";
import { Refresh, lostLine } from "./refresh.js";
import { say } from "./words.js";

const place = document.getElementById("notes");
const answer = el("div", { role: "status" });
const token = el("input", { type: "password", id: "token", autocomplete: "off" });
const button = el("button", { type: "submit", class: "primary" }, say("bot.show"));
const line = lostLine();
const refresh = new Refresh();

place.replaceChildren(
  el("form", { onsubmit: show }, el("p", {}, el("label", { for: "token" }, say("bot.token")), " ", token, " ", button)),
  answer,
);
new Live({ topics: document.body.dataset.topics.split(" ") }, {
  changed: () => refresh.soon(),
  lost: line.lost,
  found: () => {
    line.found();
    refresh.soon();
  },
});

async function show(event) {
  event.preventDefault(); // nothing is ever sent as a form: the policy of the page forbids it too
  const headers = { authorization: `Bearer ${token.value.trim()}` };
  const response = await fetch(place.dataset.notes, { headers }).catch(() => null);
  if (!response?.ok) return void write(answer, say(response ? "bot.notes.refused" : "match.lost"));
  const notes = await response.json();
  const row = ({ match, decision, text }) =>
    el("tr", {},
      el("th", { scope: "row" }, el("a", { href: `/m/${match}` }, match)), el("td", { class: "n" }, decision), el("td", {}, text));
  answer.replaceChildren(
    notes.length ? el("table", {}, el("tbody", {}, ...notes.map(row))) : el("p", {}, say("bot.notes.none")),
  );
}
