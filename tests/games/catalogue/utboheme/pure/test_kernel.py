"""The kernel plays the same games as the rules: a thousand of them, compared after every move."""

from random import Random

import pytest

from games.catalogue.utboheme.bots.kernel import FORCED
from games.catalogue.utboheme.bots.packed import holds, nth_bit, nth_card, nth_part, pack, size, unpack, ways
from games.catalogue.utboheme.rules.choices import parts_of
from games.catalogue.utboheme.rules.rules import RULES
from games.catalogue.utboheme.rules.types import Options
from tests.games.catalogue.utboheme.games_played import InOrder, common_moves, first_state, kernel_of

FREE = Options(phases="free", auto_roll=False, holder_keeps_tie=True)
OTHER = Options(play_same_turn=True, first_turn="oldest", oldest_seat=1, max_rounds=40)
GROUPS = (
    ("classic", FREE, 15),
    ("classic", OTHER, 15),
    ("classic", Options(max_rounds=3), 270),
    ("ring", Options(max_rounds=9), 250),
    ("ring", Options(phases="free", play_same_turn=True, max_rounds=6), 250),
    ("triangle", Options(max_rounds=30), 200),
)


def test_these_are_a_thousand_games():
    assert sum(games for _, _, games in GROUPS) == 1000


@pytest.mark.parametrize("group", range(len(GROUPS)))
def test_the_kernel_leads_to_the_states_of_the_rules_move_by_move(group):
    scenario, options, games = GROUPS[group]
    for seed in range(games):
        _compare(scenario, options, seed)


def _compare(scenario, options, seed):
    state, chance = first_state(scenario, options, seed), InOrder(seed)
    kernel = kernel_of(state, seed)
    while True:
        prompt, moves = common_moves(state)
        if prompt is None:
            assert kernel.stage == "over"
            return
        index = chance.below(len(moves), "choice") if len(moves) > 1 else 0
        state = RULES.apply(state, prompt.seat, prompt.key, moves[index], chance).state
        assert kernel.random_step() == (len(moves), index), (seed, prompt.key)
        assert kernel.state_like(state) == state, (seed, prompt.key, moves[index])


def test_a_kernel_can_begin_anywhere_and_its_copies_go_their_own_way():
    start = first_state("classic", FREE, 5)
    whole, first = kernel_of(start, 5), kernel_of(start, 5)
    first.run(200)
    middle = first.state_like(start)
    second = kernel_of(middle, 1)
    second.random = first.random
    copied = first.copy()
    kept = copied.state_like(start)

    assert first.stage != "over"
    second.run()
    whole.run()

    assert second.state_like(start) == whole.state_like(start)
    assert copied.state_like(start) == kept == middle


def test_a_game_by_the_kernel_tells_how_many_moves_it_had():
    kernel = kernel_of(first_state("ring", Options(), 2), 2)

    assert kernel.run(10) == 10
    assert kernel.run() > 10
    assert FORCED == (1, 0)


def test_packed_hands_count_and_part_as_plain_ones_do():
    random = Random(3)
    for _ in range(60):
        hand = tuple(random.randrange(6) for _ in range(5))
        number = sum(hand) // 2
        parts = parts_of(hand, number)

        assert (unpack(pack(hand)), size(pack(hand))) == (hand, sum(hand))
        assert ways(pack(hand), number) == len(parts)
        assert tuple(unpack(nth_part(pack(hand), number, index)) for index in range(len(parts))) == parts
        assert all(holds(pack(hand), pack(part)) for part in parts)
        assert not holds(pack(hand), pack((hand[0] + 1, 0, 0, 0, 0)))
    assert [nth_card(pack((2, 0, 1, 0, 3)), index) for index in range(6)] == [0, 0, 2, 4, 4, 4]
    assert [nth_bit(0b1011000, index) for index in range(3)] == [0b1000, 0b10000, 0b1000000]
