"""Who sits where, who follows whom, and who is whose partner. `t` is a table."""


def team_of(t, seat):
    """Seats that score together, ascending: partners sit opposite each other (rules 5.2, 7.1 A)."""
    if t.options["teams"] == "none":
        return [seat]
    half = t.seats // 2
    return [seat % half, seat % half + half]


def teams_left(t):
    """Teams with a seat in play; a team leaves as a whole (rules 5.2)."""
    teams = []
    for seat in t.active:
        if team_of(t, seat) not in teams:
            teams.append(team_of(t, seat))
    return teams


def opponents(t, seat):
    """Seats in play that are not of this seat's team, ascending."""
    return [other for other in t.active if other not in team_of(t, seat)]


def in_turn_order(t, seat):
    """All seats after this one in the direction in force, in play or not; the seat itself comes last."""
    return [(seat + t.direction * distance) % t.seats for distance in range(1, t.seats + 1)]


def next_active(t, seat):
    """The seat in play that follows this one, which may itself have been removed."""
    return next(other for other in in_turn_order(t, seat) if other in t.active)


def nearest(t, seat, candidates):
    """The candidate that comes first after this seat in turn order (rules 6 point 3)."""
    return next(other for other in in_turn_order(t, seat) if other in candidates)
