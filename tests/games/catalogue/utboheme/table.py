"""A position for a test: `utb(hands={0: "2 beer 3 sleep"}, uv={1: [at(...)]})`, then moves.

Seats are the numbers 0 to 3; resources of a hand are written as words. The island is that of the scenario, unshuffled,
unless `board` is given. The cards in hands are missing in the bank, unless the bank is given.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.catalogue.utboheme.game import GAME
from games.catalogue.utboheme.rules.board import Board, Layout, layout
from games.catalogue.utboheme.rules.ledger import Ledger
from games.catalogue.utboheme.rules.resources import NONE, RESOURCES
from games.catalogue.utboheme.rules.rules import RULES
from games.catalogue.utboheme.rules.setup import lay_board, set_up
from games.catalogue.utboheme.rules.topology import mask_of
from games.catalogue.utboheme.rules.trails import trail_length
from games.catalogue.utboheme.rules.types import KINDS, Options, State
from games.engine.draws import FastDraws
from games.engine.errors import IllegalMove
from games.engine.facilitation import Brought, played

HERE = Path(__file__).resolve().parents[4] / "games" / "catalogue" / "utboheme"
TEXT = GAME.scenarios["classic"]
CLASSIC = RULES.load_scenario(TEXT)


class Chosen:
    """Draws chosen by a test: by the end of a label, else the last of all sides."""

    def __init__(self, values: Mapping[str, int] | None = None) -> None:
        self.values = dict(values or {})

    def below(self, sides: int, label: str) -> int:
        for ending, value in self.values.items():
            if label.endswith(ending):
                return value
        return sides - 1


def scenario_with(**fields: Any) -> Any:
    """The classic scenario with some fields of its file changed."""
    return RULES.load_scenario(msgspec.json.encode({**msgspec.json.decode(TEXT), **fields}))


def unshuffled(desert: tuple[int, int] = (0, 0), shuffle_spiral: int = 0) -> Board:
    """Hexagons in the order of the list but for the desert; tokens along the spiral; trade zones in order."""
    at_desert = CLASSIC.land.index(desert)
    others = [resource for resource in CLASSIC.hexagons if resource is not None]
    hexagons = (*others[:at_desert], None, *others[at_desert:])
    tokens = iter(CLASSIC.tokens)
    spiral = CLASSIC.spirals[shuffle_spiral]
    token_of = {hexagon: next(tokens) for hexagon in spiral if hexagons[hexagon] is not None}
    plain = lay_board(replace(CLASSIC, shuffled=False), FastDraws(0))
    return replace(
        plain, resources=hexagons, tokens=tuple(token_of.get(number, 0) for number in range(len(hexagons)))
    )  # fmt: skip


BOARD = unshuffled()
LAYOUT: Layout = layout(BOARD)
SHAPE = LAYOUT.shape


def hexagon(q: int, r: int) -> int:
    return CLASSIC.land.index((q, r))


def at(*hexagons: tuple[int, int]) -> int:
    """The crossing where three hexagons, sea included, meet."""
    return SHAPE.corners.index(frozenset(hexagons))


def between(one: int, other: int) -> int:
    """The path between two crossings."""
    return next(path for path, ends in enumerate(SHAPE.ends) if set(ends) == {one, other})


def way(*crossings: int) -> list[int]:
    """The paths along neighbouring crossings."""
    return [between(one, other) for one, other in zip(crossings, crossings[1:], strict=False)]


def beside(crossing: int) -> list[int]:
    """The neighbouring crossings."""
    return [other for other in range(len(SHAPE.corners)) if SHAPE.near[crossing] >> other & 1 and other != crossing]


def coast() -> list[int]:
    """The crossings of the coast in the order of a walk around it."""
    sides = [pair for pair, path in zip(SHAPE.ends, SHAPE.sides, strict=True) if len(path & set(CLASSIC.land)) == 1]
    walk = list(sides[0])
    while len(walk) < len(sides):
        nexts = [set(pair) - {walk[-1]} for pair in sides if walk[-1] in pair and walk[-2] not in pair]
        walk.append(nexts[0].pop())
    return walk


def cards(words: str) -> tuple[int, ...]:
    """`2 beer 1 food` as a handful."""
    return _counts(words, RESOURCES)


def _counts(words: str, names: Sequence[str]) -> tuple[int, ...]:
    parts = words.split()
    held = dict(zip(parts[1::2], map(int, parts[::2]), strict=True))
    assert set(held) <= set(names)
    return tuple(held.get(name, 0) for name in names)


def in_words(hand: tuple[int, ...]) -> str:
    return " ".join(f"{number} {resource}" for number, resource in zip(hand, RESOURCES, strict=True) if number)


class Table:
    """A position, with the events of the last move."""

    def __init__(self, state: State, events: tuple[Any, ...] = ()) -> None:
        self.state, self.events = state, events

    def key(self, seat: int, kind: str | None = None) -> str:
        """The key of the seat's first prompt, or of the first one of a kind."""
        prompts = [p for p in RULES.prompts(self.state) if p.seat == seat and kind in (None, p.kind)]
        return prompts[0].key if prompts else f"nothing for {seat}"

    def play(self, move: Any, by: int | None = None, kind: str | None = None, **luck: int) -> "Table":
        """Play a move of a seat (the active one); `luck` names the draws: die_1=0 is a one."""
        seat = self.state.seat if by is None else by
        drawn = {name.replace("_", "-"): value for name, value in luck.items()}
        outcome = RULES.apply(self.state, seat, self.key(seat, kind), move, Chosen(drawn))
        return Table(outcome.state, outcome.events)

    def bring(self, event: str, amount: int, to: int | None = None) -> "Table":
        """Let the facilitator bring an event, to a seat or to the table."""
        outcome = played(RULES, self.state, None, "event-1", Brought(event, amount, to), Chosen())
        return Table(outcome.state, outcome.events)

    def moves(self, seat: int | None = None, kind: str | None = None) -> list[Any]:
        """All listed moves, ranges at their low ends."""
        seat = self.state.seat if seat is None else seat
        return [choice.move for choice in RULES.choices(self.state, seat, self.key(seat, kind))]

    def hand(self, seat: int) -> str:
        return in_words(self.state.hands[seat])

    def events_of(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    def points(self, seat: int) -> int:
        return RULES.view(self.state, seat).own_points


def started(players: int = 4, seed: int = 1, scenario: Any = CLASSIC, luck: Any = None, **options: Any) -> Table:
    """A match at its start."""
    outcome = set_up(scenario, Options(**options), players, luck or FastDraws(seed))
    return Table(outcome.state, outcome.events)


def utb(
    *,
    players: int = 4,
    seat: int = 0,
    stage: str = "act",
    hands: Mapping[int, str] | None = None,
    uv: Mapping[int, Sequence[int]] | None = None,
    upgraded: Mapping[int, Sequence[int]] | None = None,
    cc: Mapping[int, Sequence[int]] | None = None,
    cards_of: Mapping[int, str] | None = None,
    bank: str | None = None,
    board: Board = BOARD,
    **fields: Any,
) -> Table:
    """The position: seat `seat` is active in turn 9. Fields of State and of Options can be named."""
    option_names = set(Options.__struct_fields__) & set(fields) - {"board"}
    options = {name: fields.pop(name) for name in option_names}
    state = started(players, **options).state
    held = tuple(cards((hands or {}).get(each, "")) for each in range(players))
    left = tuple(state.figures.bank - sum(hand[index] for hand in held) for index in range(5))
    hidden = tuple(_counts((cards_of or {}).get(each, ""), KINDS) for each in range(players))
    state = replace(
        state, board=board, turn=9, step=1, stage=stage, back="act" if stage != "roll" else "roll", seat=seat,
        founded=2 * players, spot=-1, dice=() if stage == "roll" else (4, 4), robber=board.resources.index(None),
        uv=tuple(mask_of((uv or {}).get(each, ())) for each in range(players)),
        upgraded=tuple(mask_of((upgraded or {}).get(each, ())) for each in range(players)),
        cc=tuple(mask_of((cc or {}).get(each, ())) for each in range(players)),
        hands=held, bank=left if bank is None else cards(bank),
        cards=hidden, bought=NONE,
    )  # fmt: skip
    ledger = Ledger(state)
    lengths = tuple(trail_length(layout(board), state.cc[s], ledger.foreign(s)) for s in range(players))
    return Table(replace(state, lengths=lengths, **fields))


@contextmanager
def raises_illegal(code: str, **params: Any) -> Iterator[None]:
    with pytest.raises(IllegalMove) as caught:
        yield
    assert (caught.value.code, caught.value.params) == (code, params)
