"""Claiming a seat: a person sits down only by their own act, and never sees a second hand of cards."""

from typing import Any

import pytest
from django.http import Http404
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine import registry
from games.models import Match, SeatAsk
from games.platform.errors import AskRefused, MatchNotRunning, NotYourSeat, OneHand, SeatKept, SeatTaken
from games.platform.permissions import access_to
from games.platform.selectors import holders_of
from games.platform.selectors.seats import seat_changes
from games.platform.services.forks import match_fork
from games.platform.services.holders import invite_create, invite_token, seat_assign, seat_release
from games.platform.services.interventions import Actor
from games.platform.services.matches import match_abort, match_create, match_start
from games.platform.services.seat_claims import ask_answer, ask_withdraw, invite_accept, seat_take
from games.platform.services.steering_seats import steer_seat_to_bot, steer_seat_to_person
from tests.games.factories import match_of, person, record_of, role_ids

pytestmark = pytest.mark.django_db

OTHER_BOT = next(bot for bot in registry.get("dominato").bots if bot != registry.get("dominato").usual_bot)


def tiles(*people: Any, by: Any = None, started: bool = True, seed: bytes = b"tile" * 8) -> Match:
    """A match of a game whose hands are secret; these people hold the first seats."""
    scenario = registry.get("dominato").scenarios["three"]
    match = match_create(game="dominato", roles=role_ids(scenario, "dominato"), by=by, scenario_key="three", seed=seed)
    for seat, user in enumerate(people):
        if user is not None:
            seat_assign(match_id=match.pk, seat=seat, user=user)
    return match_start(match_id=match.pk) if started else match


def take(match: Match, seat: int, user: Any) -> SeatAsk | None:
    return seat_take(match_id=match.pk, seat=seat, actor=Actor(user))


def to_bot(match: Match, seat: int, by: Any) -> None:
    steer_seat_to_bot(match_id=match.pk, seat=seat, actor=Actor(by))


def answer(ask: SeatAsk, by: Any, *, accept: bool = True) -> SeatAsk:
    return ask_answer(ask_id=ask.pk, accept=accept, actor=Actor(by))


def link_to(match: Match, seat: int) -> str:
    return invite_token(invite_create(seat=match.seats.get(index=seat), by=None))


def test_a_seat_that_somebody_was_sent_away_from_is_open_to_nobody_else():
    ann, victim, guest = person(), person(), person()
    match = tiles(ann, victim, by=ann)
    to_bot(match, 1, ann)
    steer_seat_to_bot(match_id=match.pk, seat=1, actor=Actor(ann), bot=OTHER_BOT)

    with pytest.raises(SeatKept):
        invite_accept(token=link_to(match, 1), actor=Actor(guest))

    assert take(match, 1, victim) is None
    to_bot(match, 1, victim)
    assert invite_accept(token=link_to(match, 1), actor=Actor(guest)) is None


def test_who_lets_go_of_a_seat_reads_no_second_hand():
    ann, victim = person(), person()
    match = tiles(ann, victim, by=ann)
    to_bot(match, 0, ann)

    for seat in (1, 2):
        with pytest.raises(OneHand):
            take(match, seat, ann)

    assert take(match, 0, ann) is None
    assert holders_of(match) == {0: [ann], 1: [victim]}


def test_a_link_opens_no_second_hand_and_is_not_used_up():
    ann, bob = person(), person()
    match = tiles(ann, by=ann)
    link = link_to(match, 2)

    with pytest.raises(OneHand):
        invite_accept(token=link, actor=Actor(ann))
    invite_accept(token=link, actor=Actor(bob))

    assert holders_of(match) == {0: [ann], 2: [bob]}


def test_where_nothing_is_hidden_one_may_change_seats_and_hold_several():
    ann = person()
    match = match_of(ann, scenario="pair")
    to_bot(match, 0, ann)

    take(match, 1, ann)
    take(match, 0, ann)

    assert holders_of(match) == {0: [ann], 1: [ann]}


def test_before_the_start_seats_are_changed_freely():
    ann = person()
    match = tiles(ann, started=False)
    seat_release(match_id=match.pk, seat=0, user=ann)

    take(match, 1, ann)
    match_start(match_id=match.pk)

    assert holders_of(match) == {1: [ann]}
    with pytest.raises(OneHand):
        take(match, 0, ann)


def test_hands_that_staff_gave_may_be_taken_again():
    ann, tutor = person(), person()
    match = tiles(ann)
    steer_seat_to_person(match_id=match.pk, seat=1, user=ann, actor=Actor(tutor))
    to_bot(match, 0, tutor)
    to_bot(match, 1, tutor)

    take(match, 1, ann)
    take(match, 0, ann)

    with pytest.raises(OneHand):
        take(match, 2, ann)
    assert holders_of(match) == {0: [ann], 1: [ann]}


def test_whoever_holds_a_seat_is_asked_before_somebody_sits_beside_them():
    ann, bob = person(), person()
    match = tiles(None, bob, by=ann)

    ask = take(match, 1, ann)
    assert (holders_of(match), take(match, 1, ann)) == ({1: [bob]}, ask)
    answer(ask, bob)

    assert holders_of(match) == {1: [bob, ann]}
    assert [(each.what, each.user, each.by) for each in seat_changes(match)] == [
        ("sat", ann, bob),
        ("asked", ann, None),
    ]


def test_a_refusal_stands_and_is_told():
    ann, bob = person(), person()
    match = tiles(None, bob, by=ann)
    ask = take(match, 1, ann)

    answer(ask, bob, accept=False)
    assert answer(ask, bob).answer == "refused"

    with pytest.raises(AskRefused):
        take(match, 1, ann)
    assert holders_of(match) == {1: [bob]}
    assert [(each.what, each.user, each.by) for each in seat_changes(match)] == [
        ("refused", ann, bob),
        ("asked", ann, None),
    ]


def test_only_who_holds_the_seat_answers_and_only_the_asker_withdraws():
    ann, bob, eve = person(), person(), person()
    match = tiles(eve, bob, by=ann)
    ask = take(match, 1, ann)

    for other in (ann, eve):
        with pytest.raises(NotYourSeat):
            answer(ask, other)
    for other in (bob, eve):
        with pytest.raises(NotYourSeat):
            ask_withdraw(ask_id=ask.pk, actor=Actor(other))
    ask_withdraw(ask_id=ask.pk, actor=Actor(ann))

    assert (answer(ask, bob).answer, holders_of(match)) == ("withdrawn", {0: [eve], 1: [bob]})


def test_an_ask_is_not_granted_to_who_has_seen_another_hand_since():
    ann, bob = person(), person()
    match = tiles(None, bob, by=ann)
    ask = take(match, 1, ann)
    steer_seat_to_person(match_id=match.pk, seat=2, user=ann, actor=Actor(ann))

    with pytest.raises(OneHand):
        answer(ask, bob)

    ask.refresh_from_db()
    assert (ask.answer, holders_of(match)) == ("", {1: [bob], 2: [ann]})


def test_a_seat_that_became_free_is_taken_and_asks_end():
    ann, bob = person(), person()
    match = tiles(None, bob, by=ann)
    ask = take(match, 1, ann)
    to_bot(match, 1, bob)

    assert take(match, 1, ann) is None

    ask.refresh_from_db()
    assert (ask.answer, holders_of(match)) == ("withdrawn", {1: [ann]})


def test_a_link_to_a_seat_that_somebody_took_asks_them():
    ann, bob = person(), person()
    match = tiles(by=person())
    link = link_to(match, 1)
    seat_assign(match_id=match.pk, seat=1, user=bob)

    ask = invite_accept(token=link, actor=Actor(ann))

    assert (invite_accept(token=link, actor=Actor(ann)), holders_of(match)) == (ask, {1: [bob]})
    answer(ask, bob, accept=False)
    with pytest.raises(SeatTaken):
        invite_accept(token=link, actor=Actor(ann))


def test_a_match_that_is_over_has_no_seats_to_give():
    ann, bob = person(), person()
    match = tiles(None, bob, by=ann)
    ask = take(match, 1, ann)
    match_abort(match_id=match.pk)
    before = record_of(match)

    for act in (lambda: take(match, 0, ann), lambda: answer(ask, bob)):
        with pytest.raises(MatchNotRunning):
            act()

    assert record_of(match) == before


def test_in_a_fork_and_at_a_table_with_the_same_luck_the_hand_is_the_same():
    ann = person()
    match = tiles(ann, by=ann)
    twin = tiles()
    to_bot(match, 0, ann)
    fork = match_fork(match_id=match.pk, number=0, by=ann, reason="again")

    for other in (fork, twin):
        with pytest.raises(OneHand):
            take(other, 1, ann)
        take(other, 0, ann)
        assert holders_of(other) == {0: [ann]}
    assert take(tiles(seed=b"else" * 8), 1, ann) is None


def test_staff_of_a_session_sit_down_at_once_and_the_history_tells_it():
    tutor, bob = person(), person()
    match = tiles(None, bob, by=tutor)
    Match.objects.filter(pk=match.pk).update(supervised=True)

    take(match, 1, tutor)
    take(match, 0, tutor)

    assert holders_of(match) == {1: [bob, tutor], 0: [tutor]}
    assert [(each.what, each.seat, each.user) for each in seat_changes(match)] == [
        ("sat", 0, tutor),
        ("sat", 1, tutor),
    ]


PEOPLE, SEATS = range(3), range(3)
ACTS = st.one_of(
    st.tuples(st.just("take"), st.sampled_from(PEOPLE), st.sampled_from(SEATS)),
    st.tuples(st.just("leave"), st.sampled_from(PEOPLE), st.sampled_from(SEATS)),
    st.tuples(st.just("link"), st.sampled_from(PEOPLE), st.sampled_from(SEATS)),
    st.tuples(st.sampled_from(["accept", "refuse", "withdraw"]), st.sampled_from(PEOPLE), st.integers(0, 3)),
    st.tuples(st.just("give"), st.sampled_from(PEOPLE), st.sampled_from(SEATS)),
    st.tuples(st.just("fork"), st.just(0), st.just(0)),
)


class Room:
    """Three people at a table of the first of them, and the seats from which the table was shown to each."""

    def __init__(self, seated: list[int | None]) -> None:
        self.people = [person() for _each in PEOPLE]
        self.match = tiles(*(None if each is None else self.people[each] for each in seated), by=self.people[0])
        self.shown: dict[Any, set[int]] = {user: set() for user in self.people}

    def look(self) -> None:
        """Let everybody open the table from every seat that they may look from."""
        for user in self.people:
            try:
                access = access_to(self.match.pk, user)
            except Http404:
                continue
            for seat in SEATS:
                self.shown[user].update(access.eyes(access.seat_for(seat)))

    def act(self, what: str, who: int, where: int) -> None:
        user = self.people[who]
        asks = list(SeatAsk.objects.filter(seat__match=self.match, answer=""))
        match what:
            case "take":
                take(self.match, where, user)
            case "leave":
                if user in holders_of(self.match).get(where, []):
                    to_bot(self.match, where, self.people[0])
            case "link":
                invite_accept(token=link_to(self.match, where), actor=Actor(user))
            case "accept" | "refuse" if where < len(asks):
                answer(asks[where], user, accept=what == "accept")
            case "withdraw" if where < len(asks):
                ask_withdraw(ask_id=asks[where].pk, actor=Actor(user))
            case "give":
                steer_seat_to_person(
                    match_id=self.match.pk, seat=where, user=user, actor=Actor(self.people[0]), beside=True
                )
            case "fork":
                self.match = match_fork(match_id=self.match.pk, number=0, by=None, reason="again")


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    seated=st.lists(st.sampled_from([None, *PEOPLE]), min_size=3, max_size=3),
    acts=st.lists(ACTS, min_size=4, max_size=12),
)
def test_nobody_who_has_seen_a_hand_is_ever_shown_another_but_by_staff(seated, acts):
    room = Room(seated)
    room.look()

    for what, who, where in acts:
        before, shown = holders_of(room.match), {user: set(seats) for user, seats in room.shown.items()}
        try:
            room.act(what, who, where)
        except (OneHand, SeatKept, AskRefused, NotYourSeat, SeatTaken):
            assert holders_of(room.match) == before
        room.look()

        for user in room.people:
            new = room.shown[user] - shown[user]
            given = what == "give" and user == room.people[who] and new == {where}
            assert not new or given or (not shown[user] and len(new) == 1)
        if what in ("take", "link"):  # a seat that somebody held is joined only with their leave
            assert {seat: holders_of(room.match)[seat] for seat in before} == before


def test_the_hand_of_a_seat_at_which_a_bot_stands_in_counts_as_known():
    ann, steward = person(), person()
    match = tiles(ann, None, by=steward, started=False)
    now = match_start(match_id=match.pk).started_at
    steer_seat_to_bot(match_id=match.pk, seat=0, actor=Actor(steward, at=now), until_back=True)

    with pytest.raises(OneHand):
        take(match, 1, ann)
