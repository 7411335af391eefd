"""Chance, handed to a table by its caller, and the stub that two implementations can share."""

import hashlib


class CounterChance:
    """Chance as a function of a seed and four counters; anybody can replicate it in ten lines.

    number = SHA-256 of the UTF-8 text "SEED/PURPOSE/N", read as a big-endian integer; N counts the
    calls of that purpose from 0, each purpose by itself, so that a coin never shifts a later shuffle.

    - shuffle(cards): sort the cards as text, then order them by the number of "SEED/shuffle/N/I", I being the
      place in that sorted list. It depends on which cards there are, not on how they lay. Top first.
    - spot(n): the number of "SEED/spot/N" modulo n: the index at which a put-back card goes in; n is the size
      of the pile without it, plus 1.
    - coin(): whether the number of "SEED/coin/N" is odd; true means that the catchers win.
    - color(): "RYGB"[number of "SEED/color/N" modulo 4].
    """

    def __init__(self, seed):
        self.seed = seed
        self.calls = {"shuffle": 0, "spot": 0, "coin": 0, "color": 0}

    def number(self, *path):
        text = "/".join([self.seed, *map(str, path)])
        return int.from_bytes(hashlib.sha256(text.encode()).digest(), "big")

    def next_call(self, purpose):
        call = self.calls[purpose]
        self.calls[purpose] += 1
        return call

    def shuffle(self, cards):
        call = self.next_call("shuffle")
        ordered = sorted(cards)
        places = sorted(range(len(ordered)), key=lambda place: self.number("shuffle", call, place))
        return [ordered[place] for place in places]

    def spot(self, n):
        return self.number("spot", self.next_call("spot")) % n

    def coin(self):
        return self.number("coin", self.next_call("coin")) % 2 == 1

    def color(self):
        return "RYGB"[self.number("color", self.next_call("color")) % 4]
