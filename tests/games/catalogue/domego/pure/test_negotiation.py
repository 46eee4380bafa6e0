"""Offers, agreement, failure; options that bear on the price."""

import pytest
from msgspec.structs import replace

from games.catalogue.domego.game import GAME
from games.catalogue.domego.rules.events import Agreed, BrokenOff, ContractFixed, InstalmentPaid, Offered, Paid
from games.catalogue.domego.rules.moves import Accept, BreakOff, Offer
from games.catalogue.domego.rules.negotiation import price_limit
from games.catalogue.domego.rules.rules import RULES
from games.catalogue.domego.rules.turn import instalment
from games.catalogue.domego.rules.types import Options, Talk
from games.engine.choices import contains
from games.engine.draws import FastDraws
from games.engine.errors import BadOptions
from games.engine.playout import playout
from games.engine.types import Choice, Span
from tests.games.catalogue.domego.table import CLASSIC, domego, raises_illegal

PAIR = "owner>architect"
STAGED = Options(payments="staged")


def test_both_sides_are_asked_under_one_key_and_have_three_minutes():
    table = domego(activity=3)

    assert table.keys == [
        ("owner", "activity-3/negotiate/owner>architect"),
        ("architect", "activity-3/negotiate/owner>architect"),
    ]
    assert [prompt.minutes for prompt in table.prompts] == [3, 3]


def test_a_payer_with_several_payees_has_six_minutes_for_all_of_them():
    minutes = {prompt.key.rpartition("/")[2]: prompt.minutes for prompt in domego(activity=4).prompts}

    assert minutes == {"owner>inspector": 3, "architect>structure": 6, "architect>fitout": 6, "architect>engineer": 6}


def test_six_minutes_stay_six_when_only_one_talk_is_left():
    table = domego(activity=4).default("structure", "fitout")

    assert {prompt.minutes for prompt in table.prompts if "architect>" in prompt.key} == {6}


def test_a_match_may_set_its_own_time_limit():
    table = domego(activity=4, options=Options(negotiation_minutes=45))

    assert {prompt.minutes for prompt in table.prompts} == {45}


def test_an_offer_replaces_the_earlier_one_of_that_side():
    table = domego(activity=3).offer(PAIR, by="architect", price=110).offer(PAIR, by="architect", price=105)

    assert table.state.talks == (Talk(0, payee_offer=105, payee_offers=2, last=1),)
    assert table.events == (Offered(0, 1, 105, 110, "", turn=3, seat=1),)
    assert table.money("owner", "architect") == (150, 30)


def test_an_offer_may_carry_a_note():
    table = domego(activity=3).talk(PAIR, by="owner", move=Offer(90, "Last word."))

    assert table.events == (Offered(0, 1, 90, None, "Last word.", turn=3, seat=0),)
    assert contains(RULES.choices(table.state, 0, f"activity-3/negotiate/{PAIR}"), Offer(91, "Any words."))


def test_the_payee_may_accept_the_payers_price():
    table = domego(activity=3).offer(PAIR, by="owner", price=101).talk(PAIR, by="architect", move=Accept(101))

    assert table.events_of(Agreed) == [Agreed(0, 1, 101, turn=3, seat=1)]
    assert table.state.prices == (101, None, None, None, None)
    assert table.keys == [("owner", "activity-3/allocate/owner")]


def test_nobody_accepts_its_own_offer():
    with raises_illegal("no_offer"):
        domego(activity=3).offer(PAIR, by="owner", price=101).talk(PAIR, by="owner", move=Accept(101))


def test_a_price_of_0_is_a_price():
    table = domego(activity=3).offer(PAIR, by="owner", price=0).talk(PAIR, by="architect", move=Accept(0))

    assert table.events_of(Paid) == [Paid(1, 0, 0, turn=3, seat=0)]


@pytest.mark.parametrize("by", ["owner", "architect"])
def test_nobody_offers_more_than_the_payer_holds(by):
    with raises_illegal("price_over_money", price=151, money=150, payer=0):
        domego(activity=3).offer(PAIR, by=by, price=151)


def test_a_talk_waits_for_the_side_that_did_not_speak_last():
    table = domego(activity=3).offer(PAIR, by="architect", price=110)

    assert [prompt.passive for prompt in domego(activity=3).prompts] == [False, False]
    assert [prompt.passive for prompt in table.prompts] == [False, True]


def test_a_price_below_0_is_refused():
    with raises_illegal("below_zero", number=-1):
        domego(activity=3).offer(PAIR, by="owner", price=-1)


def test_choices_name_the_range_of_prices_and_the_standing_offer():
    table = domego(activity=3).offer(PAIR, by="architect", price=99)

    assert RULES.choices(table.state, 0, f"activity-3/negotiate/{PAIR}") == (
        Choice(Offer(0), (Span("price", 0, 150),), free=("note",)),
        Choice(Accept(99)),
        Choice(BreakOff()),
    )


def test_an_offer_that_can_no_longer_be_paid_is_not_among_the_choices():
    table = domego(activity=3, owner_money=45).offering(PAIR, by="architect", price=60)

    assert [type(choice.move) for choice in RULES.choices(table.state, 0, f"activity-3/negotiate/{PAIR}")] == [
        Offer,
        BreakOff,
    ]


def test_time_up_is_a_failure_for_both_and_settles_the_talk_once():
    table = domego(activity=3).default()

    assert [(told.payer, told.payee, told.seat) for told in table.events_of(BrokenOff)] == [(0, 1, 0)]
    assert (table.firm("owner").failed, table.firm("architect").failed) == (1, 1)


def test_a_payer_bankrupt_by_one_contract_goes_on_negotiating_with_its_new_firm():
    table = domego(activity=4, architect_money=10, contracts={"architect>structure": "high"})

    table = table.talk("architect>structure", by="structure", move=BreakOff())

    assert table.money("architect", "structure", "owner") == (35, 80, 115)
    assert ("architect", "activity-4/negotiate/architect>fitout") in table.keys
    assert table.offer("architect>fitout", by="fitout", price=35).talk(
        "architect>fitout", by="architect", move=Accept(35)
    ).money("architect", "fitout") == (0, 65)


def test_a_cap_bounds_the_price_in_percent_of_the_high_contract():
    table = domego(activity=4, options=Options(price_cap_percent=150))

    with raises_illegal("price_over_limit", price=38, limit=37):
        table.offer("owner>inspector", by="owner", price=38)
    assert table.offer("owner>inspector", by="owner", price=37).events[0].price == 37


FLOOR = Options(price_floor_percent=50)


@pytest.mark.parametrize("by", ["owner", "architect"])
def test_a_floor_refuses_a_price_of_nothing_and_names_the_range(by):
    table = domego(activity=3, options=FLOOR)

    with raises_illegal("price_under_floor", price=0, floor=40, low=80, high=115):
        table.offer(PAIR, by=by, price=0)
    with raises_illegal("price_under_floor", price=39, floor=40, low=80, high=115):
        table.offer(PAIR, by=by, price=39)
    assert table.offer(PAIR, by=by, price=40).events[0].price == 40
    choices = RULES.choices(table.state, 0, f"activity-3/negotiate/{PAIR}")
    assert choices[0] == Choice(Offer(40), (Span("price", 40, 150),), free=("note",))


def test_a_floor_is_rounded_up():
    """Half of 25 is 12.5."""
    table = domego(activity=4, options=FLOOR)

    with raises_illegal("price_under_floor", price=12, floor=13, low=25, high=50):
        table.offer("architect>structure", by="structure", price=12)


def test_a_payer_who_holds_less_than_the_floor_may_offer_all_it_has():
    table = domego(activity=3, options=FLOOR, owner_money=30)

    with raises_illegal("price_under_floor", price=29, floor=30, low=80, high=115):
        table.offer(PAIR, by="owner", price=29)
    assert (
        table.offer(PAIR, by="architect", price=30).talk(PAIR, by="owner", move=Accept(30)).events_of(Paid)[0].amount
        == 30
    )


@pytest.mark.parametrize("bot", ["random", "minimal", "balanced", "cautious", "expert"])
def test_bots_play_whole_matches_above_the_floor(bot):
    options, bots = Options(price_floor_percent=100), [GAME.bot(bot)] * 6
    offers = []

    def note(played):
        if isinstance(played.move, Offer):
            pair = [(each.payer, each.payee) for each in played.state.sheet.contracts]
            at = pair.index((played.events[0].payer, played.events[0].payee))
            low = played.state.sheet.contracts[at].low
            offers.append((played.move.price, min(low, price_limit(played.state, at))))

    for seed in range(10):
        draws = FastDraws(seed)
        start = RULES.setup(CLASSIC, options, 6, draws)
        playout(RULES, start, bots, draws, bot_draws=FastDraws(seed + 1), on_move=note)

    assert len(offers) > 50
    assert all(price >= floor for price, floor in offers)


def test_fixed_contracts_are_settled_at_the_middle_before_anybody_is_asked():
    every = ("owner>architect", "owner>inspector", "architect>structure", "architect>fitout", "architect>engineer")
    options = Options(fixed_contracts=every)

    assert domego(activity=3, options=options).events_of(ContractFixed) == [ContractFixed(0, 1, 97, turn=3, seat=0)]
    table = domego(activity=4, options=options, architect_money=82)
    assert [(told.payee, told.price) for told in table.events_of(ContractFixed)] == [(3, 17), (4, 37), (5, 30), (2, 15)]
    assert table.money("owner", "architect", "engineer") == (133, 0, 35)
    assert [firm.failed for firm in table.state.firms] == [0] * 6
    assert table.keys == [("owner", "activity-4/allocate/owner")]


def test_a_fixed_contract_leaves_three_minutes_to_a_payer_with_one_talk_left():
    options = Options(fixed_contracts=("architect>structure", "architect>fitout"))

    minutes = {prompt.key.rpartition("/")[2]: prompt.minutes for prompt in domego(activity=4, options=options).prompts}
    assert minutes == {"owner>inspector": 3, "architect>engineer": 3}


def test_a_payer_that_cannot_pay_a_fixed_contract_goes_bankrupt():
    table = domego(activity=4, options=Options(fixed_contracts=("architect>structure",)), architect_money=36)

    assert table.events_of(Paid) == [Paid(4, 37, 1, turn=4, seat=1)]
    assert (table.firm("architect").bankruptcies, table.firm("architect").money) == (1, 35)


def test_a_cap_above_the_purse_lets_nobody_promise_more_than_the_purse():
    table = domego(activity=3, options=Options(price_cap_percent=150), owner_money=45)

    with raises_illegal("price_over_money", price=60, money=45, payer=0):
        table.offer(PAIR, by="owner", price=60)
    with raises_illegal("price_over_money", price=60, money=45, payer=0):
        table.offering(PAIR, by="architect", price=60).talk(PAIR, by="owner", move=Accept(60))


def test_the_owners_contracts_are_paid_first_also_where_others_are_agreed_before_them():
    third, fourth = CLASSIC.activities[2:4]
    changed = (replace(third, special=fourth.special), replace(fourth, special=third.special))
    activities = (*CLASSIC.activities[:2], *changed, *CLASSIC.activities[4:])
    sheet = domego(scenario=replace(CLASSIC, activities=activities)).state.sheet

    assert [contract.payer for contract in sheet.contracts] == [0, 0, 1, 1, 1]


def test_a_staged_price_may_exceed_the_purse_but_not_the_high_contract():
    table = domego(activity=3, options=STAGED, owner_money=5)

    with raises_illegal("price_over_limit", price=116, limit=115):
        table.offer(PAIR, by="owner", price=116)
    table = table.offer(PAIR, by="owner", price=115).talk(PAIR, by="architect", move=Accept(115))

    assert table.events_of(Paid) == []
    assert table.money("owner", "architect") == (5, 30)
    assert table.state.prices[0] == 115


def test_a_drawn_contract_is_staged_too():
    table = domego(activity=3, options=STAGED, contracts={PAIR: "high"}).default()

    assert (table.events_of(Paid), table.state.prices[0]) == ([], 115)


def test_instalments_are_percentages_rounded_down_and_the_last_is_the_rest():
    contract = domego().state.sheet.contracts[0]

    assert [instalment(contract, 97, part) for part in range(1, 8)] == [9, 19, 19, 9, 9, 9, 23]
    assert contract.instalments == ((5, 10), (6, 20), (7, 20), (9, 10), (10, 10), (11, 10), (12, 20))


def test_instalments_come_before_the_special_actions_the_owners_first():
    prices = (97, 17, 37, 30, 15)
    table = domego(activity=5, options=STAGED, prices=prices)

    assert table.events_of(InstalmentPaid) == [
        InstalmentPaid(1, 1, 7, 9, 0, turn=5, seat=0),
        InstalmentPaid(3, 1, 5, 1, 0, turn=5, seat=0),
        InstalmentPaid(2, 1, 3, 4, 0, turn=5, seat=1),
    ]
    assert table.money("owner", "architect", "inspector", "engineer") == (140, 35, 21, 24)
    assert [prompt.kind for prompt in table.prompts] == ["buy"] * 3


def test_a_missed_instalment_bankrupts_the_payer_and_the_next_is_due_to_the_new_firm():
    prices = (100, None, None, None, None)
    table = domego(activity=5, options=STAGED, prices=prices, owner_money=4)

    assert table.events_of(InstalmentPaid) == [InstalmentPaid(1, 1, 7, 10, 6, turn=5, seat=0)]
    assert (table.firm("owner").money, table.firm("owner").bankruptcies) == (20, 1)

    table = table.skip_to(6, owner_stock=1)
    assert table.events_of(InstalmentPaid) == [InstalmentPaid(1, 2, 7, 20, 0, turn=6, seat=0)]
    assert table.money("owner", "architect") == (0, 60)


@pytest.mark.parametrize(
    ("options", "seats", "path", "reason"),
    [
        (Options(fixed_contracts=("owner>fitout",)), 6, "fixed_contracts[0]", "there is no contract owner>fitout"),
        (Options(fixed_contracts=(PAIR, PAIR)), 6, "fixed_contracts[1]", "owner>architect is listed twice"),
        (Options(), 5, "seats", "6 roles need 6 seats, not 5"),
    ],
)
def test_options_that_contradict_the_scenario_are_refused(options, seats, path, reason):
    with pytest.raises(BadOptions) as refused:
        RULES.setup(CLASSIC, options, seats, None)
    assert refused.value.params == {"path": path, "reason": reason}


def test_staged_payment_needs_the_scenarios_instalments():
    scenario = replace(CLASSIC, staged_payments={})
    with pytest.raises(BadOptions, match="the scenario has no staged payments for owner>architect"):
        RULES.setup(scenario, STAGED, 6, None)
