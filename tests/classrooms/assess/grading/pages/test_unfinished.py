"""A mark with lines that are still to be judged is unfinished wherever it is shown."""

import pytest

from classrooms.assess.grading.files import files
from classrooms.assess.grading.files.exports import export_of
from classrooms.assess.grading.queries.mark_table import mark_table_of, unfinished_words
from classrooms.assess.grading.services.grades import grades_compute, mark_set
from classrooms.assess.grading.services.publishing import grades_publish
from classrooms.connect.api.answers import marks_answer, own_mark_answer
from classrooms.models import PublishedGrade, Session, SessionStatus, User
from classrooms.play.home.drawing import dots_of
from classrooms.play.home.words import marks_words
from tests.classrooms.assess.grading.sessions import at, line_of, signed_in, student

pytestmark = pytest.mark.django_db
WORDS = "unfinished: Presentation"


@pytest.fixture
def presented(eight):
    """Eight marks, and a presentation that has no marks yet."""
    eight.grade_book.lines.create(kind="manual", title="Presentation", weight=20, position=9)
    Session.objects.filter(pk=eight.pk).update(status=SessionStatus.FINISHED)
    eight.refresh_from_db()
    grades_compute(play_session=eight)
    return eight


def judged(play_session):
    """Give everybody a mark for the presentation."""
    line = play_session.grade_book.lines.get(title="Presentation")
    for row in mark_table_of(play_session).rows:
        mark_set(line=line, user_id=row.user.pk, points=10_000, reason="Presentation", by=play_session.created_by)


def text_of(play_session, user, path):
    return " ".join(signed_in(user).get(path).content.decode().split())


def test_the_list_of_marks_and_the_page_before_publishing_say_what_is_missing(presented):
    said = "8 marks are unfinished. Still to be judged: Presentation."

    marks, publish = (text_of(presented, presented.created_by, at(presented, path)) for path in ("", "publish/"))

    assert (marks.count(f'<span class="g-hand">{WORDS}</span>'), said in marks, said in publish) == (8, True, True)
    judged(presented)
    marks, publish = (text_of(presented, presented.created_by, at(presented, path)) for path in ("", "publish/"))
    assert "unfinished:" not in marks + publish
    assert "are unfinished" not in marks + publish


def test_today_draws_them_hollow_and_says_so(presented):
    sheet = mark_table_of(presented)

    assert "8 marks are unfinished. Still to be judged: Presentation." in marks_words(sheet)
    assert dots_of(sheet).svg.count("stroke-dasharray") == 8
    judged(presented)
    sheet = mark_table_of(presented)
    assert ("unfinished" in marks_words(sheet), dots_of(sheet).svg.count("stroke-dasharray")) == (False, 0)


def test_files_have_it_beside_the_mark(presented):
    export = export_of(presented, published=False)

    rows = files.moodle(export, by="email").decode().splitlines()
    assert [row.split(",")[-1] for row in rows[1:9]] == [WORDS] * 8
    assert files.document(export).decode().count('"unfinished": [\n') == 8
    judged(presented)
    export = export_of(presented, published=False)
    assert WORDS not in files.moodle(export, by="email").decode()


def test_programs_read_which_lines_are_missing(presented):
    grades_publish(play_session=presented)

    marks = {mark.person: mark.unfinished for mark in marks_answer(mark_table_of(presented)).marks}
    assert (marks[student().pk], marks[User.objects.get(username="zoe").pk]) == (("Presentation",), ())
    told = PublishedGrade.objects.get(user=student())
    assert own_mark_answer(told).unfinished == ("Presentation",)


def test_students_read_that_their_mark_is_not_the_last_word(presented):
    grades_publish(play_session=presented)

    text = text_of(presented, student(), f"/sessions/{presented.pk}/grade/")
    assert "Mark so far" in text
    assert "Still to be judged:</b> Presentation." in text
    assert "left out: nothing to judge" in text, "taking part, of which nothing was asked"
    assert "Your mark so far:" in text_of(presented, student(), "/games/")
    judged(presented)
    grades_publish(play_session=presented)
    text = text_of(presented, student(), f"/sessions/{presented.pk}/grade/")
    assert ("Mark so far" in text, "Still to be judged" in text) == (False, False)


def test_what_was_told_before_is_no_news_by_itself(presented):
    """The published content of an earlier version has no list of unfinished lines."""
    grades_publish(play_session=presented)
    for row in PublishedGrade.objects.all():
        for line in row.content["lines"]:
            del line["awaited"]
        row.save()

    assert grades_publish(play_session=presented) == []


def test_a_mark_that_was_decided_by_hand_waits_for_nothing(presented):
    user = student()
    signed_in(presented.created_by).post(at(presented, f"publish/{user.pk}/"), {"do": "keep"})

    rows = {row.user: row for row in mark_table_of(presented).rows}
    assert rows[user].pending == ()
    assert unfinished_words(list(rows.values())).startswith("7 marks")


def test_bots_that_still_play_are_waited_for(played):
    row = next(row for row in mark_table_of(played).rows if row.user == student())

    assert [line.pk for line in row.pending] == [line_of(played, "objectives").pk]
