"""The account of a match: the gain or loss from each activity's cards and from each placement.
A position is worth the mean project result if everybody places for the project (`bots.chances`, with the class's
curve). A placement is compared with the best one that its role could pay for. Earlier placements of the activity are
taken as made, so the losses of an activity add up. With hidden placements, each one counts its mean effect over all
orders. Losses caused by an empty purse are a line of their own, and so are the
facilitator's events. The gain from cards is the worth of the position after
them, less its mean over all draws of that many cards. The last line is the rounding of the grid of positions. Days,
cost and failures are compared with the reference plan: the best placements as seen at the start.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from games.catalogue.domego.bots.chances import Aim, Chances, Extent, Figures, chances_of
from games.catalogue.domego.bots.expert import figures_of
from games.catalogue.domego.bots.prospects import Prospect, Reduction
from games.catalogue.domego.rules.choices import legal_choices
from games.catalogue.domego.rules.moves import Allocate
from games.catalogue.domego.rules.prompts import find
from games.catalogue.domego.rules.sheet import Part, Sheet
from games.catalogue.domego.rules.types import State
from games.engine.analysis.accounts import Expectation, Ledger, in_tenths, mean_expectation
from games.engine.analysis.analyst import Sizes, Spotted
from games.engine.analysis.decisions import Judgement, Weighed, exactly
from games.engine.analysis.played import Match, Step
from games.engine.draws import LabelledDraws, derive
from games.engine.facilitation import Brought
from games.ui.targets import CURVES

WHOLE: Final = 100
"""The points that a project result can have."""
OF_A_POINT: Final = 100
"""The analysts' values are in hundredths of a point."""
EXTENT: Final = Extent((60, 70), (5, 12), (16, 34), 24, 38, 6)
"""The grid is finer in cost than the expert's, and wide enough for projects that fail."""
PLENTY: Final = 1_000
"""An amount in k with which every purse can pay for its cards."""
ONCE: Final = 1
OFTEN: Final = 200
"""The number of draws that estimate the mean of an activity that ends the match by itself."""


class Gain(NamedTuple):
    """Cards avoided and days saved."""

    risk: int
    delay: int


Ways = Mapping[Gain, int]
"""The number of cubes beyond the required ones that each gain costs."""


class Line(NamedTuple):
    """The placements open to a role in an activity, and the placement that is assumed for it."""

    ways: Ways
    gain: Gain
    cubes: int


class OneDraw:
    """A random source that draws these cards of an activity's deck, in this order, given by their indexes. Other draws
    use `seed`, because an activity in which all roles are bankrupt ends at once.
    """

    def __init__(self, turn: int, cards: Sequence[int], seed: bytes) -> None:
        self.cards, self._label, self._else = cards, f"activity-{turn}/card-", LabelledDraws(seed)

    def below(self, sides: int, label: str) -> int:
        if not label.startswith(self._label):
            return self._else.below(sides, label)
        number = int(label.removeprefix(self._label)) - 1
        card = self.cards[number]
        return card - sum(before < card for before in self.cards[:number])


class Placement(NamedTuple):
    """A role's line of an activity with the ways to place it; the way that was played is first."""

    step: Step
    ways: Mapping[Allocate, Line]

    @property
    def made(self) -> Line:
        return next(iter(self.ways.values()))


Worths = tuple[Expectation, ...]
"""The worth of each way of a placement."""


def judgement_of(match: Match, sizes: Sizes) -> Judgement:
    """The account of a finished match, and its placements that had alternatives."""
    steps, end = match.steps()
    outlook = Outlook(match, end.sheet)
    states = [*(step.before for step in steps[1:]), end]
    ledger = Ledger(outlook.of(steps[0].before if steps else end))
    decisions: list[Weighed] = []
    placed: dict[int, Step] = {}
    # A match without a move has no step, only the end.
    for step, after in zip(steps, states, strict=False):
        before: State = step.before
        if isinstance(step.move, Brought):
            ledger.to(outlook.of(after), "brought", before.turn, number=step.number)
        if isinstance(step.move, Allocate):
            line = before.sheet.activities[before.turn - 1].part_of[step.seat]
            placed.pop(line, None)
            placed[line] = step
        if before.turn != after.turn or after.phase == "over":
            made = {line: Placement(each, _ways(each)) for line, each in placed.items()}
            for placement, worths in _enter(ledger, outlook, match, made, step, after):
                if len(worths) > 1:
                    decisions.append(_weighed(placement, worths, sizes))
            placed = {}
    decisions.sort(key=lambda each: each.number)
    return Judgement(ledger.closed(), tuple(decisions))


def _weighed(placement: Placement, worths: Worths, sizes: Sizes) -> Weighed:
    step, intents = placement.step, tuple(placement.ways)
    spotted = Spotted(step.number, step.number, step.seat, step.key, "allocate", step.move)
    return exactly(spotted, step.before.turn, intents, tuple(map(in_tenths, worths)), sizes)


def _ways(step: Step) -> Mapping[Allocate, Line]:
    before: State = step.before
    _kind, line = find(before, step.seat, step.key)
    part = before.sheet.activities[before.turn - 1].parts[line]
    others = other_placements(before, step.seat, step.key, step.move)
    return {move: placed_line(part, move) for move in (step.move, *others)}


def other_placements(state: State, seat: int, key: str, made: Allocate) -> tuple[Allocate, ...]:
    """All pairs of tiers but those that were placed, each with the fewest cubes that have to be bought for it."""
    pairs = (choice.move for choice in legal_choices(state, seat, key))
    tiers = made.risk_tier, made.delay_tier
    return tuple(move for move in pairs if (move.risk_tier, move.delay_tier) != tiers)


class Outlook:
    """The worth of positions of a match, and the expected end of its days, cost and failures. It assumes that all go on
    as planned and that cards have their mean effect.
    """

    def __init__(self, match: Match, sheet: Sheet) -> None:
        self._match = match
        curve = match.judged_by or CURVES["usual"]
        rough = _planned(chances_of(sheet, Aim(0.0, 1.0, curve)), sheet)
        plan = tuple(sum(line.gain.risk for line in lines) for lines in rough)
        self._chances: Chances = chances_of(sheet, Aim(0.0, 1.0, curve, EXTENT), plan)
        self.plan = _planned(self._chances, sheet)

    def of(self, state: State) -> Expectation:
        """The expectation of a position before placements, or of the end."""
        if state.phase == "over":
            return Expectation(self._match.project(state) / OF_A_POINT, (state.delay, state.cost, state.failures))
        figures = figures_of(state)
        return Expectation(
            WHOLE * self._chances.best(figures).worth, self._going_on(figures, self.plan[state.turn - 1])
        )

    def before_cards(self, figures: Figures, lines: Sequence[Line]) -> Expectation:
        """The worth with the best placements that these lines allow together. Days, cost and failures follow from the
        placements assumed.
        """
        worth = self._chances.worth_at(figures)
        best = max(
            worth(Reduction(gain.risk, cubes, ()), Reduction(gain.delay, 0, ()))
            for gain, cubes in _together(lines).items()
        )
        return Expectation(WHOLE * best, self._going_on(figures, lines))

    def _going_on(self, figures: Figures, lines: Sequence[Line]) -> tuple[float, ...]:
        now: Any = figures
        for turn in range(figures.turn, len(self.plan) + 1):
            prospect = self._chances.prospects[turn - 1]
            days, cost, failures, added = _through(
                prospect, now, lines if turn == figures.turn else self.plan[turn - 1]
            )
            now = Figures(turn + 1, days, cost, failures, added)  # type: ignore[arg-type]
        return now.delay, now.cost, now.failures


def _planned(chances: Chances, sheet: Sheet) -> list[list[Line]]:
    """The lines of each activity that are best as seen at the start, with the mean effect of cards."""
    figures, found = Figures(1, 0, 0, 0, (0,) * len(sheet.activities)), []
    for activity, prospect in zip(sheet.activities, chances.prospects, strict=True):
        best = chances.best(figures)
        tiers = zip(activity.parts, best.risk.tiers, best.delay.tiers, strict=True)
        found.append([_line(part, risk, delay) for part, risk, delay in tiers])
        days, cost, failures, added = _through(prospect, figures, found[-1])
        figures = Figures(figures.turn + 1, round(days), round(cost), round(failures), tuple(map(round, added)))
    return found


def _through(
    prospect: Prospect, figures: Figures, lines: Sequence[Line]
) -> tuple[float, float, float, tuple[float, ...]]:
    """Days, cost, failures and cards added later, after an activity with these placements has had its cards."""
    deck, size = prospect.deck, max(1, len(prospect.deck.days))
    cards = max(0.0, prospect.slots + figures.added[figures.turn - 1] - sum(each.gain.risk for each in lines))
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
    ledger: Ledger, outlook: Outlook, match: Match, placed: Mapping[int, Placement], last: Step, after: State
) -> Sequence[tuple[Placement, Worths]]:
    """Enter an activity whose `last` move led to the position `after`. The account gets the loss from empty purses, the
    placements by line in the order made, and the cards. The result is the worth of each placement's ways.
    """
    before: State = last.before
    turn, figures, activity = before.turn, figures_of(before), before.sheet.activities[before.turn - 1]
    lines = list(outlook.plan[turn - 1])
    ledger.to(outlook.before_cards(figures, lines), "rest", turn)
    for number, part in enumerate(activity.parts):
        ways = _payable(before, part)
        lines[number] = Line(ways, *next(iter(ways.items()))) if len(ways) == 1 else lines[number]._replace(ways=ways)
        ledger.to(outlook.before_cards(figures, lines), "means", turn, seat=part.role)
    follow = _unseen if before.options.hidden_allocations else _in_turn
    found = []
    for (standing, worths), (number, placement) in zip(
        follow(outlook, figures, lines, placed), placed.items(), strict=True
    ):
        ledger.to(standing, "decision", turn, seat=activity.parts[number].role, number=placement.step.number)
        found.append((placement, worths))
    for number, placement in placed.items():
        lines[number] = placement.made
    ledger.to(outlook.before_cards(figures, lines), "rest", turn)
    rich = replace(before, firms=tuple(replace(firm, money=firm.money + PLENTY) for firm in before.firms))
    # An activity with only bankrupt roles has no placements and ends with the one before it.
    skips = after.turn - turn > 1 or (after.phase == "over" and turn < len(before.sheet.activities))
    fewer = sum(each.made.gain.risk for each in placed.values())
    ledger.to(_mean(outlook, _draws(match, last, rich, fewer, ONCE)), "rest", turn)
    ledger.to(_mean(outlook, _draws(match, last, before, fewer, OFTEN if skips else ONCE)), "means", turn)
    ledger.to(outlook.of(after), "luck", turn)
    return found


def _in_turn(
    outlook: Outlook, figures: Figures, lines: Sequence[Line], placed: Mapping[int, Placement]
) -> Iterator[tuple[Expectation, Worths]]:
    """The worth after each placement, with earlier placements taken as made, and the worth of its ways."""
    now = list(lines)
    for number, placement in placed.items():
        worths = []
        for way in reversed(tuple(placement.ways.values())):
            now[number] = way
            worths.append(outlook.before_cards(figures, now))
        yield worths[-1], tuple(reversed(worths))


def _unseen(
    outlook: Outlook, figures: Figures, lines: Sequence[Line], placed: Mapping[int, Placement]
) -> Iterator[tuple[Expectation, Worths]]:
    """The same for hidden placements: each way counts its mean worth over all orders, like a Shapley value. The actual
    placement is compared with the best of these means.
    """
    count = len(placed)
    worth = outlook.before_cards(figures, lines).project
    now = list(lines)
    for number, placement in placed.items():
        others = [each for each in placed if each != number]
        means = [0.0] * len(placement.ways)
        for size in range(count):
            for known in combinations(others, size):
                shown = [placed[at].made if at in known else line for at, line in enumerate(lines)]
                for place, way in enumerate(placement.ways.values()):
                    shown[number] = way
                    means[place] += outlook.before_cards(figures, shown).project / (count * comb(count - 1, size))
        worths = []
        for way in reversed(tuple(placement.ways.values())):
            now[number] = way
            worths.append(outlook.before_cards(figures, now).measures)
        worth += means[0] - max(means)
        yield Expectation(worth, worths[-1]), tuple(map(Expectation, means, reversed(worths)))


def _mean(outlook: Outlook, states: Iterator[State]) -> Expectation:
    return mean_expectation([outlook.of(state) for state in states])


def _line(part: Part, risk: int, delay: int) -> Line:
    """A role that may place anything and is assumed to place these tiers."""
    ways = {Gain(cards, days): least + more for least, cards in part.risk for more, days in part.delay}
    gain = Gain(part.risk[risk][1], part.delay[delay][1])
    return Line(ways, gain, ways[gain])


def placed_line(part: Part, move: Allocate) -> Line:
    """The line of a role that has placed."""
    line = _line(part, move.risk_tier, move.delay_tier)
    return line._replace(ways={line.gain: line.cubes})


def _payable(state: State, part: Part) -> Ways:
    """The placements that a role can pay for with its purse and stock; a bankrupt role places only the
    required cubes.
    """
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


def _draws(match: Match, last: Step, before: State, fewer: int, times: int) -> Iterator[State]:
    """At least this number of positions after an activity, for each way to draw its cards. `fewer` cards are drawn than
    there are slots. `before` is the position before the last move.
    """
    slots = before.sheet.activities[before.turn - 1].slots + before.added[before.turn - 1]
    count = max(0, slots - fewer)
    ways = list(combinations(range(len(before.decks[before.turn - 1])), count))
    for number in range(max(len(ways), times)):
        draws = OneDraw(before.turn, ways[number % len(ways)], derive(b"beyond", str(number)))
        yield match.game.rules.apply(before, last.seat, last.key, last.move, draws).state
