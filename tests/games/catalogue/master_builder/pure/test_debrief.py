"""The debrief of a match: headline, tables and charts. Their numbers are those of the facts."""

import msgspec
import pytest
from django.template.loader import render_to_string
from django.utils import translation
from msgspec.structs import replace

from games.catalogue.master_builder.debrief import DEBRIEF
from games.catalogue.master_builder.debrief.events import cost_of
from games.ui.debriefs import Lines
from tests.games.catalogue.master_builder.matches import folded
from tests.games.catalogue.master_builder.table import CLASSIC

PEOPLE = ["Amir", "Léa", "Tomás", ""]
STYLES = (("strong", "random"), "plain"), (("random",), "all_variants")


def told(players=3, bots=("strong", "random"), variant="plain"):
    return folded(players, variant, bots=bots)


def scored(facts, *scores):
    return replace(
        facts,
        seats=tuple(
            replace(seat, score=own, place=1 + sum(other > own for other in scores))
            for seat, own in zip(facts.seats, scores, strict=True)
        ),
    )


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        ((5, 71, 9), "Architect B wins with 71k"),
        ((-5, -12, -9), "Architect A wins with \u22125k"),
        ((7, 40, 40), "Architect B and Architect C share the win with 40k"),
    ],
)
def test_the_headline_names_who_has_most_money(scores, words):
    assert DEBRIEF.headline(CLASSIC, scored(told(), *scores)) == words


@pytest.mark.parametrize(("bots", "variant"), STYLES)
def test_the_cash_tables_and_their_chart_end_with_the_money_that_is_left(bots, variant):
    facts = told(3, bots, variant)
    tables = DEBRIEF.context(CLASSIC, facts, PEOPLE)["cash_tables"]
    chart = DEBRIEF.charts(CLASSIC, facts)[0]

    assert isinstance(chart, Lines)
    assert [line.values[-1] for line in chart.lines] == [seat.cash for seat in facts.seats]
    for table in tables:
        for line in table.lines:
            start, *flows, end = (int((cell or "0").replace("\u2212", "-")) for cell in line.cells)
            assert start + sum(flows) == end


def test_a_contract_is_told_with_its_price_its_worth_and_what_was_left():
    facts = told()
    rows = DEBRIEF.context(CLASSIC, facts, PEOPLE)["contract_rows"]
    best = max(facts.contracts, key=lambda line: (line.gain, -line.contract))

    assert len(rows) == len(facts.contracts)
    assert (rows[0].price, rows[0].gain) == (f"{best.price}k", f"{best.gain}k".replace("-", "\u2212"))
    assert [row.lost_money for row in rows] == sorted(line.gain < 0 for line in facts.contracts)


def test_the_town_stands_in_the_debrief_as_far_as_it_was_built_with_its_owners():
    facts = told()
    town = DEBRIEF.context(CLASSIC, facts, PEOPLE)["town"]
    sold = {each.contract: each for each in facts.contracts}

    for contract, building in zip(CLASSIC.contracts, town.buildings, strict=True):
        made = sold.get(contract.number)
        assert building.letter == ("" if made is None else "ABC"[made.seat])
        assert building.is_done == (made is not None and made.sections == len(contract.sections))
        assert building.stands == (0 if made is None else building.height * made.sections // len(contract.sections))
    done = sum(building.is_done for building in town.buildings)
    assert done
    assert town.title == "The town at the end"
    assert town.label.startswith(f"finished: {done}, under way: {len(sold) - done}, ")
    running = folded(3, bots=("strong", "random"), many=60)
    assert DEBRIEF.context(CLASSIC, running, PEOPLE)["town"].title == "The town as it stands"


def test_the_harm_of_events_adds_up_for_each_player():
    facts = told(3, ("random",), "all_variants")
    sums = DEBRIEF.context(CLASSIC, facts, PEOPLE)["harm_sums"]

    for seat, row in enumerate(sums):
        own = [line for line in facts.harm if line.seat == seat]
        assert (row.down, row.gone, row.cost) == (
            sum(line.down for line in own),
            sum(line.dismissed + line.left for line in own),
            f"{sum(map(cost_of, own))}k",
        )


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("bots", "variant"), STYLES)
@pytest.mark.parametrize("players", [2, 4])
def test_every_debrief_can_be_told(players, bots, variant, language):
    with translation.override(language):
        facts = told(players, bots, variant)
        context = dict(DEBRIEF.context(CLASSIC, facts, PEOPLE))
        charts = {each.name: {"chart": each, "svg": ""} for each in DEBRIEF.charts(CLASSIC, facts)}
        pages = [
            render_to_string(sheet, context | {"charts": charts, "headline": DEBRIEF.headline(CLASSIC, facts)})
            for sheet in DEBRIEF.sheets
        ]

    assert [page.count("<h1>") for page in pages] == [1, 0, 0, 0, 0]
    assert set(charts) == {"cash", "prices", "wages"}
    assert not any("ask-box" in page for page in pages)
    assert not any("None" in page for page in pages if language == "fr")


def test_the_facts_survive_the_way_through_the_database():
    facts = told()

    assert DEBRIEF.parse_facts(msgspec.to_builtins(facts)) == facts
