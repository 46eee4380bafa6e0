"""Whether an intervention touches grades."""

from django.db import transaction

from classrooms.models import SessionTeam
from classrooms.services.sessions.common import changed, locked
from games.models import Intervention
from games.selectors import branches


@transaction.atomic
def intervention_count(*, session_id: int, intervention_id: int, counts: bool) -> bool:
    """Say whether what an intervention changed counts in grades from now on; False if it is none of this session.
    Marks that were computed already stay until they are computed anew. Safe to repeat.
    """
    play_session = locked(session_id)
    tables = SessionTeam.objects.filter(session=play_session, match__isnull=False).select_related("match")
    paths = branches([table.match for table in tables.defer("match__state") if table.match])
    mine = {branch.match_id for path in paths.values() for branch in path}
    row = Intervention.objects.filter(pk=intervention_id, match__in=mine).first()
    if row is None:
        return False
    if row.counts != counts:
        row.counts = counts
        row.save(update_fields=["counts"])
        changed(play_session)
    return True
