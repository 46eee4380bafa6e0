"""Matches of bots as the reference of own objectives, for sessions with few teams."""

import pytest

from classrooms.assess.grading import bot_scores
from classrooms.assess.grading.bot_scores import digest_of, played, role_scores_make, role_scores_request, subject_of
from classrooms.models import GradeBook, RoleScores
from games.models import Job, Match
from games.platform.work import outbox
from games.platform.work.jobs import do_job
from tests.classrooms.assess.grading.sessions import ENDED, end, facts_of, marks_of, matches_of, people, session_with
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import match_of, person

pytestmark = pytest.mark.django_db


def ordered(match, play_session=None):
    seats = match.seats.count()
    play_session = play_session or session_of(course_of(person()))
    return role_scores_request(match=match, seats=seats, play_session=play_session, now=ENDED)


def test_a_thousand_games_are_played_and_are_the_same_every_time():
    row = ordered(match_of())
    heard: list[int] = []

    games = played(row, heard.append)

    assert [len(game.scores) for game in games] == [row.seats] * bot_scores.GAMES
    assert len({game.scores[0] for game in games}) > 1
    assert played(row) == games
    assert (heard[0], heard[-1], len(heard)) == (0, 98, 50)
    assert heard == sorted(heard)


def test_other_options_scenarios_and_rules_are_other_games():
    tiny, pair = match_of(scenario="tiny"), match_of(scenario="pair")
    hidden = match_of(scenario="tiny", options={"hidden_allocations": True})

    digests = {digest_of(match, 2) for match in (tiny, pair, hidden)} | {digest_of(tiny, 3)}

    assert len(digests) == 4
    assert digest_of(tiny, 2) == digest_of(match_of(scenario="tiny", seed=b"another" * 4), 2)


def test_two_sessions_wait_for_the_same_games_and_a_failed_job_starts_anew():
    match = match_of(scenario="tiny")
    course = course_of(person())
    first, second = session_of(course), session_of(course)
    row = ordered(match, first)
    Job.objects.update(state=Job.State.FAILED)

    assert ordered(match, second) == row

    assert set(row.sessions.all()) == {first, second}
    assert Job.objects.get(subject=subject_of(row)).state == Job.State.PENDING


def test_games_that_are_there_are_not_played_again():
    row = ordered(match_of(scenario="tiny"))
    row.scores, row.targets, row.made_at = [[1], [2]], [], ENDED
    row.save()

    role_scores_make(row=row)
    assert ordered(match_of(scenario="tiny")).scores == [[1], [2]]

    assert RoleScores.objects.get().scores == [[1], [2]]


def test_rules_of_another_version_are_not_played():
    row = ordered(match_of(scenario="tiny"))
    row.rules_version += 1

    with pytest.raises(LookupError, match="has rules of version"):
        played(row)


def test_the_end_of_a_match_of_a_session_has_its_grades_computed_and_that_of_another_match_has_not():
    ann = person("ann")
    play_session = session_with([ann])
    match, alone = matches_of(play_session)[0], match_of(person())
    rehearsal = session_with([ann], course=play_session.course, is_rehearsal=True, title="Dry run")

    for each in (match, alone, matches_of(rehearsal)[0]):
        outbox.jobs_at_end(each, ENDED)

    assert list(Job.objects.filter(kind="grades").values_list("match", flat=True)) == [match.pk]


def test_the_job_plays_the_games_and_computes_the_grades_that_waited():
    """The test goes from the end of a match to a mark, on a small and fast scenario."""
    ann = person("ann")
    play_session = session_with([ann])
    match = matches_of(play_session)[0]
    small = match_of(scenario="pair")
    Match.objects.filter(pk=match.pk).update(scenario=small.scenario)
    match.seats.filter(index__gte=small.seats.count()).delete()
    end(match, [0] * small.seats.count())
    outbox.jobs_at_end(match, ENDED)

    assert do_job(Job.objects.get(kind="grades").pk)
    assert facts_of(play_session, "objectives", ann) == {"why": "bots"}
    assert do_job(Job.objects.get(kind="role_scores").pk)

    row = RoleScores.objects.get()
    assert [len(scores) for scores in row.scores] == [1000] * small.seats.count()
    assert {len(set(scores)) for scores in row.scores} == {1}  # nothing of this scenario depends on chance
    assert facts_of(play_session, "objectives", ann) == {"why": "no_spread"}
    assert marks_of(play_session, "objectives") == {"ann": None}
    assert list(row.sessions.all()) == []


def test_a_job_for_a_branch_that_was_left_does_nothing():
    play_session = session_with(people(1))
    match = matches_of(play_session)[0]
    outbox.jobs_at_end(match, ENDED)
    play_session.session_teams.update(match=None)

    assert do_job(Job.objects.get(kind="grades").pk)

    assert GradeBook.objects.get(session=play_session).computed_at is None
