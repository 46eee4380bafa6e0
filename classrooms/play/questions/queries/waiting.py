"""Open quizzes, surveys and forecasts of a person, for the home page and the table. They never delay a game."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from classrooms.models import (
    Enrolment,
    Forecast,
    QuizAnswer,
    Session,
    SessionQuestion,
    SessionStatus,
    SurveyAnswer,
    SurveyItem,
)
from classrooms.play.questions.queries.forecasts import WRITABLE
from classrooms.play.questions.queries.moments import NOWHERE, Moment, Whereabouts, moment_of, places
from classrooms.play.questions.queries.session_questions import ORDER, turn_title
from games.public.models import Match, Prepared
from games.ui import faces

ASKING: Final = (SessionStatus.OPEN, SessionStatus.RUNNING, SessionStatus.PAUSED, SessionStatus.FINISHED)
PAGES: Final = {"quiz": "quiz", "survey": "survey", "forecast": "forecast"}


@dataclass(frozen=True)
class Waiting:
    """A page with open questions: `what` is quiz, survey or forecast, `count` the number of questions."""

    play_session: Session
    what: str
    when: str = ""
    count: int = 1
    turn: str = ""

    @property
    def url(self) -> str:
        """The address of the page."""
        part = f"#{self.when}" if self.when else ""
        return reverse(f"classrooms:{PAGES[self.what]}", args=[self.play_session.pk]) + part


def waiting_for(user: Any) -> list[Waiting]:
    """All open questions of a student, newest session first: one query if no session has questions."""
    return _waiting(_asking(user.pk), user)


@Prepared
def _asking(user_id: int) -> QuerySet[Session]:
    asks = (
        Q(Exists(SessionQuestion.objects.filter(session=OuterRef("pk"))))
        | Q(Exists(SurveyItem.objects.filter(session=OuterRef("pk"))))
        | Q(has_forecasts=True)
    )
    return _sessions_of(user_id).filter(asks).order_by("-created_at", "-pk")


def waiting_at(match: Match, user: Any) -> list[Waiting]:
    """Open questions of a student at the table of a session; no query for other matches."""
    if not match.supervised or not user.is_authenticated:
        return []
    return _waiting(list(_sessions_of(user.pk).filter(session_teams__match=match)), user)


def _sessions_of(user_id: int) -> QuerySet[Session]:
    mine = Enrolment.objects.filter(
        course=OuterRef("course"), user=user_id, role=Enrolment.Role.STUDENT, left_at__isnull=True
    )
    return Session.objects.filter(Exists(mine), status__in=ASKING)


def _waiting(play_sessions: list[Session], user: Any) -> list[Waiting]:
    if not play_sessions:
        return []
    where = places(play_sessions, user)
    open_questions, open_surveys = _questions(play_sessions, user), _surveys(play_sessions, user)
    unwritten = _unwritten(play_sessions, where, user)
    found = []
    for each in play_sessions:
        place = where.get((each.pk, user.pk), NOWHERE)
        counts: Counter[str] = Counter()
        for row in open_questions:
            if row.session_id == each.pk and moment_of(each, place, row.when, row.turn) == Moment.OPEN:
                counts[row.when] += 1
        found += [Waiting(each, "quiz", when, counts[when]) for when in sorted(counts, key=ORDER.__getitem__)]
        moments = sorted((when for key, when in open_surveys if key == each.pk), key=ORDER.__getitem__)
        found += [
            Waiting(each, "survey", when) for when in moments if moment_of(each, place, when, None) == Moment.OPEN
        ]
        if each.pk in unwritten:
            found.append(Waiting(each, "forecast", turn=turn_title(each, place.turn)))
    return found


def _questions(play_sessions: list[Session], user: Any) -> list[SessionQuestion]:
    """Unanswered questions that the bank still has."""
    banks = {each.pk: faces.get(each.game).quiz() for each in play_sessions}
    answered = QuizAnswer.objects.filter(question=OuterRef("pk"), user=user)
    rows = SessionQuestion.objects.filter(~Exists(answered), session__in=play_sessions)
    return [row for row in rows if row.own_id or banks[row.session_id].get(row.bank_key)]


def _surveys(play_sessions: list[Session], user: Any) -> set[tuple[int, str]]:
    """Surveys that were not sent in, by session and moment."""
    items = SurveyItem.objects.filter(session__in=play_sessions).values_list("session", "when").distinct()
    sent = SurveyAnswer.objects.filter(item__session__in=play_sessions, user=user)
    return set(items.order_by()) - set(sent.order_by().values_list("item__session", "item__when").distinct())


def _unwritten(play_sessions: Iterable[Session], where: dict[tuple[int, int], Whereabouts], user: Any) -> set[int]:
    """Sessions whose journal has no forecast of this person for the current turn."""
    now: dict[int, tuple[int, int]] = {}
    for each in play_sessions:
        place = where.get((each.pk, user.pk), NOWHERE)
        match = place.table.match if place.table else None
        if each.has_forecasts and match is not None and place.sits and place.turn and match.status in WRITABLE:
            now[each.pk] = (match.pk, place.turn)
    if not now:
        return set()
    rows = Forecast.objects.filter(user=user, match__in=[match for match, _turn in now.values()])
    written = set(rows.values_list("match", "turn"))
    return {key for key, turn in now.items() if turn not in written}
