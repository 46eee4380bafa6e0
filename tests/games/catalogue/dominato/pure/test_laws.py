"""Laws of every position of every game: tiles are kept, points are counted, games end."""

import pytest

from games.catalogue.dominato.bots import BOTS
from games.catalogue.dominato.rules.events import GameEnded, Placed
from games.catalogue.dominato.rules.types import Options
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.playout import playout
from games.engine.types import places
from tests.games.catalogue.dominato.policies import Busy, played
from tests.games.catalogue.dominato.table import RULES, SCENARIOS

OPTIONS = {
    "auto": Options(),
    "challenge": Options(validation="challenge"),
    "free": Options(free_pass=True, incidental_contacts=True),
}


def all_tiles(state):
    on_table = [laid.tile for laid in state.table]
    return sorted([*on_table, *state.aside, *(number for hand in state.hands for number in hand)])


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", OPTIONS)
def test_no_tile_is_lost_and_the_match_ends_with_its_points(name, players):
    for seed in range(4):
        start, moves, end = played(players, OPTIONS[name], Busy, seed)
        assert all(all_tiles(move.state) == list(range(32)) for move in (start, *moves))

        state = end.state
        assert (state.phase, len(state.done)) == ("over", players)
        totals = tuple(sum(score.points[seat] for score in state.done) for seat in range(players))
        assert (end.result.scores, end.result.places) == (totals, places(tuple(-total for total in totals)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_player_starts_one_game_of_a_match(players):
    _, moves, _ = played(players, Options(), BOTS["greedy"], 7)

    assert sorted({move.state.game: move.state.starter for move in moves}.values()) == list(range(players))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_orders_are_one_to_four_and_decide_who_is_next(players):
    for seed in range(6):
        _, moves, _ = played(players, Options(games=1), BOTS["random"], seed)
        for before, move in zip(moves, moves[1:], strict=False):
            placed = next((event for event in move.events if isinstance(event, Placed)), None)
            if placed is None:
                continue
            assert 1 <= placed.order <= 4
            ended = any(isinstance(event, GameEnded) for event in move.events)
            assert ended == (placed.order >= 3 or placed.left == 0)
            if not ended:
                assert (move.state.seat == before.state.seat) == (placed.order == 2)


def test_a_whole_playout_of_each_bot_ends():
    for name, bot in BOTS.items():
        for players in (2, 3, 4):
            _, _, end = played(players, Options(games=1), bot, 3)
            assert min(end.result.places) == 1, name


def hands_of_each_game(bot):
    states = []
    draws = LabelledDraws(b"duplicate")
    start = RULES.setup(SCENARIOS[3], Options(), 3, draws)
    bots = [BOTS[bot](RULES)] * 3
    playout(RULES, start, bots, draws, bot_draws=FastDraws(1), on_move=lambda move: states.append(move.state))
    begun = {state.game: state.hands for state in states if state.step == 0}
    return [start.state.hands, begun[2], begun[3]]


def test_the_same_seed_deals_the_same_hands_in_every_game_whatever_was_played():
    assert hands_of_each_game("greedy") == hands_of_each_game("random")
