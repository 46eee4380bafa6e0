"""A worker computes the expected end for seats with an open page. Nothing waits for it and nothing is written to the
database: a result that comes too late is thrown away.
"""

import logging
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from msgspec import structs

from games.engine.analysis import Stop
from games.engine.expected import Expected, TargetEnds, digest_of, part_of, position, target_ends, with_options
from games.models import Match, Status
from games.models.matches import Expected as Shown
from games.platform import clock
from games.platform.selectors import holders_of
from games.platform.selectors.position import draws_for, game_of, options_of, scenario_of, state_of
from games.platform.work import ends, expected, presence
from games.platform.work.ends import Ends

Work = Callable[..., Expected]
logger = logging.getLogger(__name__)

SECONDS: Final = 20.0
"""The maximal duration of a job. Pages ask again for results that are still missing."""
OPTION_SECONDS: Final = 8.0
"""The maximal duration for the choices of one seat."""
LOOK_EVERY: Final = 0.5
"""Seconds between two checks whether the position is still the newest."""


class Stale(Stop):
    """The position is no longer the newest."""


class TimeUp(Stop):
    """The job has reached its maximal duration."""


def work_out(*, match_id: int) -> int:
    """Compute the results that open pages of a match await, for its newest position; returns their number. One worker
    at a time computes for a match. Safe to run twice.
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
    """All awaited results for the current position: first those of positions, then those of choices."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None or match.status not in (Status.RUNNING, Status.PAUSED):
        return 0
    goes, done = _Goes(match, until), 0
    wanted = list(_wanted(match)) if match.expected != Shown.OFF else []
    for seat, view, digest, _found in [each for each in wanted if each[3] is None]:
        done += _work_on(match, position, seat, view, digest, goes)
    if ends.is_wanted(match.pk):
        done += _work_on_ends(match, goes)
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
    """Compute one result; 1 if one was found. `otherwise` is kept if the work fails or takes too long."""
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


def _work_on_ends(match: Match, goes: "_Goes") -> int:
    """The expected end of the collective targets, for pages that show several matches; returns 1."""
    game, scenario = game_of(match), scenario_of(match)
    start = game.rules.setup(scenario, options_of(match), match.seats.count(), draws_for(match, 0)).state
    first, now = (game.rules.view(state, None) for state in (start, state_of(match)))
    digests = [digest_of(game, match.scenario, view, None) for view in (first, now)]
    try:
        usual = ends.usual_of(digests[0])
        if usual is None:
            usual = tuple(each.chance for each in _targets(match, first, digests[0], goes))
            ends.keep_usual(digests[0], usual)
        targets = _targets(match, now, digests[1], goes)
    except Stop:
        raise
    except Exception:  # noqa: BLE001  as above
        logger.exception("match %s: nothing can be expected for its table", match.pk)
        usual, targets = (), ()
    ends.keep(match.pk, Ends(match.number, targets, usual))
    return 1


def _targets(match: Match, view: Any, digest: str, goes: "_Goes") -> tuple[TargetEnds, ...]:
    game = game_of(match)
    return target_ends(game, scenario_of(match), view, digest, part_of(game).playouts, goes)


def _wanted(match: Match) -> Iterator[tuple[int, Any, str, Expected | None]]:
    """Seat, view, digest and known result of present people whose result for this position is incomplete."""
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
    """Seats with a holder who has a page open."""
    seen = (presence.last_seen([match.pk]) or {}).get(match.pk, {})
    now = clock.now()
    here = {user for user, at in seen.items() if presence.is_here(at, now)}
    return sorted(seat for seat, users in holders_of(match).items() if here & {user.pk for user in users})


class TooDear(Stop):
    """The choices of one seat take too long: only the position is shown."""


class _Goes:
    """Ends the work if there is a newer position or the time is up."""

    def __init__(self, match: Match, until: float) -> None:
        self.match, self.until, self.dear = match, until, float("inf")
        self.next_look = time.monotonic() + LOOK_EVERY

    def end_within(self, seconds: float) -> None:
        """Limit the following work to `seconds`."""
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
