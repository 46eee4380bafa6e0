"""The worth of dominoes to a hand at the end, over deals of the dominoes that are not eaten yet."""

from functools import lru_cache

from games.catalogue.dominyam.rules.combinations import ValueEnd, best_assignment
from games.engine.draws import FastDraws


@lru_cache(256)
def worth_over_deals(
    hands: tuple[int, ...], there: int, meals: tuple[int, ...], end: ValueEnd, deals: int
) -> tuple[float, ...]:
    """By meal: the gain of the eater's final hand over the mean of the others. `hands` begin with the eater's; all sets
    are bits. `there` is dealt evenly among the hands, with the same fixed deals for every meal and call.
    """
    lots = _deals(there, len(hands), deals)
    before = sum(_lead(hands, lot, 0, end) for lot in lots)
    return tuple((sum(_lead(hands, lot, meal, end) for lot in lots) - before) / deals for meal in meals)


def _lead(hands: tuple[int, ...], lot: tuple[int, ...], meal: int, end: ValueEnd) -> float:
    mine = best_assignment(hands[0] | lot[0] | meal, end).total
    others = [best_assignment(hand | dealt & ~meal, end).total for hand, dealt in zip(hands[1:], lot[1:], strict=True)]
    return mine - sum(others) / len(others)


def _deals(there: int, players: int, deals: int) -> list[tuple[int, ...]]:
    """Random orders of the dominoes, each dealt once from every player on, so that no player is favoured."""
    luck = FastDraws(there)
    dominoes = [1 << index for index in range(there.bit_length()) if there >> index & 1]
    found: list[tuple[int, ...]] = []
    while len(found) < deals:
        for last in range(len(dominoes) - 1, 0, -1):
            other = luck.below(last + 1, "deal")
            dominoes[last], dominoes[other] = dominoes[other], dominoes[last]
        lot = tuple(sum(dominoes[player::players]) for player in range(players))
        found += [lot[turn:] + lot[:turn] for turn in range(players)]
    return found[:deals]
