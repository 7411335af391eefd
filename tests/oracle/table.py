"""The oracle's table: one round, its state in plain lists, one method per thing that can happen to it."""

from .acts import read_act
from .cards import COLORS, is_wild
from .drawing import fine
from .effects import name_color, play, stackable
from .ending import end_undecided
from .matching import play_fault, plays
from .opening import open_round
from .polls import answer
from .removal import arbiter_fine, remove
from .turns import draw, draw_fault, end_turn, keep_fault, pass_fault, pass_turn, take, take_fault

POLLS = ["catch", "challenge"]
WRONG_CARD = ["no_match", "number_needs_no_color", "wild_draw_four_not_allowed"]  # ruling 9


class Table:
    """One round at a table of `seats`, under complete `options`, with chance from outside.

    Begin with `open` or `place`. `act` and `timeout` return None or a refusal code; a refused act changes
    nothing unless the rules fine a wrong card. `retire` and `fine` raise ValueError where they make no sense.
    """

    def __init__(self, options, seats, chance):
        self.options, self.seats, self.chance = options, seats, chance
        self.hands = [[] for _ in range(seats)]
        self.draw_pile, self.discard, self.removed = [], [], []
        self.color, self.direction, self.pending = None, 1, 0
        self.active, self.dealer, self.scores = list(range(seats)), 0, [0] * seats
        self.decision, self.asked, self.answers = "none", [], {}
        self.turn = None  # the seat whose turn it is
        self.drawn = []  # drawn by acts of this turn, in order
        self.played = None  # the card played last: see effects.play
        self.offender, self.then = None, None  # of the open catch poll
        self.windows = []  # seats that will be polled a second time
        self.passes, self.acts = 0, 0  # in a row; towards the cap
        self.round, self.match_over, self.match_winner = None, False, None
        self.new_step()

    def new_step(self):
        self.drew, self.forgiven, self.sees = {}, 0, {}

    def open(self, deck, dealer, hand_size=None, active=None, scores=None):
        """Deal a deck (top first) and turn up the opening card. The deal itself counts as no draw."""
        self.dealer = dealer
        self.active = sorted(active) if active is not None else self.active
        self.scores = list(scores) if scores is not None else self.scores
        open_round(self, deck, hand_size or self.options["hand_size"])

    def place(self, position):
        """Take over a position of a scenario file; a pending draw lies on the seat whose turn it is."""
        self.hands = [list(hand) for hand in position["hands"]]
        self.draw_pile, self.discard = list(position["draw_pile"]), list(position["discard"])
        self.color, self.direction, self.pending = (
            position["color"],
            position["direction"],
            position["pending"],
        )
        self.active = sorted(position.get("active", self.active))
        self.dealer, self.scores = position["dealer"], list(position["scores"])
        self.turn = position["turn"]
        self.decision, self.asked = "stack" if self.pending else "turn", [self.turn]

    def act(self, seat, text):
        self.new_step()
        code = self.refusal(seat, text)
        if code is None:
            self.do(seat, text)
            self.count()
        elif code in WRONG_CARD and self.decision in ("turn", "after_draw"):
            self.punish(seat)
        return code

    def refusal(self, seat, text):
        """The first fault in the order of ruling 8, or None."""
        act = read_act(text)
        if act is None:
            return "unknown_act"
        if seat not in self.asked:
            return "not_your_turn"
        if seat in self.answers:
            return "already_answered"
        if act["kind"] == "draw" and self.decision == "stack":
            return "must_take_or_stack"  # ruling 10
        if act["kind"] not in self.kinds(seat):
            return "not_this_decision"
        if act["kind"] == "play":
            return self.card_fault(seat, act)
        fault = {"draw": draw_fault, "keep": keep_fault, "pass": pass_fault, "take": take_fault}.get(
            act["kind"]
        )
        return fault(self, seat) if fault else None

    def kinds(self, seat):
        """The kinds of act that the open decision knows for a seat that is asked (scenarios.md)."""
        if self.decision == "catch":
            return ["self", "ignore"] if seat == self.offender else ["catch", "ignore"]
        if self.decision == "challenge":
            may_stack = seat == self.played["victim"] and stackable(self)  # ruling 23
            return ["accept", "challenge"] + ["play"] * may_stack
        return {
            "turn": ["play", "draw", "pass"],
            "after_draw": ["play", "draw", "keep", "pass"],
            "stack": ["play", "take"],
            "color": ["color"],
        }[self.decision]

    def card_fault(self, seat, act):
        if is_wild(act["card"]) and act["color"] is None:
            return "color_missing"
        if not is_wild(act["card"]) and act["color"] is not None:
            return "color_not_allowed"
        if act["card"] not in self.hands[seat]:
            return "not_in_hand"
        return play_fault(self, seat, act["card"])

    def do(self, seat, text):
        """Apply an act that is legal."""
        act = read_act(text)
        if self.decision in POLLS:
            answer(self, seat, text)
        elif act["kind"] == "play":
            play(self, seat, act["card"], act["color"], act["uno"])
        elif act["kind"] == "color":
            name_color(self, act["color"])
        elif act["kind"] == "draw":
            draw(self, seat)
        elif act["kind"] == "take":
            take(self, seat)
        elif act["kind"] == "pass":
            pass_turn(self)
        else:
            end_turn(self)

    def punish(self, seat):
        """The card goes back and the turn is lost (ruling 9), or the seat is removed (ruling 11)."""
        reaction = self.options["illegal_play"]
        if reaction == "reject_and_draw":
            fine(self, seat, self.options["illegal_play_cards"])
            end_turn(self)
            self.count()
        elif reaction == "forfeit":
            remove(self, seat)

    def count(self):
        """The cap is looked at after the act (ruling 14)."""
        self.acts += 1
        if self.round is None and self.acts >= self.options["max_actions_per_round"]:
            end_undecided(self, "capped")

    def timeout(self, seat):
        """Apply the default act (ruling 12), which counts once however many acts it consists of."""
        self.new_step()
        if seat not in self.asked:
            return "not_your_turn"
        if seat in self.answers:
            return "already_answered"
        asked = self.decision
        self.do(seat, self.default(seat))
        if asked == "turn" and self.decision == "after_draw":
            self.do(seat, self.default(seat))
        self.count()
        return None

    def default(self, seat):
        """The text of the default act of the open decision (ruling 12)."""
        if self.decision == "color":
            return f"color {COLORS[0]}"  # never a choice that leaks the hand: rules 6 point 10
        if self.decision in POLLS:
            return {"catch": "ignore", "challenge": "accept"}[self.decision]
        if self.decision == "after_draw":
            return self.default_after_draw(seat)
        preferred, fault = {"turn": ("draw", draw_fault), "stack": ("take", take_fault)}[self.decision]
        return preferred if fault(self, seat) is None else self.first_play_or_pass(seat)

    def default_after_draw(self, seat):
        until_playable = self.options["draw_mode"] == "until_playable"
        if not until_playable and keep_fault(self, seat) is None:
            return "keep"
        last = self.drawn[-1]
        if play_fault(self, seat, last) is None:
            return f"play {last}:{COLORS[0]}" if is_wild(last) else f"play {last}"
        return self.first_play_or_pass(seat)

    def first_play_or_pass(self, seat):
        return [*plays(self, seat), "pass"][0]

    def retire(self, seat):
        self.new_step()
        remove(self, seat)

    def fine(self, seat, cards):
        self.new_step()
        arbiter_fine(self, seat, cards)

    def legal(self, seat):
        """The acts open to a seat without the shout, sorted as text; none for a seat that is not asked."""
        words = ["draw", "keep", "pass", "take", "challenge", "accept", "catch", "ignore", "self"]
        texts = words + [f"color {color}" for color in COLORS]
        for card in sorted(set(self.hands[seat])):
            texts += [f"play {card}:{color}" for color in COLORS] if is_wild(card) else [f"play {card}"]
        return sorted(text for text in texts if self.refusal(seat, text) is None)

    def snapshot(self):
        """Every field of `expect` in scenarios.md; `drew`, `forgiven` and `sees` belong to the last step."""
        return {
            "decision": self.decision,
            "to_act": list(self.asked),
            "legal": self.legal(self.asked[0]) if self.asked else [],
            "counts": [len(hand) for hand in self.hands],
            "hand": {str(seat): sorted(hand) for seat, hand in enumerate(self.hands)},
            "top": self.discard[0],
            "color": self.color,
            "direction": self.direction,
            "pending": self.pending,
            "draw_count": len(self.draw_pile),
            "discard_count": len(self.discard),
            "draw_pile": list(self.draw_pile),
            "discard": list(self.discard),
            "drew": {str(seat): cards for seat, cards in sorted(self.drew.items())},
            "forgiven": self.forgiven,
            "sees": {str(seat): list(hand) for seat, hand in sorted(self.sees.items())},
            "round": self.round,
            "scores": list(self.scores),
            "match_over": self.match_over,
            "match_winner": self.match_winner,
        }
