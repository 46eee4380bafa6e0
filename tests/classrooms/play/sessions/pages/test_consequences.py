"""Pages that state the consequences before something in use is archived, ended or opened."""

import pytest
from django.contrib.messages import get_messages

from classrooms.models import Course, Session, SessionStatus
from classrooms.play.sessions import services as sessions
from games.models import Match, SeatHolder
from tests.classrooms.factories import course_of, session_of
from tests.games.factories import person, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def teacher():
    return person("teacher")


@pytest.fixture
def desk(client, teacher):
    client.force_login(teacher)
    return client


@pytest.fixture
def course(teacher):
    return course_of(teacher, join_open=True)


def read(answer):
    """The text of a page with single spaces."""
    return " ".join(answer.content.decode().split())


def test_a_course_in_which_nothing_runs_is_put_away_at_once_and_brought_back_in_one_press(desk, course):
    answer = desk.post(f"/courses/{course.pk}/archive/", {"action": "archive"}, follow=True)

    assert answer.redirect_chain == [(f"/courses/{course.pk}/settings/", 302)]
    assert "Restore" in read(answer)
    assert Course.objects.get().archived_at is not None
    desk.post(f"/courses/{course.pk}/archive/", {"action": "restore"})
    assert Course.objects.get().archived_at is None


def test_a_course_in_use_is_put_away_only_after_a_page_that_says_what_will_happen(desk, course):
    for _number in range(2):
        session_of(course, started=True)
    session_of(course)

    page = desk.post(f"/courses/{course.pk}/archive/", {"action": "archive"})

    assert page.status_code == 200
    assert "2 sessions are running: their codes stop, and they leave the lists." in read(page)
    assert "1 session is open and has not begun: its code stops." in read(page)
    assert "The join code of the course is closed, and stays closed" in read(page)
    assert Course.objects.get().archived_at is None

    desk.post(f"/courses/{course.pk}/archive/", {"action": "archive", "sure": "1"})
    assert Course.objects.get().archived_at is not None


@pytest.mark.parametrize("address", ["finish/", "room/end/"])
def test_a_session_is_ended_only_after_a_page_that_says_what_will_happen(desk, course, address):
    made = session_of(course, teams=3, started=True)
    play_on(Match.objects.earliest("pk"), -1)

    page = desk.post(f"/sessions/{made.pk}/{address}", {"reason": "The bell rings."})

    assert page.status_code == 200
    assert "The matches of 2 of 3 teams are not over. They end without a result; their records stay." in read(page)
    assert "If they should go on another day, pause the session instead of ending it." in read(page)
    assert "This cannot be taken back." in read(page)
    assert 'value="The bell rings."' in read(page)
    assert Session.objects.get().status == SessionStatus.RUNNING

    done = desk.post(f"/sessions/{made.pk}/{address}", {"sure": "1", "reason": "The bell rings."})
    assert Session.objects.get().status == SessionStatus.FINISHED
    assert len(list(get_messages(done.wsgi_request))) == 1


def test_matches_that_are_marked_on_their_turns_are_told_so(desk, course):
    made = session_of(course, started=True, unfinished="turns")

    assert "They are marked on the turns that they played." in read(desk.post(f"/sessions/{made.pk}/finish/"))


def test_before_the_start_and_after_the_last_match_the_page_says_what_that_means(desk, course):
    waiting = session_of(course)
    over = session_of(course, started=True)
    play_on(Match.objects.get(session_team__session=over), -1)

    assert "Nobody has played yet, and nobody can come in any more." in read(
        desk.post(f"/sessions/{waiting.pk}/finish/")
    )
    assert "All teams are at the end: nothing is lost." in read(desk.post(f"/sessions/{over.pk}/finish/"))


def test_a_draft_with_something_unusual_is_opened_all_the_same_or_not(desk, course, teacher):
    plain = sessions.session_create(course=course, by=teacher, title="Plain", game="domego")
    sessions.tables_choose(session_id=plain.pk, teams=[], others=1)
    calm = read(desk.get(f"/sessions/{plain.pk}/edit/6/"))
    sessions.session_update(session_id=plain.pk, starts_at="2026-01-01T08:00:00Z")
    unusual = read(desk.get(f"/sessions/{plain.pk}/edit/6/"))

    assert ("Ready to open" in calm, "Open it all the same" in calm) == (True, False)
    assert ("Look at this before you open" in unusual, "Open it all the same" in unusual) == (True, True)
    assert "The planned start has passed" in unusual


def test_a_session_that_was_ended_before_the_start_is_opened_again_with_everybody_on_their_seats(desk, course, teacher):
    play_session = session_of(course, started=False)
    before = [(match.pk, match.status) for match in Match.objects.order_by("pk")]
    seats = list(SeatHolder.objects.order_by("pk").values_list("seat", "user", "released_at"))
    page = desk.post(f"/sessions/{play_session.pk}/finish/")
    assert "Until it is archived you can open it again, with everybody on their seats." in read(page)
    assert "This cannot be taken back." not in read(page)

    desk.post(f"/sessions/{play_session.pk}/finish/", {"sure": "1"})
    assert {match.status for match in Match.objects.all()} == {"aborted"}
    assert "Open it again" in read(desk.get("/sessions/"))
    answer = desk.post(f"/sessions/{play_session.pk}/reopen/")

    assert answer.url == f"/sessions/{play_session.pk}/lobby/"
    assert Session.objects.get().status == SessionStatus.OPEN
    assert [(match.pk, match.status) for match in Match.objects.order_by("pk")] == before
    assert list(SeatHolder.objects.order_by("pk").values_list("seat", "user", "released_at")) == seats
    sessions.session_start(session_id=play_session.pk)
    assert {match.status for match in Match.objects.all()} == {"running"}


def test_a_session_that_was_played_is_not_opened_again(desk, course, teacher):
    play_session = session_of(course, started=True)
    desk.post(f"/sessions/{play_session.pk}/finish/", {"sure": "1"})

    assert "Open it again" not in read(desk.get("/sessions/"))
    desk.post(f"/sessions/{play_session.pk}/reopen/")

    assert Session.objects.get().status == SessionStatus.FINISHED
    assert {match.status for match in Match.objects.all()} == {"aborted"}
