"""The first page of those who run sessions."""

from datetime import timedelta

import pytest
from django.db import connection
from django.urls import reverse
from lxml import html as tree

from classrooms.models import Enrolment, Luck, Session
from classrooms.play.home.queries import home_of
from classrooms.play.sessions import services as sessions
from games.models import Match
from games.platform.pace import Pace
from games.platform.services.first_games import first_game_start
from games.ui.faces import all_faces
from tests.classrooms.factories import course_of, session_of
from tests.classrooms.play.monitor.workshop import LATER, member, workshop
from tests.games.factories import NOW, PASSWORD, match_of, person, play_on

READS_CLOCK = connection.vendor == "postgresql"
pytestmark = pytest.mark.django_db
LIVE = Pace(mode="live", minutes=5)


@pytest.fixture(autouse=True)
def _no_broker(no_broker):
    """Send no tasks to workers."""


def page(client, user):
    client.force_login(user)
    return client.get(reverse("classrooms:home"))


def draft(course, teacher, **more):
    return sessions.session_create(
        course=course, by=teacher, title="Thursday studio", game="domego", pace=Pace(), now=NOW, **more
    )


def finish(play_session):
    for table in play_session.session_teams.select_related("match"):
        play_on(table.match, -1)
    play_session.refresh_from_db()
    return play_session


@pytest.mark.parametrize("role", ["instructor", "assistant", "observer"])
def test_who_runs_or_watches_a_course_begins_with_today(client, role):
    user = member(course_of(), role)

    response = client.post(reverse("classrooms:sign-in"), {"username": user.username, "password": PASSWORD})

    assert response["Location"] == reverse("classrooms:home")
    assert client.get(reverse("classrooms:landing"))["Location"] == reverse("classrooms:home")
    assert client.get(reverse("classrooms:home")).status_code == 200


def test_who_may_make_courses_begins_with_today_before_there_is_one(client):
    assert page(client, person(can_create_courses=True)).status_code == 200


def test_who_only_studies_begins_with_their_games(client, domego):
    domego.OPEN_COURSE_CREATION = True
    user = member(course_of(), "student")

    response = client.post(reverse("classrooms:sign-in"), {"username": user.username, "password": PASSWORD})

    assert response["Location"] == reverse("games:home")
    assert client.get(reverse("classrooms:home"))["Location"] == reverse("games:home")
    assert reverse("classrooms:home") not in client.get(reverse("games:home")).content.decode()


def test_a_page_that_was_asked_for_comes_before_today(client):
    user = member(course_of(), "instructor")

    response = client.post(
        reverse("classrooms:sign-in"),
        {"username": user.username, "password": PASSWORD, "next": reverse("classrooms:account")},
    )

    assert response["Location"] == reverse("classrooms:account")


def test_the_first_day_says_how_to_begin(client):
    teacher = person(can_create_courses=True)

    before = page(client, teacher).content.decode()
    course = course_of(teacher)
    after = page(client, teacher).content.decode()

    assert reverse("classrooms:course-new") in before
    assert reverse("classrooms:session-new", args=[course.pk]) in after


def steps(client, teacher):
    """The steps on the first page, with the target of each."""
    html = tree.fromstring(page(client, teacher).content.decode())
    return {
        item.get("id").removeprefix("step-"): [link.get("href") for link in item.iter("a")]
        for item in html.xpath("//ol[@id='first-steps']/li")
    }


def test_three_first_steps_lead_to_pages_that_are_there(client):
    teacher = person(can_create_courses=True)
    course_of(teacher)

    found = steps(client, teacher)

    assert list(found) == ["play", "lesson", "prepare"]
    assert len(found["lesson"]) == len(all_faces())
    for link in [link for links in found.values() for link in links]:
        assert client.get(link).status_code == 200, link


def test_a_step_goes_when_it_is_done_or_hidden_and_all_go_with_the_first_session(client):
    teacher = person(can_create_courses=True)
    course = course_of(teacher)
    lesson = first_game_start(game="domego", user=teacher, now=NOW)
    going_on = steps(client, teacher)
    Match.objects.filter(pk=lesson.pk).update(status="aborted")

    played = steps(client, teacher)
    client.post(reverse("classrooms:first-step"), {"step": "lesson"})
    read = steps(client, teacher)
    client.post(reverse("classrooms:first-step"), {"step": "all"})
    hidden = page(client, teacher).content.decode()
    draft(course, teacher)

    assert [list(each) for each in (going_on, played, read)] == [
        ["play", "lesson", "prepare"],
        ["lesson", "prepare"],
        ["prepare"],
    ]
    assert "first-steps" not in hidden
    assert reverse("classrooms:session-new", args=[course.pk]) in hidden
    assert "Nothing runs yet" not in page(client, teacher).content.decode()


def test_no_word_but_a_step_is_remembered(client):
    teacher = person(can_create_courses=True)
    client.force_login(teacher)

    client.post(reverse("classrooms:first-step"), {"step": "x" * 5000})

    assert list(steps(client, teacher)) == ["play", "lesson", "prepare"]


def test_what_runs_is_told_with_what_needs_somebody():
    room = workshop(teams=2, pace_of_match=LIVE)

    told = home_of(room.teacher, LATER)

    assert [(each.play_session, len(each.rows)) for each in told.running] == [(room.play_session, 2)]
    assert [(row.table.name, need.kind) for row, need in told.running[0].needs] == [
        ("Team 1", "overdue"),
        ("Team 2", "overdue"),
    ]
    assert told.needy == 2


def test_a_session_that_needs_somebody_comes_before_a_newer_one_that_does_not():
    room = workshop(pace_of_match=LIVE)
    calm = session_of(room.course, teams=1, started=True, title="Calm")

    told = home_of(room.teacher, LATER)

    assert [each.play_session for each in told.running] == [room.play_session, calm]


def test_a_press_on_today_acts_and_comes_back(client):
    room = workshop(pace_of_match=LIVE)
    client.force_login(room.teacher)
    url = reverse("classrooms:table-act", args=[room.play_session.pk, room.tables[0].pk, "default"])

    response = client.post(url, {"seat": 0, "next": reverse("classrooms:home"), "reason": "no answer"})

    assert response["Location"] == reverse("classrooms:home")


def test_observers_see_what_runs_and_have_no_button_that_acts(client):
    room = workshop(pace_of_match=LIVE)

    shown = page(client, member(room.course, "observer")).content.decode()

    assert room.play_session.title in shown
    assert reverse("classrooms:session-projector", args=[room.play_session.pk]) not in shown
    assert "/default/" not in shown


def test_a_draft_says_what_of_it_is_there():
    teacher, student = person(), person()
    course = course_of(teacher, [student])
    session = draft(course, teacher)
    sessions.tables_choose(session_id=session.pk, teams=[], others=1)
    table = session.session_teams.get()
    sessions.seat_plan_set(session_team_id=table.pk, plan={0: [student.pk], 1: [student.pk]}, now=NOW)

    (told,) = home_of(teacher, NOW).preparing

    assert (told.names, told.teams, told.tables, told.empty) == (1, 0, 1, 4)


def test_a_draft_of_a_course_that_one_only_watches_is_nothing_to_prepare():
    teacher = person()
    course = course_of(teacher)
    draft(course, teacher)

    assert home_of(member(course, "assistant"), NOW).preparing == ()


def test_marks_wait_until_they_are_published_and_again_when_one_is_changed():
    from classrooms.assess.grading.services.grades import grades_compute, mark_set
    from classrooms.assess.grading.services.publishing import grades_publish

    room = workshop(game="domego")
    session = finish(room.play_session)
    sessions.session_finish(session_id=session.pk, by=room.teacher, now=LATER)
    book = grades_compute(play_session=Session.objects.get(pk=session.pk), now=LATER)

    assert [(each.play_session, each.again) for each in home_of(room.teacher, LATER).to_publish] == [(session, False)]

    grades_publish(play_session=Session.objects.get(pk=session.pk), incomplete=True, now=LATER)
    assert home_of(room.teacher, LATER).to_publish == ()

    line = book.lines.get(kind="participation")
    later = LATER + timedelta(hours=1)
    mark_set(line=line, user_id=room.people[0][0].pk, points=5000, reason="Led the talks", by=room.teacher, now=later)
    assert [each.again for each in home_of(room.teacher, LATER).to_publish] == [True]


@pytest.mark.parametrize("what", ["choice", "excuse"])
def test_marks_wait_again_when_something_is_said_of_a_student(what):
    from classrooms.assess.grading.queries.taking_part import participation_set
    from classrooms.assess.grading.services.choices import final_choose
    from classrooms.assess.grading.services.publishing import grades_publish

    room = workshop(game="domego")
    session = finish(room.play_session)
    sessions.session_finish(session_id=session.pk, by=room.teacher, now=LATER)
    session = Session.objects.get(pk=session.pk)
    grades_publish(play_session=session, incomplete=True, now=LATER)
    about = {"play_session": session, "user_id": room.people[0][0].pk, "by": room.teacher}
    later = LATER + timedelta(hours=1)

    if what == "choice":
        final_choose(**about, kind="empty", reason="Ill", now=later)
    else:
        participation_set(**about, state="excused", reason="Ill", now=later)

    assert [each.again for each in home_of(room.teacher, LATER).to_publish] == [True]


def test_assistants_are_not_told_of_marks():
    from classrooms.assess.grading.services.grades import grades_compute

    room = workshop()
    session = finish(room.play_session)
    sessions.session_finish(session_id=session.pk, by=room.teacher, now=LATER)
    grades_compute(play_session=Session.objects.get(pk=session.pk), now=LATER)

    told = home_of(member(room.course, "assistant"), LATER)

    assert (told.to_publish, told.sheet) == ((), None)


def test_debriefs_are_counted_by_team():
    from classrooms.assess.reports.services import debrief_freeze

    room = workshop(teams=2)
    play_on(room.match, -1)
    debrief_freeze(match=Match.objects.get(pk=room.match.pk))

    (ready,) = home_of(room.teacher, LATER).ready

    assert (ready.play_session, ready.debriefs, ready.teams, dict(ready.papers)) == (room.play_session, 1, 2, {})


def test_own_matches_stand_below(client):
    teacher = member(course_of(), "instructor")
    match = match_of(teacher, title="Alone")

    assert reverse("games:match", args=[match.pk]) in page(client, teacher).content.decode()


def test_a_course_that_was_put_away_is_not_on_the_page():
    room = workshop()
    room.course.archived_at = NOW
    room.course.save()

    assert home_of(room.teacher, LATER).is_first_day


@pytest.mark.parametrize("number", [1, 3])
def test_today_asks_the_database_no_more_for_more_sessions(client, number, django_assert_num_queries):
    teacher = person(can_create_courses=True)
    for n in range(number):
        people = [person() for _each in range(2)]
        course = course_of(teacher, people, name=f"Course {n}")
        for _each in range(number):
            running = session_of(course, teams=[people] * number, started=True, pace_of_match=LIVE)
            play_on(running.session_teams.first().match, 3)
            draft(course, teacher, luck=Luck.SAME)
            over = session_of(course, teams=[people], started=True, title="Over")
            finish(over)
            Session.objects.filter(pk=over.pk).update(status="finished", finished_at=NOW)
        match_of(teacher)
    assert Enrolment.objects.filter(user=teacher).count() == number
    client.force_login(teacher)
    client.get(reverse("classrooms:home"))

    with django_assert_num_queries(28 + READS_CLOCK):
        client.get(reverse("classrooms:home"))
