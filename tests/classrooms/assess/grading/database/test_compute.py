"""Marks computed from sessions: the facts that count for each student, seat by seat."""

from datetime import timedelta

import pytest

from classrooms.assess.grading.rubric import RehearsalHasNoGrades, book_ensure, sources
from classrooms.assess.grading.services.grades import grades_compute
from classrooms.models import GradeBook, Mark, RoleScores
from games.models import Job, Match, SeatHolder, Status
from games.platform.services.holders import seat_assign, seat_release
from games.platform.services.matches import match_abort
from tests.classrooms.assess.grading.sessions import (
    ENDED,
    bots_scored,
    eight_teams,
    end,
    facts_of,
    marks_of,
    matches_of,
    people,
    session_with,
)
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import NOW, person

pytestmark = pytest.mark.django_db
SCORES = (6, 6, 6, 5, 24, 10)


def compute(play_session, **more):
    return grades_compute(play_session=play_session, now=ENDED, **more)


def test_a_session_starts_with_the_usual_rubric():
    """Own objectives are not in it. A rubric that is there stays as it is."""
    older = session_with(people(2))
    play_session = session_of(older.course)

    book = compute(play_session)

    assert (book.scale, book.decimals) == (20, 1)
    assert [(line.kind, line.weight, line.params) for line in book.lines.all()] == [
        ("project", 50, {"curve": "usual"}),
        ("participation", 30, {"late": 0}),
        ("quiz", 15, {}),
        ("survey", 5, {}),
    ]
    assert sum(line.weight for line in book.lines.all()) == 100
    assert "objectives" in [line.kind for line in compute(older).lines.all()]


def test_in_a_game_of_rivals_own_objectives_stand_in_the_place_of_the_project():
    play_session = session_of(course_of(), game="dominyam")

    book = book_ensure(play_session=play_session)

    found = [(line.kind, line.weight) for line in book.lines.all()]
    assert found == [("objectives", 50), ("participation", 30), ("quiz", 15), ("survey", 5)]


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


def test_own_objectives_are_judged_by_what_bots_reach_in_the_role():
    """The result is the same for eight owners and for two thousand. Of the bots, a tenth has 85, half have 45, all have
    17.
    """
    play_session, owners = eight_teams()

    compute(play_session)

    assert marks_of(play_session, "objectives") == {
        f"student-{number:02}": points
        for number, points in enumerate([1500, 1875, 3125, 4375, 5625, 6875, 8125, 9375], start=1)
    }
    row = RoleScores.objects.get()
    assert facts_of(play_session, "objectives", owners[2]) == {
        "bot": "balanced",
        "rules": row.rules_version,
        "digest": row.digest,
        "seats": [
            {
                "match": matches_of(play_session)[2].pk,
                "team": "Team 3",
                "seat": 0,
                "role": {"en": "Project owner", "fr": "Maître d’ouvrage"},
                "score": 30,
                "best": 85,
                "middle": 45,
                "worst": 17,
                "n": 10,
                "project": 10000,
            }
        ],
    }


def test_no_own_line_is_above_the_project_result_of_the_same_match():
    """The owner of team 8 keeps all money: 47 days late, 40 failures, and the other roles bankrupt."""
    play_session, owners = eight_teams()
    end(matches_of(play_session)[7], (80, -15, -15, -15, 2, 2), (427, 135, 40))

    compute(play_session)

    assert marks_of(play_session, "objectives")["student-08"] == marks_of(play_session, "project")["student-08"] == 5219
    assert facts_of(play_session, "objectives", owners[7])["seats"][0]["project"] == 5219
    assert marks_of(play_session, "objectives")["student-07"] == 8125


def test_the_curve_of_the_project_result_is_that_of_the_rubric():
    play_session, _owners = eight_teams()
    end(matches_of(play_session)[7], (80, 0, 0, 0, 0, 0), (427, 135, 40))
    play_session.grade_book.lines.filter(kind="project").update(params={"curve": "mild"})

    compute(play_session)

    assert marks_of(play_session, "objectives")["student-08"] == marks_of(play_session, "project")["student-08"] == 5842


def test_the_rank_inside_the_own_match_says_nothing():
    """The owner of team 1 is last in the match. So is the owner of team 8 if others score more."""
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
    # Owner: 1500. Inspector: 5000.
    assert (marks["student-01"], marks["extra"]) == (3250, 1500)
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
    assert (marks["student-01"], marks["late"]) == (1500, None)


def test_bots_have_no_marks_and_no_games_are_played_for_a_table_of_bots():
    play_session, owners = eight_teams()
    SeatHolder.objects.filter(seat__match__in=matches_of(play_session)).delete()
    RoleScores.objects.all().delete()

    compute(play_session)

    assert Mark.objects.exclude(user__in=owners).count() == RoleScores.objects.count() == 0


def test_own_objectives_wait_for_the_games_of_bots():
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


def test_of_the_beer_game_the_low_costs_are_the_good_ones():
    ann = person("ann")
    play_session = session_with([ann], game="beer_game")
    match = matches_of(play_session)[0]
    Match.objects.filter(pk=match.pk).update(
        status=Status.FINISHED,
        started_at=NOW,
        ended_at=ENDED,
        result={"scores": [90, 90, 90, 90], "places": [1, 1, 1, 1], "targets": []},
    )
    bots_scored(play_session, [80, *[100] * 4, *[200] * 5])

    compute(play_session)

    assert marks_of(play_session, "objectives") == {"ann": 7500}


def test_own_objectives_are_not_judged_where_all_games_of_bots_end_alike():
    ann = person("ann")
    play_session = session_with([ann], game="beer_game")
    match = matches_of(play_session)[0]
    Match.objects.filter(pk=match.pk).update(
        status=Status.FINISHED,
        started_at=NOW,
        ended_at=ENDED,
        result={"scores": [90, 90, 90, 90], "places": [1, 1, 1, 1], "targets": []},
    )
    bots_scored(play_session, [80] * 10)

    compute(play_session)

    assert facts_of(play_session, "objectives", ann) == {"why": "no_spread"}
    assert marks_of(play_session, "objectives") == {"ann": None}
