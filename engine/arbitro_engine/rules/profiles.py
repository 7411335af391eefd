"""The named profiles: every value of rules 7.3 with its provenance, in one table.

A cell is ``value letter``. The letter says where the value comes from:

====== =====================================================================================================
``E``  explicit in the profile's text
``I``  inferred from the text's wording
``D``  the text is silent: the official default
``R``  the texts are silent: the referee's policy
``P``  as the official sheet prints it (O2 for `official`, O3 for `official_late`)
``N``  without effect beside the profile's other values
====== =====================================================================================================

Cells marked D and R may be changed without contradicting a text.
"""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from arbitro_engine.rules.options import Value

__all__ = ["PROFILES", "Provenance", "Source", "provenance"]


class Source(StrEnum):
    """What kind of source a value has. The value is the text form."""

    EXPLICIT = "explicit"
    INFERRED = "inferred"
    DEFAULT = "official default"
    POLICY = "referee policy"
    PRINTED = "printed"
    NO_EFFECT = "no effect"


class Provenance(NamedTuple):
    """Where a profile's value comes from: the kind of source, and the text that says it.

    Attributes:
        source: the kind of source.
        text: the text's key (``000`` ... ``004``, ``O2``, ``O3``), empty where no text says it.
    """

    source: Source
    text: str

    def __str__(self) -> str:
        preposition = "from" if self.source is Source.INFERRED else "in"
        return f"{self.source} {preposition} {self.text}" if self.text else str(self.source)


_TEXTS: Final = {
    "traditional": "000",
    "classic": "001",
    "vintage": "002",
    "basic": "003",
    "cumulative": "004",
    "official": "O2",
    "official_late": "O3",
}
_TABLE: Final = """
option                | traditional       | classic          | vintage            | basic            | cumulative       | official         | official_late
variant               | classic D         | classic D        | classic D          | classic D        | classic D        | classic P        | classic P
players_min           | 2 E               | 2 E              | 2 D                | 2 E              | 2 D              | 2 P              | 2 P
players_max           | 10 E              | 10 E             | 10 D               | 10 E             | 10 D             | 10 P             | 10 P
teams                 | none D            | none D           | none D             | none D           | none D           | none P           | none P
deck                  | std108 E          | std108 E         | std108 E           | std108 E         | std108 D         | std108 P         | std108 P
color_labels          | rgby E            | rgby D           | orange_for_green E | rgby E           | rgby D           | rgby P           | rgby P
hand_size             | 7 E               | 7 E              | 7 E                | 7 E              | 7 E              | 7 P              | 7 P
dealer_pick           | draw_high E       | draw_high E      | draw_high E        | draw_high D      | draw_high E      | draw_high P      | draw_high P
dealer_symbols        | zero D            | zero E           | void E             | zero D           | zero D           | zero P           | zero P
dealer_next           | rotate R          | rotate R         | rotate R           | rotate R         | rotate R         | rotate R         | rotate R
first_seat            | left E            | left E           | left E             | left E           | right E          | left P           | left P
first_skip            | skip_first E      | skip_first E     | skip_first E       | skip_first I     | skip_first I     | skip_first P     | skip_first P
first_reverse         | dealer_starts E   | dealer_starts E  | dealer_starts E    | flip_only I      | dealer_starts E  | dealer_starts P  | flip_only P
first_draw_two        | open_stack E      | hit I            | hit E              | hit E            | open_stack I     | hit P            | hit P
first_wild            | first_names E     | first_names E    | first_names E      | first_names I    | first_names I    | first_names P    | redraw P
first_wd4             | redraw E          | redraw E         | redraw E           | hit E            | redraw E         | redraw P         | redraw P
redraw_to             | reshuffle D       | reshuffle D      | reshuffle D        | reshuffle N      | random_spot E    | reshuffle P      | reshuffle P
symbol_match          | on E              | on E             | on E               | on D             | on E             | on P             | on P
number_needs_no_color | off E             | off E            | off E              | off E            | on E             | off P            | off P
voluntary_draw        | on E              | on E             | on E               | off I            | off I            | on P             | on P
draw_mode             | one E             | one E            | one E              | one E            | until_playable E | one P            | one P
keep_drawing          | off E             | off D            | off D              | off D            | on E             | off P            | off P
play_after_draw       | drawn_only I      | drawn_only E     | drawn_only E       | drawn_only I     | any I            | drawn_only P     | drawn_only P
drawn_play            | optional E        | optional E       | optional I         | optional E       | mandatory E      | optional P       | optional P
stack_draw_two        | any_color E       | off I            | off I              | off I            | any_color E      | off P            | off P
stack_wd4             | off D             | off D            | off D              | off D            | off E            | off P            | off P
stack_cross           | off D             | off D            | off D              | off D            | off I            | off P            | off P
stack_decline         | allowed E         | allowed N        | allowed N          | allowed N        | allowed E        | allowed N        | allowed N
stack_victim_turn     | loses E           | loses N          | loses N            | loses N          | loses D          | loses N          | loses N
reverse_two           | skip D            | skip D           | skip E             | skip D           | skip D           | skip P           | skip P
wd4_condition         | free E            | no_color E       | no_color D         | free I           | no_color E       | no_color P       | no_color P
wd4_enforcement       | referee N         | bluff E          | bluff E            | referee N        | referee I        | bluff P          | bluff P
challenge_by          | nobody I          | victim E         | any_opponent E     | nobody I         | nobody I         | victim P         | victim P
challenge_guilty_draw | 4 N               | 4 E              | 4 E                | 4 N              | 4 N              | 4 P              | 4 P
challenge_fail_extra  | 2 N               | 2 E              | 2 D                | 2 N              | 2 N              | 2 P              | 2 P
challenge_reveal      | challenger N      | challenger E     | challenger E       | challenger N     | challenger N     | challenger P     | challenger P
uno_mode              | enforced E        | enforced E       | enforced E         | enforced E       | announce E       | enforced P       | enforced P
uno_fine              | 2 E               | 2 E              | 2 E                | 2 E              | 0 I              | 2 P              | 4 P
uno_window            | own_next_turn I   | next_turn E      | next_turn E        | own_next_turn I  | next_turn N      | next_turn P      | next_turn P
uno_catchers          | any_opponent E    | any_opponent I   | any_opponent E     | any_opponent E   | any_opponent N   | any_opponent P   | any_opponent P
uno_self_catch        | off D             | off D            | on E               | off D            | off N            | off P            | off P
uno_self_catch_tie    | opponents N       | opponents N      | opponents R        | opponents N      | opponents N      | opponents N      | opponents N
false_uno_cards       | 0 R               | 0 R              | 0 R                | 0 R              | 0 R              | 0 P              | 0 P
last_draw_applies     | on D              | on E             | on E               | on D             | off I            | on P             | on P
blocked_round         | lowest_hand R     | lowest_hand R    | lowest_hand R      | lowest_hand R    | lowest_hand R    | lowest_hand R    | lowest_hand R
max_actions_per_round | 5000 R            | 5000 R           | 5000 R             | 5000 R           | 5000 R           | 5000 R           | 5000 R
illegal_play          | reject_and_draw E | reject R         | reject R           | reject R         | reject R         | reject R         | reject R
illegal_play_cards    | 2 E               | 0 N              | 0 N                | 0 N              | 0 N              | 0 N              | 0 N
advice_cards          | 2 E               | 0 D              | 4 E                | 0 D              | 0 D              | 0 P              | 0 P
scoring               | winner_takes E    | winner_takes E   | winner_takes E     | winner_takes E   | round_win E      | winner_takes P   | winner_takes P
target                | 500 E             | 500 E            | 500 E              | 500 E            | 1 E              | 500 P            | 500 P
value_action          | 20 E              | 20 E             | 20 E               | 20 E             | 20 R             | 20 P             | 20 P
value_wild            | 50 E              | 50 E             | 50 E               | 50 E             | 50 R             | 50 P             | 50 P
value_wd4             | 50 E              | 50 E             | 150 E              | 50 E             | 50 R             | 50 P             | 50 P
team_points           | opponents_only N  | opponents_only N | opponents_only N   | opponents_only N | opponents_only N | opponents_only N | opponents_only N
final_tie             | extra_rounds R    | extra_rounds R   | extra_rounds R     | extra_rounds R   | extra_rounds R   | extra_rounds R   | extra_rounds R
extra_rounds_max      | 10 R              | 10 R             | 10 R               | 10 R             | 10 R             | 10 R             | 10 R
max_rounds            | 200 R             | 200 R            | 200 R              | 200 R            | 200 R            | 200 R            | 200 R
"""  # noqa: E501 - a table is read across
_OVERLAYS: Final = {
    "traditional_low": ("traditional", {"scoring": "keep_own E", "target": "100 E"}),
    "classic_low": ("classic", {"scoring": "keep_own E", "target": "500 E"}),
    "official_low": ("official", {"scoring": "keep_own P", "target": "500 P"}),
    "vintage_pairs": ("vintage", {"teams": "pairs E", "team_points": "opponents_only E"}),
}
"""The same texts with another way to score or to sit: the cells that change (7.3, note 5; ruling 29)."""

_SOURCES: Final = {
    "E": Source.EXPLICIT,
    "I": Source.INFERRED,
    "D": Source.DEFAULT,
    "R": Source.POLICY,
    "P": Source.PRINTED,
    "N": Source.NO_EFFECT,
}
_BY_TEXT: Final = {Source.EXPLICIT, Source.INFERRED, Source.PRINTED}

Cell = tuple[Value, Provenance]


def _cell(profile: str, cell: str) -> Cell:
    value, letter = cell.split()
    source = _SOURCES[letter]
    text = _TEXTS[profile] if source in _BY_TEXT else ""
    return int(value) if value.isdigit() else value, Provenance(source, text)


def _columns() -> dict[str, dict[str, Cell]]:
    header, *rows = ([cell.strip() for cell in line.split("|")] for line in _TABLE.strip().splitlines())
    columns: dict[str, dict[str, Cell]] = {profile: {} for profile in header[1:]}
    for option, *cells in rows:
        for profile, cell in zip(columns, cells, strict=True):
            columns[profile][option] = _cell(profile, cell)
    for overlay, (profile, changes) in _OVERLAYS.items():
        changed = {option: _cell(profile, cell) for option, cell in changes.items()}
        columns[overlay] = columns[profile] | changed
    return columns


_CELLS: Final = _columns()

PROFILES: Final = MappingProxyType(
    {
        profile: MappingProxyType({option: value for option, (value, _) in column.items()})
        for profile, column in _CELLS.items()
    }
)
"""Every profile's value of every option, by the profile's name and the option's."""


def provenance(profile: str, option: str) -> Cell:
    """Return a profile's value of an option and where it comes from.

    Raises:
        KeyError: if the profile or the option is not known.
    """
    return _CELLS[profile][option]
