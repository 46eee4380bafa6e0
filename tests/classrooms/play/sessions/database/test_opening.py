"""Opening makes a match per table, in one step that is safe to repeat."""

import pytest

from classrooms.models import SessionStatus, SessionTeam, Team
from classrooms.play.sessions import services as sessions
from classrooms.play.sessions.services.refusals import NotReady, WrongState
from games.models import Match, SeatHolder, Status
from games.platform.pace import Pace
from tests.classrooms.factories import course_of, enrol
from tests.games.factories import GAME, NOW, person

pytestmark = pytest.mark.django_db


def draft(course, *names, by=None, **more):
    """A draft with a table for each team of these names, planned from its members."""
    by = by or course.enrolments.filter(role="instructor").first().user
    made = sessions.session_create(course=course, by=by, title="Tuesday workshop", game=GAME, now=NOW, **more)
    teams = [Team.objects.get_or_create(course=course, name=name)[0] for name in names]
    sessions.tables_choose(session_id=made.pk, teams=teams, others=0)
    sessions.plans_propose(session_id=made.pk)
    made.refresh_from_db()
    return made


def team(course, name, *people):
    made = Team.objects.create(course=course, name=name)
    made.members.set(people)
    return made


def held(match):
    rows = SeatHolder.objects.filter(seat__match=match, released_at__isnull=True)
    return sorted(rows.values_list("seat__index", "user_id", "extra_time"))


def test_each_table_gets_a_match_with_its_people_and_staff():
    teacher, helper, guest, ada, bob = person(), person(), person(), person(), person()
    course = course_of(teacher, [ada])
    enrol(course, bob, extra_time=33)
    enrol(course, helper, "assistant")
    enrol(course, guest, "observer")
    team(course, "Lintel", ada, bob)
    limits = Pace(mode="live", minutes=4, time_zone="Europe/Paris")
    play_session = draft(course, "Lintel", "Mortar", bot="cautious", pace=limits, late_policy="bot")

    first, second = sessions.session_open(session_id=play_session.pk, by=teacher, now=NOW)

    play_session.refresh_from_db()
    assert (play_session.status, play_session.opened_at, play_session.revision) == (SessionStatus.OPEN, NOW, 3)
    assert list(play_session.session_teams.values_list("name", "match")) == [
        ("Lintel", first.pk),
        ("Mortar", second.pk),
    ]
    assert sorted({(user, extra) for _seat, user, extra in held(first)}) == sorted([(ada.pk, 0), (bob.pk, 33)])
    assert held(second) == []
    for match in (first, second):
        match.refresh_from_db()
        assert (match.status, match.supervised, match.late_policy) == (Status.LOBBY, True, "bot")
        assert match.pace["minutes"] == 4
        assert set(match.seats.values_list("bot", flat=True)) == {"cautious"}
        assert set(match.stewards.all()) == {teacher, helper}
        assert set(match.observers.all()) == {guest}
    assert (first.title, first.team_name) == ("Tuesday workshop", "Lintel")


def test_opening_again_returns_the_same_matches():
    course = course_of()
    play_session = draft(course, "Lintel", "Mortar")

    first = sessions.session_open(session_id=play_session.pk, by=None, now=NOW)
    again = sessions.session_open(session_id=play_session.pk, by=None, now=NOW)

    assert [match.pk for match in again] == [match.pk for match in first]
    assert Match.objects.count() == 2


@pytest.mark.parametrize(("luck", "seeds"), [("own", 3), ("same", 1)])
def test_luck_is_each_teams_own_or_that_of_all(luck, seeds):
    play_session = draft(course_of(), "Lintel", "Mortar", "Girder", luck=luck)

    matches = sessions.session_open(session_id=play_session.pk, by=None, now=NOW)

    play_session.refresh_from_db()
    assert len({match.commitment for match in matches}) == seeds
    assert [match.seeds[0][1] == play_session.seed for match in matches] == [luck == "same"] * 3


def test_a_session_without_tables_is_not_opened():
    play_session = draft(course_of())

    with pytest.raises(NotReady, match="teams"):
        sessions.session_open(session_id=play_session.pk, by=None, now=NOW)
    play_session.refresh_from_db()
    assert play_session.status == SessionStatus.DRAFT


def test_options_that_the_start_would_refuse_are_found_before_anybody_waits():
    play_session = draft(course_of(), "Lintel", options={"fixed_contracts": ["owner>nobody"]})

    with pytest.raises(NotReady, match="owner>nobody"):
        sessions.session_open(session_id=play_session.pk, by=None, now=NOW)
    assert not SessionTeam.objects.filter(match__isnull=False).exists()


def test_a_planned_start_that_has_passed_is_forgotten():
    play_session = draft(course_of(), "Lintel", starts_at=NOW)

    sessions.session_open(session_id=play_session.pk, by=None, now=NOW)

    play_session.refresh_from_db()
    assert play_session.starts_at is None


def test_an_open_session_is_no_draft_any_more():
    play_session = draft(course_of(), "Lintel")
    sessions.session_open(session_id=play_session.pk, by=None, now=NOW)

    with pytest.raises(WrongState, match="open"):
        sessions.session_update(session_id=play_session.pk, title="Another")
