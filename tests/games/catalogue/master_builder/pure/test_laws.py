"""Laws of every position of every match, for all bots and variants."""

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from games.catalogue.master_builder.rules.events import MatchBegun, MatchEnded, Revealed
from games.catalogue.master_builder.rules.moves import Hire
from games.catalogue.master_builder.rules.rules import RULES
from games.catalogue.master_builder.rules.scoring import scores
from games.catalogue.master_builder.rules.sites import all_of
from games.catalogue.master_builder.rules.types import Options, Pile
from games.engine.codec import read_move, to_json
from games.engine.draws import LabelledDraws
from games.engine.errors import BadMove, BadOptions, IllegalMove
from games.engine.types import places
from tests.games.catalogue.master_builder.matches import VARIANTS, played, states
from tests.games.catalogue.master_builder.table import CLASSIC, start

every_setting = pytest.mark.parametrize(
    ("players", "variant"), [(players, variant) for players in (2, 3, 4) for variant in VARIANTS]
)
SEEDS = 4
"""Matches of each setting; tests/games/catalogue/master_builder/benchmarks/speed.py plays 1,000."""
WORKERS = sorted(worker.id for worker in CLASSIC.workers)
EVENTS = sorted(card.id for card in CLASSIC.events)


@every_setting
def test_money_only_moves_between_purses_and_the_bank(players, variant):
    for seed in range(SEEDS):
        for state in states(players, variant, seed):
            assert sum(firm.cash for firm in state.firms) + state.bank == 40 * players
            assert min(firm.cash for firm in state.firms) >= 0


@every_setting
def test_no_card_is_lost_or_doubled(players, variant):
    for seed in range(SEEDS):
        for state in states(players, variant, seed):
            held = [each.worker for firm in state.firms for each in firm.crew]
            piles = [card for pile in state.stacks for card in (*pile.seen, *pile.unseen, *pile.back)]
            assert sorted(held + piles) == WORKERS
            lying = [state.fate.event] if state.fate.event else []
            hands = [card for firm in state.firms for card in firm.events]
            deck = state.events
            assert sorted([*lying, *hands, *deck.seen, *deck.unseen, *deck.back]) == EVENTS
            contracts = [site.contract for firm in state.firms for site in firm.sites]
            contracts += [lot.contract for lot in state.lots] + list(state.deck)
            assert len(set(contracts)) == len(contracts)


@every_setting
def test_nobody_hires_past_the_limit_and_everybody_has_a_contract_after_round_1(players, variant):
    for seed in range(SEEDS):
        start, moves, _ = played(players, variant, seed)
        for before, move in zip((start, *moves), moves, strict=False):
            wages = [firm.wages for firm in before.state.firms], [firm.wages for firm in move.state.firms]
            if before.state.phase == move.state.phase == "hire" and before.state.round == move.state.round:
                assert all(new <= 30 or new <= old for old, new in zip(*wages, strict=True))
            if move.state.round > 1:
                assert all(firm.sites for firm in move.state.firms)


@every_setting
def test_a_match_ends_with_the_scores_that_its_last_event_tells(players, variant):
    for seed in range(SEEDS):
        _, moves, end = played(players, variant, seed)
        told = moves[-1].events[-1]
        assert isinstance(told, MatchEnded)
        assert end.result.scores == told.scores == scores(end.state)
        assert end.result.places == places(told.scores)
        parts = zip(told.cash, told.unfinished, told.debts, strict=True)
        assert told.scores == tuple(cash + more - debts for cash, more, debts in parts)
        assert end.state.round == end.state.last_round <= 6


@every_setting
def test_what_stands_never_falls_and_could_be_built(players, variant):
    for seed in range(SEEDS):
        for state in states(players, variant, seed)[::5]:
            for firm in state.firms:
                for site in firm.sites:
                    contract = CLASSIC.contracts[site.contract - 1]
                    assert site.standing <= all_of(contract)
                    parts = {s.part for i, s in enumerate(contract.sections) if site.standing >> i & 1}
                    assert not parts or {"side", "gable"} <= parts or "core" in parts


def scrambled(state, seat, chance):
    """The same position for this seat: everything hidden from the seat is changed."""
    firms = tuple(
        firm if each == seat else structs.replace(firm, events=("E01",) * len(firm.events), wishes=())
        for each, firm in enumerate(state.firms)
    )
    stacks = []
    for pile in state.stacks:
        rest = list(pile.seen[1:] + pile.unseen)
        chance.shuffle(rest)
        stacks.append(Pile(pile.seen[:1], tuple(rest), pile.back))
    looking = state.hiring.looking is not None and state.order[state.hiring.at] == seat
    market = state.market
    if market.auction:
        limits = tuple(limit if each == seat else 0 for each, limit in enumerate(market.auction.limits))
        market = structs.replace(market, auction=structs.replace(market.auction, limits=limits))
    plans = tuple(plan if each == seat or plan is None else () for each, plan in enumerate(state.plans))
    deck = [*state.events.seen, *state.events.unseen, *state.events.back]
    chance.shuffle(deck)
    return structs.replace(
        state,
        firms=firms,
        stacks=state.stacks if looking else tuple(stacks),
        market=market,
        plans=plans,
        events=Pile(unseen=tuple(deck)),
        economy=tuple(reversed(state.economy)),
    )


@every_setting
def test_what_a_seat_cannot_know_makes_no_difference_to_its_view(players, variant):
    chance = Random(1)
    for seat in (*range(players), None):
        for state in states(players, variant, 0, ("strong", "random"))[::4]:
            assert RULES.view(scrambled(state, seat, chance), seat) == RULES.view(state, seat)


@cache
def moves_of(variant):
    """All moves that were legal in some position."""
    return [move.move for seed in range(3) for move in played(3, variant, seed, ("strong", "random"))[1]]


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_no_answer_whatever_breaks_the_books_or_changes_a_refused_state(data):
    variant = data.draw(st.sampled_from(sorted(VARIANTS)))
    known = states(3, variant)
    state = known[data.draw(st.integers(0, len(known) - 2))]
    prompt = data.draw(st.sampled_from(RULES.prompts(state)))
    move = data.draw(st.one_of(st.from_type(RULES.move_type), st.sampled_from(moves_of(variant))))
    before = to_json(state)
    try:
        read = read_move(to_json(move), RULES.move_type)
        after = RULES.apply(state, prompt.seat, prompt.key, read, LabelledDraws(b"x")).state
    except (BadMove, IllegalMove):
        after = state
    assert min(firm.cash for firm in after.firms) >= 0
    assert sum(firm.cash for firm in after.firms) + after.bank == 120
    assert to_json(state) == before


def test_the_same_seed_has_the_same_cards_whatever_is_decided():
    tops, revealed = [], []
    for bots in (("random",), ("thrifty",), ("strong",)):
        start, moves, _ = played(3, "plain", 2, bots)
        tops += [event.tops for event in start.events if isinstance(event, MatchBegun)]
        told = [event for move in moves for event in move.events if isinstance(event, Revealed)]
        revealed.append([event.contracts for event in told])

    assert len(set(tops)) == 1
    shared = min(map(len, revealed))
    assert shared > 3
    assert revealed[0][:shared] == revealed[1][:shared] == revealed[2][:shared]


def test_a_prompt_of_another_time_or_seat_is_closed():
    position = start(2)
    for seat, key in ((1, "round-1/draft-1"), (0, "round-1/draft-2"), (0, "nonsense"), (9, "round-1/draft-1")):
        with pytest.raises(IllegalMove, match="prompt_closed"):
            RULES.apply(position.state, seat, key, Hire("A"), LabelledDraws(b"x"))
        with pytest.raises(IllegalMove, match="prompt_closed"):
            RULES.choices(position.state, seat, key)


def test_a_match_needs_a_number_of_players_a_first_player_and_events_that_are_there():
    assert list(RULES.seat_counts(CLASSIC)) == [2, 3, 4]
    for seats in (1, 5):
        with pytest.raises(BadOptions, match="seats"):
            RULES.setup(CLASSIC, Options(), seats, LabelledDraws(b"x"))
    with pytest.raises(BadOptions, match="first_player"):
        RULES.setup(CLASSIC, Options(first_player=2), 2, LabelledDraws(b"x"))
    few = structs.replace(CLASSIC, events=CLASSIC.events[:4])
    with pytest.raises(BadOptions, match="selective_events"):
        RULES.setup(few, Options(selective_events=True), 2, LabelledDraws(b"x"))
