"""A bot that fails is reported as a fault of the program, and its match goes on."""

from datetime import timedelta

import pytest

from games.catalogue.domego.rules.moves import Buy
from games.engine import registry
from games.models import AuthorKind, LatePolicy, Seat
from games.platform.pace import Pace
from games.platform.services.bots import play_bots
from games.platform.services.deadlines import apply_due
from tests.games.factories import NOW, match_of, person

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=1)


def with_unknown_bots(match):
    """A match with bots that an update of the game has removed."""
    Seat.objects.filter(match=match).update(bot="gone")
    return match


def test_the_default_is_played_where_a_seats_bot_is_not_there():
    match = with_unknown_bots(match_of(person(), scenario="pair"))

    assert play_bots(match_id=match.pk) == 1
    assert {move.author_kind for move in match.moves.exclude(number=0)} == {AuthorKind.BOT}


def test_a_late_seat_whose_bot_is_not_there_gets_the_default():
    live = Pace(mode="live", minutes=5)
    match = with_unknown_bots(match_of(person(), pace_of_match=live, late_policy=LatePolicy.BOT, now=NOW))

    assert apply_due(match_id=match.pk, now=LATER) > 0
    assert {move.author_kind for move in match.moves.exclude(number=0)} == {AuthorKind.BOT}


class Cheat:
    """A bot that buys more than anybody can pay."""

    def answer(self, state, prompt, draws):
        return Buy(1_000_000)


def test_a_late_seat_whose_bot_breaks_the_rules_gets_the_default(caplog, monkeypatch):
    live = Pace(mode="live", minutes=5)
    match = match_of(person(), pace_of_match=live, late_policy=LatePolicy.BOT, now=NOW, scenario="pair")
    monkeypatch.setitem(registry.get("domego").bots, "cheat", lambda rules: Cheat())
    Seat.objects.filter(match=match).update(bot="cheat")

    assert apply_due(match_id=match.pk, now=LATER) == 2
    assert {move.author_kind for move in match.moves.exclude(number=0)} == {AuthorKind.DEADLINE}
    assert "a late answer to activity-1/buy/owner was refused" in caplog.text
