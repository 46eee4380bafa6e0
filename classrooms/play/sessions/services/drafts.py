"""Drafts: created, changed, copied and deleted. A draft has tables and plans, and no matches yet."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction

from classrooms.models import Course, SeatPlan, Session, SessionStatus
from classrooms.play.sessions.queries.set_up import roles_of
from classrooms.play.sessions.services.common import changed, locked, locked_matches
from games.engine import codec, registry
from games.public.base import BadRequest, clock
from games.public.matches import pace
from games.public.models import SeatHolder
from games.public.steering import match_abort
from games.ui.names import BadName, name_read

LAST_STEP = 6
TITLE_LENGTH = 120
EDITABLE = frozenset(
    {
        "title",
        "game",
        "scenario_key",
        "scenario",
        "scenario_version",
        "options",
        "pace",
        "late_policy",
        "expected",
        "undo",
        "unfinished",
        "luck",
        "bot",
        "opens_itself",
        "is_rehearsal",
        "late_join",
        "checks_claims",
        "has_forecasts",
        "starts_at",
        "debrief_at",
        "step",
    }
)
ADJUSTABLE = frozenset({"title", "late_join", "debrief_at", "shows_league", "checks_claims"})
"""Fields that can be changed while people play."""


@transaction.atomic
def session_create(
    *,
    course: Course,
    by: Any,
    title: str,
    game: str,
    scenario_key: str = "",
    options: Mapping[str, Any] | None = None,
    now: datetime | None = None,
    **more: Any,
) -> Session:
    """Create a draft; `more` are fields of `session_update`. Without a scenario, it has the game's first one. Raises
    BadRequest, ScenarioError or BadOptions.
    """
    play_session = Session(
        course=course,
        created_by=by,
        created_at=now or clock.now(),
        game=game,
        pace=stored_pace(pace.Pace(mode="live", time_zone=course.time_zone)),
    )
    _set(play_session, {"title": title, "scenario_key": scenario_key, "options": options or {}, **more})
    play_session.save()
    return play_session


@transaction.atomic
def session_update(*, session_id: int, **changes: Any) -> Session:
    """Change fields of a draft (those of `EDITABLE`; `pace` as a Pace, `options` as JSON values).

    Another game starts with options of its own. Plans for seats that there are no more go. Raises WrongState,
    BadRequest, ScenarioError or BadOptions, and then nothing has changed.
    """
    play_session = locked(session_id, SessionStatus.DRAFT)
    if changes.get("game", play_session.game) != play_session.game:
        changes = {"scenario_key": "", "scenario": "", "scenario_version": None, "options": {}, "bot": "", **changes}
    _set(play_session, changes)
    changed(play_session, *changes)
    if {"game", "scenario", "scenario_key"} & set(changes):
        plans = SeatPlan.objects.filter(session_team__session=play_session)
        plans.filter(seat__gte=len(roles_of(play_session))).delete()
    return play_session


@transaction.atomic
def session_adjust(*, session_id: int, **changes: Any) -> Session:
    """Change fields that do not affect the matches (`ADJUSTABLE`), in any state. Raises BadRequest for other fields."""
    play_session = locked(session_id)
    for name, value in changes.items():
        if name not in ADJUSTABLE:
            raise BadRequest(field=name, reason="")
        setattr(play_session, name, value)
    changed(play_session, *changes)
    return play_session


def _set(play_session: Session, changes: Mapping[str, Any]) -> None:
    """Read and check the fields. The game checks its scenario and options."""
    for name, value in changes.items():
        if name not in EDITABLE:
            raise BadRequest(field=name, reason="")
        setattr(play_session, name, stored_pace(value) if name == "pace" else value)
    try:
        kind = registry.get(play_session.game)
    except LookupError:
        raise BadRequest(field="game", reason=play_session.game[:40]) from None
    if not play_session.scenario:
        play_session.scenario_key = play_session.scenario_key or next(iter(kind.scenarios), "")
        if play_session.scenario_key not in kind.scenarios:
            raise BadRequest(field="scenario", reason=play_session.scenario_key[:60])
    if play_session.bot and play_session.bot not in kind.bots:
        raise BadRequest(field="bot", reason=play_session.bot[:40])
    kind.rules.load_scenario(play_session.scenario or kind.scenarios[play_session.scenario_key])
    codec.read_options(codec.to_json(play_session.options), kind.rules.options_type)
    try:
        play_session.title = name_read(play_session.title, most=TITLE_LENGTH)
    except BadName as bad:
        raise BadRequest(field="title", reason=bad.code) from None


def stored_pace(limits: pace.Pace) -> dict[str, Any]:
    """A pace as JSON values. Raises BadRequest for an invalid one."""
    data: dict[str, Any] = msgspec.json.decode(codec.to_json(limits))
    try:
        pace.parse_pace(data)
    except msgspec.ValidationError as fault:
        raise BadRequest(field="pace", reason=str(fault)) from fault
    return data


@transaction.atomic
def session_delete(*, session_id: int, now: datetime | None = None) -> None:
    """Delete a draft or a rehearsal. Matches of a rehearsal are ended and lose their seats and staff. Their records
    stay, but no page leads to them. Safe to repeat. Raises WrongState for any other session.
    """
    if not Session.objects.filter(pk=session_id).exists():
        return
    play_session = locked(session_id)
    if not play_session.is_rehearsal:
        play_session = locked(session_id, SessionStatus.DRAFT)
    now = now or clock.now()
    for match in _all_matches(play_session):
        if not match.is_over:
            match_abort(match_id=match.pk, now=now)
        SeatHolder.objects.filter(seat__match=match, released_at__isnull=True).update(released_at=now)
        match.stewards.clear()
        match.observers.clear()
    play_session.delete()


def _all_matches(play_session: Session) -> list[Any]:
    """Current matches, and matches abandoned by steps back."""
    found = locked_matches(play_session)
    for match in found:
        if match.parent is not None and match.parent not in found:
            found.append(match.parent)
    return found
