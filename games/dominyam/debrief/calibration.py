"""How good guesses of chances were: guess by guess, by player, and how often what was said to be so likely came."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.dominyam import names
from games.dominyam.facts.tables import Facts, GuessFacts, TurnFacts
from games.kit.faces import RoleName

Row = dict[str, Any]

BANDS = ((0, 200), (200, 400), (400, 600), (600, 800), (800, 1001))
"""Thousandths, the upper end not included."""
NOTABLE = 50
"""Thousandths by which guesses must be off on average to be called hopeful or careful."""


def guesses_of(facts: Facts, seat: int | None = None) -> list[tuple[TurnFacts, GuessFacts]]:
    """In the order of play."""
    return [(turn, guess) for turn in facts.turns if seat in (None, turn.seat) for guess in turn.guesses]


def off(guesses: Sequence[GuessFacts]) -> int:
    """How far guesses were off on average, in thousandths, rounded to the nearest."""
    return round(sum(abs(guess.said - guess.exact) for guess in guesses) / len(guesses))


def lean(guesses: Sequence[GuessFacts]) -> int:
    """How much too hopeful (above 0) or too careful they were on average, in thousandths."""
    return round(sum(guess.said - guess.exact for guess in guesses) / len(guesses))


def player_rows(facts: Facts, roles: Sequence[RoleName]) -> list[Row]:
    """Those who guessed: how many times, how far off, in which direction."""
    rows = []
    for player in facts.seats:
        own = [guess for _turn, guess in guesses_of(facts, player.seat)]
        if own:
            rows.append(
                {
                    "role": roles[player.seat],
                    "number": len(own),
                    "off": round(off(own) / 10),
                    "lean": lean_words(lean(own)),
                }
            )
    return rows


def lean_words(thousandths: int) -> str:
    """Which way guesses lean."""
    if thousandths >= NOTABLE:
        return _("mostly too hopeful")
    return _("mostly too careful") if thousandths <= -NOTABLE else _("on both sides alike")


def band_rows(facts: Facts) -> list[Row]:
    """Guesses by what was said: what was exact on average, and how many of the meals came."""
    guesses = [guess for _turn, guess in guesses_of(facts)]
    rows = []
    for low, high in BANDS:
        inside = [guess for guess in guesses if low <= guess.said < high]
        if inside:
            exact = round(sum(guess.exact for guess in inside) / len(inside))
            rows.append(
                {
                    "band": _("%(low)d to %(high)d %%") % {"low": low // 10, "high": min(100, high // 10)},
                    "number": len(inside),
                    "exact": names.percent(exact),
                    "came": sum(guess.came for guess in inside),
                }
            )
    return rows


def guess_rows(facts: Facts, roles: Sequence[RoleName]) -> list[Row]:
    """Each guess."""
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
