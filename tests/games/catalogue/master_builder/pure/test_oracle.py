"""The rules compared with a second program: the same moves from every position of whole games."""

import json
from collections import Counter
from random import Random

import pytest

from games.catalogue.master_builder.game import GAME
from games.catalogue.master_builder.rules.rules import RULES
from games.catalogue.master_builder.rules.types import Options
from games.engine.choices import expand
from games.engine.draws import LabelledDraws
from games.engine.perft import perft
from tests.games.catalogue.master_builder import enumerator

PHASES = {"contracts": "market", "events": "event"}
DRAWS = LabelledDraws(b"oracle")


def began(name):
    return RULES.setup(RULES.load_scenario(GAME.micro[name]), Options(first_player=0), 2, DRAWS).state


def seen(state):
    """A position without the ids of workers, who are equal within a skill."""
    if state.phase == "over":
        return "over", RULES.result(state).scores
    auction, sheet = state.market.auction, state.sheet
    ids = {contract.number: [section.id for section in contract.sections] for contract in sheet.contracts}
    return (
        PHASES.get(state.phase, state.phase),
        (state.round, state.first),
        tuple(
            (
                firm.cash,
                tuple((each.worker[0], each.wage, each.down) for each in firm.crew),
                tuple(
                    (
                        site.contract,
                        frozenset(id_ for i, id_ in enumerate(ids[site.contract]) if site.standing >> i & 1),
                    )
                    for site in firm.sites
                ),
                firm.small,
                firm.large,
            )
            for firm in state.firms
        ),
        tuple(sorted((lot.contract, lot.waited) for lot in state.lots)),
        tuple(len(pile) for pile in state.stacks),
        (state.hiring.go, state.hiring.at) if state.phase == "hire" else (),
        state.market.declined if state.phase == "contracts" else (),
        (auction.contract, auction.leader, auction.price, auction.limits) if auction else None,
        (state.fate.op, state.fate.at) if state.phase == "events" else (),
        tuple(None if plan is None else frozenset(plan) for plan in state.plans) if state.phase == "plan" else (),
        tuple(state.owing) if state.phase == "wages" else (),
    )


def seen_too(rules, table):
    """The same of a position of the second program."""
    if table["phase"] == "over":
        return "over", scores(rules, table)
    auction, phase = table["auction"], table["phase"]
    return (
        phase,
        (table["round"], table["first"]),
        tuple(
            (
                firm["cash"],
                tuple((each["id"][0], each["wage"], each["down"]) for each in firm["crew"]),
                tuple((number, frozenset(built)) for number, built in firm["sites"].items()),
                firm["small"],
                firm["large"],
            )
            for firm in table["firms"]
        ),
        tuple(sorted(table["lots"])),
        tuple(len(table["stacks"][skill]) for skill in "ATFM"),
        (table["go"], table["at"]) if phase == "hire" else (),
        tuple(table["declined"]) if phase == "market" else (),
        (auction["number"], auction["leader"], auction["price"], tuple(auction["limits"])) if auction else None,
        (table["op"], table["at"]) if phase == "event" else (),
        tuple(None if plan is None else frozenset(f"{n}/{i}" for n, i in plan) for plan in table["plans"])
        if phase == "plan"
        else (),
        tuple(table["owing"]) if phase == "wages" else (),
    )


def scores(rules, table):
    found = []
    for firm in table["firms"]:
        score = firm["cash"] - sum(firm[kind] * rules["loans"][kind]["late"] for kind in ("small", "large"))
        for number, built in firm["sites"].items():
            contract = rules["contracts"][number - 1]
            missing = len(contract["sections"]) - len(built)
            score += max(0, contract["payment"] - rules["unfinished_section"] * missing) if missing else 0
        found.append(score)
    return tuple(found)


def moves_of(state):
    for prompt in RULES.prompts(state):
        for move in expand(RULES.choices(state, prompt.seat, prompt.key)):
            yield prompt.kind, RULES.apply(state, prompt.seat, prompt.key, move, DRAWS).state


@pytest.mark.parametrize("name", ["hut", "crew"])
def test_a_second_program_finds_the_same_moves_all_the_way_through_random_games(name):
    rules, kinds, ended = json.loads(GAME.micro[name]), Counter(), 0
    for seed in range(30):
        chance, state, table = Random(seed), began(name), enumerator.start(rules)
        for _step in range(120):
            mine = list(moves_of(state))
            theirs = [enumerator.settled(rules, each) for each in enumerator.successors(rules, table)]
            assert Counter(seen(after) for _, after in mine) == Counter(seen_too(rules, each) for each in theirs)
            kind, state = chance.choice([each for each in mine if each[0] != "wish" or chance.random() < 0.1])
            kinds[kind] += 1
            table = next(each for each in theirs if seen_too(rules, each) == seen(state))
            if state.phase == "over":
                ended += 1
                break
    assert ended == 30
    assert set(kinds) >= {"draft", "hire", "nominate", "bid", "choose", "plan", "borrow", "limit"}
    assert ("repay" in kinds) == (name == "hut")


@pytest.mark.parametrize(("name", "depth"), [("hut", 4), ("crew", 6)])
def test_a_second_program_counts_the_same_lines_of_play(name, depth):
    for moves in range(1, depth + 1):
        found = perft(RULES, began(name), moves, DRAWS)
        assert (found.nodes, found.ends) == enumerator.count(GAME.micro[name], moves)
