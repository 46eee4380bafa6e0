"""Freezing the plan of a study, and the draw of its arms."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime
from statistics import mean
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from classrooms.assess.studies.draw import Unit, arms_drawn, order_drawn, orders_drawn
from classrooms.assess.studies.queries.phases import has_answers
from classrooms.assess.studies.queries.plans import lacking, plan_of, plan_stored
from classrooms.assess.studies.queries.sizes import students_of
from classrooms.assess.studies.services.design import draft, locked
from classrooms.assess.studies.services.refusals import NotReady, WrongPhase
from classrooms.models import (
    DrawBy,
    SessionStatus,
    Strata,
    Study,
    StudyArm,
    StudyPerson,
    Team,
)
from classrooms.people.class_lists.earlier_marks import earlier_marks
from classrooms.people.class_lists.services.teams_balance import divided
from classrooms.play.sessions.queries.set_up import roles_of
from classrooms.play.sessions.services.cloning import session_clone
from classrooms.play.sessions.services.common import tables_of
from classrooms.play.sessions.services.drafts import session_update
from classrooms.play.sessions.services.tables import plans_propose, seat_plan_set, tables_choose
from games.public.base import clock

THIRDS = 3


@transaction.atomic
def study_freeze(*, study_id: int, now: datetime | None = None) -> Study:
    """Freeze the plan with its digest: the first test opens, and students see the study. Orders of forms are drawn.
    Raises PlanFrozen, or NotReady with what is lacking.
    """
    study = draft(study_id)
    missing = lacking(study)
    if missing:
        raise NotReady(reason=missing[0])
    study.frozen_at = now or clock.now()
    study.plan, study.digest = plan_stored(plan_of(study))
    study.save()
    people_add(study)
    return study


@transaction.atomic
def study_thaw(*, study_id: int) -> Study:
    """Make a frozen plan a draft again, as long as nobody has answered anything. Raises WrongPhase afterwards."""
    study = locked(study_id)
    if study.frozen_at is None or has_answers(study):
        raise WrongPhase
    study.people.all().delete()
    study.frozen_at, study.plan, study.digest = None, None, ""
    study.save()
    return study


def people_add(study: Study) -> int:
    """Add students of the course who are not in the study yet, with an order of forms by lot; returns their number.
    The first ones are divided into halves; later ones are drawn one by one.
    """
    known = set(study.people.values_list("user_id", flat=True))
    new = [each for each in students_of(study).values_list("user_id", flat=True) if each not in known]
    halves = orders_drawn([str(each) for each in new], study.seed)
    StudyPerson.objects.bulk_create(
        StudyPerson(study=study, user_id=each, order=order_drawn(str(each), study.seed) if known else halves[str(each)])
        for each in new
    )
    return len(new)


@transaction.atomic
def arms_draw(*, study_id: int, now: datetime | None = None) -> Study:
    """Draw the arms from the frozen seed, end the first test, and put the people of each arm with a session at its
    tables. Raises WrongPhase unless the plan is frozen and nothing was drawn, NotReady without people, or if the
    session of an arm is gone or no longer a draft.
    """
    study = locked(study_id)
    if study.frozen_at is None or study.drawn_at is not None:
        raise WrongPhase
    _check_sessions(study)
    people_add(study)
    people = _present(study)
    if len(people) < 2:
        raise NotReady(reason=_("The course has no students yet."))
    _draw(study, people)
    study.drawn_at = now or clock.now()
    study.drawn = dict(Counter(str(each.arm_id) for each in people))
    study.save()
    for arm in study.arms.select_related("session"):
        _seat(study, arm, arm.session)
    return study


@transaction.atomic
def arms_swap(*, study_id: int, by: Any, now: datetime | None = None) -> int:
    """Give each arm without a game a draft session with tables for its people, a copy of the other arm's; returns the
    number of sessions. For a crossover, once the second test is over. Raises WrongPhase otherwise.
    """
    study, now = locked(study_id), now or clock.now()
    if not study.crossover or study.after_until is None or study.after_until > now:
        raise WrongPhase
    played = study.arms.exclude(session=None).order_by("position").first()
    if played is None or played.session_id is None:
        raise NotReady(reason=_("The session that was played is gone."))
    waiting = list(study.arms.filter(session=None, later_session=None))
    for arm in waiting:
        copy = session_clone(session_id=played.session_id, by=by, now=now)
        tables_choose(session_id=copy.pk, teams=(), others=0)
        arm.later_session = session_update(session_id=copy.pk, title=f"{copy.title[:80]}, {arm.name}"[:120])
        arm.save(update_fields=["later_session"])
        _seat(study, arm, copy)
    return len(waiting)


@transaction.atomic
def latecomers_draw(*, study_id: int) -> int:
    """Draw an arm for students who joined the course after the draw; returns their number. They take part in the tests
    that are still to come. Raises WrongPhase before the draw.
    """
    study = locked(study_id)
    if study.drawn_at is None:
        raise WrongPhase
    people_add(study)
    late = [each for each in _present(study) if each.arm_id is None]
    _draw(study, late)
    new = Counter(str(each.arm_id) for each in late)
    study.drawn = {arm: study.drawn.get(arm, 0) + new[arm] for arm in {*study.drawn, *new}}
    study.save(update_fields=["drawn"])
    return len(late)


def _check_sessions(study: Study) -> None:
    for arm in study.arms.select_related("session"):
        if arm.session is None and not arm.activity:
            raise NotReady(reason=_("The session of the arm “%(arm)s” was deleted.") % {"arm": arm.name})
        if arm.session is not None and arm.session.status != SessionStatus.DRAFT:
            words = _("The session “%(session)s” is no longer a draft, so it cannot get the tables of its arm.")
            raise NotReady(reason=words % {"session": arm.session.title})


def _present(study: Study) -> list[StudyPerson]:
    """The people of the study who are students of the course now."""
    users = students_of(study).values("user")
    return list(study.people.filter(user__in=users).order_by("user_id"))


def _draw(study: Study, people: list[StudyPerson]) -> None:
    """Give people without an arm theirs: with that of their team, if teams are drawn and the team has one."""
    arms = list(study.arms.order_by("position"))
    teams = _teams_of(study)
    strata = _strata(study, people, teams)
    keys, by_team = {}, {each.unit: each.arm_id for each in study.people.exclude(arm=None).exclude(unit="")}
    for each in people:
        team = teams.get(each.user_id)
        each.team = team
        each.stratum = strata[each.user_id]
        each.unit = f"team {team.pk}" if team is not None and study.draw_by == DrawBy.TEAM else ""
        keys[each.user_id] = each.unit or f"person {each.user_id}"
    units: dict[str, Unit] = {}
    for each in people:
        key, balanced = keys[each.user_id], each.stratum
        if study.draw_by == DrawBy.PERSON:
            balanced = f"{each.stratum} {each.order}"
        if by_team.get(each.unit) is None:
            units.setdefault(key, Unit(key, balanced))
    taken = _taken(study, len(arms))
    places = arms_drawn(units.values(), len(arms), study.seed, taken)
    for each in people:
        drawn_with = by_team.get(each.unit)
        each.arm_id = drawn_with if drawn_with is not None else arms[places[keys[each.user_id]]].pk
    StudyPerson.objects.bulk_update(people, ["arm", "team", "unit", "stratum"])


def _taken(study: Study, arms: int) -> dict[str, list[int]]:
    """Units by stratum and arm of an earlier draw."""
    seen: dict[str, list[set[str]]] = defaultdict(lambda: [set() for _arm in range(arms)])
    for each in study.people.exclude(arm=None).select_related("arm"):
        by_team = study.draw_by == DrawBy.TEAM
        balanced = each.stratum if by_team else f"{each.stratum} {each.order}"
        if each.arm is not None:
            seen[balanced][each.arm.position].add((by_team and each.unit) or f"person {each.user_id}")
    return {stratum: [len(units) for units in row] for stratum, row in seen.items()}


def _teams_of(study: Study) -> dict[int, Team]:
    """The first team of each person in the course."""
    found: dict[int, Team] = {}
    for team in Team.objects.filter(course=study.course_id).order_by("name").prefetch_related("members"):
        for user in team.members.all():
            found.setdefault(user.pk, team)
    return found


def _strata(study: Study, people: Iterable[StudyPerson], teams: dict[int, Team]) -> dict[int, str]:
    """The stratum of each person. With teams drawn, a team's is that of the mean of its people's marks."""
    users = [each.user_id for each in people]
    if study.strata == Strata.GROUP and study.draw_by == DrawBy.PERSON:
        return {user: (f"team {teams[user].pk}" if user in teams else "") for user in users}
    if study.strata != Strata.MARK:
        return dict.fromkeys(users, "")
    marks = earlier_marks(study.course_id, users)
    if study.draw_by == DrawBy.TEAM:
        by_team: dict[int, list[float]] = defaultdict(list)
        for user, mark in marks.items():
            if user in teams:
                by_team[teams[user].pk].append(mark)
        marks = {user: mean(by_team[teams[user].pk]) for user in users if user in teams and by_team.get(teams[user].pk)}
    ordered = sorted(set(marks.values()))
    place = {mark: number for number, mark in enumerate(ordered)}
    return {
        user: f"third {1 + place[marks[user]] * THIRDS // len(ordered)}" if user in marks else "no mark"
        for user in users
    }


def _seat(study: Study, arm: StudyArm, session: Any) -> None:
    """Give a draft session its tables: the arm's teams, or tables by lot of its people. People at one table of the
    arm's own session are one unit of the analysis.
    """
    if session is None:
        return
    people = list(arm.people.select_related("team").order_by("user_id"))
    if study.draw_by == DrawBy.TEAM:
        teams = sorted({each.team for each in people if each.team is not None}, key=lambda team: team.name)
        tables_choose(session_id=session.pk, teams=teams, others=0)
        plans_propose(session_id=session.pk)
        return
    seats = len(roles_of(session))
    groups = divided([each.user_id for each in people], -(-len(people) // seats), study.seed) if people else []
    tables_choose(session_id=session.pk, teams=(), others=len(groups))
    by_user = {each.user_id: each for each in people}
    for table, group in zip(tables_of(session), groups, strict=True):
        plan = {seat: [group[seat % len(group)]] for seat in range(seats) if seat < len(group) or session.shares_roles}
        seat_plan_set(session_team_id=table.pk, plan=plan)
        for user in group:
            by_user[user].unit = f"table {table.pk}"
    if session == arm.session:
        StudyPerson.objects.bulk_update(people, ["unit"])
