"""A match on top of tables: scores across rounds, the next dealer, the last round, extra rounds."""

from .cards import is_number, rank_of
from .ending import leader_or_tie
from .seating import team_of, teams_left
from .table import Table


def dealer_draw(options, deck, seats):
    """Return (dealer, cards drawn per seat): seats draw from the top in seat order, the highest number deals.

    Symbols count zero, or are void: the seat draws again at once. Tied seats draw on (register 15 and 29).
    Raises ValueError when the deck runs out.
    """
    if options["dealer_pick"] == "fixed_seat":
        return 0, [[] for _ in range(seats)]
    deck, drawn = list(deck), [[] for _ in range(seats)]
    contenders = list(range(seats))
    while len(contenders) > 1:
        for seat in contenders:
            draw_for_deal(options, deck, drawn[seat])
        worth = {
            seat: int(rank_of(drawn[seat][-1])) if is_number(drawn[seat][-1]) else 0 for seat in contenders
        }
        contenders = [seat for seat in contenders if worth[seat] == max(worth.values())]
    return contenders[0], drawn


def draw_for_deal(options, deck, drawn):
    while True:
        if not deck:
            raise ValueError("the deck ran out before the dealer was found")
        drawn.append(deck.pop(0))
        if is_number(drawn[-1]) or options["dealer_symbols"] == "zero":
            return


class Match:
    """Rounds between fixed seats: `open` deals one, `close` takes its result; in between `retire` removes.

    `over` and `winner` (lowest seat of the winning team, None when places are shared) say how it stands.
    """

    def __init__(self, options, seats, dealer=0):
        self.options, self.seats = options, seats
        self.active, self.scores = list(range(seats)), [0] * seats
        self.dealer = dealer  # of the round that is open, or of the one to come
        self.table = None
        self.rounds = 0  # finished
        self.last_winner = None  # of a round
        self.extra = 0  # extra rounds begun
        self.extra_due = False
        self.over, self.winner = False, None

    def open(self, deck, chance, hand_size=None):
        """Begin the next round with this deck (top first); returns its table."""
        if self.over or self.table is not None:
            raise ValueError("the match is over" if self.over else "a round is open")
        if self.rounds:
            self.dealer = self.next_dealer()
        elif self.dealer not in self.active:
            self.dealer = self.seat_from(self.dealer)
        self.extra += self.extra_due
        self.table = Table(self.options, self.seats, chance)
        self.table.open(deck, self.dealer, hand_size, self.active, self.scores)
        return self.table

    def next_dealer(self):
        """dealer_next; where nobody has won, `winner` moves on like `rotate` (rules 5.8)."""
        mode = self.options["dealer_next"]
        if mode == "keep":
            return self.seat_from(self.dealer)
        if mode == "winner" and self.last_winner is not None:
            return self.seat_from(self.last_winner)
        return self.seat_from(self.dealer + 1)

    def seat_from(self, seat):
        """This seat, or the first one in play clockwise from it."""
        places = [(seat + distance) % self.seats for distance in range(self.seats)]
        return next(place for place in places if place in self.active)

    def close(self):
        """Take over the result of the finished round and decide whether the match goes on."""
        table = self.table
        if table is None or table.round is None:
            raise ValueError("no finished round")
        self.table = None
        self.rounds += 1
        self.active, self.scores, self.last_winner = table.active, table.scores, table.round["winner"]
        self.over, self.winner = table.match_over, table.match_winner
        if not self.over:
            self.after_round()

    def after_round(self):
        """max_rounds ends the match, ties go to final_tie, extra rounds are counted (ruling 39)."""
        keep_own = self.options["scoring"] == "keep_own"
        tie_at_target = keep_own and max(self.scores) >= self.options["target"]
        if self.rounds >= self.options["max_rounds"]:
            self.over, self.winner = leader_or_tie(self, min if keep_own else max)
        elif not tie_at_target:
            return
        if not self.over and self.extra >= self.options["extra_rounds_max"]:
            self.over = True
        self.extra_due = not self.over

    def retire(self, seat):
        """Remove a seat and its partner between two rounds: no score changes (ruling 41)."""
        if self.table is not None or seat not in self.active:
            raise ValueError(f"seat {seat} is not in play, or a round is open")
        self.active = [other for other in self.active if other not in team_of(self, seat)]
        if len(teams_left(self)) == 1:
            self.over, self.winner = True, self.active[0]
