"""Account and decisions of Domego: exact where all cases can be enumerated, calibrated where chance decides."""

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from games.catalogue.domego.analysis import ANALYST, Broken, DomegoAnalyst, Price
from games.catalogue.domego.game import GAME
from games.catalogue.domego.rules.moves import Accept, Allocate, BreakOff, Buy, Offer
from games.catalogue.domego.rules.rules import RULES
from games.engine.analysis import Weighing, decided_otherwise, played_on, turning_points, what_if
from games.engine.analysis.analyst import Carried
from games.engine.analysis.played import AsDecided, intents_of, policy_bot
from games.engine.types import Prompt
from games.ui.targets import CURVES, curve_share
from tests.games.catalogue.domego.small_site import every_end, expected, match_of_bots, small_site
from tests.games.catalogue.domego.table import CLASSIC, domego, raises_illegal

SEED = b"analysis of a played match......"


@pytest.fixture(scope="module")
def built():
    """A match at the small site that minimal bots played: they place only the required cubes."""
    return match_of_bots(small_site(), [GAME.bot("minimal")], SEED)


@pytest.fixture(scope="module")
def weighing(built):
    """The weighed decisions of a match, each by 400 playouts."""
    steps, _last = built.steps()
    found = []
    for each in ANALYST.spot(steps):
        others = ANALYST.alternatives(steps[each.at - 1].before, each)
        found.append(played_on(built, each, (each.intent, *others), SEED, 400))
    return found


def exact(match, spotted, intent):
    """The exact value of a choice over every order of the cards."""
    steps, _last = match.steps()
    turn = ANALYST.topic_turn(spotted.topic)
    beside = intents_of([each for each in ANALYST.spot(steps) if ANALYST.topic_turn(each.topic) == turn])
    bot = AsDecided(ANALYST, beside | {spotted.topic: intent}, policy_bot(GAME, ANALYST.policy))
    before = next(step.before for step in steps if step.key == spotted.topic)
    return expected(before, match.seats, bot, ANALYST.project)


def test_every_order_of_two_of_five_cards_is_counted_once(built):
    steps, _last = built.steps()
    ends = list(every_end(steps[-1].before, 1, policy_bot(GAME, "minimal")))

    assert len(ends) == 20
    assert sum(chance for chance, _last in ends) == pytest.approx(1)
    assert Counter(last.drawn[1] for _chance, last in ends).most_common(1)[0][1] == 1


def test_each_choice_is_worth_what_counting_out_says_within_its_error(built, weighing):
    """Four standard errors: among these choices, one in some thousand matches would miss."""
    assert {each.kind for each in weighing} == {"buy", "allocate"}
    for decision in weighing:
        for option in decision.options:
            truth = exact(built, decision, option.intent)
            assert abs(option.project.value - truth) <= 4 * option.project.error + 1e-9


def test_the_placement_that_is_known_to_be_best_is_found_with_its_worth(built):
    """The value is found within a tenth of a point."""
    decisions = ANALYST.judge(built).decisions
    decision = next(each for each in decisions if each.topic == "activity-2/allocate/owner")
    worth = [exact(built, decision, option.intent) for option in decision.options]
    best = max(range(len(worth)), key=worth.__getitem__)

    assert decision.best.option == best
    assert decision.loss
    assert [option.project.value for option in decision.options] == pytest.approx(worth, abs=10)
    assert decision.number in {each.number for each in turning_points(Weighing(0, decisions))}


def test_playouts_find_the_same_placement(built, weighing):
    known = {each.topic: each for each in ANALYST.judge(built).decisions}
    for each in weighing:
        if each.topic == "activity-2/allocate/owner":
            assert each.best.option == known[each.topic].best.option
            assert each.best.project.value > 4 * each.best.project.error


def test_the_project_is_judged_as_marks_are():
    """The curve is that of the rubric: a target missed by 10 percent of itself is worth less where it is strict."""
    goals = domego(activity=1).state.sheet.goals
    state = replace(
        domego(activity=1).state, delay=goals.delay, cost=goals.cost + goals.cost // 10, failures=2 * goals.failures
    )
    for name, curve in CURVES.items():
        missed = Fraction(100 * (goals.cost // 10), goals.cost)
        assert ANALYST.project(state, curve) == int(10_000 * (1 + curve_share(missed, curve)) / 3), name
    assert ANALYST.project(state) == ANALYST.project(state, CURVES["usual"])
    assert not ANALYST.reached(state)
    assert ANALYST.reached(replace(state, cost=goals.cost, failures=0))


def test_a_match_decided_as_it_was_is_the_same_and_decided_otherwise_is_carried_out():
    match = match_of_bots(CLASSIC, [GAME.bot("balanced")], SEED)
    steps, last = match.steps()
    for spotted in ANALYST.spot(steps):
        assert decided_otherwise(match, spotted, spotted.intent).moves == match.moves
        intent = ANALYST.alternatives(steps[spotted.at - 1].before, spotted)[0]
        branch = decided_otherwise(match, spotted, intent)
        again = ANALYST.spot(replace(match, moves=branch.moves).steps()[0])
        assert intents_of(again)[spotted.topic] == intent
    assert decided_otherwise(match, spotted, spotted.intent).values == ANALYST.values(last)


def prompt_of(state, seat):
    return next(prompt for prompt in RULES.prompts(state) if prompt.seat == seat)


def test_a_purchase_is_cut_to_the_money():
    state = domego(activity=1, owner_money=5).state

    carried = ANALYST.carry_out(state, prompt_of(state, 0), Buy(9))

    assert (carried.move, carried.repairs) == (Buy(5), ("purchase",))


def test_of_a_placement_first_the_delay_tier_goes_then_the_risk_tier():
    rows = []
    for money in (40, 4, 0):
        state = domego(activity=9, structure_money=money, structure_stock=5).state
        carried = ANALYST.carry_out(state, prompt_of(state, 4), Allocate(0, 2, 2))
        rows.append((carried.move.risk_tier, carried.move.delay_tier, carried.repairs))

    assert rows == [(2, 2, ("more_cubes",)), (1, 0, ("delay_tier", "risk_tier", "more_cubes")), (0, 0, ROW)]


ROW = ("delay_tier", "risk_tier")


def test_more_cubes_than_the_money_buys_are_cut():
    state = domego(activity=9, structure_money=4, structure_stock=9).state

    carried = ANALYST.carry_out(state, prompt_of(state, 4), Allocate(9))

    assert (carried.move, carried.repairs) == (Allocate(2), ("purchase",))


def test_a_price_is_cut_to_what_the_payer_holds_and_taken_by_the_payee():
    table = domego(activity=3, owner_money=45)
    payer, payee = (prompt_of(table.state, seat) for seat in (0, 1))

    offered = ANALYST.carry_out(table.state, payer, Price(90))
    assert (offered.move, offered.repairs) == (Offer(45), ("price",))
    assert ANALYST.carry_out(table.state, payee, Price(90)).move is None
    told = table.offer("owner>architect", by="owner", price=45).state
    assert ANALYST.carry_out(told, prompt_of(told, 1), Price(90)).move == Accept(45)
    assert ANALYST.carry_out(told, prompt_of(told, 0), Price(90)).move is None


def test_whoever_broke_off_breaks_off_again():
    state = domego(activity=3).state

    moves = [ANALYST.carry_out(state, prompt_of(state, seat), Broken(1)).move for seat in (0, 1)]

    assert moves == [None, BreakOff()]


def test_a_broken_negotiation_is_spotted_as_the_payers():
    match = match_of_bots(CLASSIC, [GAME.bot("random")], SEED)
    steps, _last = match.steps()
    broken = [each for each in ANALYST.spot(steps) if isinstance(each.intent, Broken)]

    assert broken
    assert {each.kind for each in broken} == {"price"}
    payers = [each.topic.rpartition("/")[2].partition(">")[0] for each in broken]
    assert [CLASSIC.roles[each.seat].id for each in broken] == payers


def test_a_topic_is_the_key_of_its_prompt():
    assert ANALYST.topic(Prompt("activity-12/buy/owner", 0, "buy")) == "activity-12/buy/owner"
    assert ANALYST.topic_turn("activity-12/buy/owner") == 12


def test_a_move_that_the_rules_refuse_there_is_refused():
    match = match_of_bots(small_site(), [GAME.bot("minimal")], SEED)

    with raises_illegal("no_such_tier", name="risk", tier=9, tiers=2):
        what_if(match, 3, Allocate(0, 9, 0))


class Silent(DomegoAnalyst):
    """An analyst that never knows how to carry out an intent."""

    def carry_out(self, state, prompt, intent):
        return Carried(None)


class Stubborn(DomegoAnalyst):
    """An analyst that offers 0 in every talk, again and again."""

    def carry_out(self, state, prompt, intent):
        return Carried(Offer(0)) if prompt.kind == "negotiate" else super().carry_out(state, prompt, intent)


def read_by(analyst, match):
    """A last decision of its kind, and the match as read with another analyst."""
    return replace(match, game=replace(GAME, analysis=analyst)), ANALYST.spot(match.steps()[0])


def test_where_nobody_knows_an_answer_the_default_is_played():
    match, spotted = read_by(Silent(), match_of_bots(small_site(), [GAME.bot("balanced")], SEED))

    branch = decided_otherwise(match, spotted[-1], Allocate(0, 2, 2))

    assert [move for _seat, key, move in branch.moves if key == spotted[-1].topic] == [Allocate(0)]


def test_a_match_that_would_never_end_is_given_up():
    match, spotted = read_by(Stubborn(), match_of_bots(CLASSIC, [GAME.bot("balanced")], SEED))
    price = next(each for each in spotted if each.kind == "price")

    with pytest.raises(RuntimeError, match="no end after 20000 moves"):
        decided_otherwise(match, price, Price(90))
