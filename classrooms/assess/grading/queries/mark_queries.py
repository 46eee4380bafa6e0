"""Students' queries about their marks: one for each publication, with all messages."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from classrooms.assess.grading.queries.mark_table import localized_mark, mark_state_words
from classrooms.models import MarkQuery, MarkQueryText, PublishedGrade, Session
from classrooms.people.class_lists.namesakes import tell_apart
from games.public.base import BadRequest, clock, refusal
from games.ui.one_line import is_shown, one_line

LENGTH: Final = 1000
MOST_TEXTS: Final = 10


NothingToAsk = refusal(
    "nothing_to_ask", gettext_lazy("Your mark is not published, so there is nothing to ask about yet.")
)
"""There is no publication to ask about."""

StillOpen = refusal(
    "query_still_open", gettext_lazy("You have asked already. You can write again when you have an answer.")
)
"""The student's last message has no answer yet."""


@transaction.atomic
def query_ask(*, play_session: Session, user: Any, text: str, now: datetime | None = None) -> MarkQuery:
    """Ask about the latest publication of one's own mark, or, once answered, go on. Raises NothingToAsk, StillOpen, or
    BadRequest for a text that is empty or too long.
    """
    now, text = now or clock.now(), _checked(text)
    rows = PublishedGrade.objects.select_for_update().filter(book__session=play_session, user=user)
    told = rows.first()
    if told is None:
        raise NothingToAsk
    query, created = MarkQuery.objects.get_or_create(
        published=told,
        about=told.published_at,
        defaults={"final": told.final, "state": told.state, "created_at": now},
    )
    if not created and query.is_open:
        raise StillOpen
    return _say(query, text, user, now, is_answer=False)


@transaction.atomic
def query_answer(*, play_session: Session, query_id: int, by: Any, text: str, now: datetime | None = None) -> MarkQuery:
    """Answer a query; the student reads it beside the mark, and can go on. Raises BadRequest for a text that is empty
    or too long, or a query that is not of this session.
    """
    now, text = now or clock.now(), _checked(text)
    query = MarkQuery.objects.select_for_update().filter(pk=query_id, published__book__session=play_session).first()
    if query is None:
        raise BadRequest(field=_("Query"), reason=query_id)
    return _say(query, text, by, now, is_answer=True)


def _checked(text: str) -> str:
    text = one_line(text)
    if not text or len(text) > LENGTH or not is_shown(text):
        raise BadRequest(field=_("Text"), reason=_("write between 1 and 1,000 characters"))
    return text


def _say(query: MarkQuery, text: str, by: Any, now: datetime, *, is_answer: bool) -> MarkQuery:
    if query.texts.count() >= MOST_TEXTS:
        raise BadRequest(field=_("Text"), reason=_("much has been said: talk to each other"))
    query.texts.create(text=text, by=by, is_answer=is_answer, created_at=now)
    query.is_open = not is_answer
    query.save(update_fields=["is_open"])
    return query


@dataclass(frozen=True)
class QueryThread:
    """A query with all its messages. `before` is the published mark at that time, `after` the present one if it
    differs. Both are written in the current language.
    """

    pk: int
    user: Any
    about: datetime
    is_open: bool
    before: str
    after: str
    texts: tuple[MarkQueryText, ...]


def queries_of(play_session: Session, user: Any = None) -> list[QueryThread]:
    """All queries of a session, or those of one student, the open ones first; in two queries."""
    rows = MarkQuery.objects.filter(published__book__session=play_session)
    if user is not None:
        rows = rows.filter(published__user=user)
    texts = Prefetch("texts", MarkQueryText.objects.select_related("by").order_by("created_at", "pk"))
    found = list(
        rows.select_related("published__user").prefetch_related(texts).order_by("-is_open", "created_at", "pk")
    )
    tell_apart(play_session.course_id, [row.published.user for row in found])
    return [_query_thread(row) for row in found]


def _query_thread(row: MarkQuery) -> QueryThread:
    told = row.published
    before, after = (mark_state_words(each.state) or localized_mark(each.final) for each in (row, told))
    return QueryThread(
        pk=row.pk,
        user=told.user,
        about=row.about,
        is_open=row.is_open,
        before=before,
        after=after if (told.final, told.state) != (row.final, row.state) else "",
        texts=tuple(row.texts.all()),
    )


def open_queries(play_session: Session) -> int:
    """The number of queries that wait for an answer."""
    return MarkQuery.objects.filter(published__book__session=play_session, is_open=True).count()
