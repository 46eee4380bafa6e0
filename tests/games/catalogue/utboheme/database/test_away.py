"""A match over days in simulated time: people answer or stay away, and defaults are played for those who stay away."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from games.catalogue.utboheme.game import GAME
from games.catalogue.utboheme.rules.moves import Discard, EndTurn, KeepCards, Offer, RefuseOffer, SetRate
from games.catalogue.utboheme.rules.resources import RESOURCES
from games.engine.draws import FastDraws
from games.models import AuthorKind, Status
from games.platform.pace import Pace
from games.platform.selectors.position import state_of
from games.platform.selectors.replaying import difference
from games.platform.services.deadlines import apply_due
from games.platform.work.sweep import sweep
from tests.games.catalogue.utboheme.matches import match_of, pending, play, play_on
from tests.games.factories import person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
DAYS = Pace(mode="async", hours=24)
ASKED = ("found_uv", "found_cc", "roll", "discard", "robber", "roads", "act", "answer")
RULES = GAME.rules


def due_moves(match, now):
    """Run a sweep, and play the overdue decisions at the same moment; returns their matches."""
    overdue = [pk for task, pk in sweep(now=now) if task == "games.apply_due"]
    for pk in overdue:
        apply_due(match_id=pk, now=now)
    match.refresh_from_db()
    return overdue


class Days:
    """Three people and the clock. First everybody stays away from two prompts of each kind. Afterwards they make offers
    until some went unanswered, save until discards were missed, and else play anything.
    """

    def __init__(self):
        self.people = [person(name) for name in ("ada", "bob", "cleo")]
        options = {"max_rounds": 18, "phases": "free"}
        self.match = match_of(*self.people, options=options, pace_of_match=DAYS, now=NOW)
        self.now, self.bot, self.missed, self.answered = NOW, GAME.bot("random"), Counter(), 0

    def stay_away(self, prompt):
        """Let the time of a prompt pass: the default is played, not a minute earlier, and under the deadline's name."""
        row = self.match.decisions.get(seat=prompt.seat, key=prompt.key, closed_at__isnull=True)
        assert row.due_at == row.opened_at + timedelta(hours=24)
        default, alone = RULES.default(state_of(self.match), prompt.seat, prompt.key), len(pending(self.match)) == 1
        assert due_moves(self.match, row.due_at - timedelta(minutes=1)) == []
        self.now = row.due_at
        assert due_moves(self.match, self.now) == [self.match.pk]
        move = self.match.moves.get(seat=prompt.seat, key=prompt.key)
        assert move.author_kind == AuthorKind.DEADLINE
        if alone:
            assert move.args == msgspec.to_builtins(default)
        self.missed[prompt.kind] += 1

    def answer(self, prompt):
        self.now += timedelta(minutes=20)
        state, hoard = state_of(self.match), self.missed["discard"] < 2
        if prompt.kind == "act" and self.missed["answer"] < 2 and not state.made[prompt.seat]:
            move = Offer(prompt.seat, beer=1, coffee=-1)
        elif prompt.kind == "act" and hoard and state.turn > 9:
            move = EndTurn()
        else:
            move = self.bot.answer(state, prompt, FastDraws(self.match.number))
        play(self.match, self.people[prompt.seat], prompt.seat, prompt.key, move, now=self.now)
        self.answered += 1


def test_every_kind_of_question_is_settled_when_its_time_is_up_and_the_match_comes_to_its_end():
    days = Days()
    while not days.match.is_over:
        prompt = pending(days.match)[-1]
        days.stay_away(prompt) if days.missed[prompt.kind] < 2 else days.answer(prompt)

    assert set(days.missed) == set(ASKED)
    assert days.answered > 50
    assert (days.match.status, days.match.ended_at) == (Status.FINISHED, days.now)
    assert difference(days.match) is None


def in_turn(match, user):
    """A match in which a player is asked to trade and build."""
    return play_on(match, user, until=lambda state: state.stage == "act")


def test_others_have_their_whole_time_for_an_offer_and_the_active_player_then_has_time_to_confirm():
    ada = person("ada")
    match = in_turn(match_of(ada, ada, ada, pace_of_match=DAYS, options={"phases": "free"}), ada)
    seat, key = pending(match)[0].seat, pending(match)[0].key
    asked_at = match.decisions.get(seat=seat, key=key).due_at - timedelta(hours=24)

    offered_at = asked_at + timedelta(hours=23)
    play(match, ada, seat, key, Offer(seat, beer=1, coffee=-1), now=offered_at)
    due_moves(match, offered_at + timedelta(hours=23, minutes=58))
    assert {prompt.kind for prompt in pending(match)} == {"answer"}
    due_moves(match, offered_at + timedelta(hours=24))

    refused = match.moves.filter(author_kind=AuthorKind.DEADLINE, created_at__gt=offered_at)
    assert [move.args for move in refused] == [msgspec.to_builtins(RefuseOffer())] * 2
    asked = pending(match)
    assert [(prompt.kind, prompt.seat) for prompt in asked] == [("act", seat)]
    row = match.decisions.get(seat=seat, key=asked[0].key)
    assert row.due_at == offered_at + timedelta(hours=48)


def test_standing_orders_answer_at_once_so_that_nobody_waits():
    ada = person("ada")
    match = in_turn(match_of(ada, ada, ada, options={"phases": "free"}), ada)
    seat = pending(match)[0].seat
    state = state_of(match)
    giver = next(each for each in range(3) if each != seat and any(state.hands[each]))
    resource = next(name for name, number in zip(RESOURCES, state.hands[giver], strict=True) if number)
    other = next(name for name in RESOURCES if name != resource)
    play(match, ada, giver, "orders", SetRate(resource, other, 1))

    play(match, ada, seat, pending(match)[0].key, Offer(giver, **{resource: -1, other: 1}))

    told = [event.data for event in match.events.filter(kind="offer_answered")]
    assert [(event["seat"], event["accepted"], event["by_order"]) for event in told] == [(giver, True, True)]
    assert [prompt.kind for prompt in pending(match)] == ["act"]


def test_a_standing_order_for_sevens_discards_without_asking():
    ada = person("ada")
    match = match_of(ada, ada, ada, options={"max_rounds": 12})
    for seat in range(3):
        play(match, ada, seat, "orders", KeepCards())
    while not match.is_over:
        prompt = pending(match)[0]
        assert prompt.kind != "discard"
        play(match, ada, prompt.seat, prompt.key, RULES.default(state_of(match), prompt.seat, prompt.key))

    told = [event.data for event in match.events.filter(kind="discarded")]
    assert told
    assert all(event["by_order"] for event in told)
    assert not match.moves.filter(args__kind=msgspec.to_builtins(Discard())["kind"]).exists()
