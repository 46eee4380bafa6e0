"""All stored data of one person, as JSON values: for the person, or for an instructor within one course."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Avg, Count, Model, Q

from classrooms.models import (
    Course,
    Enrolment,
    Forecast,
    LmsMember,
    LmsPerson,
    LmsScore,
    Mark,
    MarkQueryText,
    OwnScenario,
    Participation,
    PeerReview,
    PublishedGrade,
    QuizAnswer,
    ScenarioVersion,
    StudyPerson,
    StudyTest,
    SurveyAnswer,
    TableObserver,
    Team,
    TeamMail,
    TeamMailCopy,
    User,
)
from classrooms.people.class_lists.services.staff import course_match_ids
from games.public.base import clock
from games.public.models import (
    AwayPlan,
    CalendarLink,
    Intervention,
    Message,
    Move,
    Notification,
    PushSubscription,
    ReadingChoice,
    SeatHolder,
)

FORMAT: Final = 1
Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class PersonRows:
    """Rows about a person: the columns that name them, and the exported fields with their names. The lookup leads to
    the course or (`of_match`) to the match.
    """

    model: type[Model]
    people: tuple[str, ...]
    way: str
    fields: dict[str, str]
    of_match: bool = False


TABLES: Final = {
    "courses": PersonRows(
        Enrolment,
        ("user",),
        "course",
        {
            "course_id": "course",
            "course": "course__name",
            "term": "course__term",
            "role": "role",
            "student_number": "student_number",
            "extra_time_percent": "extra_time",
            "extra_time_asked_percent": "extra_time_asked",
            "enrolled_at": "enrolled_at",
            "left_at": "left_at",
        },
    ),
    "teams": PersonRows(
        Team, ("members",), "course", {"course_id": "course", "team": "name", "drawn_from_seed": "seed"}
    ),
    "seats": PersonRows(
        SeatHolder,
        ("user",),
        "seat__match",
        {
            "match": "seat__match_id",
            "game": "seat__match__game",
            "title": "seat__match__title",
            "team": "seat__match__team_name",
            "seat": "seat__index",
            "role": "seat__role",
            "extra_time_percent": "extra_time",
            "since": "since",
            "until": "released_at",
        },
        of_match=True,
    ),
    "moves": PersonRows(
        Move,
        ("author",),
        "match",
        {"match": "match_id", "number": "number", "seat": "seat", "answers": "key", "move": "args", "at": "created_at"},
        of_match=True,
    ),
    "messages": PersonRows(
        Message,
        ("author",),
        "match",
        {"match": "match_id", "seat": "seat", "text": "text", "at": "created_at"},
        of_match=True,
    ),
    "observed_tables": PersonRows(
        TableObserver,
        ("user",),
        "session_team__session__course",
        {
            "session": "session_team__session__title",
            "team": "session_team__name",
            "seat": "seat",
            "critical_friend": "is_critical_friend",
            "went_well": "went_well",
            "to_ask": "to_ask",
            "question": "question",
            "shared_at": "shared_at",
            "since": "created_at",
            "until": "ended_at",
        },
    ),
    "mails_to_teams": PersonRows(
        TeamMail,
        ("by",),
        "session__course",
        {"session": "session__title", "to": "to", "subject": "subject", "text": "text", "at": "created_at"},
    ),
    "mails_from_the_teaching_team": PersonRows(
        TeamMailCopy,
        ("user",),
        "mail__session__course",
        {"session": "mail__session__title", "subject": "mail__subject", "text": "mail__text", "sent_at": "sent_at"},
    ),
    "interventions": PersonRows(
        Intervention,
        ("user", "by"),
        "match",
        {
            "match": "match_id",
            "kind": "kind",
            "at_move": "number",
            "seat": "seat",
            "reason": "reason",
            "counts_for_grades": "counts",
            "at": "created_at",
        },
        of_match=True,
    ),
    "notifications": PersonRows(
        Notification,
        ("user",),
        "decision__match",
        {
            "match": "decision__match_id",
            "decision": "decision__key",
            "told_at": "created_at",
            "read_at": "read_at",
            "mailed_at": "mail_sent_at",
            "pushed_at": "push_sent_at",
            "reminded_at": "reminder_sent_at",
        },
        of_match=True,
    ),
    "away_plans": PersonRows(
        AwayPlan,
        ("user",),
        "seat__match",
        {
            "match": "seat__match_id",
            "seat": "seat__index",
            "from": "starts_at",
            "until": "ends_at",
            "instructions": "instructions",
            "ended_at": "ended_at",
            "end": "end",
            "at": "created_at",
        },
        of_match=True,
    ),
    "devices": PersonRows(
        PushSubscription,
        ("user",),
        "",
        {"device": "device", "address": "endpoint", "since": "created_at", "told_at": "told_at"},
    ),
    "calendar_links": PersonRows(CalendarLink, ("user",), "", {"since": "created_at", "read_at": "read_at"}),
    "ways_of_reading": PersonRows(ReadingChoice, ("user",), "", {"text_mode": "text_mode"}),
    "quiz_answers": PersonRows(
        QuizAnswer,
        ("user",),
        "question__session__course",
        {
            "session": "question__session__title",
            "question": "question__bank_key",
            "own_question": "question__own__text",
            "choice": "choice",
            "right": "is_right",
            "at": "created_at",
        },
    ),
    "survey_answers": PersonRows(
        SurveyAnswer,
        ("user",),
        "item__session__course",
        {
            "session": "item__session__title",
            "item": "item__bank_key",
            "own_item": "item__text",
            "value": "value",
            "text": "text",
            "at": "created_at",
        },
    ),
    "studies": PersonRows(
        StudyPerson,
        ("user",),
        "study__course",
        {
            "study": "study__title",
            "arm": "arm__name",
            "team": "unit",
            "group_of_the_draw": "stratum",
            "order_of_forms": "order",
            "agrees": "consents",
            "chosen_at": "consent_at",
        },
    ),
    "study_tests": PersonRows(
        StudyTest,
        ("person__user",),
        "person__study__course",
        {
            "study": "person__study__title",
            "test": "moment",
            "form": "form",
            "answers": "answers",
            "experience": "experience",
            "words": "words",
            "sent_at": "sent_at",
        },
    ),
    "forecasts": PersonRows(
        Forecast,
        ("user",),
        "match",
        {"match": "match_id", "turn": "turn", "values": "values", "at_move": "move_number", "at": "created_at"},
        of_match=True,
    ),
    "peer_reviews_given": PersonRows(
        PeerReview,
        ("author",),
        "session_team__session__course",
        {
            "session": "session_team__session__title",
            "about": "about__display_name",
            "points": "points",
            "note": "note",
            "at": "created_at",
        },
    ),
    "published_grades": PersonRows(
        PublishedGrade,
        ("user",),
        "book__session__course",
        {
            "session": "book__session__title",
            "grade": "final",
            "state": "state",
            "content": "content",
            "published_at": "published_at",
            "mailed_at": "mail_sent_at",
        },
    ),
    "mark_queries": PersonRows(
        MarkQueryText,
        ("query__published__user", "by"),
        "query__published__book__session__course",
        {
            "session": "query__published__book__session__title",
            "text": "text",
            "is_answer": "is_answer",
            "at": "created_at",
        },
    ),
    "platforms": PersonRows(
        LmsPerson,
        ("user",),
        "",
        {"platform": "platform__name", "number_there": "subject", "since": "created_at", "came_at": "seen_at"},
    ),
    "platform_courses": PersonRows(
        LmsMember,
        ("person__user",),
        "lms_course__course",
        {
            "platform": "person__platform__name",
            "course": "lms_course__title",
            "role": "role",
            "name": "name",
            "groups": "groups",
            "seen_at": "seen_at",
            "gone_at": "gone_at",
        },
    ),
    "platform_marks": PersonRows(
        LmsScore,
        ("person__user",),
        "line_item__session__course",
        {
            "session": "line_item__session__title",
            "state": "state",
            "sent_hundredths": "sent",
            "comment": "sent_comment",
            "sent_at": "sent_at",
            "found_there": "found",
        },
    ),
    "scenarios": PersonRows(
        OwnScenario,
        ("owner",),
        "courses",
        {
            "title": "title",
            "game": "game",
            "from": "parent_name",
            "scenario": "text",
            "created_at": "created_at",
            "changed_at": "changed_at",
            "in_the_bin_since": "removed_at",
        },
    ),
    "scenario_versions": PersonRows(
        ScenarioVersion,
        ("made_by",),
        "scenario__courses",
        {"scenario": "scenario__title", "number": "number", "made_at": "made_at"},
    ),
    "participations": PersonRows(
        Participation,
        ("user",),
        "session__course",
        {"session": "session__title", "state": "state", "proposed": "is_proposed", "reason": "reason", "at": "at"},
    ),
}
MARKS: Final = PersonRows(
    Mark,
    ("user",),
    "line__book__session__course",
    {
        "session": "line__book__session__title",
        "line": "line__kind",
        "title": "line__title",
        "points": "points",
        "changed_points": "changed_points",
        "reason": "changed_reason",
        "facts": "facts",
    },
)
"""Current marks, published or not: for instructors."""
IN_CONFIDENCE: Final = ("survey_answers", "peer_reviews_given")
"""Answers given on the promise that no instructor reads them with a name."""
OWN_ONLY: Final = (
    *("away_plans", "devices", "calendar_links", "ways_of_reading", "platforms", "scenarios", "scenario_versions"),
)
"""Tables that do not concern a course, and plans that would reveal to a team how a person plays."""


def person_data(*, user: User, course: Course | None = None, now: datetime | None = None) -> dict[str, Any]:
    """All data that the site keeps of a person. With a course, only data that its instructors may have:
    unpublished marks too, but neither `IN_CONFIDENCE` nor `OWN_ONLY`. Reviews by team mates are given as a
    mean, so that no author is revealed.
    """
    tables = TABLES
    if course is not None:
        kept_back = {*IN_CONFIDENCE, *OWN_ONLY}
        tables = {name: table for name, table in TABLES.items() if name not in kept_back} | {"marks": MARKS}
    matches = course_match_ids(course.pk) if course is not None else set()
    return {
        "format": FORMAT,
        "made_at": now or clock.now(),
        "person": _account(user, course),
        **{name: _rows(table, user, course, matches) for name, table in tables.items()},
        "peer_reviews_got": _reviews_got(user, course),
    }


def _account(user: User, course: Course | None) -> dict[str, Any]:
    shown = {
        "name": user.display_name,
        "family_name": user.family_name,
        "given_name": user.given_name,
        "email": user.email,
        "is_guest": user.is_guest,
    }
    if course is not None:
        return shown
    return shown | {
        "username": user.username,
        "language": user.language,
        "time_zone": user.time_zone,
        "mail_notifications": user.mail_notifications,
        "may_create_courses": user.can_create_courses,
        "second_factor_since": user.second_factor_since,
        "joined_at": user.date_joined,
        "last_sign_in_at": user.last_login,
    }


def _rows(table: PersonRows, user: User, course: Course | None, matches: set[int]) -> Rows:
    about = Q()
    for column in table.people:
        about |= Q(**{column: user})
    rows = table.model._base_manager.filter(about)
    if course is not None and table.of_match:
        rows = rows.filter(**{f"{table.way}__in": matches})
    elif course is not None:
        rows = rows.filter(**{table.way: course})
    values = rows.order_by("pk").values_list(*table.fields.values())
    return [dict(zip(table.fields, row, strict=True)) for row in values]


def _reviews_got(user: User, course: Course | None) -> Rows:
    """The mean of the reviews by team mates, once grades are published."""
    rows = PeerReview.objects.filter(about=user, session_team__session__grade_book__published_at__isnull=False)
    if course is not None:
        rows = rows.filter(session_team__session__course=course)
    title = "session_team__session__title"
    sums = rows.values(title, "session_team__session").annotate(mean=Avg("points"), number=Count("pk"))
    return [
        {"session": row[title], "mean_points": row["mean"], "reviews": row["number"]}
        for row in sums.order_by("session_team__session")
    ]
