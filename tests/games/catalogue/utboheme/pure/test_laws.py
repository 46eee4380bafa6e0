"""Laws of every game, for all bots and options."""

from collections import Counter

import pytest
from msgspec.structs import replace

from games.catalogue.utboheme.game import GAME
from games.catalogue.utboheme.rules.resources import NONE
from games.catalogue.utboheme.rules.rules import RULES
from games.catalogue.utboheme.rules.scoring import points_of
from games.catalogue.utboheme.rules.topology import bits, mask_of
from games.catalogue.utboheme.rules.trails import trail_length
from games.catalogue.utboheme.rules.types import VICTORY, Options
from games.engine.codec import read_options
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.errors import BadOptions
from games.engine.playout import playout
from tests.games.catalogue.utboheme.games_played import first_state, kernel_of, random_states, trail_by_trying
from tests.games.catalogue.utboheme.table import CLASSIC, LAYOUT, started

GAMES = 1000
FREE = Options(phases="free", holder_keeps_tie=True)
VARIANTS = [Options(), *(read_options(text, Options) for text in GAME.variants.values())]


def check(state):
    """Check the cards, pieces and points of a position, computed from the table alone."""
    figures, seats = state.figures, range(state.players)
    for index in range(5):
        assert state.bank[index] + sum(hand[index] for hand in state.hands) == figures.bank
        assert min(state.bank[index], *(hand[index] for hand in state.hands)) >= 0
    assert sum(figures.deck) - sum(state.pile) >= sum(state.anciens) + sum(map(sum, state.cards))
    for seat in seats:
        assert state.cc[seat].bit_count() <= figures.cc
        assert state.uv[seat].bit_count() <= figures.uv
        assert state.upgraded[seat].bit_count() <= figures.upgraded
        points = state.uv[seat].bit_count() + 2 * state.upgraded[seat].bit_count()
        points += 2 * (state.longest == seat) + 2 * (state.oldest == seat) + state.cards[seat][VICTORY]
        assert points_of(state, seat) == points
    if state.oldest is not None:
        assert state.anciens[state.oldest] == max(state.anciens) >= figures.oldest_from


def check_island(state):
    """Check that no two pieces share a place, that UVs keep their distance, and that lengths equal those found by
    trying.
    """
    crossings = [c for mask in (*state.uv, *state.upgraded) for c in bits(mask)]
    paths = [p for mask in state.cc for p in bits(mask)]
    assert len(set(crossings)) == len(crossings)
    assert len(set(paths)) == len(paths)
    for crossing in crossings:
        assert not any(LAYOUT.near[crossing] >> other & 1 for other in crossings if other != crossing)
    for seat in range(state.players):
        closed = {c for other in range(state.players) if other != seat for c in bits(state.uv[other])}
        closed |= {c for other in range(state.players) if other != seat for c in bits(state.upgraded[other])}
        assert state.lengths[seat] == trail_by_trying(state.board, set(bits(state.cc[seat])), closed)
    if state.longest is not None:
        assert state.lengths[state.longest] == max(state.lengths) >= state.figures.longest_from


def test_a_thousand_games_keep_their_cards_pieces_points_and_trails():
    for seed in range(GAMES):
        start = first_state("classic", FREE, seed)
        kernel = kernel_of(start, seed)
        while kernel.stage != "over":
            kernel.run(150)
            check(kernel.state_like(start))
        end = kernel.state_like(start)
        if seed % 5 == 0:
            check_island(end)
        assert max(kernel.points) >= 10
        assert [points_of(end, seat) for seat in range(4)] == kernel.points


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_every_position_of_games_by_the_rules_is_sound(variant):
    for seed in range(2):
        for number, state in enumerate(random_states("classic", VARIANTS[variant], seed)):
            check(state)
            if number % 40 == 0:
                check_island(state)
        assert RULES.result(state) is not None


def test_trails_are_as_long_as_trying_finds_them_on_any_set_of_paths():
    draws = FastDraws(4)
    for _ in range(120):
        number = 3 + draws.below(9, "number")
        start = draws.below(60, "start")
        own = {(start + draws.below(16, "path")) % 72 for _ in range(number)}
        closed = {draws.below(54, "crossing") for _ in range(draws.below(4, "closed"))}

        assert trail_length(LAYOUT, mask_of(own), mask_of(closed)) == trail_by_trying(LAYOUT.board, own, closed)


def test_the_same_seed_lays_the_same_island_and_tokens_of_six_and_eight_never_touch():
    boards = set()
    for seed in range(60):
        board = started(seed=seed).state.board
        boards.add(board)
        assert Counter(board.resources) == Counter(CLASSIC.hexagons)
        assert sorted(token for token in board.tokens if token) == sorted(CLASSIC.tokens)
        red = [CLASSIC.land[n] for n, token in enumerate(board.tokens) if token in (6, 8)]
        steps = {(a[0] - b[0], a[1] - b[1]) for a in red for b in red}
        assert not steps & {(1, 0), (0, 1), (1, -1)}
    assert len(boards) == 60
    assert started(seed=3).state.board in boards


def test_a_fixed_board_is_the_same_in_every_match_with_the_same_words():
    one, other = (started(seed=seed, board="fixed", board_seed="group A").state.board for seed in (1, 2))

    assert one == other != started(seed=1, board="fixed", board_seed="group B").state.board


def test_no_view_and_no_event_tells_a_hidden_card_of_another_seat():
    draws = LabelledDraws(b"secrets")
    moves = []
    start = RULES.setup(CLASSIC, Options(), 4, draws)
    playout(RULES, start, [GAME.bot("random")] * 4, draws, bot_draws=FastDraws(2), on_move=moves.append)
    for move in moves:
        for event in move.events:
            if type(event).__name__ in ("Stolen", "CardTaken", "KeepOrdered", "RateOrdered", "PlanStopped"):
                assert event.audience is not None
                assert event.seat in event.audience
            else:
                assert event.audience is None
    state = next(m.state for m in moves if sum(map(sum, m.state.cards)) > 2 and all(map(sum, m.state.hands)))
    for seat in (None, *range(4)):
        view = RULES.view(state, seat)
        assert view.hand == (NONE if seat is None else state.hands[seat])
        assert view.cards == (NONE if seat is None else state.cards[seat])
        assert view.own_points == (0 if seat is None else points_of(state, seat))


def test_what_others_hide_changes_nothing_in_a_seats_view():
    states = random_states("classic", Options(), 1)
    state = next(s for s in states if s.turn > 40 and sum(s.hands[1]) and sum(s.hands[2]))
    swapped = [list(hand) for hand in state.hands]
    one = next(i for i in range(5) if swapped[1][i])
    two = next((i for i in range(5) if swapped[2][i] and i != one), None)
    assert two is not None
    swapped[1][one] -= 1
    swapped[1][two] += 1
    swapped[2][two] -= 1
    swapped[2][one] += 1
    other = replace(state, hands=tuple(map(tuple, swapped)), keep=(None, (1, 0, 0, 0, 0), None, None))

    for seat in (None, 0, 3):
        assert RULES.view(other, seat) == RULES.view(state, seat)
    assert RULES.view(other, 1) != RULES.view(state, 1)


def test_options_that_cannot_be_played_are_refused():
    for players, options, path in (
        (2, {}, "seats"),
        (5, {}, "seats"),
        (3, {"first_turn": "oldest", "oldest_seat": 3}, "oldest_seat"),
        (4, {"board": "fixed"}, "board_seed"),
    ):
        with pytest.raises(BadOptions) as refused:
            started(players, **options)
        assert refused.value.params["path"] == path
    assert started(2, two_players=True).state.players == 2
    assert RULES.seat_counts(CLASSIC) == range(2, 5)


def test_after_the_last_round_the_highest_points_win_and_ties_share():
    for seed in range(3):
        *_, end = random_states("classic", Options(max_rounds=1), seed)
        result = RULES.result(end)
        assert end.turn == 4
        assert (end.winner, min(result.places)) == (None, 1)
        assert [place == 1 for place in result.places] == [score == max(result.scores) for score in result.scores]
