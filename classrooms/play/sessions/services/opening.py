"""Opening: a match per table, in one step that is safe to repeat."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from classrooms.models import Luck, Session, SessionStatus, SessionTeam
from classrooms.people.class_lists.services.staff import course_staff_sync
from classrooms.play.sessions.queries.set_up import (
    extra_time_of,
    face_of,
    pace_of,
    roles_of,
    scenario_of,
    scenario_text,
)
from classrooms.play.sessions.services.common import changed, locked, tables_of
from classrooms.play.sessions.services.projecting import NONCE_BYTES
from classrooms.play.sessions.services.refusals import NotReady
from games.engine import codec, registry
from games.engine.draws import SEED_BYTES, LabelledDraws
from games.engine.errors import RulesError
from games.public.base import clock
from games.public.models import Match, Seat, SeatHolder
from games.public.steering import match_create


@transaction.atomic
def session_open(*, session_id: int, by: Any, now: datetime | None = None) -> list[Match]:
    """Create a match for each table and open the session; returns the matches in the order of the tables. Planned
    people get their seats, with their extra time of the class list; bots have the rest. With luck "same", all matches
    get one seed. Staff of the course run or observe them. Opened twice, also at the same moment, there is still one
    match per table. Raises NotReady, and then nothing has changed.
    """
    play_session = locked(session_id)
    if play_session.status != SessionStatus.DRAFT:
        return [table.match for table in tables_of(play_session) if table.match]
    check_ready(play_session)
    now = now or clock.now()
    if play_session.luck == Luck.SAME:
        play_session.seed = secrets.token_bytes(SEED_BYTES).hex()
    if play_session.starts_at is not None and play_session.starts_at <= now:
        play_session.starts_at = None
    play_session.status, play_session.opened_at = SessionStatus.OPEN, now
    play_session.projector_nonce = secrets.token_hex(NONCE_BYTES)
    roles = [role.id for role in roles_of(play_session)]
    extra = extra_time_of(play_session.course_id, _planned(play_session))
    tables = tables_of(play_session)
    matches = [table_lay(play_session, table, roles=roles, extra=extra, by=by, now=now) for table in tables]
    course_staff_sync(course_id=play_session.course_id)
    changed(play_session, "status", "opened_at", "seed", "starts_at", "projector_nonce")
    return matches


def check_ready(play_session: Session) -> None:
    """Raises NotReady with the missing parts if the draft cannot be opened yet."""
    if not play_session.session_teams.exists():
        raise NotReady(reason=_("Choose the teams that play first."))
    try:
        scenario, rules = scenario_of(play_session), registry.get(play_session.game).rules
        options = codec.read_options(codec.to_json(play_session.options), rules.options_type)
        seats = len(face_of(play_session).words.roles(scenario))
        # Nothing may be refused at the start, when everybody waits: the board is set up once for nobody.
        rules.setup(scenario, options, seats, LabelledDraws(bytes(SEED_BYTES)))
    except LookupError:
        raise NotReady(reason=_("Its game or scenario is no longer there. Choose another one.")) from None
    except RulesError as error:
        raise NotReady(reason=str(face_of(play_session).refusal(None, error))) from error


def _planned(play_session: Session) -> list[int]:
    return list(play_session.session_teams.filter(seat_plans__isnull=False).values_list("seat_plans__user", flat=True))


def table_lay(
    play_session: Session,
    table: SessionTeam,
    *,
    roles: list[str],
    extra: Mapping[int, int],
    by: Any,
    now: datetime,
) -> Match:
    """The match of one table, in its lobby, with the planned people on their seats. Under the session's lock."""
    match = match_create(
        game=play_session.game,
        roles=roles,
        by=by,
        scenario_key=play_session.scenario_key,
        scenario=scenario_text(play_session),
        options=play_session.options,
        title=play_session.title,
        team_name=table.name,
        pace_of_match=pace_of(play_session),
        late_policy=play_session.late_policy,
        expected=play_session.expected,
        undo=play_session.undo,
        seed=bytes.fromhex(play_session.seed) if play_session.luck == Luck.SAME else None,
        now=now,
    )
    match.supervised = True
    match.save(update_fields=["supervised"])
    if play_session.bot:
        match.seats.update(bot=play_session.bot)
    seats: dict[int, Seat] = {seat.index: seat for seat in match.seats.all()}
    SeatHolder.objects.bulk_create(
        SeatHolder(seat=seats[plan.seat], user_id=plan.user_id, since=now, extra_time=extra.get(plan.user_id, 0))
        for plan in table.seat_plans.all()
        if plan.seat in seats
    )
    table.match = match
    table.save(update_fields=["match"])
    return match
