"""The account of a match: what the cards of each activity brought, and what each placement gave away.

A position is worth what the project's result is on average if everybody goes on placing for it (`bots.chances`, with
the class's curve). A placement is held against the best that its role could pay for, what was placed before it taken as
it is, so that the losses of an activity add up; where placements are hidden, each counts what it does on the mean of
all orders. What a purse did not allow stands by itself. What cards brought is what the position is worth after them
less its mean over all ways to draw as many. The rest is what the grid of positions rounds.

Days, cost and failures are held against the reference plan: the placements that are best as seen at the start.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from games.domego.bots.chances import Aim, Chances, Extent, Figures, chances_of
from games.domego.bots.expert import figures_of
from games.domego.bots.prospects import Reduction
from games.domego.rules.moves import Allocate
from games.domego.rules.sheet import Part, Sheet
from games.domego.rules.types import State
from games.engine.analysis.accounts import Ledger, ResultAccount, Standing, mean_standing
from games.engine.analysis.played import Match, Step
from games.engine.draws import LabelledDraws
from games.kit.targets import CURVES

WHOLE: Final = 100
"""Points that a project's result has."""
OF_A_POINT: Final = 100
"""Analysts tell it in hundredths of a point."""
EXTENT: Final = Extent((60, 70), (5, 12), (16, 34), 16, 35)
"""Finer in cost than the expert's, and wide enough for projects that sink."""
PLENTY: Final = 1_000
"""K with which every purse pays its cards."""


class Gain(NamedTuple):
    """Cards and days fewer."""

    risk: int
    delay: int


Ways = Mapping[Gain, int]
"""Cubes, beyond those required, for which each gain can be had."""


class Line(NamedTuple):
    """What a role of an activity can place, and what it is taken to place."""

    ways: Ways
    gain: Gain
    cubes: int


class OneDraw:
    """Chance that draws these cards of an activity's deck, in this order, given by their places in it. Of anything else
    it says the same whenever it is asked: an activity in which all are bankrupt is over at once.
    """

    def __init__(self, turn: int, cards: Sequence[int]) -> None:
        self.cards, self._label, self._else = cards, f"activity-{turn}/card-", LabelledDraws(b"beyond")

    def below(self, sides: int, label: str) -> int:
        if not label.startswith(self._label):
            return self._else.below(sides, label)
        number = int(label.removeprefix(self._label)) - 1
        card = self.cards[number]
        return card - sum(before < card for before in self.cards[:number])


def account_of(match: Match) -> ResultAccount:
    """The account of a finished match."""
    steps, end = match.steps()
    outlook = Outlook(match, end.sheet)
    states = [*(step.before for step in steps[1:]), end]
    ledger = Ledger(outlook.of(steps[0].before if steps else end))
    placed: dict[int, Step] = {}
    for step, after in zip(steps, states, strict=True):
        before: State = step.before
        if isinstance(step.move, Allocate):
            line = before.sheet.activities[before.turn - 1].part_of[step.seat]
            placed.pop(line, None)
            placed[line] = step
        if before.turn != after.turn or after.phase == "over":
            _enter(ledger, outlook, match, placed, step, after)
            placed = {}
    return ledger.closed()


class Outlook:
    """What positions of a match are worth, and where its days, cost and failures end if it is gone on as planned, with
    cards as they are on the mean.
    """

    def __init__(self, match: Match, sheet: Sheet) -> None:
        self._match = match
        self._chances: Chances = chances_of(sheet, Aim(0.0, 1.0, match.judged_by or CURVES["usual"], EXTENT))
        self.plan = self._planned(sheet)

    def of(self, state: State) -> Standing:
        """Of a position before placements, or of the end."""
        if state.phase == "over":
            return Standing(self._match.project(state) / OF_A_POINT, (state.delay, state.cost, state.failures))
        figures = figures_of(state)
        return Standing(WHOLE * self._chances.best(figures).worth, self._going_on(figures, self.plan[state.turn - 1]))

    def before_cards(self, figures: Figures, lines: Sequence[Line]) -> Standing:
        """With the best that these lines allow together; days, cost and failures as they are taken to be placed."""
        worth = self._chances.worth_at(figures)
        best = max(
            worth(Reduction(gain.risk, cubes, ()), Reduction(gain.delay, 0, ()))
            for gain, cubes in _together(lines).items()
        )
        return Standing(WHOLE * best, self._going_on(figures, lines))

    def _planned(self, sheet: Sheet) -> list[list[Line]]:
        figures, found = Figures(1, 0, 0, 0, (0,) * len(sheet.activities)), []
        for activity in sheet.activities:
            best = self._chances.best(figures)
            tiers = zip(activity.parts, best.risk.tiers, best.delay.tiers, strict=True)
            found.append([_line(part, risk, delay) for part, risk, delay in tiers])
            days, cost, failures, added = self._through(figures, found[-1])
            figures = Figures(figures.turn + 1, round(days), round(cost), round(failures), tuple(map(round, added)))
        return found

    def _going_on(self, figures: Figures, lines: Sequence[Line]) -> tuple[float, ...]:
        now: Any = figures
        for turn in range(figures.turn, len(self.plan) + 1):
            days, cost, failures, added = self._through(now, lines if turn == figures.turn else self.plan[turn - 1])
            now = Figures(turn + 1, days, cost, failures, added)  # type: ignore[arg-type]
        return now.delay, now.cost, now.failures

    def _through(self, figures: Figures, lines: Sequence[Line]) -> tuple[float, float, float, tuple[float, ...]]:
        """Days, cost, failures and cards added later, once an activity is placed so and has its cards."""
        turn, prospect = figures.turn, self._chances.prospects[figures.turn - 1]
        deck, size = prospect.deck, max(1, len(prospect.deck.days))
        cards = max(0.0, prospect.slots + figures.added[turn - 1] - sum(each.gain.risk for each in lines))
        added = [float(each) for each in figures.added]
        for later, number in deck.added:
            added[later] += cards / size * number
        base = max(0, prospect.days - sum(each.gain.delay for each in lines))
        cubes = prospect.required + sum(each.cubes for each in lines)
        return (
            figures.delay + base + cards * sum(deck.all_days) / size,
            figures.cost + cubes + cards * deck.mean_cost(),
            figures.failures + cards,
            tuple(added),
        )


def _enter(
    ledger: Ledger, outlook: Outlook, match: Match, placed: Mapping[int, Step], last: Step, after: State
) -> None:
    """An activity whose `last` move led to the position `after` it: what purses did not allow, the placements by line
    in the order in which they were made, and the cards.
    """
    before: State = last.before
    turn, figures, activity = before.turn, figures_of(before), before.sheet.activities[before.turn - 1]
    skipped = after.turn - turn > 1 or (after.phase == "over" and turn < len(before.sheet.activities))
    if not placed or skipped:
        ledger.to(outlook.of(after), "rest", turn)  # everybody was bankrupt: nothing was placed
        return
    lines = list(outlook.plan[turn - 1])
    ledger.to(outlook.before_cards(figures, lines), "rest", turn)
    for number, part in enumerate(activity.parts):
        ways = _payable(before, part)
        lines[number] = Line(ways, *next(iter(ways.items()))) if len(ways) == 1 else lines[number]._replace(ways=ways)
        ledger.to(outlook.before_cards(figures, lines), "means", turn, seat=part.role)
    made = {number: placed_line(activity.parts[number], step.move) for number, step in placed.items()}
    follow = _unseen if before.options.hidden_allocations else _in_turn
    for standing, (number, step) in zip(follow(outlook, figures, lines, made), placed.items(), strict=True):
        ledger.to(standing, "decision", turn, seat=activity.parts[number].role, number=step.number)
    rich = replace(before, firms=tuple(replace(firm, money=firm.money + PLENTY) for firm in before.firms))
    ledger.to(_mean(outlook, _draws(match, last, rich)), "rest", turn)
    ledger.to(_mean(outlook, _draws(match, last, before)), "means", turn)
    ledger.to(outlook.of(after), "luck", turn)


def _in_turn(outlook: Outlook, figures: Figures, lines: Sequence[Line], made: Mapping[int, Line]) -> Iterator[Standing]:
    """After each placement, those before it taken as they are."""
    now = list(lines)
    for number, line in made.items():
        now[number] = line
        yield outlook.before_cards(figures, now)


def _unseen(outlook: Outlook, figures: Figures, lines: Sequence[Line], made: Mapping[int, Line]) -> Iterator[Standing]:
    """The same where nobody sees another's: each placement counts what it does on the mean of all orders (Shapley)."""
    count, worths = len(made), {}
    for size in range(count + 1):
        for known in map(frozenset, combinations(made, size)):
            now = [made[number] if number in known else line for number, line in enumerate(lines)]
            worths[known] = outlook.before_cards(figures, now)
    project, known = worths[frozenset()].project, frozenset[int]()
    for number in made:
        for others, standing in worths.items():
            if number not in others:
                more = worths[others | {number}].project - standing.project
                project += more / (count * comb(count - 1, len(others)))
        known |= {number}
        yield Standing(project, worths[known].measures)


def _mean(outlook: Outlook, states: Iterator[State]) -> Standing:
    return mean_standing([outlook.of(state) for state in states])


def _line(part: Part, risk: int, delay: int) -> Line:
    """A role that may place anything and is taken to place these tiers."""
    ways = {Gain(cards, days): least + more for least, cards in part.risk for more, days in part.delay}
    gain = Gain(part.risk[risk][1], part.delay[delay][1])
    return Line(ways, gain, ways[gain])


def placed_line(part: Part, move: Allocate) -> Line:
    """A role that has placed."""
    line = _line(part, move.risk_tier, move.delay_tier)
    return line._replace(ways={line.gain: line.cubes})


def _payable(state: State, part: Part) -> Ways:
    """What a role can place with its purse and stock; nothing more than it must once it is bankrupt."""
    firm = state.firms[part.role]
    if state.bankrupt[part.role]:
        return {Gain(0, 0): 0}
    most = firm.stock + firm.money // state.sheet.high_price - part.required
    return {gain: cubes for gain, cubes in _line(part, 0, 0).ways.items() if cubes <= max(0, most)}


def _together(lines: Sequence[Line]) -> Ways:
    found: dict[Gain, int] = {Gain(0, 0): 0}
    for line in lines:
        wider: dict[Gain, int] = {}
        for gain, cubes in found.items():
            for more, price in line.ways.items():
                sums = Gain(gain.risk + more.risk, gain.delay + more.delay)
                wider[sums] = min(cubes + price, wider.get(sums, cubes + price))
        found = wider
    return found


def _draws(match: Match, last: Step, before: State) -> Iterator[State]:
    """The positions after an activity, for each way to draw its cards, if `before` is where its last move was made."""
    activity = before.sheet.activities[before.turn - 1]
    moves = list(before.placed)
    moves[activity.part_of[last.seat]] = last.move
    fewer = sum(
        part.risk[move.risk_tier][1] for part, move in zip(activity.parts, moves, strict=True) if move is not None
    )
    count = max(0, activity.slots + before.added[before.turn - 1] - fewer)
    for cards in combinations(range(len(before.decks[before.turn - 1])), count):
        yield match.game.rules.apply(before, last.seat, last.key, last.move, OneDraw(before.turn, cards)).state
