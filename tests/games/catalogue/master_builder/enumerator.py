"""A second Master Builder, written from the rules page to count lines of play: dictionaries and copies, no shared code.

It covers the micro scenarios only: two players, no variants, equal workers of a skill, one kind of event, every
contract revealed in round 1.
"""

import json
from copy import deepcopy

from tests.games.catalogue.master_builder.enumerator_moves import (
    asked_in_market,
    award,
    event_choices,
    events,
    hire_moves,
    hiring,
    kinds,
    least,
    legal,
    lend,
    loans,
    market,
    next_go,
    plans,
    restricted,
    short,
    strike,
    turn,
    wages,
)


def count(text, depth):
    """(positions after `depth` moves, ended ones among them); a finished line counts once."""
    rules = json.loads(text)
    return walk(rules, start(rules), depth)


def start(rules):
    """The first position."""
    table = {
        "round": 1, "phase": "hire", "first": 0, "go": 1, "at": 0, "lots": [], "declined": [], "auction": None,
        "firms": [{"cash": rules["start_money"], "crew": [], "sites": {}, "small": 0, "large": 0} for _ in (0, 1)],
        "stacks": {skill: [w for w in rules["workers"] if w["id"][0] == skill] for skill in "ATFM"},
    }  # fmt: skip
    return settled(rules, table)


def walk(rules, table, depth):
    if table["phase"] == "over":
        return 1, 1
    if depth == 0:
        return 1, 0
    nodes = ends = 0
    for after in successors(rules, table):
        more, ended = walk(rules, settled(rules, after), depth - 1)
        nodes, ends = nodes + more, ends + ended
    return nodes, ends


def successors(rules, table):
    """All moves of every prompt, repayments of loans included."""
    yield from {"hire": hiring, "market": market, "event": events, "plan": plans, "wages": loans}[table["phase"]](
        rules, table
    )
    for seat in (0, 1):
        firm = table["firms"][seat]
        auction = table["auction"]
        bound = auction["price"] if auction and auction["leader"] == seat else 0
        for kind in ("small", "large"):
            price = rules["loans"][kind]["late"]
            if firm[kind] and firm["cash"] - price >= bound:
                after = deepcopy(table)
                after["firms"][seat][kind] -= 1
                after["firms"][seat]["cash"] -= price
                yield after


def settled(rules, table):
    """Play all steps that need no decision."""
    steps = {"hire": end_hiring, "market": end_market, "event": end_events, "plan": end_plans, "wages": end_wages}
    while table["phase"] != "over" and steps[table["phase"]](rules, table):
        pass
    return table


def end_hiring(rules, table):
    goes = rules["draft"] if table["round"] == 1 else rules["goes"]
    if table["go"] > goes:
        table["phase"] = "market"
        table["declined"] = []
        if table["round"] == 1:
            table["lots"] = [(contract["number"], False) for contract in rules["contracts"]]
        elif not table["lots"]:
            begin_event(table)
        return True
    if not list(hire_moves(rules, table)):
        next_go(table)
        return True
    return False


def begin_event(table):
    table["phase"], table["op"], table["at"] = "event", 0, 0


def end_market(rules, table):
    auction = table["auction"]
    if auction:
        return ascend(rules, table, auction)
    poor = [seat for seat in turn(table) if not table["firms"][seat]["sites"]]
    if restricted(table) and len(table["lots"]) == len(poor) == 1:
        number = table["lots"][0][0]
        award(rules, table, poor[0], number, least(rules, number))
        return True
    if asked_in_market(rules, table):
        return False
    last = table["round"] == rules["rounds"]
    table["lots"] = [(number, True) for number, waited in table["lots"] if not waited and not last]
    table["last"] = rules["rounds"] if table["lots"] else min(rules["rounds"], table["round"] + 1)
    begin_event(table)
    return True


def ascend(rules, table, auction):
    other = 1 - auction["leader"]
    if other not in auction["still"]:
        award(rules, table, auction["leader"], auction["number"], auction["price"])
        table["auction"] = None
        return True
    limit, cash = auction["limits"][other], table["firms"][other]["cash"]
    if cash <= auction["price"] or 0 < limit <= auction["price"]:
        auction["still"].remove(other)
        return True
    if limit:
        auction |= {"leader": other, "price": auction["price"] + 1}
        return True
    return False


def end_events(rules, table):
    ops = rules["events"][0]["ops"]
    if table["op"] == len(ops):
        table["phase"], table["plans"] = "plan", [None, None]
        return True
    seat, op = turn(table)[table["at"]], ops[table["op"]]
    choices = event_choices(op, table["firms"][seat])
    if len(choices) == 1:
        strike(table, seat, op, choices[0])
        return True
    return False


def end_plans(rules, table):
    for seat in (0, 1):
        if table["plans"][seat] is None and len(legal(rules, table["firms"][seat])) == 1:
            table["plans"][seat] = ()
    if None in table["plans"]:
        return False
    for firm, plan in zip(table["firms"], table["plans"], strict=True):
        for number, id_ in plan:
            contract = rules["contracts"][number - 1]
            firm["sites"][number].append(id_)
            if len(firm["sites"][number]) == len(contract["sections"]):
                firm["cash"] += contract["payment"]
        for worker in firm["crew"]:
            worker["down"] = False
    table["phase"], table["owing"] = "wages", turn(table)
    return True


def end_wages(rules, table):
    for seat in list(table["owing"]):
        while short(rules, table, seat) > 0 and table["owing"][0] == seat and len(kinds(rules, table)) == 1:
            lend(rules, table, seat, kinds(rules, table)[0])
        if short(rules, table, seat) <= 0:
            firm = table["firms"][seat]
            firm["cash"] -= min(rules["wage_limit"], wages(firm))
            table["owing"].remove(seat)
    if table["owing"]:
        return False
    if table["round"] == table.get("last", rules["rounds"]):
        table["phase"] = "over"
    else:
        table |= {"round": table["round"] + 1, "first": 1 - table["first"], "phase": "hire", "go": 1, "at": 0}
    return True
