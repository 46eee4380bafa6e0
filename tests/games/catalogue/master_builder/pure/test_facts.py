"""The facts behind the debrief's tables, computed from stored events."""

import pytest

from games.catalogue.master_builder.facts import facts
from games.catalogue.master_builder.facts.tables import ContractFacts, HarmFacts, LoanFacts, UnsoldFacts
from games.catalogue.master_builder.rules import events
from games.catalogue.master_builder.rules.moves import Answer, Borrow, CloseTalks, Offer, Repay
from games.catalogue.master_builder.rules.scoring import scores
from games.catalogue.master_builder.rules.types import Options
from games.engine.record import Record
from tests.games.catalogue.master_builder.matches import VARIANTS, folded, played, records
from tests.games.catalogue.master_builder.table import CLASSIC, pieces, site, start, town

every_setting = pytest.mark.parametrize(
    ("players", "variant"), [(players, variant) for players in (2, 3, 4) for variant in VARIANTS]
)


@every_setting
def test_the_books_of_every_round_are_those_of_the_match(players, variant):
    _, moves, end = played(players, variant, 1, ("strong", "random"))
    found = folded(players, variant, 1, ("strong", "random"))

    assert found.ended
    assert [line.score for line in found.seats] == list(end.result.scores)
    assert [line.place for line in found.seats] == list(end.result.places)
    assert [line.cash for line in found.seats] == [firm.cash for firm in end.state.firms]
    for line in found.rounds:
        income = line.income + line.bonuses + line.borrowed + line.rent
        spent = line.bids + line.fees + line.paid_off + line.wages + line.repaid
        assert line.start + income - spent == line.end
    for before, after in zip(found.rounds, found.rounds[players:], strict=False):
        assert (before.seat, before.end) == (after.seat, after.start)
    assert len(found.rounds) == players * end.state.last_round == players * found.last_round


@every_setting
def test_scores_on_the_way_are_those_of_the_moment(players, variant):
    kept = records(players, variant, 0)
    start_, moves, _ = played(players, variant, 0)
    for many in range(1, len(kept), 11):
        state = moves[many - 2].state if many > 1 else start_.state
        found = facts(CLASSIC, VARIANTS[variant], kept[:many])
        assert tuple(line.score for line in found.seats) == scores(state)


@every_setting
def test_every_sale_and_every_loan_is_there(players, variant):
    _, moves, end = played(players, variant, 0, ("thrifty", "random"))
    found = folded(players, variant, 0, ("thrifty", "random"))

    owned = {(line.seat, line.contract) for line in found.contracts}
    assert owned == {(seat, each.contract) for seat, firm in enumerate(end.state.firms) for each in firm.sites}
    assert sum(line.price for line in found.contracts) == sum(line.bids for line in found.rounds)
    open_loans = [(line.seat, line.loan) for line in found.loans if line.repaid is None]
    held = [
        (s, loan)
        for s, f in enumerate(end.state.firms)
        for loan, n in (("small", f.small), ("large", f.large))
        for _ in range(n)
    ]
    assert sorted(open_loans) == sorted(held)
    assert [line.interest for line in found.seats] == [
        sum(loan.interest for loan in found.loans if loan.seat == seat) for seat in range(players)
    ]
    for line in found.rounds:
        assert line.sections <= line.possible <= line.without_events


class Story:
    """Events of a position that was built for a test, in a match that began before."""

    def __init__(self, position):
        self.position = position
        self.records = [Record(0, None, "", "rules", "", position.did)]

    def do(self, verb, *args, by="player"):
        self.position = getattr(self.position, verb)(*args)
        self.records.append(Record(len(self.records), 0, "", by, "", self.position.did))
        return self

    def facts(self):
        return facts(CLASSIC, Options(), self.records)


def drafted(**extra):
    """A match of two up to the first market; all players take the top workers of A, T, F, F, M."""
    position = start(2, **extra)
    story = Story(position)
    for skill in "ATFFM":
        story.do("hire", 0, skill).do("hire", 1, skill)
    return story


def test_the_price_of_a_contract_stands_beside_the_highest_bid_of_the_others():
    story = drafted()
    first, second, third = sorted(story.position.lots)
    low = [CLASSIC.contracts[number - 1].min_bid for number in (first, second, third)]
    story.do("nominates", 0, first, low[0]).do("bids", 1, low[0] + 3).do("bids", 0, low[0] + 4).do("passes", 1)
    story.do("nominates", 0, second, low[1] + 1).do("passes", 1)

    lines = story.facts().contracts

    assert lines[0] == ContractFacts(
        contract=first, seat=0, round=1, price=low[0] + 4, min_bid=low[0], runner_up=low[0] + 3, bonus=0,
        how="auction", sections=0, finished=None, labour=0, brought=0,
    )  # fmt: skip
    assert (lines[1].price, lines[1].runner_up) == (low[1] + 1, None)
    assert (lines[2].contract, lines[2].how, lines[2].price) == (third, "last", low[2])


def in_round(phase, **extra):
    """A position of round 2 whose record begins there: crews and contracts come first."""
    position = town(phase=phase, **extra)
    state = position.state
    opening = [events.MatchBegun(turn=2, seat=0, players=state.players, cash=40, contracts=4, tops=())]
    opening.append(events.RoundBegun(turn=1, seat=0))
    for seat, firm in enumerate(state.firms):
        for each in firm.sites:
            opening.append(events.Won(turn=1, seat=seat, contract=each.contract, price=9, bonus=0, how="auction"))
        for each in firm.crew:
            opening.append(events.Hired(turn=1, seat=seat, worker=each.worker, wage=each.wage, wages=0, top=None))
    opening.append(events.RoundBegun(turn=2, seat=0))
    story = Story(position)
    story.records.insert(0, Record(0, None, "", "rules", "", tuple(opening)))
    return story


def test_idle_and_absent_workers_are_paid_for_nothing():
    story = in_round("events", crews=["T1 A1 A3 T2", "A2"], sites=[[site(3)]], event="E01", deck=[9])
    story.do("builds", 0, *pieces(3, "side_2", "gable_1"))

    line = story.facts().rounds[-4]

    assert (line.round, line.seat) == (2, 0)
    assert (line.busy, line.idle, line.down, line.wages) == (2, 0, 2, 12)
    assert (line.idle_wages, line.down_wages) == (0, 6)
    assert (line.sections, line.possible, line.without_events, line.decided) == (2, 2, 3, "player")
    other = story.facts().rounds[-3]
    assert (other.idle, other.idle_wages, other.decided) == (1, 2, "")


def test_the_value_of_a_contract_is_what_it_brought_less_the_work():
    almost = site(9, "side_1", "side_2", "gable_1", "gable_2", "roof_1")
    story = in_round("plan", crews=["A1 T1"], sites=[[almost]], deck=[9])
    story.do("builds", 0, "9/roof_2")

    line = story.facts().contracts[0]

    assert (line.finished, line.brought, line.labour, line.value, line.gain) == (2, 70, 2, 68, 59)


def test_what_an_event_cost_each_player():
    story = in_round("events", crews=["M1 T1", "F1 F2"], sites=[[site(12)], [site(12)]], event="E12", deck=[9])
    harm = story.facts().harm

    assert harm == (
        HarmFacts(round=2, number=1, event="E12", seat=0, raised=1, extra_wages=1),
        HarmFacts(round=2, number=1, event="E12", seat=1, raised=2, extra_wages=2),
    )


def test_what_dismissals_raises_and_payments_cost():
    story = in_round("events", crews=["F3 A4 A6", ""], event="E03", deck=[9]).do("chooses", 0, "F3", "A6")
    assert story.facts().harm[0] == HarmFacts(
        round=2, number=1, event="E03", seat=0, left=1, raised=2, extra_wages=2
    )  # fmt: skip

    story = in_round("events", crews=["T5 A1 T7", "A3"], event="E10", deck=[9]).do("chooses", 0, "T7")
    assert story.facts().harm[0] == HarmFacts(round=2, number=1, event="E10", seat=0, dismissed=1)

    story = in_round("events", crews=["M1 M2", ""], sites=[[site(12)]], event="E15", deck=[9]).do("chooses", 0, "M2")
    assert story.facts().harm[0] == HarmFacts(round=2, number=1, event="E15", seat=0, down=1, paid=2, down_wages=6)
    assert story.facts().rounds[2].paid_off == 2


def test_rents_and_who_worked_for_whom():
    story = in_round("rent", crews=["A1", "T1 A2"], sites=[[site(3)]], rent_workers=True, deck=[9])
    story.do("play", 1, Offer("T1", 0, 2)).do("play", 0, Answer("accept", "T1", 0, 2)).do("play", 0, CloseTalks())
    story.do("builds", 0, *pieces(3, "side_2", "gable_1"))

    renter, owner = story.facts().rounds[2:4]

    assert (renter.rent, renter.busy, renter.possible) == (-2, 1, 2)
    assert (owner.rent, owner.let, owner.idle, owner.idle_wages) == (2, 1, 1, 2)
    assert story.facts().contracts[0].labour == 6


def test_the_cost_of_credit():
    story = in_round("wages", crews=["M1 F1 T5", ""], cash=[40, 40], deck=[9])
    assert story.facts().loans == ()

    poor = in_round("wages", crews=["M1 F1 T5", ""], cash=[4, 40], deck=[9]).do("play", 0, Borrow("small"))
    assert poor.facts().loans == (LoanFacts(0, 2, "small", 10, 13, None, False),)
    assert poor.facts().seats[0].interest == 3

    rich = in_round("contracts", cash=[30, 40], lots=[1], loans=[(1, 0)], deck=[9])
    rich.records.insert(
        1, Record(0, None, "", "rules", "", (events.Borrowed(turn=2, seat=0, loan="small", amount=10),))
    )
    assert rich.do("play", 0, Repay("small")).facts().loans == (LoanFacts(0, 2, "small", 10, 13, 2, False),)


def test_contracts_that_nobody_bought_are_named():
    story = in_round("contracts", cash=[0, 0], lots=[3], bonus_on=[3], deck=[9])

    assert story.facts().unsold == (UnsoldFacts(3, 2),)


def test_a_running_match_has_facts_too():
    found = folded(3, "plain", 0, many=1)

    assert (found.ended, found.last_round, len(found.rounds)) == (False, 6, 3)
    assert [line.score for line in found.seats] == [40, 40, 40]
