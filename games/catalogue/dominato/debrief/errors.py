"""Errors: sums without names for a match, kinds with a short practice for a seat, and a map for a class."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalogue.dominato import names
from games.catalogue.dominato.board import drawn
from games.catalogue.dominato.facts.mistakes import KINDS, SAID, ErrorKind, Mistake, by_kind, mistakes
from games.catalogue.dominato.facts.tables import Facts, StepPlayed
from games.catalogue.dominato.rules.geometry import BALANCE
from games.catalogue.dominato.rules.types import Laid
from games.ui.debriefs import OfClass
from games.ui.faces import RoleName
from games.ui.nouns import named

Row = dict[str, Any]

EXERCISES = 5


def kind_name(kind: ErrorKind) -> str:
    """The name of a kind of error."""
    return {
        "sign": _("the other colour"),
        "zero": _("zero"),
        "missed": _("a second contact not seen"),
        "number": _("another number"),
        "believed": _("a wrong balance believed"),
    }[kind]


def kind_words(kind: ErrorKind) -> str:
    """The advice on a kind of error, in a short sentence to a pupil."""
    return {
        "sign": _("The number is right, but the colour is not. Which colour has more points?"),
        "zero": _("As many red points as green ones: zero, an empty square."),
        "missed": _("One side fits. Look at the other tile that yours touches, too."),
        "number": _("Take away a red point and a green point together, until one colour is left. Count again."),
        "believed": _("You took over what somebody said. Work it out yourself."),
    }[kind]


def rows(facts: Facts, roles: tuple[RoleName, ...]) -> list[Row]:
    """A row for each wrong tile, in the order of play. Only the player's own sheet says whose it was."""
    return [
        {
            "game": game.number,
            "step": step.step,
            "tile": names.tile(step.laid.a, step.laid.b),
            "sums": "; ".join(sum_words(mistake) for mistake in of_step),
            "seen": _seen(step, roles),
        }
        for game in facts.games
        for step in game.steps
        if step.laid is not None and (of_step := [each for each in mistakes(facts) if each.step is step])
    ]


def sum_words(mistake: Mistake) -> str:
    """A text such as `(+3) + (−1) = +2, but +1 was asked`."""
    laid = mistake.step.laid
    words = {"value": names.signed(mistake.claimed), "needed": names.signed(mistake.true)}
    if mistake.part == SAID and laid is not None:
        words["sum"] = f"({names.signed(laid.a)}) + ({names.signed(laid.b)}) = {names.signed(laid.balance)}"
        return _("%(sum)s, but %(value)s was said") % words
    if mistake.part == BALANCE and laid is not None:
        words["sum"] = f"({names.signed(laid.a)}) + ({names.signed(laid.b)}) = {names.signed(mistake.claimed)}"
        return _("%(sum)s, but the square on its middle is %(needed)s") % words
    return _("square %(value)s, but the balance there is %(needed)s") % words


def _seen(step: StepPlayed, roles: tuple[RoleName, ...]) -> str:
    if step.tried:
        return _("a try that the table did not take")
    found = [roles[claim.seat] for claim in step.claims if claim.upheld]
    return _("found by %(the_player)s") % named(player=found[0]) if found else _("nobody saw it")


def kind_rows(found: tuple[Mistake, ...]) -> list[Row]:
    """The kinds that occurred, with their number and advice; most frequent first."""
    told = [
        {"name": kind_name(kind), "words": kind_words(kind), "number": number}
        for kind, number in zip(KINDS, by_kind(found), strict=True)
        if number
    ]
    return sorted(told, key=lambda row: -row["number"])


def own(facts: Facts, seat: int) -> Row:
    """A pupil's own errors, as that pupil sees them."""
    found = mistakes(facts, seat)
    result = facts.seats[seat]
    laid = ngettext("You laid %(n)d tile.", "You laid %(n)d tiles.", result.placed) % {"n": result.placed}
    return {
        "laid": laid,
        "kinds": kind_rows(found),
        "errors": [
            {"game": each.game, "step": each.step.step, "sums": sum_words(each), "kind": kind_name(each.kind)}
            for each in found
        ],
        "recorded": facts.records_errors,
        "caught": result.claims_true,
        "practice": practice(found),
    }


def practice(found: Sequence[Mistake]) -> list[Row]:
    """A few exercises: the tiles of the errors, then with the colours swapped; each once."""
    exercises: list[Row] = []
    asked: set[tuple[int, int]] = set()
    for change in (1, -1):
        for mistake in found:
            laid = mistake.step.laid
            if laid is None or len(exercises) == EXERCISES:
                continue
            a, b = change * laid.a, change * laid.b
            pair = (min(a, b), max(a, b))
            if pair in asked:
                continue
            asked.add(pair)
            exercises.append(
                {
                    "tile": names.tile(a, b),
                    "picture": drawn(Laid(laid.tile, 0, 0, "H", a, b), helper=False),
                    "answer": f"({names.signed(a)}) + ({names.signed(b)}) = {names.signed(a + b)}",
                    "words": names.balance(a + b),
                }
            )
    return exercises


def of_class(matches: Sequence[OfClass], *, running: bool) -> Row:
    """The number of each kind of error in each team. Names are shown only in matches whose school has agreed, while the
    course is running.
    """
    teams = [
        {"name": match.team, "numbers": by_kind(mistakes(match.facts)), "laid": _laid(match.facts)} for match in matches
    ]
    pupils = [
        {
            "name": person,
            "team": match.team,
            "numbers": by_kind(mistakes(match.facts, seat)),
            "laid": match.facts.seats[seat].placed + match.facts.seats[seat].caught,
            "overlooked": match.facts.seats[seat].overlooked,
        }
        for match in matches
        for seat, person in enumerate(match.people)
        if person and running and match.facts.error_map
    ]
    return {
        "heads": [kind_name(kind) for kind in KINDS],
        "teams": teams,
        "pupils": pupils,
        "agreed": any(match.facts.error_map for match in matches),
        "running": running,
    }


def _laid(facts: Facts) -> int:
    return sum(seat.placed + seat.caught for seat in facts.seats)
