"""The debrief of a match: headline, sums of errors, tables, charts. Its numbers are those of the facts."""

import pytest
from django.template.loader import render_to_string
from django.utils import translation
from msgspec.structs import replace

from games.catalogue.dominato.bots import BOTS
from games.catalogue.dominato.debrief import DEBRIEF
from games.catalogue.dominato.facts.tables import Fault
from games.catalogue.dominato.rules.types import Options
from tests.games.catalogue.dominato.policies import Busy
from tests.games.catalogue.dominato.pure.test_facts import told
from tests.games.catalogue.dominato.table import SCENARIOS

PEOPLE = ["Amir", "Léa", "Tomás"]


@pytest.fixture(scope="module")
def calm():
    return told(3, Options(), BOTS["greedy"], 5)[0]


@pytest.fixture(scope="module")
def busy():
    return told(3, Options(validation="challenge", helper=False, games=1), Busy, 2)[0]


def placed(facts, *points):
    best = min(points)
    seats = tuple(
        replace(seat, points=own, place=1 + sum(other < own for other in points))
        for seat, own in zip(facts.seats, points, strict=True)
    )
    assert best in points
    return replace(facts, seats=seats)


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ((5, 1, 9), "Player B wins with 1 point"),
        ((5, 12, 9), "Player A wins with 5 points"),
        ((7, 4, 4), "A tie with 4 points: Player B, Player C"),
    ],
)
def test_the_headline_names_who_has_the_fewest_points(calm, points, words):
    assert DEBRIEF.headline(SCENARIOS[3], placed(calm, *points)) == words


def test_a_wrong_tile_is_told_as_a_sum(busy):
    context = DEBRIEF.context(SCENARIOS[3], busy, PEOPLE)
    wrong = [step for game in busy.games for step in game.steps if step.is_wrong]
    step = next(step for step in wrong if any(fault.part == 2 for fault in step.faults))
    row = context["error_rows"][wrong.index(step)]
    fault = next(fault for fault in step.faults if fault.part == 2)

    assert isinstance(fault, Fault)
    assert len(context["error_rows"]) == len(wrong) == sum(seat.wrong for seat in busy.seats)
    assert row["step"] == step.step
    assert " = " in row["sums"]


def test_each_game_has_its_table_its_turns_and_its_chart(calm):
    context = DEBRIEF.context(SCENARIOS[3], calm, PEOPLE)
    names = [chart.name for chart in DEBRIEF.charts(SCENARIOS[3], calm)]

    assert names == ["links", "hands-1", "hands-2", "hands-3"]
    assert [len(game["tiles"]) for game in context["told_games"]] == [len(game.table) for game in calm.games]
    assert [len(game["steps"]) for game in context["told_games"]] == [len(game.steps) for game in calm.games]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_sheets_are_written_in_both_languages(calm, busy, language):
    for facts in (calm, busy):
        with translation.override(language):
            charts = DEBRIEF.charts(SCENARIOS[3], facts)
            context = {
                **DEBRIEF.context(SCENARIOS[3], facts, PEOPLE),
                "headline": DEBRIEF.headline(SCENARIOS[3], facts),
                "charts": {chart.name: {"chart": chart, "svg": ""} for chart in charts},
            }
            text = "".join(render_to_string(sheet, context) for sheet in DEBRIEF.sheets)
        assert all(name in text for name in PEOPLE)
        assert " style=" not in text
