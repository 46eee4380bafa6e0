"""Undo while others move or look, on the database that the site would use."""

import pytest

from games.catalogue.domego.rules.moves import Buy
from games.models import AuthorKind
from games.platform.errors import ServiceError, UndoBuiltOn, UndoSeen
from games.platform.permissions import access_to
from games.platform.services.authors import Author
from games.platform.services.moves import submit
from games.platform.services.undo import move_take_back
from tests.games.factories import match_of, person
from tests.games.platform.services.processes.test_concurrency import THREADS, at_once, is_sound

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 6


def bought(ada, bob):
    match = match_of(ada, bob, scenario="pair")
    buy(match, 0, "owner", ada)
    match.refresh_from_db()
    return match


def buy(match, seat, role, user):
    by = Author(AuthorKind.PLAYER, user)
    return submit(match_id=match.pk, seat=seat, key=f"activity-1/buy/{role}", move=Buy(2), by=by)


def outcome(work):
    try:
        return work()
    except ServiceError as error:
        return error


def test_anothers_move_at_the_same_moment_comes_first_and_the_decision_stands_or_after_it_was_taken_back():
    ada, bob = person(), person()
    for _round in range(ROUNDS):
        match = bought(ada, bob)
        works = [
            lambda match=match: move_take_back(match_id=match.pk, number=1, by=ada),
            lambda match=match: buy(match, 1, "builder", bob),
        ]

        taken, played = at_once(outcome, works)

        is_sound(match)
        gone = match.moves.get(number=1).taken_back
        assert gone != isinstance(taken, UndoBuiltOn)
        assert played.move.number == match.number == (3 if gone else 2)
        assert match.decisions.filter(seat=0, key="activity-1/buy/owner", closed_at=None).exists() == gone


def test_nobody_is_shown_what_is_taken_back_at_the_same_moment():
    ada, bob = person(), person()
    for _round in range(ROUNDS):
        match = bought(ada, bob)
        works = [
            lambda match=match: move_take_back(match_id=match.pk, number=1, by=ada),
            lambda match=match: access_to(match.pk, bob).match.number,
        ]

        taken, shown = at_once(outcome, works)

        is_sound(match)
        gone = match.moves.get(number=1).taken_back
        assert gone != isinstance(taken, UndoSeen)
        assert shown == (2 if gone else 1)


def test_eight_presses_are_one():
    ada, bob = person(), person()
    match = bought(ada, bob)

    at_once(lambda _thread: move_take_back(match_id=match.pk, number=1, by=ada), range(THREADS))

    is_sound(match)
    assert list(match.moves.order_by("number").values_list("kind", flat=True)) == ["setup", "buy", "take_back"]
