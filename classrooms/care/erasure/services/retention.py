"""The retention of a course: papers are deleted first, then texts, then names. Each piece is one transaction that
is safe to repeat, so another worker can finish after a crash.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

import msgspec
from django.db import transaction
from django.db.models import Q

from classrooms.assess.reports.papers import papers_delete
from classrooms.assess.reports.services import debrief_freeze, debrief_keep
from classrooms.care.erasure.services.people import participation_cut, person_erase
from classrooms.care.privacy.clock import clock_of
from classrooms.models import (
    Course,
    Debrief,
    Enrolment,
    Invitation,
    MarkQueryText,
    Paper,
    PaperBatch,
    PeerReview,
    ResearchKey,
    RetentionDeed,
    RosterImport,
    Step,
    StudyTest,
    SurveyAnswer,
    TableObserver,
    TeamMail,
    User,
)
from classrooms.people.class_lists.services.names import GONE
from classrooms.people.class_lists.services.staff import course_match_ids
from classrooms.people.courses.services import course_archive
from classrooms.play.questions.services.polls import polls_close
from games.engine.errors import RulesError
from games.public.base import clock
from games.public.models import FIRST_GAME, Match, SeatHolder
from games.public.people import cleaned, talk_forget_in_match

Role = Enrolment.Role
Kind = RetentionDeed.Kind
Progress = Callable[[], None]


def retention_do(*, course_id: int, now: datetime | None = None, progress: Progress = lambda: None) -> list[Step]:
    """Carry out all due deletions of a course that were announced to its instructors; returns the steps.
    `progress` is called after each piece.
    """
    now = now or clock.now()
    done: list[Step] = []
    for step in Step:
        course = Course.objects.get(pk=course_id)
        found = clock_of(course, now)
        hand = next((hand for hand in found.hands if hand.step == step), None) if found is not None else None
        if found is None or hand is None or hand.erased_on is not None:
            continue
        if not hand.is_due(found.today):
            break
        number = FORGET[step](course, now, progress)
        RetentionDeed.objects.get_or_create(
            course=course,
            kind=Kind.ERASED,
            step=step,
            planned_on=hand.planned_on,
            days=0,
            defaults={"due_on": hand.due_on, "number": number, "at": now},
        )
        done.append(step)
    return done


def papers_forget(course: Course, now: datetime, progress: Progress) -> int:
    """Delete all printed files of a course; returns their number. The data of the files stays."""
    number = 0
    matches = course_match_ids(course.pk)
    for match_id in sorted(matches):
        with transaction.atomic():
            number += papers_delete(Paper.objects.filter(match=match_id))
        progress()
    with transaction.atomic():
        number += papers_delete(Paper.objects.filter(Q(session__course=course) | Q(study__course=course)))
        PaperBatch.objects.filter(session__course=course).delete()
    return number


def papers_before(moment: datetime, courses: Any) -> set[int]:
    """Courses among these (a query set of ids) with papers that were made before a moment."""
    papers = Paper.objects.filter(made_at__lte=moment).exclude(file="")
    of_matches = papers.filter(match__session_team__session__course__in=courses)
    return {
        *papers.filter(session__course__in=courses).values_list("session__course", flat=True),
        *papers.filter(study__course__in=courses).values_list("study__course", flat=True),
        *of_matches.values_list("match__session_team__session__course", flat=True),
    }


def talk_forget(course: Course, now: datetime, progress: Progress) -> int:
    """Delete messages, mails to teams, notes of observers, texts in moves, and free texts of surveys, reviews, queries
    and interventions; returns the number of matches that had some. Debriefs are frozen again without them.
    """
    number = 0
    for match_id in sorted(course_match_ids(course.pk)):
        with transaction.atomic():
            gone = talk_forget_in_match(match_id=match_id)
            if gone:
                number += 1
                _debrief_renew(match_id, gone, now)
        progress()
    with transaction.atomic():
        SurveyAnswer.objects.filter(item__session__course=course).exclude(text="").update(text="")
        StudyTest.objects.filter(person__study__course=course).exclude(words="").update(words="")
        PeerReview.objects.filter(session_team__session__course=course).exclude(note="").update(note="")
        asked = MarkQueryText.objects.filter(query__published__book__session__course=course)
        asked.exclude(text=GONE).update(text=GONE)
        looked_on = TableObserver.objects.filter(session_team__session__course=course)
        looked_on.update(went_well="", to_ask="", question="")
        TeamMail.objects.filter(session__course=course).update(subject="", text="")
        polls_close(course_id=course.pk, now=now)
    return number


def _debrief_renew(match_id: int, gone: set[str], now: datetime) -> None:
    for debrief in Debrief.objects.filter(match=match_id).select_related("match"):
        try:
            debrief_freeze(match=debrief.match, now=now)
        except (RulesError, msgspec.ValidationError):
            # Rules of another version: the facts that were frozen under them stay, without these texts.
            facts = cleaned(debrief.facts, lambda text: "" if text in gone else text)
            debrief_keep(debrief=debrief, facts=facts, now=now)


def names_forget(course: Course, now: datetime, progress: Progress) -> int:
    """Remove the names of all people except the staff from a course, one by one; returns their number. A person
    known by this course alone is erased; of others only their part in this course. Then the course is archived,
    and class lists, notes of invitations and the key of its pseudonyms are deleted.
    """
    people = people_of(course)
    for user in people:
        if is_known_elsewhere(user, course):
            participation_cut(user=user, course=course, now=now)
        else:
            person_erase(user=user, now=now)
        progress()
    with transaction.atomic():
        course_archive(course=course, now=now)
        RosterImport.objects.filter(course=course).update(lines=[], notes=[], source="")
        Invitation.objects.filter(course=course).update(note="")
        ResearchKey.objects.filter(course=course).delete()
    return len(people)


def people_of(course: Course) -> list[User]:
    """Everybody with a name in a course, at one of its tables or looking on there, except its current staff."""
    rows = Enrolment.objects.filter(course=course)
    staff = rows.filter(role__in=(Role.INSTRUCTOR, Role.ASSISTANT), left_at__isnull=True)
    sat = SeatHolder.objects.filter(seat__match__in=course_match_ids(course.pk))
    watched = TableObserver.objects.filter(session_team__session__course=course)
    known = Q(pk__in=rows.values("user")) | Q(pk__in=sat.values("user")) | Q(pk__in=watched.values("user"))
    found = User.objects.filter(known, erased_at__isnull=True).exclude(pk__in=staff.values("user"))
    return list(found.order_by("pk"))


def is_known_elsewhere(user: User, course: Course) -> bool:
    """Does the account have other uses: rights on the site, another course, or a match outside courses?"""
    if user.is_staff or user.is_superuser or user.can_create_courses:
        return True
    if Enrolment.objects.filter(user=user).exclude(course=course).exists():
        return True
    own = Match.objects.filter(Q(seats__holders__user=user) | Q(created_by=user)).exclude(scenario_key=FIRST_GAME)
    return own.exclude(pk__in=course_match_ids(course.pk)).exists()


FORGET: Final[dict[Step, Callable[[Course, datetime, Progress], int]]] = {
    Step.PAPERS: papers_forget,
    Step.TALK: talk_forget,
    Step.NAMES: names_forget,
}
