"""Expected numbers of Domego's sentences, computed from the events of a record and from its last state.

The sums are independent of the tables behind debriefs.
"""

from collections import Counter
from functools import cached_property
from typing import Any, Final

from games.catalogue.domego.rules.sheet import Goals
from games.ui.role_benchmarks import reach_of
from tests.games.sentences import Expected, Match, first_most

LAST_OF_PROGRAMME, DESIGN, SITE = 2, range(5, 8), 8
COUNTERS: Final = ("delay", "cost", "failures")


class Sums:
    """The sums over a record."""

    def __init__(self, match: Match) -> None:
        self.match, self.scenario = match, match.where.scenario
        self.end = match.states[-1]
        self.firms = self.end.firms
        self.seats = range(len(self.firms))
        self.ended = {event.turn: event for event in match.of("activity_ended")}
        self.due = {event.turn: event for event in match.of("cards_due")}
        self.allocated = {(event.turn, event.seat): event for event in match.of("allocated")}
        self.effects = match.of("effect_applied")
        self.drawn = match.of("card_drawn")
        self.bankrupt = match.of("bankrupt")
        self.points = match.result.scores
        self.low, self.high = self.scenario.prices.special_action, self.scenario.prices.any_time

    # The project

    @cached_property
    def over(self) -> dict[str, int]:
        """The distance of each counter above its target, by the last balance."""
        after: Goals = self.ended[max(self.ended)].after
        return {name: getattr(after, name) - getattr(self.scenario.targets, name) for name in COUNTERS}

    @property
    def missed(self) -> int:
        return sum(value > 0 for value in self.over.values())

    def above(self, turn: int) -> int:
        """Cubes above the required number; a firm that went bankrupt in the activity counts as having placed that
        number.
        """
        fallen = {event.seat for event in self.bankrupt if event.turn == turn}
        rows = [each for (number, _seat), each in self.allocated.items() if number == turn]
        return sum(each.cubes - each.required for each in rows if each.seat not in fallen)

    def required(self, turn: int) -> int:
        return sum(part.required for part in self.scenario.activities[turn - 1].participants)

    def spared(self, turn: int) -> int:
        """Cards that were not drawn because of cubes."""
        due = self.due[turn]
        return max(0, min(due.reduced, due.slots + due.added))

    def days_spared(self, turn: int) -> int:
        """Days by which cubes shortened an activity, which cannot last less than none."""
        event = self.ended[turn]
        return max(0, int(event.base_days + event.card_days)) - int(event.days)

    def done(self, turn: int) -> list[Any]:
        """Effects of cards that happened in an activity, those of earlier cards first."""
        return [each for each in self.effects if each.turn == turn and each.how == "done"]

    def days_by_cards(self, turn: int) -> int:
        return sum(each.amount for each in self.done(turn) if each.op == "delay" and each.amount > 0)

    # The roles

    def bought_low(self, seat: int, until: int = 99) -> int:
        return sum(each.quantity for each in self.match.of("bought", seat=seat) if each.turn <= until)

    def bought_high(self, seat: int) -> int:
        return sum(each.bought for (_turn, own), each in self.allocated.items() if own == seat)

    def forced(self, seat: int) -> int:
        return sum(each.bought for each in self.effects if each.seat == seat and each.how == "done")

    def dear(self, seat: int) -> int:
        return self.bought_high(seat) + self.forced(seat)

    def given(self, seat: int) -> int:
        """Cubes given to risk cards."""
        return sum(each.cubes for each in self.effects if each.seat == seat and each.how == "done")

    def tiers(self, seat: int) -> int:
        fallen = {event.turn for event in self.bankrupt if event.seat == seat}
        rows = [each for (turn, own), each in self.allocated.items() if own == seat and turn not in fallen]
        return sum(each.cubes - each.required for each in rows)

    def days_bought(self, seat: int) -> int:
        fallen = {event.turn for event in self.bankrupt if event.seat == seat}
        rows = [each for (turn, own), each in self.allocated.items() if own == seat and turn not in fallen]
        return sum(each.fewer_days for each in rows)

    def start(self, seat: int) -> int:
        return int(self.match.states[0].firms[seat].money)

    def money_after(self, turn: int, seat: int) -> int:
        """The money in the purse at the end of an activity, by the state then."""
        place = next(
            number
            for number, record in enumerate(self.match.records)
            if any(event.__struct_config__.tag == "activity_ended" and event.turn == turn for event in record.events)
        )
        return self._purse(place, turn, seat)

    def _purse(self, place: int, turn: int, seat: int) -> int:
        """The money after the move that ended the activity, without changes by the next activity in the same move."""
        money, after = int(self.match.states[place].firms[seat].money), False
        for event in self.match.records[place].events:
            if after:
                money -= self._moved(event, seat)
            after = after or (event.__struct_config__.tag == "activity_ended" and event.turn == turn)
        return money

    def _moved(self, event: Any, seat: int) -> int:
        """The change of a purse by an event."""
        kind = event.__struct_config__.tag
        gave = event.amount - event.by_bank if kind in ("paid", "instalment_paid", "bankrupt") else 0
        moved = 0
        if kind in ("bought", "allocated") and event.seat == seat:
            moved -= event.paid
        if kind in ("paid", "instalment_paid"):
            moved += (event.payee == seat) * event.amount - (event.seat == seat) * gave
        if kind == "bankrupt":
            moved += (event.seat == seat) * (event.amount - event.lost_money) - (event.payer == seat) * gave
        if kind == "effect_applied" and event.seat == seat and event.how == "done":
            moved -= event.paid + event.k
        return moved

    # Contracts

    @cached_property
    def talks(self) -> list[dict[str, Any]]:
        """Each contract: its pair, range, price and offers, the seat that ended the talk, and the author of that
        decision.
        """
        made: dict[tuple[int, int], dict[str, Any]] = {}
        ids = [role.id for role in self.scenario.roles]
        for contract in self.scenario.standard_contracts:
            pair = ids.index(contract.payer), ids.index(contract.payee)
            made[pair] = {"pair": pair, "low": contract.low, "high": contract.high, "offers": [], "paid": []}
        for record in self.match.records:
            for event in record.events:
                self._talk(made, event, record.by)
        order = {pair: self._activity_of(pair) for pair in made}
        return sorted(made.values(), key=lambda each: order[each["pair"]])

    def _activity_of(self, pair: tuple[int, int]) -> int:
        return next(
            event.turn
            for event in self.match.events
            if event.__struct_config__.tag in ("agreed", "contract_drawn", "contract_fixed")
            and (event.payer, event.payee) == pair
        )

    def _talk(self, made: dict[tuple[int, int], dict[str, Any]], event: Any, by: str) -> None:
        kind = event.__struct_config__.tag
        if kind in ("offered", "agreed", "broken_off", "contract_drawn", "contract_fixed"):
            talk = made[event.payer, event.payee]
            if kind == "offered":
                talk["offers"].append((event.seat, event.price))
            elif kind == "broken_off":
                talk |= {"ended": event.seat, "by": by}
            else:
                talk |= {"how": kind, "price": event.price}
        elif kind in ("paid", "instalment_paid"):
            made[event.seat, event.payee]["paid"].append(event)

    def agreed(self) -> list[dict[str, Any]]:
        return [talk for talk in self.talks if talk["how"] == "agreed"]

    def paid_to(self, seat: int) -> int:
        return sum(event.amount for event in self.match.of("paid", "instalment_paid") if event.payee == seat)

    def talk_of(self, payee: int) -> dict[str, Any] | None:
        return next((talk for talk in self.talks if talk["pair"][1] == payee), None)


def of_range(talk: dict[str, Any]) -> list[int]:
    return [talk["low"], talk["high"]]


def price_above(sums: Sums) -> list[int]:
    talk = first_most(sums.agreed(), lambda each: each["price"] - each["high"])
    return [talk["price"], *of_range(talk)]


def price_below(sums: Sums) -> list[int]:
    talk = first_most(sums.agreed(), lambda each: each["low"] - each["price"])
    return [talk["price"], *of_range(talk)]


def talk_failed(sums: Sums) -> list[int] | None:
    return [sums.scenario.penalties.failed_negotiation] if sums.match.of("broken_off") else None


def refused_better(sums: Sums) -> list[int] | None:
    """A talk that a player broke off; a talk ended by the deadline has no refusal."""
    for talk in sums.talks:
        if talk["how"] != "contract_drawn" or talk["by"] == "deadline":
            continue
        offers = [price for seat, price in talk["offers"] if seat != talk["ended"]]
        sign = 1 if talk["ended"] == talk["pair"][0] else -1
        if offers and sign * (talk["price"] - offers[-1]) > 0:
            return [offers[-1], talk["price"], abs(talk["price"] - offers[-1])]
    return None


def first_offer_taken(sums: Sums) -> list[int]:
    talk = first_most([each for each in sums.agreed() if len(each["offers"]) == 1], lambda each: each["price"])
    return [talk["price"], *of_range(talk)]


def long_talk(sums: Sums) -> list[int]:
    return [max(len(talk["offers"]) for talk in sums.talks)]


def one_side_gave_way(sums: Sums) -> list[int] | None:
    for talk in sums.agreed():
        first = {}
        for seat, price in talk["offers"]:
            first.setdefault(seat, price)
        if len(first) < 2:
            continue
        bid, wanted = (first[seat] for seat in talk["pair"])
        share = (talk["price"] - bid) / (wanted - bid) if wanted != bid else 0.5
        if wanted - bid >= 5 and not 0.1 < share < 0.9:
            return [bid, wanted, talk["price"]]
    return None


def bank_stepped_in(sums: Sums) -> list[int] | None:
    helped = [(sum(event.by_bank for event in talk["paid"]), talk["price"]) for talk in sums.talks]
    most = first_most(helped, lambda pair: pair[0])
    return list(most) if most[0] else None


def thin_price(sums: Sums) -> list[int] | None:
    for event in sums.bankrupt:
        talk = sums.talk_of(event.seat)
        if talk and 3 * (talk["price"] - talk["low"]) <= talk["high"] - talk["low"]:
            return [event.turn, talk["price"], *of_range(talk)]
    return None


def good_margin(sums: Sums) -> list[int] | None:
    """A firm that never went bankrupt, paid nobody, and kept at least 40 percent of its price."""
    payers, fallen = {talk["pair"][0] for talk in sums.talks}, {event.seat for event in sums.bankrupt}
    rows = [
        (sums.paid_to(seat), sums.firms[seat].money - sums.start(seat))
        for seat in sums.seats
        if seat not in payers | fallen and sums.paid_to(seat)
    ]
    kept = [row for row in rows if 100 * row[1] >= 40 * row[0]]
    return list(first_most(kept, lambda row: row[1])) if kept and sums.missed else None


def payer_kept_money(sums: Sums) -> list[int] | None:
    """A payer that never went bankrupt, since the money of bankrupt firms comes from the bank."""
    payees, fallen = {talk["pair"][1] for talk in sums.talks}, {event.seat for event in sums.bankrupt}
    rich = [
        (sums.firms[seat].money, sums.start(seat))
        for seat in dict.fromkeys(talk["pair"][0] for talk in sums.talks)
        if seat not in payees | fallen and 3 * sums.firms[seat].money >= sums.start(seat)
    ]
    return list(first_most(rich, lambda row: row[0])) if rich and sums.missed else None


def snags_at_handover(sums: Sums) -> list[int]:
    last = len(sums.scenario.activities)
    return [last, len([event for event in sums.drawn if event.turn == last])]


def struck_later(sums: Sums, since: Any) -> list[Any]:
    """Effects during the works of cards drawn in these activities, in order."""
    return [each for turn in sorted(sums.ended) if turn >= SITE for each in sums.done(turn) if each.since in since]


def found_in_the_ground(sums: Sums) -> list[int] | None:
    struck = [each for each in struck_later(sums, range(LAST_OF_PROGRAMME + 1)) if takes(each)]
    return [struck[0].since, struck[0].turn] if struck else None


def takes(effect: Any) -> bool:
    """Is the effect a burden?"""
    if effect.op == "delay":
        return bool(effect.amount > 0)
    return bool(effect.cubes or effect.k > 0)


def between_the_trades(sums: Sums) -> list[int] | None:
    hit: dict[tuple[int, str], set[int]] = {}
    for each in sums.effects:
        if each.how == "done" and each.since == each.turn and each.seat is not None and takes(each):
            hit.setdefault((each.turn, each.card), set()).add(each.seat)
    rows = [(turn, len(seats)) for (turn, _card), seats in hit.items() if len(seats) > 1]
    return list(first_most(rows, lambda row: row[1])) if rows else None


def money_to_come(sums: Sums) -> list[int] | None:
    for event in sums.bankrupt:
        talk = sums.talk_of(event.seat)
        later = sum(paid.amount for paid in talk["paid"] if paid.turn > event.turn) if talk else 0
        if later and len(talk["paid"]) > 1:
            return [event.turn, later]
    return None


def reserve_paid(sums: Sums) -> list[int]:
    return [max(sums.given(seat) for seat in sums.seats if not sums.forced(seat))]


def covered_together(sums: Sums) -> list[int] | None:
    """Cards were due, none was drawn, and no role's cubes alone would have been enough."""
    rows = []
    for turn in sorted(sums.ended):
        due = sums.due[turn]
        parts = [each.fewer_cards for (own, _seat), each in sums.allocated.items() if own == turn and each.fewer_cards]
        if not due.cards and len(parts) > 1 and max(parts) < due.slots + due.added:
            rows.append((turn, len(parts)))
    return list(first_most(rows, lambda row: row[1])) if rows else None


def bare_start(sums: Sums) -> list[int] | None:
    first = range(1, LAST_OF_PROGRAMME + 1)
    cubes = [each for (turn, _seat), each in sums.allocated.items() if turn in first and each.risk_tier]
    return None if cubes else [*first, len([event for event in sums.drawn if event.turn in first])]


def paper_to_site(sums: Sums) -> list[int] | None:
    paid = {each.card for each in struck_later(sums, DESIGN) if takes(each)}
    return [] if len(paid) > 1 else None


def worst_activity(sums: Sums) -> list[int]:
    turn, number = first_most(sorted(Counter(event.turn for event in sums.drawn).items()), lambda pair: pair[1])
    return [len(sums.drawn), number, turn]


def lucky_card(sums: Sums) -> list[int]:
    lucky = [each for each in sums.effects if each.op == "delay" and each.amount < 0 and each.since == each.turn]
    best = first_most(lucky, lambda each: -each.amount)
    return [-best.amount, best.turn]


def many_forced(sums: Sums) -> list[int] | None:
    forced = [sums.forced(seat) for seat in sums.seats if sums.forced(seat)]
    return [len(forced), sum(forced)] if len(forced) > 1 else None


def one_bought_the_days(sums: Sums) -> list[int]:
    days = [sums.days_bought(seat) for seat in sums.seats]
    return [sum(days), max(days)]


def over_cost(sums: Sums) -> list[int]:
    turn = first_most(sorted(sums.ended), lambda each: sums.ended[each].cost - sums.required(each))
    return [sums.over["cost"], turn, sums.ended[turn].cost, sums.required(turn)]


def cost_to_spare(sums: Sums) -> list[int] | None:
    return [-sums.over["cost"]] if sums.missed else None


def many_extra_cubes(sums: Sums) -> list[int]:
    turn = first_most(sorted(sums.ended), sums.above)
    days = sums.days_spared(turn)
    return [turn, sums.above(turn), *([sums.spared(turn)] if sums.spared(turn) else []), *([days] if days else [])]


def bought_dear(sums: Sums) -> list[int]:
    most = max(map(sums.dear, sums.seats))
    return [most, most * (sums.high - sums.low)]


def bought_none_early(sums: Sums) -> list[int] | None:
    buyers = {action for activity in sums.scenario.activities for action in activity.special}
    rows = [
        sums.dear(seat)
        for seat in sums.seats
        if f"buy:{sums.scenario.roles[seat].id}" in buyers and not sums.bought_low(seat)
    ]
    return [max(rows)] if rows else None


def left_in_store(sums: Sums) -> list[int]:
    return [max(firm.stock for firm in sums.firms)]


def forced_to_buy(sums: Sums) -> list[int]:
    return [max(map(sums.forced, sums.seats))]


def purse_empty(sums: Sums) -> list[int] | None:
    fallen = {event.seat for event in sums.bankrupt}
    for turn in range(1, len(sums.ended)):
        for seat in sums.seats:
            if seat not in fallen and sums.money_after(turn, seat) <= 2:
                return [turn, sums.money_after(turn, seat), len(sums.ended) - turn]
    return None


def changed_its_mind(sums: Sums) -> list[int]:
    times = Counter((event.turn, event.seat) for event in sums.match.of("placed"))
    (turn, _seat), most = first_most(sorted(times.items()), lambda pair: pair[1])
    return [turn, most - 1]


def cost_by_little(sums: Sums) -> list[int]:
    return [sums.over["cost"]]


def points_apart(sums: Sums) -> list[int]:
    return [max(sums.points), min(sums.points)]


def winner_of_a_lost_project(sums: Sums) -> list[int] | None:
    return [sums.missed, max(sums.points)] if sums.missed > 1 else None


def too_many_failures(sums: Sums) -> list[int]:
    _all, number, turn = worst_activity(sums)
    return [sums.over["failures"], number, turn]


def well_covered(sums: Sums) -> list[int] | None:
    turn = first_most(sorted(sums.ended), sums.spared)
    return [turn, sums.spared(turn), sums.above(turn)] if sums.above(turn) else None


def uncovered(sums: Sums) -> list[int] | None:
    """The days are those of the cards that were drawn in the activity."""
    bare = [turn for turn in sorted(sums.ended) if not sums.due[turn].reduced and sums.due[turn].cards >= 3]
    if not bare:
        return None
    turn = first_most(bare, lambda each: (sums.ended[each].cards, sums.ended[each].card_days))
    days = sum(each.amount for each in sums.done(turn) if each.op == "delay" and each.since == turn)
    return [turn, sums.due[turn].cards, *([days] if days > 0 else [])]


def came_back_later(sums: Sums) -> list[int] | None:
    found: dict[tuple[int, str, int], int] = {}
    for turn in sorted(sums.ended):
        for each in sums.done(turn):
            if each.since < turn and takes(each):
                size = each.cubes + each.k + abs(each.amount)
                key = (each.since, each.card, turn)
                found[key] = found.get(key, 0) + size
    if not found:
        return None
    (since, _card, turn), _size = first_most(list(found.items()), lambda pair: pair[1])
    return [since, turn]


def risk_breeds_risk(sums: Sums) -> list[int]:
    later = sums.match.of("effect_deferred")
    return [sum(max(0, event.amount) for event in later if event.op == "risk")]


def one_paid_for_risks(sums: Sums) -> list[int]:
    given = [sums.given(seat) for seat in sums.seats]
    return [sum(given), max(given)]


def did_the_least(sums: Sums) -> list[int]:
    return [sum(map(sums.tiers, sums.seats))]


def carried_the_others(sums: Sums) -> list[int] | None:
    """The role's points lie below the middle half of the games in `reach.json`, by its percentiles."""
    seat = first_most(list(sums.seats), sums.tiers)
    reach = reach_of(sums.match.where.game, sums.scenario)
    if reach is None or sums.points[seat] >= reach.scores[seat][25]:
        return None
    usual = reach.scores[seat][25], reach.scores[seat][75]
    return [sum(map(sums.tiers, sums.seats)), sums.tiers(seat), sums.points[seat], *usual]


def went_bankrupt(sums: Sums) -> list[int]:
    event = sums.bankrupt[0]
    return [event.turn, event.lost_money, event.lost_stock]


def fell_like_dominoes(sums: Sums) -> list[int] | None:
    """The firm was the payer of the firm that went bankrupt right before it, and the bank had to help."""
    for before, event in zip(sums.bankrupt, sums.bankrupt[1:], strict=False):
        if event.cause == "replacement":
            return [event.turn] if before.payer == event.seat and before.by_bank else None
    return None


def bankrupt_again(sums: Sums) -> list[int]:
    return [max(Counter(event.seat for event in sums.bankrupt).values())]


def missing_cubes(sums: Sums) -> list[int] | None:
    """The role had its special price before, and had bought less than the required cubes of the whole match."""
    for event in sums.bankrupt:
        role = sums.scenario.roles[event.seat].id
        days = [each.number for each in sums.scenario.activities if f"buy:{role}" in each.special]
        required = sum(
            part.required for each in sums.scenario.activities for part in each.participants if part.role == role
        )
        bought = sums.bought_low(event.seat, event.turn)
        if event.cause == "required" and any(day <= event.turn for day in days) and bought < required:
            return [event.turn, bought]
    return None


def felled_by_a_card(sums: Sums) -> list[int] | None:
    events = [event for event in sums.bankrupt if event.cause == "card"]
    unpaid = {(each.turn, each.seat) for each in sums.effects if each.how == "unpaid"}
    return [events[0].turn] if events and (events[0].turn, events[0].seat) in unpaid else None


def ended_late(sums: Sums) -> list[int]:
    turn = first_most(sorted(sums.ended), lambda each: sums.ended[each].days - sums.ended[each].base_days)
    return [sums.over["delay"], turn, sums.ended[turn].days, sums.ended[turn].base_days]


def lost(sums: Sums, turn: int) -> int:
    return int(sums.ended[turn].days - sums.ended[turn].base_days)


def late_from_the_start(sums: Sums) -> list[int]:
    half = len(sums.ended) // 2
    return [sum(lost(sums, turn) for turn in range(1, half + 1)), half]


def late_in_the_end(sums: Sums) -> list[int] | None:
    number = 2 * len(sums.ended) // 3
    if sum(lost(sums, turn) for turn in range(1, number + 1)) > 0:
        return None
    last = first_most(range(number + 1, len(sums.ended) + 1), lambda turn: lost(sums, turn))
    return [number, last, sums.ended[last].days, sums.ended[last].base_days]


def days_left_over(sums: Sums) -> list[int] | None:
    turn = first_most(sorted(sums.ended), sums.days_spared)
    most = sums.days_spared(turn)
    return [-sums.over["delay"], *([most, turn] if most else [])]


def no_days_bought(sums: Sums) -> list[int] | None:
    bought = any(each.fewer_days for each in sums.allocated.values())
    return None if bought else [len(sums.ended), sums.over["delay"]]


def cards_took_days(sums: Sums) -> list[int]:
    turn = first_most(sorted(sums.ended), sums.days_by_cards)
    return [sum(map(sums.days_by_cards, sums.ended)), sums.days_by_cards(turn), turn]


def late_by_little(sums: Sums) -> list[int]:
    return [sums.over["delay"]] if sums.over["delay"] > 1 else []


def below_zero(sums: Sums) -> list[int]:
    return [min(sums.points)]


def real_site(sums: Sums) -> list[int]:
    return [sums.low, sums.high]


def all_met(sums: Sums) -> list[int] | None:
    return None if sums.missed else []


def all_missed(sums: Sums) -> list[int] | None:
    return [] if sums.missed == len(COUNTERS) else None


def exactly_on_target(sums: Sums) -> list[int] | None:
    return [] if 0 in sums.over.values() else None


def helped_most(sums: Sums) -> list[int] | None:
    return [] if any(map(sums.tiers, sums.seats)) else None


NUMBERS: Final[dict[str, Expected]] = {
    each.__name__: each
    for each in (
        *(price_above, price_below, talk_failed, refused_better, first_offer_taken, long_talk, one_side_gave_way),
        *(bank_stepped_in, thin_price, good_margin, payer_kept_money, snags_at_handover, found_in_the_ground),
        *(between_the_trades, money_to_come, reserve_paid, covered_together, bare_start, paper_to_site),
        *(worst_activity, lucky_card, many_forced, one_bought_the_days, over_cost, cost_to_spare, many_extra_cubes),
        *(bought_dear, bought_none_early, left_in_store, forced_to_buy, purse_empty, changed_its_mind),
        *(cost_by_little, points_apart, winner_of_a_lost_project, too_many_failures, well_covered, uncovered),
        *(came_back_later, risk_breeds_risk, one_paid_for_risks, did_the_least, carried_the_others, went_bankrupt),
        *(fell_like_dominoes, bankrupt_again, missing_cubes, felled_by_a_card, ended_late, late_from_the_start),
        *(late_in_the_end, days_left_over, no_days_bought, cards_took_days, late_by_little, below_zero, real_site),
        *(all_met, all_missed, exactly_on_target, helped_most),
    )
}
WITHOUT: Final = ("own_aim_missed", "first_four")
"""Patterns whose sentence has no number and names no cause."""
NEVER: Final = ("changed_its_mind", "payer_kept_money", "price_above")
"""Bots do not play such matches: they place once, spend, and accept no price above its range. `test_patterns.py` has
such matches.
"""


# The headline, a role's sheet, the lines of the record


def headline(sums: Sums) -> list[int]:
    """Numbers of the headline: a counter on its target has none, and failures have one only above the target."""
    delay, cost, failures = (sums.over[name] for name in COUNTERS)
    return [*(abs(over) for over in (delay, cost) if over), *([failures] if failures > 0 else [])]


def lead(sums: Sums) -> list[int]:
    """Targets that were met, bankruptcies and failed talks; the number 1 is a word in the sentence."""
    met = len(COUNTERS) - sums.missed
    share = [met, len(COUNTERS)] if 0 < met < len(COUNTERS) else []
    counts = [len(sums.bankrupt), len(sums.match.of("broken_off"))]
    return [*share, *(number for number in counts if number)]


def decision(sums: Sums, turn: int, seat: int) -> dict[str, list[int]]:
    """A role's actions in an activity, their cost and their return. A firm that went bankrupt placed nothing, or in
    vain: it counts with the required number.
    """
    allocated = sums.allocated.get((turn, seat))
    low = sum(each.quantity for each in sums.match.of("bought", turn=turn, seat=seat))
    mine = [each for each in sums.done(turn) if each.seat == seat]
    falls = sum(event.turn == turn and event.seat == seat for event in sums.bankrupt)
    high, forced = (allocated.bought if allocated else 0), sum(each.bought for each in mine)
    cubes, money = sum(each.cubes for each in mine), sum(max(0, each.k) for each in mine)
    part = next((part for number, part, _cubes in _placements(sums, seat) if number == turn), None)
    placed = [] if part is None else [part if falls or not allocated else allocated.cubes]
    if allocated and allocated.cubes > allocated.required and not falls:
        placed.append(allocated.cubes - allocated.required)
    paid = low * sums.low + (high + forced) * sums.high
    fewer = [allocated.fewer_cards, 0 if falls else allocated.fewer_days] if allocated else []
    received = sum(max(0, -each.k) for each in mine)
    return {
        "done": [*(each for each in (low, high, forced) if each), *placed],
        "cost": [each for each in (paid, cubes, money) if each],
        "brought": [each for each in (*fewer, received) if each],
        "money": [sums.money_after(turn, seat)],
    }


def figures(sums: Sums, seat: int) -> list[list[int]]:
    """Points, money, cubes bought and placed: each figure with the numbers of its note."""
    placed = sum(
        required if any(event.turn == turn and event.seat == seat for event in sums.bankrupt) else allocated
        for turn, required, allocated in _placements(sums, seat)
    )
    return [
        [sums.points[seat]],
        [sums.firms[seat].money, sums.start(seat)],
        [sums.bought_low(seat) + sums.dear(seat), sums.dear(seat)],
        [placed, sums.tiers(seat)],
    ]


def _placements(sums: Sums, seat: int) -> list[tuple[int, int, int]]:
    role = sums.scenario.roles[seat].id
    return [
        (activity.number, part.required, sums.allocated[activity.number, seat].cubes)
        if (activity.number, seat) in sums.allocated
        else (activity.number, part.required, part.required)
        for activity in sums.scenario.activities
        for part in activity.participants
        if part.role == role
    ]


def line(event: Any, low_price: int, high_price: int) -> list[int] | None:
    """The numbers of a line of the record; None where the event has no line."""
    match event.__struct_config__.tag:
        case "bought":
            return [event.quantity, event.quantity * low_price] if event.quantity else []
        case "offered" | "agreed" | "contract_drawn" | "contract_fixed":
            return [event.price]
        case "broken_off" | "game_ended":
            return []
        case "paid":
            return [event.amount, *([event.by_bank] if event.by_bank else [])]
        case "instalment_paid":
            return [event.part, event.parts, event.amount, *([event.by_bank] if event.by_bank else [])]
        case "bankrupt":
            bank = [event.by_bank] if event.by_bank and event.payer is not None else []
            return [event.lost_money, event.lost_stock, event.amount, *bank]
        case "placed" | "allocated":
            bought = event.buy if event.__struct_config__.tag == "placed" else event.bought
            if event.__struct_config__.tag == "allocated" and not event.revealed:
                return None
            fewer = [each for each in (event.fewer_cards, event.fewer_days) if each]
            return [event.cubes, event.required, *fewer, *([bought, bought * high_price] if bought else [])]
        case "cards_due":
            return _cards_due(event)
        case "card_drawn":
            return [event.number]
        case "effect_applied":
            return _effect(event, high_price)
        case "effect_deferred":
            return [abs(event.amount), event.activity]
        case "activity_ended":
            return [event.days, event.placed + event.card_cubes + event.card_k, event.cards]
    return None


def _cards_due(event: Any) -> list[int]:
    """Numbers of a sum that adds up: cubes avoid no more cards than there were."""
    there = max(0, event.slots + event.added)
    added = [abs(event.added)] if event.added else []
    return [event.cards, event.slots, *added, *([there - event.cards] if there > event.cards else [])]


def _effect(event: Any, high_price: int) -> list[int]:
    if event.how == "void":
        return []
    if event.how == "done" and event.op == "resources":
        return [event.amount, *([event.bought, event.bought * high_price] if event.bought else [])]
    return [abs(event.amount)]
