"""A rematch: a new match with the people, bots, scenario and options of one that is over."""

from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Match
from games.platform import clock, pace
from games.platform.errors import BadRequest, NotAllowed
from games.platform.permissions import Access
from games.platform.services.holders import seat_assign
from games.platform.services.matches import match_create, match_start


def may_play_again(access: Access) -> bool:
    """May this person begin a rematch? Only a steward of a match that is over; in a course, sessions make the
    matches.
    """
    match = access.match
    return access.steward and match.is_over and not match.supervised and not match.is_lesson


@transaction.atomic
def match_again(*, match_id: int, by: Any, same_luck: bool = False, now: datetime | None = None) -> Match:
    """A new match with the seats, pace and options of one that is over. The old one is unchanged.

    It starts at once if nobody but `by` holds a seat; else it waits in its lobby for the others. With `same_luck` it
    has the same draws. It then counts as a fork of the old one, since its players know them. Raises NotAllowed in a
    course and for a lesson, BadRequest for a match that is not over. Raises ScenarioError or BadOptions if the game
    has changed.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    if match.supervised or match.is_lesson:
        raise NotAllowed
    if not match.is_over:
        raise BadRequest(field="match", reason=_("it is not over"))
    now = now or clock.now()
    seats = list(match.seats.order_by("index"))
    new = match_create(
        game=match.game,
        roles=[seat.role for seat in seats],
        by=by,
        scenario_key=match.scenario_key,
        scenario=match.scenario,
        options=msgspec.json.decode(match.options),
        title=match.title,
        team_name=match.team_name,
        pace_of_match=pace.parse_pace(match.pace),
        late_policy=match.late_policy,
        expected=match.expected,
        undo=match.undo,
        seed=bytes.fromhex(match.seeds[0][1]) if same_luck else None,
        now=now,
    )
    if same_luck:
        new.seeds, new.parent, new.forked_at = match.seeds, match, 0
        new.save(update_fields=["seeds", "parent", "forked_at"])
    new.stewards.set(match.stewards.all())
    people = set()
    for seat in seats:
        new.seats.filter(index=seat.index).update(bot=seat.bot)
        for holder in seat.holders.filter(released_at=None).select_related("user").order_by("since", "pk"):
            seat_assign(match_id=new.pk, seat=seat.index, user=holder.user, extra_time=holder.extra_time, now=now)
            people.add(holder.user_id)
    return match_start(match_id=new.pk, now=now) if people <= {by.pk} else new
