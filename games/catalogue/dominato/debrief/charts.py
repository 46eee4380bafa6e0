"""Data of the charts: links by player, and tiles in hand by turn."""

from django.utils.translation import gettext as _

from games.catalogue.dominato.facts.tables import Facts, GamePlayed
from games.catalogue.dominato.names import role_names
from games.catalogue.dominato.rules.scenario import Scenario
from games.ui.debriefs import Bar, Bars, Chart, Lines, Numbers, Part, Series
from games.ui.faces import RoleName
from games.ui.sentences import counts, pairs

DASHES: tuple[tuple[float, ...], ...] = ((), (9, 3), (4, 2.5), (1.5, 2.5))


def charts(scenario: Scenario, facts: Facts) -> tuple[Chart, ...]:
    """The chart of the links, then a chart for each game."""
    roles = role_names(scenario)
    return (_links(facts, roles), *(_hands(game, roles, scenario.hand) for game in facts.games if game.steps))


def _links(facts: Facts, roles: tuple[RoleName, ...]) -> Bars:
    bars, said = [], []
    cells: list[tuple[str | int, ...]] = []
    for seat, role in zip(facts.seats, roles, strict=True):
        parts = (
            Part(_("simple"), seat.simple, "rule"),
            Part(_("double, nested"), seat.nested, "accent"),
            Part(_("double, between two tiles"), seat.double_t, "ink"),
            Part(_("triple or more"), seat.triples, "accent-strong"),
        )
        bars.append(Bar("", role.name, parts))
        cells.append((role.name, *(part.value for part in parts), seat.links))
        said.append(f"{pairs([(role.name, counts((part.label, part.value) for part in parts))])}.")
    return Bars(
        name="links",
        title=_("Links of each player"),
        unit=_("tiles laid"),
        alt=_("Tiles laid by kind of link.") + " " + " ".join(said),
        table=Numbers((_("Player"), *(part.label for part in bars[0].parts), _("links in all")), tuple(cells)),
        bars=tuple(bars),
    )


def _hands(game: GamePlayed, roles: tuple[RoleName, ...], dealt: int) -> Lines:
    columns = [(dealt, *(step.left[seat] for step in game.turns)) for seat in range(len(roles))]
    ends = counts((role.name, column[-1]) for role, column in zip(roles, columns, strict=True))
    lines = tuple(
        Series(
            role.name,
            column,
            role.colour,
            letter=role.letter,
            dash=DASHES[seat],
            fill=role.colour,
        )
        for seat, (role, column) in enumerate(zip(roles, columns, strict=True))
    )
    return Lines(
        name=f"hands-{game.number}",
        title=_("Tiles in hand in game %(game)d, step by step") % {"game": game.number},
        unit="",
        alt=_("One line for each player. At the end: %(ends)s.") % {"ends": ends},
        table=Numbers(
            (_("Step"), *(role.short for role in roles)),
            tuple((str(step) if step else _("start"), *row) for step, row in enumerate(zip(*columns, strict=True))),
        ),
        lines=lines,
        start=_("start"),
    )
