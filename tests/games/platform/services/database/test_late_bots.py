"""With late policy "bot", the bot computes its move without a lock, and moves only in the position that it saw."""

from datetime import timedelta

import pytest
from django.db import connection

from games.catalogue.domego.rules.moves import Buy
from games.engine import registry
from games.models import AuthorKind, LatePolicy, Match, Seat
from games.platform.pace import Pace
from games.platform.selectors.replaying import difference
from games.platform.services.authors import Author
from games.platform.services.deadlines import apply_due, deadlines_extend
from games.platform.services.moves import submit
from tests.games.factories import NOW, match_of, person

pytestmark = pytest.mark.django_db(transaction=True)

LATE = NOW + timedelta(minutes=6)


class Slow:
    """A bot that buys one cube; while it thinks, `meanwhile` happens once."""

    def __init__(self, meanwhile):
        self.meanwhile = [meanwhile]

    def answer(self, state, prompt, draws):
        assert not connection.in_atomic_block
        if self.meanwhile:
            self.meanwhile.pop()()
        return Buy(1)


@pytest.fixture
def overdue(monkeypatch):
    """A match in which two purchases are overdue, and a function that sets the event during the bot's computation."""
    ada = person()
    match = match_of(
        ada, person(), scenario="pair", pace_of_match=Pace(mode="live", minutes=5), late_policy="bot", now=NOW
    )
    Seat.objects.filter(match=match).update(bot="slow")

    def thinking(meanwhile):
        slow = Slow(lambda: meanwhile(match, ada))
        monkeypatch.setitem(registry.get(match.game).bots, "slow", lambda rules: slow)
        return match

    return thinking


def moves_of(match):
    rows = match.moves.filter(number__gt=0).order_by("number")
    return [(row.seat, row.kind, row.args["quantity"], row.author_kind) for row in rows]


def buy_of_the_owner(match, ada):
    submit(match_id=match.pk, seat=0, key="activity-1/buy/owner", move=Buy(3), by=Author(AuthorKind.PLAYER, ada))


def test_an_answer_that_came_meanwhile_stays(overdue):
    match = overdue(buy_of_the_owner)

    assert apply_due(match_id=match.pk, now=LATE) == 1

    assert moves_of(match) == [(0, "buy", 3, AuthorKind.PLAYER), (1, "buy", 1, AuthorKind.BOT)]
    match.refresh_from_db()
    assert difference(match) is None


def test_time_that_was_given_meanwhile_counts(overdue):
    match = overdue(lambda match, _ada: deadlines_extend(match_id=match.pk, minutes=5))

    assert apply_due(match_id=match.pk, now=LATE) == 0
    assert moves_of(match) == []


def test_a_policy_that_was_changed_meanwhile_counts(overdue):
    def wait(match, _ada):
        Match.objects.filter(pk=match.pk).update(late_policy=LatePolicy.WAIT)

    match = overdue(wait)

    assert apply_due(match_id=match.pk, now=LATE) == 0
    assert moves_of(match) == []


def test_all_that_is_overdue_is_answered_once(overdue):
    match = overdue(lambda match, _ada: apply_due(match_id=match.pk, now=LATE))

    apply_due(match_id=match.pk, now=LATE)

    assert moves_of(match) == [(1, "buy", 1, AuthorKind.BOT), (0, "buy", 1, AuthorKind.BOT)]
