"""Marks computed from sessions: what counts for whom, seat by seat."""

from datetime import timedelta

import pytest

from classrooms.grading.rubric import RehearsalHasNoGrades, sources
from classrooms.grading.services.grades import grades_compute
from classrooms.models import GradeBook, Mark, RoleScores
from games.models import Job, Match, SeatHolder, Status
from games.services.holders import seat_assign, seat_release
from games.services.matches import match_abort
from tests.classrooms.factories import course_of, enrol, session_of
from tests.classrooms.grading.sessions import (
    ENDED,
    eight_teams,
    end,
    facts_of,
    marks_of,
    matches_of,
    people,
    session_with,
)
from tests.games.factories import NOW, person

pytestmark = pytest.mark.django_db
SCORES = (6, 6, 6, 5, 24, 10)


def compute(play_session, **more):
    return grades_compute(play_session=play_session, now=ENDED, **more)


def test_a_session_starts_with_the_usual_rubric():
    play_session = session_with(people(2))

    book = compute(play_session)

    assert (book.scale, book.decimals) == (20, 1)
    assert [(line.kind, line.weight, line.params) for line in book.lines.all()] == [
        ("project", 30, {"curve": "usual"}),
        ("objectives", 30, {}),
        ("participation", 25, {"late": 0}),
        ("quiz", 10, {}),
        ("survey", 5, {}),
    ]


def test_a_rehearsal_has_no_grades():
    play_session = session_with(people(1), is_rehearsal=True)

    with pytest.raises(RehearsalHasNoGrades):
        compute(play_session)

    assert GradeBook.objects.count() == 0


def test_the_targets_count_for_everybody_at_the_table():
    ann, bob, cleo = people(3)
    play_session = session_with([ann, bob], [cleo])
    first, second = matches_of(play_session)
    end(first, SCORES, (475, 135, 20))
    end(second, SCORES)

    compute(play_session)

    # One target missed by a quarter of itself, worth a quarter under the usual curve, and two met.
    assert marks_of(play_session, "project") == {"student-01": 7500, "student-02": 7500, "student-03": 10000}
    facts = facts_of(play_session, "project", bob)
    assert [(table["match"], table["team"]) for table in facts["tables"]] == [(first.pk, "Team 1")]
    assert facts["tables"][0]["targets"][0] == {
        "label": {"en": "Duration", "fr": "Délai"},
        "value": 475,
        "target": 380,
        "met": False,
        "missed_by": 95,
    }


def test_a_match_that_is_not_over_says_so_and_gives_no_points():
    ann, bob = people(2)
    play_session = session_with([ann], [bob])
    match_abort(match_id=matches_of(play_session)[1].pk)

    compute(play_session)

    assert marks_of(play_session, "project") == {"student-01": None, "student-02": None}
    assert facts_of(play_session, "project", ann) == {"why": "not_finished"}
    assert facts_of(play_session, "project", bob) == {"why": "aborted"}


def test_a_student_without_a_seat_has_nothing_to_judge():
    ann, zoe = people(2)
    play_session = session_with([ann])
    enrol(play_session.course, zoe)

    compute(play_session)

    assert {kind: facts_of(play_session, kind, zoe) for kind in ("project", "objectives", "participation")} == {
        "project": {"why": "no_seat"},
        "objectives": {"why": "no_seat"},
        "participation": {"why": "no_seat"},
    }


def test_own_objectives_are_ranked_among_the_same_role_of_the_sessions_teams():
    play_session, owners = eight_teams()

    compute(play_session)

    assert marks_of(play_session, "objectives") == {
        f"student-{number:02}": points
        for number, points in enumerate([625, 1875, 3125, 4375, 5625, 6875, 8125, 9375], start=1)
    }
    assert facts_of(play_session, "objectives", owners[2]) == {
        "source": "teams",
        "seats": [
            {
                "match": matches_of(play_session)[2].pk,
                "team": "Team 3",
                "seat": 0,
                "role": {"en": "Project owner", "fr": "Maître d’ouvrage"},
                "score": 30,
                "below": 2,
                "equal": 1,
                "n": 8,
                "bots": 0,
            }
        ],
    }
    assert RoleScores.objects.count() == 0


def test_the_rank_inside_the_own_match_says_nothing():
    """The owner of team 1 is last at the table, and so is the owner of team 8 if others score more."""
    play_session, _owners = eight_teams()
    compute(play_session)
    before = marks_of(play_session, "objectives")

    for number, match in enumerate(matches_of(play_session), start=1):
        end(match, (10 * number, 900, 900, 900, 900, 900))
    compute(play_session)

    assert marks_of(play_session, "objectives") == before


def test_several_seats_of_a_person_count_by_their_mean_and_a_shared_seat_for_each():
    play_session, owners = eight_teams()
    match, extra = matches_of(play_session)[0], person("extra")
    enrol(play_session.course, extra)
    for user, seat in ((owners[0], 3), (extra, 0)):
        SeatHolder.objects.create(seat=match.seats.get(index=seat), user=user, since=NOW)

    compute(play_session)

    marks = marks_of(play_session, "objectives")
    # Owner: lowest of eight, 0.0625. Inspector: all equal, 0.5.
    assert (marks["student-01"], marks["extra"]) == (2813, 625)
    assert [seat["seat"] for seat in facts_of(play_session, "objectives", owners[0])["seats"]] == [0, 3]


def test_who_was_replaced_in_the_middle_has_no_result_and_who_came_has():
    play_session, owners = eight_teams()
    match, late = matches_of(play_session)[7], person("late")
    enrol(play_session.course, late)
    Match.objects.filter(pk=match.pk).update(status=Status.RUNNING, ended_at=None, result=None)
    seat_release(match_id=match.pk, seat=0, user=owners[7], now=NOW + timedelta(minutes=30))
    seat_assign(match_id=match.pk, seat=0, user=late, now=NOW + timedelta(minutes=30))
    end(match, (80, 50, 50, 50, 50, 50))

    compute(play_session)

    marks = marks_of(play_session, "objectives")
    assert (marks["student-08"], marks["late"]) == (None, 9375)
    assert facts_of(play_session, "objectives", owners[7]) == {"why": "left_seat"}
    assert facts_of(play_session, "project", owners[7]) == {"why": "left_seat"}


def test_who_leaves_after_the_end_keeps_the_result_and_who_sits_down_then_has_none():
    play_session, owners = eight_teams()
    match, late = matches_of(play_session)[0], person("late")
    enrol(play_session.course, late)
    seat_release(match_id=match.pk, seat=0, user=owners[0], now=ENDED + timedelta(days=1))
    seat_assign(match_id=match.pk, seat=0, user=late, now=ENDED + timedelta(days=1))

    compute(play_session)

    marks = marks_of(play_session, "objectives")
    assert (marks["student-01"], marks["late"]) == (625, None)


def test_bots_have_no_marks_and_a_table_of_bots_is_no_team():
    play_session, owners = eight_teams()
    match = matches_of(play_session)[7]
    SeatHolder.objects.filter(seat__match=match).delete()

    compute(play_session)

    assert facts_of(play_session, "objectives", owners[0]) == {"why": "bots"}
    assert Mark.objects.exclude(user__in=owners).count() == 0


def test_fewer_than_eight_teams_wait_for_the_games_of_bots():
    ann, bob = people(2)
    play_session = session_with([ann], [bob])
    for match in matches_of(play_session):
        end(match, SCORES)

    compute(play_session)
    compute(play_session)

    row = RoleScores.objects.get()
    assert (row.game, row.bot, row.seats, row.made_at, list(row.sessions.all())) == (
        "domego", "balanced", 6, None, [play_session],
    )  # fmt: skip
    assert list(Job.objects.filter(kind="role_scores").values_list("subject", "state")) == [
        (f"bot-scores:domego:{row.digest[:24]}", "pending")
    ]
    assert facts_of(play_session, "objectives", ann) == {"why": "bots"}


def test_own_objectives_are_ranked_among_the_games_of_bots():
    ann, bob = people(2)
    play_session = session_with([ann], [None, bob])
    for match in matches_of(play_session):
        end(match, SCORES)
    compute(play_session)
    scores = [[5] * 300 + [6] * 100 + [7] * 600, [6] * 1000, *([[0] * 1000] * 4)]
    RoleScores.objects.update(scores=scores, made_at=ENDED)

    compute(play_session)

    assert marks_of(play_session, "objectives") == {"student-01": 3500, "student-02": 5000}
    facts = facts_of(play_session, "objectives", ann)
    assert (facts["source"], facts["bot"], facts["seats"][0]["n"]) == ("bots", "balanced", 1000)
    assert facts["digest"] == RoleScores.objects.get().digest


@pytest.mark.parametrize(
    ("game", "more", "expected"),
    [
        ("domego", {}, True),
        ("domego", {"options": {"nonsense": 1}}, False),
        ("domego", {"scenario_key": "gone"}, False),
        ("dominyam", {}, False),
    ],
)
def test_a_line_for_targets_is_there_where_the_game_has_some(game, more, expected):
    play_session = session_of(course_of(person("claire")), game=game)
    for name, value in more.items():
        setattr(play_session, name, value)

    assert ("project" in sources(play_session)) == expected
