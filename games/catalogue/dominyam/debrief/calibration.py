"""The quality of guessed chances: by guess, by player, and by ranges of guesses with the meals that came."""

from collections.abc import Iterable, Sequence
from statistics import fmean as mean
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue.dominyam import names
from games.catalogue.dominyam.facts.tables import Facts, GuessFacts, TurnFacts
from games.ui.faces import RoleName

Row = dict[str, Any]

BANDS = ((0, 200), (200, 400), (400, 600), (600, 800), (800, 1001))
"""Ranges in thousandths, without the upper end."""
NOTABLE = 50
"""The mean error in thousandths from which guesses are called hopeful or careful."""


def guesses_of(facts: Facts, seat: int | None = None) -> list[tuple[TurnFacts, GuessFacts]]:
    """The guesses in the order of play."""
    return [(turn, guess) for turn in facts.turns if seat in (None, turn.seat) for guess in turn.guesses]


def gaps(guesses: Iterable[GuessFacts]) -> list[int]:
    """The bias of each guess, in thousandths: above 0 too hopeful, below too careful."""
    return [guess.said - guess.exact for guess in guesses]


def off(gaps: Sequence[int]) -> int:
    """The mean distance of guesses from the chance, in percentage points."""
    return names.hundredths(mean(map(abs, gaps)))


def player_rows(facts: Facts, roles: Sequence[RoleName]) -> list[Row]:
    """Players who guessed: the number of guesses, the mean error, and its direction."""
    rows = []
    for player in facts.seats:
        own = [guess for _turn, guess in guesses_of(facts, player.seat)]
        if own:
            rows.append(
                {
                    "role": roles[player.seat],
                    "number": len(own),
                    "off": off(gaps(own)),
                    "lean": lean_words(mean(gaps(own))),
                }
            )
    return rows


def lean_words(thousandths: float) -> str:
    """The direction of errors, in words."""
    if thousandths >= NOTABLE:
        return _("mostly too hopeful")
    return _("mostly too careful") if thousandths <= -NOTABLE else _("on both sides alike")


def band_rows(facts: Facts) -> list[Row]:
    """Guesses by range: the mean exact chance, and the number of meals that came."""
    guesses = [guess for _turn, guess in guesses_of(facts)]
    rows = []
    for low, high in BANDS:
        inside = [guess for guess in guesses if low <= guess.said < high]
        if inside:
            rows.append(
                {
                    "band": _("%(low)d to %(high)d %%") % {"low": low // 10, "high": min(100, high // 10)},
                    "number": len(inside),
                    "exact": names.percent(mean(guess.exact for guess in inside)),
                    "came": sum(guess.came for guess in inside),
                }
            )
    return rows


def guess_rows(facts: Facts, roles: Sequence[RoleName]) -> list[Row]:
    """The rows of all guesses."""
    return [
        {
            "turn": turn.turn,
            "role": roles[turn.seat],
            "dominoes": _("%(first)s and %(second)s")
            % {"first": names.domino(guess.dominoes[0]), "second": names.domino(guess.dominoes[1])},
            "kept": names.dice(sorted(guess.kept)) or _("nothing"),
            "throws": guess.throws,
            "said": names.percent(guess.said),
            "exact": names.percent(guess.exact),
            "came": guess.came,
        }
        for turn, guess in guesses_of(facts)
    ]
