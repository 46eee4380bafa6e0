"""Writing a mail to teams: it is stored with a copy for each person, and workers send the copies."""

from collections.abc import Collection
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classrooms.models import Session, SessionStatus, SessionTeam, TeamMail, TeamMailCopy
from classrooms.play.monitor.mail_words import SUBJECT_LENGTH, TEXT_LENGTH, tidied, unknown_in
from classrooms.play.monitor.queries.mails import mail_reach
from classrooms.play.sessions.services.common import locked
from games.public.base import BadRequest, refusal
from games.public.steering import Actor
from games.ui.one_line import is_shown, one_line

MOST_MAILS: Final = 20
"""The most mails of a session in 24 hours: nobody should be flooded by the address of the site."""
OPENED: Final = (SessionStatus.OPEN, SessionStatus.RUNNING, SessionStatus.PAUSED, SessionStatus.FINISHED)

NoReceivers = refusal("mail_no_receivers", gettext_lazy("Nobody among these people can get a mail."))
"""Nobody of the chosen people has an address and wants mail."""

NoAnswers = refusal(
    "mail_no_answers", gettext_lazy("You have no mail address here. Add one under Account: answers go to it.")
)
"""The writer has no address for answers."""

TooManyMails = refusal("mails_many", gettext_lazy("A session sends at most %(most)d mails in 24 hours."), status=429)
"""The mails of a session in the last 24 hours are as many as may be."""


@transaction.atomic
def team_mail_send(
    *, session_id: int, to: str, tables: Collection[int] = (), subject: str, text: str, actor: Actor
) -> TeamMail | None:
    """Store a mail to the people of a session (`TeamMail.To`), `tables` for some teams; returns it with its copies, or
    None if this press was handled before. Workers send it, after quiet hours. Raises WrongState for drafts and archived
    sessions, BadRequest for an invalid text or team, NoAnswers, NoReceivers, TooManyMails.
    """
    play_session = locked(session_id, *OPENED)
    if play_session.team_mails.filter(batch=actor.batch).exists():
        return None
    subject, text = one_line(subject), tidied(text)
    _check(subject, text)
    chosen = _chosen(play_session, to, tables)
    if not actor.user.email:
        raise NoAnswers
    if play_session.team_mails.filter(created_at__gt=actor.at - timedelta(days=1)).count() >= MOST_MAILS:
        raise TooManyMails(most=MOST_MAILS)
    reached = mail_reach(play_session, to, chosen, actor.at).reached
    if not reached:
        raise NoReceivers
    mail = play_session.team_mails.create(
        by=actor.user,
        batch=actor.batch,
        to=to,
        tables=chosen,
        subject=subject,
        text=text,
        created_at=actor.at,
    )
    TeamMailCopy.objects.bulk_create(TeamMailCopy(mail=mail, user=each.user) for each in reached)
    return mail


def _check(subject: str, text: str) -> None:
    for field, words, most in ((_("Subject"), subject, SUBJECT_LENGTH), (_("Text"), text, TEXT_LENGTH)):
        if not words or len(words) > most or not all(map(is_shown, words.splitlines())) or unknown_in(words):
            raise BadRequest(field=field, reason=_("write 1 to %(most)d characters") % {"most": most})


def _chosen(play_session: Session, to: str, tables: Collection[int]) -> list[int]:
    """The ids of the chosen teams in order. Raises BadRequest for a team of another session, and for no team."""
    if to not in TeamMail.To:
        raise BadRequest(field="to", reason=to[:40])
    if to != TeamMail.To.SOME:
        return []
    found = set(SessionTeam.objects.filter(session=play_session, pk__in=tables).values_list("pk", flat=True))
    if not found or found != set(tables):
        raise BadRequest(field=_("Teams"), reason=_("choose teams of this session"))
    return sorted(found)
