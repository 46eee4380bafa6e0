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
from games.ui.expected import band_words

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
    """A digest that is equal for scenarios with the same play: texts, which have a language each, count for nothing."""
    plain = _without_texts(msgspec.json.decode(codec.to_json(scenario)))
    return hashlib.sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()[:16]


def _without_texts(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_texts(each) for each in value]
    if isinstance(value, dict):
        return {name: _without_texts(each) for name, each in value.items() if not _is_text(each)}
    return value


def _is_text(value: Any) -> bool:
    """Is this one text in several languages: a string for each code of two letters, English among them?"""
    if not isinstance(value, dict) or "en" not in value:
        return False
    return all(isinstance(text, str) and len(code) == 2 for code, text in value.items())


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
