"""The recap of the other players' turns: hiring, auctions, events, buildings, wages."""

from games.catalogue.master_builder.face import FACE
from games.catalogue.master_builder.rules.moves import Borrow
from games.catalogue.master_builder.rules.rules import RULES
from tests.games.catalogue.master_builder.table import CLASSIC, pieces, site, town
from tests.recaps import cards_after, rows

FIVE = "M1 M2 M3 M4 M5 A1"
"""Wages of 30."""


def cards(after, seat=1):
    return cards_after(FACE, CLASSIC, after.state, after.did, seat)


def test_who_is_hired_and_fired_changes_the_wages():
    position = town(phase="hire", crews=["M1 T5", "A1"])
    fired = position.fire(0, "T5")

    (card,) = cards(fired)

    assert (card.label, card.title, card.rule) == ("Hiring and firing", "1 worker fired", "rules#hire")
    assert rows(card) == [("Wages: Architect A", 9, 6)]
    assert rows(cards(fired, seat=0)[0]) == [("Your wages", 9, 6)]


def test_an_auction_is_one_card_with_its_bids_and_what_the_contract_brings():
    position = town(phase="contracts", players=3, lots=(3,), deck=[9]).nominates(0, 3, 10).passes(1)
    won = position.bids(2, 12).passes(0)

    card = cards(won)[0]

    assert (card.label, card.title, card.rule) == ("Architect C", "Weaver's House for 12k", "rules#auction")
    assert card.words == "Passed: Architect A."
    assert card.note == "Counts as paid now. Its 6 sections bring 56k once all stand."
    assert rows(card) == [("Money: Architect C", 40, 28)]


def test_only_who_declined_is_told_to_nominate_nothing_more():
    declined = town(phase="contracts", players=3, lots=(3,), deck=[9]).declines(0)

    assert [cards(declined, seat)[0].title for seat in (0, 1)] == [
        "You nominate nothing more",
        "Architect A nominates nothing more",
    ]


def test_nobody_is_told_to_have_passed_who_could_not_bid_more():
    bid = town(phase="contracts", players=3, lots=(3,), deck=[9], cash=[40, 40, 9]).nominates(0, 3, 10)
    over = bid.passes(1)

    (card, *_more) = cards_after(FACE, CLASSIC, over.state, (*bid.did, *over.did), 2)

    assert card.words == "Bids: Architect A 10k. Passed: Architect B. No money for a higher bid: you."


def test_a_limit_that_is_reached_is_told_to_its_owner_alone():
    limited = town(phase="contracts", players=2, lots=(3,), deck=[9]).nominates(0, 3, 10, limit=12)
    over = limited.bids(1, 13)

    own, told = (cards_after(FACE, CLASSIC, over.state, (*limited.did, *over.did), seat)[0].words for seat in (0, 1))

    assert "Your limit of 12k is reached." in own
    assert "assed" not in own
    assert "Passed: Architect A." in told


def test_a_limit_stands_on_the_card_of_its_owner_only():
    limited = town(phase="contracts", players=3, lots=(3,), deck=[9]).nominates(0, 3, 10, limit=15)

    assert ["15k" in cards(limited, seat)[0].words for seat in (0, 1)] == [True, False]


def test_the_wages_of_all_are_one_card_and_the_next_round_a_detail():
    paid = town(phase="wages", players=2, crews=["M1 T5", "A1"], deck=[9])

    wages, begun = cards(paid)[:2]

    assert (wages.title, wages.words) == ("Wages are paid", "Wages paid: Architect A 9k, you 2k.")
    assert rows(wages) == [("Your money", 40, 38), ("Money: Architect A", 40, 31)]
    assert (begun.title, begun.weight) == ("You have the mallet", "detail")


def test_loans_are_told_with_what_they_cost_to_give_back():
    lent = town(phase="wages", cash=[0, 40], crews=[FIVE, "A1"], deck=[9]).play(0, Borrow("large"))

    card = cards(lent)[0]

    assert (card.title, card.rule) == ("Wages are paid", "rules#loans")
    assert card.note == "A loan of 30k costs 38k to give back, 40k once the contract deck is empty."


def test_what_a_player_builds_is_drawn_and_a_finished_contract_pays():
    sides = site(3, "side_1", "gable_1", "gable_2", "roof_1", "roof_2")
    position = town(phase="plan", crews=["M1 T5", ""], sites=[[sides], []], deck=[9])

    built = cards(position.builds(0, *pieces(3, "side_2")))

    card = next(each for each in built if each.rule == "rules#build" and each.seat == 0)
    assert (card.label, card.title) == ("Architect A", "Finished: Weaver's House")
    assert rows(card) == [("Money: Architect A", 40, 96), ("Weaver's House, sections", 5, 6)]
    drawn = card.context["plots"][0]["picture"]
    assert (drawn.was, drawn.stands, drawn.is_done) == (drawn.height * 5 // 6, drawn.height, True)
    assert card.note == "The bank pays for a contract when its last section stands."


def test_an_own_plan_that_falls_short_is_told_beside_the_best_one():
    position = town(phase="plan", crews=["", "T5 T6 A6 A7"], sites=[[], [site(3)]], deck=[9])
    best = RULES.default(position.state, 1, "round-2/plan").sections
    assert len(best) > 2

    card = _building(cards(position.builds(1, *pieces(3, "side_2", "gable_1"))))
    assert card.title == "2 sections built"
    assert card.note.startswith(f"The best plan had {len(best)}: ")
    assert "side wall 1" in card.note
    assert _building(cards(position.builds(1, *best))).note == "No plan had more sections."


def _building(told):
    return next(each for each in told if each.rule == "rules#build" and each.seat == 1)


def test_an_event_is_one_card_that_turns_over_with_all_that_it_did():
    struck = town(phase="events", crews=["M1 T1", "F5 A7"], event="E04", sites=[[site(3)], []], deck=[9])

    card = cards(struck)[0]

    assert (card.label, card.title, card.turned, card.rule) == (
        "Event card",
        "Heat wave",
        True,
        "rules#events",
    )
    assert "Architect B: away in this round:" in card.words
    assert card.note == "A worker who is away builds nothing in this round and is paid all the same."
