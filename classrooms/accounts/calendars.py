"""A person's calendar: what they owe, and when their sessions begin and are debriefed."""

from typing import Any

from django.conf import settings
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from classrooms.models import Enrolment, Session, SessionStatus
from games.kit import faces
from games.selectors.calendars import Entry, due_entries

STAFF = (Enrolment.Role.INSTRUCTOR, Enrolment.Role.ASSISTANT)


def entries_of(user: Any) -> list[Entry]:
    """Everything, in the current language."""
    return [*due_entries(user), *(entry for play_session in _planned(user) for entry in _moments(play_session))]


def _planned(user: Any) -> list[Session]:
    """Sessions with a planned moment in which the person has a seat, and those that they run, drafts too."""
    runs = Enrolment.objects.filter(user=user, left_at__isnull=True, role__in=STAFF)
    seated = Q(session_teams__seat_plans__user=user) | Q(
        session_teams__match__seats__holders__user=user,
        session_teams__match__seats__holders__released_at__isnull=True,
    )
    is_told = ~Q(status=SessionStatus.DRAFT) & seated
    rows = Session.objects.filter(is_told | Q(course__in=runs.values("course")), course__archived_at__isnull=True)
    rows = rows.filter(Q(starts_at__isnull=False) | Q(debrief_at__isnull=False))
    found: list[Session] = list(rows.exclude(status=SessionStatus.ARCHIVED).distinct().order_by("pk"))
    return found


def _moments(play_session: Session) -> list[Entry]:
    game = faces.get(play_session.game).title
    stamp = play_session.opened_at or play_session.created_at
    url = settings.SITE_URL + reverse("games:home")
    found = []
    if play_session.starts_at is not None:
        title = _("%(game)s begins: %(session)s") % {"game": game, "session": play_session.title}
        found.append(Entry(f"start-{play_session.pk}", play_session.starts_at, title, "", url, stamp))
    if play_session.debrief_at is not None:
        title = _("%(game)s, debriefing: %(session)s") % {"game": game, "session": play_session.title}
        found.append(Entry(f"debriefing-{play_session.pk}", play_session.debrief_at, title, "", url, stamp))
    return found
