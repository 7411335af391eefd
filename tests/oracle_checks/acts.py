"""One random step of a walk: mostly legal, often wrong, malformed, out of turn, late, or from outside."""

from oracle.cards import COLORS, KINDS, is_wild

MALFORMED = [
    "",
    "play",
    "play ",
    "play X1",
    "play r7",
    "play R10",
    "play R7:",
    "play R7 UNO",
    "play R7  uno",
    " play R7",
    "play R7\n",
    "play W:X",
    "play W+2",
    "play R+4",
    "play W:R:G",
    "draw uno",
    "Draw",
    "color",
    "color X",
    "color RY",
    "uno",
    "shuffle",
    "play R٣",
]
WORDS = [
    "draw",
    "keep",
    "pass",
    "take",
    "challenge",
    "accept",
    "catch",
    "ignore",
    "self",
    "color R",
    "color B",
]


def random_step(rng, table):
    """A step in the JSON form of scenario files, without its expectation."""
    waiting = [seat for seat in table.asked if seat not in table.answers]
    seat = rng.choice(waiting) if waiting else rng.randrange(table.seats)
    anybody = rng.randrange(table.seats)
    lot = rng.random()
    if (table.answers or table.decision == "color") and lot < 0.08:
        return {"retire": rng.choice(table.active)}  # much depends on who leaves now
    if lot < 0.70 and waiting:
        return {"seat": seat, "do": legal_act(rng, table, seat)}
    if lot < 0.77:
        return {"timeout": seat}
    if lot < 0.86:
        return {"seat": seat, "do": refused_act(rng, table, seat)}
    if lot < 0.88:
        return {"seat": seat, "do": some_act(rng, table, seat)}
    if lot < 0.90:
        return {"seat": rng.choice([seat, anybody]), "do": rng.choice(MALFORMED)}
    if lot < 0.93:
        return {"seat": anybody, "do": some_act(rng, table, anybody)}
    if lot < 0.95:
        return {"timeout": anybody}
    if table.round is None and lot < 0.97:
        return {"retire": rng.choice(table.active)}
    if table.round is None and not table.answers:
        return {"fine": rng.choice(table.active), "cards": rng.randint(1, 4)}
    return {"seat": seat, "do": rng.choice(WORDS)}


def legal_act(rng, table, seat):
    """One of the legal acts, rather a play; with two cards in hand the shout comes every other time."""
    legal = table.legal(seat)
    plays = [text for text in legal if text.startswith("play ")]
    text = rng.choice(plays if plays and rng.random() < 0.7 else legal)
    shouts = rng.random() < (0.5 if len(table.hands[seat]) == 2 else 0.1)
    return text + " uno" if shouts and text.startswith("play ") else text


def refused_act(rng, table, seat):
    """A word or a card of the hand that is refused here, each reason being as likely as any other.

    Mostly a reason that looks at the cards: a word out of place teaches little.
    """
    color = rng.choice(COLORS)
    texts = [*WORDS, f"play {rng.choice(KINDS)}"]
    for card in table.hands[seat]:
        texts += [f"play {card}", f"play {card}:{color}"]
    by_code = {}
    for text in texts:
        by_code.setdefault(table.refusal(seat, text), []).append(text)
    codes = [code for code in by_code if code is not None]
    telling = [code for code in codes if code != "not_this_decision"]
    return rng.choice(by_code[rng.choice(telling if telling and rng.random() < 0.8 else codes)])


def some_act(rng, table, seat):
    """Any act at all: a word, or a card of the hand or of anywhere, with a colour or without."""
    if rng.random() < 0.4:
        return rng.choice(WORDS)
    hand = table.hands[seat]
    card = rng.choice(hand) if hand and rng.random() < 0.7 else rng.choice(KINDS)
    colored = is_wild(card) != (rng.random() < 0.1)
    return f"play {card}" + (f":{rng.choice(COLORS)}" if colored else "") + rng.choice(["", "", " uno"])
