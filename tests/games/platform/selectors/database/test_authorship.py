"""The person or bot that decided for a seat is known from moves and their authors, never from the seat's holders."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.models import AuthorKind, SeatHolder
from games.platform import selectors
from games.platform.selectors.authorship import (
    AuthoredMove,
    Person,
    own_moves_in,
    players,
    stories,
    stories_in,
    story_of,
)
from games.platform.selectors.authorship_words import seat_words
from games.platform.selectors.position import game_of, state_of
from games.platform.services.authors import BOT, DEADLINE, Author
from games.platform.services.holders import seat_assign, seat_release
from games.platform.services.matches import match_start
from games.platform.services.moves import submit
from tests.games.factories import NOW, match_of, person, play_default

ADA, BEN = Person(1, "Ada"), Person(2, "Ben")
PLAYER, ROBOT, LATE = AuthorKind.PLAYER.value, AuthorKind.BOT.value, AuthorKind.DEADLINE.value


def moves(*authors):
    """One move a turn: by a person, by several people at one screen, by a bot on an empty seat, by one in a former
    holder's place, or by the deadline.
    """
    found = []
    for number, author in enumerate(authors, start=1):
        people = author if isinstance(author, tuple) else (author,) if isinstance(author, Person) else ()
        kind = PLAYER if people else {"bot": ROBOT, "late bot": ROBOT, "deadline": LATE}[author]
        held = bool(people) or author in ("late bot", "deadline")
        found.append(AuthoredMove(number, kind, people, number, NOW + timedelta(minutes=number), held))
    return found


def told(*authors, idle=(), named=False):
    return seat_words(story_of(0, moves(*authors), idle), lambda turn: f"to turn {turn}", named=named)


@pytest.mark.parametrize(
    ("authors", "words"),
    [
        ((ADA, ADA, ADA), "Ada"),
        (("bot", "bot"), "bot"),
        ((ADA, ADA, "bot", "bot"), "Ada to turn 2, bot from then on"),
        (("bot", ADA), "bot to turn 1, Ada from then on"),
        ((ADA, BEN, BEN), "Ada to turn 1, Ben from then on"),
        ((ADA, "bot", ADA), "Ada to turn 1, bot to turn 2, Ada from then on"),
        ((ADA, BEN, ADA, BEN), "Ada, Ben"),
        (((ADA, BEN), (ADA, BEN)), "Ada, Ben"),
        ((ADA, "deadline", ADA), "Ada"),
        ((ADA, "late bot", ADA), "Ada"),
        ((ADA, "deadline", "deadline"), "Ada to turn 1, decided by deadline from then on"),
        (("deadline", "deadline"), "decided by deadline"),
        ((), "nobody"),
    ],
)
def test_a_seat_is_told_in_as_few_words_as_are_true(authors, words):
    assert told(*authors) == words


def test_who_never_moved_is_named_only_where_absent_people_are():
    assert told("bot", "bot", idle=[BEN]) == "bot"
    assert told("bot", "bot", idle=[BEN], named=True) == "bot (planned for Ben, who did not play)"
    assert told(ADA, ADA, idle=[BEN], named=True) == "Ada (also given to Ben, who did not play)"


@given(st.lists(st.sampled_from([ADA, BEN, (ADA, BEN), "bot", "late bot", "deadline"]), max_size=25))
def test_every_move_is_told_once_and_every_person_has_exactly_their_own(authors):
    story = story_of(0, moves(*authors))

    parts = [number for stretch in story.stretches for number in stretch.numbers]
    parts += [number for stretch in story.stretches for _kind, numbers in stretch.instead for number in numbers]
    assert sorted(parts) == list(range(1, len(authors) + 1)) == list(story.all_numbers)
    for who in (ADA, BEN):
        own = tuple(
            number
            for number, author in enumerate(authors, start=1)
            if author == who or (isinstance(author, tuple) and who in author and not isinstance(author, Person))
        )
        assert story.own.get(who, ()) == own
        assert all(set(numbers) <= set(own) for stretch in story.stretches for p, numbers in stretch.own if p == who)


@pytest.fixture
def ada(db):
    return person("ada")


@pytest.fixture
def ben(db):
    return person("ben")


def answer(match, author, minutes):
    """The default answer of the first seat with a pending decision."""
    match.refresh_from_db()
    rules, state = game_of(match).rules, state_of(match)
    prompt = next(each for each in rules.prompts(state) if not each.optional and not each.passive)
    move = rules.default(state, prompt.seat, prompt.key)
    at = NOW + timedelta(minutes=minutes)
    return submit(match_id=match.pk, seat=prompt.seat, key=prompt.key, move=move, by=author, now=at).move


def by_person(user):
    return Author(AuthorKind.PLAYER, user)


def first_seat(match):
    return stories(match)[0]


def test_a_seat_held_while_deadlines_decided_is_nobodys_work(ada):
    match = match_of(ada, scenario="tiny", now=NOW)

    while not match.is_over:
        answer(match, DEADLINE, 5)
        match.refresh_from_db()

    story = first_seat(match)
    assert (dict(story.own), [each.id for each in story.idle], story.was_played) == ({}, [ada.pk], False)
    assert players(stories(match)) == {}
    assert own_moves_in([match], ada) == {match.pk: {}}


def test_who_was_replaced_before_anything_was_asked_is_not_mentioned(ada, ben):
    match = match_of(ada, scenario="tiny", now=NOW, started=False)
    seat_assign(match_id=match.pk, seat=0, user=ben, now=NOW)
    seat_release(match_id=match.pk, seat=0, user=ada, now=NOW)
    match_start(match_id=match.pk, now=NOW)
    match.refresh_from_db()
    while not match.is_over:
        play_default(match)

    assert [each.id for each in first_seat(match).idle] == []
    assert set(first_seat(match).own) == {Person(ben.pk, "Ben")}


def test_what_is_moved_at_a_shared_screen_is_that_of_both(ada, ben):
    match = match_of(ada, scenario="tiny", now=NOW)
    SeatHolder.objects.create(seat=match.seats.get(index=0), user=ben, since=NOW, together_with=ada)

    number = answer(match, by_person(ada), 1).number
    seat = match.moves.get(number=number).seat

    assert stories(match)[seat].own == {Person(ada.pk, "Ada"): (number,), Person(ben.pk, "Ben"): (number,)}
    assert own_moves_in([match], ben) == {match.pk: {seat: 1}}


def test_moves_after_somebody_left_the_screen_are_not_theirs(ada, ben):
    match = match_of(ada, scenario="classic", now=NOW)
    left = NOW + timedelta(minutes=2)
    SeatHolder.objects.create(seat=match.seats.get(index=0), user=ben, since=NOW, released_at=left, together_with=ada)

    numbers = []
    for minutes in (1, 3):
        while True:
            move = answer(match, by_person(ada) if _owes_first(match) else BOT, minutes)
            if move.seat == 0:
                numbers.append(move.number)
                break

    assert stories(match)[0].part_of(ben.pk) == (numbers[0],)
    assert stories(match)[0].part_of(ada.pk) == tuple(numbers)


def _owes_first(match):
    match.refresh_from_db()
    return next(row for row in selectors.open_decisions([match])[match.pk] if not row.passive).seat == 0


def test_many_matches_are_read_in_as_many_queries_as_one(ada, django_assert_num_queries):
    made = [match_of(ada, scenario="tiny", now=NOW) for _ in range(3)]
    for match in made:
        play_default(match)
    with django_assert_num_queries(5):
        stories_in(made[:1])
    with django_assert_num_queries(5):
        stories_in(made)
