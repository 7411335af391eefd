import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbitro_engine.tournament.schedule import Schedule
from arbitro_engine.tournament.spec import (
    ENTRANTS_MAX,
    Entrant,
    SpecError,
    SpecFault,
    TournamentSpec,
    is_slug,
)
from arbitro_engine.tournament.texts import NAME_MAX, name_fault


def entrants(*ids):
    return tuple(Entrant(one) for one in ids)


def paths(error):
    return [fault.path for fault in error.value.faults]


def test_an_id_alone_makes_a_round_robin_of_pairs():
    spec = TournamentSpec("spring")
    assert (spec.format, spec.seats, spec.games, spec.deals, spec.leaving) == (
        "round_robin",
        2,
        2,
        "fresh",
        "by_half",
    )


@pytest.mark.parametrize("text", ["a", "0", "a-b", "a" * 63, "7-"])
def test_slugs(text):
    assert is_slug(text)


@pytest.mark.parametrize("text", ["", "-a", "A", "a b", "a_b", "ä", "a" * 64, "a\n", "\u0661"])
def test_texts_that_are_no_slugs(text):
    assert not is_slug(text)


def test_all_faults_are_reported_at_once():
    with pytest.raises(SpecError) as error:
        TournamentSpec(
            "Spring!",
            entrants("ann", "bob", "ann", "-"),
            seats=4,
            games=0,
            deals="duplicate",
            champion="zoe",
            target=0,
            scoring="most",
        )
    assert paths(error) == [
        "id", "games", "scoring", "target", "seats", "deals", "entrants[2].id", "entrants[3].id", "champion",
    ]  # fmt: skip
    assert "ann has entered already as entrants[0]" in str(error.value)


@pytest.mark.parametrize(
    "settings, path",
    [
        ({"format": "swiss"}, "format"),
        ({"format": "tables", "seats": 2}, "seats"),
        ({"format": "tables", "seats": 11}, "seats"),
        ({"format": "gauntlet", "seats": 3}, "seats"),
        ({"format": "tables", "seats": 3, "deals": "duplicate"}, "deals"),
        ({"format": "tables", "seats": 3, "late_entry": True}, "late_entry"),
        ({"format": "gauntlet", "stop_early": True}, "stop_early"),
        ({"seats": 0}, "seats"),
        ({"teams": "pairs"}, "teams"),
        ({"format": "tables", "seats": 5, "teams": "pairs"}, "teams"),
        ({"teams": "threes"}, "teams"),
        ({"games": 100_001}, "games"),
        ({"leaving": "never"}, "leaving"),
        ({"deals": "marked"}, "deals"),
        ({"champion": "ann"}, "champion"),
        ({"entrants": entrants(*map(str, range(ENTRANTS_MAX + 1)))}, "entrants"),
        ({"entrants": entrants(*map(str, range(ENTRANTS_MAX))), "games": 3}, "games"),
        ({"entrants": entrants(*map(str, range(300))), "games": 100_000, "format": "gauntlet"}, "games"),
        (
            {"entrants": entrants(*map(str, range(99))), "games": 9_999, "format": "tables", "seats": 3},
            "games",
        ),
        ({"name": "x" * (NAME_MAX + 1)}, "name"),
        ({"name": "spring\ncup"}, "name"),
        ({"entrants": (Entrant("ann", "Ann\x1b[31m"), Entrant("bob"))}, "entrants[0].name"),
        ({"entrants": (Entrant("ann"), Entrant("bob", "\u202enna"))}, "entrants[1].name"),
    ],
)
def test_one_fault(settings, path):
    with pytest.raises(SpecError) as error:
        TournamentSpec("spring", **{"entrants": entrants("ann", "bob"), **settings})
    assert set(paths(error)) == {path}


def test_the_largest_field_plays_everybody_twice():
    field = entrants(*map(str, range(ENTRANTS_MAX)))
    assert Schedule(TournamentSpec("spring", field)).total == 999_000


@pytest.mark.parametrize("name", ["Ann-Sophie O'Neill", "<b>Ann</b>", "安娜", "👩\u200d🔬"])
def test_a_name_is_what_people_write(name):
    assert TournamentSpec("spring", (Entrant("ann", name),), name).name == name


def test_an_id_leaves_room_for_the_ids_of_the_matches():
    assert TournamentSpec("a" * 54).id == "a" * 54
    with pytest.raises(SpecError, match="1 character too long"):
        TournamentSpec("a" * 55)
    with pytest.raises(SpecError, match="id: "):
        TournamentSpec("a" * 54, format="tables", seats=10)


def test_games_are_rounded_up_to_whole_seat_orders():
    assert [TournamentSpec("t", games=games).games_per_pairing for games in (1, 2, 3, 4)] == [2, 2, 4, 4]
    table = TournamentSpec("t", format="tables", seats=4, games=2)
    assert (table.cycles, table.games_per_pairing) == (1, 4)


@pytest.mark.parametrize(
    "ids, seats, message",
    [
        ((), 2, "nobody has entered, and a match needs 2: register 2 or more"),
        (("ann",), 2, "only one bot has entered, and a match needs 2: register 2 or more"),
        (("ann", "bob", "cyd"), 4, "only 3 bots have entered, and a match needs 4: register 4 or more"),
    ],
)
def test_too_small_a_field(ids, seats, message):
    spec = TournamentSpec("t", entrants(*ids), format="tables" if seats > 2 else "round_robin", seats=seats)
    assert spec.field_fault == SpecFault("entrants", message)


def test_a_gauntlet_without_its_champion():
    spec = TournamentSpec("t", entrants("ann", "bob"), format="gauntlet", champion="zoe")
    assert spec.field_fault == SpecFault("champion", "zoe has not entered: register it, or name another")
    assert spec.with_entrants(Entrant("zoe")).field_fault is None


def test_a_field_that_fills_a_table_is_big_enough():
    assert TournamentSpec("t", entrants("ann", "bob")).field_fault is None


def test_entrants_come_at_the_end_and_may_go():
    spec = TournamentSpec("t", entrants("ann", "bob"))
    assert spec.with_entrants(Entrant("cyd")).ids == ("ann", "bob", "cyd")
    assert spec.without_entrant("ann").ids == ("bob",)
    with pytest.raises(SpecError, match="ann has entered already"):
        spec.with_entrants(Entrant("ann"))


def test_names_are_free_text():
    assert [str(entrant) for entrant in (Entrant("ann"), Entrant("ann", "Ann Ötzi 🃏"))] == [
        "ann",
        "Ann Ötzi 🃏",
    ]


def test_fields_as_texts():
    spec = TournamentSpec.from_fields(
        {
            "id": "t",
            "entrants": ["ann", {"id": "bob", "name": "Bob"}],
            "games": "4",
            "late_entry": "on",
            "stop_early": "off",
        }
    )
    assert spec == TournamentSpec("t", (Entrant("ann"), Entrant("bob", "Bob")), games=4, late_entry=True)


def test_settings_are_texts_that_give_the_spec_again():
    spec = TournamentSpec("t", leaving="annul", stop_early=True)
    assert spec.settings == {"leaving": "annul", "late_entry": "off", "stop_early": "on"}
    assert TournamentSpec.from_fields({"id": "t", **spec.settings}) == spec


def test_faults_of_kind_and_of_content_come_together():
    with pytest.raises(SpecError) as error:
        TournamentSpec.from_fields(
            {
                "entrants": ["Ann"],
                "games": "many",
                "seats": True,
                "late_entry": 1,
                "rounds": 3,
                "name": 4,
                "target": 0,
            }
        )
    assert sorted(paths(error)) == [
        "entrants[0].id", "games", "id", "late_entry", "name", "rounds", "seats", "target",
    ]  # fmt: skip


@pytest.mark.parametrize("value", ["ann", 3, [3], [{"name": "Ann"}], [{"id": 3}], [None]])
def test_entrants_of_another_kind(value):
    with pytest.raises(SpecError) as error:
        TournamentSpec.from_fields({"id": "t", "entrants": value})
    assert paths(error) == ["entrants"]


slugs = st.from_regex(r"[a-z0-9][a-z0-9-]{0,30}", fullmatch=True)
names = st.text(max_size=5).filter(lambda name: not name_fault(name))


@given(
    st.builds(
        TournamentSpec,
        id=slugs,
        entrants=st.lists(st.builds(Entrant, slugs, names), max_size=5, unique_by=lambda one: one.id).map(
            tuple
        ),
        name=names,
        format=st.sampled_from(["round_robin", "gauntlet"]),
        games=st.integers(1, 100_000),
        deals=st.sampled_from(["fresh", "duplicate"]),
        leaving=st.sampled_from(["by_half", "forfeit", "annul"]),
        late_entry=st.booleans(),
        scoring=st.sampled_from(["winner_takes", "keep_own", "round_win"]),
        target=st.integers(1, 5000),
    )
)
def test_fields_are_the_exact_inverse(spec):
    assert TournamentSpec.from_fields(spec.as_fields()) == spec


def test_partners_sit_opposite_each_other():
    spec = TournamentSpec("t", format="tables", seats=6, teams="pairs")
    assert [spec.partners(seat) for seat in range(6)] == [{0, 3}, {1, 4}, {2, 5}] * 2
    assert TournamentSpec("t").partners(1) == {1}
