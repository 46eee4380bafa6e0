"""The authors of a move can be corrected: several people at one screen, moves under a wrong name."""

from datetime import timedelta

import pytest

from games.models import Intervention, Move
from games.platform.errors import BadRequest
from games.platform.selectors.authorship import stories
from games.platform.services.interventions import Actor
from games.platform.services.move_attribution import moves_credit, screen_share
from tests.games.factories import NOW, match_of, person, play_default

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    return person("ada")


@pytest.fixture
def ben():
    return person("ben")


@pytest.fixture
def teacher():
    return person("teacher")


@pytest.fixture
def match(ada):
    """A small match: Ada holds the first seat and has moved in it, and the other seat has no holder."""
    match = match_of(ada, scenario="pair", now=NOW)
    while not match.moves.filter(author=ada).exists():
        play_default(match)
    return match


def play_later(match, at):
    """A default move at a given time."""
    played = play_default(match)
    Move.objects.filter(pk=played.move.pk).update(created_at=at)


def own(match, user, seat=0):
    return stories(match)[seat].part_of(user.pk)


def rows(match):
    return list(Move.objects.filter(match=match).order_by("number").values("number", "key", "args", "state_hash"))


def test_moves_under_a_wrong_name_are_given_to_who_made_them_and_it_is_noted(match, ada, ben, teacher):
    before, numbers = rows(match), own(match, ada)

    note = moves_credit(
        match_id=match.pk, seat=0, first=numbers[0], last=numbers[-1], user=ben, actor=Actor(teacher, "Signed in wrong")
    )

    assert (own(match, ada), own(match, ben)) == ((), numbers)
    assert rows(match) == before
    assert (note.kind, note.user, note.by, note.reason, note.counts) == (
        Intervention.Kind.CREDIT, ben, teacher, "Signed in wrong", True,
    )  # fmt: skip
    assert note.params == {"moves": list(numbers), "before": [ada.pk]}


def test_they_can_be_given_back_the_same_way(match, ada, ben, teacher):
    numbers = own(match, ada)
    for user in (ben, ada):
        actor = Actor(teacher, "Mixed up")
        moves_credit(match_id=match.pk, seat=0, first=1, last=match.number, user=user, actor=actor)

    assert (own(match, ada), own(match, ben)) == (numbers, ())
    assert match.interventions.filter(kind="credit").count() == 2


def test_the_same_press_gives_them_once(match, ben, teacher):
    actor = Actor(teacher, "Mixed up")

    first = moves_credit(match_id=match.pk, seat=0, first=1, last=match.number, user=ben, actor=actor)
    again = moves_credit(match_id=match.pk, seat=0, first=1, last=match.number, user=ben, actor=actor)

    assert (first is not None, again) == (True, None)
    assert match.interventions.filter(kind="credit").count() == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [({"seat": 9}, "seat"), ({"first": 900, "last": 901}, "first"), ({"reason": ""}, "reason")],
)
def test_what_cannot_be_given_is_refused_and_changes_nothing(match, ada, ben, teacher, change, field):
    asked = {"seat": 0, "first": 1, "last": match.number, "user": ben, "reason": "Mixed up"} | change
    actor = Actor(teacher, asked.pop("reason"))
    numbers = own(match, ada)

    with pytest.raises(BadRequest) as refused:
        moves_credit(match_id=match.pk, actor=actor, **asked)

    assert refused.value.params["field"] == field
    assert (own(match, ada), own(match, ben), match.interventions.count()) == (numbers, (), 0)


def test_moves_of_bots_are_given_to_nobody(match, ben, teacher):
    match.moves.filter(seat=0).update(author_kind="bot", author=None)

    with pytest.raises(BadRequest):
        moves_credit(match_id=match.pk, seat=0, first=1, last=match.number, user=ben, actor=Actor(teacher, "Theirs"))


def test_who_plays_at_a_screen_from_now_on_has_what_is_moved_there(match, ada, ben, teacher):
    now = NOW + timedelta(hours=1)
    match.moves.update(created_at=NOW)
    screen_share(match_id=match.pk, seat=0, user=ben, owner=ada, actor=Actor(teacher, at=now))
    before = own(match, ada)
    while own(match, ada) == before:
        play_later(match, now + timedelta(minutes=1))

    assert own(match, ben) == tuple(sorted(set(own(match, ada)) - set(before)))


def test_from_the_beginning_all_of_it_is_theirs_also_after_the_end(match, ada, ben, teacher):
    while not match.is_over:
        play_default(match)

    for _ in range(2):
        screen_share(match_id=match.pk, seat=0, user=ben, owner=ada, actor=Actor(teacher), from_start=True)

    assert own(match, ben) == own(match, ada) != ()
    assert match.seats.get(index=0).holders.filter(user=ben).count() == 1


def test_a_screen_belongs_to_somebody_who_held_the_seat(match, ben, teacher):
    with pytest.raises(BadRequest):
        screen_share(match_id=match.pk, seat=0, user=ben, owner=person("stranger"), actor=Actor(teacher))
    with pytest.raises(BadRequest):
        screen_share(match_id=match.pk, seat=0, user=ben, owner=ben, actor=Actor(teacher))
