"""In each game an observer's page holds no secret that the view does not show."""

import pytest
from django.test import RequestFactory

from classrooms.play.monitor.services.observers import observer_add
from games.engine.codec import to_json
from games.engine.draws import FastDraws
from games.models import Match
from games.platform.permissions import open_match
from games.platform.selectors import event_log
from games.platform.selectors.position import state_of
from games.platform.services.interventions import Actor
from games.ui import faces
from games.web.table_page import TablePage
from games.web.table_read import Asked, TableRead
from tests.classrooms.factories import course_of, enrol, session_of
from tests.every_game import GAMES
from tests.games.factories import person, play_default
from tests.games.web.pages.test_regions import lasting
from tests.secrets import CHANGES, with_other_secrets

pytestmark = pytest.mark.django_db

MOMENTS, MOVES = 6, 7
NOBODY = 99
"""A seat that no game has: all hidden things are others'."""


def hiding(game):
    """Options with which views of the game hide something, if there are any."""
    return {"hidden_allocations": True} if game == "domego" else {}


def table_of(game):
    """A running session of a game, an observer with the open view, and one with that of the first seat."""
    player, *lookers = (person() for _each in range(3))
    course = course_of(None, [player])
    for looker in lookers:
        enrol(course, looker)
    play_session = session_of(course, game=game, teams=[[player]], started=True, options=hiding(game))
    table = play_session.session_teams.get()
    by = course.enrolments.get(role="instructor").user
    for looker, seat in zip(lookers, (None, 0), strict=True):
        observer_add(session_team_id=table.pk, user=looker, seat=seat, is_critical_friend=False, actor=Actor(by))
    return Match.objects.get(pk=table.match_id), player, *lookers


def read_of(match, user):
    opened = open_match(match.pk, user)
    return TableRead(opened, opened.access.seat_for(None), Asked(origin="https://example.org"))


def page_of(match, user):
    request = RequestFactory().get("/")
    request.user = user
    return lasting(str(TablePage(request, read_of(match, user)).html))


@pytest.mark.parametrize("game", GAMES)
def test_no_byte_of_an_observers_page_comes_from_a_hidden_thing(game):
    match, _player, everybody, beside = table_of(game)
    chance, changed = FastDraws(5), 0
    for _moment in range(MOMENTS):
        match.refresh_from_db()
        true = match.state
        for looker, seat in ((everybody, NOBODY), (beside, 0)):
            seen = page_of(match, looker)
            for other in with_other_secrets(game, state_of(match), seat, chance):
                Match.objects.filter(pk=match.pk).update(state=to_json(other).decode())
                assert page_of(match, looker) == seen
                changed += to_json(other).decode() != true
            Match.objects.filter(pk=match.pk).update(state=true)
        match.refresh_from_db()
        for _move in range(MOVES):
            if not match.is_over:
                play_default(match)

    assert changed > 3 or game not in CHANGES


@pytest.mark.parametrize("game", GAMES)
def test_beside_a_seat_an_observer_knows_what_that_seat_knows_and_decides_nothing(game):
    match, player, _everybody, beside = table_of(game)
    for _moment in range(MOMENTS):
        match.refresh_from_db()
        own, looked = read_of(match, player), read_of(match, beside)

        assert (own.seat, looked.seat) == (0, 0)
        assert to_json(looked.view) == to_json(own.view)
        assert looked.eyes == own.eyes
        assert event_log.history(match, looked.eyes, length=500) == event_log.history(match, own.eyes, length=500)
        assert looked.card is None
        for _move in range(MOVES):
            if not match.is_over:
                play_default(match)


def test_each_game_with_hidden_things_is_tried():
    assert {face.game.key for face in faces.all_faces()} == set(GAMES)
    assert set(CHANGES) <= set(GAMES)
