"""The beer game's rules: its weeks, costs and winners, with the examples of the rules page."""

import pytest
from msgspec.structs import replace

from games.catalogue.beer_game.facts import facts
from games.catalogue.beer_game.game import GAME
from games.catalogue.beer_game.rules.rules import RULES
from games.catalogue.beer_game.rules.types import Ended, Options, Order, Week
from games.engine.draws import LabelledDraws
from games.engine.errors import IllegalMove, ScenarioError
from games.engine.playout import playout
from games.engine.record import Record

DRAWS = LabelledDraws(b"beer")


def begun(scenario="classic", **options):
    loaded = RULES.load_scenario(GAME.scenarios[scenario])
    return RULES.setup(loaded, Options(**options), loaded.seats, DRAWS).state


def week(state, *orders):
    """Let all seats order; returns the next state and the events."""
    events = []
    for seat, amount in enumerate(orders):
        outcome = RULES.apply(state, seat, f"week-{state.week}/order", Order(amount), DRAWS)
        state, events = outcome.state, [*events, *outcome.events]
    return state, events


def with_stage(state, seat, **fields):
    stages = list(state.stages)
    stages[seat] = replace(stages[seat], **fields)
    return replace(state, stages=tuple(stages))


def test_a_chain_in_balance_stays_in_balance():
    state = begun()
    for _week in range(3):
        before = state
        state, _events = week(state, 4, 4, 4, 4)
        assert [(s.stock, s.backlog, s.transit) for s in state.stages] == [(12, 0, (4, 4))] * 4
        assert [new.cost - old.cost for new, old in zip(state.stages, before.stages, strict=True)] == [12] * 4


def test_what_is_missing_is_owed_as_in_the_example_of_the_rules():
    state = with_stage(begun(), 0, mail=())
    state, _events = week(state, 20, 4, 4, 4)

    wholesaler = state.stages[1]
    assert (wholesaler.incoming, wholesaler.shipped, wholesaler.stock, wholesaler.backlog) == (20, 16, 0, 4)
    assert RULES.view(state, 0).stages[0].owed == 4
    assert wholesaler.cost == 12 + 4 * 2


def test_an_order_comes_in_three_weeks_later():
    state, _events = week(begun(), 9, 4, 4, 4)
    received = []
    for _week in range(3):
        received.append(state.stages[0].received)
        state, _events = week(state, 4, 4, 4, 4)
    assert [*received, state.stages[0].received] == [4, 4, 9, 4]


def test_slow_mail_takes_a_week_more_but_a_factory_starts_in_the_next_week():
    state = begun(order_delay=2)
    assert [len(stage.mail) for stage in state.stages] == [1, 1, 1, 0]
    state, _events = week(state, 9, 4, 4, 9)
    assert [stage.incoming for stage in state.stages] == [4, 4, 4, 4]
    assert state.stages[3].transit[-1] == 9
    state, _events = week(state, 4, 4, 4, 4)
    assert state.stages[1].incoming == 9


def test_what_a_factory_cannot_start_waits_and_goes_first():
    state, _events = week(begun(capacity=6), 4, 4, 4, 10)
    assert (state.stages[3].transit[-1], state.stages[3].waiting) == (6, 4)
    state, _events = week(state, 4, 4, 4, 1)
    assert (state.stages[3].transit[-1], state.stages[3].waiting) == (5, 0)


def test_an_order_above_the_limit_is_refused_and_changes_nothing():
    state = begun()
    with pytest.raises(IllegalMove, match="order_too_large"):
        RULES.apply(state, 0, "week-1/order", Order(201), DRAWS)
    assert state == begun()


@pytest.mark.parametrize("seat", range(4))
def test_a_seat_sees_its_own_stage_and_the_retailer_hears_the_demand(seat):
    view = RULES.view(begun(), seat)
    assert [stage is not None for stage in view.stages] == [each == seat for each in range(4)]
    assert (view.asked is not None) == (seat == 0)


def test_shared_demand_is_heard_by_all_and_open_information_shows_all():
    assert RULES.view(begun(information="demand"), 3).asked == 4
    assert None not in RULES.view(begun(information="open"), None).stages
    assert RULES.view(begun(), None).stages == (None,) * 4


def test_demand_by_chance_is_the_same_whatever_is_ordered():
    demands = []
    for amount in (0, 30):
        state, heard = begun("random"), []
        for _week in range(6):
            heard.append(state.asked)
            state, _events = week(state, *[amount] * 3)
        demands.append(heard)
    assert demands[0] == demands[1]
    assert len(set(demands[0])) > 1
    assert all(3 <= amount <= 9 for amount in demands[0])


def test_two_chains_hear_the_same_demand_and_do_not_mix():
    state, _events = week(begun("chains_5"), 4, 4, 4, 30, 4)
    state, _events = week(state, 4, 4, 4, 4, 4)
    assert [stage.incoming for stage in state.stages] == [4, 4, 4, 4, 4]
    assert (state.stages[4].backlog, state.stages[1].backlog) == (18 - 4, 0)


def end_of(scenario, strengths, seed=b"match", **options):
    loaded = RULES.load_scenario(GAME.scenarios[scenario])
    start = RULES.setup(loaded, Options(**options), loaded.seats, LabelledDraws(seed))
    bots = [GAME.bot(strengths[seat]) for seat in range(loaded.seats)]
    return start, playout(RULES, start, bots, LabelledDraws(seed), bot_draws=LabelledDraws(b"bots"))


def test_seats_of_a_chain_share_its_place_by_cost_per_stage():
    _start, end = end_of("chains_5", ["naive"] * 3 + ["strong"] * 2)
    assert end.result.places == (3, 3, 3, 1, 1)


def test_targets_are_met_by_the_strong_and_missed_by_the_naive():
    strong, naive = (end_of("classic", [strength] * 4)[1].result for strength in ("strong", "naive"))
    assert (sum(strong.scores), sum(naive.scores)) == (312, 3228)
    assert [target.met for target in strong.targets] == [True, True]
    assert not naive.targets[0].met


def records(scenario, strength):
    loaded = RULES.load_scenario(GAME.scenarios[scenario])
    state = RULES.setup(loaded, Options(), loaded.seats, DRAWS)
    made, state, number = [Record(0, None, "", "rules", "", state.events)], state.state, 0
    bot = GAME.bot(strength)
    while RULES.prompts(state):
        prompt, number = RULES.prompts(state)[0], number + 1
        outcome = RULES.apply(state, prompt.seat, prompt.key, bot.answer(state, prompt, DRAWS), DRAWS)
        made.append(Record(number, prompt.seat, prompt.key, "bot", "", outcome.events))
        state = outcome.state
    return loaded, made, state


def test_facts_add_up_to_the_result_and_show_the_bullwhip():
    loaded, made, state = records("classic", "naive")
    told = facts(loaded, Options(), made)
    assert tuple(stage.cost for stage in told.stages) == RULES.result(state).scores
    assert (told.done, told.ended, told.demand[3:6]) == (24, True, (4, 8, 8))
    swings = [stage.swing for stage in told.stages]
    assert swings == sorted(swings)
    assert swings[0] > 100


def test_pallets_are_neither_made_nor_lost_on_the_way():
    _loaded, made, state = records("seasonal", "naive")
    weeks = [event for record in made for event in record.events if isinstance(event, Week)]
    for seat, stage in enumerate(state.stages):
        own = [event for event in weeks if event.seat == seat]
        assert 12 + sum(event.received - event.shipped for event in own) == stage.stock
        assert sum(event.incoming - event.shipped for event in own) == stage.backlog
        if seat:
            below = sum(event.received for event in weeks if event.seat == seat - 1)
            assert 8 + sum(event.shipped for event in own) == below + sum(state.stages[seat - 1].transit)
    assert isinstance(made[-1].events[-1], Ended)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (("[4]", "[5]"), "chains"),
        (('"weeks": 24', '"weeks": 0'), "weeks"),
        (("beer_game", "chess"), "game"),
        (("{", ""), "$"),
    ],
)
def test_a_scenario_that_cannot_be_played_is_refused_with_the_path(change, path):
    text = (
        GAME.scenarios["classic"].replace(" ", "").replace("\n", "").replace(change[0].replace(" ", ""), change[1], 1)
    )
    with pytest.raises(ScenarioError) as refused:
        RULES.load_scenario(text)
    assert str(refused.value.params["path"]).startswith(path)
