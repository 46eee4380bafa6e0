"""The expected end between pages and the worker: wishes and results. All of it is in the cache and can be lost at any
moment; then pages do without it.
"""

from dataclasses import dataclass
from typing import Any, Final

import msgspec
from django.core.cache import cache
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.engine import codec
from games.engine.expected import Expected, digest_of, part_of
from games.models import Match
from games.models.matches import Expected as Shown
from games.platform import undo_window
from games.platform.conf import conf
from games.platform.selectors.position import game_of
from games.platform.work import news, outbox
from games.ui.choice_preview import spreads_at
from games.ui.expected import ChoiceEffect, Outlook

TASK: Final = "expected.work_out"
QUEUE: Final = "expected"
KEPT_FOR: Final = 15 * 60
"""Seconds that a result is cached after it was computed or shown: only open pages need it."""
PLACE_KEPT_FOR: Final = 3600
ASKED_FOR: Final = 30
"""Seconds after which a request without a worker is sent again."""
NOTHING: Final = b""
"""Cached in place of a result that could not be computed."""


LONGEST_WAIT: Final = 30
"""Seconds after which a page no longer announces a result: the worker is absent or busy."""
LATE: Final = "late"


class EstimateRequest(msgspec.Struct, frozen=True, array_like=True):
    """The wanted and the available result for a seat's page, as digests of the seat's views. `since` is the start of
    the wish in seconds. `complete`: the options of the wanted result are available, too.
    """

    wanted: str
    ready: str = ""
    since: int = 0
    complete: bool = False

    @property
    def is_late(self) -> bool:
        """Has the page waited too long to go on announcing a result?"""
        return self.ready != self.wanted and timezone.now().timestamp() - self.since > LONGEST_WAIT


@dataclass(frozen=True)
class Look:
    """The expected end for a page, and its current wish; None if it was not looked up."""

    outlook: Outlook | None = None
    place: EstimateRequest | None = None


def look(match: Match, view: Any, seat: int) -> Look:
    """The expected end that a seat may see; a missing one is requested from a worker. No outlook if this match or its
    game shows none, or without a worker.
    """
    game = game_of(match)
    if not conf.EXPECTED_END or match.expected == Shown.OFF or match.is_over or game.expected is None:
        return Look()
    digest = digest_of(game, match.scenario, view, seat)
    choices = match.expected == Shown.CHOICES
    undo = undo_window.key(match.pk)
    requested = request_key(match.pk)
    kept = cache.get_many([_key(digest), place_key(match.pk, seat), _effect_key(match.pk, seat), undo, requested])
    text, before = kept.get(_key(digest)), _place_in(kept.get(place_key(match.pk, seat)))
    if not choices and _is_withheld(match, kept.get(undo), before, digest):
        return Look(_of_before(match, before))
    effect = _stored_effect(kept.get(_effect_key(match.pk, seat)), digest)
    found = _result(digest, text, looked_at=True)
    if found is not None or text == NOTHING:
        place = EstimateRequest(digest, digest, complete=found is None or found.complete)
        if place != before:
            _place(match.pk, seat, place)
        if not place.complete and requested not in kept:
            request_estimate(match.pk)
        return Look(Outlook(found, fresh=True, choices=choices, effect=effect) if found is not None else None, place)
    place = _wanting(match.pk, seat, digest, before)
    if requested not in kept:
        request_estimate(match.pk)
    if place.is_late or (before is None and place_of(match.pk, seat) is None):  # no worker, or no cache
        return Look()
    older = result_of(place.ready, looked_at=True) if place.ready else None
    return Look(Outlook(older, choices=choices, effect=effect), place)


def _is_withheld(match: Match, last: undo_window.Kept | None, place: EstimateRequest | None, digest: str) -> bool:
    """Must the effect of the last decision stay hidden? While it can be undone, a player could otherwise try all
    choices before deciding.
    """
    is_last = match.undo and last is not None and last.number == match.number
    return is_last and undo_window.can_be_reversed(last) and (place is None or place.ready != digest)


def _of_before(match: Match, place: EstimateRequest | None) -> Outlook:
    """The outlook from before the decision. A worker starts with the one that will be shown in a moment."""
    request_estimate(match.pk)
    return Outlook(result_of(place.ready, looked_at=True) if place is not None and place.ready else None)


def note_choice(match: Match, view: Any, seat: int, key: str, move: Any) -> None:
    """Remember the effect of a choice just made on the expected end, if it was computed before."""
    game = game_of(match)
    if match.expected == Shown.OFF or game.expected is None:
        return
    digest, part = digest_of(game, match.scenario, view, seat), part_of(game)
    found, option = result_of(digest), part.named(view, seat, key, move)
    effect = None if found is None or not option else _choice_effect(found, option, part.against(option), digest)
    if effect is None:
        cache.delete(_effect_key(match.pk, seat))
    else:
        cache.set(_effect_key(match.pk, seat), codec.to_json(effect), PLACE_KEPT_FOR)


def _choice_effect(found: Expected, option: str, against: str, digest: str) -> ChoiceEffect | None:
    """The option and its alternative, if both are known."""
    prefix, _slash, number = option.rpartition("/")
    now = found.options.get(option) or spreads_at(found.options, f"{prefix}/", number, between=True)[0]
    was = found.options.get(against) if against else found.figures
    return None if now is None or was is None else ChoiceEffect(digest, option, was, now, found.option_playouts)


def _stored_effect(text: bytes | None, digest: str) -> ChoiceEffect | None:
    """The effect of a seat's last choice; None if an undo brought back the position of that choice."""
    effect: ChoiceEffect | None = codec.from_json(text, ChoiceEffect) if text else None
    return effect if effect is not None and effect.before != digest else None


def _wanting(match_id: int, seat: int, digest: str, before: EstimateRequest | None) -> EstimateRequest:
    """Store the page's current wish."""
    if before is not None and before.wanted == digest and before.ready != digest:
        return before
    place = EstimateRequest(digest, before.ready if before is not None else "", int(timezone.now().timestamp()))
    _place(match_id, seat, place)
    return place


def stamp(match_id: int, seat: int | None) -> str:
    """A tag of the results that the page of a seat can show now; missing ones are requested again."""
    return stamp_of(match_id, cache.get(place_key(match_id, seat)) if seat is not None else None)


def stamp_of(match_id: int, text: bytes | None, *, is_requested: bool = False) -> str:
    """The same tag, from the cached entry of `place_key`. `is_requested`: there is an entry of `request_key`."""
    place = _place_in(text)
    if place is None:
        return ""
    if not place.complete and not is_requested:
        request_estimate(match_id)
    if place.ready:
        cache.touch(_key(place.ready), KEPT_FOR)  # the page is open, however long its reader thinks
    return stamp_at(match_id, place)


def stamp_at(match_id: int, place: EstimateRequest) -> str:
    """The same tag, from a known wish."""
    return LATE if place.is_late else _stamp_of(match_id, place)


def _stamp_of(match_id: int, place: EstimateRequest) -> str:
    """A keyed hash for this match alone. A person who requests another seat's tag cannot compare it with a self-made
    one.
    """
    ready = salted_hmac("games.expected.stamp", f"{match_id}/{place.ready}").hexdigest()[:12] if place.ready else ""
    return f"{ready}{'c' if place.complete else ''}"


def request_estimate(match_id: int) -> bool:
    """Send a worker to a match, unless such a message is already waiting."""
    if not cache.add(request_key(match_id), 1, ASKED_FOR):
        return False
    outbox.after_commit(TASK, match_id, queue=QUEUE)
    return True


def taken_up(match_id: int) -> None:
    """A worker has the message: later wishes need another one."""
    cache.delete(request_key(match_id))


def begin(match_id: int, seconds: int) -> bool:
    """Let one worker at a time compute for a match. A worker that dies blocks others for `seconds`."""
    return bool(cache.add(f"expected-run-{match_id}", 1, seconds))


def end(match_id: int) -> None:
    """Let other workers compute for the match again."""
    cache.delete(f"expected-run-{match_id}")


def result_of(digest: str, *, looked_at: bool = False) -> Expected | None:
    """The result for a view; None if there is none. `looked_at`: an open page shows it, so it stays cached."""
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
    """Cache a result (None: it could not be computed), and notify the pages of the seat."""
    cache.set(_key(digest), codec.to_json(found) if found is not None else NOTHING, KEPT_FOR)
    place = place_of(match_id, seat)
    if place is not None and place.wanted == digest:
        _place(match_id, seat, EstimateRequest(digest, digest, complete=found is None or found.complete))
        news.publish(f"match-{match_id}")


def place_of(match_id: int, seat: int) -> EstimateRequest | None:
    """The wish of a seat's page; None if none was open lately."""
    return _place_in(cache.get(place_key(match_id, seat)))


def _place_in(text: bytes | None) -> EstimateRequest | None:
    return codec.from_json(text, EstimateRequest) if text else None


def _place(match_id: int, seat: int, place: EstimateRequest) -> None:
    cache.set(place_key(match_id, seat), codec.to_json(place), PLACE_KEPT_FOR)


def place_key(match_id: int, seat: int | None) -> str:
    """The cache key of the wish of a seat's page."""
    return f"expected-at-{match_id}-{seat}"


def _key(digest: str) -> str:
    return f"expected-{digest}"


def _effect_key(match_id: int, seat: int) -> str:
    return f"expected-told-{match_id}-{seat}"


def request_key(match_id: int) -> str:
    return f"expected-asked-{match_id}"
