"""The rows that a copy of a session or course takes along, table by table. Rows about people are left out."""

from collections import Counter
from datetime import UTC, date, datetime

import pytest
from django.apps import apps

from classrooms.models import (
    Course,
    Enrolment,
    GradeBook,
    OwnQuestion,
    RubricLine,
    SeatPlan,
    Session,
    SessionQuestion,
    SessionTeam,
    SurveyItem,
)
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.services.copied import COPIED, LEFT, same_of
from games.models.people import person_model
from games.platform.errors import NotAllowed
from games.platform.pace import Pace, parse_pace
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import NOW, person

pytestmark = pytest.mark.django_db

AUTUMN = datetime(2026, 10, 5, 8, 0, tzinfo=UTC)
PACE = Pace(mode="async", hours=12, weekends=True, holidays=(date(2020, 1, 1), date(2100, 1, 1)), time_zone="UTC")
UNUSUAL = {
    "title": "The harbour",
    "options": {"payments": "staged"},
    "late_policy": "bot",
    "expected": "off",
    "undo": False,
    "unfinished": "turns",
    "luck": "same",
    "late_join": False,
    "checks_claims": True,
    "has_forecasts": True,
    "shows_league": False,
    "starts_at": AUTUMN,
    "debrief_at": AUTUMN,
}


def lecturer():
    user = person()
    user.can_create_courses = True
    user.save()
    return user


def equipped(teacher, students):
    """A course with a session in which every value differs from its default."""
    course = course_of(
        teacher,
        students,
        time_zone="Europe/Paris",
        papers_months=1,
        talk_months=2,
        names_months=3,
        list_columns={"nom": "name"},
        ends_on=date(2027, 1, 31),
        join_open=True,
    )
    own = OwnQuestion.objects.create(
        course=course, text="Why?", options=["a", "b"], right=1, explanation="b", created_by=students[0], created_at=NOW
    )
    played = session_of(course, teams=[students], started=True, pace_of_match=PACE, **UNUSUAL)
    SessionQuestion.objects.create(session=played, own=own, when="before", position=1)
    SessionQuestion.objects.create(session=played, bank_key="delay-1", when="during", turn=3, position=2)
    SurveyItem.objects.create(session=played, when="before", kind="text", text="Hm?", position=1)
    book = GradeBook.objects.create(
        session=played, scale=100, decimals=0, smallest_share=50, shows_distribution=True, published_at=NOW, revision=4
    )
    RubricLine.objects.create(
        book=book, kind="project", title="Days", weight=3, when_nothing="zero", position=2, params={"days": 2}
    )
    return course, played


def rows_of(course):
    """The rows of the copied tables of a course, as the same columns of each row, by table."""
    found = {
        Course: Course.objects.filter(pk=course.pk),
        OwnQuestion: OwnQuestion.objects.filter(course=course),
        Session: Session.objects.filter(course=course),
        SessionQuestion: SessionQuestion.objects.filter(session__course=course),
        SurveyItem: SurveyItem.objects.filter(session__course=course),
        GradeBook: GradeBook.objects.filter(session__course=course),
        RubricLine: RubricLine.objects.filter(book__session__course=course),
    }
    assert set(found) == set(COPIED) - {SessionTeam, SeatPlan}
    return {model: [same_of(row) for row in rows.order_by("pk")] for model, rows in found.items()}


def everything():
    """The number of rows in each table of the apps."""
    return Counter(
        {
            model._meta.label: model._base_manager.count()
            for label in ("classrooms", "games")
            for model in apps.get_app_config(label).get_models(include_auto_created=True)
        }
    )


def test_each_column_of_a_copied_table_is_taken_or_made_anew():
    for model, fields in COPIED.items():
        declared = [*fields.same, *fields.anew]
        columns = [field.name for field in model._meta.concrete_fields if not field.primary_key]
        assert sorted(declared) == sorted(columns), f"{model.__name__}: decide what a copy does with it"


def test_each_table_that_hangs_on_a_course_or_a_session_is_copied_or_left():
    hanging, ahead = set(), [Course, Session]
    while ahead:
        for relation in ahead.pop()._meta.get_fields(include_hidden=True):
            if not (relation.auto_created and (relation.one_to_many or relation.one_to_one)):
                continue
            model = relation.related_model
            if model in COPIED and model not in hanging:
                ahead.append(model)
            hanging.add(model)

    names = {model.__name__ for model in hanging - set(COPIED)}

    assert names - LEFT == set(), "copy the rows of these tables, or name them in LEFT"
    assert set(COPIED) == hanging & set(COPIED) | {Course}


def test_only_tables_are_left_that_there_are():
    tables = {model.__name__ for model in apps.get_app_config("classrooms").get_models(include_auto_created=True)}

    assert sorted(LEFT - tables) == []


def test_a_copied_course_has_the_same_of_everything_and_nobody_but_its_instructor():
    teacher, students = lecturer(), [person(), person()]
    course, played = equipped(teacher, students)
    before = everything()

    copy = sessions.course_copy(
        course_id=course.pk, by=teacher, name="Harbours", term="Autumn", sessions=[played.pk], now=NOW
    )

    assert rows_of(copy) == rows_of(course)
    assert everything() - before == Counter(
        {
            f"classrooms.{model}": 1 + (model == "SessionQuestion")
            for model in (
                "Course",
                "Enrolment",
                "OwnQuestion",
                "Session",
                "SessionQuestion",
                "SurveyItem",
                "GradeBook",
                "RubricLine",
            )
        }
    )
    assert list(copy.enrolments.values_list("user", "role")) == [(teacher.pk, "instructor")]
    draft = copy.sessions.get()
    assert (copy.name, copy.term, copy.join_open, copy.ends_on) == ("Harbours", "Autumn", False, None)
    assert (draft.status, draft.seed, draft.starts_at, draft.debrief_at) == ("draft", "", None, None)
    assert (draft.grade_book.published_at, draft.grade_book.revision) == (None, 0)
    assert parse_pace(draft.pace) == Pace(
        mode="async", hours=12, weekends=True, holidays=(date(2100, 1, 1),), time_zone="Europe/Paris"
    )


def test_no_row_of_a_copy_names_another_person():
    teacher, students = lecturer(), [person(), person()]
    course, played = equipped(teacher, students)

    copy = sessions.course_copy(course_id=course.pk, by=teacher, name="Harbours", sessions=[played.pk], now=NOW)

    people = set()
    for model in COPIED:
        new = [row for row in model._default_manager.all() if in_course(row) == copy.pk]
        for field in model._meta.concrete_fields:
            if field.related_model is person_model():
                people |= {getattr(row, field.attname) for row in new}
    assert people == {teacher.pk}


def in_course(row):
    """The course of a row of a copied table."""
    if isinstance(row, Course):
        return row.pk
    for name in ("course", "session", "book", "session_team"):
        if hasattr(row, name):
            return in_course(getattr(row, name))
    raise AssertionError(row)


def test_dates_move_by_whole_weeks_at_the_same_time_of_day():
    teacher = lecturer()
    course, played = equipped(teacher, [person()])

    copy = sessions.course_copy(
        course_id=course.pk, by=teacher, name="Harbours", sessions=[played.pk], weeks=10, now=AUTUMN
    )

    assert copy.ends_on == date(2027, 4, 11)
    assert copy.sessions.get().starts_at == datetime(2026, 12, 14, 9, 0, tzinfo=UTC)  # 10:00 in Paris, now in winter


def test_a_date_that_would_be_past_is_left_out():
    teacher = lecturer()
    course, played = equipped(teacher, [person()])

    draft = sessions.session_clone(session_id=played.pk, by=teacher, weeks=1, now=datetime(2026, 12, 1, tzinfo=UTC))

    assert (draft.starts_at, draft.debrief_at) == (None, None)


def test_a_session_of_another_course_brings_its_question_once():
    teacher = lecturer()
    _course, played = equipped(teacher, [person()])
    target = course_of(teacher, name="Next year")

    first = sessions.session_clone(session_id=played.pk, by=teacher, course=target, now=NOW)
    second = sessions.session_clone(session_id=played.pk, by=teacher, course=target, now=NOW)

    assert same_of(first) == same_of(second) == same_of(played)
    assert target.own_questions.count() == 1
    assert SessionTeam.objects.filter(session__course=target).count() == 0
    assert Enrolment.objects.filter(course=target).count() == 1


def test_sessions_of_other_courses_are_not_copied_with_a_course():
    teacher = lecturer()
    course, _played = equipped(teacher, [person()])
    foreign = session_of(course_of())

    copy = sessions.course_copy(course_id=course.pk, by=teacher, name="Harbours", sessions=[foreign.pk], now=NOW)

    assert copy.sessions.count() == 0


def test_somebody_who_may_not_create_courses_copies_none():
    course, _played = equipped(helper := person(), [person()])

    with pytest.raises(NotAllowed):
        sessions.course_copy(course_id=course.pk, by=helper, name="Harbours", sessions=[], now=NOW)

    assert Course.objects.count() == 1


def test_copies_leave_a_line_in_the_log(caplog):
    teacher = lecturer()
    course, played = equipped(teacher, [person()])

    with caplog.at_level("INFO", logger="classrooms.play.sessions"):
        copy = sessions.course_copy(course_id=course.pk, by=teacher, name="Harbours", sessions=[played.pk], now=NOW)
        draft = sessions.session_clone(session_id=played.pk, by=teacher, now=NOW)

    assert [record.getMessage() for record in caplog.records] == [
        f"course {course.pk} was copied to course {copy.pk} with 1 sessions by person {teacher.pk}",
        f"session {played.pk} was copied to session {draft.pk} by person {teacher.pk}",
    ]
