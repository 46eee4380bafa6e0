"""Questions as GIFT and Moodle XML: written, read again, and read as other programs write them."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation

from classrooms.models import OwnQuestion
from classrooms.play.questions.files import gift, moodle
from classrooms.play.questions.files.readers import read_file
from classrooms.play.questions.queries.session_questions import bank_words
from classrooms.play.questions.views.exchange import _written
from games.ui import faces
from tests.classrooms.factories import course_of
from tests.classrooms.play.questions.asking import draft_of

FORMS = {"gift": lambda questions: gift.write(questions).encode(), "moodle": moodle.write}


def bank(game, language):
    with translation.override(language):
        return [_written(each.key, bank_words(game, each)) for each in faces.get(game).quiz().offered]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", [face.game.key for face in faces.all_faces() if face.quiz().questions])
def test_a_bank_is_read_again_as_it_was_written(form, game, language):
    questions = bank(game, language)

    found = read_file(FORMS[form](questions))

    assert found.left_out == []
    assert [(each.name, each.text, each.options, each.right, each.explanation) for each in found.questions] == [
        (each.name, each.text, each.options, each.right, each.explanation) for each in questions
    ]
    assert [[each.remark(place) for place in range(len(each.options))] for each in found.questions] == [
        [each.remark(place) for place in range(len(each.options))] for each in questions
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("form", ["gift", "moodle"])
def test_a_games_bank_goes_out_of_one_session_and_into_a_course(client, form):
    draft = draft_of()
    client.force_login(draft.course.enrolments.get(role="instructor").user)

    sent = client.get(reverse(f"classrooms:bank-{form}", args=[draft.pk]))
    upload = SimpleUploadedFile("bank", sent.content)
    page = client.post(reverse("classrooms:own-questions-take", args=[draft.course_id]), {"file": upload}, follow=True)

    assert "83 questions were added." in page.content.decode()
    rows = OwnQuestion.objects.filter(course=draft.course).order_by("pk")
    assert [(row.text, tuple(row.options), row.right) for row in rows] == [
        (each.text, each.options, each.right) for each in bank("domego", "en")
    ]
    again = client.get(reverse(f"classrooms:own-questions-{form}", args=[draft.course_id]))
    assert [each.text for each in read_file(again.content).questions] == [row.text for row in rows]


@pytest.mark.django_db
def test_what_cannot_be_taken_is_named_and_the_rest_comes_in(client):
    course = course_of()
    client.force_login(course.enrolments.get(role="instructor").user)
    text = "Good? {=Yes ~No}\n\nTwice? {=Yes =No}\n\n" + "x" * 401 + " {=Yes ~No}\n\nSame? {=Yes ~Yes}\n"
    take = reverse("classrooms:own-questions-take", args=[course.pk])
    upload = SimpleUploadedFile("q.txt", text.encode())

    page = client.post(take, {"file": upload}, follow=True)

    assert [row.text for row in OwnQuestion.objects.filter(course=course)] == ["Good?"]
    assert "1 question was added." in page.content.decode()
    report = page.context["left_out"]
    assert report["name"] == "q.txt"
    assert [(row["line"], row["name"], row["reason"]) for row in report["rows"]] == [
        (3, "Twice?", "It is of the kind “short answer”."),
        (5, "x" * 60, "Ensure this value has at most 400 characters (it has 401)."),
        (7, "Same?", "The same answer is there twice."),
    ]
    assert "The same answer is there twice." in page.content.decode()
    again = client.get(reverse("classrooms:course-questions", args=[course.pk]))
    assert again.context["left_out"] == report
    other = course_of()
    other.enrolments.create(user=course.enrolments.get(role="instructor").user, role="instructor")
    assert client.get(reverse("classrooms:course-questions", args=[other.pk])).context["left_out"] is None
    closed = client.post(take, {"close": "1"}, follow=True)
    assert closed.context["left_out"] is None
    empty = client.post(take, follow=True)
    assert "Choose a file first." in empty.content.decode()


@pytest.mark.django_db
def test_remarks_that_are_not_kept_are_named_and_a_file_that_is_none_is_refused_in_words(client):
    course = course_of()
    client.force_login(course.enrolments.get(role="instructor").user)
    take = reverse("classrooms:own-questions-take", args=[course.pk])

    with_remarks = client.post(take, {"file": SimpleUploadedFile("q.txt", b"A? {=b#so ~c}")}, follow=True)
    refused = client.post(take, {"file": SimpleUploadedFile("q.xml", b"<quiz>")}, follow=True)

    assert "Remarks on single answers are not kept." in with_remarks.content.decode()
    assert "The file is not well-formed XML: see line 1." in refused.content.decode()
    assert OwnQuestion.objects.filter(course=course).count() == 1
