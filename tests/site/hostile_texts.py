"""Human texts that are hard to lay out, in every column that people write."""

from collections.abc import Iterator
from typing import Any, Final

from django.apps import apps
from django.db import models

from classrooms.assess.grading.rubric import book_ensure
from classrooms.assess.reports.services import debrief_freeze
from classrooms.models import (
    Debrief,
    FinalChoice,
    KeptMark,
    KeptMarkLook,
    LmsMember,
    Mark,
    MarkQuery,
    OwnQuestion,
    Participation,
    PeerReview,
    Poll,
    RetentionDeed,
    Session,
    SurveyItem,
    Team,
)
from games.models import Match, PushSubscription
from games.platform import clock
from tests.games.factories import NOW
from tests.matrix.world import World, world

WORD: Final = "Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung"
TURNED: Final = "شركة البناء والهندسة (3) المحدودة 12"
TEXTS: Final = {
    "long word": WORD,
    "emoji": "🏗️👷🏽‍♀️🧱",
    "right to left": TURNED,
    "sentences": "We told you twice that the slab needs seven days, and nobody answered. ",
}
"""The texts by name. Each is repeated until its column is full, except the one from right to left."""
WRITTEN: Final = frozenset({
    "name", "title", "team_name", "display_name", "family_name", "given_name", "term", "student_number", "note", "text",
    "reason", "fork_reason", "changed_reason", "explanation", "comment", "sent_comment", "device",
})  # fmt: skip
"""Columns that people write, by name. Lists of answers are in `LISTS`."""
LISTS: Final = ((OwnQuestion, "options"), (Poll, "options"))
MOST: Final = 1000
NOT_READ: Final = frozenset({"StoredFile", "Paper"})
"""Models whose columns of such a name are written by a program."""


def columns() -> Iterator[tuple[type[models.Model], models.CharField]]:
    """Every column that people write."""
    for model in apps.get_models():
        if model._meta.app_label not in ("games", "classrooms") or model.__name__ in NOT_READ:
            continue
        for field in model._meta.concrete_fields:
            if isinstance(field, models.CharField | models.TextField) and not field.choices and field.name in WRITTEN:
                yield model, field


def full(text: str, most: int, number: int) -> str:
    """A text as long as its column allows. A number at its end makes it differ from those of other rows."""
    mark = f" {number}" if most > 40 else ""
    return (text if text == TURNED else text * (most // len(text) + 1))[: most - len(mark)].strip() + mark


def hostile_world(text: str) -> World:
    """The world of the matrix, with this text in every column that people write."""
    made = world()
    _with_more_rows(made)
    for model, field in columns():
        rows = list(model._default_manager.all())
        assert rows, f"{model.__name__} has no row whose {field.name} could be seen"
        for number, row in enumerate(rows):
            value = full(text, min(field.max_length or MOST, MOST), number)
            model._default_manager.filter(pk=row.pk).update(**{field.name: value})
    for model, name in LISTS:
        for row in model._default_manager.all():
            model._default_manager.filter(pk=row.pk).update(**{name: [full(text, 200, n) for n in range(4)]})
    for match in Match.objects.filter(debrief__isnull=False):
        Debrief.objects.filter(match=match).delete()
        debrief_freeze(match=match)
    return made


def _with_more_rows(made: World) -> None:
    """Add rows of models that the world lacks."""
    student, other, instructor = made.users["student"], made.users["other"], made.users["instructor"]
    play_session = Session.objects.get(pk=made.general["session_id"])
    table = play_session.session_teams.get(pk=made.general["session_team_id"])
    book = book_ensure(play_session=play_session)
    line = book.lines.get(pk=made.general["line_id"])
    by: dict[str, Any] = {"by": instructor, "reason": "Because"}
    for match in Match.objects.all():
        match.messages.create(seat=0, author=student, text="Good morning", created_at=NOW)
        match.messages.create(to_seat=0, author=instructor, text="Good morning", created_at=NOW)
    for user in (student, other):
        mark, _is_new = Mark.objects.get_or_create(line=line, user=user)
        Mark.objects.filter(pk=mark.pk).update(
            changed_points=70, changed_by=instructor, changed_reason="Because", changed_at=NOW
        )
        mark.changes.create(kind="set", points=70, created_at=NOW, **by)
        Participation.objects.update_or_create(
            session=play_session, user=user, defaults={"state": "excused", "is_proposed": False, "at": NOW, **by}
        )
        FinalChoice.objects.create(book=book, user=user, kind="set", points=70, created_at=NOW, **by)
    line.rule_changes.create(before={}, after={}, created_at=NOW, **by)
    PeerReview.objects.create(
        session_team=table, author=other, about=student, points=3, note="Good", created_at=clock.now()
    )
    query = MarkQuery.objects.get(pk=made.general["query_id"])
    query.texts.create(by=other, text="Why?", created_at=NOW)
    query.texts.create(by=instructor, is_answer=True, text="Because", created_at=NOW)
    item = SurveyItem.objects.create(session=play_session, kind="text", text="What was hard?", position=90)
    item.answers.create(user=student, text="Nothing", created_at=NOW)
    KeptMark.objects.create(
        book=book, key="k", name="Ann", content={"scale": 20, "decimals": 1, "lines": []}, published_at=NOW, until=NOW
    )
    KeptMarkLook.objects.create(book=book, number=1, at=NOW, **by)
    RetentionDeed.objects.create(course=play_session.course, kind="changed", at=NOW, **by)
    PushSubscription.objects.create(
        user=student, endpoint="https://push.test/1", p256dh="x", auth="x", device="Phone", created_at=NOW
    )
    there = made.general["lms_course_id"]
    person = play_session.course.lms_courses.get(pk=there).deployment.platform.people.first()
    LmsMember.objects.get_or_create(
        lms_course_id=there, person=person, defaults={"role": "student", "name": "Ann", "seen_at": NOW}
    )
    Team.objects.get_or_create(course=play_session.course, name="Nobody's")
