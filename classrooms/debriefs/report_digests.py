"""When a report is out of date: the hash of everything that it shows."""

import hashlib
import json
from typing import Any

from classrooms.debriefs.selectors import PAPER_STYLE, analysis_digests, file_digest
from classrooms.models import (
    Debrief,
    QuizAnswer,
    Report,
    Session,
    SessionQuestion,
    SurveyAnswer,
    SurveyItem,
)
from games.models import SeatHolder


def digest_of(report: Report) -> str:
    """SHA-256 of what a report would show now; empty while what it is about has no debrief."""
    parts: list[Any] | None
    if report.kind == Report.Kind.CLASS:
        parts = _class_parts(report)
    else:
        debrief = Debrief.objects.filter(match=report.match_id).select_related("match").first()
        parts = None if debrief is None else _match_parts(report, debrief)
    if parts is None:
        return ""
    text = json.dumps([report.name, PAPER_STYLE, *parts], ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def _match_parts(report: Report, debrief: Debrief) -> list[Any]:
    if report.kind == Report.Kind.TEAM:
        return [file_digest(debrief, report.language)]
    answers = QuizAnswer.objects.filter(question__session__session_teams__match=report.match_id, user=report.user_id)
    holders = SeatHolder.objects.filter(seat__match=report.match_id, user=report.user_id)
    return [
        debrief.digest,
        report.user.get_full_name() if report.user else "",
        list(holders.order_by("pk").values_list("seat__index", flat=True)),
        list(answers.order_by("question").values_list("question", "choice")),
        analysis_digests([debrief.match_id]),
    ]


def _class_parts(report: Report) -> list[Any] | None:
    play_session: Session | None = report.session
    if play_session is None:
        return None
    teams = play_session.session_teams.order_by("position", "pk")
    matches = [match for match in teams.values_list("match", flat=True) if match]
    debriefs = list(Debrief.objects.filter(match__in=matches).order_by("match").values_list("match", "digest"))
    if not debriefs:
        return None
    questions = SessionQuestion.objects.filter(session=play_session).order_by("pk")
    answers = QuizAnswer.objects.filter(question__session=play_session).order_by("pk")
    items = SurveyItem.objects.filter(session=play_session).order_by("pk")
    said = SurveyAnswer.objects.filter(item__session=play_session).order_by("pk")
    names = SeatHolder.objects.filter(seat__match__in=matches, released_at__isnull=True).order_by("pk")
    people = [row.user.get_full_name() for row in names.select_related("user")] if report.full else []
    return [
        play_session.title,
        play_session.course.name,
        list(teams.values_list("name", "match", "match__number", "match__status")),
        debriefs,
        list(questions.values_list("pk", "position")),
        list(answers.values_list("pk", "choice")),
        list(items.values_list("pk", "text", "position")),
        list(said.values_list("pk", "value", "text")),
        people,
        analysis_digests(matches),
    ]
