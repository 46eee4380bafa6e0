"""Files of a session's marks for learning platforms, and its record for research."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from classrooms.assess.grading.files import files
from classrooms.assess.grading.files.codebook import codebook
from classrooms.assess.grading.files.exports import Export, export_of, identified
from classrooms.assess.grading.files.research import spoken
from classrooms.assess.grading.files.research_zip import research_zip
from classrooms.assess.grading.views.grades import for_grades
from classrooms.files.spreadsheets import CSV
from classrooms.people.access.permissions import SessionAccess
from games.public.base import clock

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
Maker = Callable[[Export, HttpRequest], bytes]
FILES: dict[str, tuple[str, Maker]] = {
    "moodle.csv": (
        CSV,
        lambda export, request: files.moodle(export, by=_identifier(export, request), lines="lines" in request.GET),
    ),
    "canvas.csv": (CSV, lambda export, request: files.canvas(export, lines="lines" in request.GET)),
    "apogee.csv": (CSV, lambda export, request: files.apogee(export)),
    "grades.xlsx": (XLSX, lambda export, request: files.table(export)),
    "grades.json": ("application/json", lambda export, request: files.document(export)),
}


@require_safe
@for_grades()
def grades_files(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Choose a file, and see the people who would be missing in it. For the instructors of the course."""
    book = access.play_session.grade_book
    export = export_of(access.play_session, published=book.published_at is not None)
    left_out = [(by, identified(export, by)[1]) for by in export.identifiers]
    context = {
        "access": access,
        "book": book,
        "export": export,
        "left_out": left_out,
        "finds_nobody": bool(export.people) and not identified(export, export.identifier)[0],
    }
    return render(request, "classrooms/grading/files.html", context)


@require_safe
@for_grades()
def grades_file(request: HttpRequest, access: SessionAccess, name: str) -> HttpResponse:
    """The marks in one file format: the published ones, or the current ones (`of=now`, and before publication). For the
    instructors of the course.
    """
    if name not in FILES:
        raise Http404
    book = access.play_session.grade_book
    published = book.published_at is not None and request.GET.get("of") != "now"
    kind, make = FILES[name]
    content = make(export_of(access.play_session, published=published), request)
    stem, _dot, ending = name.partition(".")
    return HttpResponse(content, content_type=kind, headers=_attached(access, stem, ending))


def _identifier(export: Export, request: HttpRequest) -> str:
    asked = request.GET.get("by", "")
    return asked if asked in export.identifiers else export.identifier


def _attached(access: SessionAccess, stem: str, ending: str) -> dict[str, str]:
    title = slugify(access.play_session.title) or str(access.play_session.pk)
    return {"Content-Disposition": f'attachment; filename="{stem}-{title}.{ending}"'}


@require_POST
@for_grades()
def grades_research(request: HttpRequest, access: SessionAccess) -> Any:
    """Decisions, moves and scores of a session as a ZIP, with pseudonyms unless `names` are asked for. Sent while it is
    made. The first one makes the course's secret. For the instructors of the course.
    """
    named = "names" in request.POST
    speak = spoken(access.play_session, named=named)
    words = codebook(access.play_session, named=named, now=clock.now())
    blocks = research_zip(access.play_session, speak, words)
    stem = "research-names" if named else "research"
    return StreamingHttpResponse(blocks, content_type="application/zip", headers=_attached(access, stem, "zip"))
