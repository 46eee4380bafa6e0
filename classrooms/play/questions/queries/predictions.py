"""Predictions of the class: the events of a match that can be predicted now, and what came true."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Final

from classrooms.models import Poll, Session
from classrooms.play.questions.queries.polls import PollResult, answered_in
from games.public.matches import event_value, game_of, scenario_of, state_of
from games.public.models import Event, Match, Status
from games.ui import faces
from games.ui.faces import Scene
from games.ui.learning import NOTHING, Predictable
from games.ui.sentences import pairs

MOST_TEAMS: Final = 30
"""Teams whose events are offered: each costs the reading of a position."""


@dataclass(frozen=True)
class Offer:
    """An event that the class can predict: the team's name, and the event of its match."""

    match: Match
    team: str
    event: Predictable

    @property
    def title(self) -> str:
        """The team, and the question of the event."""
        return pairs([(self.team, self.event.question)])

    @property
    def value(self) -> str:
        """The offer in a form: `MATCH-KEY`."""
        return f"{self.match.pk}-{self.event.key}"


@dataclass(frozen=True)
class Told:
    """The outcome of a prediction: the option that came true, None while it is open, or NOTHING. The scores are
    Brier's, from 0 (sure and right) to 2; None without votes, odds or outcome.
    """

    outcome: int | None
    of_class: float | None = None
    of_odds: float | None = None

    @property
    def is_nothing(self) -> bool:
        """Did the event not happen?"""
        return self.outcome == NOTHING


def predictables_of(match: Match) -> tuple[Predictable, ...]:
    """The events of a running match that can be predicted now, from what everybody may know."""
    if match.status != Status.RUNNING or not match.has_begun:
        return ()
    scene = Scene(scenario_of(match), game_of(match).rules.view(state_of(match), None))
    return faces.get(match.game).progress.predictables(scene)


def offers_of(play_session: Session) -> list[Offer]:
    """The events that the class can predict now, team by team, for the first teams."""
    tables = play_session.session_teams.exclude(match=None).select_related("match").order_by("position", "pk")
    return [
        Offer(table.match, table.name, event)
        for table in tables[:MOST_TEAMS]
        if table.match is not None
        for event in predictables_of(table.match)
    ]


def outcome_of(poll: Poll) -> int | None:
    """The option of a prediction that came true, by the public events of its match; None while it is open. After the
    end of the match, an open one is NOTHING.
    """
    match = poll.match
    if match is None or not poll.predicts:
        return None
    part = faces.get(match.game).progress
    rows = Event.objects.filter(match=match, kind__in=part.prediction_kinds, audience__isnull=True).order_by("number")
    events = [event_value(match, data) for data in rows.values_list("data", flat=True)]
    outcome = part.predicted(scenario_of(match), poll.predicts, events)
    return NOTHING if outcome is None and match.is_over else outcome


def told_of(result: PollResult) -> Told:
    """The outcome of a prediction, with the scores of the class and of the odds."""
    outcome = outcome_of(result.poll)
    if outcome is None or outcome == NOTHING:
        return Told(outcome)
    return Told(outcome, brier([bar.count for bar in result.bars], outcome), brier(result.poll.odds, outcome))


def brier(weights: Sequence[float], outcome: int) -> float | None:
    """The score of a forecast by weights of the options: the sum of squared distances of their shares from 1 for the
    option that came true and 0 for the others (Brier 1950). None without a weight.
    """
    whole = sum(weights)
    if whole <= 0:
        return None
    return sum((weight / whole - (place == outcome)) ** 2 for place, weight in enumerate(weights))


@dataclass(frozen=True)
class Predicted:
    """The decided predictions of a session with votes, and the mean scores of the class and of the odds; None without
    any. If the rules gave odds for some of them, both means are about these.
    """

    lines: list[tuple[PollResult, Told]]
    of_class: float | None
    of_odds: float | None


def predicted_in(play_session: Session) -> Predicted:
    """The predictions of a session that came to an outcome."""
    asked = [result for result in answered_in(play_session) if result.poll.predicts]
    lines = [(result, told) for result in asked if (told := told_of(result)).outcome not in (None, NOTHING)]
    odds = [told.of_odds for _result, told in lines if told.of_odds is not None]
    beside = [told for _result, told in lines if told.of_odds is not None or not odds]
    own = [told.of_class for told in beside if told.of_class is not None]
    return Predicted(lines, mean(own) if own else None, mean(odds) if odds else None)
