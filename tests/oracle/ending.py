"""How a round ends, what it scores, and whether it ends the match. `t` is a table."""

from .cards import value
from .drawing import penalty
from .seating import next_active, team_of, teams_left


def go_out(t, seat):
    """The hand is empty: what is pending lands on the next seat at once and is counted (rules 5.4, 5.5)."""
    counted = t.options["scoring"] != "round_win"
    if t.pending and counted and t.options["last_draw_applies"] == "on":
        penalty(t, next_active(t, seat), t.pending)
    end_round(t, seat, "out")


def end_undecided(t, reason):
    """A frozen (`blocked`) or `capped` round: rules 5.8, rulings 14, 16, 38."""
    end_round(t, lowest_hand(t) if t.options["blocked_round"] == "lowest_hand" else None, reason)


def end_by_removal(t):
    """One team is left (ruling 35)."""
    end_round(t, t.active[0], "retired")


def lowest_hand(t):
    """The seat with the lowest hand; None when seats of two teams share it (ruling 38)."""
    lowest = min(hand_value(t, seat) for seat in t.active)
    holders = [seat for seat in t.active if hand_value(t, seat) == lowest]
    return holders[0] if all(seat in team_of(t, holders[0]) for seat in holders) else None


def hand_value(t, seat):
    return sum(value(card, t.options) for card in t.hands[seat])


def end_round(t, winner, reason):
    t.decision, t.asked, t.answers, t.pending, t.windows = "none", [], {}, 0, []
    points = credit(t, winner, reason)
    if t.options["scoring"] == "keep_own":
        keep_own(t, reason)
    elif winner is not None:
        for seat in team_of(t, winner):  # ruling 37: partners show the same number
            t.scores[seat] += points
    t.round = {"winner": winner, "points": points, "reason": reason}
    t.match_over, t.match_winner = match_result(t, winner, reason)


def credit(t, winner, reason):
    """What the winner is credited with (rulings 15, 35)."""
    if winner is None or t.options["scoring"] == "keep_own":
        return 0
    if t.options["scoring"] == "round_win":
        return 1
    if reason == "retired":
        return 0
    uncounted = team_of(t, winner) if t.options["team_points"] == "opponents_only" else [winner]
    return sum(hand_value(t, seat) for seat in t.active if seat not in uncounted)


def keep_own(t, reason):
    """Every team adds its own hands (rulings 16, 35, 37)."""
    void = reason in ("blocked", "capped") and t.options["blocked_round"] == "void"
    if reason == "retired" or void:
        return
    for team in teams_left(t):
        added = sum(hand_value(t, seat) for seat in team)
        for seat in team:
            t.scores[seat] += added


def match_result(t, winner, reason):
    """Return (over, winner or None) as if this round were the first (rules 5.10; rulings 35, 39, 40, 55)."""
    if reason == "retired":
        return True, winner
    keep_own = t.options["scoring"] == "keep_own"
    if not keep_own and winner is not None and t.scores[winner] >= t.options["target"]:
        return True, team_of(t, winner)[0]
    if (keep_own and max(t.scores) >= t.options["target"]) or t.options["max_rounds"] == 1:
        return leader_or_tie(t, min if keep_own else max)
    return False, None


def leader_or_tie(t, best):
    """The team in play with the best total wins, a tie goes to final_tie (ruling 39)."""
    total = best(t.scores[seat] for seat in t.active)
    leaders = [team for team in teams_left(t) if t.scores[team[0]] == total]
    if len(leaders) == 1:
        return True, leaders[0][0]
    return t.options["final_tie"] == "shared" or t.options["extra_rounds_max"] == 0, None
