"""The play of each strength of bots. `proof/test_strength.py` tests that each strength beats the one below."""

import pytest

from games.catalogue.master_builder.bots import BOTS
from games.catalogue.master_builder.bots.base import Seen
from games.catalogue.master_builder.bots.bidding import surplus
from games.catalogue.master_builder.bots.valuing import contract_value, plus, prospects, worth
from games.catalogue.master_builder.bots.works import best_work, hope
from games.catalogue.master_builder.rules.crews import count_of
from games.catalogue.master_builder.rules.moves import (
    Answer,
    Build,
    Buy,
    Choose,
    CloseTalks,
    Decline,
    Fire,
    Hire,
    Nominate,
    Offer,
    Pass,
    PlayEvent,
    Raise,
)
from games.catalogue.master_builder.rules.rules import RULES
from games.catalogue.master_builder.rules.types import Site
from games.engine.choices import contains
from games.engine.draws import FastDraws
from tests.games.catalogue.master_builder.matches import VARIANTS, played
from tests.games.catalogue.master_builder.table import CLASSIC, pieces, site, start, town

THINKING = ["thrifty", "strong"]
SHEET = start().state.sheet
CREW = "F1 F2 T1 T2 A1"


def answer(strength, position, seat=0, kind=None):
    prompt = next(p for p in RULES.prompts(position.state) if p.seat == seat and kind in (None, p.kind))
    return BOTS[strength](RULES).answer(position.state, prompt, FastDraws(1))


@pytest.mark.parametrize("strength", THINKING)
@pytest.mark.parametrize("variant", VARIANTS)
def test_bots_answer_every_question_with_a_legal_move(strength, variant):
    for seed in range(2):
        start_, moves, _ = played(3, variant, seed, (strength, "random"))
        before = [start_.state, *(move.state for move in moves)]
        for state, move in zip(before, moves, strict=False):
            if move.seat != 1:
                assert contains(RULES.choices(state, move.seat, move.key), move.move)


@pytest.mark.parametrize("strength", THINKING)
def test_what_may_be_left_unanswered_is_left_unanswered(strength):
    position = town(phase="hire", crews=[CREW], loans=[(1, 0)], deck=[9])

    assert [answer(strength, position, 0, kind) for kind in ("wish", "repay")] == [None, None]


@pytest.mark.parametrize("strength", THINKING)
def test_one_whose_offers_wait_waits_too(strength):
    position = town(phase="rent", crews=["T1 A1", "T2"], sites=[[site(3)], [site(3)]], rent_workers=True, deck=[9])

    assert answer(strength, position.play(0, Offer("T1", 1, 30))) is None


def test_thrifty_drafts_some_of_each_skill_cheaply():
    position = town(phase="hire", round=1, tops="M4 F8 T9 A6")
    assert answer("thrifty", position) == Hire("A")

    assert answer("thrifty", town(phase="hire", round=1, crews=["A1 A7"], tops="M4 F8 T9 A6")) == Hire("T")


def test_thrifty_hires_a_skill_that_its_buildings_cannot_do_without_and_nothing_else():
    need = town(phase="hire", crews=["T1 A1"], sites=[[site(4)]], tops="F8 M7", deck=[9])
    assert answer("thrifty", need) == Hire("F")

    able = town(phase="hire", crews=["F1 T1 T2 A1"], sites=[[site(4)]], deck=[9])
    assert answer("thrifty", able) == Pass()
    full = town(phase="hire", crews=["T1:14 A1:14"], sites=[[site(4)]], tops="F8 M7", deck=[9])
    assert answer("thrifty", full) == Pass()


def test_thrifty_sends_everybody_away_when_nothing_is_left_to_build():
    position = town(phase="hire", round=6, crews=["T1 M1"], sites=[[site(4, "all")]], deck=[9])

    assert answer("thrifty", position) == Fire("M1")


def test_thrifty_bids_little_and_for_two_buildings_at_a_time():
    assert answer("thrifty", town(phase="contracts", lots=[1, 11], deck=[9])) == Nominate(11, 14, 17)
    assert answer("thrifty", town(phase="contracts", lots=[1], sites=[[site(3), site(4)]], deck=[9])) == Decline()

    cheap = town(phase="contracts", lots=[3], deck=[9]).nominates(0, 3, 5)
    assert answer("thrifty", cheap, 1, "bid") == Raise(6, 7)
    assert answer("thrifty", town(phase="contracts", lots=[3], deck=[9]).nominates(0, 3, 7), 1, "bid") == Pass()
    busy = town(phase="contracts", lots=[3], sites=[[], [site(1), site(2)]], deck=[9]).nominates(0, 3, 4)
    assert answer("thrifty", busy, 1, "bid") == Raise(5, 7)
    full = town(phase="contracts", lots=[3], sites=[[], [site(1), site(2), site(4)]], deck=[9]).nominates(0, 3, 4)
    assert answer("thrifty", full, 1, "bid") == Pass()


def test_strong_drives_the_price_of_what_a_rival_wants_and_not_beyond_what_it_could_pay():
    crews, sites = ["F1 T1 T2 T3 A1 A2", "A3"], [[], [site(12)]]
    rich = town(phase="contracts", round=4, lots=[4], crews=crews, sites=sites, deck=[9]).nominates(0, 4, 5)
    move = answer("strong", rich, 1, "bid")
    assert isinstance(move, Raise)
    assert move.limit <= 5 + 3

    poor = town(phase="contracts", round=4, lots=[4], crews=crews, sites=sites, cash=[5, 40], deck=[9])
    assert answer("strong", poor.nominates(0, 4, 5), 1, "bid") == Pass()


def test_strong_bids_once_more_for_what_brings_more_than_it_costs_and_puts_up_nothing_else():
    """Contract 1 has 5 on it, which its bid of 2 brings at once, although no crew can build the contract any more."""
    late = town(phase="contracts", round=6, lots=[1], bonus_on=[1], crews=["A1", "A2"], deck=[9])
    assert surplus(Seen(RULES.view(late.state, 1), 1), 1) == 3
    assert answer("strong", late.nominates(0, 1, 2), 1, "bid") == Raise(3, 3)

    nothing = town(phase="contracts", round=6, lots=[4], crews=["A1", "A2"], deck=[9])
    assert surplus(Seen(RULES.view(nothing.state, 0), 0), 4) <= 0
    assert answer("strong", nothing, 0, "nominate") == Decline()


@pytest.mark.parametrize("strength", THINKING)
def test_a_draft_without_a_worker_that_fits_is_left_to_the_default(strength):
    crew = "M1 M2 M3 M7 M8:5 A1"
    position = town(phase="hire", round=1, crews=[crew], tops="A2 T1 F1 M4", choose_worker=True)

    assert answer(strength, position) == RULES.default(position.state, 0, RULES.prompts(position.state)[0].key)


def test_strong_prefers_few_quirks_and_different_skills():
    assert answer("strong", town(phase="hire", round=1, tops="M1 F1 T1 A1")) == Hire("F")
    assert answer("strong", town(phase="hire", round=1, crews=["F1 F2 A1 A2"], tops="M1 F4 T9 A11")) == Hire("T")


def test_strong_hires_what_its_contracts_need_and_lets_go_whom_nothing_needs():
    need = town(phase="hire", crews=["F1 T1 T2 A1"], sites=[[site(8)]], tops="M7 F8", deck=[9])
    assert answer("strong", need) == Hire("M")

    idle = town(phase="hire", round=6, crews=["M1 T1 A1"], sites=[[site(3, "all")]], tops="M7", deck=[])
    assert answer("strong", idle) == Fire("M1")
    keep = town(phase="hire", round=5, crews=["T1 T2 A1 A2"], sites=[[site(3)]], tops="M1 F1 T3 A13", deck=[])
    assert not isinstance(answer("strong", keep), Fire)


def test_strong_bids_more_for_what_it_can_build_and_never_above_its_cash():
    position = town(phase="contracts", round=5, lots=[4, 12], crews=["F1 T1 T2 T3 T4 A1 A2"], deck=[9])
    move = answer("strong", position)
    assert (move.contract, move.bid) == (4, 5)
    assert 5 < move.limit <= 40

    poor = town(phase="contracts", lots=[4], crews=[CREW], cash=[6, 40], deck=[9])
    assert answer("strong", poor).limit <= 6
    hopeless = town(phase="contracts", lots=[12], round=6, crews=["A1", "A2"], deck=[9])
    assert answer("strong", hopeless) == Decline()
    assert answer("strong", hopeless.nominates(0, 12, 10), 1, "bid") == Pass()


def test_strong_raises_by_one_and_leaves_the_rest_to_its_limit():
    position = town(phase="contracts", lots=[4], crews=["", CREW], deck=[9]).nominates(0, 4, 5)

    move = answer("strong", position, 1, "bid")

    assert move.bid == 6
    assert move.limit > 6


def test_strong_buys_what_suits_its_crew():
    skilled, simple = "M1 M2 F1 F2 F3", "T1 T2 T3 A1 A2"
    position = town(phase="contracts", round=1, lots=[12, 3, 1], crews=[skilled, simple], deck=[9]).declines(0, 1)

    assert answer("strong", position) == Buy(12)
    assert answer("strong", position.buys(0, 12), 1) == Buy(3)


def test_money_on_a_contract_makes_it_worth_more():
    plain, paid = (
        answer("strong", town(phase="contracts", lots=[4], crews=[CREW], bonus_on=bonus, deck=[9])).limit
        for bonus in ([], [4])
    )
    assert paid > plain


def test_strong_gives_up_whom_it_can_spare():
    position = town(phase="events", crews=["M1 T1 A1 A2"], sites=[[site(3)]], event="E02", deck=[9])
    assert "T1" not in answer("strong", position).workers

    dismiss = town(phase="events", crews=["F1 T7 A1"], sites=[[site(4, "side_1", "gable_1")]], event="E10", deck=[9])
    assert answer("strong", dismiss) == Choose(("A1",))


def test_strong_grants_raises_and_pays_where_it_is_worth_it():
    needed = town(phase="events", crews=["F3 T5 A1 A4"], sites=[[site(4, "side_1", "gable_1")]], event="E03", deck=[9])
    assert "T5" in answer("strong", needed).workers

    nothing = town(phase="events", round=6, crews=["F3 A4"], sites=[[site(4, "all")]], event="E03", deck=[9])
    assert answer("strong", nothing) == Choose()
    masters = town(phase="events", crews=["M1 T1 A1"], sites=[[site(4)]], event="E15", deck=[9])
    assert answer("strong", masters) == Choose(("M1",))
    idle = town(phase="events", crews=["M1"], sites=[[]], event="E15", deck=[9])
    assert answer("strong", idle) == Choose()


def test_strong_plays_the_event_that_hits_the_others():
    hands = [["E05", "E06"], ["E13", "E14"]]
    position = town(phase="events", crews=["M1 F1", "M2 F2"], event="E01", hands=hands, selective_events=True, deck=[9])

    assert answer("strong", position) == PlayEvent("E06")


def test_strong_finishes_what_pays_at_once():
    almost = site(9, "side_1", "side_2", "gable_1", "gable_2", "roof_1")
    late = town(phase="plan", round=6, crews=["T1 A1"], sites=[[site(3), almost]], deck=[9])
    assert answer("strong", late) == Build(("9/roof_2",))


def test_strong_lets_a_worker_whom_it_does_not_need_to_one_who_does():
    almost = site(9, "side_1", "side_2", "gable_1", "gable_2", "roof_1")
    sites = [[site(3, "all")], [almost]]
    position = town(phase="rent", round=6, crews=["A1", "T1!"], sites=sites, rent_workers=True, deck=[9])

    move = answer("strong", position)

    assert (move.worker, move.to) == ("A1", 1)
    assert 2 <= move.price <= 20
    offered = position.play(0, move)
    assert answer("strong", offered, 1) == Answer("accept", "A1", 1, move.price)


def test_strong_answers_a_dear_offer_with_half_its_gain_and_refuses_a_useless_one():
    almost = site(9, "side_1", "side_2", "gable_1", "gable_2", "roof_1")
    sites = [[site(3, "all")], [almost]]
    position = town(phase="rent", round=6, crews=["A1", "T1!"], sites=sites, rent_workers=True, deck=[9])

    assert answer("strong", position.play(0, Offer("A1", 1, 40)), 1) == Answer("counter", "A1", 1, 10)
    useless = town(phase="rent", round=6, crews=["A1", "T1!"], sites=[[], []], rent_workers=True, deck=[9])
    assert answer("strong", useless) == CloseTalks()
    assert answer("strong", useless.play(0, Offer("A1", 1, 3)), 1) == Answer("refuse", "A1", 1)
    counter = position.play(0, Offer("A1", 1, 40)).play(1, Answer("counter", "A1", 1, 10))
    assert answer("strong", counter) == Answer("accept", "A1", 1, 10)
    nothing = position.play(0, Offer("A1", 1, 40)).play(1, Answer("counter", "A1", 1, 0))
    assert answer("strong", nothing) == Answer("refuse", "A1", 1)


def test_more_workers_never_make_contracts_worth_less():
    sites = frozenset({Site(4), Site(8, 5)})
    for rounds in (1, 3, 6):
        have = count_of(["T", "A"])
        for rank in (1, 2, 3, 4):
            assert worth(SHEET, sites, plus(have, rank), rounds) >= worth(SHEET, sites, have, rounds)
            have = plus(have, rank)
        assert prospects(SHEET, sites, have, rounds, rounds, 3) >= worth(SHEET, sites, have, rounds)


def test_a_contract_that_cannot_be_finished_in_time_is_worth_nothing():
    assert contract_value(SHEET, [], 12, count_of(["A"]), 1) == 0
    assert contract_value(SHEET, [], 4, count_of(CREW.split()), 6) > 20


def test_hope_falls_with_missing_sections_and_rises_with_rounds():
    assert hope(SHEET, 4, 0, 0) == 60_000
    assert [hope(SHEET, 4, missing, 0) for missing in (1, 2, 3)] == [40_000, 20_000, 0]
    assert hope(SHEET, 4, 3, 1) < hope(SHEET, 4, 3, 3) < 60_000
    assert hope(SHEET, 4, 4, 2) < hope(SHEET, 4, 3, 2)


def test_the_best_work_may_build_fewer_sections_than_the_most():
    almost = site(9, "side_1", "side_2", "gable_1", "gable_2", "roof_1")
    _, plan = best_work(SHEET, [almost, site(3)], count_of(["A", "T"]), 0)

    assert plan == ((9, 32),)
    assert pieces(9, "roof_2") == ("9/roof_2",)
    assert CLASSIC.contracts[8].sections[5].id == "roof_2"
