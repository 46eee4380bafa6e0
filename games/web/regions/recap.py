"""The recap: events since the reader's last visit, at the top of the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.translation import gettext as _

from games.models import Event
from games.platform.selectors.recaps import cards_of, drawn_by, happened_in, heading_by, rows_since
from games.ui.faces import Scene
from games.ui.recap import Change, RecapCard
from games.ui.sentences import sentences
from games.web.table_read import TableRead

TURNS = 2
"""The number of turns that are drawn: the newest with news, and the one before. Earlier ones are in the history."""
FEW = 4
"""The number of cards up to which details are shown in full, too."""
SHORT = 140
"""The number of characters up to which a card's words go into one sentence."""


@dataclass(frozen=True)
class Figure:
    """A number that changed, and the URL of its explanation."""

    change: Change
    why_url: str


@dataclass(frozen=True)
class Card:
    """A card with display data: `place` is its position among the full cards; `short` means that it takes one line."""

    card: RecapCard
    place: int
    figures: tuple[Figure, ...]
    rule_url: str
    short: bool
    turn_title: str

    @property
    def last(self) -> int:
        """The number of its newest move."""
        return self.card.numbers[-1]

    @property
    def sentence(self) -> str:
        """One sentence for the card, above a drawing (safe HTML)."""
        card = self.card
        if card.sentence or not card.title:
            return card.sentence or card.words
        if not card.words or len(strip_tags(card.words)) > SHORT:
            return card.title
        return sentences(f"{card.title}.", card.words)

    @property
    def own_figures(self) -> list[Figure]:
        """The changed numbers of the reader's own."""
        return [figure for figure in self.figures if figure.change.mine]


@dataclass(frozen=True)
class Group:
    """The cards of one turn."""

    title: str
    cards: tuple[Card, ...]

    @property
    def full_cards(self) -> list[Card]:
        """The cards shown in full."""
        return [card for card in self.cards if not card.short]

    @property
    def lines(self) -> list[Card]:
        """The cards shown as one line."""
        return [card for card in self.cards if card.short]


@dataclass(frozen=True)
class Recap:
    """The recap of a seat, the oldest turn first. `older` is the number of earlier turns with news, which the history
    has. `number` is the last move covered; `own` are the numbers of the reader's moves.
    """

    number: int
    heading: str
    groups: tuple[Group, ...]
    older: int = 0
    older_url: str = ""
    own: frozenset[int] = frozenset()

    @property
    def full_cards(self) -> list[Card]:
        """The cards shown in full."""
        return [card for group in self.groups for card in group.full_cards]

    @property
    def lines(self) -> list[Card]:
        """The cards shown as one line, below the others."""
        return [card for group in self.groups for card in group.lines]

    @property
    def several(self) -> bool:
        """Are full cards of more than one turn shown?"""
        return len(self.groups) > 1

    @property
    def others(self) -> int:
        """The number of cards and lines besides the foremost."""
        return sum(len(group.cards) for group in self.groups) - 1

    @property
    def foremost(self) -> Card:
        """The most important card: the newest one by which another player's move changed a number of the reader's.
        Otherwise it is the newest full card, else the newest line.
        """
        cards = [card for group in self.groups for card in group.cards]
        touched = [card for card in cards if card.own_figures and not self.own.issuperset(card.card.numbers)]
        return (touched or self.full_cards or cards)[-1]


@dataclass(frozen=True)
class RecapPart:
    """The recap of a reader who holds the shown seat; None for others. `is_line`: one sentence, from which the cards
    open.
    """

    match_id: int
    seat: int | None
    is_line: bool
    recap: Recap | None


reads: Final = ("events", "heading", "holding", "plain_scene")


def recap_part(read: TableRead) -> RecapPart:
    """The region of the recap."""
    return RecapPart(read.match.pk, read.seat, read.face.table.decides_on_drawing, _recap(read))


def _recap(read: TableRead) -> Recap | None:
    seat, holding = read.seat, read.holding
    if seat is None or seat not in holding.seen or not read.match.has_begun:
        return None
    seen = holding.seen[seat]
    rows = rows_since(read.events, seen, read.heading.turn)
    turns = sorted({row.turn for row in rows})
    shown = [row for row in rows if row.turn in turns[-TURNS:]]
    happened = happened_in(read.match, seat, shown)
    groups = groups_of(read, cards_of(read.face, read.plain_scene, happened))
    own = frozenset(each.number for each in happened if each.own)
    older, url = max(0, len(turns) - TURNS), reverse("games:history", args=[read.match.pk])
    return Recap(read.match.number, _heading(read, rows, seen), groups, older, f"{url}?seat={seat}", own)


def summary_of(read: TableRead, scene: Scene, rows: Sequence[Event]) -> list[Card]:
    """The cards of one move, if there is news that the game draws; `scene` is the position after it."""
    seat = -1 if read.seat is None else read.seat
    cards = drawn_by(read.face, scene, happened_in(read.match, seat, rows))
    told = [card for group in groups_of(read, cards) for card in group.full_cards]
    return told if any(card.card.weight == "news" for card in told) else []


def groups_of(read: TableRead, cards: Sequence[RecapCard]) -> tuple[Group, ...]:
    """Cards by turn, in order of time, with consecutive places."""
    turns = [list(some) for _turn, some in groupby(sorted(cards, key=lambda c: c.turn), key=lambda c: c.turn)]
    groups: list[Group] = []
    for some in turns:
        before = sum(len(group.full_cards) for group in groups)
        title = read.face.words.turn(read.scenario, some[0].turn)
        groups.append(Group(title, tuple(_drawn(read, some, title, before))))
    return tuple(groups)


def _drawn(read: TableRead, cards: Sequence[RecapCard], turn_title: str, before: int) -> list[Card]:
    """The cards of a turn with places after `before`; lines have no place. The first card names the turn."""
    much = len(cards) > FEW
    found: list[Card] = []
    for card in cards:
        short = card.weight == "detail" and (much or not (card.changes or card.template or card.picture))
        place = sum(not each.short for each in found) + 1
        figures = tuple(Figure(change, _why_url(read, change.why)) for change in card.changes)
        title = turn_title if place == 1 or short else ""
        found.append(Card(card, before + place, figures, _rule_url(read, card.rule), short, title))
    return found


def _why_url(read: TableRead, what: str) -> str:
    if not what:
        return ""
    query = {"what": what} | ({} if read.seat is None else {"seat": read.seat})
    return f"{reverse('games:explain', args=[read.match.pk])}?{urlencode(query)}"


def _rule_url(read: TableRead, rule: str) -> str:
    page, _sharp, heading = rule.partition("#")
    if not page:
        return ""
    url = reverse("games:rules-page", args=[read.match.game, page])
    return f"{url}#{heading}" if heading else url


def _heading(read: TableRead, rows: Sequence[Event], seen: int | None) -> str:
    """The heading of the recap. It names the reader's own decision if the recap began with it: others may have
    decided while the page was open.
    """
    first = rows[0].move if rows else None
    if first is not None and first.seat == read.seat and first.author_id == read.user.pk:
        decided = [read.value(row) for row in rows if row.move.number == first.number]
        return heading_by(read.face, read.plain_scene, decided) or _("What happened since your last decision")
    return _("What happened in this turn") if seen is None else _("What happened since you looked")
