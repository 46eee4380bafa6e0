"""The engine for rounds, tried on the example of docs/develop/rounds.md."""

import re
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as tried
from hypothesis import strategies as st

from games.engine.choices import edges
from games.engine.codec import from_json, to_json
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.errors import IllegalMove
from games.engine.perft import perft
from games.engine.playout import playout
from games.engine.rounds import Answered
from games.engine.types import Outcome

PAGE = Path(__file__).resolve().parents[4] / "docs" / "develop" / "rounds.md"
(SOURCE,) = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
EXAMPLE = {"__name__": __name__}
exec(compile(SOURCE, str(PAGE), "exec"), EXAMPLE)  # noqa: S102  the example of our own page
Pond, State, Take = EXAMPLE["Pond"], EXAMPLE["State"], EXAMPLE["Take"]
Taken, Rained = EXAMPLE["Taken"], EXAMPLE["Rained"]
RULES, SEED = Pond(), b"pond"
LAST = EXAMPLE["ROUNDS"]


class Turns(Pond):
    """In even rounds the first farm alone is asked."""

    def question(self, state, seat):
        return super().question(state, seat) if state.round % 2 or seat == 0 else None


def begun(seats=3, rules=RULES):
    return rules.setup(None, None, seats, LabelledDraws(SEED)).state


def answer(state, seat, buckets, rules=RULES):
    return rules.apply(state, seat, f"round-{state.round}/take", Take(buckets), LabelledDraws(SEED))


def asked(state, rules=RULES):
    return [(prompt.seat, prompt.key, prompt.simultaneous) for prompt in rules.prompts(state)]


def test_all_seats_are_asked_at_once_and_an_answer_closes_its_prompt():
    state = begun()
    assert asked(state) == [(seat, "round-1/take", True) for seat in range(3)]

    after = answer(state, 1, 4)

    assert asked(after.state) == [(0, "round-1/take", True), (2, "round-1/take", True)]
    assert after == Outcome(State(1, 12, (0, 0, 0), (None, Take(4), None)), (Answered(turn=1, seat=1),))


def test_the_last_answer_resolves_the_round_and_no_answer_stays():
    state = answer(answer(begun(), 0, 3).state, 2, 4).state

    outcome = answer(state, 1, 5)

    rain = LabelledDraws(SEED).below(6, "round-1/rain")
    assert outcome.state == State(2, rain, (3, 5, 4), (None, None, None))
    assert outcome.events == (
        Answered(turn=1, seat=1),
        Taken(turn=1, seat=0, wanted=3, got=3),
        Taken(turn=1, seat=1, wanted=5, got=5),
        Taken(turn=1, seat=2, wanted=4, got=4),
        Rained(turn=1, buckets=rain, level=rain),
    )


def test_a_seat_that_is_not_asked_is_not_waited_for():
    rules = Turns()
    state = begun(rules=rules)
    for seat in range(3):
        state = answer(state, seat, 1, rules).state
    assert asked(state, rules) == [(0, "round-2/take", True)]
    with pytest.raises(IllegalMove, match="prompt_closed"):
        answer(state, 1, 1, rules)


def test_what_is_not_offered_is_refused_and_a_closed_prompt_takes_nothing():
    state = answer(begun(), 1, 0).state
    before = to_json(state)

    with pytest.raises(IllegalMove, match="not_offered"):
        answer(state, 0, 6)
    for seat, key in ((1, "round-1/take"), (0, "round-2/take"), (3, "round-1/take"), (-1, "round-1/take")):
        for ask in (RULES.choices, RULES.default):
            with pytest.raises(IllegalMove, match="prompt_closed"):
                ask(state, seat, key)
        with pytest.raises(IllegalMove, match="prompt_closed"):
            RULES.apply(state, seat, key, Take(1), LabelledDraws(SEED))
    assert to_json(state) == before


def test_a_seat_sees_its_own_answer_alone():
    state = answer(answer(begun(), 0, 3).state, 2, 4).state

    shown = {seat: RULES.view(state, seat).answers for seat in (None, 0, 1, 2)}

    assert shown == {
        None: (None, None, None),
        0: (Take(3), None, None),
        1: (None, None, None),
        2: (None, None, Take(4)),
    }


@tried(max_examples=40, deadline=None)
@given(answers=st.lists(st.integers(0, 5), min_size=2, max_size=4), other=st.integers(0, 5))
def test_neither_the_order_of_answers_nor_a_hidden_answer_makes_a_difference(answers, other):
    ends = set()
    for order in permutations(range(len(answers))):
        state = begun(len(answers))
        for seat in order:
            state = answer(state, seat, answers[seat]).state
        ends.add(to_json(state))
    assert len(ends) == 1

    one, two = (answer(begun(len(answers)), 0, each) for each in (answers[0], other))
    assert one.events == two.events
    assert [RULES.view(one.state, seat) for seat in range(1, len(answers))] == [
        RULES.view(two.state, seat) for seat in range(1, len(answers))
    ]


class Edge:
    """A bot that takes the least or the most."""

    def answer(self, state, prompt, draws):
        found = list(edges(RULES.choices(state, prompt.seat, prompt.key)))
        return found[draws.below(len(found), "edge")]


@tried(max_examples=30, deadline=None)
@given(seats=st.integers(2, 6), number=st.integers(0, 1000))
def test_bots_play_it_to_its_end_and_states_survive_json(seats, number):
    states = []
    end = playout(
        RULES,
        RULES.setup(None, None, seats, LabelledDraws(SEED)),
        [Edge()] * seats,
        LabelledDraws(SEED),
        bot_draws=FastDraws(number),
        on_move=lambda played: states.append(played.state),
    )

    assert (end.moves, end.result.scores) == (LAST * seats, end.state.barns)
    assert all(from_json(to_json(state), State) == state for state in states)
    assert RULES.prompts(end.state) == ()


def test_defaults_play_a_round_and_perft_counts_its_orders():
    state = begun(2)
    for seat in (1, 0):
        move = RULES.default(state, seat, "round-1/take")
        state = RULES.apply(state, seat, "round-1/take", move, LabelledDraws(SEED)).state
    assert state.barns == (1, 1)

    # Two farms in either order, six amounts each; then again.
    assert [perft(RULES, begun(2), depth, LabelledDraws(SEED)).nodes for depth in (1, 2, 3)] == [12, 72, 864]


def test_the_last_answer_of_a_round_uncovers_what_the_others_answered():
    before = begun(2)
    after = answer(before, 0, 1)
    last = answer(after.state, 1, 1)

    assert not RULES.uncovers(before, 0, Take(1), after)
    assert RULES.uncovers(after.state, 1, Take(1), last)
