"""Seats held by one person together, and their effect on the game's options."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from classrooms.models import Session, SessionTeam
from games.engine import codec, registry
from games.public.models import Match, SeatHolder, Status
from games.ui import faces


def hands_in(matches: Iterable[Match]) -> dict[int, tuple[frozenset[int], ...]]:
    """The seats of each person, by match, in one query."""
    rows = SeatHolder.objects.filter(seat__match__in=list(matches), released_at__isnull=True)
    held: dict[int, dict[int, set[int]]] = {}
    for match_id, user_id, seat in rows.values_list("seat__match_id", "user_id", "seat__index"):
        held.setdefault(match_id, {}).setdefault(user_id, set()).add(seat)
    return {match_id: _hands(people) for match_id, people in held.items()}


def hands_planned(table: SessionTeam) -> tuple[frozenset[int], ...]:
    """The seats of each person in the plan of a table."""
    held: dict[int, set[int]] = {}
    for plan in table.seat_plans.all():
        held.setdefault(plan.user_id, set()).add(plan.seat)
    return _hands(held)


def _hands(people: dict[int, set[int]]) -> tuple[frozenset[int], ...]:
    return tuple(frozenset(seats) for _user, seats in sorted(people.items()))


def options_with(game: str, scenario: Any, options: Any, hands: Sequence[frozenset[int]]) -> Any:
    """A game's options for the given people on the seats."""
    changes = faces.get(game).options_for_people(scenario, options, hands)
    if not changes:
        return options
    return codec.read_options(codec.to_json({**msgspec.to_builtins(options), **changes}), type(options))


def notes_of(
    play_session: Session, scenario: Any, match: Match | None, hands: Sequence[frozenset[int]]
) -> tuple[str, ...]:
    """Notes on the options for the players of a table: by its current people, or by the real options once the match has
    begun.
    """
    face = faces.get(play_session.game)
    kind = registry.get(play_session.game).rules.options_type
    if match is not None and match.status != Status.LOBBY:
        return face.options_notes(scenario, codec.read_options(match.options, kind))
    options = codec.read_options(codec.to_json(play_session.options), kind)
    return face.options_notes(scenario, options_with(play_session.game, scenario, options, hands))
