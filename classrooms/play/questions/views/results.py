"""Results of quizzes, surveys and forecasts of a class: totals for all staff, names for graders."""

from collections.abc import Iterable
from statistics import mean
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from classrooms.files.spreadsheets import csv_response
from classrooms.models import Session, When
from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from classrooms.play.questions.queries import forecasts, quizzes, surveys
from classrooms.play.questions.queries.forecasts import Journal
from classrooms.play.questions.queries.participants import Participant
from classrooms.play.questions.queries.session_questions import turn_title
from classrooms.play.questions.queries.survey_bank import item_text
from classrooms.play.questions.views.survey import step_words


@require_safe
@for_session(Right.LOOK)
def quiz_results(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Right answers by question, option and team. For all staff of the course; the table of students for graders."""
    found = quizzes.results(access.play_session)
    context = {"access": access, "found": found, "may_name": access.may(Right.GRADE)}
    return render(request, "classrooms/questions/quiz_results.html", context)


@require_safe
@for_session(Right.LOOK)
def survey_results(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Survey answers without names. For all staff of the course; the texts for people who run sessions."""
    found = surveys.results(access.play_session)
    context = {
        "access": access,
        "found": found,
        "parts": [
            (When(when), [(item, _bars(item)) for item in items], found.sent[when])
            for when, items in found.items.items()
            if items
        ],
        "steps": step_words(),
        "fewest": surveys.FEWEST,
        "may_read": access.may(Right.RUN),
        "may_export": access.may(Right.GRADE),
    }
    return render(request, "classrooms/questions/survey_results.html", context)


def _bars(item: surveys.ItemResult) -> list[dict[str, Any]]:
    """Each step with its number and its share in percent."""
    counts = item.counts or ()
    words = step_words()
    return [
        {"step": step, "words": words[step - 1], "n": n, "percent": round(100 * n / item.given) if item.given else 0}
        for step, n in zip(surveys.STEPS, counts, strict=False)
    ]


@require_safe
@for_session(Right.LOOK)
def forecast_results(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The accuracy of forecasts, by team and figure. For all staff of the course; the table of students for graders."""
    found = forecasts.journals(access.play_session)
    context = {
        "access": access,
        "teams": _teams(found),
        "people": [(one, journal, _percent(journal)) for one, journal in found],
        "may_name": access.may(Right.GRADE),
    }
    return render(request, "classrooms/questions/forecast_results.html", context)


def _percent(journal: Journal) -> int | None:
    return None if journal.share is None else round(100 * journal.share)


def _teams(found: list[tuple[Participant, Journal]]) -> list[dict[str, Any]]:
    """Each team with its figures: mean bias and mean distance over all forecasts of its members."""
    teams: dict[str, list[Journal]] = {}
    for one, journal in found:
        teams.setdefault(one.team, []).append(journal)
    return [{"name": name, "figures": _figures(journals)} for name, journals in teams.items() if name]


def _figures(journals: Iterable[Journal]) -> list[dict[str, Any]]:
    offs: dict[str, list[int]] = {}
    whats = {}
    for journal in journals:
        for figure in (figure for line in journal.lines if line.over for figure in line.figures):
            whats[figure.what.name] = figure.what
            if figure.off is not None:
                offs.setdefault(figure.what.name, []).append(figure.off)
    return [
        {
            "what": whats[name],
            "made": len(each),
            "bias": mean(each),
            "error": mean(map(abs, each)),
            "near": sum(abs(off) <= whats[name].tolerance for off in each),
        }
        for name, each in offs.items()
    ]


# Files

WHO: Final = ("team", "name", "family_name", "given_name", "student_number")
"""Columns that identify a person."""


def _who(one: Participant) -> list[str]:
    return [one.team, one.user.called, *one.user.get_name_parts(), one.student_number]


@require_safe
@for_session(Right.GRADE)
def quiz_export(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """One line per student and question asked of them, as CSV. For graders."""
    found = quizzes.results(access.play_session)
    head = [*WHO, "moment", "turn", "question", "answer", "right"]
    return _file(access.play_session, "quiz", head, _quiz_rows(found))


def _quiz_rows(found: quizzes.QuizResults) -> Iterable[list[Any]]:
    for one, _tally in found.people:
        for result in found.questions:
            asked = result.asked
            choice = found.answers.get((asked.row.pk, one.user.pk))
            if choice is None and asked.row.pk not in found.asked_of.get(one.user.pk, ()):
                continue
            given = "" if choice is None else asked.words.options[choice]
            is_right = int(choice == asked.words.right)
            yield [
                *_who(one),
                asked.row.when,
                asked.row.turn or "",
                asked.words.text,
                given,
                is_right,
            ]


@require_safe
@for_session(Right.GRADE)
def survey_export(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Answers to each item as CSV, without names and in no order of people. For graders."""
    found = surveys.results(access.play_session)
    rows = [
        [when, item_text(result.item), value, text]
        for when, results in found.items.items()
        for result in results
        for value, text in _answer_cells(result)
    ]
    return _file(access.play_session, "survey", ["moment", "item", "value", "text"], rows)


def _answer_cells(result: surveys.ItemResult) -> Iterable[tuple[int | str, str]]:
    for step, number in zip(surveys.STEPS, result.counts or (), strict=False):
        yield from [(step, "")] * number
    for text in result.texts or ():
        yield "", text


@require_safe
@for_session(Right.GRADE)
def forecast_export(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """One line per student, turn and figure, as CSV. For graders."""
    rows = [
        [
            *_who(one),
            line.turn,
            turn_title(access.play_session, line.turn),
            figure.what.name,
            "" if figure.expected is None else figure.expected,
            figure.actual,
        ]
        for one, journal in forecasts.journals(access.play_session)
        for line in journal.lines
        if line.over
        for figure in line.figures
    ]
    head = [*WHO, "turn", "turn_title", "figure", "forecast", "actual"]
    return _file(access.play_session, "forecasts", head, rows)


def _file(play_session: Session, what: str, head: list[str], rows: Iterable[list[Any]]) -> HttpResponse:
    return csv_response(f"{slugify(play_session.title) or play_session.pk}-{what}.csv", [head, *rows])
