"""The debrief of a match: headline, verdicts, questions, tables. Its numbers are those of the facts."""

import re

import pytest
from django.utils import translation
from msgspec.structs import replace

from games.catalogue.domego.debrief import DEBRIEF, cards, contracts, headline
from games.catalogue.domego.debrief.charts import charts
from games.catalogue.domego.debrief.roles import points_table
from games.catalogue.domego.debrief.seat import seat_context
from games.catalogue.domego.debrief.story import Story
from games.catalogue.domego.facts import facts
from games.catalogue.domego.game import GAME
from games.catalogue.domego.quantities import k
from games.catalogue.domego.rules.moves import BreakOff
from games.catalogue.domego.rules.types import Options
from games.engine.types import Target
from tests.games.catalogue.domego.pure.test_facts import Recorder, records, whole_match
from tests.games.catalogue.domego.table import CLASSIC, ROLES, domego

BOUGHT = re.compile(r"(\d+) cubes? (at the special price|at the full price|for risk cards)")
PEOPLE = ["Amir", "Léa", "Tomás", "Ingrid", "Kwame", "Yuki"]


@pytest.fixture(scope="module")
def told():
    return whole_match(1)[1]


def ending(told, delay, cost, failures):
    """The same match with other counters at its end, against 380, 135 and 20."""
    values = {"delay": (delay, 380), "cost": (cost, 135), "failures": (failures, 20)}
    targets = tuple(Target(name, value, target, value <= target) for name, (value, target) in values.items())
    return Story(CLASSIC, replace(told, targets=targets))


@pytest.mark.parametrize(
    ("delay", "cost", "failures", "words"),
    [
        (364, 152, 20, "Sixteen days early, seventeen over cost"),
        (380, 135, 0, "On time to the day, cost exactly on target"),
        (381, 134, 21, "One day late, one under cost, one failure too many"),
        (411, 100, 24, "31 days late, 35 under cost, four failures too many"),
        (379, 136, 5, "One day early, one over cost"),
    ],
)
def test_the_headline_is_made_from_the_three_counters(told, delay, cost, failures, words):
    assert headline.headline(ending(told, delay, cost, failures)) == words


def test_exactly_on_target_is_met_with_none_to_spare(told):
    story = ending(told, 364, 152, 20)

    assert [gauge["words"] for gauge in headline.gauges(story)] == [
        "Met, 16 days to spare.",
        "Missed by 17.",
        "Met, none to spare.",
    ]
    assert headline.lead(story).startswith("Two of three targets met. Exactly on target: failures.")


def test_a_gauge_fills_to_its_target_and_shows_the_rest_as_over(told):
    cost = headline.gauges(ending(told, 364, 270, 20))[1]

    assert (cost["filled"], cost["mark"], cost["over"]) == ("49.02%", "49.02%", "49.02%")


@pytest.mark.parametrize(("language", "games"), [("en", "1,000"), ("fr", "1\N{NO-BREAK SPACE}000")])
def test_points_are_held_against_games_of_bots_where_their_scenario_is_known(told, language, games):
    with translation.override(language):
        known = points_table(Story(CLASSIC, told))
    own = points_table(Story(replace(CLASSIC, scenario="own"), told))

    assert known["games"] == games
    assert all(re.search(r"\d", row["usual"]) for row in known["rows"])
    assert (own["games"], {row["usual"] for row in own["rows"]}) == (None, {""})


@pytest.mark.parametrize("strength", ["random", "minimal", "balanced", "cautious"])
@pytest.mark.parametrize("seed", range(5))
def test_every_match_can_be_told_in_both_languages(strength, seed):
    played = whole_match(seed, strength)[1] if strength != "random" else broken_talks(seed)
    for language in ("en", "fr"):
        with translation.override(language):
            told = DEBRIEF.context(CLASSIC, played, PEOPLE)
            names = [chart.name for chart in DEBRIEF.charts(CLASSIC, played)]

    assert [row["played_by"] for row in told["role_rows"]] == PEOPLE
    assert names == ["delay", "cost", "failures", "money", "contracts", "purchases"]


def broken_talks(seed):
    """A match of a few moves in which all talks of activity 4 fail."""
    table = Recorder(domego(activity=4, architect_money=30))
    for pair in ("owner>inspector", "architect>structure", "architect>fitout", "architect>engineer"):
        table.do("talk", pair, by="architect" if pair.startswith("arch") else "owner", move=BreakOff())
    return facts(CLASSIC, Options(), table.records)


def test_curves_run_from_nothing_to_the_counters_against_days_cubes_and_slots(told):
    story = Story(CLASSIC, told)
    delay, cost, failures = charts(story)[:3]

    assert [curve.line.values[0] for curve in (delay, cost, failures)] == [0, 0, 0]
    assert [curve.line.values[-1] for curve in (delay, cost, failures)] == [target.value for target in told.targets]
    assert [curve.plan.values[-1] for curve in (delay, cost, failures)] == [375, 68, 40]


def test_what_a_role_bought_and_what_became_of_it_are_the_same_cubes(told):
    bars = charts(Story(CLASSIC, told))[-1].bars

    for bought, used in zip(bars[::2], bars[1::2], strict=True):
        assert sum(part.value for part in bought.parts) == sum(part.value for part in used.parts)


def test_a_match_that_stops_anywhere_counts_no_cubes_as_used_that_are_not_placed_yet():
    whole = records(1)[1]

    for many in range(1, len(whole), 7):
        story = Story(CLASSIC, facts(CLASSIC, Options(), whole[:many]))
        bars = charts(story)[-1].bars
        assert [sum(part.value for part in bar.parts) for bar in bars[::2]] == [
            sum(part.value for part in bar.parts) for bar in bars[1::2]
        ]


def test_a_price_is_told_against_its_standard_range(told):
    made = told.contracts[0]
    story = Story(CLASSIC, told)

    assert contracts._against(replace(made, low=80, high=120, price=90)) == "25\xa0% of the range"
    assert contracts._against(replace(made, low=80, high=120, price=125)) == "5k above"
    assert contracts._against(replace(made, low=80, high=120, price=70)) == "10k below"
    assert contracts.contract_rows(story)[0]["payer"].id == ROLES[made.payer]


def test_a_bankruptcy_stands_with_those_it_brought_about():
    table = Recorder(domego(activity=10, structure_money=13, architect_money=5))
    story = Story(CLASSIC, facts(CLASSIC, Options(), table.records))

    told = contracts.bankruptcy_chains(story)

    assert [[link["name"].id for link in links] for links in told] == [["structure", "architect"]]
    assert told[0][0]["words"] == (
        "Could not place what is required. It lost 13k and 0 cubes. "
        "The new firm got 7k, 2k of it from the bank, the rest from the architect."
    )


def test_where_nothing_is_due_to_a_new_firm_no_bank_is_named():
    """A firm that is new in the last activity has no cubes to place and no activity to come."""
    table = Recorder(domego(activity=12, structure_money=0))
    story = Story(CLASSIC, facts(CLASSIC, Options(), table.records))

    ((link,),) = contracts.bankruptcy_chains(story)

    assert link["words"] == "Could not place what is required. It lost 0k and 0 cubes. Nothing was due to the new firm."


@pytest.mark.parametrize("strength", sorted(GAME.bots))
def test_the_cubes_that_a_role_bought_are_those_that_it_paid_for(strength):
    """The purchases of an activity name each cube once, with its price."""
    story = Story(CLASSIC, whole_match(3, strength)[1])
    low, high = CLASSIC.prices.special_action, CLASSIC.prices.any_time
    for seat in range(len(ROLES)):
        for row in seat_context(story, seat)["decisions"]:
            bought = {price: int(number) for number, price in BOUGHT.findall(row["done"])}
            dear = bought.get("at the full price", 0) + bought.get("for risk cards", 0)
            paid = re.match(r"(\d+)k(?! for risk)", row["cost"])
            assert low * bought.get("at the special price", 0) + high * dear == int(paid[1] if paid else 0), row


def test_profit_is_told_as_what_stands_above_its_baseline(told):
    for seat in range(len(ROLES)):
        role, texts = told.roles[seat], CLASSIC.roles[seat].objectives
        for text, row in zip(texts, seat_context(Story(CLASSIC, told), seat)["objectives"], strict=False):
            if text.metric == "profit":
                start = role.start_money if text.baseline is None else text.baseline
                assert (row["aim"], row["reached"]) == ("above 0k", k(role.money - start))
                assert int(row["points"]) == max(0, role.money - start) * text.points_per_k


def test_cards_that_reductions_kept_in_the_deck_are_counted_with_whose_they_are(told):
    story = Story(CLASSIC, told)
    for group, played in zip(cards.card_groups(story), told.activities, strict=True):
        avoided = played.slots + played.added - played.cards
        assert (group["avoided"] or {"number": 0})["number"] == max(0, avoided)
        assert len(group["cards"]) == played.cards
