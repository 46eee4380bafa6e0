"""The students' pages: their own grades, and their evaluations of team mates."""

import re

import pytest

from classrooms.assess.grading.queries.news import published_to, to_evaluate
from classrooms.assess.grading.rubric import book_ensure
from classrooms.assess.grading.services.grades import grades_compute, mark_set
from classrooms.assess.grading.services.publishing import grades_publish
from classrooms.models import Enrolment, GradeBook, PeerReview
from tests.classrooms.assess.grading.sessions import (
    ENDED,
    at,
    line_of,
    matches_of,
    people,
    session_with,
    signed_in,
    student,
)
from tests.classrooms.factories import enrol
from tests.games.factories import person
from tests.site.html import at_first_sight, steady

pytestmark = pytest.mark.django_db


def test_nothing_is_told_before_publication_but_what_will_count(played):
    mark_set(line=line_of(played, "project"), user_id=student().pk, points=1234, reason="Secret", by=played.created_by)

    text = steady(signed_in(student()).get(f"/sessions/{played.pk}/grade/").content.decode())

    assert "Not published yet" in text
    assert "<dt>Project result</dt>" in text
    asked, _summary, worked_out = text.partition("How this is worked out")
    assert ("35 % of the final mark" in asked, "35 % of the final mark" in worked_out) == (False, True)
    assert [word for word in ("2.47", "Secret", "475") if word in text] == []


def test_a_student_reads_their_own_published_grade_with_facts_and_reasons(played):
    mark_set(
        line=line_of(played, "project"), user_id=student().pk, points=9000, reason="Helped out", by=played.created_by
    )
    mark_set(line=line_of(played, "project"), user_id=student(2).pk, points=1000, reason="Secret of another",
             by=played.created_by)  # fmt: skip
    grades_publish(play_session=played, incomplete=True)

    text = " ".join(signed_in(student()).get(f"/sessions/{played.pk}/grade/").content.decode().split())

    assert "18.0 of 20" in text
    assert "100 % of the final mark" in text
    assert "Changed by hand; computed was 15.00. Reason: Helped out" in text
    assert "Team 1, Duration: 475, target 380 missed by 95" in text
    assert "left out: nothing to judge" in text
    assert [word for word in ("Secret of another", "Student-02", "2.0 of 20") if word in text] == []


def test_a_student_reads_no_method_before_they_ask_for_it(played):
    grades_publish(play_session=played, incomplete=True)
    path = f"/sessions/{played.pk}/grade/"

    text = at_first_sight(signed_in(student()).get(path).content.decode())

    assert "The target of 380 is missed by 95: 5 of 20." in text
    assert (text.count("How this was worked out"), text.count("Team 1: the debrief")) == (3, 1)
    assert not re.search(r"\b(weights?|seats?|bots?|rank|share|target 380|What counts)\b", text)


def test_how_the_class_did_is_shown_only_on_purpose(played):
    for number in range(3):
        enrol(played.course, person(f"more-{number}"))
    for row in Enrolment.objects.filter(course=played.course, role="student"):
        mark_set(line=line_of(played, "project"), user_id=row.user_id, points=5000, reason="x", by=played.created_by)
    grades_publish(play_session=played, incomplete=True)
    mine = signed_in(student())

    assert "spread" not in mine.get(f"/sessions/{played.pk}/grade/").content.decode()
    GradeBook.objects.update(shows_distribution=True)
    text = mine.get(f"/sessions/{played.pk}/grade/").content.decode()

    assert "7 final marks" in text
    assert "Student-02" not in text


def test_team_mates_are_evaluated_by_a_form(reviewed):
    mine, mate = signed_in(student(1)), student(2)
    path = f"/sessions/{reviewed.pk}/mates/"
    page = mine.get(path).content.decode()
    assert "Nobody in the team learns who said what." in page
    assert re.findall(r'name="mate-(\d+)-points"', page) == [str(mate.pk)] * 5

    answer = mine.post(path, {f"mate-{mate.pk}-points": "3", f"mate-{mate.pk}-note": "Kept us calm"}, follow=True)

    assert "what you said is stored" in answer.content.decode()
    assert list(PeerReview.objects.values_list("author", "about", "points", "note")) == [
        (student(1).pk, mate.pk, 3, "Kept us calm")
    ]
    assert "Kept us calm" in mine.get(path).content.decode()
    assert "Kept us calm" not in signed_in(mate).get(path).content.decode()


def test_a_note_without_a_statement_is_refused_and_kept(reviewed):
    mate = student(2)

    answer = signed_in(student(1)).post(f"/sessions/{reviewed.pk}/mates/", {f"mate-{mate.pk}-note": "Calm"})

    assert (answer.status_code, PeerReview.objects.count()) == (422, 0)
    assert "Choose a statement" in answer.content.decode()
    assert "Calm" in answer.content.decode()


def test_evaluation_closes_with_publication(reviewed):
    grades_publish(play_session=reviewed, incomplete=True)
    mate = student(2)
    path = f"/sessions/{reviewed.pk}/mates/"

    answer = signed_in(student(1)).post(path, {f"mate-{mate.pk}-points": "3"})

    assert (answer.status_code, PeerReview.objects.count()) == (409, 0)
    assert "The peer evaluation is closed" in signed_in(student(1)).get(path).content.decode()


def test_notes_reach_whoever_grades_without_names(reviewed, claire):
    third = enrol(reviewed.course, person("third"))
    match = matches_of(reviewed)[0]
    seat = match.seats.get(index=2)
    seat.holders.create(user=third, since=match.created_at)
    for author, note in ((student(1), "Zealous"), (third, "Always there")):
        PeerReview.objects.create(session_team=reviewed.session_teams.first(), author=author, about=student(2),
                                  points=3, note=note, created_at=ENDED)  # fmt: skip
    grades_compute(play_session=reviewed)

    text = claire.get(at(reviewed, f"lines/{line_of(reviewed, 'peer').pk}/{student(2).pk}/")).content.decode()

    assert text.index("Always there") < text.index("Zealous")
    assert [name for name in ("Student-01", "Third") if name in text] == []


def test_the_home_page_tells_of_grades_and_of_team_mates(reviewed, django_assert_num_queries):
    me = student(1)
    with django_assert_num_queries(3):
        assert (published_to(me), to_evaluate(me)) == ([], [reviewed])

    PeerReview.objects.create(
        session_team=reviewed.session_teams.first(), author=me, about=student(2), points=3, created_at=ENDED
    )
    grades_publish(play_session=reviewed, incomplete=True)

    with django_assert_num_queries(2):
        assert (published_to(me), to_evaluate(me)) == ([(reviewed, "15.0", False)], [])
    Enrolment.objects.filter(user=me).update(left_at=ENDED)
    assert (published_to(me), to_evaluate(me)) == ([], [])


def test_nobody_is_asked_to_evaluate_bots():
    alone = people(1)[0]
    play_session = session_with([alone])
    book_ensure(play_session=play_session).lines.create(kind="peer", weight=10)

    assert to_evaluate(alone) == []
