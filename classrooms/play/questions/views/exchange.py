"""Questions as GIFT and Moodle XML files: a game's bank, the own questions of a course, and files taken in."""

from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from classrooms.models import OwnQuestion
from classrooms.people.access.guards import for_members
from classrooms.people.access.permissions import CourseAccess, Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from classrooms.play.questions.files import gift, moodle
from classrooms.play.questions.files.parsed_questions import FileQuestion, NotQuestions
from classrooms.play.questions.files.readers import MOST_BYTES, read_file
from classrooms.play.questions.queries.session_questions import QuestionText, bank_words, own_words
from classrooms.play.questions.services.own import own_questions_import
from games.ui import faces

LEFT_OUT: Final = "questions_left_out"
MOST_NAMED: Final = 100


@require_safe
@for_members(Right.RUN)
def own_questions_gift(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """The own questions of the course as a GIFT file. For people who run sessions."""
    return _gift(access.course.name, _own(access))


@require_safe
@for_members(Right.RUN)
def own_questions_moodle(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """The own questions of the course as a Moodle XML file. For people who run sessions."""
    return _moodle(access.course.name, _own(access))


@require_safe
@for_session(Right.RUN)
def bank_gift(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The game's bank in the reader's language as a GIFT file. For people who run sessions."""
    return _gift(access.play_session.game, _bank(access))


@require_safe
@for_session(Right.RUN)
def bank_moodle(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The game's bank in the reader's language as a Moodle XML file. For people who run sessions."""
    return _moodle(access.play_session.game, _bank(access))


@require_POST
@for_members(Right.RUN)
def own_questions_take(request: HttpRequest, access: CourseAccess) -> HttpResponse:
    """Import the questions of a file (`file`) into the course. Skipped questions are listed with line and reason until
    the next file, or until the list is closed (`close`).
    """
    sent = request.FILES.get("file")
    if "close" in request.POST:
        request.session.pop(LEFT_OUT, None)
    elif sent is None:
        messages.error(request, _("Choose a file first."))
    elif (sent.size or 0) > MOST_BYTES:
        messages.error(request, _("The file is larger than 1 MB."))
    else:
        _take(request, access, sent.read(), (sent.name or "")[:60])
    return redirect("classrooms:course-questions", access.course.pk)


def left_out_of(request: HttpRequest, access: CourseAccess) -> dict[str, Any] | None:
    """The skipped questions of the last file of this course: its `name`, `rows` of LeftOut as values, and the number of
    `more`. None if there are none. They are stored in the session of the sign-in.
    """
    kept: dict[str, Any] | None = request.session.get(LEFT_OUT)
    return kept if kept is not None and kept["course"] == access.course.pk else None


def _take(request: HttpRequest, access: CourseAccess, data: bytes, name: str) -> None:
    request.session.pop(LEFT_OUT, None)
    try:
        found = read_file(data)
    except NotQuestions as refused:
        messages.error(request, str(refused))
        return
    added, refused_ones = own_questions_import(course=access.course, by=request.user, questions=found.questions)
    left_out = sorted([*found.left_out, *refused_ones], key=lambda each: (each.file, each.line))
    words = ngettext("%(n)d question was added.", "%(n)d questions were added.", len(added)) % {"n": len(added)}
    (messages.success if added else messages.error)(request, words)
    if any(any(each.remarks) for each in found.questions):
        messages.warning(request, _("Remarks on single answers are not kept."))
    if left_out:
        rows = [asdict(each) for each in left_out[:MOST_NAMED]]
        more = len(left_out) - len(rows)
        request.session[LEFT_OUT] = {"course": access.course.pk, "name": name, "rows": rows, "more": more}


def _own(access: CourseAccess) -> Iterable[FileQuestion]:
    rows = OwnQuestion.objects.filter(course=access.course).order_by("pk")
    return [_written(f"own-{row.pk}", own_words(row)) for row in rows]


def _bank(access: SessionAccess) -> Iterable[FileQuestion]:
    game = access.play_session.game
    return [_written(question.key, bank_words(game, question)) for question in faces.get(game).quiz().offered]


def _written(name: str, words: QuestionText) -> FileQuestion:
    cited = "; ".join(source.name for source in words.sources)
    explanation = f"{words.explanation}\n{cited}" if cited else words.explanation
    return FileQuestion(words.text, words.options, words.right, explanation, name, words.believed)


def _gift(title: str, questions: Iterable[FileQuestion]) -> HttpResponse:
    return _file(title, "gift.txt", "text/plain; charset=utf-8", lambda: gift.write(questions).encode())


def _moodle(title: str, questions: Iterable[FileQuestion]) -> HttpResponse:
    return _file(title, "xml", "application/xml; charset=utf-8", lambda: moodle.write(questions))


def _file(title: str, ending: str, kind: str, make: Callable[[], bytes]) -> HttpResponse:
    response = HttpResponse(make(), content_type=kind)
    name = f"{slugify(title) or 'questions'}-questions.{ending}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
