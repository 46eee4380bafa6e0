"""Expected numbers of UTBohème's sentences, computed from the events of a record and from the points of its states."""

from collections import Counter
from typing import Any, Final

from games.catalogue.utboheme.rules.board import layout
from games.catalogue.utboheme.rules.resources import RESOURCES
from tests.games.sentences import Expected, Match, first_most

DOTS: Final = {token: 6 - abs(7 - token) for token in range(2, 13)}
PIECES: Final = ("uv_built", "uv_upgraded")


class Sums:
    """The sums over a record."""

    def __init__(self, match: Match) -> None:
        self.match, self.scenario = match, match.where.scenario
        self.seats = range(len(match.result.scores))
        self.scores, self.worth = match.result.scores, match.where.scenario.points
        self.ended = match.of("game_ended")[0]
        self.board = match.of("island_laid")[0].board
        self.turns = len(match.of("turn_begun"))
        self.around = layout(self.board).hexagons_at
        self.blocked: Counter[int] = Counter()
        self.came: list[Counter[str]] = [Counter() for _seat in self.seats]
        for event in match.of("harvested"):
            for seat in self.seats:
                self.came[seat][event.resource] += event.got[seat]
                self.blocked[seat] += event.due[seat] if event.why == "robber" else 0
        self.points, self.open = self._points()

    def place(self, seat: int) -> int:
        """The rank of a seat: the winner is first, also before others with as many points."""
        if seat == self.ended.seat:
            return 1
        return 1 + sum(self.scores[each] > self.scores[seat] or each == self.ended.seat for each in self.seats)

    @property
    def winner(self) -> int:
        return min(self.seats, key=self.place)

    def _points(self) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        """After the foundation and after each turn: all points, and the visible ones."""
        uv, upgraded, hidden = (dict.fromkeys(self.seats, 0) for _kind in range(3))
        cards: dict[str, int | None] = {"longest_moved": None, "oldest_moved": None}
        every: list[tuple[int, ...]] = []
        shown: list[tuple[int, ...]] = []

        def close() -> None:
            special = {"longest_moved": self.worth.longest, "oldest_moved": self.worth.oldest}
            table = [
                uv[seat] * self.worth.uv
                + upgraded[seat] * self.worth.upgraded
                + sum(special[kind] for kind, holder in cards.items() if holder == seat)
                for seat in self.seats
            ]
            shown.append(tuple(table))
            every.append(tuple(own + self.worth.victory * hidden[seat] for seat, own in enumerate(table)))

        for event in self.match.events:
            kind = event.__struct_config__.tag
            if kind in ("turn_begun", "game_ended"):
                close()
            elif kind in ("uv_founded", "uv_built"):
                uv[event.seat] += 1
            elif kind == "uv_upgraded":
                uv[event.seat] -= 1
                upgraded[event.seat] += 1
            elif kind in cards:
                cards[kind] = event.seat
            elif kind == "card_taken" and event.card == "victory":
                hidden[event.seat] += 1
        return every, shown

    def luck(self, seat: int) -> float:
        """Cards from the dice above the mean number for the seat's pieces."""
        pieces: Counter[int] = Counter()
        robber, expected = self.match.of("island_laid")[0].robber, 0
        for event in self.match.events:
            kind = event.__struct_config__.tag
            if kind in ("uv_founded", "uv_built", "uv_upgraded") and event.seat == seat:
                pieces[event.crossing] += 1
            elif kind == "robber_moved":
                robber = event.hexagon
            elif kind == "rolled":
                expected += sum(
                    cards * DOTS.get(self.board.tokens[hexagon], 0)
                    for crossing, cards in pieces.items()
                    for hexagon in self.around[crossing]
                    if hexagon != robber
                )
        return sum(self.came[seat].values()) - expected / 36

    def lucks(self) -> list[float]:
        return [round(self.luck(seat), 3) for seat in self.seats]


def tenths(number: float) -> int | float:
    return round(round(1000 * abs(number)) / 100) / 10


def most_luck(sums: Sums) -> list[float]:
    lucks = sums.lucks()
    seat = first_most(list(sums.seats), lambda each: lucks[each])
    return [tenths(lucks[seat]), *([] if sums.place(seat) == 1 else [sums.place(seat), len(sums.seats)])]


def unlucky_won(sums: Sums) -> list[float]:
    return [tenths(sums.lucks()[sums.winner])]


def even_dice(sums: Sums) -> list[float]:
    return [tenths(max(map(abs, sums.lucks())))]


def found_again(sums: Sums) -> list[int]:
    promised: Counter[int] = Counter()
    for event in sums.match.of("uv_founded"):
        promised[event.seat] += sum(DOTS.get(sums.board.tokens[each], 0) for each in sums.around[event.crossing])
    ranked = promised.most_common()
    (most, high), (least, low) = ranked[0], ranked[-1]
    if high == low:
        return [high, 36]
    return [high, 36, low, sums.place(most), sums.place(least), len(sums.seats)]


def scarce_resource(sums: Sums) -> list[int]:
    by_resource = [sum(came[resource] for came in sums.came) for resource in RESOURCES]
    least, resource = min(by_resource), RESOURCES[by_resource.index(min(by_resource))]
    own = max(came[resource] for came in sums.came)
    return [least, sum(by_resource), own] if own else [sum(by_resource)]


def alone(points: tuple[int, ...]) -> int | None:
    best = max(points)
    return points.index(best) if points.count(best) == 1 else None


def led_and_overtaken(sums: Sums) -> list[int] | None:
    front = {turn: alone(sums.points[turn]) for turn in range(1, sums.turns + 1)}
    led = Counter(seat for seat in front.values() if seat is not None and sums.place(seat) > 1)
    seat, times = led.most_common(1)[0]
    last = max(turn for turn, each in front.items() if each == seat)
    return [times, sums.turns, last, sums.place(seat), len(sums.seats)]


def card_decided(sums: Sums) -> list[int] | None:
    """Without the card, which another player had held before, the winner would have been behind or equal to that
    player.
    """
    for kind, worth in (("longest_moved", sums.worth.longest), ("oldest_moved", sums.worth.oldest)):
        moved = sums.match.of(kind)
        holders = [event.seat for event in moved if event.seat is not None]
        others = [place for place, seat in enumerate(holders) if seat != sums.winner]
        if not moved or moved[-1].seat != sums.winner or not others:
            continue
        before = holders[others[-1]]
        taken = [event for event in moved if event.seat is not None][others[-1] + 1]
        own, other = sums.scores[sums.winner], sums.scores[before]
        if other + worth >= own - worth:
            return [taken.turn, worth, own, other]
    return None


def hidden_points(sums: Sums) -> list[int] | None:
    hidden = sums.points[-1][sums.winner] - sums.open[-1][sums.winner]
    return [sums.scores[sums.winner], sums.open[-1][sums.winner], hidden] if hidden else None


def built_late(sums: Sums) -> list[int] | None:
    first: dict[int, int] = {}
    for event in sums.match.of(*PIECES):
        first.setdefault(event.seat, event.turn)
    own = first.get(sums.winner)
    others = {seat: first.get(seat, sums.turns + 1) for seat in sums.seats if seat != sums.winner}
    late = max(others.values())
    if own is None or 2 * own > sums.turns or 2 * late <= sums.turns:
        return None
    return [sums.turns, own] if late > sums.turns else [late, sums.turns, own]


def robber_cost(sums: Sums) -> list[int]:
    robbed = Counter(event.victim for event in sums.match.of("stolen"))
    lost = max(sums.blocked[seat] + robbed[seat] for seat in sums.seats)
    thefts = [event for event in sums.match.of("robber_moved") if event.victim is not None]
    first = 0
    for event in thefts:
        points = sums.open[event.turn - 1]
        first += points[event.victim] == max(own for seat, own in enumerate(points) if seat != event.seat)
    return [lost, len(thefts), first]


def lost_on_sevens(sums: Sums) -> list[int]:
    cards: Counter[int] = Counter()
    for event in sums.match.of("discarded"):
        cards[event.seat] += sum(event.cards)
    seat = first_most(list(sums.seats), lambda each: cards[each])
    return [cards[seat], len({event.turn for event in sums.match.of("discarded", seat=seat)})]


def refused_by_all(sums: Sums) -> list[int] | None:
    """Offers that every asked player refused."""
    closed = [event for event in sums.match.of("offer_closed") if event.why == "refused"]
    refused = Counter(event.seat for event in closed)
    seat = first_most(list(sums.seats), lambda each: refused[each])
    for event in (each for each in closed if each.seat == seat):
        offer = next(
            each for each in sums.match.of("offered", turn=event.turn, seat=seat) if each.number == event.number
        )
        answers = {
            each.seat: each.accepted
            for each in sums.match.of("offer_answered", turn=event.turn)
            if each.number == event.number
        }
        if any(answers.get(each, True) for each in offer.asked):
            return None
    return [refused[seat], len(sums.match.of("offered", seat=seat))]


def better_offer(sums: Sums) -> list[int] | None:
    """An earlier offer of the same turn was open and asked fewer of the same card than the bank."""
    best: tuple[float, list[int]] | None = None
    place = {id(event): number for number, event in enumerate(sums.match.events)}
    for bank in sums.match.of("bank_traded"):
        for offer in sums.match.of("offered", turn=bank.turn):
            side = 1 if offer.seat != bank.seat else -1
            cards = {name: side * number for name, number in zip(RESOURCES, offer.cards, strict=True) if number}
            if set(cards) != {bank.give, bank.take} or cards[bank.take] <= 0 or place[id(offer)] > place[id(bank)]:
                continue
            ended = [
                each
                for each in sums.match.of("traded", "offer_closed", turn=bank.turn)
                if each.number == offer.number and (each.__struct_config__.tag == "traded" or each.why == "uncovered")
            ]
            answers = {
                each.seat: each.accepted
                for each in sums.match.of("offer_answered", turn=bank.turn)
                if each.number == offer.number and place[id(each)] < place[id(bank)]
            }
            if ended or (offer.seat == bank.seat and True not in answers.values()):
                continue
            spared = bank.paid + cards[bank.give] / cards[bank.take]
            numbers = [bank.turn, bank.paid, 1, cards[bank.take], -cards[bank.give]]
            if spared > 0 and (best is None or spared > best[0] + 0.001):
                best = spared, numbers
    return best[1] if best else None


def nobody_traded(sums: Sums) -> list[int] | None:
    if sums.match.of("traded"):
        return None
    return [sums.turns, len(sums.match.of("offered")), len(sums.match.of("bank_traded"))]


def trade_terms(sums: Sums) -> list[int]:
    def uneven(event: Any) -> int:
        rate = round(1000 * sum(event.gave) / sum(event.got))
        return max(rate, 1_000_000 // rate)

    event = first_most(sums.match.of("traded"), uneven)
    return [event.turn, *(each for each in event.gave if each), *(each for each in event.got if each)]


def helped_the_winner(sums: Sums) -> list[int] | None:
    """The last trade of the winner that brought a card for a piece of the same turn."""
    found = []
    costs = {"uv_built": sums.scenario.costs.uv.cards, "uv_upgraded": sums.scenario.costs.upgrade.cards}
    place = {id(event): number for number, event in enumerate(sums.match.events)}
    for trade in sums.match.of("traded", seat=sums.winner):
        for piece in sums.match.of(*PIECES, turn=trade.turn, seat=sums.winner):
            price = costs[piece.__struct_config__.tag]
            needed = any(got and need for got, need in zip(trade.got, price, strict=True))
            if needed and place[id(piece)] > place[id(trade)]:
                found.append(trade)
    return [found[-1].turn, *(each for each in found[-1].got if each), sums.turns] if found else None


def headline(sums: Sums) -> list[int]:
    return [sums.scores[sums.winner]]


NUMBERS: Final[dict[str, Expected]] = {
    each.__name__: each
    for each in (
        *(most_luck, unlucky_won, even_dice, found_again, scarce_resource, led_and_overtaken, card_decided),
        *(hidden_points, built_late, robber_cost, lost_on_sevens, refused_by_all, better_offer, nobody_traded),
        *(trade_terms, helped_the_winner),
    )
}
WITHOUT: Final = ()
NEVER: Final = ()
