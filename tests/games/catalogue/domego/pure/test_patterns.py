"""Patterns of questions found in the facts: each in a match that has it, and in one that has not."""

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.catalogue.domego.debrief.patterns import PATTERNS, Play
from games.catalogue.domego.facts.tables import CardEffect, Instalment
from games.catalogue.domego.names import card_title
from games.ui.patterns import MOST, TRANSFER, FoundPattern, Hit, Logged, about, ranked
from tests.games.catalogue.domego.pattern_facts import (
    ARCHITECT,
    ENGINEER,
    FITOUT,
    INSPECTOR,
    OWNER,
    STRUCTURE,
    activities,
    activity,
    bankruptcy,
    card,
    contract,
    play_of,
    points,
    role,
    roles,
    targets,
    turn,
)
from tests.games.catalogue.domego.table import CLASSIC

ALWAYS = {"first_four", "real_site"}
"""Found in every match that has begun."""

late = activities(activity(5, days=24), activity(1))
placed_more = activity(4, turn(STRUCTURE, placed=5, fewer_cards=2), turn(FITOUT, placed=4), days=9)
hit = CardEffect("resources", 3, 4, STRUCTURE, "done", cubes=3, bought=2)
later = CardEffect("delay", 4, 5, STRUCTURE, "done")
more_cards = CardEffect("risk", 2, 6, None, "deferred")
longer = CardEffect("delay", 20, 4, None, "done")
slower = CardEffect("delay", 4, 4, None, "done")
dug = CardEffect("delay", 10, 9, None, "done")
faster = CardEffect("delay", -8, 4, None, "done")
both = [CardEffect("resources", 1, 4, seat, "done", cubes=1) for seat in (STRUCTURE, FITOUT)]
shared = activity(4, turn(OWNER, fewer_cards=1), turn(FITOUT, fewer_cards=1), cards=0)
PAPER = " and ".join(f"“{card_title(CLASSIC, name)}”" for name in ("06-01", "07-01"))
designed = activity(10, due=(card("06-01", 6, later), card("07-01", 7, later)))

CASES = {
    "snags_at_handover": (
        {"activities": (*activities(), activity(12, cards=3))},
        "At practical completion, in activity 12, 3 cards were drawn.",
        ["activity_ended"],
    ),
    "found_in_the_ground": (
        {"activities": (*activities(), activity(9, due=(card("02-02", 2, dug),)))},
        "“no ground survey”, from activity 2, was felt during the works, in activity 9.",
        ["effect_applied"],
    ),
    "between_the_trades": (
        {"activities": activities(activity(4, drawn=(card("04-01", 4, *both),)))},
        "In activity 4 one card, “talks drag on”, took from 2 roles at once.",
        ["card_drawn", "activity_ended"],
    ),
    "money_to_come": (
        {
            "bankruptcies": (bankruptcy(ARCHITECT),),
            "contracts": (contract(instalments=(Instalment(3, 60, 0, ""), Instalment(6, 40, 0, ""))),),
        },
        "The architect went bankrupt in activity 4, with 40k of its price still to come.",
        ["bankrupt"],
    ),
    "reserve_paid": (
        {"roles": roles(role(STRUCTURE, risk_cubes=3))},
        "The structural contractor gave 3 cubes to risk cards, all of them from its stock.",
        ["game_ended"],
    ),
    "covered_together": (
        {"activities": activities(shared)},
        "In activity 4 no card was drawn: 2 roles had shared the prevention.",
        ["allocated"] * 6,
    ),
    "bare_start": (
        {"activities": activities(activity(1, fewer_cards=0, cards=2), activity(2, fewer_cards=0, cards=2))},
        "In activities 1 and 2 no cube was placed against risk, and 4 cards were drawn.",
        ["activity_ended", "activity_ended"],
    ),
    "paper_to_site": (
        {"activities": (*activities(), designed)},
        f"Cards drawn during the design were paid for on site: {PAPER}.",
        ["activity_ended"],
    ),
    "worst_activity": (
        {"activities": activities(activity(4, cards=4))},
        "Of 9 cards of the whole project, 4 were drawn in activity 4.",
        ["activity_ended"],
    ),
    "lucky_card": (
        {"activities": activities(activity(4, drawn=(card("06-06", 4, faster),)))},
        "The card “clever idea” saved 8 days in activity 4.",
        ["activity_ended"],
    ),
    "many_forced": (
        {"roles": roles(*(role(seat, forced=2) for seat in (OWNER, ENGINEER, FITOUT)))},
        "3 roles had to buy 6 cubes at the full price, because a card asked for them.",
        ["game_ended"],
    ),
    "one_bought_the_days": (
        {"activities": activities(activity(4, turn(ENGINEER, fewer_days=5)))},
        "Of 6 days that were bought, 5 came from the design engineer.",
        ["game_ended"],
    ),
    "ended_late": (
        {"targets": targets(delay=388), "activities": late},
        "The project ended 8 days late. Activity 5 took 24 days for 10 planned.",
        ["activity_ended", "game_ended"],
    ),
    "late_from_the_start": (
        {"targets": targets(delay=388), "activities": activities(activity(2, days=18))},
        "Of the time lost, 8 days were lost by activity 3, before half of the activities were over.",
        ["activity_ended"],
    ),
    "late_in_the_end": (
        {"targets": targets(delay=388), "activities": late},
        "After activity 4 the project was on plan; activity 5 alone took 24 days for 10 planned.",
        ["activity_ended", "activity_ended"],
    ),
    "days_left_over": (
        {"targets": targets(delay=370), "activities": activities(activity(3, fewer_days=6, days=4))},
        "10 days were left over. The most that cubes saved in one activity: 6 days, in activity 3.",
        ["allocated"] * 6 + ["game_ended"],
    ),
    "no_days_bought": (
        {"targets": targets(delay=388), "activities": activities(activity(1))},
        "Nobody bought a single day in 6 activities, and the project ended 8 days late.",
        ["game_ended"],
    ),
    "cards_took_days": (
        {"activities": activities(activity(4, card_days=20, drawn=(card("04-01", 4, longer),)))},
        "Risk cards added 20 days in all, 20 days of them in activity 4.",
        ["card_drawn", "activity_ended"],
    ),
    "late_by_little": (
        {"targets": targets(delay=381)},
        "One day decided the duration target.",
        ["game_ended"],
    ),
    "over_cost": (
        {"targets": targets(cost=145), "activities": activities(activity(4, cost=20))},
        "Cost ended 10 over its target. Activity 4 alone cost 20 for 12 required.",
        ["allocated"] * 6 + ["activity_ended"],
    ),
    "cost_to_spare": (
        {"targets": targets(cost=120, delay=390)},
        "Cost ended 15 under its target, while the target for the duration was missed.",
        ["game_ended"],
    ),
    "many_extra_cubes": (
        {"activities": activities(placed_more)},
        "In activity 4 the team placed 5 cubes more than required, which spared 1 card and 1 day.",
        ["allocated"] * 6,
    ),
    "bought_dear": (
        {
            "roles": roles(role(FITOUT, bought_high=3, forced=2)),
            "activities": activities(activity(4, turn(FITOUT, bought_high=3))),
        },
        "The fit-out contractor bought 5 cubes at the full price, for 5k more than at the special one.",
        ["allocated"],
    ),
    "bought_none_early": (
        {
            "roles": roles(role(STRUCTURE, bought_low=0, bought_high=4)),
            "activities": activities(activity(4, turn(STRUCTURE, bought_high=4))),
        },
        "The structural contractor bought nothing at the special price and 4 cubes at the full one.",
        ["allocated"],
    ),
    "left_in_store": (
        {"roles": roles(role(ENGINEER, stock=6)), "activities": activities(activity(2, turn(ENGINEER, bought_low=9)))},
        "The design engineer held 6 cubes at the end that nobody needs any more.",
        ["bought", "game_ended"],
    ),
    "forced_to_buy": (
        {
            "roles": roles(role(STRUCTURE, forced=2)),
            "activities": activities(activity(4, drawn=(card("04-01", 4, hit),))),
        },
        "Risk cards forced the structural contractor to buy 2 cubes at the full price.",
        ["effect_applied"],
    ),
    "purse_empty": (
        {"activities": activities(activity(4, turn(ENGINEER, money=1)))},
        "After activity 4 the design engineer held 1k, with 2 activities to come.",
        ["allocated", "activity_ended"],
    ),
    "changed_its_mind": (
        {"activities": activities(activity(4, turn(ENGINEER, placements=3)))},
        "In activity 4 the design engineer changed its placement 2 times.",
        ["placed"] * 3,
    ),
    "price_above": (
        {"contracts": (contract(120),)},
        "The architect got 120k, while contracts of this kind go from 80 to 115.",
        ["offered"] * 3 + ["agreed"],
    ),
    "price_below": (
        {"contracts": (contract(70),)},
        "The architect agreed to 70k, while contracts of this kind go from 80 to 115.",
        ["offered"] * 3 + ["agreed"],
    ),
    "talk_failed": (
        {"contracts": (contract(115, how="drawn"),)},
        "The project owner and the architect found no price, and each lost 5 points.",
        ["offered"] * 3 + ["broken_off", "contract_drawn"],
    ),
    "refused_better": (
        {"contracts": (contract(80, (OWNER, 95), how="drawn"),)},
        "The architect refused 95k and was given 80k at random, 15k worse.",
        ["offered", "broken_off", "contract_drawn"],
    ),
    "first_offer_taken": (
        {"contracts": (contract(90, (OWNER, 90)),)},
        "The project owner and the architect agreed on the first price, 90k; usual are 80 to 115.",
        ["offered", "agreed"],
    ),
    "long_talk": (
        {"contracts": (contract(100, *([(OWNER, 90), (ARCHITECT, 110)] * 3)),)},
        "The project owner and the architect named 6 prices before it was settled.",
        ["offered"] * 6 + ["agreed"],
    ),
    "one_side_gave_way": (
        {"contracts": (contract(110, (OWNER, 90), (ARCHITECT, 110)),)},
        "The first prices were 90k and 110k, the contract 110k: the project owner gave way.",
        ["offered"] * 2 + ["agreed"],
    ),
    "bank_stepped_in": (
        {"contracts": (contract(100, by_bank=15),)},
        "The bank paid 15k of the 100k that the project owner owed to the architect.",
        ["paid"],
    ),
    "thin_price": (
        {"contracts": (contract(85),), "bankruptcies": (bankruptcy(ARCHITECT),)},
        "The architect went bankrupt in activity 4; its contract was 85k, usual are 80 to 115.",
        ["agreed", "bankrupt"],
    ),
    "good_margin": (
        {"roles": roles(role(ARCHITECT, contract_received=100, money=80)), "targets": targets(cost=150)},
        "The architect was paid 100k and ended 50k up; the project missed a target.",
        ["paid", "game_ended"],
    ),
    "payer_kept_money": (
        {"roles": roles(role(OWNER, start_money=150, money=60, contract_paid=100)), "targets": targets(cost=150)},
        "The project owner kept 60k of its 150k, and the project missed a target.",
        ["paid", "game_ended"],
    ),
    "too_many_failures": (
        {"targets": targets(failures=25), "activities": activities(activity(4, cards=4))},
        "5 cards too many; 4 cards in activity 4 alone.",
        ["cards_due", "game_ended"],
    ),
    "well_covered": (
        {"activities": activities(activity(4, turn(FITOUT, placed=5), slots=5, cards=2))},
        "In activity 4 the team kept 3 cards in the deck, with 3 cubes above what is required.",
        ["allocated"] * 6 + ["cards_due"],
    ),
    "uncovered": (
        {"activities": activities(activity(4, slots=3, cards=3, fewer_cards=0, drawn=(card("04-01", 4, slower),)))},
        "In activity 4 nobody placed a cube against risk, and all 3 cards were drawn: 4 days more.",
        ["cards_due", "activity_ended"],
    ),
    "came_back_later": (
        {"activities": activities(activity(4, drawn=(card(),)), activity(5, due=(card("04-01", 4, later),)))},
        "The card \u201ctalks drag on\u201d, drawn in activity 4, struck in activity 5.",
        ["card_drawn", "effect_applied"],
    ),
    "risk_breeds_risk": (
        {"activities": activities(activity(4, drawn=(card("04-01", 4, more_cards),)))},
        "Cards drawn early put 2 cards more on top of later activities.",
        ["effect_deferred"],
    ),
    "one_paid_for_risks": (
        {
            "roles": roles(role(STRUCTURE, risk_cubes=4), role(FITOUT, risk_cubes=1)),
            "activities": activities(activity(4, drawn=(card("04-01", 4, hit),))),
        },
        "Of 5 cubes that risk cards took, 4 came from the structural contractor.",
        ["effect_applied"],
    ),
    "did_the_least": (
        {"roles": roles(*(role(seat, placed=14) for seat in (OWNER, ARCHITECT, STRUCTURE, FITOUT)))},
        "The design engineer never placed a cube above what is required; the others placed 8 cubes.",
        ["allocated"] * 6,
    ),
    "carried_the_others": (
        {
            "roles": roles(role(FITOUT, placed=18), role(STRUCTURE, placed=13)),
            "activities": activities(activity(4, turn(FITOUT, placed=5))),
        },
        "Of 7 cubes above what is required, the fit-out contractor placed 6. "
        "Its points at the end: 5; usual in this role are 16 to 20.",
        ["allocated"],
    ),
    "went_bankrupt": (
        {"bankruptcies": (bankruptcy(),)},
        "The structural contractor went bankrupt in activity 4, with 3k and 1 cube in hand.",
        ["bankrupt"],
    ),
    "fell_like_dominoes": (
        {"bankruptcies": (bankruptcy(), bankruptcy(ARCHITECT, 4, "replacement"))},
        "The architect could not pay for the firm that replaced its partner, and fell with it in activity 4.",
        ["bankrupt", "bankrupt"],
    ),
    "bankrupt_again": (
        {"bankruptcies": tuple(bankruptcy(STRUCTURE, number) for number in range(1, 7))},
        "The structural contractor went bankrupt 6 times.",
        ["bankrupt"] * 6,
    ),
    "missing_cubes": (
        {
            "bankruptcies": (bankruptcy(cause="required"),),
            "roles": roles(role(STRUCTURE, bought_low=5)),
            "activities": activities(activity(2, turn(STRUCTURE, bought_low=5))),
        },
        "The structural contractor could not place what is required in activity 4; it "
        "had bought 5 cubes at the special price.",
        ["bought", "bankrupt"],
    ),
    "felled_by_a_card": (
        {"bankruptcies": (bankruptcy(cause="card", card="04-01"),)},
        "One risk card in activity 4 was enough to ruin the structural contractor.",
        ["bankrupt"],
    ),
    "all_met": ({}, "All targets were met.", ["game_ended"]),
    "all_missed": ({"targets": targets(390, 150, 30)}, "Every target was missed.", ["game_ended"]),
    "exactly_on_target": (
        {"targets": targets(failures=20)},
        "Exactly on target: failures.",
        ["allocated"] * 6 + ["game_ended"],
    ),
    "cost_by_little": (
        {"targets": targets(cost=137)},
        "2 more than the target for the cost: a handful of cubes decided.",
        ["allocated"] * 6 + ["game_ended"],
    ),
    "points_apart": (
        {"roles": roles(role(OWNER, points=points(16)), role(ARCHITECT, points=points(0)))},
        "Points: Project owner 16, Architect 0.",
        ["agreed", "game_ended"],
    ),
    "winner_of_a_lost_project": (
        {"roles": roles(role(INSPECTOR, points=points(12))), "targets": targets(390, 150)},
        "The project missed 2 targets, and the technical inspection body still scored 12.",
        ["game_ended"],
    ),
    "below_zero": (
        {"roles": roles(role(FITOUT, points=points(-6))), "bankruptcies": (bankruptcy(FITOUT),)},
        "The fit-out contractor ended with \u22126 points.",
        ["bankrupt", "game_ended"],
    ),
    "own_aim_missed": (
        {"roles": roles(role(ENGINEER, points=points(0)))},
        "The design engineer won no point by any of its objectives.",
        ["game_ended"],
    ),
    "first_four": ({}, "The cards are known now.", ["activity_begun"]),
    "real_site": ({}, "A cube costs 1k on one day and 2k on any other.", ["game_ended"]),
    "helped_most": (
        {"roles": roles(role(FITOUT, placed=14))},
        "Most cubes above what is required were placed by the fit-out contractor.",
        ["allocated"] * 6,
    ),
}


def found(play):
    return {each.key: each for each in PATTERNS.look(play)}


def test_there_are_patterns_enough_and_each_has_a_case():
    assert set(CASES) == set(PATTERNS.patterns)
    assert len(CASES) >= 60
    assert set(PATTERNS.prompts) <= set(PATTERNS.patterns)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", CASES)
def test_one_question_is_printed_and_what_the_instructor_goes_on_with_stands_apart(key, language):
    with translation.override(language):
        seen = found(play_of(**CASES[key][0]))[key]

    assert seen.hit.ask.count("?") == 1
    assert seen.hit.ask.endswith("?")
    assert seen.prompt not in seen.hit.ask or not seen.prompt


@pytest.mark.parametrize("key", CASES)
def test_a_pattern_says_what_happened_and_cites_it(key):
    changes, fact, kinds = CASES[key]
    play = play_of(**changes)

    seen = found(play)[key].hit

    assert (seen.fact, [play.trace.events[place].kind for place in seen.events]) == (fact, kinds)
    assert 0 < seen.weight <= 100
    assert seen.ask.endswith("?")


def test_in_a_match_without_anything_special_only_the_usual_questions_are_there():
    assert set(found(play_of())) == {*ALWAYS, "all_met"}


@pytest.mark.parametrize("key", ["all_met", *ALWAYS])
def test_what_is_usually_there_is_not_without_a_match(key):
    assert key not in found(play_of(activities=(), targets=targets(), contracts=(), finished=False))


@pytest.mark.parametrize("key", CASES)
def test_a_pattern_is_said_in_french_too(key):
    with translation.override("fr"):
        seen = found(play_of(**CASES[key][0]))[key].hit

    assert seen.ask != found(play_of(**CASES[key][0]))[key].hit.ask
    assert seen.fact != CASES[key][1]


themes = st.sampled_from(["time", "cost", "risk", "ruin", TRANSFER])
patterns = st.builds(
    lambda key, theme, weight, seats: FoundPattern(
        key, theme, Hit(weight=weight, fact="", ask="", events=(0,), seats=seats)
    ),
    st.text("abc", min_size=1, max_size=4),
    themes,
    st.integers(1, 100),
    st.lists(st.integers(0, 5), max_size=2, unique=True).map(tuple),
)
lists = st.lists(patterns, max_size=20, unique_by=lambda each: each.key)


@given(lists)
def test_at_most_eight_questions_every_theme_first_and_one_beyond_the_game_last(listed):
    chosen = ranked(listed)
    inside = [each for each in chosen if each.theme != TRANSFER]
    beyond = [each for each in listed if each.theme == TRANSFER]

    assert len(chosen) <= MOST
    assert len({each.key for each in chosen}) == len(chosen)
    assert [each.theme for each in chosen if each.theme == TRANSFER] == [TRANSFER] * bool(beyond)
    assert not beyond or chosen[-1].hit.weight == max(each.hit.weight for each in beyond)
    assert [each.hit.weight for each in inside] == sorted((each.hit.weight for each in inside), reverse=True)
    room = MOST - bool(beyond)
    assert len(inside) == min(room, len(listed) - len(beyond))


@given(lists, st.lists(st.integers(0, 5), min_size=1, max_size=2))
def test_questions_for_a_seat_are_never_those_about_others(listed, seats):
    chosen = about(listed, seats, 3)

    assert all(not each.hit.seats or set(each.hit.seats) & set(seats) for each in chosen)
    assert len(chosen) <= 3


same_card = (card("06-01", 6, later), card("06-01", 6, later))
alone = activity(4, turn(OWNER, fewer_cards=2), turn(FITOUT, fewer_cards=1), cards=0)


@pytest.mark.parametrize(
    ("key", "changes"),
    [
        ("refused_better", {"contracts": (contract(80, (OWNER, 95), how="drawn", by="deadline"),)}),
        ("covered_together", {"activities": activities(alone)}),
        ("covered_together", {"activities": activities(replace(shared, slots=0))}),
        ("paper_to_site", {"activities": (*activities(), activity(10, due=same_card))}),
        ("paper_to_site", {"activities": (*activities(), activity(10, due=(*same_card, card("07-01", 7, faster))))}),
        ("well_covered", {"activities": activities(activity(4, slots=5, cards=2))}),
        ("came_back_later", {"activities": activities(activity(6, due=(card("04-01", 4, faster),)))}),
        ("found_in_the_ground", {"activities": (*activities(), activity(10, due=(card("01-01", 1, faster),)))}),
    ],
)
def test_a_cause_that_did_not_hold_is_not_named(key, changes):
    assert key not in found(play_of(**changes))


def test_days_of_earlier_cards_are_none_of_those_drawn_now():
    uncovered = activity(4, slots=3, cards=3, fewer_cards=0, card_days=4, due=(card("02-02", 2, slower),))

    fact = found(play_of(activities=activities(uncovered)))["uncovered"].hit.fact
    assert fact == "In activity 4 nobody placed a cube against risk, and all 3 cards were drawn."


def test_days_that_cards_saved_are_not_taken_off_those_that_others_added():
    both_ways = activity(4, card_days=12, drawn=(card("04-01", 4, longer), card("06-06", 4, faster)))

    fact = found(play_of(activities=activities(both_ways)))["cards_took_days"].hit.fact
    assert fact == "Risk cards added 20 days in all, 20 days of them in activity 4."


def test_the_card_that_came_back_is_the_one_that_took_most_not_the_one_that_asked_most():
    without_effect = CardEffect("resources", 9, 5, ARCHITECT, "void")
    struck = (card("04-02", 4, without_effect, CardEffect("delay", 3, 5, None, "done")), card("04-01", 4, later))

    hit = found(play_of(activities=activities(activity(4), activity(5, due=struck))))["came_back_later"].hit
    assert (hit.fact[:9], hit.seats) == ("The card ", (STRUCTURE,))
    assert "talks drag on" in hit.fact


def test_days_left_over_without_any_that_cubes_saved_say_so():
    none = activities(activity(1), *(activity(number, fewer_days=0, days=10) for number in range(1, 7)))

    fact = found(play_of(targets=targets(delay=370), activities=none))["days_left_over"].hit.fact
    assert fact == "10 days were left over. No activity was shortened by cubes."


def test_no_more_days_are_spared_than_there_were():
    at_once = activity(3, fewer_days=13, days=0)

    fact = found(play_of(targets=targets(delay=370), activities=activities(at_once)))["days_left_over"].hit.fact
    assert fact == "10 days were left over. The most that cubes saved in one activity: 10 days, in activity 3."


def test_days_bought_before_a_bankruptcy_were_bought():
    play = play_of(targets=targets(delay=388), activities=activities(activity(1)))
    bought = Logged(99, 99, "allocated", 4, STRUCTURE, {"fewer_days": 2})
    again = replace_record(play, (*play.trace.events, bought))

    assert "no_days_bought" in found(play)
    assert "no_days_bought" not in found(again)


def replace_record(play, events):
    """The same match with another record."""
    return Play(play.story, replace(play.trace, events=events))
