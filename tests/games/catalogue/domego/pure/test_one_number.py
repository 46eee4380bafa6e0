"""One name, one number: over whole matches, figures with the same name on a page are equal, and a role has one name."""

import json
from collections import defaultdict

import pytest
from django.utils import translation

from games.catalogue.domego.face import explain
from games.catalogue.domego.face.counters import counters, expected_figures, facts
from games.catalogue.domego.face.own_sheet import around_the_table, own_sheet
from games.catalogue.domego.face.placing import placing
from games.catalogue.domego.names import role_names
from games.catalogue.domego.quantities import k
from games.engine.types import Prompt
from games.ui.faces import Scene
from tests.every_game import ROOT, played, settings

NAMES = ["domego/classic", "domego/hidden", "domego/staged"]
SCENARIO = settings()["domego/classic"].scenario


def positions(name):
    """Each position of a bots' match with the events up to it."""
    start, moves, _end = played(name, "balanced")
    record = list(start.events)
    yield start.state, tuple(record)
    for move in moves:
        record += move.events
        yield move.state, tuple(record)


def shown(scene, seat):
    """(name, value) of the figures on the page of a seat."""
    view = scene.view
    for counter in counters(view):
        yield counter.title, counter.value
        yield f"{counter.title}, target", counter.target
        yield f"{counter.title}, possible", (counter.range.least, counter.range.most)
    for figure in expected_figures(view, seat)[:3]:
        yield figure.title, figure.so_far
        yield f"{figure.title}, target", figure.target
        yield f"{figure.title}, possible", (figure.least, figure.most)
    for what in ("delay", "cost", "failures"):
        told = explain.explain(scene, what)
        yield told.title, told.total
        yield told.title, sum(term.amount for term in told.terms)
    sheet, place = own_sheet(SCENARIO, view, seat), around_the_table(scene)[seat]
    yield "Your money", sheet["money"]
    yield "Your money", place.money
    yield "Your money", k(view.firms[seat].money)
    yield "Your stock", str(sheet["stock"])
    yield "Your stock", str(place.stock)
    activity = view.sheet.activities[view.turn - 1]
    if view.phase == "allocation" and activity.part_of[seat] >= 0 and not view.bankrupt[seat]:
        prompt = Prompt(f"activity-{view.turn}/allocate/{view.sheet.role_ids[seat]}", seat, "allocate")
        for change in placing(scene, prompt, None)["changes"]:
            yield change.name, change.now


@pytest.mark.parametrize("name", NAMES)
def test_figures_with_the_same_name_agree_over_a_whole_match(name):
    compared = 0
    for state, record in list(positions(name))[::2]:
        for seat in (0, 1, 4):
            view = settings()[name].game.rules.view(state, seat)
            found = defaultdict(set)
            for title, value in shown(Scene(SCENARIO, view, seat, (), record), seat):
                found[title].add(value)
                compared += 1
            assert {title: values for title, values in found.items() if len(values) > 1} == {}
    assert compared > 1000


def test_the_facts_that_steer_are_those_of_the_sheet():
    start, _moves, _end = played("domego/classic", "balanced")
    view = settings()["domego/classic"].game.rules.view(start.state, 0)
    sheet = json.loads((ROOT / "games/catalogue/domego/scenarios/classic.json").read_text())
    days = sum(activity["base_days"] for activity in sheet["activities"])
    slots = sum(activity["risk_slots"] for activity in sheet["activities"])

    told = [f"{fact.before} {fact.number} {fact.after}".strip() for fact in facts(view, 0)]

    assert told == [f"{days} base days to come", f"{slots} card slots left", "one failure fewer is 1 point to you"]
    assert [fact.number for fact in facts(view, 2)][2:] == ["2 points"]
    assert len(facts(view, None)) == 2


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_short_name_of_a_role_is_a_part_of_its_name(language):
    with translation.override(language):
        for role in role_names(SCENARIO):
            assert role.short.lower()[:6] in role.name.lower()
            assert role.letter.lower() in role.name.lower()


@pytest.mark.parametrize(
    ("language", "one", "more"), [("en", "activity ", "activities "), ("fr", "activité ", "activités ")]
)
def test_what_is_required_later_names_its_activities_by_their_number(language, one, more):
    found = set()
    for state, record in positions("domego/classic"):
        view = settings()["domego/classic"].game.rules.view(state, 0)
        activity = view.sheet.activities[view.turn - 1]
        if view.phase != "allocation" or activity.part_of[0] < 0:
            continue
        prompt = Prompt(f"activity-{view.turn}/allocate/{view.sheet.role_ids[0]}", 0, "allocate")
        with translation.override(language):
            told = placing(Scene(SCENARIO, view, 0, (), record), prompt, None)["later_turns"]
        later = sum(each.part_of[0] >= 0 for each in view.sheet.activities[view.turn :])
        if later:
            assert told.startswith(one if later == 1 else more), told
            found.add(later == 1)
    assert found == {True, False}
