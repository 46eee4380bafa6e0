"""Keeping the forecast journal."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from classrooms.models import Forecast, Session, SessionStatus, SessionTeam
from classrooms.play.questions.queries.forecasts import WRITABLE, forecastables
from classrooms.play.questions.queries.moments import turn_of
from classrooms.play.questions.queries.session_questions import scenario_in
from classrooms.play.questions.services.refusals import BadQuestion, NoForecastNow, SessionArchived
from classrooms.play.sessions.services.common import changed, tables_touch
from games.public.base import clock
from games.public.matches import scenario_of
from games.public.models import Match, SeatHolder
from games.ui import faces
from games.ui.learning import Forecastable


@transaction.atomic
def forecasts_switch(*, session_id: int, on: bool) -> Session:
    """Turn the forecast journal of a session on or off; stored forecasts stay. Raises SessionArchived, and BadQuestion
    for a game without forecast figures.
    """
    play_session = Session.objects.select_for_update().get(pk=session_id)
    if play_session.status == SessionStatus.ARCHIVED:
        raise SessionArchived
    if on and not _can_be_foreseen(play_session):
        raise BadQuestion(reason=_("This game has no figures to forecast."))
    if play_session.has_forecasts != on:
        play_session.has_forecasts = on
        changed(play_session, "has_forecasts")
    return play_session


def _can_be_foreseen(play_session: Session) -> bool:
    scenario = scenario_in(play_session)
    return scenario is not None and bool(faces.get(play_session.game).progress.forecastables(scenario))


@transaction.atomic
def forecast_write(
    *, table: SessionTeam, user: Any, turn: int, values: Mapping[str, int], now: datetime | None = None
) -> Forecast:
    """Store or change `user`'s forecast of the current turn. The match's row lock ensures that every forecast was made
    before the end of its turn. Raises NoForecastNow or BadQuestion.
    """
    if not table.session.has_forecasts or table.match_id is None:
        raise NoForecastNow(reason=_("This session keeps no forecast journal."))
    match = Match.objects.select_for_update().get(pk=table.match_id)
    if match.status not in WRITABLE:
        raise NoForecastNow(reason=_("The match has not begun, or it is over."))
    if turn_of(match) != turn:
        title = faces.get(match.game).words.turn(scenario_of(match), turn)
        raise NoForecastNow(reason=_("%(turn)s is over: forecasts are made before.") % {"turn": title})
    if not SeatHolder.objects.filter(seat__match=match, user=user, released_at__isnull=True).exists():
        raise NoForecastNow(reason=_("You hold no seat in this match."))
    checked = {what.name: _checked(what, values.get(what.name)) for what in forecastables(match)}
    tables_touch(table.session_id, user)
    return Forecast.objects.update_or_create(
        match=match,
        user=user,
        turn=turn,
        defaults={"values": checked, "move_number": match.number, "created_at": now or clock.now()},
    )[0]


def _checked(what: Forecastable, value: int | None) -> int:
    if value is None or not what.low <= value <= what.high:
        numbers = {"figure": what.label, "low": what.low, "high": what.high}
        raise BadQuestion(reason=_("%(figure)s: a whole number from %(low)s to %(high)s.") % numbers)
    return value
