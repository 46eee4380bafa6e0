"""What the end is expected to be, as one seat can tell: what it does not see is dealt at random, and bots play on.

Everything here is a function of the seat's view. The luck of a playout comes from the view's digest too, so that a
secret cannot show in it, and so that the choices of a position are compared over the same luck.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol, cast

import msgspec

from games.engine.analysis.played import Fresh, policy_bot
from games.engine.bots import Bot
from games.engine.codec import to_json
from games.engine.draws import Draws, LabelledDraws, derive
from games.engine.errors import RulesError
from games.engine.playout import playout
from games.engine.registry import Game
from games.engine.rules import Rules
from games.engine.types import Outcome, Seat

PLAYOUTS: Final = 200
LOW, HIGH = 0.1, 0.9
"""Eight of ten playouts end between these."""
CHUNK: Final = 5
"""Playouts between two looks at whether the work is still wanted."""

Goes = Callable[[], None]
"""Called again and again while playouts run; may raise `Stop` of `games.engine.analysis`."""


class Option(msgspec.Struct, frozen=True):
    """An answer that is open: `key` names it, `moves` (seat, prompt key, move) carry it out. With a move of another
    seat among them it is what would follow if that seat agreed.
    """

    key: str
    moves: tuple[tuple[Seat, str, Any], ...]


class Expecting(Protocol):
    """A game's part. All of it is pure."""

    version: int
    """Raised when the same view would give other numbers than before."""
    policy: str
    """The strength of the bot that plays on for every seat."""
    playouts: int
    """How many a position gets, and `option_playouts` how many each option."""
    option_playouts: int
    compared: Sequence[str]
    """The figures that are kept of options."""

    def deal(self, scenario: Any, view: Any, draws: Draws) -> Any:
        """A state that looks like this view from its seat; the rest is dealt at random."""

    def values(self, state: Any, seat: Seat) -> Mapping[str, int]:
        """The figures of the end, for the table and for the seat: always the same names."""

    def options(self, state: Any, seat: Seat) -> Sequence[Option]:
        """The answers of the seat that are worth comparing; only what the seat sees may decide which."""

    def named(self, view: Any, seat: Seat, key: str, move: Any) -> str:
        """The key of the option that this answer is, or stands for; empty where it is none."""

    def against(self, option: str) -> str:
        """The key of the option that this one is compared with; empty for the position itself."""


class PositionOnly:
    """Base of a game's part that compares no options: the points of the seat at the end, from the rules' result."""

    version: int = 1
    policy: str
    playouts: int = 200
    option_playouts: int = 0
    compared: Sequence[str] = ("points",)

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def values(self, state: Any, seat: Seat) -> Mapping[str, int]:
        result = self.rules.result(state)
        return {"points": result.scores[seat] if result is not None else 0}

    def options(self, state: Any, seat: Seat) -> Sequence[Option]:
        """None."""
        return ()

    def named(self, view: Any, seat: Seat, key: str, move: Any) -> str:
        """None."""
        return ""

    def against(self, option: str) -> str:
        """None."""
        return ""


def shuffled(items: Iterable[Any], draws: Draws, label: str) -> list[Any]:
    """The items in an order of chance."""
    left, found = list(items), []
    while left:
        found.append(left.pop(draws.below(len(left), f"{label}/{len(left)}")))
    return found


class Spread(msgspec.Struct, frozen=True, array_like=True):
    """A figure over all playouts: its mean, and the two ends between which eight of ten lie."""

    mean: float
    low: int
    high: int


Spreads = dict[str, Spread]


class Expected(msgspec.Struct, frozen=True):
    """The figures at the end by name, over `playouts`; `options` by their keys, over `option_playouts` each. Only what
    is `complete` has its options.
    """

    playouts: int
    figures: Spreads
    option_playouts: int = 0
    options: dict[str, Spreads] = {}
    complete: bool = False


def part_of(game: Game) -> Expecting:
    """The game's part. Only games that have one are asked."""
    expecting: Any = game.expected
    return cast(Expecting, expecting)


def digest_of(game: Game, scenario_text: str, view: Any, seat: Seat) -> str:
    """Names what a seat sees, and with it all that can be expected from it."""
    expecting = part_of(game)
    head = f"{game.key}/{game.rules.version}/{expecting.version}/{expecting.policy}/{seat}"
    found = hashlib.blake2b(head.encode(), digest_size=20)
    found.update(hashlib.sha256(scenario_text.encode()).digest())
    found.update(to_json(view))
    return found.hexdigest()


def position(game: Game, scenario: Any, view: Any, seat: Seat, digest: str, goes: Goes = lambda: None) -> Expected:
    """What the end is expected to be, without the options."""
    expecting = part_of(game)
    rows = list(samples(game, scenario, view, seat, digest, expecting.playouts, goes=goes))
    return Expected(len(rows), spreads_of(rows))


def with_options(
    game: Game, scenario: Any, view: Any, seat: Seat, digest: str, found: Expected, goes: Goes = lambda: None
) -> Expected:
    """The same with every option, each over the same luck. An option that the rules refuse somewhere is left out."""
    expecting = part_of(game)
    first = expecting.deal(scenario, view, LabelledDraws(_deal_seed(digest, 0)))
    options: dict[str, Spreads] = {}
    for option in expecting.options(first, seat):
        try:
            rows = list(samples(game, scenario, view, seat, digest, expecting.option_playouts, option, goes))
        except RulesError:
            continue
        options[option.key] = spreads_of(rows, expecting.compared)
    return Expected(found.playouts, found.figures, expecting.option_playouts, options, complete=True)


def samples(
    game: Game,
    scenario: Any,
    view: Any,
    seat: Seat,
    digest: str,
    playouts: int,
    option: Option | None = None,
    goes: Goes = lambda: None,
) -> Iterator[Mapping[str, int]]:
    """The figures of one playout after the other, with `option` played first."""
    expecting = part_of(game)
    bot = policy_bot(game, expecting.policy)
    for number in range(playouts):
        if number % CHUNK == 0:
            goes()
        state = expecting.deal(scenario, view, LabelledDraws(_deal_seed(digest, number)))
        luck = LabelledDraws(_luck_seed(digest, number))
        for mover, key, move in option.moves if option else ():
            state = game.rules.apply(state, mover, key, move, luck).state
        yield expecting.values(_end(game, state, bot, luck, _bots_seed(digest, number)), seat)


def _end(game: Game, state: Any, bot: Bot, luck: Draws, bots_seed: bytes) -> Any:
    """The last state, one bot playing for every seat."""
    seats: Any = _OneForAll(bot)
    return playout(game.rules, Outcome(state), seats, luck, bot_draws=Fresh(bots_seed)).state


class _OneForAll:
    """A row of bots as long as it needs to be."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def __getitem__(self, seat: Seat) -> Bot:
        return self.bot


def _deal_seed(digest: str, number: int) -> bytes:
    return derive(bytes.fromhex(digest), f"deal/{number}")


def _luck_seed(digest: str, number: int) -> bytes:
    return derive(bytes.fromhex(digest), f"luck/{number}")


def _bots_seed(digest: str, number: int) -> bytes:
    return derive(bytes.fromhex(digest), f"bots/{number}")


def spreads_of(rows: Sequence[Mapping[str, int]], names: Iterable[str] | None = None) -> Spreads:
    """Each figure over the playouts."""
    return {name: spread_of([row[name] for row in rows]) for name in names or rows[0]}


def spread_of(values: Sequence[int]) -> Spread:
    """Mean, to a hundredth, and band of a figure. The ends are values that came; as many playouts lie below one as
    above the other.
    """
    ordered = sorted(values)
    last = len(ordered) - 1
    return Spread(round(sum(ordered) / len(ordered), 2), ordered[round(LOW * last)], ordered[round(HIGH * last)])
