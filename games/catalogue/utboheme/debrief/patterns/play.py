"""The input of the patterns: the tables with the names of the players, and the log."""

from dataclasses import dataclass
from typing import Any, Final

from games.catalogue.utboheme.facts.tables import Facts, PlayerFacts
from games.catalogue.utboheme.rules.scenario import Scenario
from games.ui.patterns import Collection, Logged, Trace
from games.ui.seats import player_name, players_named

PATTERNS: Final = Collection()
MOST_CITED: Final = 8
PIECES: Final = ("uv_built", "uv_upgraded")
SPECIAL: Final = ("longest_moved", "oldest_moved")
Numbers = dict[str, Any]
"""The parameters of a sentence."""


@dataclass(frozen=True)
class Play:
    """A match with its tables and its log. Events are found by kind, turn and seat."""

    scenario: Scenario
    facts: Facts
    trace: Trace

    def name(self, seat: int) -> str:
        """A player's name."""
        return player_name(seat)

    def named(self, **seats: int) -> dict[str, str]:
        """The parameters of a text that contains these players."""
        return players_named(**seats)

    @property
    def players(self) -> tuple[PlayerFacts, ...]:
        """The results of the players, by seat."""
        return self.facts.seats

    @property
    def best(self) -> PlayerFacts:
        """The winner; the first of those who share the win."""
        return min(self.players, key=lambda player: player.place)

    @property
    def end(self) -> tuple[int, ...]:
        """The index of the end event; none in an unfinished match."""
        return self.trace.find("game_ended")

    def events_of(self, *kinds: str, turn: int | None = None, seat: int | None = None) -> list[Logged]:
        """The events of these kinds, in order."""
        return [self.trace.events[place] for place in self.trace.find(*kinds, turn=turn, seat=seat)]

    def scored(self, seat: int, after: int = 0) -> tuple[int, ...]:
        """The indexes at which a seat got open points after this turn: pieces and special cards."""
        return tuple(event.place for event in self.events_of(*PIECES, *SPECIAL, seat=seat) if event.turn > after)

    def points_after(self, turn: int) -> tuple[int, ...]:
        """Points of each seat after a turn, hidden ones included; after turn 0, those of the foundation."""
        return self.facts.turns[turn - 1].points if turn else self.facts.start

    def open_after(self, turn: int) -> tuple[int, ...]:
        """The visible points of each seat after a turn."""
        hidden = [0] * len(self.players)
        for event in self.events_of("card_taken"):
            if event.seat is not None and event.turn <= turn:
                hidden[event.seat] += event.data["card"] == "victory"
        worth = self.scenario.points.victory
        return tuple(points - worth * kept for points, kept in zip(self.points_after(turn), hidden, strict=True))


def cards_of(data: Any) -> Any:
    """A handful of cards from an event of the log."""
    return tuple(data)
