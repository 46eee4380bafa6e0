"""The score after each turn number, one line for each player."""

from django.utils.translation import gettext as _

from games.catalogue.dominyam import names
from games.catalogue.dominyam.facts import Facts
from games.catalogue.dominyam.rules.combinations import best_assignment
from games.catalogue.dominyam.rules.dominoes import bits_of
from games.catalogue.dominyam.rules.scenario import Scenario
from games.ui.debriefs import Chart, Lines, Numbers, Series
from games.ui.sentences import counts

LINE_TOKENS = {"engineer": "engineer-edge", "inspector": "inspector-edge"}
"""Replacements for badge colours that are too light or too dark for a thin line."""
MOST_LINES = 6
"""The most players for whom the chart is drawn; the table is clearer for more."""


def charts(scenario: Scenario, facts: Facts) -> tuple[Chart, ...]:
    if facts.players > MOST_LINES:
        return ()
    numbers = list(dict.fromkeys(turn.turn for turn in facts.turns))
    lines = [_scores(facts, seat, numbers) for seat in range(facts.players)]
    roles = names.role_names(scenario)
    series = tuple(
        Series(
            role.name,
            (0, *line),
            LINE_TOKENS.get(role.colour, role.colour),
            role.letter,
            ((), (6, 3), (2, 3))[seat % 3],
            role.colour,
        )
        for seat, (role, line) in enumerate(zip(roles, lines, strict=True))
    )
    ends = counts((role.name, names.points(line[-1] if line else 0)) for role, line in zip(roles, lines, strict=True))
    head = (_("Turn"), *(role.name for role in roles))
    rows: list[tuple[str | int, ...]] = [
        (str(number), *(line[at] for line in lines)) for at, number in enumerate(numbers)
    ]
    alt = _("Points of the meals and of the hand as it then was. At the end: %(ends)s.") % {"ends": ends}
    if facts.given:
        alt = " ".join((alt, _("Points that the facilitator brought are included.")))
    return (
        Lines(
            name="scores",
            title=_("Score in points after each turn"),
            alt=alt,
            table=Numbers(head, tuple(rows)),
            unit="",
            lines=series,
            start=_("start"),
            turns=tuple(str(number) for number in numbers),
        ),
    )


def _scores(facts: Facts, seat: int, numbers: list[int]) -> list[int]:
    """The points of the meals and the hand. At the end it is the score, so that a lone player's remaining dominoes
    count.
    """
    found, points, hand = [], 0, 0
    for number in numbers:
        for turn in facts.turns:
            if turn.turn == number and turn.seat == seat and turn.ate is not None:
                points += turn.point + turn.bonus
                hand |= bits_of(turn.ate)
        points += sum(each.amount for each in facts.given if (each.turn, each.seat) == (number, seat))
        found.append(points + best_assignment(hand, facts.value_end).total)
    if found:
        found[-1] -= facts.seats[seat].uneaten
    return found
