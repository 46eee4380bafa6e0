"""The instructors' interventions in matches, with those in the matches from which they were forked."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.models import Intervention, Match, SeatHolder
from games.platform.permissions import Access
from games.platform.selectors import Branch, branches


@dataclass(frozen=True)
class Deed:
    """An intervention as seen from a match. `left` is true if it was in an ancestor after the move of the fork."""

    row: Intervention
    left: bool = False


def deeds(matches: Iterable[Match]) -> dict[int, list[Deed]]:
    """The interventions in each match and its ancestors, oldest first, in a fixed number of queries for each
    generation. A step back belongs to the match that it made.
    """
    asked = list(matches)
    paths = branches(asked)
    every = {branch.match_id for path in paths.values() for branch in path}
    rows: dict[int, list[Intervention]] = {}
    for row in Intervention.objects.filter(match__in=every).select_related("by", "user").order_by("created_at", "pk"):
        rows.setdefault(row.match_id, []).append(row)
    found: dict[int, list[Deed]] = {}
    for match in asked:
        lines = [_deed(row, branch) for branch in paths[match.pk] for row in rows.get(branch.match_id, ())]
        found[match.pk] = sorted(lines, key=lambda deed: (deed.row.created_at, deed.row.pk))
    return found


def _deed(row: Intervention, branch: Branch) -> Deed:
    made_the_child = row.kind == Intervention.Kind.STEP_BACK and row.params.get("fork") == branch.child_id
    return Deed(row, branch.upto is not None and row.number > branch.upto and not made_the_child)


def successor(match: Match) -> Match | None:
    """The fork to which a step back moved the people of a match; None if there was none."""
    if not match.is_over:
        return None
    row = match.interventions.filter(kind=Intervention.Kind.STEP_BACK).order_by("-pk").first()
    found = Match.objects.filter(pk=row.params.get("fork"), parent=match).first() if row else None
    return found and (successor(found) or found)


def played_now(access: Access) -> Match | None:
    """The fork to which a step back moved a player's table; None if there is none, or the player has no seat there."""
    found = successor(access.match) if access.seats else None
    if found is None:
        return None
    holds = SeatHolder.objects.filter(seat__match=found, user=access.user, released_at__isnull=True)
    return found if holds.exists() else None
