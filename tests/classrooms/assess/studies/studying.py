"""Studies of small classes for tests: a draft, its freezing, answers and consent."""

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from classrooms.assess.studies.jobs import power_compute, result_compute
from classrooms.assess.studies.queries.phases import form_of
from classrooms.assess.studies.queries.questions import asked_in
from classrooms.assess.studies.services.answering import answers_keep, consent_set
from classrooms.assess.studies.services.design import ArmPlan, arms_set, study_create, study_update
from classrooms.assess.studies.services.freezing import arms_draw, study_freeze
from classrooms.assess.studies.services.times import step_now
from classrooms.models import Study, Team
from classrooms.play.sessions.services.drafts import session_create
from games.models import Job
from tests.classrooms.factories import course_of
from tests.games.factories import person

NOW: Final = datetime(2026, 3, 2, 9, tzinfo=UTC)


def class_of(number: int, *, teams: int = 0) -> tuple[Any, Any, list[Any]]:
    """A course with its instructor, and so many students, dealt to so many teams."""
    teacher = person("teacher", can_create_courses=True)
    students = [person(f"student{place:02}") for place in range(number)]
    course = course_of(teacher, students)
    for place in range(teams):
        Team.objects.create(course=course, name=f"Team {place + 1:02}").members.set(students[place::teams])
    return course, teacher, students


def draft_of(course: Any, teacher: Any, **changes: Any) -> Study:
    """A draft that lacks nothing but its power: a lecture, and a session of Domego."""
    study = study_create(course=course, by=teacher, title="Game or lecture", now=NOW)
    session = session_create(course=course, by=teacher, title="Domego", game="domego", scenario_key="classic", now=NOW)
    study_update(study_id=study.pk, question="Does the game teach more than the lecture?", **changes)
    arms_set(study_id=study.pk, arms=[ArmPlan("Lecture", "The lecture"), ArmPlan("Game", "", session.pk)])
    return Study.objects.get(pk=study.pk)


def frozen_of(course: Any, teacher: Any, **changes: Any) -> Study:
    """A frozen study, whose first test is open."""
    study = draft_of(course, teacher, **changes)
    power_compute(Job(subject=str(study.pk)))
    return study_freeze(study_id=study.pk, now=NOW)


def answered(study: Study, user: Any, moment: str, right: int, *, now: datetime = NOW, **more: Any) -> None:
    """Send a test with so many right answers, all of them sure."""
    person_row = study.people.get(user=user)
    asked = asked_in(study, form_of(person_row.order, moment))
    answers = {
        each.row.pk: (each.words.right if place < right else (each.words.right + 1) % len(each.words.options), 75)
        for place, each in enumerate(asked)
    }
    answers_keep(study_id=study.pk, user=user, moment=moment, answers=answers, send=True, now=now, **more)


def agreed(study: Study, users: list[Any]) -> None:
    """These people agree to the use of their answers."""
    for user in users:
        consent_set(study_id=study.pk, user=user, consents=True, now=NOW)


def computed_of(number: int = 24, *, gain: int = 1) -> tuple[Study, Any, list[Any]]:
    """A study with a result, its instructor and its students. All agreed and answered twice; the arm with the game has
    `gain` more right answers than the other one.
    """
    course, teacher, students = class_of(number)
    study = frozen_of(course, teacher)
    for place, user in enumerate(students):
        answered(study, user, "before", 3 + place % 4)
    agreed(study, students)
    study = arms_draw(study_id=study.pk, now=NOW + timedelta(hours=1))
    step_now(study_id=study.pk, phase="arms", now=NOW + timedelta(hours=2))
    playing = set(study.arms.get(name="Game").people.values_list("user", flat=True))
    for place, user in enumerate(students):
        right = 4 + 7 * place % 5 + (gain if user.pk in playing else 0)
        answered(study, user, "after", right, now=NOW + timedelta(hours=3))
    result_compute(Job(subject=str(study.pk)))
    return Study.objects.get(pk=study.pk), teacher, students
