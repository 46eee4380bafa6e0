"""The expected end of a match from one seat's view: hidden things are dealt at random, and bots play on.

Everything here is a function of the seat's view. The luck of a playout is seeded by the view's digest, so that it
cannot reveal a secret. All choices of a position are compared over the same luck.
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
from games.engine.types import Outcome, Seat, Target

PLAYOUTS: Final = 200
LOW, HIGH = 0.1, 0.9
"""The quantiles of a spread: eight of ten playouts end between them."""
CHUNK: Final = 5
"""The number of playouts between two checks whether the work is still wanted."""

Goes = Callable[[], None]
"""Called again and again while playouts run; may raise `Stop` of `games.engine.analysis`."""


class Option(msgspec.Struct, frozen=True):
    """An open answer: `key` names it, `moves` (seat, prompt key, move) carry it out. With a move of another seat
    among them, it assumes that this seat agrees.
    """

    key: str
    moves: tuple[tuple[Seat, str, Any], ...]


class Expecting(Protocol):
    """A game's part of the expected end. All of it is pure."""

    version: int
    """A number that grows when the same view would give other figures than before."""
    policy: str
    """The strength of the bot that plays on for every seat."""
    playouts: int
    """The number of playouts of a position; `option_playouts` is that of each option."""
    option_playouts: int
    compared: Sequence[str]
    """The names of the figures that are kept for options."""
    collective: bool
    """Are there collective targets? Then `deal` deals from the observer's view, too."""

    def deal(self, scenario: Any, view: Any, draws: Draws) -> Any:
        """A state that looks like this view from its seat; the rest is dealt at random."""

    def values(self, state: Any, seat: Seat) -> Mapping[str, int]:
        """The figures at the end, for the table and for the seat, always under the same names."""

    def options(self, state: Any, seat: Seat) -> Sequence[Option]:
        """The answers of the seat that are worth comparing. Only facts that the seat sees may select them."""

    def named(self, view: Any, seat: Seat, key: str, move: Any) -> str:
        """The key of the option that this answer is or counts as; empty if there is none."""

    def against(self, option: str) -> str:
        """The key of the option that this one is compared with; empty for the position itself."""


class PositionOnly:
    """Base of a game's part that compares no options. The only figure is the seat's points at the end, from the
    rules' result.
    """

    version: int = 1
    policy: str
    playouts: int = 200
    option_playouts: int = 0
    compared: Sequence[str] = ("points",)
    collective: bool = False

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def values(self, state: Any, seat: Seat) -> Mapping[str, int]:
        result = self.rules.result(state)
        return {"points": result.scores[seat] if result is not None else 0}

    def options(self, state: Any, seat: Seat) -> Sequence[Option]:
        """No options."""
        return ()

    def named(self, view: Any, seat: Seat, key: str, move: Any) -> str:
        """Empty: there are no options."""
        return ""

    def against(self, option: str) -> str:
        """Empty: there are no options."""
        return ""


def shuffled(items: Iterable[Any], draws: Draws, label: str) -> list[Any]:
    """The items in random order."""
    left, found = list(items), []
    while left:
        found.append(left.pop(draws.below(len(left), f"{label}/{len(left)}")))
    return found


class Spread(msgspec.Struct, frozen=True, array_like=True):
    """A figure over all playouts: its mean, and the bounds that hold eight of ten of them."""

    mean: float
    low: int
    high: int


Spreads = dict[str, Spread]


class TargetEnds(msgspec.Struct, frozen=True, array_like=True):
    """A collective target over all playouts: the mean of its final value, and each playout's shortfall (0: met),
    rising.
    """

    name: str
    target: int
    mean: float
    missed: tuple[int, ...]

    @property
    def chance(self) -> float:
        """The share of playouts that meet the target."""
        return self.missed.count(0) / len(self.missed)


class Expected(msgspec.Struct, frozen=True):
    """The figures at the end by name, over `playouts`. `options` hold them by option, over `option_playouts` each.
    They are present only if `complete` is true.
    """

    playouts: int
    figures: Spreads
    option_playouts: int = 0
    options: dict[str, Spreads] = {}
    complete: bool = False


def part_of(game: Game) -> Expecting:
    """The game's part. The game must have one."""
    expecting: Any = game.expected
    return cast(Expecting, expecting)


def has_collective(game: Game) -> bool:
    """Can the expected end of a match's collective targets be computed?"""
    return game.expected is not None and part_of(game).collective


def digest_of(game: Game, scenario_text: str, view: Any, seat: Seat | None) -> str:
    """A hash of the seat's view (None: the public view). Equal digests have equal expected ends."""
    expecting = part_of(game)
    head = f"{game.key}/{game.rules.version}/{expecting.version}/{expecting.policy}/{seat}"
    found = hashlib.blake2b(head.encode(), digest_size=20)
    found.update(hashlib.sha256(scenario_text.encode()).digest())
    found.update(to_json(view))
    return found.hexdigest()


def position(game: Game, scenario: Any, view: Any, seat: Seat, digest: str, goes: Goes = lambda: None) -> Expected:
    """The expected end without the options."""
    expecting = part_of(game)
    rows = list(samples(game, scenario, view, seat, digest, expecting.playouts, goes=goes))
    return Expected(len(rows), spreads_of(rows))


def with_options(
    game: Game, scenario: Any, view: Any, seat: Seat, digest: str, found: Expected, goes: Goes = lambda: None
) -> Expected:
    """The expected end with every option, each over the same luck. An option that the rules refuse in some playout is
    left out.
    """
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
    for end in _ends(game, scenario, view, digest, playouts, option, goes):
        yield expecting.values(end, seat)


def target_ends(
    game: Game, scenario: Any, view: Any, digest: str, playouts: int, goes: Goes = lambda: None
) -> tuple[TargetEnds, ...]:
    """The ends of the collective targets over playouts from a view."""
    ends = _ends(game, scenario, view, digest, playouts, None, goes)
    rows = [result.targets for end in ends if (result := game.rules.result(end)) is not None]
    return tuple(map(_target_ends, zip(*rows, strict=True)))


def _target_ends(ends: Sequence[Target]) -> TargetEnds:
    mean = round(sum(each.value for each in ends) / len(ends), 2)
    return TargetEnds(ends[0].name, ends[0].target, mean, tuple(sorted(each.missed_by for each in ends)))


def _ends(
    game: Game, scenario: Any, view: Any, digest: str, playouts: int, option: Option | None, goes: Goes
) -> Iterator[Any]:
    """The last states of the playouts, one after the other."""
    expecting = part_of(game)
    bot = policy_bot(game, expecting.policy)
    for number in range(playouts):
        if number % CHUNK == 0:
            goes()
        state = expecting.deal(scenario, view, LabelledDraws(_deal_seed(digest, number)))
        luck = LabelledDraws(_luck_seed(digest, number))
        for mover, key, move in option.moves if option else ():
            state = game.rules.apply(state, mover, key, move, luck).state
        yield _end(game, state, bot, luck, _bots_seed(digest, number))


def _end(game: Game, state: Any, bot: Bot, luck: Draws, bots_seed: bytes) -> Any:
    """The last state of one playout, with one bot for every seat."""
    seats: Any = _OneForAll(bot)
    return playout(game.rules, Outcome(state), seats, luck, bot_draws=Fresh(bots_seed)).state


class _OneForAll:
    """An endless sequence of the same bot, for any number of seats."""

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
    """The mean of a figure, to a hundredth, and its bounds. The bounds are values that occurred; as many playouts lie
    below the one as above the other.
    """
    ordered = sorted(values)
    last = len(ordered) - 1
    return Spread(round(sum(ordered) / len(ordered), 2), ordered[round(LOW * last)], ordered[round(HIGH * last)])
