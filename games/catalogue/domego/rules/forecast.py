"""The possible ends of a match, and a role's score if it ended now: functions of a view, for pages and bots."""

from games.catalogue.domego.rules.scoring import Points, points_of
from games.catalogue.domego.rules.sheet import Activity, Extremes, Goals, Part
from games.catalogue.domego.rules.types import Waiting
from games.catalogue.domego.rules.view import View
from games.engine.types import Seat, Value


class Range(Value, frozen=True):
    """A range from least to most, both included."""

    least: int
    most: int


class Forecast(Value, frozen=True):
    """The possible final values of the three counters."""

    delay: Range
    cost: Range
    failures: Range


def points_now(view: View, seat: Seat) -> Points:
    """The score of a seat if the match ended here, with the purses that this view shows."""
    return points_of(view.sheet, seat, view.firms[seat], Goals(view.delay, view.cost, view.failures))


def forecast(view: View) -> Forecast:
    """The outer limits: every tier taken and the best cards, no tier taken and the worst. README decision 17. Purses
    are ignored: roles that have placed are assumed to stay solvent in this activity.
    """
    delay, cost, failures = ([view.delay] * 2, [view.cost] * 2, [view.failures] * 2)
    if view.phase != "over":
        more, fewer = list(view.added), list(view.added)
        for turn in range(view.turn, len(view.sheet.activities) + 1):
            activity = view.sheet.activities[turn - 1]
            least, most = _lines(view, activity, turn)
            few = _clamp(activity.slots + fewer[turn - 1] - most[1], activity.deck)
            many = _clamp(activity.slots + more[turn - 1] - least[1], activity.deck)
            _add(delay, _days(view, activity, turn, (least[2], most[2]), (few, many)))
            paid = sum(_cost(effect) for effect in view.waiting if effect.activity == turn)
            _add(cost, (least[0] + paid, most[0] + paid + activity.extremes.most_cost[many]))
            _add(failures, (few, many))
            if many:
                _spread(activity.extremes, fewer, more)
    return Forecast(Range(*delay), Range(*cost), Range(*failures))


def _cost(effect: Waiting) -> int:
    """The cost of a waiting effect: its cubes, or the k that a role pays."""
    if effect.op == "resources":
        return effect.amount
    return max(0, -effect.amount) if effect.op == "money" else 0


def _lines(view: View, activity: Activity, turn: int) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Tuples (cubes, avoided cards, saved days) of an activity sheet, at the least and at the most."""
    least, most = [0, 0, 0], [0, 0, 0]
    for line, part in enumerate(activity.parts):
        low, high = (0, 0), (len(part.risk) - 1, len(part.delay) - 1)
        if turn == view.turn and view.bankrupt[part.role]:
            high = low
        elif turn == view.turn and view.placed and (move := view.placed[line]) is not None:
            low = high = (move.risk_tier, move.delay_tier)
        _add(least, _tiers(part, low))
        _add(most, _tiers(part, high))
    return (least[0], least[1], least[2]), (most[0], most[1], most[2])


def _tiers(part: Part, tiers: tuple[int, int]) -> tuple[int, int, int]:
    risk, delay = part.risk[tiers[0]], part.delay[tiers[1]]
    return part.required + risk[0] + delay[0], risk[1], delay[1]


def _days(view: View, activity: Activity, turn: int, fewer: tuple[int, int], cards: tuple[int, int]) -> tuple[int, int]:
    """The least and most days of an activity, including the effects of its cards on later activities."""
    waiting = sum(effect.amount for effect in view.waiting if effect.activity == turn and effect.op == "delay")
    drawn, cards_of = slice(cards[0], cards[1] + 1), activity.extremes
    least = max(0, activity.days - fewer[1] + waiting + min(cards_of.fewest_days[drawn]))
    most = max(0, activity.days - fewer[0] + waiting + max(cards_of.most_days[drawn]))
    return least + cards_of.fewest_later_days[cards[1]], most + cards_of.most_later_days[cards[1]]


def _spread(extremes: Extremes, fewer: list[int], more: list[int]) -> None:
    """The cards that the deck may add to later activities, or remove from them."""
    for turn, cards in extremes.most_added:
        more[turn - 1] += cards
    for turn, cards in extremes.most_removed:
        fewer[turn - 1] += cards


def _clamp(cards: int, deck: int) -> int:
    return max(0, min(deck, cards))


def _add(totals: list[int], more: tuple[int, ...]) -> None:
    for index, number in enumerate(more):
        totals[index] += number
