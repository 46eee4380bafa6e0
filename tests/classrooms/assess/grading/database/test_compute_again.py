"""Marks computed twice depend on the facts alone, and so does participation."""

from datetime import timedelta

import pytest

from classrooms.assess.grading.criteria import points_of
from classrooms.assess.grading.services.grades import grades_compute, mark_set, mark_take_back
from classrooms.models import Mark, MarkChange
from games.platform.pace import Pace
from games.platform.services.deadlines import apply_due
from games.platform.services.holders import seat_assign
from tests.classrooms.assess.grading.sessions import (
    ENDED,
    answer,
    eight_teams,
    end,
    facts_of,
    marks_of,
    matches_of,
    people,
    session_with,
)
from tests.classrooms.factories import enrol
from tests.games.factories import NOW

pytestmark = pytest.mark.django_db
SCORES = (6, 6, 6, 5, 24, 10)


def compute(play_session, **more):
    return grades_compute(play_session=play_session, now=ENDED, **more)


def everything(play_session):
    """All values that a computation of marks may change."""
    marks = Mark.objects.filter(line__book__session=play_session).order_by("pk")
    return list(marks.values_list("pk", "points", "facts", "computed_at", "changed_points", "changed_reason"))


def test_every_mark_can_be_worked_out_again_from_its_facts():
    play_session, _owners = eight_teams()
    compute(play_session)

    marks = list(Mark.objects.select_related("line"))

    assert len(marks) == 5 * 8
    assert [mark.points for mark in marks] == [
        points_of(mark.line.kind, mark.line.params, mark.facts) for mark in marks
    ]
    assert {mark.points is None for mark in marks} == {True, False}


def test_the_same_facts_change_nothing():
    play_session, _owners = eight_teams()
    revision = compute(play_session).revision
    before = everything(play_session)

    again = grades_compute(play_session=play_session, now=ENDED + timedelta(hours=1))

    assert everything(play_session) == before
    assert (again.revision, again.computed_at) == (revision, ENDED + timedelta(hours=1))
    assert MarkChange.objects.count() == 0


def test_a_change_by_hand_survives_and_can_be_taken_back():
    play_session, owners = eight_teams()
    book = compute(play_session)
    line, claire = book.lines.get(kind="objectives"), play_session.created_by
    mark_set(line=line, user_id=owners[0].pk, points=5000, reason="Was ill", by=claire, now=ENDED)

    end(matches_of(play_session)[0], (31, 50, 50, 50, 50, 50))
    compute(play_session)

    mark = Mark.objects.get(line=line, user=owners[0])
    assert (mark.points, mark.changed_points, mark.changed_reason, mark.changed_by) == (3250, 5000, "Was ill", claire)

    mark_take_back(line=line, user_id=owners[0].pk, by=claire, now=ENDED)
    mark.refresh_from_db()
    assert (mark.points, mark.changed_points, mark.changed_reason, mark.changed_by) == (3250, None, "", None)
    assert list(mark.changes.values_list("kind", "points", "reason", "by")) == [
        ("set", 5000, "Was ill", claire.pk),
        ("computed", 3250, "", None),
        ("taken_back", 3250, "", claire.pk),
    ]


def test_the_number_of_queries_does_not_grow_with_students(django_assert_max_num_queries, django_assert_num_queries):
    small = session_with(people(1, "small"))
    large = session_with(people(6, "large"), course=small.course)
    for play_session in (small, large):
        compute(play_session)

    with django_assert_max_num_queries(46) as one:
        compute(small)
    with django_assert_num_queries(len(one)):
        compute(large)


LIVE = Pace(mode="live", minutes=10)


def test_taking_part_counts_a_students_own_moves_in_time():
    ann, bob = people(2)
    play_session = session_with([ann, bob], pace_of_match=LIVE)
    match = matches_of(play_session)[0]
    answer(match, 0, ann, NOW + timedelta(minutes=9))
    apply_due(match_id=match.pk, now=NOW + timedelta(minutes=20))

    compute(play_session)

    assert marks_of(play_session, "participation") == {"student-01": 5000, "student-02": None}
    assert facts_of(play_session, "participation", bob) == {"why": "no_decisions"}
    assert facts_of(play_session, "participation", ann) == {
        "seats": [
            {
                "match": match.pk,
                "team": "Team 1",
                "seat": 0,
                "role": {"en": "Project owner", "fr": "Maître d’ouvrage"},
                "people": 1,
                "owed": 2,
                "own": 1,
                "late": 0,
                "partner": 0,
                "bot": 0,
                "default": 1,
                "instructor": 0,
                "excused": 0,
                "moves": list(match.moves.filter(author=ann).values_list("number", flat=True)),
            }
        ]
    }


def test_two_on_one_seat_share_what_it_owes():
    ann, bob = people(2)
    play_session = session_with([ann], pace_of_match=LIVE)
    match = matches_of(play_session)[0]
    enrol(play_session.course, bob)
    seat_assign(match_id=match.pk, seat=0, user=bob, now=NOW)
    for user in (ann, bob):
        answer(match, 0, user, NOW + timedelta(minutes=5))

    compute(play_session)

    facts = facts_of(play_session, "participation", ann)["seats"][0]
    assert {name: facts[name] for name in ("people", "owed", "own", "partner")} == {
        "people": 2,
        "owed": 2,
        "own": 1,
        "partner": 1,
    }
    assert marks_of(play_session, "participation") == {"student-01": 10000, "student-02": 10000}
