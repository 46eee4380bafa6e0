"""Teams of a course, made and changed by hand."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from classrooms.models import Course, Enrolment, Session, Team
from classrooms.people.class_lists.services.people import ENDED, sessions_touch
from games.public.base import BadRequest, refusal
from games.public.models import PERSON_ID
from games.ui.names import BadName, name_read

NAME_LENGTH = 80


TeamNameTaken = refusal("team_name_taken", _("Another team of this course is called %(name)s."), status=422)
"""Two teams of a course would have one name."""

TeamNameUnfit = refusal("team_name_unfit", _("A team needs a name of 1 to 80 characters."), status=422)
"""A name that cannot be shown."""

TeamPlays = refusal("team_plays", _("%(name)s has a table in the session “%(session)s” that has not ended."))
"""A team that is at a table cannot go."""


def team_create(*, course: Course, name: str = "") -> Team:
    """A team without members; without a name it is the next free number. Raises TeamNameTaken, TeamNameUnfit."""
    name = _fit(name) if name.strip() else next_name(course)
    return _saved(Team(course=course, name=name))


def team_rename(*, team: Team, name: str) -> Team:
    """Rename a team; tables of sessions keep the old name. Raises TeamNameTaken, TeamNameUnfit."""
    team.name = _fit(name)
    return _saved(team)


def next_name(course: Course, taken: set[str] | None = None) -> str:
    """The first of "Team 1", "Team 2", ... that the course does not have, in the reader's language."""
    names = set(course.teams.values_list("name", flat=True)) if taken is None else taken
    number = 1
    while (name := str(_("Team %(number)d") % {"number": number})) in names:
        number += 1
    return name


def _fit(name: str) -> str:
    try:
        return name_read(name, most=NAME_LENGTH)
    except BadName:
        raise TeamNameUnfit from None


def _saved(team: Team) -> Team:
    same = Team.objects.filter(course=team.course_id, name__iexact=team.name).exclude(pk=team.pk)
    try:
        with transaction.atomic():
            if same.exists():
                raise TeamNameTaken(name=team.name)
            team.save()
    except IntegrityError:
        raise TeamNameTaken(name=team.name) from None
    return team


@transaction.atomic
def team_delete(*, team: Team) -> None:
    """Delete a team; its members stay in the course. Ended sessions keep its name. Raises TeamPlays."""
    sessions_touch(Session.objects.filter(session_teams__team=team).values_list("pk", flat=True))
    plays = Session.objects.filter(session_teams__team=team).exclude(status__in=ENDED).first()
    if plays is not None:
        raise TeamPlays(name=team.name, session=plays.title)
    team.delete()


@transaction.atomic
def students_move(*, course: Course, team: Team | None, user_ids: list[int]) -> int:
    """Put students into a team, or into none; they leave their earlier team. Returns the number of moved students.
    Seats of sessions are not changed. Raises BadRequest for a team of another course and for people who are no students
    of this one.
    """
    if team is not None and team.course_id != course.pk:
        raise BadRequest(field="team", reason=team.pk)
    wanted = set(user_ids)
    rows = Enrolment.objects.select_for_update().filter(
        course=course, role=Enrolment.Role.STUDENT, left_at__isnull=True
    )
    if set(rows.filter(user__in=wanted).values_list("user_id", flat=True)) != wanted:
        raise BadRequest(field="student", reason=len(wanted))
    members = Team.members.through.objects.filter(team__course=course, **{f"{PERSON_ID}__in": wanted})
    there = set(members.filter(team=team).values_list(PERSON_ID, flat=True)) if team is not None else set()
    moved = set(members.values_list(PERSON_ID, flat=True)) if team is None else wanted - there
    members.exclude(team=team).delete() if team is not None else members.delete()
    if team is not None:
        team.members.add(*(wanted - there))
    return len(moved)
