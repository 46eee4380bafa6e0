"""What an open table tells who hears the page: sentences that static/shell/js/tell.js says once, as they come."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import unescape
from typing import Final

from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.kit.expected import Changed
from games.models import AuthorKind, Message, Status
from games.web.page import TablePage

LATEST_TALK: Final = 10


@dataclass(frozen=True)
class Tell:
    """A sentence, told when its `key` was not on the page before. `calls`: with the sound or the vibration that a
    person may have asked for.
    """

    key: str
    text: str
    calls: bool = False


def tells_of(table: TablePage, talk: Iterable[Message], changed: Iterable[Changed], *, reminded: bool) -> list[Tell]:
    """Everything that is so now: the browser knows what of it is new."""
    found = [*_decided(table, changed), *_state(table)]
    if table.match.status == Status.RUNNING:
        found += _turns(table)
        if reminded:
            found.append(Tell("reminded", _("Your instructor reminds you: the others wait for your answer."), True))
    return [*found, *_said(table, talk)]


def plain(html: str) -> str:
    """The words of safe HTML."""
    return unescape(" ".join(strip_tags(html).split()))


def ended(sentence: str) -> str:
    """With a full stop, where it does not end by itself: what a game asks may be a question."""
    return sentence if sentence.endswith((".", "?", "!")) else f"{sentence}."


def _state(table: TablePage) -> Iterator[Tell]:
    if table.match.is_over:
        yield Tell("over", _("The match is over."), True)
    elif table.match.status == Status.PAUSED:
        yield Tell("paused", _("The match is paused."))


def _turns(table: TablePage) -> Iterator[Tell]:
    """What the reader's seats owe, each seat named where they hold several."""
    held = table.access.seats
    for prompt in table.prompts:
        if prompt.seat not in held or prompt.optional or prompt.passive:
            continue
        asked = {"asked": table.face.decision_words(table.scenario, prompt), "role": table.roles[prompt.seat].short}
        text = _("Your turn as %(role)s: %(asked)s") if len(held) > 1 else _("Your turn: %(asked)s")
        yield Tell(f"turn-{prompt.seat}-{prompt.key}", ended(text % asked), calls=True)


def _decided(table: TablePage, changed: Iterable[Changed]) -> Iterator[Tell]:
    """What the reader decided last, and what it changed as far as that is known."""
    own = [
        row
        for row in table.events
        if row.move.author_id == table.access.user.pk and row.move.author_kind == AuthorKind.PLAYER
    ]
    if not own:
        return
    number = own[-1].move.number
    told = [table.words(row) for row in own if row.move.number == number]
    words = " ".join(plain(each.html) for each in told if each is not None)
    yield Tell(f"decided-{number}", " ".join(filter(None, [_("Your decision counts."), words])))
    ends = ", ".join(
        _("%(what)s %(now)s instead of %(was)s") % {"what": each.title, "now": each.now, "was": each.was}
        for each in changed
    )
    if ends:
        start = _("Your last choice changed the expected end") + pgettext("punctuation", ": ")
        yield Tell(f"changed-{number}", f"{start}{ends}.")


def _said(table: TablePage, talk: Iterable[Message]) -> Iterator[Tell]:
    for row in list(talk)[-LATEST_TALK:]:
        if row.author_id == table.access.user.pk:
            continue
        who = {"who": row.author.get_short_name() if row.author else "", "text": row.text}
        start = _("Message from your instructor") if row.seat is None else _("Message from %(who)s") % who
        yield Tell(f"message-{row.pk}", f"{start}{pgettext('punctuation', ': ')}{row.text}")
