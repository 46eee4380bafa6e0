"""What Les colons de l'UTBohème tell the engine's analysis: throws, choices, and the chance to win over time."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from games.engine.analysis.analyst import Carried, Sizes, Spotted
from games.engine.analysis.played import Match, Progress, Step
from games.engine.analysis.reckoned import Choice, Forecast, OfRivals, Reckoned
from games.engine.draws import FastDraws, LabelledDraws, derive
from games.engine.types import Prompt, Seat
from games.utboheme.analysis.courses import chance_after, chances, winners
from games.utboheme.analysis.income import throws
from games.utboheme.analysis.ways import Way, after, is_weighed, way, ways
from games.utboheme.bots.kernel import Kernel
from games.utboheme.bots.sight import imagined
from games.utboheme.bots.strong import StrongBot
from games.utboheme.rules import moves as m
from games.utboheme.rules.prompts import find
from games.utboheme.rules.rules import RULES
from games.utboheme.rules.scoring import points_of
from games.utboheme.rules.types import State
from games.utboheme.rules.view import view_of

HUNDREDTHS: Final = 100
PERCENT: Final = 100 * HUNDREDTHS
SIZES: Final[Sizes] = (("grave", 1000), ("clear", 500), ("small", 200))
"""Two points of winning chance: what a choice is worth is known to about so much."""
OTHERS: Final = 3
"""Other choices that are played on: those that look best at once."""
HOLDS: Final = 0.5
"""What games to the end find of a difference in outlook, measured over decisions of strong, greedy and random bots
(benchmarks/analysis_utboheme.py). Why the rest does not show at the end is not known.
"""
PLAYOUTS_A_COURSE: Final = 10
PLAYOUTS_A_GAME: Final = 8
"""Of 200 playouts, 20 courses for each choice, and 25 games to the end for each forecast."""
FEWEST: Final = 4
FORECASTS: Final = 20
"""Forecasts of a match at most, one a round."""
SHARE: Final = 0.3
"""Part of the work that forecasts are."""


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
        """The moves that are weighed: places of the foundation, the robber, what a turn is used for, answers."""
        return tuple(each for step in steps if (each := _spotted(step)) is not None)

    def carry_out(self, state: State, prompt: Prompt, intent: Way) -> Carried:
        """With other cards in hand than then the bot decides."""
        if prompt.passive:
            return Carried(None)
        fits = intent.hand == state.hands[prompt.seat] and is_weighed(prompt.kind, intent.move)
        if fits and after(state, prompt.seat, prompt.key, intent.move, FastDraws(0)) is not None:
            return Carried(intent.move)
        return Carried(BOT.answer(state, prompt, FastDraws(0)), ("other_hand",))

    def alternatives(self, state: State, spotted: Spotted) -> tuple[Way, ...]:
        """All legal moves of the kinds that are weighed."""
        key = spotted.topic.split("/", 1)[1]
        return tuple(each for each in ways(state, spotted.seat, key) if each.move != spotted.intent.move)

    def reckon(self, match: Match, seed: bytes, playouts: int, progress: Progress) -> Iterator[Reckoned]:
        """See `Reckoner.reckon`. What a seat decides counts with the throw before it, a foundation with the first."""
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
        """A decision with what its best choices are worth; None where there was nothing to choose."""
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
        """See `Forecaster`. Once a round, by games to the end."""
        games = max(FEWEST, playouts // PLAYOUTS_A_GAME)
        begun = [step for step in first_of_rounds(match) if step.before.turn]
        every = -(-len(begun) // FORECASTS) or 1
        chosen = begun[::every]
        for place, step in enumerate(chosen):
            progress(1 - SHARE + SHARE * place / len(chosen))
            yield Forecast(step.number, step.before.turn, forecast(step.before, seed, games))


def forecast(state: State, seed: bytes, games: int) -> tuple[float, ...]:
    """By seat: the share of so many games that it wins from here."""
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
    state: State = step.before
    kind, _number = find(state, step.seat, step.key)
    if not is_weighed(kind, step.move):
        return None
    intent = way(state, step.seat, step.key, step.move)
    return Spotted(step.number, step.number, step.seat, _topic(step.seat, step.key), kind, intent)


def _shortlisted(
    state: State, seat: Seat, key: str, intents: Sequence[Way], seed: bytes
) -> tuple[tuple[Way, ...], int]:
    """The way that was taken, those that look best at once, and the plain one with its place: where most dots are."""
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
    """Of places to found and of hexagons for the robber the one with most dots; what was done where that is as good.
    Elsewhere what was done: there is no plain choice.
    """
    first = intents[0].move
    if isinstance(first, m.MoveRobber):
        able = [n for n, each in enumerate(intents) if each.partner is not None] or [0]
        return max(able, key=lambda n: (intents[n].dots, -n))
    if isinstance(first, m.BuildUv) and all(isinstance(each.move, m.BuildUv) for each in intents):
        return max(range(len(intents)), key=lambda n: (intents[n].dots, -n))
    return 0


def _worth(state: State, seat: Seat, key: str, intent: Way, seed: bytes, until: int) -> tuple[float, ...]:
    """The chance to win in hundredths of a percent, the same as a share, and the points; nothing is gained by what
    turns out to be impossible.
    """
    then = after(state, seat, key, intent.move, LabelledDraws(seed)) or state
    chance, points = chance_after(then, seat, seed, until)
    return PERCENT * chance, chance, float(points)


def _held(made: Sequence[float], other: Sequence[float]) -> tuple[float, ...]:
    """What another choice is worth beside the one that was made, of the outlook only what holds; points as they are."""
    beside = (mine + HOLDS * (theirs - mine) for mine, theirs in zip(made[:2], other[:2], strict=True))
    return (*beside, *other[2:])


BOT: Final = StrongBot(RULES)
ANALYST: Final = UtbohemeAnalyst()
