"""What happened since somebody looked last, as the first thing on the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from games.kit.faces import Scene
from games.kit.recap import Change, Happened, RecapCard
from games.models import Event
from games.selectors.recaps import Holding, cards_of, drawn_by, happened_in, heading_by, rows_since
from games.web.page import TablePage

SCREENFUL = 8
"""Cards that stand open at most, where the newest turn has no more."""
FEW = 4
"""As many are all told in full."""


@dataclass(frozen=True)
class Figure:
    """A number that changed, and where its terms stand."""

    change: Change
    why_url: str


@dataclass(frozen=True)
class Card:
    """A card as it is drawn: `place` in its turn, `short` in one line."""

    card: RecapCard
    place: int
    figures: tuple[Figure, ...]
    rule_url: str
    short: bool
    turn_title: str

    @property
    def last(self) -> int:
        """The newest move that it tells of."""
        return self.card.numbers[-1]


@dataclass(frozen=True)
class Group:
    """The cards of one turn."""

    title: str
    cards: tuple[Card, ...]

    @property
    def told(self) -> list[Card]:
        """Those that are drawn as cards."""
        return [card for card in self.cards if not card.short]

    @property
    def lines(self) -> list[Card]:
        """Those that have one line."""
        return [card for card in self.cards if card.short]


@dataclass(frozen=True)
class Recap:
    """The newest turns first; `older` are folded. `number` is the last move that is told of."""

    number: int
    heading: str
    groups: tuple[Group, ...]
    older: tuple[Group, ...] = ()

    @property
    def told(self) -> list[Card]:
        """The cards that stand open."""
        return [card for group in self.groups for card in group.told]

    @property
    def lines(self) -> list[Card]:
        """Under them, what has one line."""
        return [card for group in self.groups for card in group.lines]

    @property
    def several(self) -> bool:
        """Do cards of more than one turn stand open?"""
        return len(self.groups) > 1

    @property
    def older_count(self) -> int:
        """Folded ones."""
        return sum(len(group.cards) for group in self.older)

    @property
    def older_first(self) -> str:
        """The first turn that is told of."""
        return self.older[-1].title if self.older else ""


def recap_context(table: TablePage) -> dict[str, Any]:
    """What recap.html needs; no recap for who does not hold the seat that is looked at."""
    holding = table.holding
    return {"recap": _recap(table, holding), "match": table.match, "seat": table.seat, "seen_stamp": holding.stamp}


def _recap(table: TablePage, holding: Holding) -> Recap | None:
    seat = table.seat
    if seat is None or seat not in holding.seen or not table.match.has_begun:
        return None
    seen = holding.seen[seat]
    rows = rows_since(table.events, seen, table.heading.turn)
    happened = happened_in(table.match, seat, rows)
    groups = groups_of(table, cards_of(table.face, table.plain_scene, happened))
    open_groups, older = _folded(groups)
    return Recap(table.match.number, _heading(table, rows, happened, seen), open_groups, older)


def summary_of(table: TablePage, scene: Scene, rows: Sequence[Event]) -> list[Card]:
    """What one move did, as cards, if there is news that the game draws; `scene` is the position after it."""
    seat = -1 if table.seat is None else table.seat
    cards = drawn_by(table.face, scene, happened_in(table.match, seat, rows))
    told = [card for group in groups_of(table, cards) for card in group.told]
    return told if any(card.card.weight == "news" for card in told) else []


def groups_of(table: TablePage, cards: Sequence[RecapCard]) -> tuple[Group, ...]:
    """Cards by turn, the newest turn first, within it in order of time."""
    turns = [list(some) for _turn, some in groupby(sorted(cards, key=lambda c: c.turn), key=lambda c: c.turn)]
    return tuple(
        Group(table.face.turn_title(table.scenario, some[0].turn), tuple(_drawn(table, some)))
        for some in reversed(turns)
    )


def _drawn(table: TablePage, cards: Sequence[RecapCard]) -> list[Card]:
    """Numbered, without those in one line; the first of a turn names it."""
    much = len(cards) > FEW
    found: list[Card] = []
    for card in cards:
        short = card.weight == "detail" and (much or not (card.changes or card.template or card.picture))
        place = sum(not each.short for each in found) + 1
        figures = tuple(Figure(change, _why_url(table, change.why)) for change in card.changes)
        title = table.face.turn_title(table.scenario, card.turn) if place == 1 or short else ""
        found.append(Card(card, place, figures, _rule_url(table, card.rule), short, title))
    return found


def _why_url(table: TablePage, what: str) -> str:
    if not what:
        return ""
    query = {"what": what} | ({} if table.seat is None else {"seat": table.seat})
    return f"{reverse('games:explain', args=[table.match.pk])}?{urlencode(query)}"


def _rule_url(table: TablePage, rule: str) -> str:
    page, _sharp, heading = rule.partition("#")
    if not page:
        return ""
    url = reverse("games:rules-page", args=[table.match.game, page])
    return f"{url}#{heading}" if heading else url


def _folded(groups: tuple[Group, ...]) -> tuple[tuple[Group, ...], tuple[Group, ...]]:
    """The turns that stand open: the newest, and more of them as long as they fill no more than a screen."""
    total = 0
    for place, group in enumerate(groups):
        total += len(group.cards)
        if place and total > SCREENFUL:
            return groups[:place], groups[place:]
    return groups, ()


def _heading(table: TablePage, rows: Sequence[Event], happened: Sequence[Happened], seen: int | None) -> str:
    """Names the reader's own decision if that began it: others may have decided while the page stood open."""
    if happened and happened[0].own and rows[0].move.author_id == table.access.user.pk:
        decided = [each.event for each in happened if each.number == happened[0].number]
        return heading_by(table.face, table.plain_scene, decided) or _("What happened since your last decision")
    return _("What happened in this turn") if seen is None else _("What happened since you looked")
