"""JSON Lines are enough for anybody's engine: the oracle, which shares no code with ours, plays them."""

import json
import re
from itertools import takewhile

import pytest

from arbitro_engine.log.export import lines
from arbitro_engine.log.stored import StoredLog
from arbitro_engine.match.inputs import ArbiterAct
from arbitro_engine.match.record import HeaderRecord
from oracle.match import Match, dealer_draw
from oracle.profiles import profile
from support.eventful import eventful_match
from support.refereed import Refereed


class LineChance:
    """Chance that is read off the lines that follow the line being played."""

    def __init__(self, following):
        self.piles = [line["pile"] for line in following if line["type"] == "shuffle"]
        self.chances = [line["value"] for line in following if line["type"] == "chance"]
        self.match = None

    def shuffle(self, cards):
        pile = self.piles.pop(0)
        assert sorted(pile) == sorted(cards)
        return pile

    def spot(self, n):
        pile, before = self.piles.pop(0), self.match.table.draw_pile
        assert len(pile) == n
        return next((at for at, card in enumerate(before) if card != pile[at]), n - 1)

    def coin(self):
        return self.chances.pop(0)

    def color(self):
        return self.chances.pop(0)


class Player:
    """Plays the lines of a match on the oracle, a method for each type; compares rounds' and match's ends."""

    def __init__(self, export):
        header, *self.rest = export
        self.options = profile(header["rules"]["profile"], header["rules"]["overrides"])
        self.seats = len(header["seats"])
        self.match, self.retired, self.at = None, set(), 0

    def play(self):
        for at, line in enumerate(self.rest):
            self.at = at
            following = takewhile(
                lambda line: line["type"] in {"shuffle", "chance"}, self.rest[self.at + 1 :]
            )
            self.luck = LineChance(list(following))
            if self.match is not None and self.match.table is not None:
                self.match.table.chance = self.luck
            getattr(self, line["type"])(line)
            assert not self.luck.piles
            assert not self.luck.chances

    def round(self, line):
        self.match = self.match or Match(self.options, self.seats, line["dealer"])
        self.luck.match = self.match
        self.match.open(line["deck"], self.luck)
        assert self.match.dealer == line["dealer"]

    def move(self, line):
        assert self.match.table.decision == line["decision"]
        assert self.match.table.act(line["seat"], line["do"]) is None

    def refused(self, line):
        assert self.match.table.refusal(line["seat"], line["do"]) == line["reason"]
        if self.rest[self.at + 1]["type"] != "retire":  # under strict nothing is drawn
            self.match.table.act(line["seat"], line["do"])

    def timeout(self, line):
        for text in line["did"] or []:
            assert self.match.table.act(line["seat"], text) is None

    def arbiter(self, line):
        if line["act"] == "fine":
            self.match.table.fine(line["seat"], line["cards"])

    def retire(self, line):
        if line["seat"] not in self.retired:  # its partner has left with it
            board = self.match.table or self.match
            board.retire(line["seat"])
            self.retired = set(range(self.seats)) - set(board.active)

    def round_end(self, line):
        table, before = self.match.table, list(self.match.scores)
        self.match.close()
        assert (line["winner"], line["reason"]) == (table.round["winner"], table.round["reason"])
        assert line["scores"] == self.match.scores
        assert line["points"] == [new - old for new, old in zip(line["scores"], before, strict=True)]

    def end(self, line):
        if line["ending"] in {"target", "round_cap"}:
            assert (self.match.over, self.match.winner) == (True, line["winner"])
            assert line["scores"] == self.match.scores

    def shuffle(self, line):
        assert line["pile"]

    def chance(self, line):
        assert line["what"] in {"color", "coin"}

    def reveal(self, line):
        assert line["secret"]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    "name, seats",
    [
        ("official", 2),
        ("official_late", 3),
        ("traditional", 4),
        ("classic_low", 2),
        ("vintage", 3),
        ("vintage_pairs", 4),
        ("basic", 2),
        ("cumulative", 3),
    ],
)
def test_another_engine_plays_the_lines_to_the_same_end(name, seats, seed):
    match = eventful_match(seed, seats, name, storm=0.02)
    player = Player(json.loads(json.dumps(list(lines(match.log)))))
    player.play()
    assert player.at == len(player.rest) - 1


def test_the_dealer_draw_tells_who_deals():
    match = eventful_match(seed=11, seats=4, target=20)
    _, first, *_ = lines(match.log)
    assert list(first) == ["type", "round", "dealer", "deck", "dealer_draw"]
    draws = [list(draw) for draw in first["dealer_draw"]]
    deck = []
    while any(draws):
        deck += [draw.pop(0) for draw in draws if draw]
    assert dealer_draw(profile("official", {}), deck, 4) == (first["dealer"], first["dealer_draw"])


def types(export):
    return [line["type"] for line in export]


def of(table):
    records = (HeaderRecord(table.header), *table.records)
    return list(lines(StoredLog((b"",) * len(records), records)))


def test_the_header_tells_the_facts():
    match = eventful_match(seed=1, profile="vintage", policy="strict", time="500ms+10s", target=20)
    header, *_ = lines(match.log)
    assert header["type"] == "header"
    assert header["rules"] == {
        "profile": "vintage",
        "overrides": {"target": 20},
        "hash": header["rules"]["hash"],
    }
    assert header["faults"] == {"policy": "strict", "strikes": 3}
    assert (header["time"], header["deals"], header["seeded"]) == ("500ms+10s", "fresh", True)
    assert (header["match"], header["run"], header["tournament"]) == ("cup-0-0", 0, "cup")
    assert re.fullmatch("[0-9a-f]{64}", header["commitment"])


def test_a_move_tells_what_was_done_and_charged():
    table = Refereed(time="100ms+1s")
    table.now = 5_000
    table.do(1, "play R4 uno", took=250_500)
    assert of(table)[2] == {
        "type": "move", "seat": 1, "decision": "turn", "id": 0, "do": "play R4 uno",
        "asked_ms": 0, "charge_ms": 230.5,
    }  # fmt: skip


def test_a_refusal_tells_what_was_received():
    table = Refereed()
    table.do(1, "play B5")
    table.do(1, "jump")
    refused = [line for line in of(table) if line["type"] == "refused"]
    assert [(line["do"], line["reason"], line["id"]) for line in refused] == [
        ("play B5", "not_in_hand", 0),
        ("jump", "unknown_act", 0),
    ]


def test_a_time_out_tells_what_was_done_instead():
    table = Refereed()
    table.time_up(1)
    line = of(table)[2]
    assert (line["type"], line["did"][0], line["why"]) == ("timeout", "draw", "late")


def test_a_time_out_that_forfeits_did_nothing():
    table = Refereed(policy="strict")
    table.time_up(1)
    export = of(table)
    assert types(export)[2:] == ["timeout", "retire", "round_end", "end"]
    assert export[2]["did"] is None
    assert export[3] == {"type": "retire", "seat": 1, "ending": "time"}
    assert export[-1] == {"type": "end", "ending": "time", "winner": 0, "scores": [0, 0], "blame": 1}


def test_an_order_stands_where_it_takes_effect():
    table = Refereed()
    table.give(ArbiterAct("fine", 0, 2, "org", "advice", 7))
    table.do(1, "play R4")
    export = of(table)
    assert types(export)[2:] == ["move", "arbiter"]
    assert export[3] == {
        "type": "arbiter", "act": "fine", "seat": 0, "cards": 2, "who": "org", "why": "advice",
    }  # fmt: skip


def test_after_a_void_only_the_end_follows():
    table = Refereed()
    table.give(ArbiterAct("void", 0, 0, "org", "wrong rules", 7))
    export = of(table)
    assert types(export)[2:] == ["arbiter", "end"]
    assert export[2]["seat"] is None
    assert export[3]["winner"] is None


def test_duplicate_deals_tell_each_seats_order():
    export = list(lines(eventful_match(seed=2, deals="duplicate", target=20, storm=0).log))
    first = types(export).index("round")
    orders = export[first + 1 : first + 3]
    assert [line["seat"] for line in orders] == [0, 1]
    assert all(sorted(line["order"]) == sorted(export[first]["deck"]) for line in orders)


def test_the_secret_stands_last_once_it_is_out():
    match = eventful_match(seed=2, target=20)
    *_, end, reveal = lines(match.log)
    assert end["type"] == "end"
    assert reveal == {
        "type": "reveal", "secret": match.secret.hex(), "nonces": [b"bot-0".hex(), b"bot-1".hex()],
    }  # fmt: skip
    assert types(lines(eventful_match(seed=2, target=20, sealed=True).log))[-1] == "end"
