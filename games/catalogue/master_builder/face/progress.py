"""The progress of a match for instructors: the town and the richest player by round, and the prices of contracts."""

from collections.abc import Iterable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.catalogue.master_builder import cards, names
from games.catalogue.master_builder.face import forecasts, predictions
from games.catalogue.master_builder.face.finances import finances_of
from games.catalogue.master_builder.rules import events
from games.catalogue.master_builder.rules.view import View
from games.ui.faces import Heading, ProgressPart, Scene
from games.ui.progress import Alert, Comparison, Decided, Gauge, Progress, Ranged
from games.ui.sentences import phrase

KINDS = ("won", "work", "finished", "borrowed", "wages_paid", "round_begun")
"""The kinds of events that are read, at most a few for each contract, section, loan and round."""


def progress(scene: Scene, heading: Heading) -> Progress:
    view: View = scene.view
    done = view.round if view.phase == "over" else view.round - 1
    sections = [event.turn for event in scene.record if isinstance(event, events.Work)]
    scores = [finances_of(view, seat).score for seat in range(len(view.firms))]
    debts = sum(finances_of(view, seat).debts for seat in range(len(view.firms)))
    gauges = (
        Gauge(
            name="sections",
            label=_("Sections built"),
            value=len(sections),
            series=tuple(sum(turn <= upto for turn in sections) for upto in range(done + 1)),
            fewer=False,
        ),
        Gauge(name="best", label=_("Score of the richest"), unit=pgettext("unit", "k"), value=max(scores), fewer=False),
        Gauge(
            name="gap",
            label=_("From the richest to the poorest"),
            unit=pgettext("unit", "k"),
            value=max(scores) - min(scores),
        ),
        Gauge(name="debts", label=_("Open loans of all"), unit=pgettext("unit", "k"), value=debts),
    )
    return Progress(
        turn=view.round,
        turns=view.last_round,
        title=heading.title,
        sub=heading.sub,
        gauges=gauges,
        alerts=tuple(_alerts(scene)),
    )


def _alerts(scene: Scene) -> Iterable[Alert]:
    """Warnings about players who could not pay the wages."""
    seen: dict[int, events.Borrowed] = {}
    for event in scene.record:
        if isinstance(event, events.Borrowed) and event.seat is not None:
            seen.setdefault(event.seat, event)
    for seat, event in seen.items():
        words = phrase(_("%(The_player)s had to borrow for the wages."), **names.players_named(player=seat))
        yield Alert(badge=_("in debt"), words=words, turn=event.turn, seat=seat)


def comparison(scene: Scene) -> Comparison:
    """The comparison of teams. A usual price is between the minimum bid and a third of the payment."""
    won = [event for event in scene.record if isinstance(event, events.Won)]
    ranges = []
    for event in sorted(won, key=lambda event: event.contract):
        contract = scene.scenario.contracts[event.contract - 1]
        ranges.append(
            Ranged(
                key=contract.key,
                label=cards.contract(scene.scenario, event.contract),
                low=contract.min_bid,
                high=contract.payment // 3,
                value=event.price,
                note=names.player_name(event.seat or 0),
            )
        )
    return Comparison(
        across=("sections", "best"),
        ranges_title=_("Prices of contracts, from the minimum bid to a third of the payment"),
        ranges_unit=pgettext("unit", "k"),
        ranges=tuple(ranges),
        decisions=tuple(_decisions(scene)),
    )


def _decisions(scene: Scene) -> Iterable[Decided]:
    for event in scene.record:
        if isinstance(event, events.Won):
            words = {"contract": cards.contract(scene.scenario, event.contract), "price": names.k(event.price)}
            yield Decided(
                turn=event.turn, seat=event.seat, words=_("%(contract)s for %(price)s") % words, amount=event.price
            )
        elif isinstance(event, events.WagesPaid):
            words = {"amount": names.k(event.amount)}
            yield Decided(turn=event.turn, seat=event.seat, words=_("wages of %(amount)s") % words, amount=event.amount)


PROGRESS: Final = ProgressPart(
    current=progress,
    kinds=KINDS,
    comparison=comparison,
    comparison_kinds=KINDS,
    forecastables=forecasts.forecastables,
    forecast_kinds=forecasts.FORECAST_KINDS,
    forecast_actuals=forecasts.forecast_actuals,
    predictables=predictions.predictables,
    prediction_kinds=predictions.PREDICTION_KINDS,
    predicted=predictions.predicted,
    negotiation_kinds=("offer", "answer", "close_talks"),
)
