"""An arbiter's acts by the command, in a match that is being played."""

import asyncio
import json

import pytest

from arbitro.codec import record_of
from arbitro_engine.match.record import RecordKind, StepRecord
from arbitro_sdk.cli.verbs import run
from support.hosting import host
from support.raw import gather, raw_bots


@pytest.fixture
async def table(tmp_path, monkeypatch):
    """A referee and the two bots of a match that is being played."""
    async with host(tmp_path / "data") as referee:
        await referee.create("ann", "ben", games=1, target=1)
        async with raw_bots(referee.address, *referee.tokens.values()) as bots:
            for bot in bots:
                await bot.hello()
            for bot in bots:
                await bot.ready()
            await bots[0].until(lambda one: any(number for _, number in one.seen.values()))
            monkeypatch.setenv("ARBITRO_SERVER", referee.address)
            monkeypatch.setenv("ARBITRO_TOKEN", referee.organiser)
            yield referee, bots


async def call(capsys, *arguments):
    """Run a verb in a thread, as a person beside the referee would."""
    code = await asyncio.to_thread(run, ["tournament", *arguments])
    out, err = capsys.readouterr()
    return code, json.loads(out.splitlines()[-1]) if "--json" in arguments else out + err


def steps(referee):
    """What the match's log has."""
    records = map(record_of, referee.app.floor.store.records("cup-0-0.0"))
    return [record for record in records if isinstance(record, StepRecord)]


def acts(referee):
    """The arbiter's acts that took effect, as the match's log has them."""
    return [
        (step.arbiter, step.seat, step.cards, step.why)
        for step in steps(referee)
        if step.kind is RecordKind.ARBITER
    ]


async def test_a_seat_is_fined_by_number_or_bot(table, capsys):
    referee, bots = table
    code, told = await call(capsys, "fine", "cup-0-0", "ben", "--cards", "3", "--why", "advice", "--json")
    assert (code, told) == (0, {"match": "cup-0-0", "seat": 1, "cards": 3, "address": None})
    code, told = await call(capsys, "fine", "cup-0-0", "0", "--cards", "1", "--why", "noise")
    assert (code, told.splitlines()[-1]) == (0, "seat 0 of cup-0-0 is fined")
    await gather(*bots)
    assert acts(referee) == [("fine", 1, 3, "advice"), ("fine", 0, 1, "noise")]


async def test_a_retired_seat_has_lost(table, capsys):
    referee, bots = table
    code, told = await call(capsys, "retire", "cup-0-0", "ann", "--why", "two bots by one hand", "--json")
    assert (code, told) == (0, {"match": "cup-0-0", "seat": 0, "was_out": False, "address": None})
    await gather(*bots)
    result, _ = referee.app.director.hosted["cup"].machine.results
    assert (result.winner, result.ending.text) == (1, "conduct")
    assert acts(referee) == [("retire", 0, 0, "two bots by one hand")]


async def test_a_seat_that_is_out_is_taken_out_once(table, capsys):
    referee, bots = table
    retire = ("retire", "cup-0-0", "ann", "--why", "two bots by one hand")
    told = [(await call(capsys, *retire))[1].splitlines()[-1] for _ in range(2)]
    assert told == ["seat 0 of cup-0-0 is out", "seat 0 of cup-0-0 was out already"]
    await gather(*bots)
    assert acts(referee) == [("retire", 0, 0, "two bots by one hand")]
    assert [step.kind for step in steps(referee)].count(RecordKind.ORDER) == 1
    code, again = await call(capsys, *retire, "--json")  # it left, and the match is over
    assert (code, again["was_out"]) == (0, True)
    code, other = await call(capsys, "retire", "cup-0-0", "ben", "--why", "noise")
    assert (code, "A304 " in other) == (2, True)


async def test_whoever_is_out_draws_nothing_and_the_last_one_in_has_won(table, capsys):
    referee, bots = table
    why = "--why", "two bots by one hand"
    await call(capsys, "retire", "cup-0-0", "ann", *why)
    code, told = await call(capsys, "fine", "cup-0-0", "ann", "--cards", "1", *why)
    assert (code, "Seat 0 of cup-0-0 is out" in told) == (2, True)
    code, told = await call(capsys, "retire", "cup-0-0", "ben", *why)
    assert (code, "Void the match" in told) == (2, True)
    await gather(*bots)
    assert acts(referee) == [("retire", 0, 0, "two bots by one hand")]


@pytest.mark.parametrize(
    "arguments, code, told",
    [
        (
            ("fine", "cup-0-0", "cyd", "--why", "x"),
            2,
            "A001 cyd does not play cup-0-0. Its seats: 0 ann, 1 ben.",
        ),
        (("fine", "cup-0-0", "2", "--why", "x"), 2, "A001 2 does not play cup-0-0. Its seats: 0 ann, 1 ben."),
        (("retire", "cup-0-0", "4294967296", "--why", "x"), 2, "A001 4294967296 does not play cup-0-0."),
        (("fine", "cup-0-0", "0", "--why", "x"), 2, "A301"),
        (
            ("retire", "cup-9-9", "0", "--why", "x"),
            2,
            "A302 NOT_FOUND: There is no match cup-9-9: `arbitro tournament results TOURNAMENT`",
        ),
        (("status", "bowl"), 2, "There is no tournament bowl: `arbitro tournament list` or ListTournaments"),
        (("retire", "cup-0-0", "0"), 2, "--why"),
    ],
)
async def test_what_cannot_be_is_told(table, capsys, arguments, code, told):
    got, text = await call(capsys, *arguments)
    assert got == code, text
    assert told in text


@pytest.mark.parametrize("why", ["", "  ", "two\nlines", "\x1b[2J"])
async def test_a_reason_is_a_line_of_text(table, capsys, why):
    code, told = await call(capsys, "retire", "cup-0-0", "ann", "--why", why)
    assert code == 2
    assert "a reason is a line of text" in told
