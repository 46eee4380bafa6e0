"""A second Domego, written from the rules page to count lines of play: dictionaries, brute force, no shared code.

It covers the micro scenarios only: effects on the card's own activity, decks of equal cards, low = high.
"""

import json
from copy import deepcopy


def count(text: str, depth: int) -> tuple[int, int]:
    """(positions after `depth` moves, ended ones among them); a finished line counts once."""
    sheet = json.loads(text)
    table = {"n": 0, "k": {r["id"]: r["start_money"] for r in sheet["roles"]}, "cubes": {}, "over": False}
    table["cubes"] = {r["id"]: 0 for r in sheet["roles"]}
    turn_up(sheet, table)
    return walk(sheet, table, depth)


def walk(sheet, table, depth):
    if table["over"]:
        return 1, 1
    if depth == 0:
        return 1, 0
    nodes = ends = 0
    for after in successors(sheet, table):
        more, ended = walk(sheet, after, depth - 1)
        nodes, ends = nodes + more, ends + ended
    return nodes, ends


def turn_up(sheet, table):
    """Go to the next activity, or to the end."""
    if table["n"] == len(sheet["activities"]):
        table["over"] = True
        return
    table["n"] += 1
    table["special"] = list(sheet["activities"][table["n"] - 1]["special"])
    table["offers"], table["places"], table["broke"] = {}, None, set()
    go_on(sheet, table)


def go_on(sheet, table):
    """Play all steps that need no decision: bankruptcies and the end of an activity."""
    if table["special"]:
        return
    lines = sheet["activities"][table["n"] - 1]["participants"]
    if table["places"] is None:
        table["places"] = {}
        again = True
        while again:
            again = False
            for role in [r["id"] for r in sheet["roles"]]:
                for line in lines:
                    held = table["cubes"][role] + table["k"][role] // 2
                    if line["role"] == role and role not in table["broke"] and held < line["required"]:
                        bankrupt(sheet, table, role)
                        again = True
    if all(line["role"] in table["places"] or line["role"] in table["broke"] for line in lines):
        resolve(sheet, table, lines)
        turn_up(sheet, table)


def resolve(sheet, table, lines):
    cards = sheet["activities"][table["n"] - 1]["risk_slots"]
    for line in lines:
        if line["role"] in table["places"]:
            buy, risk, days = table["places"][line["role"]]
            table["k"][line["role"]] -= 2 * buy
            table["cubes"][line["role"]] += buy - need(line, risk, days)
            cards -= line["risk"][risk - 1][1] if risk else 0
    deck = [card for card in sheet["risk_cards"] if card["activity"] == table["n"]]
    for card in deck[: max(0, cards)]:
        for effect in card["effects"]:
            role = effect.get("role")
            if role is None or role in table["broke"]:
                continue
            if effect["op"] == "money":
                cubes, k = 0, -effect["amount"]
            else:
                cubes = min(effect["amount"], table["cubes"][role])
                k = 2 * (effect["amount"] - cubes)
            if k > table["k"][role]:
                bankrupt(sheet, table, role)
            else:
                table["k"][role] -= k
                table["cubes"][role] -= cubes


def need(line, risk, days):
    return line["required"] + (line["risk"][risk - 1][0] if risk else 0) + (line["delay"][days - 1][0] if days else 0)


def bankrupt(sheet, table, role):
    table["broke"].add(role)
    later = [p for a in sheet["activities"][table["n"] :] for p in a["participants"] if p["role"] == role]
    due = sum(2 * p["required"] + 1 for p in later)
    payer = next(r["engaged_by"] for r in sheet["roles"] if r["id"] == role)
    table["cubes"][role] = 0
    table["k"][role] = sheet["owner_subsidy"] if payer is None else due
    if payer is not None:
        short = due > table["k"][payer]
        table["k"][payer] -= min(due, table["k"][payer])
        if short:
            bankrupt(sheet, table, payer)


def successors(sheet, table):
    if table["places"] is None:
        for action in table["special"]:
            kind, _, who = action.partition(":")
            yield from buys(sheet, table, action, who) if kind == "buy" else talks(sheet, table, action, who)
        return
    for line in sheet["activities"][table["n"] - 1]["participants"]:
        role = line["role"]
        if role in table["broke"]:
            continue
        for buy in range(20):
            for risk in range(len(line["risk"]) + 1):
                for days in range(len(line["delay"]) + 1):
                    if 2 * buy <= table["k"][role] and need(line, risk, days) <= table["cubes"][role] + buy:
                        after = deepcopy(table)
                        after["places"][role] = (buy, risk, days)
                        go_on(sheet, after)
                        yield after


def buys(sheet, table, action, role):
    for cubes in range(20):
        if cubes <= table["k"][role]:
            after = deepcopy(table)
            after["k"][role] -= cubes
            after["cubes"][role] += cubes
            after["special"].remove(action)
            go_on(sheet, after)
            yield after


def talks(sheet, table, action, pair):
    payer, payee = pair.split(">")
    price = next(c["low"] for c in sheet["standard_contracts"] if (c["payer"], c["payee"]) == (payer, payee))
    for me, other in ((payer, payee), (payee, payer)):
        for offer in range(20):
            if offer <= table["k"][payer]:
                after = deepcopy(table)
                after["offers"][pair, me] = offer
                yield after
        if table["offers"].get((pair, other), 99) <= table["k"][payer]:
            yield settled(sheet, table, action, payer, payee, table["offers"][pair, other])
        yield settled(sheet, table, action, payer, payee, price)


def settled(sheet, table, action, payer, payee, price):
    after = deepcopy(table)
    short = price > after["k"][payer]
    after["k"][payer] -= min(price, after["k"][payer])
    after["k"][payee] += price
    after["special"].remove(action)
    if short:
        bankrupt(sheet, after, payer)
    go_on(sheet, after)
    return after
