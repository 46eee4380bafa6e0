"""The link of the room's projector: its holders may only look, until it is withdrawn."""

import secrets

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.http import Http404

from classrooms.models import Session, SessionStatus
from classrooms.play.sessions.services.common import changed, locked

SALT = "classrooms.projector"
NONCE_BYTES = 12


@transaction.atomic
def projector_renew(*, session_id: int) -> str:
    """A new link; the old one leads nowhere from now on. Returns its secret part."""
    play_session = locked(session_id)
    play_session.projector_nonce = secrets.token_hex(NONCE_BYTES)
    changed(play_session, "projector_nonce")
    return projector_token(play_session)


@transaction.atomic
def projector_close(*, session_id: int) -> None:
    """Withdraw the link. Safe to repeat."""
    play_session = locked(session_id)
    play_session.projector_nonce = ""
    changed(play_session, "projector_nonce")


def projector_token(play_session: Session) -> str:
    """The secret part of the link; empty if there is no link."""
    if not play_session.projector_nonce:
        return ""
    return Signer(salt=SALT).sign(f"{play_session.pk}-{play_session.projector_nonce}")


def projected(token: str) -> Session:
    """The session of a link. Raises Http404 for a forged or withdrawn link, a draft's, and one of an archived
    course.
    """
    try:
        pk, _dash, nonce = Signer(salt=SALT).unsign(token).partition("-")
    except BadSignature:
        raise Http404 from None
    rows = Session.objects.exclude(status=SessionStatus.DRAFT).select_related("course")
    found = rows.filter(pk=int(pk), projector_nonce=nonce, course__archived_at__isnull=True).first()
    if found is None or not nonce:
        raise Http404
    return found
