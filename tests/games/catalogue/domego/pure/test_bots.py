"""Bots: they bargain, they wait, and their results lie in the expected ranges."""

import pytest
from msgspec.structs import replace

from games.catalogue.domego.bots.firm import FirmBot
from games.catalogue.domego.bots.taste import BALANCED
from games.catalogue.domego.game import GAME
from games.catalogue.domego.rules.moves import Accept, Allocate, BreakOff, Buy, Offer
from games.catalogue.domego.rules.rules import RULES
from games.catalogue.domego.rules.types import Options
from games.engine.draws import FastDraws, LabelledDraws
from games.engine.playout import playout
from tests.games.catalogue.domego.table import CLASSIC, ROLES, domego

PAIR = "owner>architect"
BOT = FirmBot(BALANCED, RULES)


class Middle:
    """Draws that always return the middle."""

    def below(self, sides, label):
        return sides // 2


def answer(table, role, kind="negotiate"):
    prompt = next(p for p in table.prompts if ROLES[p.seat] == role and p.kind == kind)
    return BOT.answer(table.state, prompt, Middle())


def means(bots, games):
    """The means of (delay, cost, failures, bankruptcies, failed negotiations)."""
    start = RULES.setup(CLASSIC, Options(), 6, FastDraws(0))
    sums = [0] * 5
    for seed in range(games):
        state = playout(RULES, start, bots, FastDraws(seed), bot_draws=FastDraws(seed + 10**6)).state
        tokens = (sum(f.bankruptcies for f in state.firms), sum(f.failed for f in state.firms))
        for index, value in enumerate((state.delay, state.cost, state.failures, *tokens)):
            sums[index] += value
    return [value / games for value in sums]


def test_balanced_bots_end_within_400_days_cost_170_and_20_failures_and_are_rarely_bankrupt():
    delay, cost, failures, bankruptcies, failed = means([GAME.bot("balanced")] * 6, 300)

    assert (delay <= 400, cost <= 170, failures <= 20, bankruptcies <= 0.1, failed <= 0.1) == (True,) * 5


def test_bots_take_the_tiers_of_their_strength():
    minimal, cautious = means([GAME.bot("minimal")] * 6, 60), means([GAME.bot("cautious")] * 6, 60)

    assert minimal[2] > 38
    assert cautious[2] < 1


@pytest.mark.parametrize("role", ["owner", "architect"])
def test_a_bot_opens_near_its_own_end_of_the_standard_range(role):
    assert answer(domego(activity=3), role) == Offer({"owner": 80 + 9, "architect": 115 - 9}[role])


def test_a_bot_waits_for_a_person_who_is_silent():
    table = domego(activity=3).talk(PAIR, by="owner", move=answer(domego(activity=3), "owner"))

    assert answer(table, "owner") is None


def test_a_bot_gives_way_when_it_is_answered():
    table = domego(activity=3).offer(PAIR, by="owner", price=89).offer(PAIR, by="architect", price=120)

    assert answer(table, "owner") == Offer(94)


@pytest.mark.parametrize(("role", "other", "price"), [("owner", "architect", 85), ("architect", "owner", 110)])
def test_a_bot_accepts_a_price_as_good_as_its_own(role, other, price):
    table = domego(activity=3).offer(PAIR, by=other, price=price)

    assert answer(table, role) == Accept(price)


@pytest.mark.parametrize(("role", "other", "price"), [("owner", "architect", 150), ("architect", "owner", 10)])
def test_a_bot_holds_at_its_limit_and_walks_away_after_eight_offers_out_of_reach(role, other, price):
    table, heard = domego(activity=3), []
    for _ in range(8):
        table = table.offer(PAIR, by=other, price=price)
        heard.append(answer(table, role))
        if heard[-1] is not None:
            table = table.talk(PAIR, by=role, move=heard[-1])

    assert [type(move) for move in heard] == [Offer] * 7 + [BreakOff]
    assert heard[3:7] == [heard[3]] * 4


def test_a_bot_does_not_ask_for_more_than_the_payer_holds():
    assert answer(domego(activity=3, owner_money=40), "architect") == Offer(40)
    assert answer(domego(activity=3, options=Options(payments="staged"), owner_money=40), "architect") == Offer(106)
    assert answer(domego(activity=3, options=Options(price_cap_percent=100)), "architect") == Offer(106)


@pytest.mark.parametrize("width", [0, 1, 2, 3, 5])
def test_two_bots_always_meet_however_narrow_the_range(width):
    contracts = (replace(CLASSIC.standard_contracts[0], high=80 + width), *CLASSIC.standard_contracts[1:])
    scenario = replace(CLASSIC, standard_contracts=contracts)
    for seed in range(20):
        state, draws = domego(activity=3, scenario=scenario).state, FastDraws(seed)
        while prompts := [p for p in RULES.prompts(state) if p.kind == "negotiate"]:
            answers = [(p, BOT.answer(state, p, draws)) for p in prompts]
            prompt, move = next((p, m) for p, m in answers if m is not None)
            state = RULES.apply(state, prompt.seat, prompt.key, move, draws).state
        assert 80 <= state.prices[0] <= 80 + width


def test_a_bot_buys_what_it_means_to_place_and_something_to_spare():
    table = domego(activity=8)

    assert answer(table, "structure", "buy") == Buy(17 + 2 + 2 + 2 + 3 + 2)
    assert answer(domego(activity=8, structure_money=12), "structure", "buy") == Buy(12)


def test_a_bot_places_its_tier_only_from_cubes_that_are_not_required_later():
    assert answer(domego(activity=9, structure_stock=5 + 10 + 2), "structure", "allocate") == Allocate(0, 1, 0)
    assert answer(domego(activity=9, structure_stock=5 + 10 + 1), "structure", "allocate") == Allocate(0, 0, 0)
    assert answer(domego(activity=9, structure_stock=3), "structure", "allocate") == Allocate(2, 0, 0)


def test_a_bot_leaves_a_placement_alone_once_it_is_there():
    table = domego(activity=9, structure_stock=9).place("structure")

    assert answer(table, "structure", "allocate") is None


def test_bots_with_labelled_chance_come_to_an_end_too():
    start = RULES.setup(CLASSIC, Options(), 6, LabelledDraws(b"seed"))
    end = playout(RULES, start, [BOT] * 6, LabelledDraws(b"seed"), bot_draws=LabelledDraws(b"bots"))

    assert sum(firm.failed for firm in end.state.firms) == 0
