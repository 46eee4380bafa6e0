"""The life of an open session until it is archived."""

from datetime import timedelta

import pytest

from classrooms.assess.reports.results import own_results
from classrooms.models import Session, SessionStatus
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.services.jobs import JOB, start_planned
from classrooms.play.sessions.services.refusals import WrongState
from games.models import Intervention, Job, Match, Status
from games.platform.pace import Pace
from games.platform.selectors import home
from games.platform.selectors.replaying import difference
from games.platform.services.deadlines import apply_due
from games.platform.services.forks import match_fork
from games.platform.services.matches import match_abort, match_pause
from games.platform.work.jobs import do_job
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import NOW, person, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

LATER = NOW + timedelta(minutes=10)
LIVE = Pace(mode="live", minutes=5)


def matches_of(play_session):
    return [table.match for table in play_session.session_teams.select_related("match").order_by("position")]


def states(play_session):
    return [match.status for match in matches_of(play_session)]


def logged(play_session):
    rows = Intervention.objects.filter(match__session_team__session=play_session).order_by("pk")
    return [(row.kind, row.match_id, row.by_id, row.reason, row.number) for row in rows]


def test_all_matches_start_at_one_moment():
    play_session = session_of(course_of(), teams=3)

    sessions.session_start(session_id=play_session.pk, now=LATER)

    play_session.refresh_from_db()
    assert (play_session.status, play_session.started_at) == (SessionStatus.RUNNING, LATER)
    assert [(match.status, match.started_at) for match in matches_of(play_session)] == [(Status.RUNNING, LATER)] * 3


def test_starting_again_changes_nothing():
    play_session = session_of(course_of(), started=True)
    revision = play_session.revision

    sessions.session_start(session_id=play_session.pk, now=LATER)

    play_session.refresh_from_db()
    assert (play_session.started_at, play_session.revision) == (NOW, revision)


def test_a_draft_cannot_be_started():
    made = sessions.session_create(course=course_of(), by=None, title="Draft", game="domego", now=NOW)

    with pytest.raises(WrongState, match="draft"):
        sessions.session_start(session_id=made.pk)


def test_contracts_between_two_roles_of_one_person_are_fixed_at_the_start():
    ada, bob = person(), person()
    play_session = session_of(course_of(students=[ada, bob]), teams=[[ada, ada, bob], [ada, bob]])

    sessions.session_start(session_id=play_session.pk, now=NOW)

    first, second = matches_of(play_session)
    assert '"fixed_contracts":["owner>architect"]' in first.options
    assert '"fixed_contracts":[]' in second.options
    assert difference(first) is None


def test_a_seat_that_changes_hands_in_the_lobby_changes_what_is_fixed():
    ada, bob = person(), person()
    play_session = session_of(course_of(students=[ada, bob]), teams=[[ada, ada]])
    table = play_session.session_teams.get()

    sessions.seat_plan_set(session_team_id=table.pk, plan={0: [ada.pk], 1: [bob.pk]}, now=NOW)
    sessions.session_start(session_id=play_session.pk, now=NOW)

    assert '"fixed_contracts":[]' in matches_of(play_session)[0].options


def test_a_planned_start_begins_with_the_first_sweep_after_it():
    course = course_of()
    play_session = session_of(course)
    other = session_of(course)
    sessions.session_plan_start(session_id=play_session.pk, at=LATER)

    start_planned(LATER - timedelta(seconds=1))
    assert states(play_session) == [Status.LOBBY]
    start_planned(LATER)

    assert (states(play_session), states(other)) == ([Status.RUNNING], [Status.LOBBY])


def test_a_pause_of_all_stops_what_runs_and_is_written_down_with_each():
    teacher = person()
    play_session = session_of(course_of(teacher), teams=3, started=True, pace_of_match=LIVE)
    first, second, third = matches_of(play_session)
    match_abort(match_id=third.pk, now=NOW)

    sessions.session_pause(session_id=play_session.pk, by=teacher, reason="fire drill", now=LATER)

    play_session.refresh_from_db()
    assert play_session.status == SessionStatus.PAUSED
    assert states(play_session) == [Status.PAUSED, Status.PAUSED, Status.ABORTED]
    assert logged(play_session) == [("pause", match.pk, teacher.pk, "fire drill", 0) for match in (first, second)]
    assert len(set(Intervention.objects.values_list("batch", flat=True))) == 1


def test_going_on_leaves_a_match_of_other_rules_as_it_is():
    teacher = person()
    play_session = session_of(course_of(teacher), teams=2, started=True, pace_of_match=LIVE)
    old, new = matches_of(play_session)
    sessions.session_pause(session_id=play_session.pk, by=teacher, now=NOW)
    Match.objects.filter(pk=old.pk).update(rules_version=old.rules_version - 1)

    sessions.session_resume(session_id=play_session.pk, by=teacher, now=LATER)

    assert states(play_session) == [Status.PAUSED, Status.RUNNING]
    assert [row for row in logged(play_session) if row[0] == "resume"] == [("resume", new.pk, teacher.pk, "", 0)]


def test_going_on_moves_due_times_by_the_pause_and_leaves_what_was_paused_alone():
    teacher = person()
    play_session = session_of(course_of(teacher), teams=2, started=True, pace_of_match=LIVE)
    alone, together = matches_of(play_session)
    match_pause(match_id=alone.pk, now=NOW)
    sessions.session_pause(session_id=play_session.pk, by=teacher, now=NOW + timedelta(minutes=1))

    sessions.session_resume(session_id=play_session.pk, by=teacher, now=NOW + timedelta(minutes=31))

    play_session.refresh_from_db()
    assert (play_session.status, states(play_session)) == (SessionStatus.RUNNING, [Status.PAUSED, Status.RUNNING])
    assert {row.due_at for row in together.decisions.all()} == {NOW + timedelta(minutes=35)}
    assert logged(play_session)[-1][:2] == ("resume", together.pk)


def test_ending_by_hand_ends_what_is_open_without_a_result():
    teacher = person()
    play_session = session_of(course_of(teacher), teams=2, started=True)
    done, still = matches_of(play_session)
    play_on(done, 999)

    sessions.session_finish(session_id=play_session.pk, by=teacher, reason="bell", now=LATER)

    play_session.refresh_from_db()
    assert (play_session.status, play_session.finished_at) == (SessionStatus.FINISHED, LATER)
    assert states(play_session) == [Status.FINISHED, Status.ABORTED]
    assert logged(play_session) == [("end", still.pk, teacher.pk, "bell", 0)]


def test_it_ends_by_itself_with_its_last_match():
    play_session = session_of(course_of(), teams=2, started=True, pace_of_match=LIVE)
    first, second = matches_of(play_session)

    for match, status in ((first, SessionStatus.RUNNING), (second, SessionStatus.FINISHED)):
        play_on(match, 999)
        do_job(Job.objects.get(kind=JOB, match=match).pk)
        play_session.refresh_from_db()
        assert play_session.status == status


def test_a_match_of_no_session_ends_nobodys_session():
    play_session = session_of(course_of(), started=True)
    match = matches_of(play_session)[0]
    play_session.session_teams.update(match=None)
    play_on(match, 999)

    play_session.refresh_from_db()
    assert not Job.objects.filter(kind=JOB).exists()
    assert play_session.status == SessionStatus.RUNNING


def test_a_match_that_was_replaced_since_it_ended_ends_nobodys_session():
    play_session = session_of(course_of(), started=True)
    match = matches_of(play_session)[0]
    play_on(match, 999)
    play_session.session_teams.update(match=None)

    assert do_job(Job.objects.get(kind=JOB, match=match).pk)
    play_session.refresh_from_db()
    assert play_session.status == SessionStatus.RUNNING


def test_a_step_back_after_the_end_lets_it_run_again():
    play_session = session_of(course_of(), started=True)
    table = play_session.session_teams.get()
    play_on(table.match, 999)
    sessions.session_settle(session_id=play_session.pk, now=LATER)

    table.match = match_fork(match_id=table.match_id, number=3, by=None, reason="again", now=LATER)
    table.save(update_fields=["match"])
    sessions.session_settle(session_id=play_session.pk, now=LATER)

    play_session.refresh_from_db()
    assert (play_session.status, play_session.finished_at) == (SessionStatus.RUNNING, None)


def test_release_opens_the_matches_and_what_was_left_by_steps_back():
    teacher = person()
    play_session = session_of(course_of(teacher), teams=2, started=True, luck="same")
    first, second = matches_of(play_session)
    fork = match_fork(match_id=first.pk, number=0, by=None, reason="again", now=NOW)
    play_session.session_teams.filter(match=first).update(match=fork)

    sessions.session_release(session_id=play_session.pk, by=teacher, now=LATER)
    sessions.session_release(session_id=play_session.pk, by=teacher, now=LATER + timedelta(days=1))

    play_session.refresh_from_db()
    assert play_session.released_at == LATER
    assert set(Match.objects.values_list("pk", "revealed_at")) == {(m.pk, LATER) for m in (first, second, fork)}
    assert sorted(row[:2] for row in logged(play_session)) == sorted(("reveal", m.pk) for m in (fork, second))


def test_what_is_over_can_be_put_away_and_taken_back():
    play_session = session_of(course_of(), started=True)
    with pytest.raises(WrongState, match="running"):
        sessions.session_archive(session_id=play_session.pk, now=LATER)
    sessions.session_finish(session_id=play_session.pk, by=None, now=LATER)

    sessions.session_archive(session_id=play_session.pk, now=LATER)
    archived = Session.objects.get()
    sessions.session_restore(session_id=play_session.pk)
    restored = Session.objects.get()

    assert (archived.status, archived.archived_at) == (SessionStatus.ARCHIVED, LATER)
    assert (restored.status, restored.archived_at) == (SessionStatus.FINISHED, None)


def test_a_draft_is_thrown_away_without_a_trace():
    made = sessions.session_create(course=course_of(), by=None, title="Draft", game="domego", now=NOW)

    sessions.session_delete(session_id=made.pk)
    sessions.session_delete(session_id=made.pk)

    assert not Session.objects.exists()


def test_a_rehearsal_that_is_thrown_away_is_found_by_nobody():
    teacher, ada = person(), person()
    play_session = session_of(course_of(teacher, [ada]), teams=[[ada]], started=True, is_rehearsal=True)
    match = matches_of(play_session)[0]
    fork = match_fork(match_id=match.pk, number=0, by=None, reason="again", now=NOW)
    play_session.session_teams.update(match=fork)

    sessions.session_delete(session_id=play_session.pk, now=LATER)

    assert not Session.objects.exists()
    assert set(Match.objects.values_list("status", flat=True)) == {Status.ABORTED}
    for user in (teacher, ada):
        lists = home(user)
        assert (lists.your_turn, lists.waiting, lists.finished) == ([], [], [])
    assert apply_due(match_id=fork.pk, now=LATER) == 0


def test_a_session_that_counts_is_not_thrown_away():
    play_session = session_of(course_of(), started=True)

    with pytest.raises(WrongState, match="running"):
        sessions.session_delete(session_id=play_session.pk)
    assert states(play_session) == [Status.RUNNING]


def test_a_rehearsal_is_in_no_list_of_results():
    ada = person()
    course = course_of(students=[ada])
    for is_rehearsal in (True, False):
        play_session = session_of(course, teams=[[ada]], started=True, is_rehearsal=is_rehearsal)
        play_on(matches_of(play_session)[0], 999)

    assert [result.match.pk for result in own_results(ada, "domego")] == [matches_of(play_session)[0].pk]
