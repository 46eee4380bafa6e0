"""The worth of a project's positions, computed backwards from the last activity on a grid of its figures.
An aim turns the end of a project into its worth. The expert's aim is the chance that all three targets are met, plus
half the share of targets as in marks. If one target is lost, the others still count. The aim of an account is the share
alone. The grid surrounds a project that is on course. Positions outside have the worth of the grid's border, and of
equal placements the cheapest is best. Purses are left out: callers check them.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import floor
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from games.catalogue.domego.bots.grid import Axes, Axis, Grid, best_row, kernel, look, place_of, smoothed, total
from games.catalogue.domego.bots.prospects import Odds, Prospect, Reduction, odds, odds_of_extras, prospect_of
from games.catalogue.domego.rules.sheet import Goals, Sheet
from games.ui.targets import CURVES, Curve, target_share

MEMORY: Final = 50_000
"""The number of positions whose best placement is cached."""


CUBES: Final = (1, 1.5, 2, 3, 4, 6)
"""Weights of a cube in days, for steady projects."""
CARDS: Final = (0, 1, 2, 4, 6, 9, 13, 20)
"""Weights of a card in days."""
SPARE: Final = 15
"""Percent above the cost of a steady project up to which a target for cost is used."""


class Extent(NamedTuple):
    """A grid around a project that is on course. A step is the target of days or of cost divided by `fineness`, at
    least 1. There are `below` and `above` points on each side. The axis of cards has at most `cards` points, up to
    `over` percent above the target. It also reaches `extra` more cards than there are slots before an activity.
    """

    fineness: tuple[int, int] = (60, 50)
    below: tuple[int, int] = (8, 10)
    above: tuple[int, int] = (8, 10)
    cards: int = 14
    over: int = 20
    extra: int = 3


class Aim(NamedTuple):
    """The worth of a project's end: weights of the chance that all targets are met and of the share of targets. A
    missed target counts the share that the curve gives.
    """

    met: float = 1.0
    share: float = 0.5
    curve: Curve = CURVES["usual"]
    extent: Extent = Extent()


EXPERT: Final = Aim()


class Figures(NamedTuple):
    """The figures of a project before an activity. `added` is by activity, as in the state. `delay` and `cost` include
    cards that wait for later activities.
    """

    turn: int
    delay: int
    cost: int
    failures: int
    added: tuple[int, ...]


class Best(NamedTuple):
    """The best combined placement of the roles of an activity."""

    worth: float
    risk: Reduction
    delay: Reduction


class Chances:
    """The worth of all positions of a sheet. Building it takes most of a second for the classic sheet; a query takes
    microseconds. `plan` gives the number of cards avoided by activity, where a rougher estimate is too inaccurate.
    """

    def __init__(self, sheet: Sheet, aim: Aim = EXPERT, plan: Sequence[int] = ()) -> None:
        self.goals, self.aim = sheet.goals, aim
        self.prospects = tuple(prospect_of(activity) for activity in sheet.activities)
        self.decks = tuple(prospect.deck for prospect in self.prospects)
        steady = _steady(self.prospects, sheet.goals)
        self.axes = _axes(self.prospects, sheet.goals, aim.extent, steady)
        gains = plan or [each.risk.gain for each in steady]
        self._laters = tuple(
            partial(_later, prospect, gain) for prospect, gain in zip(self.prospects, gains, strict=True)
        )
        self._ends: dict[tuple[str, int, int], tuple[float, float]] = {}
        self._odds: dict[tuple[str, int], Odds] = {}
        self._after: list[dict[int, Grid]] = [{} for _each in self.prospects]
        self._before: list[Grid] = [[] for _each in self.prospects]
        for turn in range(len(self.prospects), 0, -1):
            self._before[turn - 1] = self._worked_out(turn)
        self._found: dict[Figures, Best] = {}

    def best(self, figures: Figures) -> Best:
        """The placements of the current activity that are worth most if everybody continues in the same way."""
        found = self._found.get(figures)
        if found is None:
            prospect = self.prospects[figures.turn - 1]
            found = self.best_of(figures, prospect.risk, prospect.delay)
            if len(self._found) >= MEMORY:
                self._found.clear()
            self._found[figures] = found
        return found

    def best_of(self, figures: Figures, risks: Sequence[Reduction], delays: Sequence[Reduction]) -> Best:
        """The best of some reductions only, for example where tiers are placed already."""
        worth = self.worth_at(figures)
        # The cheapest of equal placements.
        return max(
            (Best(worth(risk, delay), risk, delay) for risk in risks for delay in delays),
            key=lambda each: (round(each.worth, 9), -each.risk.cubes - each.delay.cubes),
        )

    def worth_at(self, figures: Figures) -> Callable[[Reduction, Reduction], float]:
        """A function from the reductions of the current activity to its worth before its cards are drawn."""
        turn, prospect = figures.turn, self.prospects[figures.turn - 1]
        slots = prospect.slots + figures.added[turn - 1]
        if turn == len(self.prospects):
            return lambda risk, delay: self._end(figures.delay, figures.cost, figures.failures, slots, risk, delay)
        delay_so_far, cost, failures = float(figures.delay), float(figures.cost), figures.failures
        for number, later in zip(figures.added[turn:], self._laters[turn:], strict=True):
            cards, days, paid = later(number)
            failures, delay_so_far, cost = failures + cards, delay_so_far + days, cost + paid
        axes, cost = self.axes[turn], cost + prospect.required

        def worth(risk: Reduction, delay: Reduction) -> float:
            days = delay_so_far + max(0, prospect.days - delay.gain)
            return look(
                self._after_cards(turn, slots - risk.gain), axes, failures, cost + risk.cubes + delay.cubes, days
            )

        return worth

    def _after_cards(self, turn: int, cards: int) -> Grid:
        """The worth before this number of cards of an activity is drawn, with everything else of the activity done."""
        cards = min(max(0, cards), len(self.decks[turn - 1].days))
        if cards not in self._after[turn - 1]:
            self._after[turn - 1][cards] = self._mixed(turn, cards)
        return self._after[turn - 1][cards]

    def _mixed(self, turn: int, cards: int) -> Grid:
        deck, axes, later = self.decks[turn - 1], self.axes[turn], self._before[turn]
        days, cost = odds(deck.all_days, cards), odds(deck.cost, cards)
        mixed: Grid = []
        for (extra, more_days, more_cost), chance in odds_of_extras(deck, self._laters, cards).items():
            kernels = (
                kernel([(cards + extra, chance)], axes[0].step),
                kernel([(number + more_cost, each) for number, each in cost.items()], axes[1].step),
                kernel([(number + more_days, each) for number, each in days.items()], axes[2].step),
            )
            found = smoothed(later, kernels)
            mixed = total(mixed, found) if mixed else found
        return mixed

    def _worked_out(self, turn: int) -> Grid:
        """The worth before an activity, computed from the worth after it."""
        axes, prospect = self.axes[turn - 1], self.prospects[turn - 1]
        if turn == len(self.prospects):
            return self._last(axes, prospect)
        after = self.axes[turn]
        options = []
        for risk in _worthwhile(prospect):
            for delay in prospect.delay:
                days = axes[2].low + max(0, prospect.days - delay.gain) - after[2].low
                cost = axes[1].low + prospect.required + risk.cubes + delay.cubes - after[1].low
                options.append((prospect.slots - risk.gain, cost / after[1].step, days / after[2].step))
        return [
            [
                best_row(
                    [(self._after_cards(turn, cards)[place_of(axes[0].at(card), after[0])], cost + row, days)
                     for cards, cost, days in options],
                    axes[2].points,
                )
                for row in range(axes[1].points)
            ]
            for card in range(axes[0].points)
        ]  # fmt: skip

    def _last(self, axes: Axes, prospect: Prospect) -> Grid:
        goals, days_axis = self.goals, axes[2]
        pairs = []
        for risk in _worthwhile(prospect):
            cards = max(0, prospect.slots - risk.gain)
            for delay in prospect.delay:
                days = max(0, prospect.days - delay.gain)
                reached = [
                    self._reached("days", cards, days_axis.at(index) + days, goals.delay)
                    for index in range(days_axis.points)
                ]
                pairs.append((cards, prospect.required + risk.cubes + delay.cubes, list(zip(*reached, strict=True))))
        return [
            [self._last_row(pairs, axes[0].at(card), axes[1].at(row)) for row in range(axes[1].points)]
            for card in range(axes[0].points)
        ]

    def _last_row(self, pairs: Sequence[Any], failures: int, cost: int) -> list[float]:
        """The best of (cards, cubes, (chance of the target, share of it) by days), by days."""
        found: list[float] = []
        third = self.aim.share / 3
        for cards, cubes, (days_met, days_share) in pairs:
            met, share = self._reached("cost", cards, cost + cubes, self.goals.cost)
            rest = third * (share + self._share(failures + cards, self.goals.failures))
            met = met * self.aim.met if failures + cards <= self.goals.failures else 0.0
            row = [met * one + rest + third * other for one, other in zip(days_met, days_share, strict=True)]
            found = list(map(max, found, row)) if found else row
        return found

    def _end(self, days: int, cost: int, failures: int, slots: int, risk: Reduction, delay: Reduction) -> float:
        """Worth in the last activity, exactly but for days and cost of a card, which count as independent."""
        prospect, goals = self.prospects[-1], self.goals
        cards = min(max(0, slots - risk.gain), len(prospect.deck.days))
        days += max(0, prospect.days - delay.gain)
        cost += prospect.required + risk.cubes + delay.cubes
        days_met, days_share = self._reached("days", cards, days, goals.delay)
        cost_met, cost_share = self._reached("cost", cards, cost, goals.cost)
        failed = self._share(failures + cards, goals.failures)
        met = days_met * cost_met if failures + cards <= goals.failures else 0.0
        return self.aim.met * met + self.aim.share * (days_share + cost_share + failed) / 3

    def _reached(self, what: str, cards: int, so_far: int, goal: int) -> tuple[float, float]:
        """The chance of the target and its expected share, before the last activity's cards."""
        key = (what, cards, so_far)
        if key not in self._ends:
            if key[:2] not in self._odds:
                deck = self.decks[-1]
                self._odds[key[:2]] = odds(deck.days if what == "days" else deck.cost, cards)
            found = self._odds[key[:2]].items()
            met = sum(chance for number, chance in found if so_far + number <= goal)
            self._ends[key] = met, sum(chance * self._share(so_far + number, goal) for number, chance in found)
        return self._ends[key]

    def _share(self, value: int, goal: int) -> float:
        return _share(value, goal, self.aim.curve)


@lru_cache(maxsize=4096)
def _share(value: int, goal: int, curve: Curve) -> float:
    missed = max(0, value - goal)
    return float(target_share({"met": not missed, "target": goal, "missed_by": missed}, curve))


def _worthwhile(prospect: Prospect) -> list[Reduction]:
    """The reductions that avoid fewer cards than there are slots, and the first one that avoids them all."""
    enough = [risk for risk in prospect.risk if risk.gain >= prospect.slots]
    return [risk for risk in prospect.risk if risk.gain < prospect.slots] + enough[:1]


class Steady(NamedTuple):
    """An activity of a steady project: its days, its cost, and the cards that are taken away."""

    days: float
    cost: float
    risk: Reduction


def _later(prospect: Prospect, gain: int, number: int) -> tuple[int, float, float]:
    """The cards, days and cost that a later activity gets from additional or fewer cards. `gain` of its cards are
    avoided. Fewer cards save drawn cards first, then the cubes that avoid the others.
    """
    deck, spared = prospect.deck, min(0, number + max(0, prospect.slots - gain))
    drawn, saved = number - spared, _cubes_for(prospect, gain) - _cubes_for(prospect, gain + spared)
    return drawn, drawn * deck.mean_days(), drawn * deck.mean_cost() - saved


def _cubes_for(prospect: Prospect, gain: int) -> int:
    return min(risk.cubes for risk in prospect.risk if risk.gain >= gain)


def _axes(prospects: Sequence[Prospect], goals: Goals, extent: Extent, steady: Sequence[Steady]) -> tuple[Axes, ...]:
    """The axes of the grid before each activity and at the end, around the figures of a steady project."""
    steps = [max(1, goal // part) for goal, part in zip((goals.delay, goals.cost), extent.fineness, strict=True)]
    delay, cost = float(goals.delay), float(goals.cost)
    found: list[Axes] = []
    for turn in range(len(prospects), -1, -1):
        if turn < len(prospects):
            delay, cost = delay - steady[turn].days, cost - steady[turn].cost
        found.append((
            _cards_axis([each.slots for each in prospects], turn, goals.failures, extent),
            _axis_around(cost, steps[1], extent.below[1], extent.above[1]),
            _axis_around(delay, steps[0], extent.below[0], extent.above[0]),
        ))  # fmt: skip
    return tuple(reversed(found))


def _axis_around(middle: float, step: int, below: int, above: int) -> Axis:
    return Axis(floor(middle) - step * below, step, below + 1 + above)


def _cards_axis(slots: Sequence[int], turn: int, goal: int, extent: Extent) -> Axis:
    """The axis of cards. Below its lowest number the target is safe; above its highest number it is missed as far as
    possible.
    """
    low = max(0, goal - sum(slots[turn:]) - 2)
    high = max(low + 1, min(goal + max(2, goal * extent.over // 100), sum(slots[:turn]) + extent.extra))
    step = -(-(high - low) // (extent.cards - 1))
    return Axis(low, step, (high - low) // step + 1)


def _steady(prospects: Sequence[Prospect], goals: Goals) -> list[Steady]:
    """A project by activity that weighs days, cubes and cards in the same way from first to last. Of many such projects
    it is the one whose worst target is missed by least.
    """
    return min(
        (_valuing(prospects, goals, cube, card) for cube in CUBES for card in CARDS),
        key=lambda found: found[0],
    )[1]


@lru_cache(maxsize=8)
def thrifty(sheet: Sheet) -> Sheet:
    """The sheet with a lower target for cost, if the target is far above the cost of a project that meets the others.
    Cubes that the target allows are not always in the purses, which the grid does not know.
    """
    prospects, goals = tuple(prospect_of(activity) for activity in sheet.activities), sheet.goals
    projects = [_valuing(prospects, goals, cube, card) for cube in CUBES for card in CARDS]
    costs = [sum(row.cost for row in rows) for miss, rows in projects if miss <= 0]
    most = round(min(costs, default=float(goals.cost)) * (100 + SPARE) / 100)
    return replace(sheet, goals=replace(goals, cost=most)) if most < goals.cost else sheet


def _valuing(prospects: Sequence[Prospect], goals: Goals, cube: float, card: float) -> tuple[float, list[Steady]]:
    """The worst miss relative to the target, and the figures by activity, for these weights of a cube and a card in
    days.
    """
    rows: list[Steady] = []
    drawn = 0
    for each in prospects:
        deck, slots = each.deck, each.slots
        later = sum(deck.all_days) / max(1, len(deck.days))
        worth = card + later + cube * deck.mean_cost()
        risk = max(each.risk, key=lambda option: min(option.gain, slots) * worth - cube * option.cubes)  # noqa: B023
        delay = max(each.delay, key=lambda option: option.gain - cube * option.cubes)
        cards = max(0, slots - risk.gain)
        cost = each.required + risk.cubes + delay.cubes + cards * deck.mean_cost()
        rows.append(Steady(max(0, each.days - delay.gain) + cards * later, cost, risk))
        drawn += cards
    days, cost = sum(row.days for row in rows), sum(row.cost for row in rows)
    misses = (days, goals.delay, 25), (cost, goals.cost, 22), (drawn, goals.failures, 7)
    return max((value - goal) * weight / max(1, goal) for value, goal, weight in misses), rows


@lru_cache(maxsize=8)
def chances_of(sheet: Sheet, aim: Aim = EXPERT, plan: tuple[int, ...] = ()) -> Chances:
    """The chances of a sheet, an aim and a plan, cached in the process; the most recently used are kept."""
    return Chances(sheet, aim, plan)
