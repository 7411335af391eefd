from arbitro_engine.tournament.estimate import time_left_us

SECOND = 1_000_000


def test_no_match_no_estimate():
    assert time_left_us({"ann": 2, "bob": 2}, {}, {}) is None


def test_two_bots_play_one_match_after_the_other():
    took = {"ann": 10 * SECOND, "bob": 10 * SECOND}
    assert time_left_us({"ann": 3, "bob": 3}, took, {}) == 30 * SECOND
    assert time_left_us({"ann": 3, "bob": 3}, took, {"ann": 3, "bob": 3}) == 10 * SECOND


def test_the_slowest_bot_holds_everybody_up():
    took = {"ann": 60 * SECOND, "bob": SECOND, "cyd": SECOND, "dan": SECOND}
    remaining = dict.fromkeys(took, 6)
    assert time_left_us(remaining, took, dict.fromkeys(took, 2)) == 180 * SECOND


def test_the_referee_may_have_fewer_places():
    took = dict.fromkeys(["ann", "bob", "cyd", "dan"], 10 * SECOND)
    remaining = dict.fromkeys(took, 3)
    assert time_left_us(remaining, took, {}) == 30 * SECOND
    assert time_left_us(remaining, took, {}, parallel=1) == 60 * SECOND


def test_who_has_played_none_is_as_slow_as_the_others():
    assert time_left_us({"ann": 1, "bob": 1}, {"ann": 10 * SECOND}, {}) == 10 * SECOND


def test_a_match_at_a_table_is_counted_once():
    took = dict.fromkeys(["ann", "bob", "cyd"], 10 * SECOND)
    assert time_left_us(dict.fromkeys(took, 4), took, {}, seats=3) == 40 * SECOND


def test_nothing_left():
    assert time_left_us({"ann": 0, "bob": 0}, {"ann": 10 * SECOND}, {}) == 0
