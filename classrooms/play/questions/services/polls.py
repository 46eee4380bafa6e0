"""Polls of the room: opened and closed by staff, answered from phones without names."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import override

from classrooms.models import Poll, PollVote, Session, SessionStatus
from classrooms.play.questions.queries.polls import counts_of
from classrooms.play.questions.queries.predictions import Offer, offers_of, outcome_of, predictables_of
from classrooms.play.questions.services.refusals import BadQuestion, PollOver, SessionArchived
from classrooms.play.sessions.services.common import changed, locked
from games.public.base import clock
from games.public.work import news

LONGEST_TEXT, LONGEST_OPTION = 200, 80
FEWEST_OPTIONS, MOST_OPTIONS = 2, 5


@transaction.atomic
def poll_open(*, session_id: int, text: str, options: Sequence[str], now: datetime | None = None) -> Poll:
    """Open a poll, and show it on the projector in place of the last one, which is closed. Raises BadQuestion or
    SessionArchived.
    """
    play_session = _open_for_change(session_id)
    asked, answers = text.strip(), [option.strip() for option in options if option.strip()]
    _check(asked, answers)
    return _opened(play_session, now or clock.now(), text=asked, options=answers)


@transaction.atomic
def prediction_open(*, session_id: int, match_id: int, key: str, now: datetime | None = None) -> Poll:
    """Let the class predict an event of a team's match, as a poll. Raises BadQuestion if it cannot be predicted now, or
    SessionArchived.
    """
    play_session = _open_for_change(session_id)
    offer = next((each for each in offers_of(play_session) if (each.match.pk, each.event.key) == (match_id, key)), None)
    if offer is None:
        raise BadQuestion(reason=_("This cannot be predicted any more: the match has moved on."))
    alone = play_session.session_teams.count() == 1
    values = {**_asked(offer, alone=alone), "odds": list(offer.event.odds), "words": _in_languages(offer, alone=alone)}
    return _opened(play_session, now or clock.now(), match=offer.match, predicts=key, **values)


def _asked(offer: Offer, *, alone: bool) -> dict[str, Any]:
    """Text and options of a prediction in the current language; the team is named unless it is `alone`."""
    text = offer.event.question if alone else offer.title
    return {"text": text[:LONGEST_TEXT], "options": list(offer.event.options)}


def _in_languages(offer: Offer, *, alone: bool) -> dict[str, dict[str, Any]]:
    """The same in each language of the site, for readers of another one than the person who asks."""
    found = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            events = predictables_of(offer.match)
            event = next((each for each in events if each.key == offer.event.key), offer.event)
            found[language] = _asked(replace(offer, event=event), alone=alone)
    return found


def _opened(play_session: Session, now: datetime, **values: Any) -> Poll:
    """A new poll on the projector, in place of the last one."""
    for each in play_session.polls.filter(closed_at__isnull=True):
        _close(each, now)
    play_session.polls.filter(is_shown=True).update(is_shown=False)
    poll = Poll.objects.create(session=play_session, opened_at=now, **values)
    changed(play_session)
    return poll


@transaction.atomic
def poll_close(*, session_id: int, poll_id: int, now: datetime | None = None) -> None:
    """Close a poll, and keep only the counts. Safe to repeat. Raises SessionArchived."""
    play_session = _open_for_change(session_id)
    for poll in play_session.polls.select_for_update().filter(pk=poll_id, closed_at__isnull=True):
        _close(poll, now or clock.now())
        changed(play_session)


@transaction.atomic
def poll_show(*, session_id: int, poll_id: int, is_shown: bool) -> None:
    """Show a poll on the projector, and no other one, or show the teams again. Raises SessionArchived."""
    play_session = _open_for_change(session_id)
    play_session.polls.exclude(pk=poll_id).update(is_shown=False)
    play_session.polls.filter(pk=poll_id).update(is_shown=is_shown)
    changed(play_session)


@transaction.atomic
def poll_delete(*, session_id: int, poll_id: int) -> None:
    """Delete a poll with its votes. An unknown one is no fault. Raises SessionArchived."""
    play_session = _open_for_change(session_id)
    play_session.polls.filter(pk=poll_id).delete()
    changed(play_session)


@transaction.atomic
def polls_close(*, course_id: int, now: datetime) -> None:
    """Close all open polls of a course's sessions, since single votes are not kept."""
    for poll in Poll.objects.select_for_update().filter(session__course=course_id, closed_at__isnull=True):
        _close(poll, now)


@transaction.atomic
def poll_vote(*, session_id: int, poll_id: int, ballot: str, choice: int) -> None:
    """Store the answer of a browser, in place of its last one. `ballot` is a value that the browser keeps; the stored
    data does not reveal it. A prediction takes no vote once its event has happened. Raises PollOver, BadQuestion.
    """
    poll = Poll.objects.select_for_update().filter(session=session_id, pk=poll_id, closed_at__isnull=True).first()
    if poll is None or outcome_of(poll) is not None:
        raise PollOver
    if not 0 <= choice < len(poll.options):
        raise BadQuestion(reason=_("Choose an answer first."))
    PollVote.objects.update_or_create(poll=poll, voter=voter_of(poll, ballot), defaults={"choice": choice})
    news.publish(f"poll-{session_id}")


def voter_of(poll: Poll, ballot: str) -> str:
    """A digest of the ballot that differs for each poll: answers of one browser in two polls cannot be linked."""
    return salted_hmac(f"classrooms.poll-{poll.pk}", ballot, algorithm="sha256").hexdigest()


def _close(poll: Poll, now: datetime) -> None:
    poll.counts, poll.closed_at = counts_of(poll), now
    poll.save(update_fields=["counts", "closed_at"])
    poll.votes.all().delete()


def _check(text: str, options: Sequence[str]) -> None:
    if not text or len(text) > LONGEST_TEXT:
        raise BadQuestion(reason=_("Write a question of at most %(most)s characters.") % {"most": LONGEST_TEXT})
    if not FEWEST_OPTIONS <= len(options) <= MOST_OPTIONS:
        raise BadQuestion(reason=_("Write two to five answers."))
    if max(map(len, options)) > LONGEST_OPTION:
        raise BadQuestion(reason=_("An answer may have at most %(most)s characters.") % {"most": LONGEST_OPTION})
    if len(set(options)) < len(options):
        raise BadQuestion(reason=_("Two answers are the same."))


def _open_for_change(session_id: int) -> Session:
    """The session with its row locked."""
    play_session = locked(session_id)
    if play_session.status == SessionStatus.ARCHIVED:
        raise SessionArchived
    return play_session
