"""Team membership of the people at a team's table."""

from collections.abc import Iterable

from django.db import transaction

from classrooms.models import Enrolment, SessionTeam, Team
from games.public.models import PERSON_ID, SeatHolder


@transaction.atomic
def team_note(tables: Iterable[SessionTeam]) -> None:
    """Add students at a team's table who are in no team of the course to that team. Called when the session has begun:
    in the lobby people still change tables.
    """
    by_match = {table.match_id: table.team for table in tables if table.team is not None and table.match_id}
    teams = [team for team in by_match.values() if team is not None]
    if not teams:
        return
    course = teams[0].course_id
    rows = SeatHolder.objects.filter(
        seat__match__in=by_match,
        released_at__isnull=True,
        user__enrolments__course=course,
        user__enrolments__role=Enrolment.Role.STUDENT,
    ).exclude(user__teams__course=course)
    joined = dict(rows.order_by("-seat__match").values_list("user", "seat__match"))
    members = Team.members.through
    members.objects.bulk_create(
        [members(team=by_match[match], **{PERSON_ID: user}) for user, match in sorted(joined.items())],
        ignore_conflicts=True,
    )
