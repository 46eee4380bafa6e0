"""The facilitator's events in Master Builder: what each one does, the words, and the result without them."""

from collections import Counter

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.catalogue.master_builder.analysis import ANALYST
from games.catalogue.master_builder.analysis.courses import fortunes
from games.catalogue.master_builder.debrief import DEBRIEF
from games.catalogue.master_builder.debrief.patterns import PATTERNS
from games.catalogue.master_builder.face import FACE
from games.catalogue.master_builder.facts import facts
from games.catalogue.master_builder.facts.tables import HarmFacts
from games.catalogue.master_builder.game import GAME
from games.catalogue.master_builder.rules.accounts import ACCOUNTS, Terms
from games.catalogue.master_builder.rules.events import (
    Hired,
    Left,
    MadeUnavailable,
    MoneyBrought,
    WagesPaid,
    WagesRaised,
)
from games.catalogue.master_builder.rules.facilitation import EVENTS, Share
from games.catalogue.master_builder.rules.moves import Look
from games.catalogue.master_builder.rules.rules import RULES
from games.catalogue.master_builder.rules.types import Options
from games.engine.analysis import decided_otherwise
from games.engine.facilitation import Brought, offers_of
from games.engine.ledger import Books
from games.engine.types import places
from games.ui.faces import Scene
from tests.games.catalogue.master_builder.matches import VARIANTS
from tests.games.catalogue.master_builder.pattern_facts import B, harm, play_of, player, players
from tests.games.catalogue.master_builder.pure.test_facts import in_round
from tests.games.catalogue.master_builder.table import CLASSIC, raises_illegal, site, start, town
from tests.games.eventful import PLANS, check_open, check_replay, eventful
from tests.recaps import cards_after, rows

MINUS = "\u2212"
MASTERS = "E15"
"""An event card that concerns master craftsmen only: a player pays for each, or does without."""


def offered(position):
    """The events that can be brought, with their greatest amounts."""
    return {offer.key: offer.high for offer in offers_of(RULES, position.state)}


def test_a_grant_gives_each_player_the_same_from_the_bank():
    before = town(phase="hire", players=3, cash=[0, 12, 40])

    after = before.bring("grant", 5)

    assert after.cash == (5, 17, 45)
    assert after.state.bank == before.state.bank - 15
    assert after.did == tuple(MoneyBrought("grant", 5, turn=2, seat=seat) for seat in range(3))
    assert after.asked == before.asked


def test_after_a_grant_an_earlier_player_who_has_the_money_now_nominates():
    """The North Wall takes 2k at least."""
    before = town(phase="contracts", cash=[1, 40], lots=(1,), deck=[9])

    after = before.bring("grant", 1)

    assert (before.asked, after.asked) == ([(1, "nominate")], [(0, "nominate")])


def test_a_tax_takes_from_each_player_what_it_has_at_most():
    before = town(phase="hire", players=3, cash=[0, 3, 40])

    after = before.bring("tax", 5)

    assert after.cash == (0, 0, 35)
    assert after.state.bank == before.state.bank + 8
    assert after.did == (MoneyBrought("tax", -3, turn=2, seat=1), MoneyBrought("tax", -5, turn=2, seat=2))


def test_a_tax_takes_no_more_than_the_richest_has_and_nothing_where_nobody_has_any():
    assert offered(town(phase="hire", cash=[4, 7]))["tax"] == 7
    assert "tax" not in offered(town(phase="hire", cash=[0, 0]))
    with raises_illegal("amount_out_of_range", amount=8, low=1, high=7):
        town(phase="hire", cash=[4, 7]).bring("tax", 8)


def test_money_that_is_bid_or_needed_for_a_first_contract_is_not_taxed():
    assert "tax" not in offered(start(2))
    market = town(phase="contracts", lots=(3,), deck=[9])
    assert "tax" not in offered(market)
    assert "tax" not in offered(market.nominates(0, 3, 10))


def test_a_strike_keeps_away_who_was_hired_last_and_they_are_paid_and_back_in_the_next_round():
    position = town(phase="hire", crews=["M1 T5 A6", "A1"], event=MASTERS, deck=[9])

    struck = position.bring("strike", 2)

    assert [struck.crew(0), struck.crew(1)] == ["M1 T5! A6!", "A1!"]
    assert struck.wages == position.wages == (10, 2)
    assert struck.did == (
        MadeUnavailable(("T5", "A6"), False, "strike", turn=2, seat=0),
        MadeUnavailable(("A1",), False, "strike", turn=2, seat=1),
    )
    assert [struck.bring("strike", 1).crew(seat) for seat in (0, 1)] == ["M1! T5! A6!", "A1!"]
    assert offered(struck)["strike"] == 1
    later = struck
    while later.state.round == 2:
        later = later.default(later.asked[0][0])
    assert [later.crew(0), later.crew(1)] == ["M1 T5 A6", "A1"]


def test_a_strike_comes_before_the_event_cards_and_only_where_somebody_can_strike():
    assert offered(town(phase="contracts", crews=["T1", ""], lots=(3,), deck=[9]))["strike"] == 1
    assert "strike" not in offered(town(phase="plan", crews=["T1 A1"], sites=[[site(3)]], deck=[9]))
    assert "strike" not in offered(town(phase="hire", crews=["T1!", ""]))


def test_a_rise_makes_each_worker_dearer_until_the_worker_leaves():
    position = town(phase="hire", crews=["M1 T5:4", "A1"])

    dearer = position.bring("wage_rise", 2)

    assert [dearer.crew(0), dearer.crew(1)] == ["M1:8 T5:6", "A1:4"]
    assert dearer.did == (
        WagesRaised(("M1", "T5"), 2, 14, False, "wage_rise", turn=2, seat=0),
        WagesRaised(("A1",), 2, 4, False, "wage_rise", turn=2, seat=1),
    )
    assert dearer.fire(0, "M1").wages == (6, 4)


def test_a_rise_spares_the_first_crews_and_a_player_who_looks_through_a_stack():
    looking = town(phase="hire", crews=["M1", ""], choose_worker=True)

    assert "wage_rise" in offered(looking)
    assert "wage_rise" not in offered(looking.play(0, Look("A")))
    assert "wage_rise" not in offered(start(2).hire(0, "A"))


def test_no_event_comes_while_wages_are_paid():
    position = town(phase="wages", crews=["M1 M2", ""], cash=[1, 40], deck=[9])

    assert (position.asked, offered(position)) == ([(0, "borrow")], {})
    with raises_illegal("no_such_event", event="grant"):
        position.bring("grant", 9)


def test_the_money_of_events_is_worked_by_hand():
    """A grant of 5k, a tax of 3k, and a rise of 2k for two workers: 29k of wages are paid as 25k without it, then 30k
    (the limit) of 34k, as 30k without it. After one of them has left, 24k as 22k.
    """
    share = Share(30)
    told = (
        Hired("M1", 12, 12, None, turn=1, seat=0),
        Hired("M2", 13, 25, None, turn=1, seat=0),
        Hired("A1", 2, 2, None, turn=1, seat=1),
        MoneyBrought("grant", 5, turn=2, seat=0),
        MoneyBrought("grant", 5, turn=2, seat=1),
        MoneyBrought("tax", -3, turn=2, seat=0),
        WagesRaised(("M1", "M2"), 2, 29, False, "wage_rise", turn=2, seat=0),
        WagesPaid(29, 0, turn=2, seat=0),
        WagesPaid(2, 0, turn=2, seat=1),
        WagesRaised(("M2",), 5, 34, True, turn=3, seat=0),
        WagesPaid(30, 0, turn=3, seat=0),
        Left("M1", "fired", 20, None, turn=4, seat=0),
        Hired("A2", 4, 24, None, turn=4, seat=0),
        WagesPaid(24, 0, turn=4, seat=0),
    )
    for event in told:
        share.add(event)

    assert dict(share.money) == {0: 5 - 3 - 4 - 0 - 2, 1: 5}


def paid_for_rises(told):
    """By seat: wages that were paid because of a rise. The total of a crew is that of its last event."""
    wages, rises, found = Counter(), {}, Counter()
    for event in told:
        match event:
            case Hired():
                rises[event.worker] = [event.seat, 0]
            case Left():
                del rises[event.worker]
            case WagesRaised(brought="wage_rise"):
                for worker in event.workers:
                    rises[worker][1] += event.amount
            case WagesPaid():
                more = sum(rise for seat, rise in rises.values() if seat == event.seat)
                found[event.seat] += event.amount - min(CLASSIC.wage_limit, wages[event.seat] - more)
        if isinstance(event, Hired | Left | WagesRaised):
            wages[event.seat] = event.wages
    return found


@settings(max_examples=20, deadline=None)
@given(plan=PLANS, seed=st.integers(0, 200), players=st.integers(2, 4), variant=st.sampled_from(sorted(VARIANTS)))
def test_matches_with_any_events_keep_the_laws(plan, seed, players, variant):
    options = VARIANTS[variant]
    if options.first_player is not None and options.first_player >= players:
        options = replace(options, first_player=0)
    found = eventful(GAME, CLASSIC, options, players, plan, seed)

    workers = sorted(worker.id for worker in CLASSIC.workers)
    for move in found.moves:
        after = move.after
        assert sum(firm.cash for firm in after.firms) + after.bank == CLASSIC.start_money * players
        assert min(firm.cash for firm in after.firms) >= 0
        held = [each.worker for firm in after.firms for each in firm.crew]
        piles = [card for pile in after.stacks for card in (*pile.seen, *pile.unseen, *pile.back)]
        assert sorted(held + piles) == workers
        assert after.round == 1 or all(firm.sites for firm in after.firms)
        assert not any(each.down for firm in after.firms for each in firm.crew) or after.phase != "wages"
    for move in found.brought:
        assert (move.before.round, move.before.phase) == (move.after.round, move.after.phase)
        assert move.before.first == move.after.first
        assert all(event.audience is None for event in move.events)
    check_open(found)
    check_replay(found)
    check_books(found, players)
    check_neutral(found)


def check_books(found, players):
    """Check that facts and accounts have the money and the wages of the last state."""
    table = facts(CLASSIC, found.match.options, found.records())
    assert [line.cash for line in table.seats] == [firm.cash for firm in found.end.firms]
    assert [line.score for line in table.seats] == list(RULES.result(found.end).scores)
    for line in table.rounds:
        income = line.income + line.bonuses + line.borrowed + line.rent + line.brought
        assert line.start + income - line.bids - line.fees - line.paid_off - line.wages - line.repaid == line.end
    books = Books(ACCOUNTS, Terms(CLASSIC, found.told))
    for event in found.told:
        books.add(event)
    for seat, firm in enumerate(found.end.firms):
        assert (books["money", seat], books["wages", seat]) == (firm.cash, firm.wages)
    moved = [event.amount for event in found.told if isinstance(event, MoneyBrought)]
    assert sum(line.brought for line in table.rounds) == sum(moved)
    ours = [line for line in table.harm if line.brought]
    assert sum(line.received - line.paid for line in ours) == sum(moved)


def check_neutral(found):
    """Check that the result without events is the score less the money and the dearer wages."""
    result = RULES.result(found.end)
    brought = Counter()
    for event in found.told:
        if isinstance(event, MoneyBrought):
            brought[event.seat] += event.amount
    brought.subtract(paid_for_rises(found.told))
    neutral = EVENTS.without(found.end, found.told)

    assert neutral.scores == tuple(score - brought[seat] for seat, score in enumerate(result.scores))
    assert neutral.places == places(neutral.scores)
    if not found.brought:
        assert neutral == result


def test_a_strike_alone_leaves_the_result_as_it_is():
    found = eventful(GAME, CLASSIC, Options(), 2, ((8, 1, 1),), seed=3)

    assert [move.move.event for move in found.brought] == ["strike"]
    assert EVENTS.without(found.end, found.told) == RULES.result(found.end)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            [
                "Receives <b>5k</b> (grant from the town).",
                "Pays <b>3k</b> (town tax).",
                "Away in this round (strike): Colin (T).",
                "Pays 1k a round more (rise of wages) to each of: Colin (T). Wages: <b>4k</b>.",
            ],
        ),
        (
            "fr",
            [
                "Reçoit <b>5\xa0k</b> (subvention de la ville).",
                "Paie <b>3\xa0k</b> (impôt de la ville).",
                "S’absentent à cette manche (grève)\xa0: Colin (C).",
                "Paie 1\xa0k de plus par manche (hausse des salaires) à chacun\xa0: Colin (C). "
                "Salaires\xa0: <b>4\xa0k</b>.",
            ],
        ),
    ],
)
def test_events_in_the_log(language, words):
    told = (
        MoneyBrought("grant", 5, turn=2, seat=0),
        MoneyBrought("tax", -3, turn=2, seat=0),
        MadeUnavailable(("T3",), False, "strike", turn=2, seat=0),
        WagesRaised(("T3",), 1, 4, False, "wage_rise", turn=2, seat=0),
    )
    with translation.override(language):
        assert [FACE.words.event(CLASSIC, event).html for event in told] == words


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_every_event_has_a_title_a_unit_and_an_effect(language):
    positions = [town(phase=phase, crews=["T1 A1"], sites=[[site(3)]]) for phase in ("hire", "plan")]
    rules = {key for position in positions for key in offered(position)}
    with translation.override(language):
        part = FACE.facilitation
        effects = [part.effect(CLASSIC, Brought(key, amount)) for key in part.titles() for amount in (1, 2)]

        assert set(part.titles()) == set(part.units) == rules
        assert len(set(effects)) == len(effects)
        assert not any("%" in text for text in (*effects, *part.titles().values()))


def test_the_effects_in_english():
    effects = {key: FACE.facilitation.effect(CLASSIC, Brought(key, 1)) for key in FACE.facilitation.titles()}

    assert effects == {
        "grant": "Each player receives 1k from the bank at once.",
        "tax": "Each player pays 1k to the bank at once. A player with less pays all that is left.",
        "strike": "In each crew 1 more worker is away in this round, but paid: the one hired last.",
        "wage_rise": "The wage of each worker in a crew rises by 1k a round, until the worker leaves.",
    }


def test_an_event_is_one_card_of_the_news_with_its_effects_on_all():
    before = town(phase="hire", players=2, cash=[3, 40], crews=["T3", ""])
    taxed, struck = before.bring("tax", 4), before.bring("strike", 1)

    (tax,), (strike,) = (cards_after(FACE, CLASSIC, after.state, after.did, 1) for after in (taxed, struck))

    assert (tax.label, tax.title, tax.weight) == ("Brought by the facilitator", "Town tax", "news")
    assert tax.words == ("Architect A: pays <b>3k</b> (town tax). Architect B: pays <b>4k</b> (town tax).")
    assert rows(tax) == [("Your money", 40, 36), ("Money: Architect A", 3, 0)]
    assert (strike.title, strike.words) == ("Strike", "Architect A: away in this round (strike): Colin (T).")


def test_two_events_are_two_cards():
    both = town(phase="hire", crews=["T3", ""]).bring("grant", 4)
    after = both.bring("strike", 1)

    cards = cards_after(FACE, CLASSIC, after.state, (*both.did, *after.did), 1)

    assert [card.title for card in cards] == ["Grant from the town", "Strike"]


def test_the_sum_of_a_purse_names_the_event():
    story = in_round("hire", crews=["T1", ""]).do("bring", "grant", 4)
    record = tuple(event for each in story.records for event in each.events)
    view = RULES.view(story.position.state, 0)

    found = FACE.explain.number(Scene(CLASSIC, view, 0, record=record), "money-0")

    assert ("Grant from the town, brought by the facilitator", 4) in [(term.words, term.amount) for term in found.terms]


def test_what_the_facilitators_events_cost_is_told_apart_from_event_cards():
    story = in_round("hire", crews=["T1 A1", ""], sites=[[site(3)], [site(12)]], event=MASTERS, deck=[9])
    story.do("bring", "grant", 9).do("bring", "strike", 1).do("bring", "wage_rise", 1)
    while story.position.state.round == 2:
        story.do("default", story.position.asked[0][0])
    table = story.facts()

    ours = [line for line in table.harm if line.brought]
    assert ours == [
        HarmFacts(round=2, number=0, event="grant", seat=0, brought=True, received=9),
        HarmFacts(round=2, number=0, event="grant", seat=1, brought=True, received=9),
        HarmFacts(round=2, number=0, event="strike", seat=0, down=1, down_wages=3, brought=True),
        HarmFacts(round=2, number=0, event="wage_rise", seat=0, raised=2, extra_wages=2, brought=True),
    ]
    told = [row for row in DEBRIEF.context(CLASSIC, table, ["", ""])["harm_rows"] if "facilitator" in row.event]
    assert [(row.event, row.words, row.cost) for row in told if row.role.letter == "A"] == [
        ("Grant from the town, brought by the facilitator", "9k received at once", f"{MINUS}9k"),
        ("Strike, brought by the facilitator", "1 away", "3k"),
        ("Rise of wages, brought by the facilitator", "wages up by 2k a round", "2k"),
    ]


def test_no_pattern_calls_an_event_of_the_facilitator_a_risk_to_prepare_for():
    struck = {"round_": 2, "number": 0, "down": 3, "down_wages": 9}
    cards, events = (
        {each.key for each in PATTERNS.look(play_of(harm=(harm(B, **struck, **more),)))}
        for more in ({}, {"event": "strike", "brought": True})
    )

    assert cards - events == {"event_struck", "hit_alone"}


def test_wages_of_a_rise_are_not_called_a_crew_too_large():
    """90k of wages, of which the rise is 30k, against 70k from the buildings."""
    seats = players(player(B, wages=90, income=70))
    dearer = harm(B, number=0, event="wage_rise", raised=10, extra_wages=30, brought=True)

    found = [{each.key for each in PATTERNS.look(play_of(seats=seats, harm=lines))} for lines in ((), (dearer,))]

    assert ["wages_over_income" in keys for keys in found] == [True, False]


BROUGHT = ((12, 0, 4), (10, 1, 0), (10, 2, 1))


def test_the_analysis_weighs_decisions_and_leaves_events_out():
    found = eventful(GAME, CLASSIC, Options(), 2, BROUGHT, seed=1)
    spotted = ANALYST.spot(found.match.steps()[0])
    numbers = {number for number, move in enumerate(found.moves, start=1) if move.is_brought}

    assert len(numbers) == 3
    assert not numbers & {each.number for each in spotted}
    lots = [step.number for step, _rows in fortunes(found.match, b"lots", 0)]
    assert not numbers & set(lots)


def test_a_decision_made_otherwise_goes_on_with_the_same_events():
    match = eventful(GAME, CLASSIC, Options(), 2, BROUGHT, seed=1).match
    spotted = ANALYST.spot(match.steps()[0])[2]
    other = ANALYST.alternatives(match.steps()[0][spotted.at - 1].before, spotted)[0]

    same, changed = (decided_otherwise(match, spotted, intent) for intent in (spotted.intent, other))

    assert same.moves == match.moves
    events = [move for seat, _key, move in match.moves if seat is None]
    kept = [move for seat, _key, move in changed.moves if seat is None]
    assert kept == [event for event in events if event in kept]
    assert kept


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_the_sheets_of_a_match_with_events_say_who_brought_them_and_what_a_gift_counts(language):
    found = eventful(GAME, CLASSIC, Options(), 2, BROUGHT, seed=1)
    with translation.override(language):
        table = facts(CLASSIC, Options(), found.records())
        context = DEBRIEF.context(CLASSIC, table, ["", ""])
        charts = {each.name: {"chart": each, "svg": ""} for each in DEBRIEF.charts(CLASSIC, table)}
        sheets = [render_to_string(sheet, {**context, "charts": charts}) for sheet in DEBRIEF.sheets]
        own = render_to_string(DEBRIEF.seat_sheet, {"own": DEBRIEF.seat_context(CLASSIC, table, 0)})
        title = FACE.facilitation.titles()["grant"]

    assert table.harm[0].event == "grant"
    assert title in sheets[3]
    assert ("is a cost below 0" in sheets[3]) == (language == "en")
    assert not any("%(" in sheet for sheet in (*sheets, own))
