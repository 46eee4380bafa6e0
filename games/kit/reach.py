"""What seats that are unlike can reach: whoever has other means is held against games of the same seat, and never
against the others at the table.
"""

import hashlib
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.engine import codec

FILE: Final = "reach.json"


class Reach(msgspec.Struct, frozen=True):
    """What bots of the strength `bot` reached in so many `games` of a scenario (by its digest), with its usual options
    and the rules of a version. `scores` are by seat the 101 percentiles, rising. `python -m benchmarks.reach` makes it.
    """

    scenario: str
    rules: str
    bot: str
    games: int
    low_is_good: bool
    scores: tuple[tuple[int, ...], ...]

    @property
    def games_words(self) -> str:
        """How many games, as the current language writes it."""
        return number_format(self.games, force_grouping=True)

    def better_than(self, seat: int, score: int) -> int:
        """How many in a hundred games of the seat a score is better than, half of the equal ones among them."""
        known = self.scores[seat]
        below, up_to = bisect_left(known, score), bisect_right(known, score)
        share = (below + up_to) / (2 * len(known))
        return round(100 * (1 - share if self.low_is_good else share))


def digest_of(scenario: Any) -> str:
    """The same for scenarios that are played the same way."""
    return hashlib.sha256(codec.to_json(scenario)).hexdigest()[:16]


@cache
def _known(folder: Path) -> dict[str, Reach]:
    rows: tuple[Reach, ...] = codec.from_json((folder / FILE).read_text(encoding="utf-8"), tuple[Reach, ...])
    return {row.scenario: row for row in rows}


def reach_of(game: Any, scenario: Any) -> Reach | None:
    """Of a match's own scenario; None for one that does not come with the game."""
    found = _known(game.folder).get(digest_of(scenario))
    return found if found is not None and found.rules == str(game.rules.version) else None


def better_words(reach: Reach | None, seat: int, score: int) -> str:
    """`better than 62 % of 1,000 games of bots in this role, with the usual options`; empty where that is not known."""
    if reach is None:
        return ""
    values = {"percent": reach.better_than(seat, score), "games": reach.games_words}
    return _("better than %(percent)d %% of %(games)s matches of bots in this role, with the usual options") % values


def percentiles(scores: Sequence[int]) -> tuple[int, ...]:
    """The 101 percentiles of scores, from the least to the most."""
    rising = sorted(scores)
    return tuple(rising[round(share * (len(rising) - 1) / 100)] for share in range(101))
