"""What was done to matches by those who run them, the branches that they come from included."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.models import Intervention, Match
from games.selectors import Branch, branches


@dataclass(frozen=True)
class Deed:
    """An intervention as it belongs to a match: `left` says that it was on a branch after the move from which this
    match goes another way.
    """

    row: Intervention
    left: bool = False


def deeds(matches: Iterable[Match]) -> dict[int, list[Deed]]:
    """What was done to each match and to those it comes from, oldest first, in a number of queries that does not grow
    with the matches. A step back belongs to the match that it made.
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
    """The fork that people of a match that was left by a step back play now; None if it was not left."""
    if not match.is_over:
        return None
    row = match.interventions.filter(kind=Intervention.Kind.STEP_BACK).order_by("-pk").first()
    found = Match.objects.filter(pk=row.params.get("fork"), parent=match).first() if row else None
    return found and (successor(found) or found)
