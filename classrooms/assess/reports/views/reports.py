"""Papers of a session as one ZIP, and the class report as a page. For the instructors of the course."""

from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from classrooms.assess.reports.batch import batch_again, batch_progress, batch_request, tables_over, zip_blocks
from classrooms.assess.reports.class_report import class_document
from classrooms.assess.reports.slides import slides_document
from classrooms.models import SESSION_KINDS
from classrooms.people.access.permissions import Right, SessionAccess
from classrooms.people.access.session_guards import for_session
from games.public.pages import stream
from games.public.work import TOPIC
from games.ui.languages import called

View = Callable[..., HttpResponse]
KINDS: Final = tuple(kind.value for kind in SESSION_KINDS)


def _language() -> str:
    language = get_language() or settings.LANGUAGE_CODE
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


@require_safe
@for_session(Right.GRADE)
def session_reports(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The possible papers and their progress. With `?live`, only the changing parts."""
    context: dict[str, Any] = {
        "access": access,
        "progress": batch_progress(access.play_session),
        "ended": tables_over(access.play_session).count(),
        "tables": access.play_session.session_teams.count(),
        "languages": [(code, called(code)) for code, _name in settings.LANGUAGES],
        "language": _language(),
    }
    template = "live" if "live" in request.GET else "session"
    return render(request, f"classrooms/reports/{template}.html", context | stream(request, lambda: [TOPIC]))


@require_POST
@for_session(Right.GRADE)
def session_reports_make(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """Request the chosen papers, or with `again` those of the last batch that are missing."""
    progress = batch_progress(access.play_session)
    if "again" in request.POST and progress is not None:
        batch_again(batch=progress.batch)
    else:
        asked = request.POST.get("language", "")
        language = asked if asked in dict(settings.LANGUAGES) else _language()
        kinds = [kind for kind in request.POST.getlist("kind") if kind in KINDS] or list(KINDS)
        full = "full" in request.POST
        batch_request(play_session=access.play_session, language=language, kinds=kinds, full=full, by=access.user)
    return redirect("classrooms:session-reports", access.play_session.pk)


@require_safe
@for_session(Right.GRADE)
def session_reports_zip(request: HttpRequest, access: SessionAccess) -> Any:
    """All current papers of the last batch in one ZIP, with a list of all papers."""
    progress = batch_progress(access.play_session)
    if progress is None:
        return redirect("classrooms:session-reports", access.play_session.pk)
    with translation.override(progress.batch.language):
        found = batch_progress(access.play_session) or progress
        blocks = zip_blocks(found)
    title = slugify(access.play_session.title) or str(access.play_session.pk)
    headers = {"Content-Disposition": f'attachment; filename="reports-{title}-{progress.batch.language}.zip"'}
    return StreamingHttpResponse(blocks, content_type="application/zip", headers=headers)


@require_safe
@for_session(Right.GRADE)
def session_report_file(request: HttpRequest, access: SessionAccess, paper_id: int) -> Any:
    """One paper of the last batch as a PDF; 404 for an outdated one."""
    progress = batch_progress(access.play_session)
    found = [item for item in (progress.items if progress else ()) if item.paper.pk == paper_id]
    if not found or found[0].state != "ready":
        raise Http404
    name = found[0].path.rpartition("/")[2]
    return FileResponse(found[0].paper.file.open("rb"), as_attachment=True, filename=name)


@require_safe
@for_session(Right.GRADE)
def class_report(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The class's report as a page; with `?names`, with the names of teams and people."""
    full = "names" in request.GET
    context = class_document(access.play_session, _language(), full=full)
    return render(request, "classrooms/reports/class_page.html", {**context, "access": access})


@require_safe
@for_session(Right.GRADE)
def class_slides(request: HttpRequest, access: SessionAccess) -> HttpResponse:
    """The class's debrief for the projector: each slide fills the height of the window."""
    context = slides_document(access.play_session, _language())
    return render(request, "classrooms/reports/slides_page.html", {**context, "access": access})
