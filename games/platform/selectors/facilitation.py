"""Results of matches less the amounts that the facilitator's events brought."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec

from games.engine import codec
from games.engine.facilitation import facilitation_of
from games.models import Event, Match, Status
from games.platform.selectors.position import event_value, game_of, state_of


def results_without_events(match_ids: Iterable[int]) -> dict[int, dict[str, Any]]:
    """By id, the results of finished matches less the direct effects of their events, in two queries. A match of a
    game without events, or of one that cannot compute this, is left out.
    """
    matches = {match.pk: match for match in Match.objects.filter(pk__in=list(match_ids), status=Status.FINISHED)}
    told: dict[int, list[Any]] = defaultdict(list)
    for match_id, data in Event.objects.filter(match__in=matches).order_by("number").values_list("match", "data"):
        told[match_id].append(event_value(matches[match_id], data))
    found = {}
    for pk, match in matches.items():
        events = facilitation_of(game_of(match).rules)
        result = None if events is None else events.without(state_of(match), tuple(told[pk]))
        if result is not None:
            found[pk] = msgspec.json.decode(codec.to_json(result))
    return found
