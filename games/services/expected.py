"""Working out the expected end, by a worker, for the seats whose page is open. Nothing waits for it and nothing is
written to the database: a result that comes too late is thrown away.
"""

import logging
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from msgspec import structs

from games import clock
from games.engine.analysis import Stop
from games.engine.expected import Expected, digest_of, position, with_options
from games.models import Match, Status
from games.models.matches import Expected as Shown
from games.selectors import holders_of
from games.selectors.position import game_of, scenario_of, state_of
from games.work import expected, presence

Work = Callable[..., Expected]
logger = logging.getLogger(__name__)

SECONDS: Final = 20.0
"""A job ends after that; what is still wanted is asked for again by the page that wants it."""
OPTION_SECONDS: Final = 8.0
"""What the choices of one seat may take."""
LOOK_EVERY: Final = 0.5
"""Seconds between two looks at whether the position is still the newest."""


class Stale(Stop):
    """The position is not the newest any more."""


class TimeUp(Stop):
    """The job has taken its time."""


def work_out(*, match_id: int) -> int:
    """Work out what the open pages of a match want, for its newest position; returns the number of results. One worker
    at a time is at a match. Safe to run twice.
    """
    expected.taken_up(match_id)
    if not expected.begin(match_id, int(3 * SECONDS)):
        return 0
    until = time.monotonic() + SECONDS
    done = 0
    try:
        while True:
            try:
                return done + _newest(match_id, until)
            except Stale:
                done += 1
            except TimeUp:
                return done
    finally:
        expected.end(match_id)


def _newest(match_id: int, until: float) -> int:
    """All seats that want it in the position of now: first the positions, then the choices."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None or match.status not in (Status.RUNNING, Status.PAUSED) or match.expected == Shown.OFF:
        return 0
    goes, done = _Goes(match, until), 0
    wanted = list(_wanted(match))
    for seat, view, digest, _found in [each for each in wanted if each[3] is None]:
        done += _work_on(match, position, seat, view, digest, goes)
    for seat, view, digest, _found in wanted:
        found = expected.result_of(digest)
        if found is not None:
            goes.end_within(OPTION_SECONDS)
            alone = structs.replace(found, complete=True)
            done += _work_on(match, partial(with_options, found=found), seat, view, digest, goes, alone)
    return done


def _work_on(
    match: Match, how: Work, seat: int, view: Any, digest: str, goes: "_Goes", otherwise: Expected | None = None
) -> int:
    """One piece of work; 1 if something was found. `otherwise` is what stays where it fails or takes too long."""
    found: Expected | None
    try:
        found = how(game_of(match), scenario_of(match), view, seat, digest, goes=goes)
    except TooDear:
        found = otherwise
    except Stop:
        raise
    except Exception:  # noqa: BLE001  a fault in a game's part costs its pages these numbers and nothing else
        logger.exception("match %s: nothing can be expected for seat %s", match.pk, seat)
        found = otherwise
    expected.keep(match.pk, seat, digest, found)
    return int(found is not None)


def _wanted(match: Match) -> Iterator[tuple[int, Any, str, Expected | None]]:
    """Seat, view, digest and what is there, of those who are here and look at this position without all of it."""
    game = game_of(match)
    if game.expected is None:
        return
    state = state_of(match)
    for seat in _present(match):
        view = game.rules.view(state, seat)
        digest = digest_of(game, match.scenario, view, seat)
        found = expected.result_of(digest)
        if (found is None or not found.complete) and not expected.is_impossible(digest):
            yield seat, view, digest, found


def _present(match: Match) -> list[int]:
    """Seats one of whose holders has a page open."""
    seen = (presence.last_seen([match.pk]) or {}).get(match.pk, {})
    now = clock.now()
    here = {user for user, at in seen.items() if presence.is_here(at, now)}
    return sorted(seat for seat, users in holders_of(match).items() if here & {user.pk for user in users})


class TooDear(Stop):
    """The choices of one seat take too long: the position alone is shown."""


class _Goes:
    """Ends the work where a newer position is there or the time is up."""

    def __init__(self, match: Match, until: float) -> None:
        self.match, self.until, self.dear = match, until, float("inf")
        self.next_look = time.monotonic() + LOOK_EVERY

    def end_within(self, seconds: float) -> None:
        """Give what comes next no longer than that."""
        self.dear = time.monotonic() + seconds

    def __call__(self) -> None:
        now = time.monotonic()
        if now >= self.dear:
            raise TooDear
        if now >= self.until:
            raise TimeUp
        if now < self.next_look:
            return
        self.next_look = now + LOOK_EVERY
        if Match.objects.values_list("number", flat=True).filter(pk=self.match.pk).first() != self.match.number:
            raise Stale
