"""The computation of the tables from the events, with the table and the hands after each event."""

from typing import Any

from msgspec import structs

from games.catalogue.dominato.facts.tables import ClaimMade, Facts, Fault, GamePlayed, LinkKind, StepPlayed
from games.catalogue.dominato.facts.totals import seat_results
from games.catalogue.dominato.rules.events import (
    Claimed,
    Dealt,
    GameBegun,
    GameEnded,
    MatchEnded,
    Passed,
    Placed,
    PointsBrought,
    Received,
    TakenBack,
    Tried,
)
from games.catalogue.dominato.rules.geometry import BALANCE
from games.catalogue.dominato.rules.links import links
from games.catalogue.dominato.rules.places import Need, needs_at
from games.catalogue.dominato.rules.scenario import Scenario
from games.catalogue.dominato.rules.types import Deck, Laid, Options
from games.engine.record import Record

KINDS: dict[int, LinkKind] = {0: "", 1: "simple", 3: "triple", 4: "quadruple"}


class Folding:
    """The mutable tables."""

    def __init__(self, scenario: Scenario, options: Options) -> None:
        self.deck = Deck(scenario.tiles, scenario.hand, scenario.triple_bonus_points)
        self.options = options
        self.games: list[GamePlayed] = []
        self.steps: list[StepPlayed] = []
        self.table: list[Laid] = []
        self.hands: list[set[int]] = [set() for _ in range(scenario.players)]
        self.received = [0] * scenario.players
        self.brought = [0] * scenario.players
        self.finished = False

    def add(self, event: Any, record: Record) -> None:
        """Enter one event."""
        match event:
            case GameBegun():
                self.steps, self.table = [], []
                self.games.append(GamePlayed(event.turn, event.seat or 0, (), ()))
            case Dealt():
                self.hands[event.seat or 0] = set(event.tiles)
            case Placed():
                self._placed(event, record)
            case Tried():
                self._tried(event, record)
            case Passed():
                self._step(event.step, event.seat or 0, record)
            case Claimed():
                self._change(event.step, claims=(*self._at(event.step).claims, _claim(event)))
            case TakenBack():
                self.table.pop()
                self.hands[event.seat or 0].add(event.tile)
                last = next(step for step in reversed(self.steps) if step.laid is not None and not step.tried)
                self._change(last.step, taken_back=True)
            case Received():
                self.hands[event.giver].remove(event.tile)
                self.hands[event.seat or 0].add(event.tile)
                self.received[event.seat or 0] += 1
            case PointsBrought():
                self.brought[event.seat or 0] += event.amount
            case GameEnded():
                self.games[-1] = structs.replace(self._game(), how=event.how, winner=event.seat, points=event.points)
            case MatchEnded():
                self.finished = True

    def close(self) -> Facts:
        """The tables; an unfinished game is the last one."""
        if self.games and self.games[-1].how is None:
            self.games[-1] = self._game()
        games = tuple(self.games)
        return Facts(
            finished=self.finished,
            challenge=self.options.validation == "challenge",
            helper=self.options.helper,
            games=games,
            seats=seat_results(games, self.received, self.brought),
            say_first=bool(self.options.say_first),
            error_map=bool(self.options.error_map),
            tries=bool(self.options.tries),
        )

    def _game(self) -> GamePlayed:
        return structs.replace(self.games[-1], steps=tuple(self.steps), table=tuple(self.table))

    def _placed(self, event: Placed, record: Record) -> None:
        seat, laid = event.seat or 0, _laid(event)
        nested = event.kinds == ("nested",)
        kind: LinkKind = KINDS.get(event.order, "nested" if nested else "double_t")
        self._step(event.step, seat, record, laid=laid, order=event.order, kind=kind, faults=self._faults(laid))
        self.hands[seat].remove(event.tile)
        self.table.append(laid)
        self._change(event.step, left=self._left())

    def _tried(self, event: Tried, record: Record) -> None:
        """A wrong try, in addition to the step of the same number in which the tile is finally laid."""
        laid = _laid(event)
        needs = needs_at(tuple(self.table), laid.x, laid.y, laid.way, incidental=True) or ()
        faults = self._faults(laid)
        self._step(event.step, event.seat or 0, record, laid=laid, order=len(needs), faults=faults, tried=True)

    def _faults(self, laid: Laid) -> tuple[Fault, ...]:
        """The wrong contacts of a tile, on the table before it was laid."""
        needs = needs_at(tuple(self.table), laid.x, laid.y, laid.way, incidental=True) or ()
        return tuple(
            Fault(need.part, laid.parts[need.part], need.value, self._declared_balance(laid, need))
            for need in needs
            if laid.parts[need.part] != need.value
        )

    def _declared_balance(self, laid: Laid, need: Need) -> int | None:
        """The declared balance of the neighbour that a square of the new tile touches."""
        return None if need.part == BALANCE else self.table[need.neighbour].said

    def _step(self, number: int, seat: int, record: Record, **more: Any) -> None:
        """A step at its beginning, with the possible placements of the hand."""
        hand = tuple(sorted(self.hands[seat]))
        orders = [link.order for link in links(self.deck, tuple(self.table), hand, self.options)]
        usual: dict[str, Any] = {"laid": None, "order": 0, "kind": "", "faults": ()}
        self.steps.append(
            StepPlayed(
                step=number,
                seat=seat,
                options=len(orders),
                best=max(orders, default=0),
                left=self._left(),
                by=record.by,
                at=record.at,
                **(usual | more),
            )
        )

    def _left(self) -> tuple[int, ...]:
        return tuple(len(hand) for hand in self.hands)

    def _at(self, number: int) -> StepPlayed:
        return next(step for step in self.steps if step.step == number and not step.tried)

    def _change(self, number: int, **changes: Any) -> None:
        index = self.steps.index(self._at(number))
        self.steps[index] = structs.replace(self.steps[index], **changes)


def _claim(event: Claimed) -> ClaimMade:
    return ClaimMade(event.seat or 0, event.upheld)


def _laid(event: Placed | Tried) -> Laid:
    said = event.said if isinstance(event.said, int) else None
    return Laid(event.tile, event.x, event.y, event.way, event.a, event.b, said)
