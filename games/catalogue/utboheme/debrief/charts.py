"""Data of the charts: points by turn, expected and actual income, income by resource."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.utboheme import names
from games.catalogue.utboheme.facts.tables import Facts
from games.catalogue.utboheme.rules.resources import RESOURCES
from games.ui.debriefs import Bar, Bars, Chart, Lines, Numbers, Part, Series
from games.ui.seats import lettered, player_name
from games.ui.sentences import counts, pairs

DASHES: tuple[tuple[float, ...], ...] = ((), (9, 3), (4, 2.5), (1.5, 2.5))
RESOURCE_TOKENS = ("accent", "ink", "rule", "accent-strong", "ink-2")
"""Colours that the debrief has a swatch of, in the order of the resources."""
MOST_LABELS = 8


def charts(facts: Facts) -> tuple[Chart, ...]:
    """The charts: points, then income."""
    return (*([_points(facts)] if facts.turns else []), _income(facts), _resources(facts))


def _points(facts: Facts) -> Lines:
    roles = [lettered(seat) for seat in range(facts.players)]
    columns = [(facts.start[seat], *(turn.points[seat] for turn in facts.turns)) for seat in range(facts.players)]
    ends = counts((role.name, column[-1]) for role, column in zip(roles, columns, strict=True))
    step = -(-len(facts.turns) // MOST_LABELS)
    numbers = [turn.turn for turn in facts.turns]
    rows: list[tuple[str | int, ...]] = []
    for at, name in enumerate([_("start"), *map(str, numbers)]):
        rows.append((name, *(column[at] for column in columns)))
    return Lines(
        name="points",
        title=_("Points after each turn"),
        unit="",
        alt=_("Points of each player, hidden ones included. At the end: %(ends)s.") % {"ends": ends},
        table=Numbers((_("Turn"), *(role.short for role in roles)), tuple(rows)),
        lines=tuple(
            Series(role.name, column, role.colour, letter=role.letter, dash=DASHES[seat], fill=role.colour)
            for seat, (role, column) in enumerate(zip(roles, columns, strict=True))
        ),
        start=_("start"),
        turns=tuple(str(number) if number % step == 0 else "" for number in numbers),
    )


def _income(facts: Facts) -> Bars:
    bars, said = [], []
    cells: list[tuple[str | int, ...]] = []
    for player in facts.seats:
        name = player_name(player.seat)
        expected = round(player.expected / 1000)
        bars.append(Bar(name, pgettext("dice", "expected"), (Part(pgettext("dice", "expected"), expected, "rule"),)))
        bars.append(Bar(name, pgettext("dice", "actual"), (Part(pgettext("dice", "actual"), player.income, "ink"),)))
        cells.append((name, names.tenths(player.expected), player.income, names.signed_tenths(player.luck)))
        both = _("expected %(expected)s, actual %(actual)d")
        said.append((name, both % {"expected": names.tenths(player.expected), "actual": player.income}))
    return Bars(
        name="income",
        title=_("Expected and actual income from the dice"),
        unit=pgettext("unit", "cards"),
        alt=_("Cards from the dice. %(list)s.") % {"list": pairs(said)},
        table=Numbers(
            (_("Player"), pgettext("dice", "expected"), pgettext("dice", "actual"), _("difference: luck")), tuple(cells)
        ),
        bars=tuple(bars),
    )


def _resources(facts: Facts) -> Bars:
    bars, said = [], []
    cells: list[tuple[str | int, ...]] = []
    for player in facts.seats:
        name = player_name(player.seat)
        parts = tuple(
            Part(names.resource(resource), number, token)
            for resource, number, token in zip(RESOURCES, player.by_resource, RESOURCE_TOKENS, strict=True)
        )
        bars.append(Bar("", name, parts))
        cells.append((name, *player.by_resource))
        said.append((name, names.cards(player.by_resource)))
    return Bars(
        name="resources",
        title=_("Income of each player by resource"),
        unit=pgettext("unit", "cards"),
        alt=_("Cards from the dice. %(list)s.") % {"list": pairs(said)},
        table=Numbers((_("Player"), *(names.short_resource(resource) for resource in RESOURCES)), tuple(cells)),
        bars=tuple(bars),
    )
