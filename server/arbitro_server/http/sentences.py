"""What happened, as a sentence: as the page's ``sentences.js`` says it, for readers without JavaScript."""

from __future__ import annotations

from collections.abc import Sequence

from arbitro_engine.rules.cards import Card, Color
from arbitro_engine.rules.events import NOBODY, EventKind
from arbitro_engine.rules.view import PublicEvent
from arbitro_server.http.words import Words

__all__ = ["card_name", "duration", "sentence"]


def card_name(words: Words, card: Card | None, named: Color | None = None) -> str:
    """Return a card as people say it; ``named``: the colour a wild was given."""
    if card is None:
        return words.say("card.unknown")
    if not card.is_wild:
        text = str(card)
        return words.say("card.colored", color=words.say(f"color.{text[0]}"), symbol=_symbol(words, text[1:]))
    name = _symbol(words, "+4" if str(card) == "W+4" else "W")
    return words.say("card.named", card=name, color=words.say(f"color.{named}")) if named else name


def sentence(words: Words, event: PublicEvent, names: Sequence[str]) -> str:
    """Return an event's sentence; ``names``: display names by seat."""
    nobody = words.say("nobody")
    why = event.why.text if event.why else ""
    return words.say(
        f"event.{_key(event)}",
        seat=nobody if event.seat == NOBODY else names[event.seat],
        other=nobody if event.other == NOBODY else names[event.other],
        card=card_name(words, event.card, event.color if event.kind is EventKind.PLAYED else None)
        if event.card
        else "",
        color=words.say(f"color.{event.color}" if event.color else "color.none"),
        count=event.count,
        round=event.count + 1,
        why=words.say(f"why.{why}") if f"why.{why}" in words else why,
    )


def duration(us: int) -> str:
    """Return a duration for people: ``40 s``, ``3 min``, ``2 h 5 min``."""
    seconds = round(us / 1_000_000)
    if seconds < 90:
        return f"{seconds} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


def _symbol(words: Words, symbol: str) -> str:
    return words.say(f"symbol.{symbol}") if f"symbol.{symbol}" in words else symbol


def _key(event: PublicEvent) -> str:
    kind = event.kind.name.lower()
    match event.kind:
        case EventKind.PLAYED:
            return "played.out" if not event.count else "played.uno" if event.flag else kind
        case EventKind.REVERSED | EventKind.CHALLENGED:
            return f"{kind}.yes" if event.flag else f"{kind}.no"
        case EventKind.FINED:
            return f"fined.{event.why.text}"
        case EventKind.ROUND_ENDED | EventKind.MATCH_ENDED | EventKind.COLOR_NAMED if event.seat == NOBODY:
            return f"{kind}.nobody"
        case EventKind.MATCH_ENDED if event.other != NOBODY:
            return f"{kind}.blame"
    return kind
