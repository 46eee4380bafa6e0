"""The explanation of each number of the table: over many games, the cited changes add up to the shown number."""

import pytest

from games.catalogue.domego.face.explain import explain, explain_kinds
from games.catalogue.domego.game import GAME
from games.catalogue.domego.rules.accounts import ACCOUNTS
from games.catalogue.domego.rules.rules import RULES
from games.catalogue.domego.rules.types import Options
from games.engine.draws import FastDraws
from games.engine.ledger import Books
from games.engine.playout import playout
from games.ui import help as help_pages
from games.ui.faces import Scene

TINY = RULES.load_scenario(GAME.micro["tiny"])
PAIR = RULES.load_scenario(GAME.micro["pair"])
GAMES = 200


def played(scenario, seed, strength):
    """The state at the end and all events of a game."""
    seats = len(scenario.roles)
    start = RULES.setup(scenario, Options(), seats, FastDraws(seed))
    events = list(start.events)
    bots = [GAME.bot(strength)] * seats
    end = playout(
        RULES, start, bots, FastDraws(seed), bot_draws=FastDraws(seed), on_move=lambda move: events.extend(move.events)
    )
    return end.state, events


def scene_of(scenario, state, events, what):
    kinds = explain_kinds(what)
    told = tuple(event for event in events if event.__struct_config__.tag in kinds)
    return Scene(scenario, RULES.view(state, None), None, (), told)


def numbers(state):
    """Every number that the pages link, with its value in the state."""
    shown = {"delay": state.delay, "cost": state.cost, "failures": state.failures}
    shown |= {f"money-{seat}": firm.money for seat, firm in enumerate(state.firms)}
    result = RULES.result(state)
    return shown | {f"points-{seat}": score for seat, score in enumerate(result.scores)}


@pytest.mark.parametrize("strength", ["random", "balanced"])
def test_in_200_games_the_cited_changes_add_up_to_every_number(strength):
    for seed in range(GAMES // 2):
        scenario = (TINY, PAIR)[seed % 2]
        state, events = played(scenario, seed, strength)
        for what, value in numbers(state).items():
            scene = scene_of(scenario, state, events, what)
            found = explain(scene, what)
            assert (found.total, sum(term.amount for term in found.terms)) == (value, value), (seed, what)
            assert all(term.places for term in found.terms[what.startswith("money") :] if term.amount), (seed, what)
            assert max((place for term in found.terms for place in term.places), default=-1) < len(scene.record)


def test_the_events_that_are_cited_for_a_purse_are_those_that_change_it():
    for seed in range(20):
        state, events = played(TINY, seed, "random")
        for seat in range(len(state.firms)):
            scene = scene_of(TINY, state, events, f"money-{seat}")
            cited = {place for term in explain(scene, f"money-{seat}").terms for place in term.places}
            books, changed = Books(ACCOUNTS, state.sheet), set()
            for place, event in enumerate(scene.record):
                before = books["money", seat]
                books.add(event)
                changed |= {place} if books["money", seat] != before else set()
            # A bankruptcy may take and give the same, and is told all the same.
            assert changed <= cited


@pytest.mark.parametrize("what", ["delay", "cost", "failures", "money-0", "points-0"])
def test_the_rule_behind_a_number_is_a_heading_of_the_help(what):
    state, events = played(TINY, 1, "balanced")
    page, _hash, heading = explain(scene_of(TINY, state, events, what), what).rule.partition("#")

    assert heading in {section.anchor for section in help_pages.page("domego", page, "en").sections}
