"""The value of an order for its chain: by the rules and the strong bot, over demands that nobody knew."""

import pytest
from msgspec import structs

from games.catalogue.beer_game.analysis import ANALYST
from games.catalogue.beer_game.analysis.analyst import Amount, amounts, demands_to_come, weighed
from games.catalogue.beer_game.analysis.chain import Chain
from games.catalogue.beer_game.game import GAME
from games.catalogue.beer_game.rules.rules import RULES
from games.catalogue.beer_game.rules.types import Options, Order
from games.engine.analysis import Match, decided_otherwise, reckon, reckons
from games.engine.analysis.played import Fresh, Step
from games.engine.draws import LabelledDraws, derive
from games.engine.playout import playout
from games.engine.replay import SeedFrom

SEED = bytes(range(32))


def match_of(scenario, strengths, **options):
    """A match that bots played."""
    loaded, chosen, moves = RULES.load_scenario(scenario), Options(**options), []
    draws = LabelledDraws(SEED)
    end = playout(
        RULES,
        RULES.setup(loaded, chosen, len(strengths), draws),
        [GAME.bot(strength) for strength in strengths],
        draws,
        bot_draws=Fresh(derive(SEED, "bots")),
        on_move=lambda played: moves.append((played.seat, played.key, played.move)),
    )
    match = Match(GAME, loaded, chosen, len(strengths), (SeedFrom(0, SEED.hex()),), tuple(moves))
    return match, end.result.scores


def at_week(scenario, week, strengths, **options):
    """The state in which the orders of a week are pending."""
    match, _scores = match_of(scenario, strengths, **options)
    return next(step.before for step in match.steps()[0] if step.before.week == week)


def spotted_at(state, seat, pallets):
    key = f"week-{state.week}/order"
    return ANALYST.spot([Step(1, seat, key, Order(pallets), state)])[0]


@pytest.mark.parametrize(
    ("scenario", "options"),
    [("classic", {}), ("random", {"capacity": 5}), ("seasonal", {"order_delay": 2})],
)
def test_a_chain_played_on_fast_costs_what_the_rules_say(scenario, options):
    """From a week of naive play on strong bots order: stage by stage the same cost, with the demand of the match."""
    text = GAME.scenarios[scenario]
    seats = RULES.load_scenario(text).seats
    state = at_week(text, 6, ["naive"] * seats, **options)
    course, before = Chain(state, 0), [stage.cost for stage in state.stages]
    draws, bot, demands = LabelledDraws(SEED), GAME.bot("strong"), []
    first = course.strong_orders()

    while not state.over:
        for prompt in RULES.prompts(state):
            move = bot.answer(state, prompt, draws)
            after = RULES.apply(state, prompt.seat, prompt.key, move, draws).state
            if after.week > state.week:
                demands.append(after.asked)
            state = after
    course.play_out(first, demands)

    assert course.cost == [stage.cost - cost for stage, cost in zip(state.stages, before, strict=True)]


def test_two_chains_are_played_apart():
    state = at_week(GAME.micro["twins"], 2, ["random", "strong", "naive", "strong"])
    other = structs.replace(
        state, stages=(*state.stages[:2], *(structs.replace(each, stock=50) for each in state.stages[2:]))
    )

    assert Chain(state, 0).strong_orders() == Chain(other, 0).strong_orders()
    assert Chain(state, 1).strong_orders() != Chain(other, 1).strong_orders()


def test_the_demand_to_come_is_that_of_the_latest_weeks_not_of_the_file():
    """In week four of the classic game nobody knows the later demand of eight pallets."""
    state = at_week(GAME.scenarios["classic"], 4, ["strong"] * 4)

    assert {each for row in demands_to_come(state, 0, SEED, 20) for each in row} == {4}
    later = at_week(GAME.scenarios["classic"], 6, ["strong"] * 4)
    rows = demands_to_come(later, 0, SEED, 20)
    assert {each for row in rows for each in row} == {4, 8}
    assert {len(row) for row in rows} == {later.terms.weeks - 6}


def test_an_order_is_held_against_what_was_asked_and_what_the_strong_bot_orders():
    state = at_week(GAME.scenarios["classic"], 10, ["naive"] * 4)
    (strong,) = Chain(state, 0).strong_orders()[1:2]
    asked = state.stages[1].incoming

    assert set(amounts(state, 1)) == {Amount(strong), Amount(asked)}
    choice = weighed(state, spotted_at(state, 1, 60), [5, 60, 5, 5], SEED, 4)
    assert choice.intents[0] == Amount(60)
    assert choice.intents[choice.plain] == Amount(asked)
    strong_row = choice.samples[choice.intents.index(Amount(strong))]
    assert {worth for worth, *_rest in strong_row} == {0}
    assert all(made[0] < 0 for made in choice.samples[0])


def test_the_order_of_the_strong_bot_is_no_decision_where_it_is_what_was_asked():
    state = at_week(GAME.scenarios["classic"], 3, ["strong"] * 4)

    assert weighed(state, spotted_at(state, 0, 4), [4, 4, 4, 4], SEED, 4) is None


def test_what_one_seat_gave_away_is_about_what_its_chain_cost_more():
    """A naive wholesaler among strong bots: the chain costs some 640 more than with four of them."""
    scenario = GAME.scenarios["classic"]
    _match, calm = match_of(scenario, ["strong"] * 4)
    match, scores = match_of(scenario, ["strong", "naive", "strong", "strong"])

    found = reckon(match, SEED, playouts=10)

    more = sum(scores) - sum(calm)
    assert [each.lost.value for each in found.accounts if each.seat != 1] == [0, 0, 0]
    assert found.accounts[1].lost.value / 100 == pytest.approx(more, rel=0.1)
    assert [each.luck for each in found.accounts] == [None] * 4


def test_a_match_is_reckoned_alike_twice_and_nothing_is_told_of_strong_bots():
    match, _scores = match_of(GAME.scenarios["short"], ["strong", "naive"])

    found = reckon(match, SEED, playouts=4)

    assert reckons(ANALYST)
    assert found == reckon(match, SEED, playouts=4)
    assert {each.seat for each in found.weighing.decisions if each.loss} <= {1}


def test_an_order_made_as_it_was_ends_the_same_and_any_other_can_be_tried():
    match, scores = match_of(GAME.micro["pair"], ["random", "strong"])
    steps, _last = match.steps()
    spotted = ANALYST.spot(steps)[0]
    other = ANALYST.numbered(spotted, 1 - spotted.intent.pallets)

    same = decided_otherwise(match, spotted, spotted.intent)
    branch = decided_otherwise(match, spotted, other)

    assert (same.moves, same.scores) == (match.moves, scores)
    assert branch.moves[0][2] == Order(other.pallets)
    assert [move for _seat, _key, move in branch.moves[1:]] == [move for _seat, _key, move in match.moves[1:]]
    assert ANALYST.bounds(steps[0].before, spotted) == (0, 1)


def test_the_last_week_has_no_alternatives():
    match, _scores = match_of(GAME.micro["pair"], ["random", "strong"])
    last = match.steps()[0][-1]
    (spotted,) = ANALYST.spot([last])

    assert ANALYST.alternatives(last.before, spotted) == ()
