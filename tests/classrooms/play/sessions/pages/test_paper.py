"""A class that plays on paper: the start, the sheets of all teams, entering them, the debrief and participation."""

from html import unescape

import pytest
from django.urls import reverse

from classrooms.models import Luck, Session, SessionStatus
from classrooms.play.monitor.queries.participation import own_answers
from games.models import AuthorKind, Intervention, Job, Match, Status
from games.platform.selectors.position import deals_own, scenario_of
from games.platform.services.bots import play_bots
from games.platform.work.jobs import do_job
from games.ui.paper import SheetCode
from tests.classrooms.factories import course_of, enrol, session_of
from tests.games.factories import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]


@pytest.fixture
def room(client):
    """A session of two teams: Ada has the first seat of the first one. The client is the instructor's."""
    claire, ada = person("claire"), person("ada")
    course = course_of(claire, [ada])
    play_session = session_of(course, teams=[[ada], []], scenario_text="", scenario="footbridge")
    client.force_login(claire)
    return play_session


def matches(play_session):
    return [table.match for table in play_session.session_teams.select_related("match").order_by("position")]


def on_paper(client, play_session):
    return client.post(reverse("classrooms:session-on-paper", args=[play_session.pk]))


def enter_all(client, match_id):
    """Type the cheapest legal line of every question until the match is over; returns lines and keys."""
    lines = keys = 0
    url = reverse("games:paper", args=[match_id])
    while not (match := Match.objects.get(pk=match_id)).is_over:
        line = client.get(url).context["lines"][0].line
        prompt, boxes = line.prompt, line.row.boxes
        text = "x1" if prompt.kind == "negotiate" else " ".join("0" for box in boxes if box.options) or "0"
        answer = client.post(url, {"typed": text, "seat": prompt.seat, "key": prompt.key, "at": match.number})
        assert (answer.status_code, text) == (302, text)
        lines, keys = lines + 1, keys + len(text) + 1
    for job in Job.objects.filter(match=match_id, state=Job.State.PENDING).exclude(kind="analysis"):
        do_job(job.pk)
    return lines, keys


def test_a_session_starts_on_paper_and_no_bot_moves(client, room):
    answer = on_paper(client, room)

    room.refresh_from_db()
    assert answer.headers["Location"] == reverse("classrooms:session-paper", args=[room.pk])
    assert room.status == SessionStatus.PAUSED
    for match in matches(room):
        assert play_bots(match_id=match.pk) == 0
        assert (match.status, match.number) == (Status.PAUSED, 0)


def test_a_session_put_on_paper_twice_starts_once(client, room):
    on_paper(client, room)
    started = [match.started_at for match in matches(room)]

    on_paper(client, room)

    assert [match.started_at for match in matches(room)] == started
    assert Intervention.objects.filter(kind=Intervention.Kind.PAUSE).count() == len(started)


def test_the_page_shows_each_team_with_its_progress_its_sheets_and_its_code(client, room):
    url = reverse("classrooms:session-paper", args=[room.pk])
    before = client.get(url)
    on_paper(client, room)

    page = client.get(url)

    first, second = matches(room)
    assert [line.heading for line in before.context["lines"]] == [None, None]
    assert [line.match for line in page.context["lines"]] == [first, second]
    assert [line.heading.turn for line in page.context["lines"]] == [1, 1]
    for match in (first, second):
        assert reverse("games:paper", args=[match.pk]) in page.content.decode()
        sheets = client.get(reverse("games:paper-sheets", args=[match.pk])).content.decode()
        assert str(SheetCode(match.pk, 1)) in sheets


def test_the_debrief_opens_when_the_last_line_is_entered_and_the_session_ends_with_its_last_team(client, room):
    on_paper(client, room)
    first, second = matches(room)

    enter_all(client, first.pk)
    room.refresh_from_db()
    after_first = room.status
    enter_all(client, second.pk)

    room.refresh_from_db()
    assert (after_first, room.status) == (SessionStatus.PAUSED, SessionStatus.FINISHED)
    page = client.get(reverse("classrooms:session-paper", args=[room.pk]))
    for match in (first, second):
        address = reverse("classrooms:debrief", args=[match.pk])
        assert address in page.content.decode()
        debrief = client.get(address)
        assert debrief.status_code == 200
        assert "entered from paper" in debrief.content.decode()


def test_decisions_on_paper_are_those_of_the_person_in_the_seat_and_in_time(client, room):
    on_paper(client, room)
    first, _second = matches(room)
    enter_all(client, first.pk)
    first.refresh_from_db()
    ada = first.seats.get(index=0).holders.get().user

    answers = own_answers(first)[0, ada.pk]

    decided = first.decisions.filter(seat=0, required=True, closed_by__isnull=False).count()
    others = first.decisions.filter(seat=0, closed_by__author_kind=AuthorKind.PAPER).exclude(closed_by__seat=0).count()
    assert decided > 0
    assert answers.own_in_time + answers.by_partner == answers.required == decided
    assert answers.by_partner <= others
    assert (answers.late, answers.by_instructor, answers.excused) == (0, 0, 0)


@pytest.mark.parametrize(("role", "status"), [("assistant", 200), ("observer", 403), ("student", 403), (None, 404)])
def test_people_who_run_sessions_open_the_page(client, room, role, status):
    user = person("other")
    if role is not None:
        enrol(room.course, user, role)
    client.force_login(user)

    assert client.get(reverse("classrooms:session-paper", args=[room.pk])).status_code == status
    assert on_paper(client, room).status_code == (302 if status == 200 else status)


def test_teams_without_a_move_draw_their_own_cards_if_the_session_starts_so(client, room):
    before = client.get(reverse("classrooms:session-paper", args=[room.pk]))

    client.post(reverse("classrooms:session-on-paper", args=[room.pk]), {"cards": "own"})

    page = client.get(reverse("classrooms:session-paper", args=[room.pk]))
    assert before.context["may_own_cards"]
    assert not page.context["may_own_cards"]
    assert [line.has_own_cards for line in page.context["lines"]] == [True, True]
    assert [deals_own(match) for match in matches(room)] == [True, True]


def test_a_session_starts_with_the_cards_of_the_site_unless_told_otherwise(client, room):
    on_paper(client, room)

    assert [deals_own(match) for match in matches(room)] == [False, False]


def test_teams_with_the_same_luck_cannot_draw_their_own_cards(client, room):
    Session.objects.filter(pk=room.pk).update(luck=Luck.SAME)

    page = client.get(reverse("classrooms:session-paper", args=[room.pk]))
    client.post(reverse("classrooms:session-on-paper", args=[room.pk]), {"cards": "own"})

    room.refresh_from_db()
    assert "All teams have the same luck, so the site draws the cards." in page.content.decode()
    assert (room.status, [deals_own(match) for match in matches(room)]) == (SessionStatus.OPEN, [False, False])


def test_the_page_says_how_many_decisions_of_the_turn_are_entered_and_which_are_to_come(client, room):
    on_paper(client, room)
    first, second = matches(room)
    url = reverse("games:paper", args=[first.pk])
    line = client.get(url).context["lines"][0].line
    client.post(url, {"typed": "0", "seat": line.prompt.seat, "key": line.prompt.key, "at": 0})

    page = client.get(reverse("classrooms:session-paper", args=[room.pk]))

    moved, fresh = (each.progress for each in page.context["lines"])
    assert (moved.turns_entered, moved.entered, fresh.entered) == (0, 1, 0)
    assert moved.due == fresh.due == len(fresh.left) == len(moved.left) + 1
    assert (moved.turns, fresh.turn) == (len(scenario_of(first).activities), 1)
    text = page.content.decode()
    assert f"Decisions of this turn entered: 1 of {moved.due}" in text
    assert f"Decisions of this turn entered: 0 of {fresh.due}" in text
    assert all(row.title in unescape(text) for _role, row in moved.left)
    entry = client.get(url)
    assert entry.context["progress"] == moved
    assert f"Decisions of this turn entered: 1 of {moved.due}" in entry.content.decode()


def test_a_game_that_asks_one_question_after_the_other_shows_the_open_ones_alone(client):
    claire = person("claire")
    play_session = session_of(course_of(claire), teams=1, game="utboheme")
    client.force_login(claire)
    before = client.get(reverse("classrooms:session-paper", args=[play_session.pk]))
    on_paper(client, play_session)

    page = client.get(reverse("classrooms:session-paper", args=[play_session.pk]))

    (line,) = page.context["lines"]
    assert (line.progress.due, line.progress.turns, len(line.progress.left)) == (0, 0, 1)
    assert "Decisions of this turn entered" not in page.content.decode()
    assert "If this game has dice or cards, the site draws them." in before.content.decode()
