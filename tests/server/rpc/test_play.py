"""A bot's session over a real stream, step by step."""

import asyncio

import pytest
from grpc import StatusCode

from arbitro.v1 import errors_pb2 as errors
from arbitro.v1 import moves_pb2 as moves
from arbitro.v1 import play_pb2 as pb
from support.hosting import Host, host
from support.jumping import S, turns
from support.raw import RawBot, first, gather, raw_bot, raw_bots


@pytest.fixture
async def referee(tmp_path):
    async with host(tmp_path / "data", refusals_per_second=20) as running:
        yield running


@pytest.fixture
async def table(referee):
    """Two bots in a running match; the first question lies open with one of them."""
    await referee.create("ann", "ben", games=1, target=500)
    async with raw_bots(referee.address, *referee.tokens.values()) as (ann, ben):
        await ann.hello()
        await ben.hello()
        await ann.ready()
        await ben.ready()
        yield referee, ann, ben


async def asked(*bots: RawBot) -> RawBot:
    """Whoever is asked first, when everybody has been dealt to."""
    for bot in bots:
        await bot.until(lambda one: any(number for _, number in one.seen.values()))
    return next(bot for bot in bots if bot.open)


async def all_written(referee: Host) -> None:
    """Let the frames on their way be written: one that waits while time jumps is taken for unread."""
    while any(stream._steps % 2 for stream in referee.app.rpc.play._open):
        await turns(1)


async def fatal(bot: RawBot) -> str:
    """The reason of the fatal error that ends a session: in the stream, and again in the status."""
    name = await bot.reason()
    told = [error for frame in bot.frames for error in frame.errors if error.fatal]
    assert [errors.ErrorReason.Name(error.reason) for error in told] == [f"ERROR_REASON_{name}"]
    assert bot.goodbye.reason == pb.GOODBYE_REASON_KICKED
    return name


async def refused(bot: RawBot) -> str:
    """The reason of the next fault that is answered in the stream."""
    while True:
        frame = await bot.frame()
        if frame.errors:
            assert not frame.errors[0].fatal
            assert frame.errors[0].text
            return errors.ErrorReason.Name(frame.errors[0].reason).removeprefix("ERROR_REASON_")


async def test_a_match_is_played_from_hello_to_goodbye(referee: Host):
    await referee.create("ann", "ben", games=1, target=1)
    async with raw_bots(referee.address, *referee.tokens.values()) as (ann, ben):
        welcome = await ann.hello(matches=4)
        await ben.hello(matches=4)
        await gather(ann, ben)
        assert welcome.bot == "ann"
        assert welcome.limits.max_concurrent_matches == 4
        assert len(ann.ended) == len(ben.ended) == 2
        assert all(
            len(ended.head.head) == 32 and len(ended.head.signature) == 64 for ended in ann.ended.values()
        )
        assert ann.goodbye.reason == pb.GOODBYE_REASON_DONE
        assert await ann.call.code() == StatusCode.OK
    standings = await referee.standings()
    assert sum(line.won for line in standings.standings) == 2
    assert not standings.provisional


@pytest.mark.parametrize(
    "token, reason_told",
    [("", "TOKEN_MISSING"), ("arb_bot_no", "TOKEN_UNKNOWN"), ("organiser", "ROLE_MISSING")],
)
async def test_only_a_bot_gets_in(referee: Host, token, reason_told):
    async with raw_bot(referee.address, referee.organiser if token == "organiser" else token) as bot:
        assert await bot.reason() == reason_told


async def test_hello_must_come_in_time(referee: Host):
    await referee.create("ann", "ben", start=False)
    async with raw_bot(referee.address, referee.tokens["ann"]) as bot:
        await bot.call.wait_for_connection()
        while not referee.app.rpc.play.streams["ann"]:
            await turns(1)
        await turns()
        referee.clock.jump(5 * S)
        assert await fatal(bot) == "HELLO_EXPECTED"


async def test_hello_must_come_first(referee: Host):
    await referee.create("ann", "ben", start=False)
    async with raw_bot(referee.address, referee.tokens["ann"]) as bot:
        await bot.send(leave=pb.Leave())
        assert await fatal(bot) == "HELLO_EXPECTED"


async def test_a_scope_must_exist(referee: Host):
    await referee.create("ann", "ben", start=False)
    async with raw_bot(referee.address, referee.tokens["ann"]) as bot:
        await bot.send(hello=pb.Hello(scope="nowhere"))
        assert await fatal(bot) == "NOT_FOUND"


async def test_faults_are_answered_and_the_session_goes_on(table):
    _, ann, ben = table
    bot = await asked(ann, ben)
    question = next(iter(bot.open.values()))
    await bot.send(hello=pb.Hello())
    assert await refused(bot) == "HELLO_REPEATED"
    await bot.send_bytes(b"\xff\xff\xff")
    assert await refused(bot) == "MALFORMED"
    await bot.send(answers=[pb.Answer(match=1, decision=0, act=moves.ACT_DRAW)])
    assert await refused(bot) == "NOT_YOUR_MATCH"
    await bot.send(ready=[pb.Ready(match=question.match, nonce=bytes(33))])
    assert await refused(bot) == "BAD_FIELD"
    await bot.send_bytes(
        b"\xfa\xff\xff\xff\x0f\x01\x00" + pb.PlayRequest(answers=[first(question)]).SerializeToString()
    )
    result = await bot.result()
    assert result.outcome == pb.OUTCOME_ACCEPTED


async def test_a_large_frame_ends_the_session(table):
    _, ann, _ = table
    await ann.send(leave=pb.Leave(reason="x" * 70_000))
    assert await fatal(ann) == "TOO_LARGE"


async def test_an_answer_before_ready_is_refused(referee: Host):
    await referee.create("ann", "ben")
    async with raw_bots(referee.address, *referee.tokens.values()) as (ann, ben):
        await ann.hello()
        await ben.hello()
        await ann.until(lambda bot: bot.started)
        await ann.send(answers=[pb.Answer(match=next(iter(ann.started)), act=moves.ACT_DRAW)])
        assert await refused(ann) == "NOT_READY"


async def test_a_flood_of_faults_ends_the_session_and_hurts_nobody_else(table):
    referee, ann, ben = table
    for _ in range(21):
        await ann.send_bytes(b"\xff")
    assert await fatal(ann) == "RATE_LIMITED"
    await all_written(referee)
    referee.clock.jump(30 * S)  # the grace of contest
    await ben.until(lambda bot: bot.ended)
    ended = next(iter(ben.ended.values()))
    assert ended.ending == moves.ENDING_DISCONNECT
    assert ended.winner == next(iter(ben.started.values())).seat


async def test_the_same_answer_twice_is_done_once(table):
    _, ann, ben = table
    bot = await asked(ann, ben)
    answer = first(await bot.asked())
    await bot.send(answers=[answer, answer])
    results = []
    while len(results) < 2:
        results += (await bot.frame()).results
    assert results[0] == results[1]
    assert results[0].outcome == pb.OUTCOME_ACCEPTED


async def test_another_answer_to_the_same_decision_is_stale(table):
    _, ann, ben = table
    bot = await asked(ann, ben)
    question = await bot.asked()
    answer = first(question)
    other = pb.Answer(match=answer.match, decision=answer.decision, act=moves.ACT_DRAW)
    if answer.act == moves.ACT_DRAW:
        other.act = moves.ACT_TAKE
    await bot.send(answers=[answer])
    assert (await bot.result()).outcome == pb.OUTCOME_ACCEPTED
    await bot.send(answers=[other])
    assert (await bot.result()).outcome == pb.OUTCOME_STALE


async def test_a_decision_that_was_never_put_is_unknown(table):
    _, ann, ben = table
    bot = await asked(ann, ben)
    await bot.answer(decision=17)
    assert (await bot.result()).outcome == pb.OUTCOME_UNKNOWN
    await bot.answer()
    assert (await bot.result()).outcome == pb.OUTCOME_ACCEPTED


@pytest.mark.parametrize("field", ["act", "card"])
async def test_an_unset_enum_is_never_the_first_value(table, field):
    _, ann, ben = table
    bot = await asked(ann, ben)
    question = await bot.asked()
    answer = pb.Answer(match=question.match, decision=question.decision, act=moves.ACT_PLAY, card=1)
    setattr(answer, field, 0)
    await bot.send(answers=[answer])
    result = await bot.result()
    assert result.outcome == pb.OUTCOME_REFUSED
    assert result.refusal == moves.REFUSAL_UNKNOWN_ACT
    assert result.strikes == 1
    assert (await bot.asked()).attempt == 1
    await bot.answer()
    assert (await bot.result()).outcome == pb.OUTCOME_ACCEPTED


async def test_a_card_that_is_not_in_hand_is_refused(table):
    _, ann, ben = table
    bot = await asked(ann, ben)
    question = await bot.asked()
    missing = next(card for card in range(1, 53) if card not in question.hand)
    await bot.answer(act=moves.ACT_PLAY, card=missing, color=0)
    result = await bot.result()
    assert result.refusal == moves.REFUSAL_NOT_IN_HAND
    assert (await bot.asked()).hand == question.hand


async def test_who_leaves_may_finish_its_match(table):
    referee, ann, ben = table
    await ann.send(leave=pb.Leave(reason="enough"))
    await asyncio.gather(ann.play_on(), ben.play_on(until=lambda bot: bot.ended))
    assert len(ann.ended) == 1
    assert ann.goodbye.reason == pb.GOODBYE_REASON_DONE
    assert (await referee.get()).played == 1


async def test_who_leaves_without_a_match_goes_at_once(referee: Host):
    await referee.create("ann", "ben", start=False)
    async with raw_bot(referee.address, referee.tokens["ann"]) as ann:
        await ann.hello()
        await ann.send(leave=pb.Leave())
        await ann.play_on()
        assert ann.goodbye.reason == pb.GOODBYE_REASON_DONE


async def test_whose_opponent_crashes_is_told_that_it_won_and_goes_in_peace(table):
    """C04: one bot's crash neither takes the other along nor leaves it in the dark."""
    referee, ann, ben = table
    await ann.close()
    while referee.app.rpc.play.streams["ann"]:
        await turns(1)
    await all_written(referee)
    referee.clock.jump(30 * S)  # the grace of contest
    await ben.until(lambda bot: bot.ended)
    (match,) = ben.ended
    assert ben.ended[match].ending == moves.ENDING_DISCONNECT
    assert ben.ended[match].winner == ben.started[match].seat
    await all_written(referee)
    referee.clock.jump(300 * S)  # and what ann did not come back for is forfeited too
    assert await ben.reason() == ""
    assert ben.goodbye.reason == pb.GOODBYE_REASON_DONE
    assert await ben.call.code() == StatusCode.OK
    assert {line.bot: line.won for line in (await referee.standings()).standings} == {"ann": 0, "ben": 2}


async def test_no_more_matches_than_asked_for(referee: Host):
    await referee.create("ann", "ben", "cid", games=10, target=1)
    most = 0
    async with raw_bots(referee.address, *referee.tokens.values()) as (ann, ben, cid):
        await ann.hello(matches=3)
        await ben.hello(matches=2)
        await cid.hello(matches=50)

        def crowded(bot: RawBot) -> bool:
            nonlocal most
            most = max(most, len(ann.started) - len(ann.ended))
            return False

        await asyncio.gather(*(bot.play_on(until=crowded) for bot in (ann, ben, cid)))
    assert most == 3
    assert (await referee.get()).played == 30


async def test_a_second_session_supersedes_the_first(table):
    _, ann, ben = table
    bot = await asked(ann, ben)
    question = await bot.asked()
    async with raw_bot(bot.address, bot.token) as again:
        await again.hello(known=bot.known())
        await bot.call.done_writing()
        assert await bot.reason() == "SUPERSEDED"
        assert bot.goodbye.reason == pb.GOODBYE_REASON_SUPERSEDED
        repeated = await again.asked()
        assert (repeated.decision, repeated.attempt) == (question.decision, question.attempt)
        await again.answer()
        assert (await again.result()).outcome == pb.OUTCOME_ACCEPTED


async def test_a_stream_that_is_superseded_ends_under_no_answer(table):
    _, ann, ben = table
    bot = await asked(ann, ben)
    async with raw_bot(bot.address, bot.token) as again:
        await again.hello(known=bot.known())
        await bot.until(lambda one: one.goodbye)
        end = asyncio.create_task(bot.reason())
        await again.answer()
        await again.result()
        assert not end.done()
        await bot.answer()  # as one who had not read that yet
        await bot.call.done_writing()
        assert await end == "SUPERSEDED"


async def test_frames_are_counted_both_ways(referee):
    await referee.create("ann", "ben", start=False)
    async with raw_bot(referee.address, referee.tokens["ann"]) as ann:
        await ann.hello()
        await ann.send(leave=pb.Leave())
        while not ann.goodbye:
            await ann.frame()
    labels = "bidi_stream", "arbitro.v1.PlayService", "Play"
    metrics = referee.app.floor.metrics
    assert metrics.received.labels(*labels)._value.get() == 2
    assert metrics.sent.labels(*labels)._value.get() == len(ann.frames)
