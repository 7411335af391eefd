// A match's facts and result, for a log opened without a server (a server's pages have them already).

import { el } from "./dom.js";
import { say } from "./words.js";

/** The result as a line: who won, why, who caused it; null while the match is not over. */
function bannerOf({ end, facts }) {
  if (!end) return null;
  const why = say(`why.${end.ending}`);
  const title = end.winner === undefined ? say("result.shared") : say("result.won", { name: facts.names[end.winner] });
  const cause = end.blame === undefined ? why : say("result.blame", { name: facts.names[end.blame], why });
  return el("div", { class: `banner${end.blame === undefined ? "" : " fault"}` },
    el("strong", {}, title), el("span", {}, cause),
    el("span", { class: "figures" }, (end.scores ?? []).join(" : ")));
}

/** Everything a log's header and end tell. */
export function factsOf(replay) {
  const { facts } = replay;
  const rows = [
    ["match.rules", facts.rules?.profile], ["match.hash", facts.rules?.hash], ["match.time", facts.time],
    ["tournament.faults", facts.faults?.name && say(`faults.${facts.faults.name}`)],
    ["tournament.deals", facts.deals && say(`deals.${facts.deals}`)], ["match.run", String(facts.run ?? 0)],
    ["match.commitment", facts.commitment], ["match.secret", replay.secret], ["match.nonces", replay.nonces.filter(Boolean).join(" ")],
  ];
  return el("div", {}, bannerOf(replay),
    el("details", {}, el("summary", {}, say("match.facts")),
      el("dl", { class: "facts" }, ...rows.filter(([, value]) => value).flatMap(([name, value]) => [
        el("dt", {}, say(name)), el("dd", { class: name.startsWith("match.") ? "hash" : null }, value),
      ]))));
}
