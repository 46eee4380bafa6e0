"""Announcements of an open table for screen readers: sentences that static/shell/js/tell.js speaks once, as they
come.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from typing import Final

from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import AuthorKind, Event, Status
from games.ui.faces import RoleName
from games.ui.nouns import within
from games.ui.sentences import with_subject
from games.web.regions.history import describe
from games.web.table_read import TableRead

LATEST_TALK: Final = 10
LATEST_NEWS: Final = 6
"""The number of other events that are announced at once; the history has all of them."""


@dataclass(frozen=True)
class Announcement:
    """A sentence that is announced if its `key` was not on the page before. `calls`: with the sound or vibration that
    the person chose. `by` is the role concerned, if it is not the reader's.
    """

    key: str
    text: str
    calls: bool = False
    by: RoleName | None = None


@dataclass(frozen=True)
class TellsPart:
    """All current announcements; the browser knows the new ones."""

    announcements: tuple[Announcement, ...]


reads: Final = ("changed", "events", "holding", "prompts", "reminded", "result", "talk", "view")


def tells_part(read: TableRead) -> TellsPart:
    """The region of announcements."""
    found = [*_decided(read), *_happened(read), *_state(read)]
    if read.match.status == Status.RUNNING:
        found += _turns(read)
        if read.reminded:
            found.append(
                Announcement("reminded", _("Your instructor reminds you: the others wait for your answer."), True)
            )
    return TellsPart((*found, *_messages(read)))


@lru_cache(2048)
def plain(html: str) -> str:
    """The plain text of safe HTML."""
    return unescape(" ".join(strip_tags(html).split()))


def ended(sentence: str) -> str:
    """The sentence with a full stop, unless it ends with a mark: a game's question may."""
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."


def _state(read: TableRead) -> Iterator[Announcement]:
    if read.match.is_over:
        yield Announcement("over", " ".join(filter(None, [_("The match is over."), _result(read)])), True)
    elif read.match.status == Status.PAUSED:
        yield Announcement("paused", _("The match is paused."))


def _result(read: TableRead) -> str:
    return "" if read.result is None else ended(str(read.face.words.score(read.scenario, read.result)))


def _turns(read: TableRead) -> Iterator[Announcement]:
    """Announcements of open questions to the reader's seats. Each seat is named if there are several."""
    held = read.access.seats
    for prompt in read.prompts:
        if prompt.seat not in held or prompt.optional or prompt.passive:
            continue
        words = within(str(read.face.words.decision(read.scenario, prompt)))
        asked = {"asked": words, "role": read.roles[prompt.seat].short}
        text = _("Your turn as %(role)s: %(asked)s") if len(held) > 1 else _("Your turn: %(asked)s")
        yield Announcement(f"turn-{prompt.seat}-{prompt.key}", ended(text % asked), calls=True)


def _decided(read: TableRead) -> Iterator[Announcement]:
    """The reader's last decision, and its effect as far as it is known."""
    number = _last_own(read)
    if number is None:
        return
    words = _in_words(read, [row for row in read.events if row.move_number == number])
    yield Announcement(f"decided-{number}", " ".join([_("Your decision counts."), *(each for _row, each in words)]))
    ends = ", ".join(
        _("%(what)s %(now)s instead of %(was)s") % {"what": each.title, "now": each.now, "was": each.was}
        for each in read.changed
    )
    if ends:
        start = _("Your last choice changed the expected end") + pgettext("punctuation", ": ")
        yield Announcement(f"changed-{number}", f"{start}{ends}.")


def _happened(read: TableRead) -> Iterator[Announcement]:
    """Events by others or by the rules after the reader's last decision, or else after the last seen move."""
    seen = None if read.seat is None else read.holding.seen.get(read.seat)
    own = _last_own(read)
    last = seen if own is None else own
    later = [row for row in read.events if last is not None and row.move_number > last]
    for row, words in _in_words(read, later)[-LATEST_NEWS:]:
        others = row.seat is not None and row.seat not in read.access.seats
        yield Announcement(f"event-{row.number}", words, by=_role(read, row) if others else None)


def _last_own(read: TableRead) -> int | None:
    """The number of the reader's last decision among the events of the page."""
    for row in reversed(read.events):
        move = row.move
        if move.author_id == read.user.pk and move.author_kind == AuthorKind.PLAYER:
            return move.number
    return None


def _in_words(read: TableRead, rows: Iterable[Event]) -> list[tuple[Event, str]]:
    """The sentences of the history with their actors. An actor of several consecutive events is named once."""
    found: list[tuple[Event, str]] = []
    last = None
    for row in rows:
        words = describe(read, row)
        if words is None:
            continue
        role = None if row.seat == last else _role(read, row)
        found.append((row, plain(words.html if role is None else with_subject(role.short, words.html))))
        last = row.seat
    return found


def _role(read: TableRead, row: Event) -> RoleName | None:
    """The role that an event concerns."""
    return None if row.seat is None or row.seat >= len(read.roles) else read.roles[row.seat]


def _messages(read: TableRead) -> Iterator[Announcement]:
    for row in read.talk[-LATEST_TALK:]:
        if row.author_id == read.user.pk:
            continue
        who = {"who": row.author.get_short_name() if row.author else "", "text": row.text}
        start = _("Message from your instructor") if row.seat is None else _("Message from %(who)s") % who
        yield Announcement(f"message-{row.pk}", f"{start}{pgettext('punctuation', ': ')}{row.text}")
