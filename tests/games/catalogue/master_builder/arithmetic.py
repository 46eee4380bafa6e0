"""Expected numbers of Master Builder's sentences, computed from the events of a record and from its last state."""

from collections import Counter
from typing import Any, Final

from games.catalogue.master_builder.rules.scenario import rank_of
from tests.games.sentences import Expected, Match, first_most


class Sums:
    """The sums over a record: one pass over the crews for wages, sums of events for the rest."""

    def __init__(self, match: Match) -> None:
        self.match, self.scenario = match, match.where.scenario
        self.seats = range(len(match.result.scores))
        self.end = match.of("match_ended")[0]
        self.won = match.of("won")
        self.labour: Counter[int] = Counter()
        """Labour by contract."""
        self.idle: Counter[tuple[int, int]] = Counter()
        """Idle workers by seat and round."""
        self.harm: Counter[tuple[int, int, int]] = Counter()
        """The cost of an event by round, event and seat."""
        self.away: dict[tuple[int, int], dict[int, int]] = {}
        """By round and event: workers kept away, by seat."""
        self._wages()

    def _wages(self) -> None:
        crews: dict[str, dict[str, Any]] = {}
        number, work = 0, dict[str, int]()
        for event in self.match.events:
            kind, turn = event.__struct_config__.tag, event.turn
            key = (turn, number, event.seat)
            if kind == "round_begun":
                number, work = 0, {}
                for hand in crews.values():
                    hand |= {"state": "free"}
            elif kind == "hired":
                crews[event.worker] = {"seat": event.seat, "wage": event.wage, "raises": [], "state": "free"}
            elif kind == "left":
                del crews[event.worker]
            elif kind == "event_turned":
                number = event.number
            elif kind == "made_unavailable":
                self.away.setdefault((turn, number), Counter())[event.seat] += len(event.workers)
                self.harm[key] += 0
                for worker in event.workers:
                    crews[worker] |= {"state": "down", "by": key}
            elif kind == "wages_raised":
                self.harm[key] += 0
                for worker in event.workers:
                    crews[worker]["wage"] += event.amount
                    crews[worker]["raises"].append((key, event.amount))
            elif kind == "paid_off":
                self.harm[key] += event.amount
            elif kind == "rented":
                crews[event.worker] |= {"state": "let"}
            elif kind == "work":
                work |= dict.fromkeys(event.workers, event.contract)
            elif kind == "wages_paid":
                self._paid({name: hand for name, hand in crews.items() if hand["seat"] == event.seat}, work, turn)

    def _paid(self, crew: dict[str, dict[str, Any]], work: dict[str, int], turn: int) -> None:
        for worker, hand in crew.items():
            for key, amount in hand["raises"]:
                self.harm[key] += amount
            if worker in work:
                self.labour[work[worker]] += hand["wage"]
            elif hand["state"] == "down":
                self.harm[hand["by"]] += hand["wage"]
            elif hand["state"] == "free":
                self.idle[hand["seat"], turn] += hand["wage"]

    # Contracts

    def least(self, contract: int) -> int:
        return int(self.scenario.contracts[contract - 1].min_bid)

    def next_bid(self, won: Any) -> int | None:
        """The highest bid of the other players in the auction."""
        bids = [
            event
            for event in self.match.of("nominated", "raised", turn=won.turn)
            if event.contract == won.contract and event.seat != won.seat
        ]
        return max((event.bid for event in bids), default=None)

    def needless(self, won: Any) -> int:
        rival = self.next_bid(won)
        enough = self.least(won.contract) if rival is None else max(self.least(won.contract), rival + 1)
        return int(won.price - enough) if won.how == "auction" else 0

    def is_finished(self, contract: int) -> bool:
        return any(event.contract == contract for event in self.match.of("finished"))

    def brought(self, contract: int) -> int:
        """The payment; for an unfinished contract, its value in the last state."""
        done = [event.payment for event in self.match.of("finished") if event.contract == contract]
        return done[0] if done else self.unfinished[contract]

    @property
    def unfinished(self) -> dict[int, int]:
        """The payment of each unfinished contract: the full one less a deduction for each missing section."""
        built = Counter(event.contract for event in self.match.of("work"))
        contracts = [self.scenario.contracts[won.contract - 1] for won in self.won]
        lost = self.scenario.unfinished_section
        return {
            each.number: max(0, each.payment - lost * (len(each.sections) - built[each.number]))
            for each in contracts
            if not self.is_finished(each.number)
        }

    def worth(self, won: Any) -> int:
        return self.brought(won.contract) + int(won.bonus) - self.labour[won.contract]

    def gain(self, won: Any) -> int:
        return self.worth(won) - int(won.price)


def overpaid(sums: Sums) -> list[int]:
    won = first_most(sums.won, sums.needless)
    rival = sums.next_bid(won)
    return [won.price, *([] if rival is None else [rival]), sums.least(won.contract)]


def winners_curse(sums: Sums) -> list[int] | None:
    cursed = [
        won
        for won in sums.won
        if won.how == "auction" and (rival := sums.next_bid(won)) is not None and rival > sums.worth(won)
    ]
    worst = min(sums.won, key=sums.gain)
    others = [won for won in cursed if won is not worst] or cursed
    if not others:
        return None
    won = first_most(others, lambda each: each.price - sums.worth(each))
    return [won.price, sums.worth(won), sums.next_bid(won) or 0]


def bargain(sums: Sums) -> list[int] | None:
    cheap = [won for won in sums.won if won.how == "auction" and won.price == sums.least(won.contract)]
    won = first_most(cheap, sums.gain)
    if sums.next_bid(won) is not None:
        return None
    return [won.price, sums.brought(won.contract), sums.gain(won)]


def bought_last(sums: Sums) -> list[int] | None:
    left = [won for won in sums.won if won.how != "auction"]
    won = first_most(left, lambda each: -each.price)
    before = sums.won[: sums.won.index(won)]
    auctions = [each for each in before if each.turn == won.turn and each.how == "auction"]
    won_one = any(each.seat == won.seat for each in auctions)
    if not auctions or won_one or won.price != sums.least(won.contract):
        return None
    dearest = first_most(auctions, lambda each: each.price)
    return [won.turn, won.price, dearest.price]


def limit_too_low(sums: Sums) -> list[int] | None:
    """The loser bid up to its limit, and was stopped by the limit and not by a pass of its own."""
    near = []
    for won in sums.won:
        last = {event.seat: event.limit for event in sums.match.of("limit_left") if event.contract == won.contract}
        for seat, limit in last.items():
            bids = [event.bid for event in sums.match.of("raised", seat=seat) if event.contract == won.contract]
            if limit and seat != won.seat and 0 <= won.price - limit <= 3 and sums.gain(won) > 0:
                near.append((limit, won, max(bids, default=0)))
    if not near:
        return None
    limit, won, most = first_most(near, lambda each: sums.gain(each[1]))
    return [limit, won.price, sums.gain(won)] if most <= limit else None


def idle_paid(sums: Sums) -> list[int]:
    by_seat: Counter[int] = Counter()
    for (seat, _turn), wages in sums.idle.items():
        by_seat[seat] += wages
    seat = first_most(list(sums.seats), lambda each: by_seat[each])
    own = sorted((turn, wages) for (each, turn), wages in sums.idle.items() if each == seat)
    turn, most = first_most(own, lambda pair: pair[1])
    return [by_seat[seat], most, turn]


def skill_wasted(sums: Sums) -> list[int] | None:
    above: Counter[int] = Counter()
    places: Counter[int] = Counter()
    for event in sums.match.of("work"):
        sections = sums.scenario.contracts[event.contract - 1].sections
        needs = next(section.needs for section in sections if section.id == event.section)
        ranks = zip(sorted(map(rank_of, event.workers)), sorted(map(rank_of, needs)), strict=True)
        above[event.seat] += sum(own > need for own, need in ranks)
        places[event.seat] += len(event.workers)
    much = [seat for seat in places if above[seat] >= 6 and 2 * above[seat] > places[seat]]
    if not much:
        return None
    seat = first_most(much, lambda each: above[each] / places[each])
    return [above[seat], places[seat]]


def fired_soon(sums: Sums) -> list[int]:
    soon: Counter[int] = Counter()
    since: dict[str, int] = {}
    for event in sums.match.of("hired", "left"):
        if event.__struct_config__.tag == "hired":
            since[event.worker] = event.turn
        elif event.why == "fired" and event.turn - since[event.worker] <= 1:
            soon[event.seat] += 1
    seat = max(soon, key=lambda each: soon[each])
    return [len(sums.match.of("hired", seat=seat)), soon[seat]]


def event_struck(sums: Sums) -> list[int]:
    turn, number, seat = first_most(list(sums.harm), lambda each: sums.harm[each])
    return [turn, sums.harm[turn, number, seat]]


def hit_alone(sums: Sums) -> list[int] | None:
    alone = [(turn, *found.values()) for (turn, _number), found in sums.away.items() if len(found) == 1]
    turn, number = first_most(alone, lambda each: each[1])
    return [turn, number]


def wages_over_income(sums: Sums) -> list[int] | None:
    rows = []
    for seat in sums.seats:
        wages = sum(event.amount for event in sums.match.of("wages_paid", seat=seat))
        done = sum(event.payment for event in sums.match.of("finished", seat=seat))
        rows.append((wages, done + sums.end.unfinished[seat]))
    most = first_most(rows, lambda row: row[0] - row[1])
    return list(most) if most[0] > most[1] else None


def contract_lost_money(sums: Sums) -> list[int] | None:
    won = min(sums.won, key=sums.gain)
    labour = sums.labour[won.contract]
    numbers = [-sums.gain(won), won.price, labour, sums.brought(won.contract) + won.bonus]
    return numbers if sums.gain(won) < 0 else None


def credit_cost(sums: Sums) -> list[int]:
    """The number of loans, the money borrowed, and the cost of repaying, by the last state for open loans."""
    borrowed = sums.match.of("borrowed")
    back = sum(event.amount for event in sums.match.of("repaid")) + sum(sums.end.debts)
    cash = sum(event.amount for event in borrowed)
    return [len(borrowed), cash, back - cash]


def led_and_lost(sums: Sums) -> list[int] | None:
    last = max(event.turn for event in sums.match.of("round_begun"))
    half = last // 2
    cash = {event.seat: event.cash for event in sums.match.of("wages_paid", turn=half)}
    seat = first_most(list(sums.seats), lambda each: cash.get(each, -1))
    place = 1 + sum(score > sums.end.scores[seat] for score in sums.end.scores)
    return [half, cash[seat], place, len(sums.seats), sums.end.scores[seat]] if 2 * place > len(sums.seats) else None


def one_worker_more(sums: Sums) -> list[int]:
    fired = [event for event in sums.match.of("left") if event.why == "fired"]
    return [len(sums.match.of("hired")), len(fired)]


def unfinished(sums: Sums) -> list[int]:
    built = Counter(event.contract for event in sums.match.of("work"))
    contracts = [sums.scenario.contracts[number - 1] for number in sums.unfinished]
    missing = sum(len(each.sections) - built[each.number] for each in contracts)
    payment = sum(each.payment for each in contracts)
    return [len(contracts), missing, payment - sum(sums.end.unfinished)]


def headline(sums: Sums) -> list[int]:
    return [max(sums.end.scores)]


NUMBERS: Final[dict[str, Expected]] = {
    each.__name__: each
    for each in (
        *(overpaid, winners_curse, bargain, bought_last, limit_too_low, idle_paid, skill_wasted, fired_soon),
        *(event_struck, hit_alone, wages_over_income, contract_lost_money, credit_cost, led_and_lost),
        *(one_worker_more, unfinished),
    )
}
WITHOUT: Final = ()
NEVER: Final = ()
