"""The expected end on the way between pages and the worker: what is wanted, what is there. All of it lies in the cache
and can be lost at any moment; then pages go on without it.
"""

from dataclasses import dataclass
from typing import Any, Final

import msgspec
from django.core.cache import cache
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games import undoing
from games.conf import conf
from games.engine import codec
from games.engine.expected import Expected, digest_of, part_of
from games.kit.expected import Outlook, Told
from games.kit.then import spreads_at
from games.models import Match
from games.models.matches import Expected as Shown
from games.selectors.position import game_of
from games.work import news, outbox

TASK: Final = "expected.work_out"
QUEUE: Final = "expected"
KEPT_FOR: Final = 15 * 60
"""Seconds that a result is kept after it was worked out or looked at: it is only ever needed while a page is open."""
PLACE_KEPT_FOR: Final = 3600
ASKED_FOR: Final = 30
"""Seconds after which a request that no worker took up is made again."""
NOTHING: Final = b""
"""Kept in the place of a result that could not be worked out."""


LONGEST_WAIT: Final = 30
"""Seconds after which a page no longer says that something is being worked out: the worker is away, or busy."""
LATE: Final = "late"


class Wish(msgspec.Struct, frozen=True, array_like=True):
    """What the page of a seat wants to show, and what it can show: digests of the seat's views. `since` is when it
    began to want it, in seconds; `complete`: the options of what is wanted are there, too.
    """

    wanted: str
    ready: str = ""
    since: int = 0
    complete: bool = False

    @property
    def is_late(self) -> bool:
        """Has the page waited too long to go on saying so?"""
        return self.ready != self.wanted and timezone.now().timestamp() - self.since > LONGEST_WAIT


@dataclass(frozen=True)
class Look:
    """What a page shows of the expected end, and what it waits for now: None where that was not looked at."""

    outlook: Outlook | None = None
    place: Wish | None = None


def look(match: Match, view: Any, seat: int) -> Look:
    """What a seat may be shown of the expected end; has it worked out if it is not there. No outlook where this match
    or its game shows nothing, or where it cannot be known.
    """
    game = game_of(match)
    if not conf.EXPECTED_END or match.expected == Shown.OFF or match.is_over or game.expected is None:
        return Look()
    digest = digest_of(game, match.scenario, view, seat)
    choices = match.expected == Shown.CHOICES
    undo = undoing.key(match.pk)
    kept = cache.get_many([_key(digest), place_key(match.pk, seat), _told_key(match.pk, seat), undo])
    text, before = kept.get(_key(digest)), _place_in(kept.get(place_key(match.pk, seat)))
    if not choices and _is_withheld(match, kept.get(undo), before, digest):
        return Look(_of_before(match, before))
    told = _told_in(kept.get(_told_key(match.pk, seat)), digest)
    found = _result(digest, text, looked_at=True)
    if found is not None or text == NOTHING:
        place = Wish(digest, digest, complete=found is None or found.complete)
        if place != before:
            _place(match.pk, seat, place)
        if not place.complete:
            ask(match.pk)
        return Look(Outlook(found, fresh=True, choices=choices, told=told) if found is not None else None, place)
    place = _wanting(match.pk, seat, digest, before)
    ask(match.pk)
    if place.is_late or (before is None and place_of(match.pk, seat) is None):  # no worker, or no cache
        return Look()
    older = result_of(place.ready, looked_at=True) if place.ready else None
    return Look(Outlook(older, choices=choices, told=told), place)


def _is_withheld(match: Match, last: undoing.Kept | None, place: Wish | None, digest: str) -> bool:
    """May nobody be told yet what the last decision changed? Else one could try one choice after the other: take it
    back, and know what each is worth before deciding.
    """
    is_last = match.undo and last is not None and last.number == match.number
    return is_last and undoing.can_be_reversed(last) and (place is None or place.ready != digest)


def _of_before(match: Match, place: Wish | None) -> Outlook:
    """What the page had before the decision. A worker begins with what it may have in a moment."""
    ask(match.pk)
    return Outlook(result_of(place.ready, looked_at=True) if place is not None and place.ready else None)


def note_choice(match: Match, view: Any, seat: int, key: str, move: Any) -> None:
    """Remember what a choice that was just made changed of the expected end, if that was worked out before."""
    game = game_of(match)
    if match.expected == Shown.OFF or game.expected is None:
        return
    digest, part = digest_of(game, match.scenario, view, seat), part_of(game)
    found, option = result_of(digest), part.named(view, seat, key, move)
    told = None if found is None or not option else _told(found, option, part.against(option), digest)
    if told is None:
        cache.delete(_told_key(match.pk, seat))
    else:
        cache.set(_told_key(match.pk, seat), codec.to_json(told), PLACE_KEPT_FOR)


def _told(found: Expected, option: str, against: str, digest: str) -> Told | None:
    """The option beside what it is compared with, if both are known."""
    prefix, _slash, number = option.rpartition("/")
    now = found.options.get(option) or spreads_at(found.options, f"{prefix}/", number, between=True)[0]
    was = found.options.get(against) if against else found.figures
    return None if now is None or was is None else Told(digest, option, was, now, found.option_playouts)


def _told_in(text: bytes | None, digest: str) -> Told | None:
    """What the last choice of a seat changed; not where the seat stands before that choice again."""
    told: Told | None = codec.from_json(text, Told) if text else None
    return told if told is not None and told.before != digest else None


def _wanting(match_id: int, seat: int, digest: str, before: Wish | None) -> Wish:
    """Note what the page wants now."""
    if before is not None and before.wanted == digest and before.ready != digest:
        return before
    place = Wish(digest, before.ready if before is not None else "", int(timezone.now().timestamp()))
    _place(match_id, seat, place)
    return place


def stamp(match_id: int, seat: int | None) -> str:
    """Names what the page of a seat can show now; asks again where what it wants is not there yet."""
    return stamp_of(match_id, cache.get(place_key(match_id, seat)) if seat is not None else None)


def stamp_of(match_id: int, text: bytes | None) -> str:
    """The same where the entry of the cache (`place_key`) has been read already."""
    place = _place_in(text)
    if place is None:
        return ""
    if not place.complete:
        ask(match_id)
    if place.ready:
        cache.touch(_key(place.ready), KEPT_FOR)  # the page is open, however long its reader thinks
    return stamp_at(match_id, place)


def stamp_at(match_id: int, place: Wish) -> str:
    """The same of what was looked at a moment ago."""
    return LATE if place.is_late else _stamp_of(match_id, place)


def _stamp_of(match_id: int, place: Wish) -> str:
    """Keyed, and of this match alone: whoever asks for the seat of somebody else can compare it with nothing that they
    could have made themselves.
    """
    ready = salted_hmac("games.expected.stamp", f"{match_id}/{place.ready}").hexdigest()[:12] if place.ready else ""
    return f"{ready}{'c' if place.complete else ''}"


def ask(match_id: int) -> bool:
    """Have a worker look at a match, unless a message that says so is waiting."""
    if not cache.add(_asked_key(match_id), 1, ASKED_FOR):
        return False
    outbox.after_commit(TASK, match_id, queue=QUEUE)
    return True


def taken_up(match_id: int) -> None:
    """A worker has the message: whoever wants something from now on sends another."""
    cache.delete(_asked_key(match_id))


def begin(match_id: int, seconds: int) -> bool:
    """Let one worker at a time be at a match. One that dies keeps others away for `seconds`."""
    return bool(cache.add(f"expected-run-{match_id}", 1, seconds))


def end(match_id: int) -> None:
    """The worker has finished."""
    cache.delete(f"expected-run-{match_id}")


def result_of(digest: str, *, looked_at: bool = False) -> Expected | None:
    """What was worked out for a view; None for what was not. `looked_at`: by an open page, so that it is kept on."""
    return _result(digest, cache.get(_key(digest)), looked_at=looked_at)


def _result(digest: str, text: bytes | None, *, looked_at: bool) -> Expected | None:
    if not text:
        return None
    if looked_at:
        cache.touch(_key(digest), KEPT_FOR)
    found: Expected = codec.from_json(text, Expected)
    return found


def is_impossible(digest: str) -> bool:
    """Has a worker tried and failed?"""
    return bool(cache.get(_key(digest)) == NOTHING)


def keep(match_id: int, seat: int, digest: str, found: Expected | None) -> None:
    """Keep a result (None: it could not be worked out), and tell the pages of the seat."""
    cache.set(_key(digest), codec.to_json(found) if found is not None else NOTHING, KEPT_FOR)
    place = place_of(match_id, seat)
    if place is not None and place.wanted == digest:
        _place(match_id, seat, Wish(digest, digest, complete=found is None or found.complete))
        news.tell(f"match-{match_id}")


def place_of(match_id: int, seat: int) -> Wish | None:
    """What the page of a seat wants; None if none was open lately."""
    return _place_in(cache.get(place_key(match_id, seat)))


def _place_in(text: bytes | None) -> Wish | None:
    return codec.from_json(text, Wish) if text else None


def _place(match_id: int, seat: int, place: Wish) -> None:
    cache.set(place_key(match_id, seat), codec.to_json(place), PLACE_KEPT_FOR)


def place_key(match_id: int, seat: int | None) -> str:
    """Where it is kept in the cache what the page of a seat wants and has."""
    return f"expected-at-{match_id}-{seat}"


def _key(digest: str) -> str:
    return f"expected-{digest}"


def _told_key(match_id: int, seat: int) -> str:
    return f"expected-told-{match_id}-{seat}"


def _asked_key(match_id: int) -> str:
    return f"expected-asked-{match_id}"
