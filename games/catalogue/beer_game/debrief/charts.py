"""Data of the charts of each chain: orders, stock less backlog, and the variance of orders."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.beer_game import names
from games.catalogue.beer_game.facts import Facts, StageFacts
from games.catalogue.beer_game.rules.chains import seats_of
from games.catalogue.beer_game.rules.scenario import Scenario
from games.ui.debriefs import Bar, Bars, Chart, Lines, Numbers, Part, Series
from games.ui.expected import signed
from games.ui.sentences import counts

DASHES: Final[tuple[tuple[float, ...], ...]] = ((), (9, 3), (4, 2.5), (1.5, 2.5))
MOST_LABELS: Final = 12


def charts(scenario: Scenario, facts: Facts) -> tuple[Chart, ...]:
    """The charts of all chains; none before the end of the first week."""
    if not facts.done:
        return ()
    return tuple(chart for chain in range(len(facts.chains)) for chart in _of_chain(scenario, facts, chain))


def names_by_chain(facts: Facts) -> tuple[dict[str, str], ...]:
    """The names of each chain's charts."""
    if not facts.done:
        return ()
    return tuple(
        {
            "title": names.chain_name(chain) if len(facts.chains) > 1 else "",
            "orders": f"orders_{chain + 1}",
            "stock": f"stock_{chain + 1}",
            "swing": f"swing_{chain + 1}",
        }
        for chain in range(len(facts.chains))
    )


def stages_of(facts: Facts, chain: int) -> tuple[StageFacts, ...]:
    """The stages of a chain, the retailer first."""
    return tuple(facts.stages[seat] for seat in seats_of(facts.chains, chain))


def _of_chain(scenario: Scenario, facts: Facts, chain: int) -> tuple[Chart, ...]:
    stages, many = stages_of(facts, chain), facts.done
    demand = Series(
        _("Building sites"), (facts.demand[0], *facts.demand[:many]), "ink", letter=pgettext("badge", "S"), fill="ink"
    )
    orders = tuple(_series(facts, stage, (scenario.flow, *stage.orders[:many])) for stage in stages)
    stocks = tuple(_series(facts, stage, (scenario.stock, *stage.net[:many])) for stage in stages)
    peaks = _listed(facts, stages, [max(stage.orders[:many]) for stage in stages])
    lows = _listed(facts, stages, [min(stage.net[:many]) for stage in stages])
    return (
        _lines(
            f"orders_{chain + 1}",
            _("Orders of each stage, week by week"),
            _("One line for each stage, one for the demand of the sites. Largest order: %(list)s.") % {"list": peaks},
            (demand, *orders),
        ),
        _lines(
            f"stock_{chain + 1}",
            _("Stock of each stage; below zero what it owed"),
            _("One line for each stage. Lowest: %(list)s.") % {"list": lows},
            stocks,
        ),
        _swing(facts, chain, stages),
    )


def _series(facts: Facts, stage: StageFacts, values: tuple[int, ...]) -> Series:
    role = names.role_name(facts.chains, stage.seat)
    dash = DASHES[(stage.seat - seats_of(facts.chains, stage.chain)[0]) % len(DASHES)]
    return Series(role.name, values, role.colour, letter=role.letter, dash=dash, fill=role.colour)


def _listed(facts: Facts, stages: Sequence[StageFacts], values: Sequence[int]) -> str:
    named = (names.stage_name(names.stage_id(facts.chains, stage.seat)) for stage in stages)
    return counts(zip(named, map(signed, values), strict=True))


def _lines(name: str, title: str, alt: str, lines: tuple[Series, ...]) -> Lines:
    weeks = len(lines[0].values) - 1
    step = -(-weeks // MOST_LABELS)
    rows: list[tuple[str | int, ...]] = [
        (_("start") if week == 0 else str(week), *(line.values[week] for line in lines)) for week in range(weeks + 1)
    ]
    return Lines(
        name=name,
        title=title,
        alt=alt,
        unit=pgettext("unit", "pallets"),
        table=Numbers((_("Week"), *(line.label for line in lines)), tuple(rows)),
        lines=lines,
        start=_("start"),
        turns=tuple(str(week) if week % step == 0 else "" for week in range(1, weeks + 1)),
    )


def _swing(facts: Facts, chain: int, stages: Sequence[StageFacts]) -> Bars:
    """The bullwhip effect: the variance of the orders, by stage, converted from hundredths to whole numbers."""
    label = pgettext("statistics", "variance")
    swings = [round(stage.variance / 100) for stage in stages]
    found = [
        (names.role_name(facts.chains, stage.seat).name, swing) for stage, swing in zip(stages, swings, strict=True)
    ]
    return Bars(
        name=f"swing_{chain + 1}",
        title=_("Variance of the orders: the bullwhip"),
        unit="",
        alt=_("From stage to stage: %(list)s.") % {"list": _listed(facts, stages, swings)},
        table=Numbers((_("Stage"), label), tuple(found)),
        bars=tuple(Bar("", name, (Part(label, value, "ink"),)) for name, value in found),
    )
