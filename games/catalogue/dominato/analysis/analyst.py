"""Dominato's part of the engine's analysis: the worth of each deal and each turn.
A turn is judged by the lead at the end of its game, the others' mean points less the seat's own. Few points are good.
Possible placements are exact. The rest of the game is the mean of fast games (`playing`). Wrong tiles are no decisions.
They appear by kind only in the report of the player who laid them.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from games.catalogue.dominato.analysis.meant import Intent, Lay, Skip, again, meant_by, move_of, open_to
from games.catalogue.dominato.analysis.playing import Course
from games.catalogue.dominato.analysis.whole_games import lead_and_win, plain_game
from games.catalogue.dominato.bots.greedy import GreedyBot
from games.catalogue.dominato.rules.moves import Claim, DominatoMove
from games.catalogue.dominato.rules.rules import RULES
from games.catalogue.dominato.rules.turn import points_of
from games.catalogue.dominato.rules.types import Options, State
from games.engine.analysis.analyst import Carried, Sizes, Spotted
from games.engine.analysis.played import NO_SEAT, Match, Progress, Step
from games.engine.analysis.reckoned import Choice, OfRivals, Reckoned
from games.engine.analysis.statistics import mean_of
from games.engine.draws import Draws, FastDraws, derive
from games.engine.expected import shuffled
from games.engine.types import Prompt, Seat

HUNDREDTHS: Final = 100
SIZES: Final = (("grave", 800), ("clear", 400), ("small", 200))
"""A point is a tile left in hand; a winning link gives the others ten more."""
FEWEST: Final = 4
"""The number of games that suffices for an estimate of the error."""
SIFTED: Final = 10
"""The number of games that select the choices to examine closely."""
KEPT: Final = 6
"""The number of selected choices, besides the actual and the plain one."""
TWO: Final = 2
SURELY: Final = 1.64
"""The standard errors above zero from which fast games suggest a mistake, or a good move."""
ASKED: Final = 4
"""The number of fast games for each game of better players, if a choice stands out."""
DEALT: Final = 4
"""The factor of games for a deal compared with those of a choice, because there are few deals."""


class DominatoAnalyst(OfRivals):
    """See `games.engine.analysis.Reckoner`."""

    intent_type: Any = Intent
    policy: str = "greedy"
    sizes: Sizes = SIZES

    def priced(self, options: Options) -> bool:
        """True with the helper, which shows the balance of each tile and highlights suitable places."""
        return options.helper and not options.say_first

    def scores(self, state: State) -> tuple[int, ...]:
        return points_of(state)

    def turn(self, state: State) -> int:
        """The number of the game."""
        return state.game

    def topic(self, prompt: Prompt) -> str:
        """The turn; wrong tries belong to the turn in which the tile is finally laid."""
        game, step, kind = prompt.key.split("/")
        return f"{game}/{step}/{kind.partition('-')[0]}/{prompt.seat}"

    def topic_turn(self, topic: str) -> int:
        return int(topic.partition("/")[0].removeprefix("game-"))

    def spot(self, steps: Sequence[Step]) -> tuple[Spotted, ...]:
        """Every turn except those in which a wrong tile was laid."""
        found, since = [], dict[str, int]()
        for step in steps:
            if step.seat == NO_SEAT:
                continue
            topic = _topic(step)
            if "/play/" not in topic or isinstance(step.move, Claim):
                continue
            begun = since.setdefault(topic, step.number)
            intent = meant_by(step.before, step.move)
            if intent is not None:
                kind = f"turn-{step.before.step + 1}"
                found.append(Spotted(step.number, begun, step.seat, topic, kind, intent))
        return tuple(found)

    def carry_out(self, state: State, prompt: Prompt, intent: Intent) -> Carried:
        move = move_of(state, intent)
        if move is not None:
            return Carried(move)
        return Carried(BOT.answer(state, prompt, FastDraws(0)), ("no_room",))

    def again(self, before: State, state: State, move: DominatoMove) -> DominatoMove | None:
        """See `Analyst`."""
        return again(before, state, move)

    def alternatives(self, state: State, spotted: Spotted) -> tuple[Intent, ...]:
        """All right placements, and passing if it is allowed."""
        return tuple(each for each in open_to(state) if each != spotted.intent)

    def reckon(self, match: Match, seed: bytes, playouts: int, progress: Progress) -> Iterator[Reckoned]:
        """See `Reckoner.reckon`. A turn has no luck of its own; the luck of a game is its deal."""
        steps, _last = match.steps()
        befores = {step.number: step.before for step in steps}
        found = self.spot(steps)
        for game in range(1, steps[-1].before.game + 1):
            of_game = [step for step in steps if step.before.game == game]
            yield from deals(of_game[0].before, of_game[-1].number, derive(seed, f"game-{game}"), playouts)
        for done, spotted in enumerate(found):
            progress(done / len(found))
            choice = weighed(befores[spotted.at], spotted, derive(seed, spotted.topic), playouts)
            if choice is not None:
                yield Reckoned(spotted.seat, spotted.number, self.topic_turn(spotted.topic), (), (choice,))


def _topic(step: Step) -> str:
    return ANALYST.topic(Prompt(step.key, step.seat, ""))


def deals(state: State, number: int, seed: bytes, playouts: int) -> Iterator[Reckoned]:
    """The worth of a game's deal to each seat: the lead in games from it, less the lead in games from other deals."""
    base = Course(state)
    gains: list[list[float]] = [[] for _seat in range(state.players)]
    for place in range(DEALT * playouts):
        luck = FastDraws(int.from_bytes(derive(seed, f"deal/{place}")[:8], "big"))
        real, other = base.copy(), base.copy()
        real.play_out(luck)
        order = list(shuffled(range(len(state.deck.tiles)), luck, "tiles"))
        size = state.deck.hand
        other.hands = [base.bits.hand(order[seat * size : (seat + 1) * size]) for seat in range(state.players)]
        other.play_out(luck)
        for seat, row in enumerate(gains):
            row.append(HUNDREDTHS * (real.lead(seat) - other.lead(seat)))
    for seat, row in enumerate(gains):
        yield Reckoned(seat, number, state.game, tuple(row), ())


def weighed(state: State, spotted: Spotted, seed: bytes, playouts: int) -> Choice | None:
    """A turn with its best choices, the actual one, and the plain one; None if there was no choice."""
    intents = (spotted.intent, *ANALYST.alternatives(state, spotted))
    if len(intents) == 1:
        return None
    courses = [after(state, intent) for intent in intents]
    sifted = Luck(state, derive(seed, "sift"), SIFTED)
    sums = [sum(lead for lead, _won in sifted.samples(each, state.seat)) for each in courses]
    best = sorted(range(1, len(intents)), key=lambda index: (-sums[index], index))[:KEPT]
    plain = _plain(intents)
    kept = [0, *best] if plain in (0, *best) else [0, *best, plain]
    luck = Luck(state, derive(seed, "weigh"), playouts)
    rows: list[list[tuple[float, ...]]] = [
        [(HUNDREDTHS * lead, won, lead) for lead, won in luck.samples(courses[index], state.seat)] for index in kept
    ]
    best_now = max(range(1, len(rows)), key=lambda place: (_sum(rows[place][0::2]), -place))
    if _suspected(rows[0], rows[best_now]) or _suspected(rows[kept.index(plain)], rows[0]):
        again = dict.fromkeys((0, best_now, kept.index(plain)))
        kept = [kept[place] for place in again]
        rows = luck.results(state, [intents[index] for index in kept], max(FEWEST, playouts // ASKED))
    return Choice(spotted, tuple(intents[index] for index in kept), rows, kept.index(plain), len(intents))


def _sum(row: Sequence[tuple[float, ...]]) -> float:
    return sum(worth[0] for worth in row)


def _suspected(less: Sequence[tuple[float, ...]], more: Sequence[tuple[float, ...]]) -> bool:
    """True if one choice has so much more worth than another that it would be reported."""
    mean = mean_of([one[0] - other[0] for one, other in zip(more, less, strict=True)])
    return mean.value >= SIZES[-1][1] and mean.value > SURELY * mean.error


def after(state: State, intent: Intent) -> Course:
    """The game directly after a turn."""
    course = Course(state)
    if isinstance(intent, Skip):
        course.skip()
    else:
        tile = state.deck.tiles[intent.tile]
        turned = 0 if (tile.a, tile.b) == (intent.a, intent.b) else 1
        course.lay((intent.x, intent.y, intent.way), 2 * intent.tile + turned)
    return course


def _plain(intents: Sequence[Intent]) -> int:
    """The greatest link; among equals the actual choice, else the first."""

    def order(index: int) -> tuple[int, int]:
        intent = intents[index]
        return (intent.order if isinstance(intent, Lay) else -1), -index

    return max(range(len(intents)), key=order)


class Luck:
    """The random courses of a turn, the same for all its choices: by playout the others' hands, and a seed. Unknown
    hands are dealt anew for each.
    """

    def __init__(self, state: State, seed: bytes, playouts: int) -> None:
        seeds = [derive(seed, str(number)) for number in range(playouts)]
        self._seeds = [int.from_bytes(each[:8], "big") for each in seeds]
        bits = Course(state).bits
        self._tiles = [[tuple(hand) for hand in _dealt(state, FastDraws(each))] for each in self._seeds]
        self._hands = [[bits.hand(hand) for hand in hands] for hands in self._tiles]

    def samples(self, course: Course, seat: Seat) -> list[tuple[float, float]]:
        """By playout: the lead of the seat, and True if it won the game."""
        found = []
        for seed, hands in zip(self._seeds, self._hands, strict=True):
            played = course.copy()
            played.hands = [played.hands[each] if each == seat else hand for each, hand in enumerate(hands)]
            played.play_out(FastDraws(seed))
            found.append((played.lead(seat), float(played.winner == seat)))
        return found

    def results(self, state: State, intents: Sequence[Intent], games: int) -> list[list[tuple[float, ...]]]:
        """A row for each choice: its results with better players in this many games, with the same luck for all."""
        luck = list(zip(self._seeds, self._tiles, strict=True))[:games]
        here = [(seed, plain_game(state, hands)) for seed, hands in luck]
        found = [[lead_and_win(each, intent, seed) for seed, each in here] for intent in intents]
        return [[(HUNDREDTHS * lead, won, lead) for lead, won in row] for row in found]


def _dealt(state: State, luck: Draws) -> Iterator[Sequence[int]]:
    """Hands that are possible for the playing seat; with two players all is known."""
    if state.players == TWO and not state.aside:
        yield from state.hands
        return
    shown = {laid.tile for laid in state.table} | set(state.hands[state.seat])
    left = shuffled((tile for tile in range(len(state.deck.tiles)) if tile not in shown), luck, "tiles")
    for seat, hand in enumerate(state.hands):
        if seat == state.seat:
            yield hand
        else:
            yield left[: len(hand)]
            left = left[len(hand) :]


BOT: Final = GreedyBot(RULES)
ANALYST: Final = DominatoAnalyst()
