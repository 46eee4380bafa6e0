"""Questions as GIFT and Moodle XML: written, read again, and read as other programs write them."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation

from classrooms.models import OwnQuestion
from classrooms.questions.files import gift, moodle
from classrooms.questions.files.written import Written
from classrooms.questions.queries.asked import bank_words
from classrooms.questions.views.exchange import _written
from games.kit import faces
from tests.classrooms.factories import course_of
from tests.classrooms.questions.asking import draft_of

FORMS = {
    "gift": lambda questions: gift.read(gift.write(questions)),
    "moodle": lambda questions: moodle.read(moodle.write(questions)),
}
HARD = Written(
    text="Is {1 = 2} ~ true: # or \\ not?\nSay it.",
    options=("a = b", "~c#d", "e: f -> g".replace(" -> ", " to "), "<b>4 < 5 & 6</b>"),
    right=2,
    explanation="Because {x}: \\y ~ #z",
    name="hard::one",
    remarks=("one", "", "", "#four"),
)


def bank(game, language):
    with translation.override(language):
        return [_written(each.key, bank_words(game, each)) for each in faces.get(game).quiz().offered]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", [face.game.key for face in faces.all_faces() if face.quiz().questions])
def test_a_bank_is_read_again_as_it_was_written(form, game, language):
    questions = bank(game, language)

    found = FORMS[form](questions)

    assert found.left_out == []
    assert [(each.name, each.text, each.options, each.right, each.explanation) for each in found.questions] == [
        (each.name, each.text, each.options, each.right, each.explanation) for each in questions
    ]
    assert [[each.remark(place) for place in range(len(each.options))] for each in found.questions] == [
        [each.remark(place) for place in range(len(each.options))] for each in questions
    ]


@pytest.mark.parametrize("form", FORMS)
def test_signs_that_mean_something_to_a_form_stay_what_they_are(form):
    assert FORMS[form]([HARD]).questions == [HARD]


def test_gift_as_others_write_it():
    found = gift.read(
        "// a comment\n$CATEGORY: walls\n\n"
        "::Q1:: What holds a <b>wall</b>? {=A footing#right ~%-50%Hope#no ~%0%Paint}\n\n"
        "The ground was studied.{T}\n\n"
        "What is 2 + 2? {#4}\n\n"
        "Match. {=a -> b =c -> d}\n\n"
        "Name it. {=one =two}\n\n"
        "An essay. {}\n"
    )

    assert found.questions == [
        Written("What holds a wall?", ("A footing", "Hope", "Paint"), 0, "", "Q1", ("right", "no", "")),
        Written("The ground was studied.", ("True", "False"), 0, "", "", ("", "")),
    ]
    assert [reason for _name, reason in found.left_out] == [
        "It is not a choice between answers.",
        "It asks to match pairs.",
        "It needs exactly one right answer among its choices.",
        "It is not a choice between answers.",
    ]


def test_moodle_xml_as_moodle_writes_it():
    found = moodle.read(
        b"""<?xml version="1.0" encoding="UTF-8"?><quiz>
        <question type="category"><category><text>$course$/walls</text></category></question>
        <question type="multichoice"><name><text>Q1</text></name>
          <questiontext format="html"><text><![CDATA[<p>What holds a <b>wall</b> &amp; why?</p>]]></text></questiontext>
          <generalfeedback format="html"><text></text></generalfeedback>
          <answer fraction="0" format="html"><text><![CDATA[<p>Hope</p>]]></text></answer>
          <answer fraction="100" format="html"><text>A footing</text></answer></question>
        <question type="essay"><name><text>Long</text></name></question>
        <question type="multichoice"><name><text>Half</text></name>
          <answer fraction="50"><text>a</text></answer><answer fraction="50"><text>b</text></answer></question>
        </quiz>"""
    )

    assert [(each.text, each.options, each.right) for each in found.questions] == [
        ("What holds a wall & why?", ("Hope", "A footing"), 1)
    ]
    assert found.left_out == [
        ("Long", "It is of the kind essay."),
        ("Half", "It needs exactly one right answer among its choices."),
    ]


@pytest.mark.parametrize(
    "data", [b"<quiz", b"<html></html>", b'<!DOCTYPE q [<!ENTITY a "b">]><quiz>&a;</quiz>', b"<quiz>\xff</quiz>"]
)
def test_what_is_no_moodle_xml_is_refused(data):
    with pytest.raises(moodle.NotMoodle):
        moodle.read(data)


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
    read = gift.read(again.content.decode()) if form == "gift" else moodle.read(again.content)
    assert [each.text for each in read.questions] == [row.text for row in rows]


@pytest.mark.django_db
def test_what_cannot_be_taken_is_named_and_the_rest_comes_in(client):
    course = course_of()
    client.force_login(course.enrolments.get(role="instructor").user)
    text = "Good? {=Yes ~No}\n\nTwice? {=Yes ~Yes}\n\n" + "x" * 401 + " {=Yes ~No}\n"
    upload = SimpleUploadedFile("q.txt", text.encode())

    page = client.post(reverse("classrooms:own-questions-take", args=[course.pk]), {"file": upload}, follow=True)

    assert [row.text for row in OwnQuestion.objects.filter(course=course)] == ["Good?"]
    assert "1 question was added." in page.content.decode()
    assert "Left out: “Twice?”. The same answer is there twice." in page.content.decode()
    empty = client.post(reverse("classrooms:own-questions-take", args=[course.pk]), follow=True)
    assert "Choose a file first." in empty.content.decode()
