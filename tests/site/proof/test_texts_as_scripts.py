"""No human text becomes part of a page's code, from any column of the database, at any URL.

Every text column for people holds its own tag, which breaks out of attributes. No page has such an element."""

import re

import pytest
from django.apps import apps
from django.db import models
from lxml import html as tree

from classrooms.assess.grading.rubric import book_ensure
from classrooms.models import Mark, RubricLine, Session, SurveyAnswer, SurveyItem
from tests.classrooms.people.class_lists.pointers import MAKE
from tests.classrooms.people.class_lists.pointers import World as Things
from tests.games.factories import NOW
from tests.matrix.world import world
from tests.site.every_page import pages_of

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(3600)]

FILLED = {
    "answers", "changed_reason", "comment", "device", "display_name", "error", "explanation", "family_name",
    "fork_reason", "given_name", "label", "name", "note", "reason", "section", "sent_comment", "source",
    "student_number", "text", "title",
}  # fmt: skip
"""Columns with human texts, by name. Other texts are keys and addresses of the program."""
MADE = (
    "classrooms.SurveyAnswer.user", "classrooms.MarkQueryText.by", "classrooms.QuizAnswer.user",
    "classrooms.RuleChange.by", "classrooms.MarkChange.by", "classrooms.Invitation.created_by",
    "games.Message.author", "games.Intervention.by",
)  # fmt: skip
SHOWN = {
    "Course.name", "Intervention.reason", "MarkQueryText.text", "Message.text", "OwnQuestion.text", "Session.title",
    "SurveyAnswer.text", "SurveyItem.text", "Team.name", "User.display_name",
}  # fmt: skip
"""Texts that some page must show, which proves that the test can find them."""


def hostile(number, row, most):
    return f"\"'><x-{number}>{{{{7*7}}}}{row}"[: most or 200]


def columns():
    """Text columns with human texts, each with a number."""
    found = [
        (model, field)
        for model in apps.get_models()
        if model._meta.app_label in ("classrooms", "games")
        for field in model._meta.concrete_fields
        if field.name in FILLED and isinstance(field, models.CharField | models.TextField | models.JSONField)
    ]
    return list(enumerate(found))


def made_hostile():
    """Write a tag into these columns. Returns {number: name}."""
    named = {}
    for number, (model, field) in columns():
        for row in model._base_manager.all():
            text = hostile(number, row.pk, getattr(field, "max_length", None))
            value = [text, f"{text}2"] if isinstance(field, models.JSONField) else text
            model._base_manager.filter(pk=row.pk).update(**{field.name: value})
            named[number] = f"{model.__name__}.{field.name}"
    return named


def with_texts(made):
    """Add a text of each kind by the student in the session."""
    student = made.users["student"]
    session = Session.objects.get(pk=made.general["session_id"])
    match = session.session_teams.get(position=0).match
    book = book_ensure(play_session=session)
    line = book.lines.first() or RubricLine.objects.create(book=book, kind="manual")
    things = Things(session, match, book, line, Mark.objects.create(line=line, user=made.users["other"]))
    for name in MADE:
        MAKE[name](things, student)
    words = SurveyItem.objects.create(session=session, kind=SurveyItem.Kind.TEXT, text="?")
    for user in made.users.values():
        SurveyAnswer.objects.create(item=words, user=user, text="well", created_at=NOW)


def test_no_text_of_people_is_part_of_a_page_s_code():
    made = world()
    with_texts(made)
    named = made_hostile()
    assert set(named.values()) >= SHOWN
    shown, broken, pages = set(), [], 0

    for page in pages_of(made, ("en",)):
        pages += 1
        root = tree.fromstring(page.html)
        shown |= {named[int(number)] for number in re.findall(r"&lt;x-(\d+)&gt;", page.html)}
        broken += [
            f"{page}: {named[int(element.tag[2:])]}"
            for element in root.iter()
            if isinstance(element.tag, str) and re.fullmatch(r"x-\d+", element.tag)
        ]
        broken += [f"{page}: 49" for _each in re.findall(r"x-\d+&gt;49", page.html)]

    assert broken == []
    assert pages > 100
    assert shown >= SHOWN
