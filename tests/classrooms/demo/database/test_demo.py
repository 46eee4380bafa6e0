"""The demo has something to look at on every instructor's page."""

import pytest

from classrooms.assess.grading.queries.mark_table import mark_table_of
from classrooms.assess.reports.queries import debrief_progress
from classrooms.demo import services as demo
from classrooms.management.commands.seed_demo import language_of
from classrooms.models import Session
from classrooms.play.home.queries import home_of
from games.models import AuthorKind, Job, Match, Move, Status
from games.platform.selectors import holders_of, home
from games.platform.selectors.replaying import difference
from tests.games.factories import NOW, played_by_bots

pytestmark = pytest.mark.django_db


@pytest.fixture
def made(no_broker):
    return demo.demo_seed(now=NOW)


def test_the_demo_shows_a_term_in_its_middle(made):
    student = demo.User.objects.get(username=demo.STUDENTS[0][0])
    teacher = demo.User.objects.get(username=demo.INSTRUCTOR[0])
    waiting = played_by_bots(made.waiting)
    rows = Session.objects.order_by("pk").values_list("title", "status")
    told = home_of(teacher, NOW)

    assert demo.is_loaded()
    assert list(rows) == [("Demo workshop", "running"), ("First workshop", "finished"), ("Over two weeks", "draft")]
    teams = [(row.table.name, row.match.status, row.progress.turn) for row in told.running[0].rows]
    assert teams == [
        ("Lintel", Status.FINISHED, 12),
        ("Keystone", Status.RUNNING, 1),
        ("Spandrel", Status.RUNNING, 5),
        ("Plumb Line", Status.RUNNING, 8),
    ]
    assert ("Spandrel", "absent") in [(row.table.name, need.kind) for row, need in told.running[0].needs]
    assert {row.table.name for row, need in told.running[0].needs if need.kind != "off"} == {"Spandrel"}
    assert [(each.play_session.title, each.marked) for each in told.to_publish] == [("First workshop", 24)]
    assert [each.play_session.title for each in told.preparing] == ["Over two weeks"]
    assert [line.match.pk for line in home(student).your_turn] == [waiting.pk]
    assert student in made.played.stewards.all()
    assert set(waiting.decisions.filter(closed_at=None, optional=False).values_list("seat", flat=True)) <= {0, 1}
    assert all(row.final for row in mark_table_of(made.last_week).rows)
    ended = [made.played, *Match.objects.filter(session_team__session=made.last_week)]
    assert [debrief_progress(match, steward=True).state for match in ended] == ["working", *["ready"] * 4]
    assert [job.match for job in Job.objects.filter(kind="debrief", state=Job.State.PENDING)] == [made.played]
    _each_move_is_told_as_that_of_whoever_sits_there()
    assert [difference(match) for match in Match.objects.all()] == [None] * Match.objects.count()


def test_the_names_of_the_demo_are_in_one_language(no_broker):
    course = demo.demo_seed(language="fr", now=NOW).course

    assert (course.name, course.term) == ("Conduite de projets de construction", "Démonstration")
    assert sorted(course.teams.values_list("name", flat=True)) == ["Clé de voûte", "Fil à plomb", "Linteau", "Écoinçon"]
    assert sorted(course.sessions.values_list("title", flat=True)) == [
        "Première séance",
        "Sur deux semaines",
        "Séance de démonstration",
    ]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "", "LC_MESSAGES": "fr"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "xx_XX"}, "en"),
        ({}, "en"),
    ],
)
def test_the_command_takes_the_language_of_the_terminal(environment, language):
    assert language_of(environment) == language


def _each_move_is_told_as_that_of_whoever_sits_there():
    for match in Match.objects.all():
        people = {seat: users[0].pk for seat, users in holders_of(match).items()}
        moves = Move.objects.filter(match=match, number__gt=0, seat__isnull=False)
        told = {(seat, kind, author) for seat, kind, author in moves.values_list("seat", "author_kind", "author")}
        assert told <= {
            (seat, AuthorKind.PLAYER, people[seat]) if seat in people else (seat, AuthorKind.BOT, None)
            for seat in range(demo.SEATS)
        }
        times = list(moves.order_by("number").values_list("created_at", flat=True))
        assert times == sorted(times)
        if match != Match.objects.order_by("pk")[1]:
            assert times
            assert times[-1] <= NOW
