"""The game's part of the engine's analysis: throws, choices, and the chance to win over time."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from games.catalogue.utboheme.analysis.courses import chance_after, chances, winners
from games.catalogue.utboheme.analysis.income import throws
from games.catalogue.utboheme.analysis.ways import Way, after, is_weighed, way, ways
from games.catalogue.utboheme.bots.kernel import Kernel
from games.catalogue.utboheme.bots.sight import imagined
from games.catalogue.utboheme.bots.strong import StrongBot
from games.catalogue.utboheme.rules import moves as m
from games.catalogue.utboheme.rules.prompts import find
from games.catalogue.utboheme.rules.rules import RULES
from games.catalogue.utboheme.rules.scoring import points_of
from games.catalogue.utboheme.rules.types import State
from games.catalogue.utboheme.rules.view import view_of
from games.engine.analysis.analyst import Carried, Sizes, Spotted
from games.engine.analysis.played import Match, Progress, Step
from games.engine.analysis.reckoned import Choice, Forecast, OfRivals, Reckoned
from games.engine.draws import FastDraws, LabelledDraws, derive
from games.engine.facilitation import Brought
from games.engine.types import Prompt, Seat

HUNDREDTHS: Final = 100
PERCENT: Final = 100 * HUNDREDTHS
SIZES: Final[Sizes] = (("grave", 1000), ("clear", 500), ("small", 200))
"""Differences below two points of winning chance are ignored, because the estimate is not more precise."""
OTHERS: Final = 3
"""The number of other choices that are played on: those with the best immediate outlook."""
HOLDS: Final = 0.5
"""The part of a difference in outlook that games to the end confirm. It was measured over decisions of strong, greedy
and random bots (tests/games/catalogue/utboheme/benchmarks/analysis.py). The reason why the rest disappears is unknown.
"""
PLAYOUTS_A_COURSE: Final = 10
PLAYOUTS_A_GAME: Final = 8
"""Of 200 playouts, each choice gets 20 courses, and each forecast gets 25 games to the end."""
FEWEST: Final = 4
FORECASTS: Final = 20
"""The most forecasts of a match, at most one a round."""
SHARE: Final = 0.3
"""The part of the work that forecasts take."""


class UtbohemeAnalyst(OfRivals):
    """See `games.engine.analysis.Reckoner`."""

    intent_type: Any = Way
    policy: str = "strong"
    sizes: Sizes = SIZES

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(points_of(state, seat) for seat in range(state.players))

    def turn(self, state: State) -> int:
        return state.turn

    def topic(self, prompt: Prompt) -> str:
        return _topic(prompt.seat, prompt.key)

    def topic_turn(self, topic: str) -> int:
        _seat, first, *_rest = topic.split("/")
        return int(first.removeprefix("turn-")) if first.startswith("turn-") else 0

    def spot(self, steps: Sequence[Step]) -> tuple[Spotted, ...]:
        """The moves that are analysed: places of the foundation, the robber, actions of a turn, answers to offers."""
        return tuple(each for step in steps if (each := _spotted(step)) is not None)

    def carry_out(self, state: State, prompt: Prompt, intent: Way) -> Carried:
        """If the hand differs from the one at the decision, the bot decides."""
        if prompt.passive:
            return Carried(None)
        fits = intent.hand == state.hands[prompt.seat] and is_weighed(prompt.kind, intent.move)
        if fits and after(state, prompt.seat, prompt.key, intent.move, FastDraws(0)) is not None:
            return Carried(intent.move)
        return Carried(BOT.answer(state, prompt, FastDraws(0)), ("other_hand",))

    def alternatives(self, state: State, spotted: Spotted) -> tuple[Way, ...]:
        """All legal moves of the kinds that are compared."""
        key = spotted.topic.split("/", 1)[1]
        return tuple(each for each in ways(state, spotted.seat, key) if each.move != spotted.intent.move)

    def reckon(self, match: Match, seed: bytes, playouts: int, progress: Progress) -> Iterator[Reckoned]:
        """See `Reckoner.reckon`. A decision belongs to the throw before it, a decision of the foundation to the first
        throw.
        """
        steps = match.steps()[0]
        thrown = list(throws(match))
        courses, done = max(FEWEST, playouts // PLAYOUTS_A_COURSE), 0
        for place, each in enumerate(thrown):
            end = thrown[place + 1].number if place + 1 < len(thrown) else steps[-1].number + 1
            found: list[list[Choice]] = [[] for _seat in range(match.seats)]
            while done < len(steps) and steps[done].number <= end:
                progress((1 - SHARE) * done / len(steps))
                choice = self.weigh(steps[done], seed, courses)
                if choice is not None:
                    found[choice.spotted.seat].append(choice)
                done += 1
            for seat, (came, mean) in enumerate(zip(each.came, each.expected, strict=True)):
                gains = (HUNDREDTHS * (came - mean),) * FEWEST
                yield Reckoned(seat, each.number, each.turn, gains, tuple(found[seat]))

    def weigh(self, step: Step, seed: bytes, courses: int) -> Choice | None:
        """A decision with the worth of its best alternatives; None if there was no choice."""
        spotted = _spotted(step)
        if spotted is None:
            return None
        state, seat = step.before, step.seat
        others = self.alternatives(state, spotted)
        if not others:
            return None
        seeds = [derive(seed, f"{spotted.topic}/{spotted.number}/{number}") for number in range(courses)]
        intents, plain = _shortlisted(state, seat, step.key, (spotted.intent, *others), seeds[0])
        until = state.turn + ((seat - state.seat) % state.players or state.players) if state.turn else state.players
        known = any(each.cards is not None for each in intents)
        samples: list[list[tuple[float, ...]]] = [[] for _intent in intents]
        for luck in seeds:
            here = state if known else imagined(view_of(state, seat), FastDraws(int.from_bytes(luck[:8], "big")))
            made, *rest = (_worth(here, seat, step.key, intent, luck, until) for intent in intents)
            for row, worth in zip(samples, [made, *(_held(made, each) for each in rest)], strict=True):
                row.append(worth)
        return Choice(spotted, intents, samples, plain, 1 + len(others))

    def forecasts(self, match: Match, seed: bytes, playouts: int, progress: Progress) -> Iterator[Forecast]:
        """See `Forecaster`. There is one forecast a round, from games to the end."""
        games = max(FEWEST, playouts // PLAYOUTS_A_GAME)
        begun = [step for step in first_of_rounds(match) if step.before.turn]
        every = -(-len(begun) // FORECASTS) or 1
        chosen = begun[::every]
        for place, step in enumerate(chosen):
            progress(1 - SHARE + SHARE * place / len(chosen))
            yield Forecast(step.number, step.before.turn, forecast(step.before, seed, games))


def forecast(state: State, seed: bytes, games: int) -> tuple[float, ...]:
    """The part of games from here that each seat wins."""
    found = [winners(state, derive(seed, f"forecast/turn-{state.turn}/{number}")) for number in range(games)]
    return tuple(sum(each[seat] for each in found) / games for seat in range(state.players))


def first_of_rounds(match: Match) -> list[Step]:
    """The first move of each round of turns."""
    found: dict[int, Step] = {}
    for step in match.steps()[0]:
        if step.before.turn:
            found.setdefault((step.before.turn - 1) // match.seats, step)
    return list(found.values())


def _topic(seat: int, key: str) -> str:
    return f"seat-{seat}/{key}"


def _spotted(step: Step) -> Spotted | None:
    if isinstance(step.move, Brought):
        return None
    state: State = step.before
    kind, _number = find(state, step.seat, step.key)
    if not is_weighed(kind, step.move):
        return None
    intent = way(state, step.seat, step.key, step.move)
    return Spotted(step.number, step.number, step.seat, _topic(step.seat, step.key), kind, intent)


def _shortlisted(
    state: State, seat: Seat, key: str, intents: Sequence[Way], seed: bytes
) -> tuple[tuple[Way, ...], int]:
    """The actual choice, those with the best immediate outlook, and the plain choice (most dots) with its index."""
    found = []
    for index, each in enumerate(intents):
        then = after(state, seat, key, each.move, LabelledDraws(seed))
        if index and then is not None:
            found.append((chances(Kernel(then, lambda: 0.0))[seat], -index))
    kept = [0, *(-place for _chance, place in sorted(found, reverse=True)[:OTHERS])]
    plain = _plain(intents)
    if plain not in kept:
        kept.append(plain)
    return tuple(intents[index] for index in kept), kept.index(plain)


def _plain(intents: Sequence[Way]) -> int:
    """The place or robber hexagon with most dots, or the actual choice if that has as many. Other decisions have no
    plain choice, so the actual one is returned.
    """
    first = intents[0].move
    if isinstance(first, m.MoveRobber):
        able = [n for n, each in enumerate(intents) if each.partner is not None] or [0]
        return max(able, key=lambda n: (intents[n].dots, -n))
    if isinstance(first, m.BuildUv) and all(isinstance(each.move, m.BuildUv) for each in intents):
        return max(range(len(intents)), key=lambda n: (intents[n].dots, -n))
    return 0


def _worth(state: State, seat: Seat, key: str, intent: Way, seed: bytes, until: int) -> tuple[float, ...]:
    """The chance to win in hundredths of a percent, the same as a fraction, and the points. An impossible choice gains
    nothing.
    """
    then = after(state, seat, key, intent.move, LabelledDraws(seed)) or state
    chance, points = chance_after(then, seat, seed, until)
    return PERCENT * chance, chance, float(points)


def _held(made: Sequence[float], other: Sequence[float]) -> tuple[float, ...]:
    """The worth of another choice compared with the actual one. Of the difference in outlook only `HOLDS` counts;
    points count in full.
    """
    beside = (mine + HOLDS * (theirs - mine) for mine, theirs in zip(made[:2], other[:2], strict=True))
    return (*beside, *other[2:])


BOT: Final = StrongBot(RULES)
ANALYST: Final = UtbohemeAnalyst()
