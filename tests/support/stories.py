"""Stories: scripts of moves whose outcome the rules write in (tests/scripts)."""

from arbitro_engine.rules.events import NOBODY, Event
from arbitro_engine.rules.position import place, rules_of
from arbitro_engine.rules.scenario import play_step
from support.rounds import asked, chance, step

_CARDS = {"pile": "draw_pile", "discard": "discard", "deck": "deck"}
_NUMBERS = {"turn", "pending", "direction", "dealer", "seats", "hand_size"}


def retold(text):
    """Return the script with everything the rules say written anew."""
    start = text.strip().split("\n\n")[0]
    moves = text.split("\n> ")[1:]
    round, events = place(*_start(start))
    parts = [start, "", *_told(events, round)]
    for told in moves:
        move = told.split("\n")[0].strip()
        why, events = play_step(round, step(move))
        parts += ["", f"> {move}", *([f"refused {why}"] if why else []), *_told(events, round)]
    return "\n".join(parts) + "\n"


def _start(text):
    rules, start = {}, {}
    for line in text.splitlines()[1:]:
        name, _, value = line.partition(": ")
        value = value.strip()
        if name == "rules":
            profile, *overrides = value.split()
            rules = {"profile": profile, "overrides": dict(each.split("=") for each in overrides)}
        elif name == "hands":
            start[name] = [hand.split() for hand in value.split("|")]
        elif name in _CARDS:
            start[_CARDS[name]] = value.split()
        elif name in _NUMBERS:
            start[name] = int(value)
        elif name == "scores":
            start[name] = [int(score) for score in value.split()]
        elif name:
            start[name] = value
    if "hands" in start:
        start = {"draw_pile": [], "color": start["discard"][0][0], "turn": 0, **start}
    kind = "position" if "hands" in start else "opening"
    return {kind: start}, rules_of({"rules": rules}), chance()


def _told(events, round):
    return [*map(_line, events), _state(round)]


def _line(event: Event):
    """An event in words: its kind, then what differs from nothing."""
    words = [event.kind.name.lower()]
    for name, value in event._asdict().items():
        blank = Event._field_defaults.get(name)
        if name == "kind" or value == blank or (name in {"seat", "other"} and value == NOBODY):
            continue
        words.append(f"{name}={_text(name, value)}")
    return " ".join(words)


def _text(name, value):
    if name == "why":
        return value.text
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return "yes" if value is True else str(value)


def _state(round):
    hands = " | ".join(" ".join(map(str, sorted(hand))) or "-" for hand in round.hands)
    parts = [
        f"= {asked(round)}",
        hands,
        f"top {round.top}:{round.color or '-'}",
        f"pile {len(round.pile)}",
        f"discard {len(round.discard)}",
    ]
    if round.pending:
        parts.append(f"pending {round.pending}")
    if round.result:
        parts.append(f"scores {' '.join(map(str, round.scores))}")
    return "; ".join(parts)
