"""The record of a match in words: every event with words is a numbered line, and events are cited by these numbers."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from classrooms.assess.reports.facts import EventFact, Facts, stories_of
from games.public.matches import event_value, game_of, state_of
from games.public.models import AuthorKind, Match
from games.ui.faces import Face, RoleName

Row = dict[str, Any]
INSTEAD: Final = (AuthorKind.BOT, AuthorKind.DEADLINE, AuthorKind.INSTRUCTOR, AuthorKind.PLAN)
"""Authors who may decide in a seat instead of a person."""


@dataclass(frozen=True)
class Record:
    """`turns` are the lines turn by turn; `line_of` gives the line of each event, by its index in the facts. An event
    without words has the nearest line of its move, else the next line.
    """

    turns: list[Row]
    line_of: tuple[int, ...]
    lines: dict[int, Row]

    def cited(self, places: Iterable[int]) -> list[Row]:
        """The lines of these events, each once and in order, with the move after which the board shows them."""
        numbers = sorted({self.line_of[place] for place in places if 0 <= place < len(self.line_of)} - {0})
        return [self.lines[number] for number in numbers]

    def only(self, numbers: Collection[int]) -> list[Row]:
        """The turns with only these lines."""
        kept = [{**turn, "lines": [line for line in turn["lines"] if line["n"] in numbers]} for turn in self.turns]
        return [turn for turn in kept if turn["lines"]]


def record_of(match: Match, facts: Facts, face: Face, scenario: Any, roles: Sequence[RoleName]) -> Record:
    """Every event in words, by turn."""
    moves = {move.number: move for move in facts.moves}
    view = _view(match, face)
    told: dict[int, list[Row]] = {}
    lines: list[tuple[int, Row]] = []

    played = {story.seat for story in stories_of(match, facts) if story.was_played}

    for place, event in enumerate(facts.events):
        words = _describe_event(match, face, scenario, event)
        if words is None:
            continue
        if view is not None and face.words.located is not None:
            words = face.words.located(view, words)
        move, seat, turn = moves[event.move], event.data.get("seat"), int(event.data.get("turn", 0))
        names = ", ".join(each.name for each in move.people) or move.author
        aside = move.by in INSTEAD and seat == move.seat and seat in played
        row: Row = {
            "at": move.at,
            "by": names or AuthorKind(move.by).label,
            "author": names,
            "people": tuple(each.id for each in move.people),
            "aside": AuthorKind(move.by).label if aside else "",
            "role": roles[seat] if seat is not None else None,
            "seat": move.seat,
            "words": words,
            "move": event.move,
            "turn": turn,
        }
        told.setdefault(turn, []).append(row)
        lines.append((place, row))
    turns: list[Row] = [
        {"title": face.words.turn(scenario, turn), "lines": rows, "began": rows[0]["at"]}
        for turn, rows in sorted(told.items())
    ]
    for number, line in enumerate((line for turn in turns for line in turn["lines"]), start=1):
        line["n"] = number
    return Record(turns, _line_of(facts.events, lines), {row["n"]: row for _place, row in lines})


def _line_of(events: Sequence[EventFact], lines: list[tuple[int, Row]]) -> tuple[int, ...]:
    """Line numbers by index of the event; 0 if no event has words."""
    by_place = {place: row["n"] for place, row in lines}
    by_move: dict[int, list[tuple[int, int]]] = {}
    for place, row in lines:
        by_move.setdefault(row["move"], []).append((place, row["n"]))
    found = []
    for place, event in enumerate(events):
        near = by_move.get(event.move, [])
        if place in by_place:
            found.append(by_place[place])
        elif near:
            found.append(min(near, key=lambda pair: abs(pair[0] - place))[1])
        else:
            found.append(next((row["n"] for other, row in lines if other > place), lines[-1][1]["n"] if lines else 0))
    return tuple(found)


def _view(match: Match, face: Face) -> Any:
    """The board for words that need it; None if none do, or if today's game cannot read the board any more."""
    if face.words.located is None:
        return None
    try:
        return game_of(match).rules.view(state_of(match), None)
    except msgspec.ValidationError:
        return None


def _describe_event(match: Match, face: Face, scenario: Any, event: EventFact) -> str | None:
    """An event in a sentence. An event that today's game no longer knows is written with its raw data."""
    try:
        said = face.words.event(scenario, event_value(match, event.data))
    except (msgspec.ValidationError, LookupError):
        bare = {name: value for name, value in event.data.items() if name not in ("kind", "turn", "seat", "audience")}
        return ", ".join([str(event.data.get("kind", "")), *(f"{name}: {value}" for name, value in bare.items())])
    return None if said is None else said.html
