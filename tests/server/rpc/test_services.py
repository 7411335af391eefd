"""The organiser's services over gRPC: verbs, lists, standings, watching, logs, an arbiter's acts, tokens."""

import asyncio
import random
import threading
from contextlib import suppress

import pytest
from google.rpc import error_details_pb2
from grpc import StatusCode, aio
from grpc_status import rpc_status

from arbitro.codec import record_of
from arbitro.v1 import bot_pb2, clocks_pb2, info_pb2, info_pb2_grpc, match_pb2, rules_pb2, tournament_pb2
from arbitro.v1 import moves_pb2 as moves
from arbitro.v1 import play_pb2 as pb
from arbitro_engine.log.stored import read_log
from arbitro_engine.log.verify import verify
from arbitro_engine.tournament import design
from arbitro_sdk.admin import Organiser
from arbitro_sdk.hosted import Pages, Status
from arbitro_sdk.referee import Referee
from arbitro_server.rpc.terms import plan_of
from arbitro_server.runtime import director
from arbitro_server.runtime.replays import Replays
from arbitro_server.runtime.retelling import _SLICE as SLICE
from arbitro_server.runtime.retelling import Retelling
from arbitro_server.store.interface import StoreError
from support.hosting import Host, host
from support.jumping import S, turns
from support.raw import RawBot, gather, raw_bots


@pytest.fixture
async def referee(tmp_path):
    async with host(tmp_path / "data") as running:
        yield running


async def refused(call) -> tuple[str, list[str]]:
    """The reason a call is refused for, and the fields at fault."""
    with pytest.raises(aio.AioRpcError) as caught:
        await call
    reason, fields = "", []
    for detail in rpc_status.from_call(caught.value).details:
        info, bad = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
        if detail.Unpack(info):
            reason = info.reason
        elif detail.Unpack(bad):
            fields = [violation.field for violation in bad.field_violations]
    return reason, fields


async def rest(call) -> list:
    """Whatever else a stream brings."""
    messages = []
    while (message := await call.read()) is not aio.EOF:
        messages.append(message)
    return messages


async def played(referee: Host, *bots: str, **fields: object) -> None:
    """Play a tournament to its end."""
    await referee.create(*bots, **{"target": 1, "games": 1, **fields})
    async with raw_bots(referee.address, *(referee.tokens[bot] for bot in bots)) as seated:
        for bot in seated:
            await bot.hello(matches=4)
        await gather(*seated)


async def test_a_bad_tournament_is_refused_with_all_its_faults(referee):
    wanted = tournament_pb2.Tournament(
        name="No Slug",
        schedule="swiss",
        rules=rules_pb2.RuleSet(
            profile="official", overrides={"stack_draw_two": "sideways", "nonsense": "1"}
        ),
        entrants=[tournament_pb2.Entrant(bot="ann"), tournament_pb2.Entrant(bot="ann")],
        settings={"surprise": "1"},
    )
    request = tournament_pb2.CreateTournamentRequest(tournament=wanted)
    reason, fields = await refused(referee.tournaments.CreateTournament(request, metadata=referee.metadata))
    assert reason == "BAD_FIELD"
    assert set(fields) >= {
        "tournament.rules.stack_draw_two",
        "tournament.rules.nonsense",
        "tournament.id",
        "tournament.format",
        "tournament.surprise",
    }


async def test_a_setting_that_has_a_field_of_its_own_is_refused(referee):
    """Else the field's value would win without a word."""
    settings = {"games": "10", "id": "bowl", "target": "7", "stop_early": "on"}
    call = referee.create("ann", "ben", settings=settings)
    assert await refused(call) == (
        "BAD_FIELD",
        ["tournament.settings.games", "tournament.settings.id", "tournament.settings.target"],
    )


async def test_rules_alone_have_reasons_of_their_own(referee):
    rules = rules_pb2.RuleSet(profile="offical")
    request = tournament_pb2.CreateTournamentRequest(
        tournament=tournament_pb2.Tournament(name="cup", rules=rules)
    )
    reason, _ = await refused(referee.tournaments.CreateTournament(request, metadata=referee.metadata))
    assert reason == "RULES_UNKNOWN"


@pytest.mark.parametrize(
    "overrides, reason_told",
    [
        ({"variant": "flip"}, "VARIANT_UNSUPPORTED"),
        ({"nonsense": "1"}, "RULES_UNKNOWN"),
        ({"hand_size": "54"}, "RULES_CONTRADICTORY"),
    ],
)
async def test_rules_are_refused_by_reason(referee, overrides, reason_told):
    wanted = tournament_pb2.Tournament(name="cup", rules=rules_pb2.RuleSet(overrides=overrides))
    request = tournament_pb2.CreateTournamentRequest(tournament=wanted)
    reason, fields = await refused(referee.tournaments.CreateTournament(request, metadata=referee.metadata))
    assert reason == reason_told
    assert fields == [f"tournament.rules.{option}" for option in overrides]


async def test_the_same_request_makes_one_tournament(referee):
    wanted = tournament_pb2.Tournament(name="cup", entrants=[tournament_pb2.Entrant(bot="ann")])
    request = tournament_pb2.CreateTournamentRequest(tournament=wanted, request_id="once")
    first = await referee.tournaments.CreateTournament(request, metadata=referee.metadata)
    again = await referee.tournaments.CreateTournament(request, metadata=referee.metadata)
    assert list(first.tokens) == ["ann"]
    assert not again.tokens
    assert again.join_code == first.join_code
    request.request_id = "twice"
    assert (await refused(referee.tournaments.CreateTournament(request, metadata=referee.metadata)))[0] == (
        "ALREADY_EXISTS"
    )


async def test_too_few_entrants_cannot_start(referee):
    await referee.create("ann", start=False)
    reason, _ = await refused(
        referee.tournaments.StartTournament(
            tournament_pb2.StartTournamentRequest(name="cup"), metadata=referee.metadata
        )
    )
    assert reason == "WRONG_STATE"


async def test_bots_register_with_the_join_code(referee):
    wanted = tournament_pb2.Tournament(name="cup")
    made = await referee.tournaments.CreateTournament(
        tournament_pb2.CreateTournamentRequest(tournament=wanted), metadata=referee.metadata
    )
    register = referee.tournaments.RegisterEntrant

    def asking(code: str, bot: str = "ann") -> tournament_pb2.RegisterEntrantRequest:
        return tournament_pb2.RegisterEntrantRequest(name="cup", bot=bot, join_code=code)

    assert (await refused(register(asking("wrong"))))[0] == "ROLE_MISSING"
    assert (await refused(register(asking(made.join_code, "No Slug"))))[0] == "BAD_FIELD"
    entered = await register(asking(made.join_code))
    assert entered.entrant.bot == "ann"
    assert entered.token.startswith("arb_bot_")
    again = asking(made.join_code)
    again.title = "Anna"
    assert (await refused(register(again)))[0] == "ALREADY_EXISTS"
    async with raw_bots(referee.address, entered.token) as (ann,):
        assert (await ann.hello()).bot == "ann"
    await referee.tournaments.CancelTournament(
        tournament_pb2.CancelTournamentRequest(name="cup", why="rain"), metadata=referee.metadata
    )
    late = asking(made.join_code, "cem")
    assert (await refused(register(late)))[0] == "WRONG_STATE"
    bots = await referee.bots.ListBots(bot_pb2.ListBotsRequest(), metadata=referee.metadata)
    assert [(bot.bot, bot.name) for bot in bots.bots] == [("ann", "ann")]  # a refusal names nobody


async def test_lists_have_pages(referee):
    for number in range(5):
        await referee.create("ann", "ben", name=f"cup{number}", start=False)
    listing = referee.tournaments.ListTournaments
    page = await listing(tournament_pb2.ListTournamentsRequest(page_size=2), metadata=referee.metadata)
    names = [one.name for one in page.tournaments]
    while page.next_page_token:
        page = await listing(
            tournament_pb2.ListTournamentsRequest(page_size=2, page_token=page.next_page_token),
            metadata=referee.metadata,
        )
        names += [one.name for one in page.tournaments]
    assert names == ["cup4", "cup3", "cup2", "cup1", "cup0"]
    for request in (
        tournament_pb2.ListTournamentsRequest(page_size=-1),
        tournament_pb2.ListTournamentsRequest(page_token="made up"),
    ):
        assert (await refused(listing(request, metadata=referee.metadata)))[0] == "BAD_FIELD"


async def test_standings_and_matches_of_a_finished_tournament(referee):
    await played(referee, "ann", "ben", "cid")
    standings = await referee.standings()
    assert standings.standings[0].rank == 1
    assert sum(line.difference for line in standings.standings) == 0
    assert max(line.difference for line in standings.standings) > 0
    assert sum(line.played for line in standings.standings) == 12
    assert all(not row.won[at] for at, row in enumerate(standings.wins))
    listed = await referee.matches.ListMatches(
        match_pb2.ListMatchesRequest(tournament="cup", bot="ann"), metadata=referee.metadata
    )
    assert len(listed.matches) == 4
    assert {match.state for match in listed.matches} == {match_pb2.MATCH_STATE_FINISHED}
    assert {match.ending for match in listed.matches} == {moves.ENDING_TARGET}
    assert all("ann" in match.bots and max(match.scores) >= 1 for match in listed.matches)
    assert standings.tournament.rounds == 6


async def test_a_finished_log_is_sent_and_can_be_verified(referee):
    await played(referee, "ann", "ben")
    stream = referee.matches.GetMatchLog(
        match_pb2.GetMatchLogRequest(name="cup-0-0"), metadata=referee.metadata
    )
    content = b"".join([part.chunk async for part in stream])
    assert verify(read_log(content, record_of)).state == "ok"
    file = referee.app.settings.data / "logs" / "cup" / "cup-0-0.0.arb"
    assert file.read_bytes() == content


@pytest.mark.parametrize("name", ["cup-0-9", "cup-7-0", "bowl-0-0", "x", ""])
async def test_a_match_that_is_none_is_not_found(referee, name):
    await referee.create("ann", "ben", games=1)
    call = referee.matches.GetMatch(match_pb2.GetMatchRequest(name=name), metadata=referee.metadata)
    assert (await refused(call))[0] == "NOT_FOUND"


@pytest.fixture
async def running(referee):
    """A match that is being played, and its bots."""
    await referee.create("ann", "ben", games=1)
    async with raw_bots(referee.address, *referee.tokens.values()) as (ann, ben):
        for bot in (ann, ben):
            await bot.hello()
        for bot in (ann, ben):
            await bot.ready()
        for bot in (ann, ben):
            await bot.until(lambda one: any(number for _, number in one.seen.values()))
        name = next(iter(ann.started.values())).name
        yield referee, ann, ben, name


async def test_nobody_gets_the_log_of_a_running_match(running):
    referee, _, _, name = running
    stream = referee.matches.GetMatchLog(match_pb2.GetMatchLogRequest(name=name), metadata=referee.metadata)
    assert (await refused(stream.read()))[0] == "LOG_SEALED"


async def test_a_watcher_sees_what_everybody_sees_from_any_event_on(running):
    referee, ann, ben, name = running
    early = referee.matches.WatchMatch(match_pb2.WatchMatchRequest(name=name))
    head = await early.read()
    assert head.match.state == match_pb2.MATCH_STATE_RUNNING
    await asyncio.gather(ann.play_on(until=lambda bot: bot.ended), ben.play_on(until=lambda bot: bot.ended))
    told = [event for frame in ann.frames for public in frame.public for event in public.events]
    watched = await rest(early)
    assert watched[-1].match.state == match_pb2.MATCH_STATE_FINISHED
    assert [event for message in watched for event in message.public.events] == told
    late = referee.matches.WatchMatch(match_pb2.WatchMatchRequest(name=name, from_seq=7))
    assert [event async for message in late for event in message.public.events] == told[7:]


async def test_nobody_watches_from_beyond_the_next_event(running):
    """It would get nothing until then, and lose the events of a turn in which it falls."""
    referee, ann, ben, name = running

    def watched(seq: int):
        return referee.matches.WatchMatch(match_pb2.WatchMatchRequest(name=name, from_seq=seq))

    (runner,) = referee.app.director.find("cup").runners.values()
    assert await refused(rest(watched(runner.table.seq + 1))) == ("BAD_FIELD", ["from_seq"])
    start, newest = runner.table.seq, watched(runner.table.seq)
    assert (await newest.read()).HasField("match")
    await asyncio.gather(ann.play_on(until=lambda bot: bot.ended), ben.play_on(until=lambda bot: bot.ended))
    told = [event for frame in ann.frames for public in frame.public for event in public.events]
    assert [event for message in await rest(newest) for event in message.public.events] == told[start:]
    (last,) = (await rest(watched(len(told))))[1:]
    assert last.match.state == match_pb2.MATCH_STATE_FINISHED
    assert await refused(rest(watched(len(told) + 1))) == ("BAD_FIELD", ["from_seq"])


async def test_two_hundred_watchers_who_leave_leave_nothing_behind(running):
    """P01: no handler hangs and keeps its worker, and new watchers are let in."""
    referee, ann, ben, name = running
    before = len(asyncio.all_tasks())
    calls = [referee.matches.WatchMatch(match_pb2.WatchMatchRequest(name=name)) for _ in range(200)]
    for call in calls:
        await call.read()
    bot = ann if ann.open else ben
    await bot.answer()
    for call in calls:
        call.cancel()
    await bot.result()
    gauge = referee.app.floor.metrics.watchers
    while gauge._value.get():
        await turns(1)
    while len(asyncio.all_tasks()) > before + 1:
        await turns(1)
    assert referee.app.floor.feed._listeners == {}
    late = referee.matches.WatchMatch(match_pb2.WatchMatchRequest(name=name))
    assert (await late.read()).match.name == name
    late.cancel()


async def test_fifty_watchers_who_join_at_once_are_told_slice_by_slice(running, monkeypatch):
    """Decisions elsewhere wait for one slice at most, whoever joins; and each watcher is told everything."""
    referee, ann, ben, name = running
    await asyncio.gather(
        *(bot.play_on(until=lambda one: next(iter(one.seen.values()))[0] > 300) for bot in (ann, ben))
    )
    (runner,) = referee.app.director.find("cup").runners.values()
    slices, whole = [], Retelling.__iter__

    def counted(self):
        for told in whole(self):
            slices[-1] += 1
            yield told

    def go_on(self, go_on=Replays._go_on):
        slices.append(0)
        go_on(self)

    monkeypatch.setattr(Retelling, "__iter__", counted)
    monkeypatch.setattr(Replays, "_go_on", go_on)
    request = match_pb2.WatchMatchRequest(name=name)
    calls = [referee.matches.WatchMatch(request, metadata=referee.metadata) for _ in range(50)]

    async def watch(call) -> None:
        seq = 0
        while seq < runner.table.seq:
            message = await call.read()
            assert message.public.seq == seq
            seq = message.seq

    await asyncio.gather(*map(watch, calls))
    assert max(slices) <= SLICE
    assert len(slices) > 50
    for call in calls:
        call.cancel()


async def test_an_arbiters_fine_is_drawn_before_the_next_decision(running):
    referee, ann, ben, name = running
    bot, other = (ann, ben) if ann.open else (ben, ann)
    seat = next(iter(other.started.values())).seat
    await referee.matches.FineSeat(
        match_pb2.FineSeatRequest(name=name, seat=seat, cards=3, why="advice"), metadata=referee.metadata
    )
    await bot.answer()
    await other.until(lambda one: one.open)
    drawn = [
        len(event.cards) for frame in other.frames for private in frame.private for event in private.events
    ]
    assert 3 in drawn


async def test_an_arbiter_may_take_a_seat_out(running):
    referee, ann, ben, name = running
    bot, other = (ann, ben) if ann.open else (ben, ann)
    seat = next(iter(other.started.values())).seat
    await referee.matches.RetireSeat(
        match_pb2.RetireSeatRequest(name=name, seat=seat, why="conduct"), metadata=referee.metadata
    )
    await bot.answer()
    await bot.until(lambda one: one.ended)
    assert next(iter(bot.ended.values())).ending == moves.ENDING_CONDUCT


async def test_an_arbiters_act_that_the_store_could_not_take_is_not_answered_as_done(running, monkeypatch):
    referee, _, _, name = running

    def full(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(referee.app.floor.store, "commit", full)
    request = match_pb2.RetireSeatRequest(name=name, seat=0, why="conduct")
    assert (await refused(referee.matches.RetireSeat(request, metadata=referee.metadata)))[0] == "DRAINING"


@pytest.mark.parametrize("seat, cards", [(2, 1), (99, 1), (0, 0), (0, 109)])
async def test_an_arbiter_fines_seats_there_are_by_cards_there_are(running, seat, cards):
    referee, _, _, name = running
    request = match_pb2.FineSeatRequest(name=name, seat=seat, cards=cards)
    assert (await refused(referee.matches.FineSeat(request, metadata=referee.metadata)))[0] == "BAD_FIELD"


@pytest.mark.parametrize("why", ["", " ", "two\nlines", "x" * 501])
async def test_whoever_acts_says_why_in_a_line(running, why):
    referee, _, _, name = running
    matches, tournaments = referee.matches, referee.tournaments
    for call, request in [
        (matches.FineSeat, match_pb2.FineSeatRequest(name=name, cards=1, why=why)),
        (matches.RetireSeat, match_pb2.RetireSeatRequest(name=name, why=why)),
        (matches.VoidMatch, match_pb2.VoidMatchRequest(name=name, why=why)),
        (tournaments.CancelTournament, tournament_pb2.CancelTournamentRequest(name="cup", why=why)),
        (
            tournaments.WithdrawEntrant,
            tournament_pb2.WithdrawEntrantRequest(name="cup", bot="ann", why=why),
        ),
        (
            tournaments.DisqualifyEntrant,
            tournament_pb2.DisqualifyEntrantRequest(name="cup", bot="ann", why=why),
        ),
    ]:
        assert await refused(call(request, metadata=referee.metadata)) == ("BAD_FIELD", ["why"])
    assert {one.standing for one in (await referee.get()).entrants} == {"in"}


async def test_a_void_match_is_played_again(running):
    referee, ann, ben, name = running
    answer = await referee.matches.VoidMatch(
        match_pb2.VoidMatchRequest(name=name, why="wrong rules"), metadata=referee.metadata
    )
    assert answer.next_run == 1
    await gather(ann, ben)
    assert {(one.name, one.run) for one in ann.started.values()} >= {(name, 0), (name, 1)}
    assert (await referee.get()).played == 2


async def test_a_bot_withdraws_itself_alone(running):
    referee, ann, ben, _ = running
    mine = [("authorization", f"Bearer {referee.tokens['ann']}")]
    withdraw = referee.tournaments.WithdrawEntrant
    request = tournament_pb2.WithdrawEntrantRequest(name="cup", bot="ben")
    assert (await refused(withdraw(request, metadata=mine)))[0] == "ROLE_MISSING"
    done = await withdraw(
        tournament_pb2.WithdrawEntrantRequest(name="cup", bot="ann", why="ill"), metadata=mine
    )
    assert {one.bot: one.standing for one in done.tournament.entrants} == {"ann": "withdrawn", "ben": "in"}
    for bot in (ann, ben):  # nothing is left to play: what is asked need not be answered any more
        assert await bot.reason() == ""
    assert next(iter(ann.ended.values())).ending == moves.ENDING_CANCELLED  # less than half played: annulled


async def test_a_tournament_is_watched_to_its_end(referee):
    await referee.create("ann", "ben", games=1, target=1)
    call = referee.tournaments.WatchTournament(tournament_pb2.WatchTournamentRequest(name="cup"))
    first = await call.read()
    assert first.tournament.state == tournament_pb2.TOURNAMENT_STATE_RUNNING
    async with raw_bots(referee.address, *referee.tokens.values()) as (ann, ben):
        await ann.hello(matches=4)
        await ben.hello(matches=4)
        await gather(ann, ben)
    last = first
    while last.tournament.state == tournament_pb2.TOURNAMENT_STATE_RUNNING:
        referee.clock.jump(S)
        last = await call.read()
    assert last.tournament.played == 2
    assert await call.read() is aio.EOF


async def test_a_revoked_token_ends_the_session_it_opened(running):
    referee, ann, _, _ = running
    await referee.bots.RevokeToken(
        bot_pb2.RevokeTokenRequest(id=referee.tokens["ann"][:16]), metadata=referee.metadata
    )
    assert await ann.reason() == "TOKEN_UNKNOWN"
    assert ann.goodbye.reason == pb.GOODBYE_REASON_REVOKED
    async with raw_bots(referee.address, referee.tokens["ann"]) as (again,):
        assert await again.reason() == "TOKEN_UNKNOWN"


async def test_a_token_that_is_revoked_before_hello_opens_no_session(referee):
    await referee.create("ann", "ben")
    async with raw_bots(referee.address, referee.tokens["ann"]) as (ann,):
        await ann.call.wait_for_connection()
        while not referee.app.rpc.play.streams["ann"]:
            await turns(1)
        await referee.bots.RevokeToken(
            bot_pb2.RevokeTokenRequest(id=referee.tokens["ann"][:16]), metadata=referee.metadata
        )
        await ann.send(hello=pb.Hello())
        assert await ann.reason() == "TOKEN_UNKNOWN"
        assert ann.goodbye.reason == pb.GOODBYE_REASON_REVOKED
        assert not ann.started
    assert not len(referee.app.director.lobby.sessions)


async def test_tokens_are_issued_listed_and_expire(referee):
    made = await referee.bots.IssueToken(
        bot_pb2.IssueTokenRequest(role=bot_pb2.ROLE_BOT, bot="ann", lifetime_s=60), metadata=referee.metadata
    )
    listed = await referee.bots.ListTokens(bot_pb2.ListTokensRequest(), metadata=referee.metadata)
    assert [token.role for token in listed.tokens] == [bot_pb2.ROLE_ORGANISER, bot_pb2.ROLE_BOT]
    assert made.secret.startswith(made.token.id)
    assert not any(made.secret in str(token) for token in listed.tokens)
    referee.clock.jump(61 * S)
    bot = RawBot(referee.address, made.secret)
    assert await bot.reason() == "TOKEN_EXPIRED"
    await bot.close()
    for request in (
        bot_pb2.IssueTokenRequest(),
        bot_pb2.IssueTokenRequest(role=bot_pb2.ROLE_WATCHER, bot="ann"),
        bot_pb2.IssueTokenRequest(role=bot_pb2.ROLE_BOT, bot="../etc"),
        bot_pb2.IssueTokenRequest(role=bot_pb2.ROLE_WATCHER, lifetime_s=2**64 - 1),
        bot_pb2.IssueTokenRequest(role=bot_pb2.ROLE_WATCHER, lifetime_s=4_000_000_000),
    ):
        assert (await refused(referee.bots.IssueToken(request, metadata=referee.metadata)))[0] == "BAD_FIELD"


async def test_bots_are_listed_with_whether_they_are_there(running):
    referee, _, _, _ = running
    listed = await referee.bots.ListBots(bot_pb2.ListBotsRequest())
    assert [(bot.bot, bot.connected) for bot in listed.bots] == [("ann", True), ("ben", True)]
    assert (await refused(referee.bots.GetBot(bot_pb2.GetBotRequest(bot="zoe"))))[0] == "NOT_FOUND"


async def test_the_server_says_what_it_is(referee):
    info = await info_pb2_grpc.InfoServiceStub(referee.channel).GetServerInfo(info_pb2.GetServerInfoRequest())
    assert info.limits.message_bytes == 65_536
    assert {rules.profile for rules in info.profiles} >= {"official", "traditional"}
    assert len(info.public_key) == 32
    assert info.signer == referee.app.floor.signer.fingerprint
    assert not info.pages


async def test_the_server_says_where_its_pages_are_and_an_organiser_asks_once(tmp_path):
    async with host(tmp_path / "data", http="127.0.0.1:0") as referee:

        def asked() -> tuple[Pages, Pages]:
            with Organiser(Referee(referee.address)) as organiser:
                return organiser.pages, organiser.pages

        first, second = await asyncio.to_thread(asked)
        assert first is second
        assert first.match("cup-0-0") == f"http://{referee.app.http.address}/m/cup-0-0"


async def test_watchers_may_be_kept_behind(tmp_path):
    async with host(tmp_path / "data", delay_turns=3) as referee:
        await referee.create("ann", "ben", games=1)
        async with raw_bots(referee.address, *referee.tokens.values()) as (ann, ben):
            for bot in (ann, ben):
                await bot.hello()
            for bot in (ann, ben):
                await bot.ready()
            for bot in (ann, ben):
                await bot.until(lambda one: any(number for _, number in one.seen.values()))
            name = next(iter(ann.started.values())).name
            call = referee.matches.WatchMatch(match_pb2.WatchMatchRequest(name=name))
            assert (await call.read()).HasField("match")

            def told(bot: RawBot) -> list:
                return [public for frame in bot.frames for public in frame.public]

            def enough(bot: RawBot) -> bool:
                return len(told(bot)) >= 8

            await asyncio.gather(ann.play_on(until=enough), ben.play_on(until=enough))
            seen = []
            while len(seen) < 5:
                seen.append((await call.read()).public)
            assert seen == told(ann)[:5]
            await asyncio.gather(
                ann.play_on(until=lambda bot: bot.ended), ben.play_on(until=lambda bot: bot.ended)
            )
            seen += [message.public for message in await rest(call) if message.HasField("public")]
            assert seen == told(ann)


async def test_there_is_a_bound_on_watchers(tmp_path):
    async with host(tmp_path / "data", spectators=1) as referee:
        await referee.create("ann", "ben", games=1)
        async with raw_bots(referee.address, *referee.tokens.values()) as (ann, ben):
            await ann.hello()
            await ben.hello()
            await ann.until(lambda bot: bot.started)
            name = next(iter(ann.started.values())).name
            first = referee.matches.WatchMatch(match_pb2.WatchMatchRequest(name=name))
            await first.read()
            second = referee.matches.WatchMatch(match_pb2.WatchMatchRequest(name=name))
            assert (await refused(second.read()))[0] == "RATE_LIMITED"
            first.cancel()


METHODS = [
    f"/arbitro.v1.{service.name}/{method.name}"
    for module in (bot_pb2, info_pb2, match_pb2, tournament_pb2)
    for service in module.DESCRIPTOR.services_by_name.values()
    for method in service.methods
]


@pytest.mark.parametrize("method", METHODS)
async def test_any_bytes_are_refused_and_nothing_leaks(referee, method):
    await referee.create("ann", "ben", start=False)
    dice, codes, details = random.Random(method), set(), []
    for size in (1, 7, 40, 200):
        call = referee.channel.stream_stream(method)(iter([dice.randbytes(size)]), metadata=referee.metadata)
        with suppress(aio.AioRpcError):
            await call.read()
        call.cancel()
        codes.add(await call.code())
        details.append(await call.details())
    assert codes.isdisjoint({StatusCode.INTERNAL, StatusCode.UNKNOWN}), details
    assert not any("Traceback" in detail for detail in details)
    assert (await referee.get()).name == "cup"


async def test_a_bot_that_opens_sessions_too_fast_has_to_wait(referee):
    await referee.create("ann", "ben", start=False)
    for _ in range(30):
        async with raw_bots(referee.address, referee.tokens["ann"]) as (ann,):
            await ann.hello()
            await ann.send(leave=pb.Leave())
            assert await ann.reason() == ""
    async with raw_bots(referee.address, referee.tokens["ann"]) as (ann,):
        assert await ann.reason() == "RATE_LIMITED"
    referee.clock.jump(1 * S)
    async with raw_bots(referee.address, referee.tokens["ann"]) as (ann,):
        await ann.hello()


async def test_a_list_of_matches_goes_on_where_its_page_ended(referee):
    await referee.create("ann", "ben", "cem", games=4, start=False)
    for bot, total in (("", 12), ("ann", 8)):
        whole = await referee.matches.ListMatches(
            match_pb2.ListMatchesRequest(tournament="cup", bot=bot), metadata=referee.metadata
        )
        names, token = [], ""
        while token or not names:
            request = match_pb2.ListMatchesRequest(tournament="cup", bot=bot, page_size=3, page_token=token)
            page = await referee.matches.ListMatches(request, metadata=referee.metadata)
            names += [match.name for match in page.matches]
            token = page.next_page_token
        assert names == [match.name for match in whole.matches]
        assert len(set(names)) == total


NINES = "9" * 5_000


@pytest.mark.parametrize("token", ["b." + NINES, "b.²", "b.", "b", "t0.1"])
async def test_a_token_of_no_page_is_refused(referee, token):
    call = referee.bots.ListBots(bot_pb2.ListBotsRequest(page_token=token), metadata=referee.metadata)
    assert await refused(call) == ("BAD_FIELD", ["page_token"])


@pytest.mark.parametrize("name", ["x" * 100_000, f"cup-{NINES}-0", f"cup-0-{NINES}", "\N{SNOWMAN}" * 50_000])
async def test_a_refusal_reaches_whoever_sent_something_long(referee, name):
    await referee.create("ann", "ben", start=False)
    call = referee.matches.GetMatch(match_pb2.GetMatchRequest(name=name), metadata=referee.metadata)
    assert await refused(call) == ("NOT_FOUND", [])


async def test_a_refusal_with_a_thousand_faults_reaches_the_organiser(referee):
    reason, fields = await refused(referee.create(*(f"BOT {number}" for number in range(1_000))))
    assert reason == "BAD_FIELD"
    assert fields[0] == "tournament.entrants[0].id"
    assert fields[-1] == ""


@pytest.mark.parametrize("title", ["x" * 200_000, "Ann\x1b[2J", "\u202enna"])
async def test_a_name_that_nobody_can_read_is_refused(referee, title):
    await referee.create("ann", "ben", start=False)
    request = tournament_pb2.RegisterEntrantRequest(name="cup", bot="cem", title=title)
    assert await refused(referee.tournaments.RegisterEntrant(request, metadata=referee.metadata)) == (
        "BAD_FIELD", ["title"],
    )  # fmt: skip
    assert await refused(referee.create("ann", "ben", name="bowl", title=title)) == (
        "BAD_FIELD", ["tournament.name"],
    )  # fmt: skip


async def test_more_matches_than_anybody_can_play_are_refused(referee):
    field = (f"bot-{number}" for number in range(1_000))
    assert await refused(referee.create(*field, games=100_000)) == ("BAD_FIELD", ["tournament.games"])
    assert not (await referee.tournaments.ListTournaments(
        tournament_pb2.ListTournamentsRequest(), metadata=referee.metadata
    )).tournaments  # fmt: skip


async def test_standings_carry_ratings_with_intervals_for_values_and_ranks(referee):
    await played(referee, "ann", "ben", games=6)
    told = await referee.standings()
    assert not told.provisional
    assert sum(line.rating for line in told.standings) == pytest.approx(0)
    for line in told.standings:
        assert line.rating_low < line.rating < line.rating_high
        assert 1 <= line.rank_low <= line.rank <= line.rank_high <= 2


async def test_who_never_played_has_no_rating_and_no_range_of_ranks(referee):
    await referee.create("ann", "ben", "cid", games=6, target=1, settings={"leaving": "forfeit"})
    gone = tournament_pb2.DisqualifyEntrantRequest(name="cup", bot="cid", why="never came")
    await referee.tournaments.DisqualifyEntrant(gone, metadata=referee.metadata)
    async with raw_bots(referee.address, referee.tokens["ann"], referee.tokens["ben"]) as seated:
        for bot in seated:
            await bot.hello(matches=4)
        await gather(*seated)
    told = {line.bot: line for line in (await referee.standings()).standings}
    assert (told["cid"].played, told["cid"].forfeits) == (12, 12)
    assert (told["cid"].rank_low, told["cid"].rank_high) == (0, 0)
    fields = ("margin", "rating", "rating_low", "rating_high")
    assert [told["cid"].HasField(field) for field in fields] == [False] * 4
    for bot in ("ann", "ben"):
        assert told[bot].HasField("rating_low")
        assert 1 <= told[bot].rank_low <= told[bot].rank_high <= 2


async def test_standings_mark_who_left_and_name_whose_matches_count_for_nobody(referee):
    await referee.create("ann", "ben", "cid", settings={"leaving": "forfeit"})
    gone = tournament_pb2.DisqualifyEntrantRequest(name="cup", bot="cid", why="two bots by one hand")
    await referee.tournaments.DisqualifyEntrant(gone, metadata=referee.metadata)
    told = await referee.standings()
    assert {line.bot: line.standing for line in told.standings} == {
        "ann": "in",
        "ben": "in",
        "cid": "disqualified",
    }
    assert list(told.annulled) == []
    await referee.create("dan", "eve", "fay", name="bowl", settings={"leaving": "annul"})
    left = tournament_pb2.WithdrawEntrantRequest(name="bowl", bot="fay", why="it is ill")
    await referee.tournaments.WithdrawEntrant(left, metadata=referee.metadata)
    told = await referee.standings("bowl")
    assert [line.bot for line in told.standings] == ["dan", "eve"]
    assert list(told.annulled) == ["fay"]


async def test_a_tournament_tells_all_that_it_was_created_with(referee):
    settings = {"leaving": "annul", "late_entry": "on", "stop_early": "off"}
    await referee.create(
        "ann", "ben", start=False, settings=settings, games=3, deals=clocks_pb2.DEALS_DUPLICATE
    )
    told = await referee.get()
    assert dict(told.settings) == settings
    assert Status.of(told).settings == {
        "format": "round_robin",
        "seats": 2,
        "games": 4,
        "deals": "duplicate",
        **settings,
    }
    told.name = "again"
    plan, request = plan_of(told), tournament_pb2.CreateTournamentRequest(tournament=told)
    await referee.tournaments.CreateTournament(request, metadata=referee.metadata)
    assert plan_of(await referee.get("again")) == plan


async def test_a_tournament_says_what_it_waits_for(referee):
    await referee.create("ann", "ben")
    waits = (await referee.get()).hindrances
    assert {(one.bot, one.reason, one.matches, one.match) for one in waits} == {
        (bot, tournament_pb2.HINDRANCE_REASON_NOT_CONNECTED, 2, "cup-0-0") for bot in ("ann", "ben")
    }
    async with raw_bots(referee.address, referee.tokens["ann"]) as (ann,):
        await ann.hello()
        await turns()
        (one,) = (await referee.get()).hindrances
        assert (one.bot, one.match, one.wait_us) == ("ben", "cup-0-0", 300_000_000)
        referee.clock.jump(S)
        call = referee.tournaments.WatchTournament(tournament_pb2.WatchTournamentRequest(name="cup"))
        (watched,) = (await call.read()).tournament.hindrances
        assert (watched.bot, watched.wait_us) == ("ben", 299_000_000)
        call.cancel()


async def test_the_tables_of_a_field_are_sought_beside_the_loop(referee, monkeypatch):
    threads = []

    def sought(entrants: int, seats: int) -> design.Design:
        threads.append(threading.current_thread())
        return design.design(entrants, seats)

    monkeypatch.setattr(director, "design", sought)
    monkeypatch.setattr(design, "_found", {})
    bots = [f"bot{number}" for number in range(13)]
    made = await referee.create(*bots, schedule="tables", seats=4, start=False)
    assert made.total == design.design(13, 4).count * 4
    await referee.start()
    assert len(threads) == 1
    assert threads[0] is not threading.main_thread()
    assert (await referee.get()).total == made.total
