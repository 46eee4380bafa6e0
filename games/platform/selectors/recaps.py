"""The events since a person's last visit to a seat, as cards with a heading."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.html import format_html
from msgspec import structs

from games.models import Event, Match, SeatHolder
from games.platform.selectors.event_log import value_of
from games.ui.faces import Face, Scene
from games.ui.recap import Happened, RecapCard
from games.ui.sentences import sentences
from games.ui.text_lines import colon

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Holding:
    """A person's seats in a match with the last seen moves. `stamp` changes with every change of `seen`, on any
    device.
    """

    seen: dict[int, int | None]

    @property
    def stamp(self) -> int:
        """The sum that `selectors.news_for` computes in SQL."""
        return sum(number + 1 for number in self.seen.values() if number is not None)


def holding_of(holders: Iterable[SeatHolder], user_id: int) -> Holding:
    """The last seen move for each seat that the person holds, among the current holders."""
    return Holding({row.seat.index: row.seen_number for row in holders if row.user_id == user_id})


def rows_since(rows: Iterable[Event], seen: int | None, turn: int) -> list[Event]:
    """The events after move `seen`. If nothing was ever marked as seen, they are those of the current `turn`, not the
    whole match.
    """
    return [row for row in rows if (row.turn >= turn if seen is None else row.move.number > seen)]


def happened_in(match: Match, seat: int, rows: Sequence[Event]) -> list[Happened]:
    """Stored events in the form for a game's recap."""
    return [
        Happened(value_of(match, row), row.move.number, row.turn, row.move.seat, row.move.seat == seat) for row in rows
    ]


def cards_of(face: Face, scene: Scene, happened: Sequence[Happened]) -> list[RecapCard]:
    """The game's cards, and plain cards for all moves that they leave out, in order of time."""
    cards = drawn_by(face, scene, happened)
    told = {number for card in cards for number in card.numbers}
    rest = [each for each in happened if each.number not in told]
    cards += [
        card
        for (turn, seat), some in groupby(rest, key=lambda each: (each.turn, each.seat))
        if (card := _plain(face, scene, turn, seat, list(some))) is not None
    ]
    return sorted(cards, key=lambda card: card.numbers[-1])


def drawn_by(face: Face, scene: Scene, happened: Sequence[Happened]) -> list[RecapCard]:
    """The game's cards; none if the game's code fails, so that the page falls back to plain words."""
    try:
        return list(face.recap.cards(scene, happened))
    except Exception:  # noqa: BLE001
        logger.exception("the recap of %s failed", face.game.key)
        return []


def heading_by(face: Face, scene: Scene, decided: Sequence[Any]) -> str:
    """The game's heading; empty if it has none or its code fails."""
    try:
        return face.recap.heading(scene, decided)
    except Exception:  # noqa: BLE001
        logger.exception("the heading of %s's recap failed", face.game.key)
        return ""


def _plain(face: Face, scene: Scene, turn: int, seat: int | None, happened: Sequence[Happened]) -> RecapCard | None:
    """A card with the history's words of these events; None if no event is news."""
    found = []
    for each in happened:
        words = face.words.event(scene.scenario, each.event)
        if words is not None and face.words.located is not None:
            words = structs.replace(words, html=face.words.located(scene.view, words.html))
        if words is not None:
            found.append((each, words))
    if not found:
        return None
    roles = face.words.roles(scene.scenario)
    about = {getattr(each.event, "seat", None) for each, _words in found}
    role = about.pop() if len(about) == 1 else None
    return RecapCard(
        label=roles[role].name if role is not None else "",
        title="",
        turn=turn,
        numbers=tuple(sorted({each.number for each, _words in found})),
        seat=role,
        words=sentences(*(_describe_event(roles, each.event, words, alone=role is not None) for each, words in found)),
        weight="detail",
    )


def _describe_event(roles: Sequence[Any], event: Any, words: Any, *, alone: bool) -> str:
    """The words of an event, after the role concerned if the card does not name it."""
    seat = getattr(event, "seat", None)
    if alone or seat is None:
        return str(words.html)
    return format_html("{}{}{}", roles[seat].name, colon(), words.html)
