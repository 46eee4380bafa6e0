"""The progress of a match for instructors: counters compared with their pace, bankruptcies, prices and placements."""

from collections.abc import Iterable
from itertools import accumulate
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.catalogue.domego.face import forecasts, predictions
from games.catalogue.domego.face.words import words_of
from games.catalogue.domego.names import roles_named
from games.catalogue.domego.quantities import cubes
from games.catalogue.domego.rules.events import ActivityEnded, Agreed, Allocated, Bankrupt, ContractDrawn, ContractFixed
from games.catalogue.domego.rules.forecast import forecast
from games.catalogue.domego.rules.sheet import Sheet
from games.catalogue.domego.rules.view import View
from games.ui.faces import Heading, ProgressPart, Scene
from games.ui.progress import Alert, Comparison, Decided, Gauge, Progress, Ranged

PROGRESS_KINDS = ("activity_ended", "bankrupt")
COMPARISON_KINDS = ("activity_ended", "agreed", "allocated", "contract_drawn", "contract_fixed")
"""The kinds of events that are compared between teams, a few of each activity."""


def progress(scene: Scene, heading: Heading) -> Progress:
    view: View = scene.view
    sheet = view.sheet
    over = view.phase == "over"
    ended = [event.after for event in scene.record if isinstance(event, ActivityEnded)]
    ends = forecast(view)
    paces = _paces(sheet)
    labels = {
        "delay": (_("Duration"), pgettext("unit", "days")),
        "cost": (_("Cost"), ""),
        "failures": (_("Failures"), ""),
    }
    gauges = tuple(
        Gauge(
            name=name,
            label=label,
            unit=unit,
            value=getattr(view, name),
            target=getattr(sheet.goals, name),
            least=getattr(view, name) if over else getattr(ends, name).least,
            most=getattr(view, name) if over else getattr(ends, name).most,
            series=(0, *(getattr(goals, name) for goals in ended)),
            pace=paces[name],
        )
        for name, (label, unit) in labels.items()
    )
    turns = len(sheet.activities)
    turn = turns if over else view.turn
    return Progress(
        turn=turn,
        turns=turns,
        title=heading.title,
        sub=heading.sub,
        gauges=gauges,
        alerts=tuple(_alerts(scene, scene.record)),
    )


def _paces(sheet: Sheet) -> dict[str, tuple[int, ...]]:
    """The value of each counter after each activity that leads exactly to its target. It grows in proportion to the
    days, required cubes and slots of the sheets, and is rounded down.
    """
    weights = {
        "delay": [activity.days for activity in sheet.activities],
        "cost": [sum(part.required for part in activity.parts) for activity in sheet.activities],
        "failures": [activity.slots for activity in sheet.activities],
    }
    return {name: _pace(each, getattr(sheet.goals, name)) for name, each in weights.items()}


def _pace(weights: list[int], target: int) -> tuple[int, ...]:
    whole = sum(weights)
    if not whole:
        weights, whole = [1] * len(weights), len(weights)
    return tuple(target * done // whole for done in accumulate(weights, initial=0))


def _alerts(scene: Scene, record: Iterable[Any]) -> Iterable[Alert]:
    for event in record:
        if isinstance(event, Bankrupt):
            words = words_of(scene.scenario, event)
            yield Alert(badge=_("bankruptcy"), words=words.html if words else "", turn=event.turn, seat=event.seat)


def comparison(scene: Scene) -> Comparison:
    return Comparison(
        across=("delay", "cost"),
        ranges_title=_("Contract prices against the standard range"),
        ranges_unit="k",
        ranges=tuple(_prices(scene)),
        decisions=tuple(_decisions(scene.record)),
    )


def _prices(scene: Scene) -> Iterable[Ranged]:
    """Every contract of the sheet, with its price if it has one."""
    sheet: Sheet = scene.view.sheet
    how = {"agreed": _("agreed"), "contract_drawn": _("drawn"), "contract_fixed": _("fixed")}
    settled = {
        (event.payer, event.payee): (event.price, how[str(event.__struct_config__.tag)])
        for event in scene.record
        if isinstance(event, Agreed | ContractDrawn | ContractFixed)
    }
    for contract in sheet.contracts:
        price, note = settled.get((contract.payer, contract.payee), (None, ""))
        yield Ranged(
            key=f"{sheet.role_ids[contract.payer]}>{sheet.role_ids[contract.payee]}",
            label=_("%(The_payer)s pays %(the_payee)s")
            % roles_named(scene.scenario, payer=contract.payer, payee=contract.payee),
            low=contract.low,
            high=contract.high,
            value=price,
            note=note,
        )


def _decisions(record: Iterable[Any]) -> Iterable[Decided]:
    """The placements of each role, and the sum of all placements of each activity."""
    for event in record:
        if isinstance(event, Allocated):
            words = _placed_words(event.cubes, event.fewer_cards, event.fewer_days)
            yield Decided(turn=event.turn, seat=event.seat, words=words, amount=event.cubes)
        elif isinstance(event, ActivityEnded):
            words = _placed_words(event.placed, 0, event.fewer_days)
            drawn = ngettext("%(n)d card", "%(n)d cards", event.cards) % {"n": event.cards}
            yield Decided(turn=event.turn, words=f"{words}, {drawn}", amount=event.placed)


def _placed_words(placed: int, cards: int, days: int) -> str:
    parts = [cubes(placed)]
    if cards:
        parts.append(ngettext("\u2212%(n)d card", "\u2212%(n)d cards", cards) % {"n": cards})
    if days:
        parts.append(ngettext("\u2212%(n)d day", "\u2212%(n)d days", days) % {"n": days})
    return ", ".join(parts)


PROGRESS: Final = ProgressPart(
    current=progress,
    kinds=PROGRESS_KINDS,
    comparison=comparison,
    comparison_kinds=COMPARISON_KINDS,
    forecastables=forecasts.forecastables,
    forecast_kinds=forecasts.FORECAST_KINDS,
    forecast_actuals=forecasts.forecast_actuals,
    negotiation_kinds=("offer", "accept", "break_off"),
    predictables=predictions.predictables,
    prediction_kinds=predictions.PREDICTION_KINDS,
    predicted=predictions.predicted,
)
