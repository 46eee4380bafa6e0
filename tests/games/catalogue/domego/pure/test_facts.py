"""The facts behind the debrief's tables, computed from stored events."""

from datetime import UTC, datetime, timedelta

import pytest

from games.catalogue.domego.facts import Facts, facts
from games.catalogue.domego.facts.tables import (
    BankruptcySeen,
    CardEffect,
    CardSeen,
    ContractMade,
    Instalment,
    OfferMade,
)
from games.catalogue.domego.game import GAME
from games.catalogue.domego.rules.accounts import ACCOUNTS
from games.catalogue.domego.rules.events import Bought
from games.catalogue.domego.rules.moves import Accept, BreakOff
from games.catalogue.domego.rules.rules import RULES
from games.catalogue.domego.rules.sheet import Goals
from games.catalogue.domego.rules.types import Options
from games.engine.codec import from_json, to_json
from games.engine.draws import FastDraws
from games.engine.ledger import Books
from games.engine.playout import playout
from games.engine.record import Record
from tests.games.catalogue.domego.table import CLASSIC, ROLES, domego

NINE = datetime(2025, 10, 21, 9, 0, tzinfo=UTC)


def at(minutes):
    return (NINE + timedelta(minutes=minutes)).isoformat()


class Recorder:
    """A table that keeps its events as a match stores them, a minute apart."""

    def __init__(self, table):
        self.table, self.records = table, [Record(0, None, "", "rules", at(0), table.events)]

    def do(self, verb, *args, by_whom="player", **kwargs):
        self.table = getattr(self.table, verb)(*args, **kwargs)
        number = len(self.records)
        self.records.append(Record(number, 0, "", by_whom, at(number), self.table.events))
        return self

    def facts(self, options=None):
        return facts(CLASSIC, options or Options(), self.records)


def records(seed, strength="balanced", options=None):
    """The end of a match of bots, and its record."""
    found = []
    start = RULES.setup(CLASSIC, options or Options(), 6, FastDraws(seed))
    found.append(Record(0, None, "", "rules", at(0), start.events))

    def keep(played):
        number = len(found)
        found.append(Record(number, played.seat, played.key, "bot", at(number), played.events))

    bots = [GAME.bot(strength)] * 6
    end = playout(RULES, start, bots, FastDraws(seed), bot_draws=FastDraws(seed), on_move=keep)
    return end, found


def whole_match(seed, strength="balanced", options=None):
    end, whole = records(seed, strength, options)
    return end, facts(CLASSIC, options or Options(), whole)


def test_offers_prices_and_times_of_a_contract_are_kept_with_who_said_what():
    told = Recorder(domego(activity=3)).do("offer", "owner>architect", by="owner", price=90)
    told.do("offer", "owner>architect", by="architect", price=104)
    told.do("talk", "owner>architect", by="owner", move=Accept(104))

    offers = (OfferMade(0, 90, "", at(1), "player"), OfferMade(1, 104, "", at(2), "player"))
    assert told.facts().contracts == (
        ContractMade(0, 1, 80, 115, 3, "agreed", 104, 104, 0, 0, "player", at(3), offers),
    )


def test_a_failed_negotiation_tells_who_let_it_fail_and_what_was_drawn():
    told = Recorder(domego(activity=3, contracts={"owner>architect": "high"}))
    told.do("talk", "owner>architect", by="architect", move=BreakOff(), by_whom="deadline")

    assert told.facts().contracts == (ContractMade(0, 1, 80, 115, 3, "drawn", 115, 115, 0, 1, "deadline", at(1)),)
    assert [role.failed for role in told.facts().roles] == [1, 1, 0, 0, 0, 0]


def test_purchases_placements_and_cards_of_an_activity_stand_beside_its_plan():
    told = Recorder(domego(activity=1, deck={1: ["01-02", "01-06"]})).do("buy", "owner", 9)
    activity = told.do("place", "owner", buy=1, risk_tier=1).facts().activities[0]

    assert (activity.begun_at, activity.ended_at) == (at(0), at(2))
    assert (activity.required, activity.placed, activity.risk_cubes, activity.risk_k, activity.cost) == (1, 2, 0, 0, 2)
    assert (activity.slots, activity.added, activity.fewer_cards, activity.cards) == (2, 0, 1, 1)
    assert (activity.before, activity.after, activity.plan) == (Goals(0, 0, 0), Goals(2, 2, 1), Goals(2, 1, 0))
    assert activity.drawn == (CardSeen("01-02", 1, (CardEffect("risk", 1, 2, None, "deferred"),)),)
    owner = activity.roles[0]
    assert (owner.bought_low, owner.bought_high, owner.placed, owner.risk_tier, owner.fewer_cards) == (9, 1, 2, 1, 1)
    assert (owner.money, owner.stock, owner.placements, owner.placed_at, owner.placed_by) == (
        139,
        8,
        1,
        at(2),
        "player",
    )
    assert [role.takes_part for role in activity.roles] == [True, False, False, False, False, False]


def test_a_bankruptcy_names_its_card_and_who_paid_for_the_new_firm():
    told = Recorder(domego(activity=9, deck={9: ["09-02"]}, structure_stock=11, structure_money=1, architect_stock=3))
    told.do("place", "structure", risk_tier=3).do("place", "architect")

    seen = told.facts()
    assert seen.bankruptcies == (BankruptcySeen(9, 4, "card", "09-02", 1, 0, 1, 22, 0, at(2)),)
    row = seen.activities[-1].roles[4]
    assert (row.placed, row.bankruptcies, row.fewer_days) == (5, 1, 0)


def test_an_event_that_concerns_nobody_moves_no_purse():
    with pytest.raises(ValueError, match="nobody is concerned"):
        Books(ACCOUNTS, domego().state.sheet).add(Bought(1, 1, 0, 0))


def test_instalments_are_listed_with_their_activities():
    _, seen = whole_match(4, options=Options(payments="staged", fixed_contracts=("architect>fitout",)))
    fitout = next(contract for contract in seen.contracts if contract.payee == 5)

    assert (fitout.how, fitout.price, fitout.paid) == ("fixed", 30, 30)
    assert [(part.activity, part.amount) for part in fitout.instalments] == [(8, 6), (11, 18), (12, 6)]
    assert isinstance(fitout.instalments[0], Instalment)


def test_the_tables_agree_with_the_end_of_the_match_and_with_each_other():
    for seed in range(25):
        end, seen = whole_match(seed, ("balanced", "random")[seed % 2])
        state = end.state
        assert seen.finished
        assert seen.targets == end.result.targets
        assert [role.points.total for role in seen.roles] == list(end.result.scores)
        assert [role.place for role in seen.roles] == list(end.result.places)
        assert [(role.money, role.stock) for role in seen.roles] == [(firm.money, firm.stock) for firm in state.firms]
        assert [tuple(card.card for card in activity.drawn) for activity in seen.activities] == list(state.drawn)
        for activity in seen.activities:
            assert activity.placed == sum(role.placed for role in activity.roles)
            assert activity.risk_cubes == sum(role.risk_cubes for role in activity.roles)
            assert activity.risk_k == sum(role.risk_k for role in activity.roles)
            assert activity.cost == activity.placed + activity.risk_cubes + activity.risk_k
        assert seen.activities[-1].after == seen.reached == Goals(state.delay, state.cost, state.failures)
        assert len(seen.bankruptcies) == sum(firm.bankruptcies for firm in state.firms)
        assert sum(activity.cost for activity in seen.activities) == state.cost


def test_the_tables_survive_json():
    _, seen = whole_match(1)

    assert from_json(to_json(seen), Facts) == seen


def test_tables_of_a_match_that_still_runs_stop_at_the_last_balance():
    told = Recorder(domego(activity=1)).do("buy", "owner", 9)
    seen = told.facts()

    assert (seen.finished, seen.activities, seen.roles[0].bought_low) == (False, (), 9)
    assert [role.id for role in seen.roles] == list(ROLES)
