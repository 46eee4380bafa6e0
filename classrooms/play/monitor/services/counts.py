"""The decision whether an intervention counts in grades, and its reason."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from classrooms.models import Session, SessionTeam
from classrooms.play.sessions.services.common import changed, locked
from games.public.base import BadRequest
from games.public.matches import branches
from games.public.models import Intervention
from games.public.steering import REASON_LENGTH
from games.ui.one_line import is_shown, one_line


@transaction.atomic
def intervention_count(*, session_id: int, intervention_id: int, counts: bool) -> bool:
    """Choose whether an intervention counts in grades from now on; False if it is not one of this session. Computed
    marks stay until they are computed again. Safe to repeat.
    """
    play_session = locked(session_id)
    row = _of(play_session).filter(pk=intervention_id).first()
    if row is None:
        return False
    if row.counts != counts:
        row.counts = counts
        row.save(update_fields=["counts"])
        changed(play_session)
    return True


def _of(play_session: Session) -> QuerySet[Intervention]:
    """All interventions in the matches of a session, abandoned branches included."""
    tables = SessionTeam.objects.filter(session=play_session, match__isnull=False).select_related("match")
    paths = branches([table.match for table in tables.defer("match__state") if table.match])
    mine = {branch.match_id for path in paths.values() for branch in path}
    return Intervention.objects.filter(match__in=mine)


@transaction.atomic
def intervention_explain(*, session_id: int, intervention_id: int, reason: str) -> bool:
    """Add the reason of an intervention later, for all interventions of the same action. False if it is not one of this
    session or has a reason, which stays. Raises BadRequest for an empty or unprintable reason.
    """
    play_session = locked(session_id)
    words = reason_in(reason)
    row = _of(play_session).filter(pk=intervention_id, reason="").first()
    if row is None:
        return False
    same = (
        _of(play_session).filter(batch=row.batch, kind=row.kind) if row.batch else _of(play_session).filter(pk=row.pk)
    )
    same.filter(reason="").update(reason=words)
    changed(play_session)
    return True


def reason_in(text: str) -> str:
    """A reason that was asked for. Raises BadRequest for none, and for one that cannot be shown."""
    words = one_line(text)
    if not words or len(words) > REASON_LENGTH or not is_shown(words):
        raise BadRequest(field=_("Why"), reason=_("say in up to 300 characters, on one line, why"))
    return words
