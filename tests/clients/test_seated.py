import pytest

from arbitro_engine.match.messages import Ended, Outcome, Public, Result
from arbitro_engine.rules.cards import parse_cards
from arbitro_engine.rules.events import EventKind, Why
from arbitro_engine.rules.moves import Act, DecisionKind, Refusal
from arbitro_engine.rules.view import PublicEvent
from arbitro_sdk import Bot
from arbitro_sdk.seated import SeatedBot, to_stderr
from support.views import ask, make_view


@pytest.fixture
def reports():
    return []


def seated(choose, reports):
    bot = Bot()
    bot.choose = choose
    return SeatedBot(bot, make_view(), reports.append)


def fails(_turn):
    raise ZeroDivisionError("a mistake of mine")


def test_a_choice_becomes_a_move_with_its_shout(reports):
    decided = seated(lambda turn: turn.legal[0], reports).decide(
        ask(hand=tuple(parse_cards(["R7", "W"]))), 0.0
    )
    assert (str(decided.move), decided.crashed, decided.note, reports) == ("play R7 uno", False, "", [])


def test_a_text_form_is_a_choice_too(reports):
    assert str(seated(lambda _: "play W:G", reports).decide(ask(), 0.0).move) == "play W:G"


def test_notes_go_with_the_answer(reports):
    def choose(turn):
        turn.note("long hand")
        return turn.legal[0]

    assert seated(choose, reports).decide(ask(), 0.0).note == "long hand"


@pytest.mark.parametrize(
    "kind, acts, plays, does",
    [
        (DecisionKind.TURN, [Act.DRAW], ["R7"], "draw"),
        (DecisionKind.TURN, [Act.PASS], [], "pass"),
        (DecisionKind.TURN, [], ["R7"], "play R7"),
        (DecisionKind.AFTER_DRAW, [Act.DRAW, Act.KEEP], ["R7"], "keep"),
        (DecisionKind.AFTER_DRAW, [Act.DRAW], ["R7"], "play R7"),
        (DecisionKind.STACK, [Act.TAKE], ["R+2"], "take"),
        (DecisionKind.CHALLENGE, [Act.ACCEPT, Act.CHALLENGE], [], "accept"),
        (DecisionKind.CATCH, [Act.CATCH, Act.IGNORE], [], "ignore"),
        (DecisionKind.COLOR, [Act.COLOR], [], "color R"),
    ],
)
def test_a_bot_that_fails_does_what_is_safe(reports, kind, acts, plays, does):
    decided = seated(fails, reports).decide(
        ask(kind=kind, acts=tuple(acts), plays=tuple(parse_cards(plays))), 0.0
    )
    assert (str(decided.move), decided.crashed) == (does, True)


def test_the_author_sees_his_traceback_and_the_turn(reports):
    seated(fails, reports).decide(ask(), 0.0)
    (report,) = reports
    assert "ZeroDivisionError: a mistake of mine" in report
    assert "test_seated.py" in report
    assert "arbitro_sdk" not in report
    assert "hand  R7 B2 W" in report
    assert "Your bot lost this turn: it does `draw` instead." in report


def test_the_same_mistake_is_told_shortly_the_second_time(reports):
    bot = seated(fails, reports)
    bot.decide(ask(), 0.0)
    bot.decide(ask(), 0.0)
    assert reports[1] == "ZeroDivisionError again: Your bot lost this turn: it does `draw` instead."


def test_a_mistake_of_every_turn_is_counted_in_the_end(reports):
    bot = seated(fails, reports)
    for _ in range(50):
        bot.decide(ask(), 0.0)
    bot.end(Ended(Why.TARGET, 1, (0, 500), None, 9, (0, 9), (0, 0), 400))
    assert len(reports) == 6
    assert reports[-2:] == [
        "ZeroDivisionError again, and from here on only counted.",
        "ZeroDivisionError 50 times in cup-0-0.",
    ]


def test_one_mistake_with_many_values_is_one_mistake(reports):
    numbers = iter(range(10))
    bot = seated(lambda _: next(numbers), reports)
    bot.decide(ask(), 0.0)
    bot.decide(ask(), 0.0)
    assert "TypeError: choose(turn) returned 0: return one of turn.legal" in reports[0]
    assert reports[1].startswith("TypeError again")


@pytest.mark.parametrize("answer", [None, 7, "dance", ["play R7"]])
def test_what_is_no_choice_is_a_mistake(reports, answer):
    assert seated(lambda _: answer, reports).decide(ask(), 0.0).crashed
    assert "dance" in reports[0] or "return one of turn.legal" in reports[0]
    assert "Traceback" not in reports[0], "none of it would be the author's"


def test_a_function_without_a_turn_is_told_in_a_line(reports):
    seated(lambda: "draw", reports).decide(ask(), 0.0)
    assert reports[0].startswith("TypeError: ")
    assert "takes 0 positional arguments but 1 was given" in reports[0]


def test_only_so_many_reports_are_written(capsys):
    report = to_stderr("ana", 2)
    for number in range(5):
        report(f"mistake {number}")
    assert capsys.readouterr().err.splitlines() == [
        "ana | mistake 0",
        "ana | mistake 1",
        "ana | More like this is only counted; `arbitro try` shows one match.",
    ]


def test_a_bot_that_exits_loses_its_turn_alone(reports):
    assert seated(lambda _: exit(), reports).decide(ask(), 0.0).crashed  # noqa: PLR1722 - as authors write it


def test_what_no_exception_of_python_is_costs_the_turn_alone_too(reports):
    class Panic(BaseException):  # as extensions in other languages raise it
        pass

    class Panics(Bot):
        def choose(self, turn):
            raise Panic

        def on_match_end(self, end):
            raise Panic

    bot = SeatedBot(Panics(), make_view(), reports.append)
    assert bot.decide(ask(), 0.0).crashed
    bot.end(Ended(Why.TARGET, 0, (500, 20), None, 9, (8, 1), (0, 0), 400))
    assert ["Panic" in report for report in reports] == [True, True]


def test_a_refusal_is_shown_and_told_in_the_next_attempt(reports):
    turns = []

    def choose(turn):
        turns.append(turn)
        return "play B2"

    bot = seated(choose, reports)
    bot.decide(ask(), 0.0)
    bot.told(Result(0, 3, 0, Outcome.REFUSED, strikes=1, refusal=Refusal.NO_MATCH))
    bot.decide(ask(attempt=1), 0.0)
    bot.decide(ask(decision=4), 0.0)
    assert [turn.refused for turn in turns] == [None, "no_match", None]
    assert reports[0].startswith("`play B2` was refused: no_match (strike 1 of 3).")
    assert "hand  R7 B2 W" in reports[0]


def test_an_interruption_shows_where_the_bot_was(reports):
    def waits(_turn):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        seated(waits, reports).decide(ask(), 0.0)
    assert "in waits" in reports[0]
    assert reports[0].endswith("That is where your bot was.")


def test_hooks_are_called_and_their_mistakes_survived(reports):
    calls = []

    class Hooked(Bot):
        def on_match_start(self, match):
            calls.append(match.match)

        def on_event(self, event):
            calls.append(event.kind)
            raise ValueError("in a hook")

        def on_match_end(self, end):
            calls.append((end.won, end.ending, end.scores))

    bot = SeatedBot(Hooked(), make_view(), reports.append)
    bot.hear([Public(0, (PublicEvent(EventKind.PASSED, 1),))], [])
    bot.end(Ended(Why.TARGET, 0, (500, 20), None, 9, (8, 1), (0, 0), 400))
    assert calls == ["cup-0-0", EventKind.PASSED, (True, "target", (500, 20))]
    assert "ValueError: in a hook" in reports[0]
    assert "That was in on_event; your bot plays on." in reports[0]


def test_a_hook_that_does_nothing_is_not_waited_on(reports):
    class Silent(Bot):
        pass

    view = make_view()
    bot = SeatedBot(Silent(), view, reports.append)
    unread = iter([Public(0, (PublicEvent(EventKind.PASSED, 1),))])
    bot.hear(unread, [])
    assert next(unread).seq == 0


def test_hooks_are_optional(reports):
    class Plain:
        def choose(self, turn):
            return turn.legal[0]

    bot = SeatedBot(Plain(), make_view(), reports.append)
    bot.hear([Public(0, (PublicEvent(EventKind.PASSED, 1),))], [])
    bot.end(Ended(Why.CANCELLED, None, (0, 0), None, 0, (0, 0), (0, 0), 0))
    assert reports == []
