"""Benchmarks of unlike seats: a seat with other means is compared with games of the same seat, never with the others
at the table.
"""

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.engine import codec
from games.kit.expected import band_words

FILE: Final = "reach.json"


class RoleBenchmarks(msgspec.Struct, frozen=True):
    """The scores of bots of the strength `bot` in `games` matches of a scenario (by its digest). Options are the
    defaults; `rules` is the rules' version. `scores` are the 101 percentiles by seat, rising. `python -m
    benchmarks.reach` computes them.
    """

    scenario: str
    rules: str
    bot: str
    games: int
    low_is_good: bool
    scores: tuple[tuple[int, ...], ...]

    @property
    def games_words(self) -> str:
        """The number of games, formatted in the current language."""
        return number_format(self.games, force_grouping=True)

    def usual(self, seat: int) -> tuple[int, int]:
        """The scores between which half of the games of the seat end."""
        return self.scores[seat][25], self.scores[seat][75]

    def range_words(self, seat: int) -> str:
        """`6 to 15`; empty if all games of the seat end alike, since a comparison would mean nothing."""
        scores = self.scores[seat]
        return band_words(*self.usual(seat)) if scores[0] != scores[-1] else ""


def digest_of(scenario: Any) -> str:
    """A digest that is equal for scenarios with the same play."""
    return hashlib.sha256(codec.to_json(scenario)).hexdigest()[:16]


@cache
def _known(folder: Path) -> dict[str, RoleBenchmarks]:
    rows: tuple[RoleBenchmarks, ...] = codec.from_json(
        (folder / FILE).read_text(encoding="utf-8"), tuple[RoleBenchmarks, ...]
    )
    return {row.scenario: row for row in rows}


def reach_of(game: Any, scenario: Any) -> RoleBenchmarks | None:
    """The benchmark of a match's scenario; None for a scenario that does not come with the game."""
    found = _known(game.folder).get(digest_of(scenario))
    return found if found is not None and found.rules == str(game.rules.version) else None


def usual_words(reach: RoleBenchmarks | None, seat: int) -> str:
    """`usual in this role: 6 to 15`; empty if it is unknown, or the same in every game."""
    known = reach.range_words(seat) if reach is not None else ""
    return _("usual in this role: %(range)s") % {"range": known} if known else ""


def percentiles(scores: Sequence[int]) -> tuple[int, ...]:
    """The 101 percentiles of scores, from the least to the most."""
    rising = sorted(scores)
    return tuple(rising[round(share * (len(rising) - 1) / 100)] for share in range(101))
