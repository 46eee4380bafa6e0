"""Moves of the second Master Builder, phase by phase: see `enumerator`."""

from copy import deepcopy
from itertools import combinations

RANK = {"A": 1, "T": 2, "F": 3, "M": 4}


def turn(table):
    return [table["first"], 1 - table["first"]]


def wages(firm):
    return sum(worker["wage"] for worker in firm["crew"])


def hire_moves(rules, table):
    seat = turn(table)[table["at"]]
    firm = table["firms"][seat]
    for skill in "ATFM":
        stack = table["stacks"][skill]
        if stack and wages(firm) + stack[0]["wage"] <= rules["wage_limit"]:
            after = deepcopy(table)
            worker = after["stacks"][skill].pop(0)
            after["firms"][seat]["crew"].append(worker | {"down": False, "printed": worker["wage"]})
            yield after
    if table["round"] > 1:
        for index in range(len(firm["crew"])):
            after = deepcopy(table)
            sack(after, seat, index)
            yield after


def hiring(rules, table):
    for after in hire_moves(rules, table):
        yield next_go(after)
    if table["round"] > 1:
        yield next_go(deepcopy(table))
    goes = rules["draft"] if table["round"] == 1 else rules["goes"]
    for _player in (0, 1) if table["go"] < goes else range(table["at"], 2):
        yield deepcopy(table)  # an empty list of wishes


def next_go(table):
    table["at"] += 1
    if table["at"] == 2:
        table["go"], table["at"] = table["go"] + 1, 0
    return table


def sack(table, seat, index):
    worker = table["firms"][seat]["crew"].pop(index)
    table["stacks"][worker["id"][0]].append(worker | {"wage": worker["printed"]})


def least(rules, number):
    return rules["contracts"][number - 1]["min_bid"]


def restricted(table):
    return table["round"] == 1 and any(len(firm["sites"]) > 1 for firm in table["firms"])


def may_bid(table):
    return [seat for seat in turn(table) if not (restricted(table) and table["firms"][seat]["sites"])]


def market(rules, table):
    auction = table["auction"]
    if auction:
        yield from bids(table, auction)
        return
    seat, kind = asked_in_market(rules, table)
    for number, _ in table["lots"]:
        if kind == "buy":
            after = deepcopy(table)
            award(rules, after, seat, number, least(rules, number))
            yield after
            continue
        for bid in range(least(rules, number), table["firms"][seat]["cash"] + 1):
            for limit in range(table["firms"][seat]["cash"] + 1):
                after = deepcopy(table)
                still = [seat] + [each for each in may_bid(table) if each != seat]
                limits = [0, 0]
                limits[seat] = limit if limit >= bid else 0
                after["auction"] = {"number": number, "leader": seat, "price": bid, "still": still, "limits": limits}
                yield after
    if kind == "nominate" and not restricted(table):
        after = deepcopy(table)
        after["declined"].append(seat)
        yield after


def bids(table, auction):
    leader, other = auction["leader"], 1 - auction["leader"]
    cash, price = table["firms"][other]["cash"], auction["price"]
    for bid in range(price + 1, cash + 1):
        for limit in range(cash + 1):
            after = deepcopy(table)
            after["auction"] |= {"leader": other, "price": bid}
            after["auction"]["limits"][other] = limit if limit >= bid else 0
            yield after
    after = deepcopy(table)
    after["auction"]["still"] = [leader]
    yield after
    for limit in [0, *range(price, table["firms"][leader]["cash"] + 1)]:
        after = deepcopy(table)
        after["auction"]["limits"][leader] = limit
        yield after


def award(rules, table, seat, number, price):
    waited = dict(table["lots"])[number]
    table["firms"][seat]["cash"] += (rules["unsold_bonus"] if waited else 0) - price
    table["firms"][seat]["sites"][number] = []
    table["lots"] = [lot for lot in table["lots"] if lot[0] != number]


def asked_in_market(rules, table):
    """(seat, question) while no auction runs; None at the end of the phase."""
    if not table["lots"]:
        return None
    cheapest = min(least(rules, number) for number, _ in table["lots"])
    for seat in may_bid(table):
        if seat not in table["declined"] and table["firms"][seat]["cash"] >= cheapest:
            return seat, "nominate"
    poor = [seat for seat in turn(table) if not table["firms"][seat]["sites"]]
    return (poor[0], "buy") if poor and table["round"] == 1 else None


def concerned(op, firm):
    return [
        index
        for index, worker in enumerate(firm["crew"])
        if (not op.get("quirks") or set(op["quirks"]) & set(worker["quirks"]))
        and (not op.get("skills") or worker["id"][0] in op["skills"])
        and not (worker["down"] and op["op"] in ("unavailable", "pay_or_unavailable"))
    ]


def event_choices(op, firm):
    """The sets of workers that the owner can choose."""
    ids = concerned(op, firm)
    if op["op"] in ("unavailable", "dismiss"):
        return list(combinations(ids, min(op["count"], len(ids))))
    every = [each for size in range(len(ids) + 1) for each in combinations(ids, size)]
    if op["op"] == "pay_or_unavailable":
        return [each for each in every if len(each) * op["amount"] <= firm["cash"]]
    return every


def events(rules, table):
    seat, op = turn(table)[table["at"]], rules["events"][0]["ops"][table["op"]]
    for chosen in event_choices(op, table["firms"][seat]):
        yield strike(deepcopy(table), seat, op, chosen)


def strike(table, seat, op, chosen):
    firm = table["firms"][seat]
    others = [index for index in concerned(op, firm) if index not in chosen]
    if op["op"] == "unavailable":
        for index in chosen:
            firm["crew"][index]["down"] = True
    elif op["op"] == "dismiss":
        for index in reversed(chosen):
            sack(table, seat, index)
    elif op["op"] == "raise_or_leave":
        for index in chosen:
            firm["crew"][index]["wage"] += op["amount"]
        for index in reversed(others):
            sack(table, seat, index)
    else:
        firm["cash"] -= len(chosen) * op["amount"]
        for index in others:
            firm["crew"][index]["down"] = True
    table["at"] += 1
    if table["at"] == 2:
        table["op"], table["at"] = table["op"] + 1, 0
    return table


def plans(rules, table):
    for seat in turn(table):
        if table["plans"][seat] is None:
            for plan in legal(rules, table["firms"][seat]):
                after = deepcopy(table)
                after["plans"][seat] = plan
                yield after


def legal(rules, firm):
    """All sets of (contract, section) that the crew can build."""
    left = [
        (number, section["id"])
        for number, built in firm["sites"].items()
        for section in rules["contracts"][number - 1]["sections"]
        if section["id"] not in built
    ]
    crew = sorted((RANK[w["id"][0]] for w in firm["crew"] if not w["down"]), reverse=True)
    found = []
    for size in range(min(len(left), len(crew)) + 1):
        for plan in combinations(left, size):
            needs = sorted((rank for piece in plan for rank in ranks(rules, *piece)), reverse=True)
            skilled = len(needs) <= len(crew) and all(have >= need for have, need in zip(crew, needs, strict=False))
            if skilled and all(
                stands(rules, number, firm["sites"][number], [i for n, i in plan if n == number])
                for number in firm["sites"]
            ):
                found.append(plan)
    return found


def ranks(rules, number, id_):
    section = next(each for each in rules["contracts"][number - 1]["sections"] if each["id"] == id_)
    return [RANK[skill] for skill in section["needs"]]


def stands(rules, number, before, new):
    contract = rules["contracts"][number - 1]
    after = {*before, *new}
    if contract["kind"] == "building":
        begun = {id_.split("_")[0] for id_ in new}
        walls = [s["id"] for s in contract["sections"] if s["part"] != "roof"]
        return (before or not new or {"side", "gable"} <= begun) and ("roof" not in begun or set(walls) <= after)
    for wall in {section["wall"] for section in contract["sections"]}:
        here = {id_ for id_ in new if id_.startswith(f"wall_{wall}_")}
        first = not any(id_.startswith(f"wall_{wall}_") for id_ in before)
        if here and first and (f"wall_{wall}_core" not in here or len(here) < 2):
            return False
        lower = {s["id"] for s in contract["sections"] if s["wall"] < wall}
        if here and not lower <= after:
            return False
    return True


def loans(rules, table):
    poor = table["owing"]
    small, large = (left_of(rules, table, kind) for kind in ("small", "large"))
    needed = [short(rules, table, seat) for seat in poor]
    wide = sum(-(-each // rules["loans"]["small"]["cash"]) for each in needed) <= small
    wide = wide and sum(-(-each // rules["loans"]["large"]["cash"]) for each in needed) <= large
    for seat in poor if wide else poor[:1]:
        for kind in kinds(rules, table):
            after = deepcopy(table)
            lend(rules, after, seat, kind)
            yield after


def kinds(rules, table):
    return [kind for kind in ("small", "large") if left_of(rules, table, kind)] or ["small"]


def left_of(rules, table, kind):
    return max(0, rules["loans"][kind]["supply"] - sum(firm[kind] for firm in table["firms"]))


def lend(rules, table, seat, kind):
    table["firms"][seat][kind] += 1
    table["firms"][seat]["cash"] += rules["loans"][kind]["cash"]


def short(rules, table, seat):
    firm = table["firms"][seat]
    return min(rules["wage_limit"], wages(firm)) - firm["cash"]
