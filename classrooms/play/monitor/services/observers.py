"""People who look on at a table: chosen from the class list, or let in by a link, and the notes of critical friends."""

import secrets
from datetime import datetime
from typing import Any, Final

from django.core import signing
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classrooms.models import Enrolment, ObserverLink, Session, SessionStatus, SessionTeam, TableObserver
from classrooms.people.class_lists.services.observed import observing_end
from classrooms.play.monitor.mail_words import tidied
from classrooms.play.sessions.queries.set_up import seats_held
from classrooms.play.sessions.services.common import locked
from games.public.base import BadRequest, clock, refusal
from games.public.models import Match
from games.public.steering import Actor
from games.ui.one_line import is_shown

SALT: Final = "classrooms.observer-link"
LIVE: Final = (SessionStatus.OPEN, SessionStatus.RUNNING, SessionStatus.PAUSED)
KEPT_STATES: Final = (*LIVE, SessionStatus.FINISHED)
HEADINGS: Final = ("went_well", "to_ask", "question")
NOTE_LENGTH: Final = 4000
"""The most characters of a note, its three parts together."""

HoldsSeat = refusal(
    "observer_has_seat",
    gettext_lazy("People with a seat in this session play it, so they cannot look on at its tables."),
)
"""A person with a seat would look on at a table of the same session."""

RunsSession = refusal(
    "observer_runs_session", gettext_lazy("People who run this session see all its tables. They need no other view.")
)
"""A steward would become an observer."""

LinkClosed = refusal(
    "observer_link_closed",
    gettext_lazy("This link was withdrawn, or the session is over. Ask the person who sent it."),
    status=410,
)
"""The link is forged or withdrawn, or its session is over."""

NotBegun = refusal(
    "observer_not_begun", gettext_lazy("The match has not begun yet. Open this link again when it has begun.")
)
"""The session of a link has not begun."""

NoSheet = refusal("no_note_sheet", gettext_lazy("You write no note for this table any more."))
"""The person is no critical friend of the table, or no longer one."""


@transaction.atomic
def observer_add(
    *, session_team_id: int, user: Any, seat: int | None, is_critical_friend: bool, actor: Actor
) -> TableObserver:
    """Let a member of the course look on at a table, from a seat or with the open view (None); another view replaces
    the present one, and the note stays. Safe to repeat. Raises WrongState for a draft and after the end, HoldsSeat,
    RunsSession, BadRequest for an unknown seat and for a person outside the course.
    """
    table, play_session = _locked_table(session_team_id)
    members = Enrolment.objects.filter(course=play_session.course_id, user=user, left_at__isnull=True)
    if not members.exists():
        raise BadRequest(field=_("People"), reason=_("choose people of the class list"))
    return _look_on(table, play_session, user, seat, is_critical_friend, by=actor.user, now=actor.at)


def _locked_table(session_team_id: int) -> tuple[SessionTeam, Session]:
    table = SessionTeam.objects.get(pk=session_team_id)
    play_session = locked(table.session_id, *LIVE)
    return SessionTeam.objects.select_related("match").get(pk=session_team_id), play_session


def _look_on(
    table: SessionTeam, play_session: Session, user: Any, seat: int | None, is_friend: bool, *, by: Any, now: datetime
) -> TableObserver:
    match = _match_of(table)
    _seat_check(match, seat)
    if match.stewards.filter(pk=user.pk).exists():
        raise RunsSession
    if seats_held(user.pk, play_session):
        raise HoldsSeat
    present = table.observers.filter(user=user, ended_at__isnull=True).first()
    if present is not None and (present.seat, present.is_critical_friend) == (seat, is_friend):
        return present
    note = {} if present is None else {name: getattr(present, name) for name in (*HEADINGS, "shared_at")}
    if present is not None:
        table.observers.filter(pk=present.pk).update(**dict.fromkeys(HEADINGS, ""), shared_at=None, ended_at=now)
    row = table.observers.create(
        user=user, seat=seat, is_critical_friend=is_friend, created_by=by, created_at=now, **note
    )
    match.observers.add(user)
    _reload(match)
    return row


def _match_of(table: SessionTeam) -> Match:
    if table.match is None:
        raise BadRequest(field=_("Team"), reason=table.name)
    return table.match


def _seat_check(match: Match, seat: int | None) -> None:
    if seat is not None and not match.seats.filter(index=seat).exists():
        raise BadRequest(field=_("View"), reason=seat)


def _reload(match: Match) -> None:
    """Open pages of the table say who looks on."""
    Match.objects.filter(pk=match.pk).update(revision=F("revision") + 1)


@transaction.atomic
def observer_remove(*, observer_id: int, actor: Actor) -> bool:
    """A person stops looking on at a table; the note stays. Returns False if they had stopped before."""
    rows = TableObserver.objects.filter(pk=observer_id)
    locked(rows.values_list("session_team__session", flat=True).get())
    return observing_end(rows, actor.at) > 0


@transaction.atomic
def observer_link_make(
    *, session_team_id: int, seat: int | None, is_critical_friend: bool, actor: Actor
) -> ObserverLink:
    """A link by which people look on at a table, for any number of people; the table's earlier one stops working.
    Raises WrongState for a draft and after the end, BadRequest for an unknown seat.
    """
    table, _session = _locked_table(session_team_id)
    _seat_check(_match_of(table), seat)
    table.observer_links.filter(revoked_at__isnull=True).update(revoked_at=actor.at)
    return table.observer_links.create(
        nonce=secrets.token_hex(16),
        seat=seat,
        is_critical_friend=is_critical_friend,
        created_by=actor.user,
        created_at=actor.at,
    )


def observer_link_revoke(*, link_id: int, actor: Actor) -> bool:
    """The link stops working; people who came by it go on looking on. Returns False if it had stopped before."""
    return ObserverLink.objects.filter(pk=link_id, revoked_at__isnull=True).update(revoked_at=actor.at) > 0


def observer_link_token(link: ObserverLink) -> str:
    """The secret part of the link. The stored nonce alone does not open it."""
    return signing.Signer(salt=SALT).sign(link.nonce)


def observer_link_find(token: str) -> ObserverLink:
    """The link with its table and session. Raises LinkClosed for one that does not work (any more)."""
    try:
        nonce = signing.Signer(salt=SALT).unsign(token)
    except signing.BadSignature:
        raise LinkClosed from None
    rows = ObserverLink.objects.filter(nonce=nonce, revoked_at__isnull=True, session_team__session__status__in=LIVE)
    link = rows.select_related("session_team__session__course", "session_team__match", "created_by").first()
    if link is None:
        raise LinkClosed
    return link


@transaction.atomic
def observer_join(*, token: str, user: Any, now: datetime | None = None) -> TableObserver:
    """Let a person look on by a link. A person who looks on there already keeps their view. Raises LinkClosed,
    NotBegun, HoldsSeat, RunsSession.
    """
    table, play_session = _locked_table(observer_link_find(token).session_team_id)
    link = observer_link_find(token)
    if not _match_of(table).has_begun:
        raise NotBegun
    present = table.observers.filter(user=user, ended_at__isnull=True).first()
    if present is not None:
        return present
    by = link.created_by
    return _look_on(table, play_session, user, link.seat, link.is_critical_friend, by=by, now=now or clock.now())


@transaction.atomic
def note_write(
    *, observer_id: int, user: Any, parts: dict[str, str], is_shared: bool, now: datetime | None = None
) -> TableObserver:
    """A critical friend writes their note (`parts` by `HEADINGS`), and says whether the team reads it after the end.
    Raises NoSheet for others, WrongState once the session is archived, BadRequest for a note that is too long or has
    characters that cannot be shown.
    """
    row = TableObserver.objects.select_for_update().filter(pk=observer_id, user=user.pk).first()
    if row is None or not row.is_critical_friend or row.ended_at is not None:
        raise NoSheet
    locked(row.session_team.session_id, *KEPT_STATES)
    texts = {name: tidied(parts.get(name, "")) for name in HEADINGS}
    if sum(map(len, texts.values())) > NOTE_LENGTH:
        raise BadRequest(field=_("Note"), reason=_("write at most %(most)d characters") % {"most": NOTE_LENGTH})
    if not all(is_shown(line) for text in texts.values() for line in text.splitlines()):
        raise BadRequest(field=_("Note"), reason=_("there is a character in it that cannot be shown"))
    for name, text in texts.items():
        setattr(row, name, text)
    row.shared_at = (row.shared_at or now or clock.now()) if is_shared else None
    row.save(update_fields=[*HEADINGS, "shared_at"])
    return row


def note_share(*, observer_id: int, is_shared: bool, actor: Actor) -> None:
    """People who run the session show a note to the team in its debrief, or hide it."""
    TableObserver.objects.filter(pk=observer_id).update(shared_at=actor.at if is_shared else None)
